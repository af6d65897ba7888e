/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WAVE_SOURCE_H
#define GNO_WAVE_SOURCE_H

/*
 * A waveform that another program made, as lines of VCD, and those lines in an FST of one's own.
 * The VCD of an FST comes from a process of its own, which a damaged file may end.
 */

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>
#include "common/errors.h"
#include "out/wave/fst.h"

struct wave_source {
	FILE *file;  /* VCD; NULL: not open */
	pid_t child; /* that reads the FST, 0: none */
};

/* Whether the name of a file is that of an FST. */
bool wave_is_fst(const char *path);

/* Opens it. GNO_ERR_IO, GNO_ERR_NOMEM. */
int wave_source_open(const char *path, struct wave_source *s, struct gno_err *err);

/* Closes it and waits for the process. `whole`: all of it was to be read; then GNO_ERR_FORMAT if it
 * could not be, or GNO_ERR_IO. Else nothing fails. */
int wave_source_close(struct wave_source *s, const char *path, bool whole, struct gno_err *err);

/* GNO_ERR_FORMAT, and the words for it. */
int wave_source_foreign(const char *path, const char *what, struct gno_err *err);

/* The lines of a VCD into an FST: its scopes, signals and changes. Times are the caller's, who
 * calls fst_at; so is the unit. */

struct wave_copy;

/* `path`: of the VCD, for messages. NULL: no memory. */
struct wave_copy *wave_copy_begin(struct fst *f, const char *path);
void wave_copy_end(struct wave_copy *c);

/* The next line. GNO_ERR_FORMAT, GNO_ERR_NOMEM. */
int wave_copy_line(struct wave_copy *c, const char *line, struct gno_err *err);

#endif
