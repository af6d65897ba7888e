/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_CALLS_H
#define GNO_CALLS_H

/*
 * Call trees of a run: which functions called which, how often and for how long, at each node and
 * in each of its processes. They come from the points that are the entry or the returns of a
 * function. docs/answers/calls.md states what is counted where.
 */

#include <signal.h>

#include "passes/calls/tree.h"
#include "results/report.h"

#define CALLS_PATHS 1000000 /* paths of functions that are distinguished */
#define CALLS_DEPTH 1000    /* functions in a path, likewise */
#define CALLS_OPEN 1000000  /* calls that can be open at a time, of all processes of a node */

/* A function of which a point is the entry or the returns. */
struct calls_function {
	const char *name;
	const char *file; /* NULL: not known */
	unsigned line;	  /* 0: not known */
	uint64_t address;
	bool system;	       /* none: the time in the operating system */
	bool at_once, loops;   /* as in struct gno_pattern_called */
	bool entered, returns; /* there are points for its entry, and for its returns */
};

/* A process of a node, or all of a node whose event port names none. */
struct calls_lane {
	unsigned node;
	bool known; /* the port named the process; else it is not known which one ran */
	bool alone; /* the node has no other one, and no process is known */
	unsigned process;
	uint32_t root;	    /* its place in the tree */
	uint64_t switches;  /* stretches in which it ran that began in what is requested */
	uint64_t unmatched; /* returns without an entry, and nothing was lost before them */
	uint64_t begun;	    /* the same after a loss: the entry may lie in it, or before it */
	uint64_t overflows; /* more calls were open than there is room for: all were cut */
};

/* Why a call that began is not seen to its end: enum report_unseen, or one of these. */
enum calls_cut {
	CALLS_CUT_PROCESS = REPORT_UNSEEN_KINDS, /* another process came; which one ran was not
						    known */
	CALLS_CUT_ROOM,				 /* too many calls were open */
	CALLS_CUT_RANGE, /* it lies partly outside of the clocks that are requested */
	CALLS_CUTS,
};

/* What is seen of a node. */
struct calls_seen {
	bool wanted;
	uint64_t clocks;			 /* in which something is known */
	uint64_t lost[REPORT_UNSEEN_KINDS];	 /* in which nothing is */
	uint64_t stretches[REPORT_UNSEEN_KINDS]; /* of these */
	uint64_t cut[CALLS_CUTS];		 /* calls, of all processes */
	bool cut_off;	  /* its records end without the end of the run; that is a hole, too */
	uint64_t missing; /* then: bytes that the file lacks, as far as is known */
};

struct calls {
	const struct gno_report *r;
	uint64_t from, to; /* both included */
	struct calls_function *function;
	size_t functions;
	struct calls_tree tree;
	struct calls_lane *lane; /* by node and process, those not known last */
	size_t lanes;
	struct calls_seen *seen; /* one a node */
};

struct calls_options {
	const char *node; /* only these, a list of names with commas; NULL: all */
	bool has_process; /* only this one */
	unsigned process;
	const char *root;   /* a function that is called by none of the others; NULL: not known */
	uint64_t from, to;  /* only clocks from here to there, both included */
	size_t paths, open; /* limits; 0: CALLS_PATHS, CALLS_OPEN */
	unsigned depth;	    /* likewise: CALLS_DEPTH */
	const volatile sig_atomic_t *interrupted; /* NULL: nothing interrupts it */
};

/*
 * The call trees of a run (gno_report_look is enough). On success *out is the caller's
 * (calls_free), and holds as long as the report. GNO_ERR_ARG: no such node or function, no point of
 * the run is the entry of a function, or it ends before `from`; GNO_ERR_STATE: a filter left out
 * entries or returns; GNO_ERR_NOMEM, GNO_ERR_INTERRUPTED; or as gno_stream_read
 * fails.
 */
int calls_make(const struct gno_report *r, const struct calls_options *o, struct calls **out,
	       struct gno_err *err);
void calls_free(struct calls *c);

/*
 * The same beside other passes, in a go that begins all nodes that are requested, or all; of the
 * report it needs what gno_report_look found. The trees are there after the go, as calls_finish
 * has them (once). *out is the caller's, also after a failure (calls_reading_free). They fail as
 * calls_make does; after GNO_ERR_ARG and GNO_ERR_STATE of calls_add the reader goes without them.
 */
struct reader;
struct calls_reading;
int calls_add(const struct gno_report *r, const struct calls_options *o, struct reader *reader,
	      struct calls_reading **out, struct gno_err *err);
int calls_finish(struct calls_reading *g, struct calls **out, struct gno_err *err);
void calls_reading_free(struct calls_reading *g);

struct archive;
struct report_row;

/*
 * What is open at each node, for the index of a run (passes/index/file.h): takes all rows of
 * REPORT_FIRED. *out is the caller's, also after a failure (calls_reading_free). GNO_ERR_NOMEM.
 */
int calls_watch(const struct gno_report *r, struct calls_reading **out, struct gno_err *err);
/* Whether any point is of a function; else no row is of use. */
bool calls_watch_any(const struct calls_reading *g);
/* GNO_ERR_NOMEM. */
int calls_watch_take(struct calls_reading *g, const struct report_row *row);
/* Writes what is open at a node. GNO_ERR_NOMEM. */
int calls_watch_state(struct calls_reading *g, unsigned node, struct archive *a);

/* The name of what is called at a node of the tree: "main", "(unknown callers)", "(other)". */
const char *calls_name(const struct calls *c, const struct calls_node *n);
/* The name of a lane in its node: "process 1", of one that the experiment names "disk (process 1)",
 * "process ?"; "": its node has no processes. */
#define CALLS_LANE_NAME 128
const char *calls_lane_name(const struct calls *c, const struct calls_lane *l,
			    char buf[CALLS_LANE_NAME]);

/* A function in all its calls. */
struct calls_flat {
	uint32_t function; /* or CALLS_LOST, CALLS_OTHER, CALLS_ROOT */
	uint64_t self;
	uint64_t outermost;	/* with what was called, but without calls within a call of it */
	uint64_t all;		/* the same with them: a clock counts once for each */
	struct calls_node sums; /* of calls */
};

/*
 * The functions of all lanes by their own time, longest first. *out is the caller's (free).
 * GNO_ERR_NOMEM.
 */
int calls_flat(const struct calls *c, struct calls_flat **out, size_t *count, struct gno_err *err);

/* Clocks of all lanes. */
uint64_t calls_clocks(const struct calls *c);

/* -- forms; the caller must check the file for faults -- */

struct calls_style {
	unsigned depth; /* deepest to be shown; 0: all */
	double least;	/* share of its node's clocks that a path must have, 0 to 1 */
	bool flat;
};

/* GNO_ERR_NOMEM. */
int calls_text(const struct calls *c, const struct calls_style *style, FILE *f,
	       struct gno_err *err);

#endif
