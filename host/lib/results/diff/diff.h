/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_DIFF_H
#define GNO_REPORT_DIFF_H

/*
 * Two runs beside each other: of each interval, ratio and latency what it was in both, and whether
 * the difference counts. docs/answers/diff.md has the rules.
 */

#include <stdio.h>
#include "results/report.h"

enum diff_kind {
	DIFF_INTERVAL, /* of all nodes */
	DIFF_TRANSIT,  /* messages of two processes, from send to receive */
	DIFF_WAIT,     /* messages to a process, in its queue */
	DIFF_BLOCKED,  /* of a process, from a receive_call to its receive */
	DIFF_RATIO,    /* of a node: a measure, or a pair that none takes */
	DIFF_BUCKETS,  /* of a node: the values in buckets of a quantity */
	DIFF_SHARE,    /* the same of event codes: the share of a point */
	DIFF_COUNTER,  /* of a node: an input of a counter bank, a cycle */
	DIFF_KINDS,
};

enum diff_verdict {
	DIFF_SAME,    /* no difference that counts */
	DIFF_LONGER,  /* the second run took longer */
	DIFF_SHORTER, /* less long */
	DIFF_HIGHER,  /* a ratio, and all that is no time */
	DIFF_LOWER,
	DIFF_GONE,    /* it has none in the second run */
	DIFF_NEW,     /* it has none in the first run */
	DIFF_UNKNOWN, /* the values differ, and it is not known whether that counts */
};

struct diff_part {
	uint64_t lo, hi;
};

/* What a run has of it. */
struct diff_side {
	bool has;     /* else nothing below means anything */
	double value; /* what is compared: the mean (of durations in cycles), or the ratio */
	double bound; /* by which it can be wrong, where times are those of ticks; else 0 */
	/* of a duration; of values in buckets only how many */
	struct gno_stats stats;
	struct diff_part median, last; /* 50th and 99th percentile */
	/* of a ratio, a share, a counter */
	unsigned pair;
	struct gno_ratio counts; /* also without a value */
	double min, max;	 /* the value lies between; also of values in buckets */
	uint64_t samples;	 /* or banks, or snapshots; likewise */
	uint64_t lost;		 /* values that are in no bucket */
};

/* A line of the comparison. */
struct diff_row {
	enum diff_kind kind;
	const char *name;  /* of the interval, the receiving process, the measure, the pair, the
			      buckets, the point, the input */
	const char *unit;  /* the buckets, or the counter bank, that it is in; NULL: neither */
	const char *other; /* the sending process, or the node; NULL: neither */
	struct diff_side side[2]; /* of the first run, of the second one */
	/* of a ratio */
	unsigned node;
	bool measure; /* else a pair */
	enum gno_measure_print print;
	bool until; /* up to the end point of both runs; else up to their ends */
	bool has_change;
	double change; /* of the value, a part of the first one's */
	bool has_p;
	double p;
	char why[96]; /* why there is no p, or what p lacks */
	bool doubt;   /* also without a test it is not known whether the values differ */
	enum diff_verdict verdict;
	bool worse;
};

struct traffic;

struct report_diff {
	const struct gno_report *run[2];
	const char *path[2];
	struct traffic *traffic[2]; /* NULL: a run has no messages */
	struct diff_row *row;	    /* by kind, in their order */
	size_t rows;
	size_t common;		    /* rows of what both runs have */
	size_t only[DIFF_KINDS][2]; /* intervals, ratios that the other one lacks */
	uint64_t lost[2];	    /* records */
	char **note;		    /* what is unlike in the runs, a sentence each */
	size_t notes;
	double least; /* changes below that part do not count */
	bool exact;   /* each other one does: the runs would be equal if nothing had changed */
};

/* How the difference is judged. */
struct diff_options {
	double least; /* part of the first run's value */
	bool exact;   /* without the test */
};

#define DIFF_P 0.01 /* a difference counts below that */

/*
 * Compares two reports of the runs at `path`, which must outlive *out (report_diff_free). Reads the
 * messages and the samples of both runs from their traces. GNO_ERR_MISMATCH: they cannot be
 * compared, and the message says why. GNO_ERR_NOMEM, or as gno_stream_read fails.
 */
int report_diff_make(const struct gno_report *const run[2], const char *const path[2],
		     const struct diff_options *o, struct report_diff **out, struct gno_err *err);
void report_diff_free(struct report_diff *d);

/* Whether anything in the second run is worse: takes longer, is gone, or moved to where a limit
 * does not want it. */
bool report_diff_is_worse(const struct report_diff *d);
const char *report_diff_verdict(enum diff_verdict verdict);

/* "interval", "transit", "wait", "blocked"; "measure", "ratio"; "buckets", "share", "counter". */
const char *report_diff_kind(const struct diff_row *row);
/* The end point up to which both sides of a row are; NULL: they are of the whole runs. */
const char *report_diff_until(const struct report_diff *d, const struct diff_row *row);
/* Whether it is the time that something took. */
static inline bool report_diff_is_time(const struct diff_row *row)
{
	return row->kind < DIFF_RATIO;
}

/* How many rows have a p. */
size_t report_diff_tests(const struct report_diff *d);

/* Writes it: as text, as a table of Markdown, and as JUnit's XML, in which each row is a
 * test. */
int report_diff_text(const struct report_diff *d, FILE *f, struct gno_err *err);
void report_diff_markdown(const struct report_diff *d, FILE *f);
void report_diff_junit(const struct report_diff *d, FILE *f);

/* What is compared of a run, for a reader: with its unit; of a counter how often in 1,000 cycles.
 * "-": there is none. */
const char *diff_value(const struct report_diff *d, const struct diff_row *row, unsigned run,
		       char *buf, size_t size);

#endif
