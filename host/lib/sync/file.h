/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_FILE_H
#define GNO_SYNC_FILE_H

/*
 * boards.json: the time of several boards, beside their runs. JSON, versioned. Keys that end in _ps
 * are picoseconds of the host's raw clock since time 0. Format 1 did not name the board whose
 * nominal clock common time counts: it is the first one.
 */

#include "sync/entry.h"

#define SYNC_FORMAT 2
#define SYNC_FILE "boards.json"

/*
 * Puts it at `path`, whole or not at all, also in the place of an older one. GNO_ERR_IO,
 * GNO_ERR_NOSPACE, GNO_ERR_NOMEM.
 */
int sync_file_write(const char *path, const struct sync_set *set, struct gno_err *err);

/* Its text; the caller's. GNO_ERR_NOMEM. */
int sync_file_text(const struct sync_set *set, char **text, size_t *length, struct gno_err *err);

/*
 * Reads it, and prepares the mappings; *set is the caller's (sync_set_free), empty after a failure.
 * GNO_ERR_IO: cannot be read; GNO_ERR_FORMAT: of another format, or at fault, with file, line and
 * column of the first fault; GNO_ERR_NOMEM.
 */
int sync_file_read(const char *path, struct sync_set *set, struct gno_err *err);

#endif
