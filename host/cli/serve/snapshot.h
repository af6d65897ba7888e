/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_SNAPSHOT_H
#define GNOMON_CLI_SNAPSHOT_H

/*
 * What a server shows of a run that may still be drained, in parts. A child process makes them, so
 * that the server goes on meanwhile, and writes each into a file without a name. A part is made
 * again when it is requested and the run has changed; at most a tenth of the time is spent on it.
 * One that could not be made is tried again after a second.
 */

#include <stdbool.h>
#include <stdint.h>
#include "common/errors.h"

struct snapshot;

enum snapshot_part {
	SNAPSHOT_DATA,	  /* of the page: JSON */
	SNAPSHOT_METRICS, /* for Prometheus */
	SNAPSHOT_PARTS,
};

/* Where a part lies. */
struct snapshot_part_at {
	uint64_t offset, length;
};

/* Makes the first metrics. On success *out is the caller's. Fails as gno_report_build does. */
int snapshot_open(const char *dir, struct snapshot **out, struct gno_err *err);

/* Ends a child that is at work. NULL is allowed. */
void snapshot_close(struct snapshot *s);

/*
 * Whether the last one of a part can be served: it is as the run is, or was made a short time ago.
 * Else one is being made, perhaps since now, or another part is, and this function is to be called
 * again after that.
 */
bool snapshot_is_fresh(struct snapshot *s, enum snapshot_part part);

/* Takes what the child has made; whether there is something. */
bool snapshot_look(struct snapshot *s);

/* Number of the last one of a part: another one has another number. */
unsigned snapshot_number(const struct snapshot *s, enum snapshot_part part);

/* What went wrong with the last one; NULL: nothing. */
const char *snapshot_fault(const struct snapshot *s, enum snapshot_part part);

/* The last one: its file, which stays the snapshot's. */
int snapshot_part(const struct snapshot *s, enum snapshot_part part, struct snapshot_part_at *at);

#endif
