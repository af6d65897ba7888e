/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PASSES_LINE_H
#define GNO_PASSES_LINE_H

/*
 * From the records of the lines, of all nodes and in order of time, to stretches of cycles. Where a
 * node has lost records, those of the others serve. Where all have, the next record shows for how
 * many cycles a line was asserted meanwhile, and if it ended a round, when that began.
 *
 * Rounds of two lines have a cycle between them, as two rounds of one line have. So all lines
 * together are like one, and each round is of the line that a record of it names.
 */

#include "read/trace.h"
#include "results/pauses.h"

/* What a node can have recorded. */
struct line_node {
	uint64_t from; /* cycles from this one on */
	uint64_t end;  /* up to this one, not included */
};

/* What line_known takes for certain. */
enum line_trust {
	LINE_SURE,    /* what no record can change */
	LINE_RECORDS, /* records that were read, too */
	LINE_START,   /* and that the run began with no line asserted */
};

struct line {
	struct report_pauses *out;
	struct line_node *node;
	unsigned nodes;
	enum gno_line of; /* a round without a record is of this line; GNO_LINES: not known which */
	uint64_t now;	  /* all before it is settled, or in `cur` */
	/* the last one that is not complete; unknown: from cycle `steady` up to `now` no line
	 * changed, as nodes have seen */
	struct report_stretch cur;
	uint64_t steady;
	/* a round before it: other nodes' records of its end may come, or its end was lost */
	bool holds;
	struct report_stretch held;
	bool any; /* there was a record */
	/* before it: there was a cycle that no node saw, the first one is `first` */
	bool lost;
	uint64_t first;
	uint64_t odd; /* records that contradict the ones before them */
	enum line_trust trust;
	bool revised; /* what line_known gave was wrong */
};

/* Begins with cycle 0; `node` is the caller's, and what nodes can have recorded. `of`: the only
 * line that the monitor has; GNO_LINES: it has several. */
void line_begin(struct line *l, struct line_node *node, unsigned nodes, enum gno_line of,
		struct report_pauses *out);
/* A record of a line. GNO_ERR_IO. */
int line_record(struct line *l, const struct gno_record *rec, struct gno_err *err);
/* A node has recorded nothing from cycle `from` to `to`, both included. GNO_ERR_IO. */
int line_lost(struct line *l, unsigned node, uint64_t from, uint64_t to, struct gno_err *err);
/* No record of a line, nor of a loss, comes before cycle `to`. GNO_ERR_IO. */
int line_pass(struct line *l, uint64_t to, struct gno_err *err);
/*
 * Hands what is known of the cycles behind the stretches that were put to report_pauses_open.
 * Returns the first cycle of which nothing is known.
 */
uint64_t line_known(const struct line *l);
/* The run ended in cycle `end`. GNO_ERR_IO. */
int line_end(struct line *l, uint64_t end, struct gno_err *err);

#endif
