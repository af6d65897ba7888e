/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_OPEN_RUN_H
#define GNO_OPEN_RUN_H

/* Inside of a run directory that is open. */

#include <stdio.h>
#include "common/moment.h"
#include "run/journal.h"
#include "run/run.h"

struct gno_run {
	char *dir;
	bool lent; /* manifest and patterns of the first load are of who made the run */
	int lock;  /* descriptor of the folder */
	struct gno_manifest *m;
	enum gno_run_state state;
	char *device;
	char *started; /* wall clock, ISO 8601; NULL: not yet */
	enum gno_buffer_mode mode;
	bool frozen; /* mode wrap: the recorder stopped by itself before it was drained */
	unsigned after;
	bool model;	/* started in a simulated model of the monitor, not in the hardware */
	uint64_t nonce; /* by which the monitor knows this run from all others; 0: it does not */
	int number;	/* run number, -1: not started */
	unsigned loaded_run;   /* of the monitor when the patterns were loaded */
	uint64_t loaded_nonce; /* likewise */
	unsigned limit_ms;
	struct gno_simulation simulation;
	struct gno_anchors anchors;
	struct gno_entries_state entries; /* at the position */
	uint64_t drained_at; /* wall clock of the last piece, seconds since 1970; 0: none yet */
	struct gno_progress progress;
	struct gno_pending pending;
	struct gno_run_node *node;
	struct gno_run_load *load; /* in order; the first is from before the start */
	size_t loads;
};

/* Opens a run directory as the only one that may write it; *out is to be closed in any case (-1: it
 * is not open). GNO_ERR_IO; GNO_ERR_STATE: another has it. */
int gno_run_lock(const char *dir, int *out, struct gno_err *err);

/* The patterns that hold at a node once so many load records "live" came from it. */
const struct gno_pattern_file *gno_run_patterns(const struct gno_run *run, unsigned node,
						uint64_t lives);

/* The patterns that hold at a node when all that was loaded is in force. */
const struct gno_pattern_file *gno_run_patterns_now(const struct gno_run *run, unsigned node);

/* As gno_run_ask, as far as it can be decided without the monitor. */
int gno_run_may_ask(const struct gno_run *run, unsigned node, struct gno_err *err);

/* Whether the monitor is in this run. GNO_ERR_MISMATCH: it was reset, or started again. */
int gno_run_check_monitor(const struct gno_run *run, const struct gno_status *status,
			  struct gno_err *err);

/* Whether the device, identified, is of the kind that the run was started in: hardware or model.
 * GNO_ERR_MISMATCH.
 */
int gno_run_check_kind(const struct gno_run *run, const struct gno_device *dev,
		       struct gno_err *err);

/* Whether slots of the trace buffer can be entries (run/entry.h): not in a model of the monitor. */
static inline bool gno_run_has_entries(const struct gno_run *run)
{
	return run->m->single.present && !run->model;
}

/* Whether a node is off, because a load was interrupted. */
bool gno_run_node_off(const struct gno_run *run, unsigned node);

/* Reads RUN/run.json into a run whose dir and manifest are set. GNO_ERR_IO, GNO_ERR_FORMAT,
 * GNO_ERR_MISMATCH.
 */
int gno_journal_read(struct gno_run *run, struct gno_err *err);

/* Replaces DIR/run.json. GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM. */
int gno_journal_write(const struct gno_run *run, struct gno_err *err);

/*
 * A run of patterns that are loaded into this monitor, which is not written to `dir` yet and not
 * locked. GNO_ERR_IO, GNO_ERR_NOMEM.
 */
int gno_run_create(const char *dir, const struct gno_manifest *m, const struct gno_pattern_file *p,
		   const struct gno_status *monitor, struct gno_run **out, struct gno_err *err);

/* Writes a pattern file of that name into the run directory `dir`, whose manifest is beside it. */
int gno_run_write_patterns(const char *dir, const char *file, const struct gno_pattern_file *p,
			   struct gno_err *err);

/*
 * Writes one node's tables, except tables (and rows that can be written alone) that are as in
 * `now`, which it has (NULL: not known): they continue to count while others are written. The
 * node's triggers are off; it is selected with these flags.
 */
int gno_node_write_tables(const struct gno_pattern_file *p, unsigned node,
			  const struct gno_pattern_node *now, struct gno_node_flags flags,
			  struct gno_device *dev, struct gno_err *err);

/* Writes RUN/trace/metadata: CTF text of the records and an environment that identifies the run.
 */
int gno_metadata_write(const struct gno_run *run, struct gno_err *err);

/*
 * Puts another rate, and another begin of cycle 0 in ns since 1970, into the metadata of a run
 * directory. GNO_ERR_FORMAT: it has no clock; GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM.
 */
int gno_metadata_set_clock(const char *dir, uint64_t hz, uint64_t epoch, struct gno_err *err);

/* Writes what the run directory holds to the disk. GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM. */
int gno_run_sync(const struct gno_run *run, struct gno_err *err);

/* Path of a node's stream, the caller's; NULL: no memory. */
char *gno_stream_file(const struct gno_run *run, unsigned node);

/*
 * Writes CTF 1.8 metadata (TSDL) for the records as the hardware sends them, in packets
 * (records/packet.h): a stream class for each `stream_id`, with the kinds that its nodes send.
 * `epoch`: when cycle 0 was, in ns since 1970; 0: not known.
 */
void gno_ctf_write(FILE *out, const struct gno_manifest *m, uint64_t epoch);

#endif
