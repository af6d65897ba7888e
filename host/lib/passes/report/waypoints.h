/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_WAYPOINTS_H
#define GNO_REPORT_WAYPOINTS_H

/*
 * The places of an index (passes/index/file.h), while the run is read: of each node every so many
 * bytes what its walk knows. Their states go to a file as they are found.
 */

#include "passes/index/file.h"
#include "passes/walk.h"

/* How many bytes of the trace lie between two places, at least. */
struct index_spacing {
	uint64_t bytes;
	uint64_t states; /* and so many times as many as the state of the first one has */
};

/* The index is below one hundredth of the trace. */
extern const struct index_spacing index_usual;

struct waypoints {
	struct index *x; /* with an open file */
	struct index_spacing spacing;
	uint64_t at;   /* written so far */
	uint64_t *due; /* of each node: where the next place comes, at least */
	bool cannot;   /* the file cannot be written */
	bool large;    /* a state is too large: no more places are taken */
	struct gno_err why;
};

/* waypoints_free in any case. GNO_ERR_NOMEM. */
int waypoints_begin(struct waypoints *p, struct index *x, const struct index_spacing *spacing);
void waypoints_free(struct waypoints *p);

struct calls_reading;

/* A place where a stream stands, if one is due, after a batch that the node's walk has taken, with
 * what is open of functions (calls_watch; NULL: that is not kept). In a packet that may still grow
 * there is none. GNO_ERR_NOMEM. */
int waypoints_take(struct waypoints *p, const struct gno_stream *s, const struct gno_batch *b,
		   struct walk *w, struct calls_reading *calls);

/* Writes an archive behind the states; *hash: of it. */
void waypoints_put(struct waypoints *p, const struct archive *a, uint64_t *hash);

#endif
