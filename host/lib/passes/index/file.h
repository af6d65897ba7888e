/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_INDEX_FILE_H
#define GNO_INDEX_FILE_H

/*
 * The index of a run, RUN/trace.index: what the look finds of each node, and every so often what a
 * walk over the node knows between two batches, and of all nodes with event ports what the matching
 * of messages knows; and when lines paused the time counters. So the trace need not be read to open
 * the run, nor what lies before a cycle that is requested. It repeats what the trace says and is
 * never believed against it: it counts only for files of the size and the time that it names, and
 * each of its places only where the packet is the one that it names. What does not fit is read from
 * the trace.
 *
 * The file has the states of the places one after the other, then the table, then the foot: the
 * magic, where the table lies, its length and its hash, in 64 bits each, the lowest byte first. The
 * table and the states are archives (archive.h).
 */

#include "passes/index/archive.h"
#include "results/report.h"
#include "read/stream.h"

#define INDEX_FILE "trace.index"
#define INDEX_MAGIC UINT64_C(0x36786564496f6e67) /* "gnoIdex6" */
#define INDEX_FOOT 32				 /* bytes */

/* A place of a node, or of all nodes with event ports; or a piece of the stretches of lines. */
struct index_place {
	uint64_t time; /* before it: no row, or write, of a later time comes before the place */
	uint64_t at;   /* of its state in the file */
	uint64_t length, hash;
};

struct index_node {
	struct index_place *place; /* in the order of the records */
	size_t places;
};

struct index {
	int fd;
	uint64_t key;
	unsigned nodes;
	struct index_node *node;
	struct index_node
	    messages;	 /* of all nodes with ports: where they stand, and the matching */
	uint64_t breaks; /* of all of the run (struct message_counts) */
	bool calls; /* behind what the walk knows, states have what is open of functions, if any */
	/* of a monitor with lines that pause the time counters (rounds.h): */
	struct index_node rounds;
	uint64_t stretches, rounds_hash; /* of the bytes of all pieces together */
	struct report_pauses_sum lines;
	struct report_nodes recording; /* while it is read */
};

/* What a run is made of, of which the points are loaded: size and time of its files. GNO_ERR_NOMEM.
 */
int index_key(const struct gno_report *r, uint64_t *out, struct gno_err *err);

/* The index of a run, if there is one with that key: 1, and what the look would find is in r->node;
 * *out is the caller's (index_close). 0: there is none. GNO_ERR_NOMEM. */
int index_open(struct gno_report *r, uint64_t key, struct index **out, struct gno_err *err);
void index_close(struct index *x);
/* There are no places of nodes any more. NULL is allowed. */
void index_drop_places(struct index *x);

/* Its path, the caller's; NULL: no memory. */
char *index_path(const struct gno_report *r);

/* The table, written or read. What is bad is in `a`. GNO_ERR_NOMEM. */
int index_table(struct archive *a, struct gno_report *r, struct index *x);

/* Of the packet in which a stream stands. */
uint64_t index_packet(const struct gno_stream *s, const struct stream_place *p);
/* Whether a place is one of the stream, in that packet. */
bool index_is_place(const struct gno_stream *s, const struct stream_place *p, uint64_t packet);

/*
 * The last place of a node before which no row of `cycle` or later comes: 1; *place is where its
 * stream goes on, and `state` what its walk knows (state.h), the caller's (archive_free). 0: there
 * is none that can be trusted. GNO_ERR_NOMEM.
 */
int index_find(const struct index *x, const struct gno_report *r, unsigned node, uint64_t cycle,
	       struct stream_place *place, struct archive *state, struct gno_err *err);

/* The last place of all nodes with ports before which no write of `time` or later comes: 1; `state`
 * is the caller's (archive_free). 0: there is none. GNO_ERR_NOMEM. */
int index_find_messages(const struct index *x, uint64_t time, struct archive *state,
			struct gno_err *err);

/* Whether what was read of a state was all right; else GNO_ERR_FORMAT. */
int index_check(const struct gno_report *r, const struct archive *state, struct gno_err *err);

#endif
