/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_DIFF_H
#define GNO_REPORT_DIFF_H

/*
 * Two runs beside each other: of each interval how long it took in both, and whether the difference
 * counts; and of each measure its value. docs/guide/report.md has the rules.
 */

#include <stdio.h>
#include "report/report.h"

enum diff_verdict {
	DIFF_SAME,    /* no difference that counts */
	DIFF_LONGER,  /* the second run took longer */
	DIFF_SHORTER, /* less long */
	DIFF_GONE,    /* it has none in the second run */
	DIFF_NEW,     /* it has none in the first run */
};

struct diff_part {
	uint64_t lo, hi;
};

/* An interval over all nodes; arrays: the first run, the second one. */
struct diff_interval {
	const char *name;
	struct gno_stats stats[2];
	double mean[2];
	struct diff_part median[2], last[2]; /* 50th and 99th percentile */
	double change;			     /* of the mean, a part of the first one's */
	double p;			     /* of the Mann-Whitney test */
	enum diff_verdict verdict;
};

/* A measure of a node. */
struct diff_measure {
	const char *name, *node;
	enum gno_measure_print print;
	struct gno_ratio counts[2];
};

struct report_diff {
	const struct gno_report *run[2];
	const char *path[2];
	struct diff_interval *interval;
	size_t intervals;
	struct diff_measure *measure;
	size_t measures;
	uint64_t lost[2]; /* records */
	size_t only[2];	  /* intervals that the other one lacks */
	double least;	  /* changes below that part do not count */
	bool exact;	  /* each other one does: the runs would be equal if nothing had changed */
};

/* How the difference is judged. */
struct diff_options {
	double least; /* part of the first run's mean */
	bool exact;   /* without the test */
};

#define DIFF_P 0.01 /* a difference counts below that */

/*
 * Compares two reports of the runs at `path`, which must outlive *out (report_diff_free).
 * GNO_ERR_MISMATCH: they cannot be compared, and the message says why. GNO_ERR_NOMEM.
 */
int report_diff_make(const struct gno_report *const run[2], const char *const path[2],
		     const struct diff_options *o, struct report_diff **out, struct gno_err *err);
void report_diff_free(struct report_diff *d);

/* Whether an interval of the second run took longer, or is gone. */
bool report_diff_is_worse(const struct report_diff *d);
const char *report_diff_verdict(enum diff_verdict verdict);

/* Writes it: as text, as JSON, as a table of Markdown, and as JUnit's XML, in which each interval
 * is a test. */
int report_diff_text(const struct report_diff *d, FILE *f, struct gno_err *err);
void report_diff_json(const struct report_diff *d, FILE *f);
void report_diff_markdown(const struct report_diff *d, FILE *f);
void report_diff_junit(const struct report_diff *d, FILE *f);

#endif
