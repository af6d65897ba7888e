/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RUN_H
#define GNO_RUN_H

/* Inside of a run directory that is open. */

#include "gnomon/run.h"

#define GNO_CTF_HEADER 8 /* bytes of a stream's packet header */

/* What the journal says of a node. */
struct gno_run_node {
	uint64_t size; /* valid bytes of the stream's file */
	bool sync;     /* its sync came */
	bool flush;    /* its flush came */
	bool done;     /* nothing more will come */
	bool reached;  /* it reported the end point */
};

/* Slots that were no records. */
struct gno_run_hole {
	uint64_t position, slots;
};

struct gno_run {
	char *dir;
	int lock; /* descriptor of the folder */
	struct gno_manifest *m;
	enum gno_run_state state;
	char *device;
	char *started; /* wall clock, ISO 8601; NULL: not yet */
	enum gno_buffer_mode mode;
	unsigned after;
	int number; /* run number, -1: not started */
	unsigned limit_ms;
	int until; /* event code of the end point, 0: none */
	bool until_on[GNO_MAX_NODES];
	uint64_t drained_at; /* wall clock of the last piece, seconds since 1970; 0: none yet */
	struct gno_progress progress;
	struct gno_run_node *node;
	struct gno_run_hole *hole;
	size_t holes;
};

/* Reads RUN/run.json into a run whose dir and manifest are set. GNO_ERR_IO, GNO_ERR_FORMAT, GNO_ERR_MISMATCH.
 */
int gno_journal_read(struct gno_run *run, struct gno_err *err);

/* Replaces DIR/run.json. GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM. */
int gno_journal_write(const struct gno_run *run, struct gno_err *err);

/* The journal of an experiment that was just loaded; `dir` is where it goes. */
int gno_journal_create(const char *dir, const struct gno_experiment *e, struct gno_err *err);

/* Writes DIR/points.json. */
int gno_points_write(const char *dir, const struct gno_experiment *e, struct gno_err *err);

/* Writes RUN/trace/metadata: the manifest's CTF text and an environment that says what the run was. */
int gno_metadata_write(const struct gno_run *run, struct gno_err *err);

/* Path of a node's stream, the caller's; NULL: no memory. */
char *gno_stream_file(const struct gno_run *run, unsigned node);

#endif
