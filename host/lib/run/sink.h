/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SINK_H
#define GNO_SINK_H

/*
 * Takes the words of the trace buffer: cuts them into records, sorts these by node, extracts what
 * the drain must know, and keeps them in memory until gno_sink_commit puts them into the files and
 * then into the journal.
 */

#include "run/open_run.h"

struct gno_sink;

/* Opens the files of a run and truncates them to the lengths in the journal. *out is the
 * caller's. */
int gno_sink_open(struct gno_run *run, struct gno_sink **out, struct gno_err *err);

/* Closes it; what was not committed is dropped. NULL is allowed. */
void gno_sink_close(struct gno_sink *sink);

/* Discards what was not committed, and resumes at the position (in slots). `wrapped`: the slots
 * before it are overwritten. */
int gno_sink_restart(struct gno_sink *sink, uint64_t position, bool wrapped, struct gno_err *err);

/*
 * Takes the next slots (two words each, as bytes) of the trace buffer. GNO_ERR_MISMATCH: they bear
 * another run's number, or a node's first record is no sync.
 */
int gno_sink_feed(struct gno_sink *sink, const uint8_t *data, unsigned slots, struct gno_err *err);

/*
 * From the next commit on the journal has all slots that were fed and are not records yet, until
 * they are. Returns whether that is more than it has. Only slots of entries wait for others that
 * need room.
 */
bool gno_sink_keep(struct gno_sink *sink);

/* Position behind what was fed, since the run began; and behind that of which nothing is read
 * again, once it is committed. */
uint64_t gno_sink_fed(const struct gno_sink *sink);
uint64_t gno_sink_held(const struct gno_sink *sink);

/* Nothing more will come: what is left of a record is a hole. */
int gno_sink_finish(struct gno_sink *sink, struct gno_err *err);

/*
 * Puts whole records that were fed into the files, and the new sizes and position into the journal,
 * in that order. After a failure (GNO_ERR_NOSPACE, GNO_ERR_IO) files and journal are as after the
 * last commit.
 */
int gno_sink_commit(struct gno_sink *sink, struct gno_err *err);

/* Whether all nodes sent their last record; whether all that must have reached the end point. With
 * what was fed. */
bool gno_sink_done(const struct gno_sink *sink);
bool gno_sink_reached(const struct gno_sink *sink);

/* Name of a node that sent no flush yet, NULL: all did. */
const char *gno_sink_missing(const struct gno_sink *sink);

/* No node has reached the end point: another one holds from now on. */
void gno_sink_begin_again(struct gno_sink *sink);

/* What is known of a node, with what was fed. */
const struct gno_run_node *gno_sink_node(const struct gno_sink *sink, unsigned node);

/* Everything that was fed. */
const struct gno_progress *gno_sink_progress(const struct gno_sink *sink);

#endif
