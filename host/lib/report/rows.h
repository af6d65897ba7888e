/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_ROWS_H
#define GNO_REPORT_ROWS_H

/*
 * The lists of the report, row by row. The report keeps as many rows of each list as its options
 * state. A longer list is read from the trace once more, so that memory does not grow with the
 * trace.
 */

#include "report/pauses.h"
#include "report/report.h"

enum report_list {
	REPORT_GAPS,
	REPORT_HOLES,
	REPORT_BLINDS,
	REPORT_SAMPLES,
	REPORT_MARKS,  /* of all nodes, in order of time */
	REPORT_BANKS,  /* of a unit of buckets, or the snapshots of a counter bank */
	REPORT_EVENTS, /* what fired, and where nothing is known; of all nodes, in order of time;
			  never kept */
	REPORT_LINES,  /* records of the lines, and where a node can have lost some; likewise */
	REPORT_SPANS,  /* begins and ends of intervals; of all nodes, in order of time; never kept
			*/
};

/* What became of an interval. */
enum report_span_state {
	REPORT_SPAN_BEGAN,	/* its begin; a row of one of the next three follows */
	REPORT_SPAN_WHOLE,	/* its end */
	REPORT_SPAN_CUT,	/* the row of a stretch of which nothing is known: its end may lie
				   there. Without a begin: its end, and its begin may lie there */
	REPORT_SPAN_UNFINISHED, /* the end of the run: it did not end before */
	REPORT_SPAN_UNMATCHED,	/* its end; it has no begin */
	REPORT_SPAN_STATES,
};

/* A begin or an end of an interval. Ends of a node come in the order in which they fired. */
struct report_span {
	enum report_span_state state;
	unsigned node, interval;
	bool begun;	/* it has a begin: */
	uint64_t since; /* when it began */
	uint64_t depth; /* intervals of the same name that were open when it began */
	uint64_t self;	/* whole: cycles in which no interval that began later was open */
};

/*
 * What a line of the events is: the kind of its record, or this.
 */
#define REPORT_NO_RECORD GNO_KIND_MAX /* a hole: bytes of the stream that are no records */
#define REPORT_EVENT_KINDS (REPORT_NO_RECORD + 1)

/* A record of a run with what is known of it. */
struct report_event {
	unsigned kind;
	unsigned node;
	struct report_fired fired; /* of kinds with flags */
	struct gno_record record;
	struct gno_segment segment; /* of the kind segment, whose record is the last one of it */
	bool process_known;	    /* which process the port named last, before this record */
	unsigned process;
};

/* A bank, or a snapshot with the one before it. */
struct report_bank_row {
	struct report_bank bank;
	const uint64_t *count;
	const struct gno_block *before; /* began 0: there is none */
	const uint64_t *count_before;
};

struct report_row {
	uint64_t time; /* of the lists that are in order of time */
	struct report_gap gap;
	struct report_hole hole;
	struct report_blind blind;
	struct report_sample sample;
	struct report_mark mark;
	struct report_bank_row bank;
	struct report_event event; /* also of REPORT_LINES: of the kind line, else see `blind` */
	struct report_span span;   /* of which `time` is the begin or the end */
};

struct report_cursor;

/*
 * Begins a list of a node (REPORT_MARKS, REPORT_EVENTS: of all), of its unit `unit` (REPORT_BANKS).
 * *out is the caller's (report_rows_close), also after a failure. GNO_ERR_NOMEM.
 */
int report_rows_open(const struct gno_report *r, enum report_list list, unsigned node,
		     unsigned unit, struct report_cursor **out, struct gno_err *err);
/* The next row, which holds until the next call: 1; 0 after the last one; or as gno_stream_read
 * fails. */
int report_rows_next(struct report_cursor *c, const struct report_row **row, struct gno_err *err);
void report_rows_close(struct report_cursor *c);

/* "began", "whole", "cut", ... */
const char *report_span_name(enum report_span_state state);

/* What a line of the events is called: "write", "hole", else as the kind; NULL: there is no such
 * line. */
const char *report_event_kind_name(unsigned kind);

/* Name of an event: of its point, or in parentheses what it is; where it has none, one is written
 * to `buf`. */
const char *report_event_name(const struct gno_report *r, const struct report_event *v, char *buf,
			      size_t size);

/* Nanoseconds of a cycle, rounded down: exact for clocks that divide 1 GHz. */
uint64_t report_ns(const struct gno_report *r, uint64_t cycle);

/* A row as an object of JSON, in a line. `pauses`: of the lines, NULL: there are none. */
void report_event_json(const struct gno_report *r, struct report_pauses_cursor *pauses,
		       const struct report_event *v, const char *name, FILE *f);
void report_span_json(const struct gno_report *r, const struct report_row *row, FILE *f);
void report_sample_json(const struct gno_report *r, const struct report_row *row, FILE *f);

/* Rows that a list has, but for those that are never kept. */
uint64_t report_rows_all(const struct gno_report *r, enum report_list list, unsigned node,
			 unsigned unit);

#endif
