/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_SNAPSHOT_H
#define GNOMON_CLI_SNAPSHOT_H

/*
 * What a server shows of a run that may still be drained, in parts. Child processes make them, so
 * that the server goes on meanwhile, and write each into a file without a name. The metrics, and
 * the data of the page while somebody fetches them, are made again when the run has changed: at
 * most a quarter of the time is spent on that beside the reading of what is new. What needs all of
 * the trace is made by another process, which follows the run once somebody has fetched it; that
 * gets a tenth. A part that could not be made is tried again after a second; until then
 * the last one stays.
 */

#include <stdbool.h>
#include <stdint.h>
#include "common/errors.h"
#include "serve/maker.h"

struct snapshot;

/* A part that can be served at any time; MAKER_WINDOW is none. */
#define SNAPSHOT_PARTS MAKER_WINDOW

/* Fails as gno_report_build does, but for a run that is not started yet. On success *out is the
 * caller's. */
int snapshot_open(const char *dir, struct snapshot **out, struct gno_err *err);

/* Ends children that are at work. NULL is allowed. */
void snapshot_close(struct snapshot *s);

/* Takes what children have made, and has made what is due; whether something is there that was not.
 * To be called again and again. */
bool snapshot_tick(struct snapshot *s);

/* Somebody fetches a part. */
void snapshot_want(struct snapshot *s, enum maker_part part);

/* Whether a part is being made. */
bool snapshot_is_coming(const struct snapshot *s, enum maker_part part);

/* How many times it was tried to make a part. */
unsigned snapshot_number(const struct snapshot *s, enum maker_part part);

/* Another last one, or another fault, has another version. */
unsigned snapshot_version(const struct snapshot *s, enum maker_part part);

/* What went wrong with the last try; NULL: nothing. */
const char *snapshot_fault(const struct snapshot *s, enum maker_part part);

/* For how long the run has not been as the last one says. */
uint64_t snapshot_age_ms(const struct snapshot *s, enum maker_part part);

/* The last one: its file, which stays the snapshot's; -1: there never was one. */
int snapshot_part(const struct snapshot *s, enum maker_part part, struct maker_at *at);

/* While there is no first one of a part: how far the run is read, in words. */
#define SNAPSHOT_PROGRESS 128
void snapshot_progress(const struct snapshot *s, enum maker_part part,
		       char text[SNAPSHOT_PROGRESS]);

/*
 * -- windows: parts of the run by their cycles --
 */

#define SNAPSHOT_WINDOWS 8 /* at a time */

/* Has one made; -1: there are too many. */
int snapshot_window(struct snapshot *s, uint64_t from, uint64_t to);
/* Its outcome; NULL: it is not made yet. */
const struct outcome *snapshot_window_made(const struct snapshot *s, int window);
/* Its file, which stays the snapshot's. */
int snapshot_window_file(const struct snapshot *s, int window);
/* Nobody waits for it any more. */
void snapshot_window_end(struct snapshot *s, int window);

#endif
