/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WAVE_PIPES_H
#define GNO_WAVE_PIPES_H

/* VCD in and out; FST by GTKWave's programs vcd2fst and fst2vcd, at the other end of a pipe. */

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>
#include "gnomon/error.h"

struct wave_pipe {
	FILE *file;	  /* VCD; NULL: not open */
	pid_t child;	  /* of the program, 0: none */
	const char *tool; /* its name */
};

/* Whether the name of a file is that of an FST. */
bool wave_is_fst(const char *path);

/* Opens a waveform for reading. GNO_ERR_IO, GNO_ERR_STATE (no fst2vcd). */
int wave_pipe_read(const char *path, struct wave_pipe *p, struct gno_err *err);

/* Opens the file `temp` that is to become `path`, for writing. Fails likewise. */
int wave_pipe_write(const char *path, const char *temp, struct wave_pipe *p, struct gno_err *err);

/*
 * Closes it and waits for the program, which then ends by itself. `whole`: all of it was to be read
 * or written; then GNO_ERR_FORMAT if the program failed, GNO_ERR_NOSPACE, GNO_ERR_IO. Else nothing
 * fails.
 */
int wave_pipe_close(struct wave_pipe *p, const char *path, bool whole, struct gno_err *err);

#endif
