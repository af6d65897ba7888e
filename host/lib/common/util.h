/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_UTIL_H
#define GNO_UTIL_H

/* Small things that several files of the library need. Not part of the public interface. */

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "base/fault.h"
#include "common/errors.h"

/* The word of 32 bits in four bytes, the lowest first. */
static inline uint32_t gno_le32(const void *bytes)
{
	uint32_t word;

	memcpy(&word, bytes, sizeof(word));
	return le32toh(word);
}

/* The number of 64 bits in eight. */
static inline uint64_t gno_le64(const void *bytes)
{
	uint64_t number;

	memcpy(&number, bytes, sizeof(number));
	return le64toh(number);
}

/* The same as gno_le32 of `count` words that follow each other. */
static inline void gno_le32_words(uint32_t *out, const void *bytes, size_t count)
{
	memcpy(out, bytes, count * sizeof(*out));
	for (size_t i = 0; i < count; i++)
		out[i] = le32toh(out[i]);
}

/* Milliseconds of a clock that never goes back. */
uint64_t gno_now_ms(void);

/* Nanoseconds of a clock that nothing corrects while it runs: CLOCK_MONOTONIC_RAW. */
uint64_t gno_raw_ns(void);

/* Reads a whole regular file; *text (one zero byte behind it) is the caller's. GNO_ERR_IO,
 * GNO_ERR_NOMEM. */
int gno_slurp(const char *path, char **text, size_t *len, struct gno_err *err);

/* The error of a function of base/, with its message; 0 stays 0. */
int gno_take_fault(struct gno_err *err, int code, const struct base_fault *fault);

/*
 * Replaces a file whole or not at all: writes it beside its place, under a name of its own, then
 * renames it. What is there must be a file, or nothing. It is on the disk after gno_sync_file or
 * gno_run_sync. GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM.
 */
int gno_replace_file(const char *path, const char *text, size_t len, struct gno_err *err);

/* Waits until a file and its name are on the disk. GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM. */
int gno_sync_file(const char *path, struct gno_err *err);

/* Writes all bytes at the descriptor's place. `path` is for the message. GNO_ERR_IO,
 * GNO_ERR_NOSPACE. */
int gno_write_all(int fd, const char *path, const void *data, size_t len, struct gno_err *err);

/* Closes a file that was written: 0, or -1 with errno where any of it could not be written. fclose
 * alone does not notice what failed before. */
int gno_close_written(FILE *f);

/*
 * Room for one more element in an array that holds `count` of `size` bytes each: the array, perhaps
 * elsewhere, or NULL where there is no memory (then the old one is still there).
 */
void *gno_room(void *array, size_t count, size_t size);

/* Formatted text in new memory (the caller's), or NULL where there is none. */
char *gno_format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Puts a copy of a text, or NULL, in place of the one in *to, which it frees. GNO_ERR_NOMEM. */
int gno_set_text(char **to, const char *text, struct gno_err *err);

/* Folder of `path` joined with `name`; an absolute name stays as it is. NULL: no memory. */
char *gno_beside(const char *path, const char *name);

/* A search for the name nearest to a word, one candidate after the other. */
struct gno_near {
	const char *word;
	const char *best; /* NULL: nothing is near enough to be worth a suggestion */
	unsigned least;	  /* changed, left out, inserted or swapped characters of the best */
};

struct gno_near gno_near_begin(const char *word);
void gno_near_try(struct gno_near *near, const char *name);

/* The same of `count` names (each at list + i * stride is a `const char *`): the best, or NULL. */
const char *gno_nearest(const char *word, const void *list, size_t count, size_t stride);

#endif
