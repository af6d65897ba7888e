/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_H
#define GNO_REPORT_H

/*
 * What a run directory tells: built once by gno_report_build, then written as text or as JSON. Times are
 * in clocks since the sync of the run.
 */

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "gnomon/trace.h"
#include "stats.h"

#define GNO_CODES 256 /* event codes there can be, with 0 */

/* What points.json says. Strings belong to `json`. */
struct report_point {
	const char *name;
	unsigned code;
	unsigned actions;	/* bits GNO_ACT_* */
	bool on[GNO_MAX_NODES]; /* nodes that have it */
};

struct report_interval {
	const char *name;
	const char *from, *to; /* names of points */
	unsigned from_code, to_code;
	char letter; /* in the time line */
};

struct report_points {
	json_t *json;
	const char *program, *build_id, *experiment; /* NULL: none */
	struct report_point *point;
	size_t points;
	struct report_interval *interval;
	size_t intervals;
	const struct report_point *by_code[GNO_CODES];
};

/* One interval at one node. */
struct report_measure {
	struct gno_stats stats;
	uint64_t unfinished; /* began and did not end before the end of the run */
	uint64_t unmatched;  /* ended without having begun */
	uint64_t cut;	     /* began or ended, and a gap or hole lies where the other end may be */
};

struct report_gap {
	uint64_t from, to; /* first and last lost record lie between, both included */
	uint32_t lost;
};

struct report_hole {
	uint64_t offset, bytes;
	uint64_t from, to; /* times of the records around it */
	bool cut_off;
};

struct report_sample {
	uint64_t time;
	unsigned node;
	unsigned code; /* 0: of the flush */
	bool reset;    /* counting began anew after it */
	size_t pair;   /* its first pair in `pair` of the report */
};

struct report_node {
	uint64_t begin, end; /* times of the first and last record */
	bool synced, flushed;
	uint64_t records, events, lost;
	uint64_t count[GNO_CODES]; /* events by code */
	uint64_t unseen;	   /* clocks in gaps, in holes, and after the end of a stream without flush */
	uint64_t missing;	   /* bytes that the file lacks */
	struct report_measure *measure; /* one an interval */
	struct gno_ratio *overall;	/* one a pair */
	uint64_t samples;
	uint64_t unsampled;	/* events that asked for a sample and got none */
	bool counts_incomplete; /* `overall` lacks counts */
	struct report_gap *gap;
	size_t gaps;
	struct report_hole *hole;
	size_t holes;
};

/* The time line: of each node a row of columns, of each column the clocks that each interval took of it. */
struct report_line {
	unsigned columns;
	unsigned kinds; /* intervals, then gap, then hole */
	uint64_t begin, end;
	uint64_t *cell; /* [node][column][kind] */
};

struct gno_report {
	struct gno_trace *trace;
	const struct gno_manifest *m;
	const struct gno_trace_run *run;
	struct report_points points;
	struct report_node *node;
	struct report_sample *sample;
	size_t samples;
	struct gno_ratio *pair; /* of the samples */
	size_t pairs;
	uint64_t samples_seen; /* more than `samples` if not all were kept */
	struct report_line line;
};

struct gno_report_options {
	const char *interval; /* report this one only; NULL: all */
	unsigned columns;     /* of the time line */
	size_t samples;	      /* most samples that are kept for listing */
};

/*
 * Builds the report of a run directory. On success `*out` is the caller's (gno_report_free). Fails as
 * gno_trace_open does, with GNO_ERR_FORMAT or GNO_ERR_MISMATCH for points.json, and with GNO_ERR_ARG where no
 * interval has the name that was asked for.
 */
int gno_report_build(const char *dir, const struct gno_report_options *o, struct gno_report **out,
		     struct gno_err *err);
void gno_report_free(struct gno_report *r);

struct gno_report_style {
	bool utf8;   /* else ASCII only */
	size_t rows; /* most rows of the lists of gaps, holes and samples */
};

/* Writes the tables and the time line. GNO_ERR_NOMEM; faults of the file are the caller's to look for. */
int gno_report_text(const struct gno_report *r, const struct gno_report_style *style, FILE *f,
		    struct gno_err *err);

/* The report as JSON, the caller's; NULL where there is no memory. */
json_t *gno_report_json(const struct gno_report *r);

/* -- between the files of the report -- */

/* Reads points.json. What was read is freed with report_points_free, also after a fault. */
int report_points_load(struct report_points *p, const char *dir, const struct gno_manifest *m,
		       const char *only, struct gno_err *err);
void report_points_free(struct report_points *p);

/* Name of an event code; where it has none, one is written to `buf`. */
const char *report_event_name(const struct gno_report *r, unsigned code, char *buf, size_t size);

/* Share of the node's time that lies in no gap and no hole, 0 to 1; without a flush the time runs to the
 * run's end. */
double report_seen(const struct gno_report *r, const struct report_node *n);

/* An interval at all nodes together. */
struct report_measure report_measure_all(const struct gno_report *r, size_t interval);

int report_line_init(struct report_line *line, unsigned nodes, unsigned columns, size_t intervals,
		     uint64_t begin, uint64_t end);
/* Notes that from `from` to `to` the node was in interval `kind`. */
void report_line_add(struct report_line *line, unsigned node, unsigned kind, uint64_t from, uint64_t to);
/* What a column shows: a kind, or -1 for none; *most tells whether it took at least half of the column. */
int report_line_kind(const struct report_line *line, unsigned node, unsigned column, bool *most);

/* Makes room for one more element of an array that grows; NULL where there is no memory. */
void *report_grow(void *array, size_t n, size_t size);

#endif
