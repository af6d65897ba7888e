/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_ROWS_H
#define GNO_REPORT_ROWS_H

/*
 * The lists of the report, row by row. The report keeps as many rows of each list as its options
 * state. A longer list is read from the trace once more, so that memory does not grow with the
 * trace.
 */

#include "results/pauses.h"
#include "results/report.h"

enum report_list {
	REPORT_GAPS,
	REPORT_HOLES,
	REPORT_BLINDS,
	REPORT_SAMPLES,
	REPORT_MARKS,	  /* of all nodes, in order of time */
	REPORT_BANKS,	  /* of a unit of buckets, or the snapshots of a counter bank */
	REPORT_EVENTS,	  /* what fired, and where nothing is known; of all nodes, in order of time;
			     never kept */
	REPORT_FIRED,	  /* what fired at a node, and its segments, with its point, and from when
			     to when nothing is known (kind REPORT_NO_RECORD, see `blind`); a
			     stretch comes before what fired after it; never kept. The process is
			     not known in it, and of events, triggers and words the record has but
			     the time: it is made to be fast */
	REPORT_INTERVALS, /* intervals, in order of their ends; likewise */
	REPORT_UNSEEN,	  /* gaps, holes and blinds: row.list says which; likewise, but a blind
			     follows the gap or hole that ends it */
};

/*
 * What a line of the events is: the kind of its record, or this.
 */
/* A hole: bytes of the stream that are no records. Where a node's records end early the last one is
 * from there to the end of the run, with all bytes that are missing; so it is in REPORT_UNSEEN. */
#define REPORT_NO_RECORD GNO_KIND_MAX
#define REPORT_EVENT_KINDS (REPORT_NO_RECORD + 1)

/* A record of a run with what is known of it. */
struct report_event {
	unsigned kind;
	unsigned node;
	struct report_fired fired;	       /* of kinds with flags */
	const struct gno_pattern_point *point; /* that fired, of the load that held; NULL: none */
	struct gno_record record;
	struct gno_segment segment; /* of the kind segment, whose record is the last one of it */
	bool process_known;	    /* which process the port named last, before this record */
	unsigned process;
};

/* How the report counts an interval, or one end of an interval. */
enum report_interval_end {
	REPORT_FINISHED,   /* seen from end to end */
	REPORT_CUT_BEGUN,  /* it began, and a stretch followed of which nothing is known */
	REPORT_CUT_ENDED,  /* it ended, and may have begun in such a stretch */
	REPORT_UNMATCHED,  /* it ended without a begin */
	REPORT_UNFINISHED, /* it was open at the end of the node's records */
	REPORT_INTERVAL_ENDS,
};

/* An interval. row.time is when it ended, was cut, or was seen last. */
struct report_interval_row {
	size_t interval; /* place in the list of intervals */
	enum report_interval_end end;
	/* of those that began: */
	uint64_t since;
	bool outermost;
	bool self_known;    /* no filter left out intervals that may have lain within */
	uint64_t self;	    /* cycles up to row.time in which none that began later was open */
	bool process_known; /* which process the port named last at the begin; it may be a write */
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
	/* of rows that are read from the trace: */
	enum report_list list;
	unsigned node;
	uint64_t time; /* but for REPORT_BANKS */
	struct report_gap gap;
	struct report_hole hole;
	struct report_blind blind;
	struct report_sample sample;
	struct report_mark mark;
	struct report_bank_row bank;
	struct report_event event;
	struct report_interval_row interval;
};

struct report_cursor;

/*
 * Begins a list of a node (REPORT_MARKS, and lists that are never kept: of all), of its unit `unit`
 * (REPORT_BANKS). `node` r->m->nodes: of all nodes, in order of time, from the trace; not
 * REPORT_BANKS.
 * *out is the caller's (report_rows_close), also after a failure. GNO_ERR_NOMEM.
 */
int report_rows_open(const struct gno_report *r, enum report_list list, unsigned node,
		     unsigned unit, struct report_cursor **out, struct gno_err *err);
/* The same for the first `most` rows of a list: those that are in memory are not read again, and
 * where all of these are, no others come. */
int report_rows_open_first(const struct gno_report *r, enum report_list list, unsigned node,
			   unsigned unit, uint64_t most, struct report_cursor **out,
			   struct gno_err *err);
/* The rows of a node, or of all nodes (`node` r->m->nodes), of the cycles of common time from
 * `since` to `until`, both included, from the trace; not REPORT_BANKS. Others may come, too. What
 * lies before the part is not read where the run has an index, and what lies behind it never. */
int report_rows_open_part(const struct gno_report *r, enum report_list list, unsigned node,
			  uint64_t since, uint64_t until, struct report_cursor **out,
			  struct gno_err *err);
/*
 * The next row, which holds until the next call: 1; 0 after the last one; or as gno_stream_read
 * fails. Of a run that is followed also REPORT_WAITS: what comes next is not known yet.
 */
