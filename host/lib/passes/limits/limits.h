/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_LIMITS_H
#define GNO_REPORT_LIMITS_H

/*
 * Whether a run keeps the limits of its experiment. Each is counted while the nodes are walked,
 * with its own bound, so that percentiles are decided by whole numbers and not by a histogram.
 * docs/answers/check.md has the rules.
 */

#include <stdio.h>
#include "compile/limit.h"
#include "results/report.h"

/*
 * What a limit of durations counts at a node: in each pair first with regard to "shorter than the
 * bound", then to "not longer". Where times are those of ticks, a duration is any that its own
 * bound (gno_node_bound) allows.
 */
struct limit_count {
	uint64_t below[2], maybe[2]; /* intervals of which it is so, and of which it may be */
	/* that were open when the run ended, or where records were lost, and of which it is not so
	 * already; that may have been such when the run ended */
	uint64_t open[2], cut[2];
	uint64_t open_maybe[2];
	struct report_longest longest, shortest, last; /* `last` of open ones; clocks 0: none */
	bool any;				       /* an interval ended */
};

/* What `after A comes B` counts at a node. */
struct limit_after {
	uint64_t hits;		       /* A */
	uint64_t late;		       /* with no B in time */
	uint64_t doubtful;	       /* where B may have come in time, or not: */
	uint64_t coarse;	       /* of these, by the ticks of the times alone */
	struct report_longest longest; /* from A to B, of those in time; */
	struct report_longest latest;  /* and of those too late; `clocks` is the least it can be */
	bool answered, open;	       /* some B came in time; no B was seen after the latest */
};

/* The bound of a limit in cycles of a node. */
struct limit_floor {
	uint64_t cycles; /* without its fraction */
	bool exact;	 /* there is none */
};

/* A limit of a run. */
struct report_limit {
	struct gno_limit limit;
	char *fault;		   /* it cannot be decided in this run, since ...; NULL: it can */
	bool *on;		   /* nodes that it is of */
	bool *left_out;		   /* nodes at which a filter left out records of its points */
	struct limit_floor *floor; /* one a node */
	struct limit_count *count; /* one a node, of durations */
	struct limit_after *after; /* likewise */
};

struct report_limits {
	struct report_limit *limit;
	size_t limits;
};

/*
 * The limits of the experiments that were loaded, and `given` ones. GNO_ERR_ARG: one that is given
 * is at fault; one of an experiment that is at fault is not known. GNO_ERR_NOMEM. On success *out
 * is the caller's (report_limits_free), NULL where there is none.
 */
int report_limits_load(const struct gno_report *r, const char *const *given, size_t count,
		       struct report_limits **out, struct gno_err *err);
void report_limits_free(struct report_limits *l);
/* Whether two lists, each NULL where there is none, have the same limits, of the same nodes. */
bool report_limits_same(const struct report_limits *a, const struct report_limits *b,
			unsigned nodes);

/* -- while a node is walked (limits/tally.c) -- */

/* What waits for its B at a node. */
struct limits_walk;

/* `bound`: by which a duration at the node can be wrong. NULL: no memory. */
struct limits_walk *limits_walk_begin(struct report_limits *l, unsigned node, unsigned bound);
void limits_walk_free(struct limits_walk *w);
/* An interval ended. */
void limits_interval(struct limits_walk *w, unsigned interval, uint64_t since, uint64_t clocks);
/* An interval is open, and it was seen for `clocks`: at the end of the run, or at a break. */
void limits_open(struct limits_walk *w, unsigned interval, uint64_t since, uint64_t clocks,
		 bool ended);
/* A point fired. GNO_ERR_NOMEM. */
int limits_fire(struct limits_walk *w, uint64_t time, int point);
/* Nothing is known from `from` to `to`, both included; the node's end is at `from`. */
void limits_break(struct limits_walk *w, uint64_t from, uint64_t to);
void limits_end(struct limits_walk *w, uint64_t end);

/* -- when all nodes were walked (limits/judge.c) -- */

enum report_verdict { REPORT_PASSED, REPORT_FAILED, REPORT_UNKNOWN };

struct report_judged {
	enum report_verdict verdict;
	char value[96];	  /* with its unit; "" where there is none */
	char reason[256]; /* why it is unknown; or what is worst of one that failed; or "" */
	bool has_node, has_cycle; /* of the worst violation */
	unsigned node;
	uint64_t cycle;
};

void report_limits_judge(const struct gno_report *r, size_t limit, struct report_judged *out);

/* How many there are of each verdict. */
struct report_limits_sum {
	size_t all, of[REPORT_UNKNOWN + 1];
};
struct report_limits_sum report_limits_count(const struct gno_report *r);

const char *report_verdict_name(enum report_verdict verdict);

/* -- what is written of them (out/text/check.c, out/json/report.c) -- */

/* As text; as JSON; as a table of Markdown; as JUnit's XML, where a limit of which it is not known
 * is skipped if that is `allowed`, else failed. */
int report_check_text(const struct gno_report *r, FILE *f, struct gno_err *err);
void report_check_json(const struct gno_report *r, FILE *f);
void report_check_markdown(const struct gno_report *r, FILE *f);
void report_check_junit(const struct gno_report *r, bool allowed, FILE *f);

#endif
