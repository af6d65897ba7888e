/* SPDX-License-Identifier: Apache-2.0 */
#include "read/input.h"

#include "base/input.h"
#include "common/util.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* GNO_ERR_NOMEM. */
static int make_windows(struct stream_input *in, struct gno_err *err)
{
	in->near.data = malloc(STREAM_NEAR);
	in->far.data = malloc(STREAM_FAR);
	return in->near.data && in->far.data ? GNO_OK : gno_fail_nomem(err);
}

int stream_input_open(struct stream_input *in, const char *path, struct gno_err *err)
{
	struct base_fault fault;
	struct stat st;

	*in = (struct stream_input){.fd = base_input_open(path, &fault)};
	if (in->fd < 0) {
		int code = in->fd;

		in->fd = -1;
		return gno_take_fault(err, code, &fault);
	}
	if (fstat(in->fd, &st))
		return gno_fail_errno(err, errno, "cannot read '%s'", path);
	in->dev = st.st_dev;
	in->ino = st.st_ino;
	in->size = (uint64_t)st.st_size;
	return make_windows(in, err);
}

int stream_input_share(struct stream_input *in, const struct stream_input *of, struct gno_err *err)
{
	*in = *of;
	in->shared = true;
	in->near = in->far = (struct stream_window){NULL, 0, 0};
	return make_windows(in, err);
}

void stream_input_close(struct stream_input *in)
{
	if (in->fd >= 0 && !in->shared)
		close(in->fd);
	free(in->near.data);
	free(in->far.data);
}

int stream_input_check(const struct stream_input *in, const char *path, struct gno_err *err)
{
	if (in->error)
		return gno_fail_errno(err, in->error, "cannot read '%s'", path);
	if (in->shrunk)
		return gno_fail(err, GNO_ERR_IO,
				"cannot read '%s': it became shorter while it was read", path);
	return GNO_OK;
}

int stream_input_size(const struct stream_input *in, const char *path, uint64_t *size,
		      struct gno_err *err)
{
	struct stat st;

	if (fstat(in->fd, &st))
		return gno_fail_errno(err, errno, "cannot read '%s'", path);
	*size = (uint64_t)st.st_size;
	return GNO_OK;
}

void stream_input_limit(struct stream_input *in, uint64_t size)
{
	in->size = size;
	in->near.len = in->far.len = 0;
}

/* Reads into `data`; returns the bytes that were there. */
static size_t read_at(struct stream_input *in, uint64_t at, uint8_t *data, size_t len)
{
	size_t got = 0;

	while (got < len) {
		ssize_t n = pread(in->fd, data + got, len - got, (off_t)(at + got));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			in->error = n ? errno : 0;
			break;
		}
		got += (size_t)n;
		in->asked += (size_t)n;
	}
	return got;
}

bool stream_input_again(struct stream_input *in, uint64_t at, uint8_t *data, size_t len)
{
	return read_at(in, at, data, len) == len;
}

/* Fills a window from `at` on, of which it has the first `kept` bytes. */
static void fill_window(struct stream_input *in, struct stream_window *w, uint64_t at, size_t kept,
			size_t room)
{
	size_t got;

	w->from = at;
	w->len = at >= in->size ? 0 : in->size - at < room ? (size_t)(in->size - at) : room;
	got = kept + read_at(in, at + kept, w->data + kept, w->len - kept);
	if (got < w->len) {
		in->shrunk = true;
		memset(w->data + got, 0, w->len - got);
	}
}

void stream_input_move(struct stream_input *in, uint64_t at)
{
	struct stream_window *w = &in->near;
	uint64_t end = w->from + w->len;
	size_t kept = at >= w->from && at <= end ? (size_t)(end - at) : 0;

	if (at >= w->from && at <= end && (end == in->size || kept >= STREAM_NEAR / 2))
		return;
	memmove(w->data, w->data + w->len - kept, kept);
	fill_window(in, w, at, kept, STREAM_NEAR);
}

const uint8_t *stream_input_far(struct stream_input *in, uint64_t at, size_t len)
{
	if (!stream_window_holds(&in->far, at, len))
		fill_window(in, &in->far, at, 0, STREAM_FAR);
	return in->far.data + (at - in->far.from);
}