#define REPORT_WAITS 2
int report_rows_next(struct report_cursor *c, const struct report_row **row, struct gno_err *err);
void report_rows_close(struct report_cursor *c);

/* Of REPORT_INTERVALS from now on only those that began up to a cycle of common time, and without a
 * begin those that ended up to then; the list ends once there can be no more of them. */
void report_rows_begun_by(struct report_cursor *c, uint64_t time);

/*
 * After the last row of a part of REPORT_INTERVALS: the next interval that was open where reading
 * ended, which is behind the part. `at` is zeroed at first. The row has no time, and of the
 * interval only what is known of its begin. False: there are no more.
 */
struct report_open_place {
	unsigned node;
	uint32_t next;
	bool begun;
};
bool report_rows_open_next(const struct report_cursor *c, struct report_open_place *at,
			   struct report_row *row);

/*
 * After the last row of a run that is followed: the first node of which a record of going live was
 * lost, so that names behind its first loss may be those of another load; -1: there is none.
 */
int report_rows_doubt(const struct report_cursor *c);

/* Whether a node's records end before the run does, at `end`: its trace was cut off, or has no
 * flush record. */
bool report_ends_early(const struct gno_report *r, const struct report_node *n, uint64_t missing,
		       uint64_t end);

/* What a line of the events is called: "write", "hole", else as the kind; NULL: there is no such
 * line. */
const char *report_event_kind_name(unsigned kind);

/* The same of all kinds of records. */
const char *report_kind_name(unsigned kind);

/* Name of an event: of its point, or in parentheses what it is; where it has none, one is written
 * to `buf`. */
const char *report_event_name(const struct gno_report *r, const struct report_event *v, char *buf,
			      size_t size);

/* "finished", "cut", "cut", "unmatched", "unfinished". */
const char *report_interval_end_name(enum report_interval_end end);

/* Whether a row of REPORT_INTERVALS has a begin, `since`. */
static inline bool report_interval_begun(const struct report_interval_row *row)
{
	return row->end != REPORT_CUT_ENDED && row->end != REPORT_UNMATCHED;
}

/* Nanoseconds of a cycle of common time, rounded down: exact for clocks that divide 1 GHz. */
uint64_t report_ns(const struct gno_report *r, uint64_t cycle);
/* The same of a cycle of a node, by the clock of its board. */
uint64_t report_node_ns(const struct gno_report *r, unsigned node, uint64_t cycle);
/* So many cycles of a node in cycles of common time, by the nominal clocks of both, to the nearest
 * whole number; the same number where the node has that clock. */
static inline uint64_t report_shared(const struct gno_report *r, unsigned node, uint64_t cycles)
{
	const uint64_t hz = r->m->node[node].own_hz;

	return hz ? gno_rescaled(cycles, r->m->clock_hz, hz) : cycles;
}
/* The same of a bound, rounded up; with 1 for what report_shared rounds. */
uint64_t report_shared_bound(const struct gno_report *r, unsigned node, uint64_t bound);

/* Statistics, and the histogram, of an interval at a node in cycles of common time. */
struct gno_stats report_stats_shared(const struct gno_report *r, unsigned node,
				     const struct gno_stats *s);
const struct gno_histogram *report_histogram_shared(const struct gno_report *r, unsigned node,
						    size_t interval);
/* By how much the ticks of a node can make a common time wrong, in cycles of that. */
uint64_t report_time_bound(const struct gno_report *r, unsigned node);

/* Rows that a list has which is kept. */
uint64_t report_rows_all(const struct gno_report *r, enum report_list list, unsigned node,
			 unsigned unit);

/*
 * -- captures --
 *
 * Global triggers, each with what the nodes watched in its cycle (Carpenter,
 * "Non-Perturbing Pattern-Matching Timing Event Triggering": the REMS system), as they were kept
 * while the run was walked (results/captured.h).
 */

struct report_captured {
	bool there; /* else the node has no record of it: a gap, a load, or it was over */
	bool cause; /* the global trigger is this node's */
	bool current, known;
	uint64_t word; /* the last one that counted; `current`: in this cycle. 0 unless `known` */
};

struct report_capture {
	uint64_t time;
	struct report_captured node[GNO_MAX_NODES];
};

struct report_captures;

/* *out is the caller's (report_captures_close), also after a failure. GNO_ERR_NOMEM, or as
 * captured_check fails. */
int report_captures_open(const struct gno_report *r, struct report_captures **out,
			 struct gno_err *err);
/* The next capture, in order of time: 1; 0 after the last one; GNO_ERR_IO. */
int report_captures_next(struct report_captures *c, struct report_capture *out,
			 struct gno_err *err);
void report_captures_close(struct report_captures *c);

/* Whether a node of the run recorded a capture. */
bool report_captures_any(const struct gno_report *r);

#endif
