/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_INDEX_STATE_H
#define GNO_INDEX_STATE_H

/*
 * What a second walk knows between two batches, so that another one can go on from there: all that
 * its rows depend on, but for REPORT_BANKS. Statistics, of which it makes no rows, are not in it.
 */

#include "passes/index/archive.h"
#include "passes/walk.h"
#include "read/reader.h"
#include "read/stream.h"

/* The walk must have begun (walk_begin), and taken its batch. Written or read; what is bad is in
 * `a`. GNO_ERR_NOMEM. */
int state_of_walk(struct archive *a, struct walk *w);

/* Where a stream stands. */
void state_of_place(struct archive *a, struct stream_place *p);

/* Where the reading of a node stands. One that is read is before that of a reader where the node
 * has begun (reader_place). */
void state_of_lane(struct archive *a, struct reader_place *p);

/* What the look finds of a node (results/report.h: before the walk). */
void state_of_look(struct archive *a, struct report_node *n);

#endif
