/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ARROW_STREAM_H
#define GNO_ARROW_STREAM_H

/* A table of a run as a stream of batches. */

#include <stddef.h>
#include <stdint.h>

#include "gnomon/arrow.h"
#include "common/errors.h"

struct arrow_options {
	const char *nodes;   /* names with commas, NULL: all */
	const char *columns; /* likewise; they come in the order of the table */
	uint64_t from, to;   /* cycles, both included */
	size_t rows;	     /* of a batch; one may have some more. 0: ARROW_ROWS */
};

#define ARROW_ROWS 65536

/*
 * Begins the table `name` of a run directory. The stream has a reader of the run of its own; *out
 * is the caller's, who releases it. GNO_ERR_ARG: there is no such table, node or column; or as
 * gno_report_look and report_rows_open fail.
 */
int arrow_stream(const char *dir, const char *name, const struct arrow_options *o,
		 struct ArrowArrayStream *out, struct gno_err *err);

/*
 * Moves a stream into a PyCapsule of the Python that this process runs, which finds it by its
 * names: a new reference. The caller holds Python's lock. NULL: there is no Python, or no memory;
 * the stream is still the caller's.
 */
void *arrow_capsule(struct ArrowArrayStream *stream);

#endif
