/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_NEW_FILE_H
#define GNO_NEW_FILE_H

/* A file that comes whole or not at all, in a place where nothing is. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include "common/errors.h"

/*
 * Makes a temporary file beside `path`; its path in *temp is the caller's. GNO_ERR_STATE: there is
 * something at `path`; GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM.
 */
int gno_new_file(const char *path, char **temp, struct gno_err *err);

/* Opens it to be written. The caller closes *f with gno_close_written, and drops the file where
 * that fails. GNO_ERR_IO; *f is then NULL. */
int gno_new_file_open(const char *path, const char *temp, FILE **f, struct gno_err *err);

/*
 * Puts the temporary file in its place; `failed`: drops it. Frees *temp, which may be NULL.
 * GNO_ERR_STATE: something came there meanwhile. The temporary file is gone in any case.
 */
int gno_new_file_end(char **temp, const char *path, bool failed, struct gno_err *err);

/*
 * A file without a name, for what has no room in memory: in the folder TMPDIR, or in /tmp. *fd is
 * the caller's; it is open for reading and writing. GNO_ERR_IO, GNO_ERR_NOSPACE.
 */
int gno_scratch_open(int *fd, struct gno_err *err);

/* Writes to it, or reads what was written, all of it. GNO_ERR_IO, GNO_ERR_NOSPACE. */
int gno_scratch_put(int fd, off_t at, const void *data, size_t size, struct gno_err *err);
int gno_scratch_get(int fd, off_t at, void *data, size_t size, struct gno_err *err);

/* A write to it failed, for the reason `why` (errno). */
int gno_scratch_fail(int why, struct gno_err *err);

/* Adds to a failure for want of space how many bytes the file takes at most; 0: not known. Returns
 * `rc`. */
int gno_scratch_needs(int rc, uint64_t bytes, struct gno_err *err);

#endif
