/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TRACE_INPUT_H
#define GNO_TRACE_INPUT_H

/*
 * The bytes of a stream's file, through two windows: one that goes along with the records that are
 * decoded, and one for looking anywhere else. Where the file has become shorter, there are zeros,
 * and `shrunk` is set. A file that grows is read up to a size that the reader sets: what lies
 * behind may change still.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "common/errors.h"

#define STREAM_NEAR (1u << 18) /* bytes of the windows */
#define STREAM_FAR (1u << 16)

struct stream_window {
	uint8_t *data;
	uint64_t from; /* offset in the file */
	size_t len;
};

struct stream_input {
	int fd;	     /* -1: not open */
	bool shared; /* the file is another input's, which closes it */
	dev_t dev;
	ino_t ino;
	uint64_t size;	/* of what is read of the file: all of it, unless it was limited */
	uint64_t asked; /* bytes that were read so far */
	struct stream_window near, far;
	bool shrunk;
	int error; /* errno of a read that failed, 0: none did */
};

/* GNO_ERR_IO (also where it is no regular file), GNO_ERR_NOMEM. */
int stream_input_open(struct stream_input *in, const char *path, struct gno_err *err);
/* The same file through windows of its own, for another thread; it lasts no longer than `of`.
 * stream_input_close in any case. GNO_ERR_NOMEM. */
int stream_input_share(struct stream_input *in, const struct stream_input *of, struct gno_err *err);
void stream_input_close(struct stream_input *in);

/* Size of the file now. GNO_ERR_IO. */
int stream_input_size(const struct stream_input *in, const char *path, uint64_t *size,
		      struct gno_err *err);

/* Reads up to `size` from now on, which the file has. What was read before is read again. */
void stream_input_limit(struct stream_input *in, uint64_t size);

/* So many bytes at `at`, past the windows; false: they are not there. */
bool stream_input_again(struct stream_input *in, uint64_t at, uint8_t *data, size_t len);

/* Fails where bytes could not be read. */
int stream_input_check(const struct stream_input *in, const char *path, struct gno_err *err);

/* Moves the near window, so that it begins at `at` or holds much of what follows. */
void stream_input_move(struct stream_input *in, uint64_t at);

/* As stream_input_bytes; moves the far window. */
const uint8_t *stream_input_far(struct stream_input *in, uint64_t at, size_t len);

static inline bool stream_window_holds(const struct stream_window *w, uint64_t at, size_t len)
{
	return at >= w->from && at + len <= w->from + w->len;
}

/* So many bytes (STREAM_FAR at most) of the file, which had them when it was opened; until the next
 * call. */
static inline const uint8_t *stream_input_bytes(struct stream_input *in, uint64_t at, size_t len)
{
	if (stream_window_holds(&in->near, at, len))
		return in->near.data + (at - in->near.from);
	return stream_input_far(in, at, len);
}

#endif
