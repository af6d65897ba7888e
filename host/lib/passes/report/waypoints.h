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
	uint64_t states;  /* and so many times as many as the state of the first one has */
	uint64_t numbers; /* of messages: and so many for each number that the matching keeps */
	uint64_t late;	  /* likewise: so many more, at most */
	uint64_t rounds;  /* rounds of lines have one of so many bytes, at most; 0: any */
};

/* The index is below one hundredth of the trace. */
extern const struct index_spacing index_usual;

struct waypoints {
	struct index *x; /* with an open file */
	struct index_spacing spacing;
	uint64_t at;	       /* written so far */
	uint64_t *due;	       /* of each node: where the next place comes, at least */
	uint64_t due_messages; /* likewise, of all nodes with ports together */
	bool cannot;	       /* the file cannot be written */
	bool large;	       /* a state is too large, or rounds: no more places are taken */
	bool late;	       /* a place of messages is: a node stands where it may still change */
	struct gno_err why;
};

/* waypoints_free in any case. GNO_ERR_NOMEM. */
int waypoints_begin(struct waypoints *p, struct index *x, const struct index_spacing *spacing);
void waypoints_free(struct waypoints *p);

struct calls_reading;
struct reader;

/* A place where a stream stands, if one is due, after a batch that the node's walk has taken, with
 * what is open of functions (calls_watch; NULL: that is not kept). In a packet that may still grow
 * there is none. GNO_ERR_NOMEM. */
int waypoints_take(struct waypoints *p, const struct gno_stream *s, const struct gno_batch *b,
		   struct walk *w, struct calls_reading *calls);

struct message_match;

/* A place of all nodes with ports, if one is due, in the `batch` of a pass whose reader has handed
 * all events before it to the matching, the latest write at `time`. GNO_ERR_NOMEM. */
int waypoints_take_messages(struct waypoints *p, const struct gno_report *r,
			    const struct reader *reader, uint64_t time,
			    struct message_match *match);

/* Writes all stretches of lines before the first place; where these have too many bytes, p->large.
 * Fails as report_pauses_check; GNO_ERR_NOMEM. */
int waypoints_put_rounds(struct waypoints *p, const struct gno_report *r, struct gno_err *err);

/* Writes an archive behind the states; *hash: of it. */
void waypoints_put(struct waypoints *p, const struct archive *a, uint64_t *hash);

#endif
