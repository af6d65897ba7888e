/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_AT_H
#define GNO_REPORT_AT_H

/* What is known of one cycle of a run, found in its lists around the cycle. */

#include "results/report.h"
#include "results/rows.h"

/* An interval that is open at the cycle: the one that began last. */
struct report_at_interval {
	size_t open;	/* how many of its name are; 0: what follows means nothing */
	uint64_t begin; /* <= the cycle */
	bool ended;
	uint64_t end; /* > the cycle */
};

/* A segment that holds the cycle. */
struct report_at_segment {
	bool there; /* else there is none */
	uint64_t began, ended, trigger;
	uint64_t word; /* the last one that counted up to the cycle */
	bool known;    /* there was one */
	/* whether it counted in the cycle itself; `held`: not known */
	bool current, held;
};

struct report_at_node {
	uint64_t cycle; /* of the node's own board; of one board that of the report */
	bool has_last, has_next;
	struct report_event last, next; /* that fired: up to the cycle, after it */
	bool unseen;			/* nothing is known of the cycle */
	enum report_unseen why;
	uint64_t from, to; /* for so long */
	bool over;	   /* its records end at `from`, and the node went on for an unknown time */
	struct report_at_interval *interval; /* one of the report's intervals each */
	bool sampled;			     /* a sample counts the cycle */
	uint64_t sample_from, sample_to;
	struct gno_ratio *pair; /* its counts, one a pair */
	struct report_at_segment segment[GNO_MAX_SEGMENT_UNITS];
};

struct report_at {
	const struct gno_report *r;
	uint64_t cycle; /* of several boards a common time (read/boards.h) */
	struct report_at_node *node;
	bool has_line;		    /* lines pause the time counters: */
	struct report_stretch line; /* what is known of them there */
};

/*
 * Finds it; a report that gno_report_look has made is enough. *out is the caller's
 * (report_at_free), also after a failure. GNO_ERR_ARG: the run does not have the cycle;
 * GNO_ERR_NOMEM; or as gno_stream_read fails.
 */
int report_at_find(const struct gno_report *r, uint64_t cycle, struct report_at **out,
		   struct gno_err *err);
void report_at_free(struct report_at *a);

/* Writes it. GNO_ERR_NOMEM. */
int report_at_text(const struct report_at *a, FILE *f, struct gno_err *err);
int report_at_json(const struct report_at *a, FILE *f, struct gno_err *err);

#endif
