/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_WALK_H
#define GNO_REPORT_WALK_H

/*
 * What is known of a node while its records are read, in order. Each part of the report keeps its
 * own state; all are notified of records, and of stretches of which nothing is known. Functions
 * return 0 or GNO_ERR_NOMEM.
 */

#include "results/report.h"
#include "passes/limits/limits.h"
#include "results/rows.h"
#include "passes/open.h"
#include "read/known.h"
#include "read/segments.h"

/* For how many cycles a line was asserted before a cycle. */
struct walk_pauses {
	bool known;
	unsigned base; /* as in struct report_stretch */
	uint64_t paused;
};

/* An interval that began and has not ended yet. */
struct open_interval {
	unsigned interval;
	uint64_t since;
	uint64_t paused;    /* clocks that time was stopped for, at its begin */
	uint64_t system;    /* clocks in the operating system, likewise */
	uint64_t self;	    /* clocks in which none that began later was open */
	bool outermost;	    /* none of the same name was open when it began */
	bool process_known; /* which process ran at its begin */
	unsigned process;
	bool paused_known, system_known;
	struct walk_pauses pauses; /* at its begin */
};

struct walk_intervals {
	struct open_list list;
	struct open_interval *open; /* by place in the list */
	uint32_t *newest;	    /* of each interval: the one that began last and is open */
	uint64_t *depth;	    /* of each interval: how often it is open */
	uint64_t *cut_open;	    /* of each interval: open at a break; these ends do not count */
	uint64_t drawn;		    /* the time line is drawn up to here */
	uint64_t known; /* least end of what is known of an open one, or before; UINT64_MAX */
	bool broken;	/* a break was passed, or the beginning is missing */
	struct report_left_out *left_out; /* of each interval; NULL: the run was not filtered */
};

/* What fired in the current cycle. */
struct walk_clock {
	bool open;
	uint64_t time;
	unsigned actions; /* of all that fired, bits GNO_ACT_* */
	unsigned resets;  /* groups that it resets, a bit each */
	bool snaps;	  /* it requests a snapshot of the counter banks */
	bool sampled;
	bool taken; /* its sample was taken, and may be missing */
	bool known; /* which patterns hold */
	bool marked;
	bool in_system;		    /* before this clock */
	uint64_t crossings;	    /* before this clock */
	struct report_fired *fired; /* in the order of the records */
	size_t fires, room;
	size_t asked;	/* place of the first one whose point samples */
	bool asked_any; /* there is one */
};

/* Counters of a group of a node, or of what is in none; a node without groups has one of these. */
struct walk_group {
	uint64_t since; /* they count from here on, as far as the trace shows */
	bool unsure;	/* a reset may have come after that and left no trace */
	bool resets;	/* anything resets them, */
	bool bare;	/* without requesting a sample, */
	bool silent;	/* without a record that bears a sample, */
	bool hidden;	/* without a record at all */
	bool *began;	/* of each interval: the last reset was at its begin */
};

struct walk_samples {
	struct gno_ratio *last;		  /* counts since the last reset */
	struct gno_ratio *pair;		  /* of the current sample */
	uint64_t crossings;		  /* at the last sample */
	struct walk_group *group;	  /* of each group, and of what is in none */
	unsigned groups;		  /* that have counters, a bit each */
	struct report_since *since;	  /* of the current sample, by group */
	struct report_extreme extreme[4]; /* of the current sample */
	size_t kept;			  /* samples of the node in the report's list */
};

struct walk_pause {
	bool known, stopped;
	bool seen;  /* the program stops it */
	bool exact; /* the count is that of the hardware */
	uint64_t since;
	uint64_t total;	 /* that was seen, up to `since` if stopped */
	uint64_t hidden; /* and that was not seen, but is in a later count */
	uint64_t mark;	 /* if not known: since when */
};

struct walk_port {
	bool known;
	size_t process;	   /* that runs; place in the node's list */
	unsigned runnable; /* processes */
	uint64_t mark;	   /* accounted up to here */
	uint32_t *place;   /* of each number: place in the list plus one; 0: not there */
	/* of each place in the table of process times the process that was seen there first */
	bool owned[64];
	unsigned owner[64];
};

struct open_hybrid;

struct walk_hybrid {
	struct open_list list;
	struct open_hybrid *open; /* by place in the list */
	bool broken;		  /* a break was passed, or it was not known which process ran */
};

struct walk_system {
	bool known;
	unsigned depth;
	uint64_t mark;	    /* accounted up to here */
	uint64_t crossings; /* ways in and out that led from user to system or back, and breaks */
};

struct walk_words {
	bool loaded;
	uint64_t first;	 /* period of the first load */
	uint64_t period; /* that holds; 0: no profile, or not known when it ticks */
	uint64_t last;	 /* ticks up to here are done with */
	bool upper;	 /* the program lies in the upper half of its addresses */
};

/* A load that holds from `since` on; between `from` and then it, the one before, or half of each.
 */
struct walk_held {
	uint64_t from, since;
	const struct report_load *load; /* NULL: not known which */
};

struct walk_loads {
	struct walk_held *load; /* in the order of time */
	size_t loads;
};

/* Records that are only counted (plain.c). */
struct walk_plain {
	const struct report_load *load;	      /* of which these are; NULL: of none yet */
	uint32_t event;			      /* word 1 of an event of the node without its code */
	struct report_fired fired[GNO_CODES]; /* events by code; point -1: not plain */
	bool switches, writes; /* to the port: of the process; others that are no control */
};

struct walk_units {
	struct blocks blocks;
	struct segments segments;
};

struct report_rows;

struct walk {
	struct gno_report *r;
	struct report_node *n;
	const struct gno_node *m;
	unsigned node;
	struct report_line *line; /* the node's row of the time line is `row` of it */
	unsigned row;
	const struct gno_report_options *o;
	const struct report_load *load; /* that holds now; NULL: not known */
	/* of which the end point is: the last one that was known */
	const struct report_load *until_load;
	size_t lives;  /* load records that went live so far */
	size_t breaks; /* so far */
	struct known known;
	bool loading;		/* a load turned the triggers off and did not turn them on yet */
	uint64_t heard;		/* codes of the port are heard from here on, and perhaps before */
	struct gno_record hole; /* that is noted when its end is known; bytes 0: none */
	struct gno_record tail; /* the record that the end of the file cut off; bytes 0: none */
	const struct gno_record *write; /* whose point fires now; NULL: no write's */
	struct walk_clock clock;
	struct walk_intervals intervals;
	struct walk_samples samples;
	struct walk_pause pause;
	struct walk_port port;
	struct walk_hybrid hybrid;
	struct walk_system system;
	struct walk_words words;
	struct walk_units units;
	struct walk_plain plain;
	struct walk_loads held;
	struct report_pauses_cursor *pauses; /* NULL: in a second walk, or there are none */
	struct limits_walk *limits;	     /* likewise */
	/* once the walk is over: the same; in a second walk those of the first */
	const struct walk_loads *all_held;
	struct gno_stream *s;
	struct gno_batch *b; /* the caller's */
	size_t at;	     /* record of the batch that comes next */
	uint64_t until;	     /* records of that cycle and later ones wait; UINT64_MAX: none does */
	/* of a second walk: takes the rows of a list; else NULL, and they are kept */
	struct report_rows *rows;
};

/* When the run ends, in cycles of the node. */
static inline uint64_t walk_run_end(const struct walk *w)
{
	return common_cycle(w->r->boards, w->node, w->r->line.end);
}

/* Adds cycles of the node to its row of the time line. */
static inline void walk_line_add(const struct walk *w, unsigned kind, uint64_t from, uint64_t to)
{
	report_line_add(w->line, w->row, kind, common_time(w->r->boards, w->node, from),
			common_time(w->r->boards, w->node, to));
}

/* Whether a filter left out records of an interval, so that one at that time is not known. */
static inline bool walk_is_left_out(const struct walk *w, unsigned interval, uint64_t time)
{
	const struct report_left_out *o = w->intervals.left_out;

	return o && (time < o[interval].from || time > o[interval].to);
}

/*
 * Begins a walk over the records of a node; they are read into `b`, the results go to `n`. w->rows
 * and w->all_held are set by the caller of a second walk before, w->until after it. walk_end in any
 * case.
 * GNO_ERR_NOMEM.
 */
int walk_begin(struct walk *w, struct gno_report *r, unsigned node, struct report_node *n,
	       const struct gno_report_options *o, struct gno_batch *b, struct gno_err *err);
/*
 * Takes the next record of the batch, or some events that follow each other: 1; 0: the batch is
 * over; WALK_WAITS: the next one comes at w->until or later. GNO_ERR_NOMEM.
 */
#define WALK_WAITS 2
int walk_take(struct walk *w, struct gno_err *err);
/* There are no more: what was open ends with the node's last record. Once. */
int walk_finish(struct walk *w, struct gno_err *err);
/* Hands what a second walk needs to the node (struct report_node, held). */
void walk_keep(struct walk *w);
void walk_end(struct walk *w);

/* Room for the next row of a list that is kept: `*list` of `count` rows has one more. */
int walk_room(void *list, size_t count, size_t size);
/* `*list`, which is no list that grows one by one, of `count` gets so many more, all 0. */
int walk_widen(void *list, size_t count, size_t more, size_t size);

/*
 * -- a load has come to a run that is followed (renew.c) --
 *
 * w->r->points are others than `before`, to which the walk still points. 1: it goes on as if it had
 * known them from the first record on. 0: it cannot, as a record that it has taken means something
 * else now. GNO_ERR_NOMEM. But for walk_end nothing can be done with it then.
 */
int walk_renew(struct walk *w, const struct report_points *before);
/* Which load holds where so many went live at a node and none is missing: its place. */
size_t unseen_load_after(const struct report_points *p, unsigned node, size_t lives);
/* Which node the run waits for. */
void walk_expect_end(struct walk *w);
/* Whether what the parts were taken for holds. */
bool system_renew(const struct walk *w);
bool units_renew(const struct walk *w, const struct report_points *before);
/* Intervals from place `before` on are new. */
int intervals_widen(struct walk *w, size_t before);

/* Frees what a walk filled in. */
void report_node_free(struct report_node *n);

/* -- what is made of what is not known (unseen.c). GNO_ERR_NOMEM -- */

/* Sets which load holds, after a record of a load or a break. */
void unseen_choose_load(struct walk *w);
/* Before the first record: what w->known knows, and that it hands stretches to the walk. */
void unseen_begin(struct walk *w);
/* What a gap, a hole and the flush mean for loads and lists; before known_take has them. */
int unseen_gap(struct walk *w, const struct gno_record *rec);
int unseen_hole(struct walk *w, const struct gno_record *rec);
int unseen_frozen(struct walk *w, uint64_t time);
/* The triggers went live, or off; after known_take had it. They were off since `blind_since`. */
int unseen_load(struct walk *w, const struct gno_record *rec, uint64_t blind_since);
/* The next record, after a hole if there is one, is of `next`. */
int unseen_hole_end(struct walk *w, uint64_t next);
/*
 * The row, where such are wanted, of the stretch from a node's last record to the end of the run,
 * `end`, if its records end before it. After walk_finish; of a run that is followed once the end is
 * known.
 */
void unseen_tail(struct walk *w, uint64_t end);

/* -- records that are only counted (plain.c) -- */
/* Takes records from the next one on, up to the first that is not plain. GNO_ERR_NOMEM. */
int plain_take(struct walk *w);

/* -- intervals (interval.c) -- */
/* Keeps the longest ones; `kept` are there. */
void longest_keep(struct report_longest *longest, size_t kept, uint64_t since, uint64_t clocks);
int intervals_begin(struct walk *w);
void intervals_free(struct walk *w);
int intervals_fire(struct walk *w, uint64_t time, int point);
void intervals_break(struct walk *w, enum report_unseen why, uint64_t from, uint64_t to);
void intervals_end(struct walk *w);
/* Whether none is open that began up to a cycle, and none can begin there any more. */
bool intervals_are_past(const struct walk *w, uint64_t time);

/* -- ratio counters and marks (sample.c) -- */
int samples_begin(struct walk *w);
/* What resets the counters of the node in any of the loads, by group: `of`, which is all 0. */
void samples_find_resets(const struct walk *w, struct walk_group *of);
void samples_free(struct walk *w);
/*
 * Notes in the current clock what fired; `actions` are those it has, of groups that `choice` names
 * (not NULL).
 */
int samples_fire(struct walk *w, uint64_t time, const struct report_fired *fired, unsigned flags,
		 unsigned actions, const struct gno_group_choice *choice);
/* Resets may have left no trace: of all groups, or of those that are reset without a sample. */
void samples_doubt(struct walk *w, bool bare_only);
/* The last resets were at the begin of no interval, as far as is known. */
void samples_forget(struct walk *w);
/* The counters count from the begin of the run on. */
void samples_synced(struct walk *w);
/* The current clock is over. */
void samples_close(struct walk *w);
int samples_take(struct walk *w, const struct gno_stream *s, const struct gno_record *rec);
void samples_end(struct walk *w);
int samples_mark(struct walk *w, uint64_t time, const struct report_fired *fired, uint32_t number);

/* -- event port (port.c) -- */
int port_datum(struct walk *w, const struct gno_record *rec);
/* Nothing is known from `from` on; the next record comes at `resumed` or later. */
void port_break(struct walk *w, uint64_t from, uint64_t resumed);
void port_end(struct walk *w);
void port_free(struct walk *w);
/* The process that the port named last; false: it is not known. */
bool port_process(const struct walk *w, unsigned *process);
/* The walk goes on where that process ran. */
int port_resume(struct walk *w, unsigned process);
/* Clocks for which time was seen to be stopped up to `time`. */
uint64_t port_paused(const struct walk *w, uint64_t time);

/* Clocks for which the process that runs has run up to `time`. */
uint64_t port_ran(const struct walk *w, uint64_t time);

/* -- points and intervals by process (hybrid.c) -- */
int hybrid_begin(struct walk *w);
void hybrid_free(struct walk *w);
int hybrid_fire(struct walk *w, uint64_t time, int point);
void hybrid_break(struct walk *w);
void hybrid_end(struct walk *w);

/* -- operating system (system.c) -- */
void system_begin(struct walk *w);
void system_fire(struct walk *w, uint64_t time, enum gno_pattern_os os);
void system_break(struct walk *w, uint64_t from, uint64_t resumed);
void system_end(struct walk *w);
/* Clocks in the operating system up to `time`. */
uint64_t system_clocks(const struct walk *w, uint64_t time);

/* -- profile (profile.c) -- */
void words_load(struct walk *w);
int words_take(struct walk *w, const struct gno_record *rec);
void words_break(struct walk *w, enum report_unseen why, uint64_t to);
void words_end(struct walk *w);

/* -- buckets and counters (units.c) -- */
int units_begin(struct walk *w);
void units_free(struct walk *w);
int units_take(struct walk *w, const struct gno_stream *s, const struct gno_record *rec);
/* Nothing more comes; only now is known which loads held when: a block may come before a record of
 * its time.
 */
void units_end(struct walk *w);

/* -- segments (segment.c) -- */
int segments_walk_begin(struct walk *w);
void segments_walk_free(struct walk *w);
int segments_walk_take(struct walk *w, const struct gno_stream *s, const struct gno_record *rec);
void segments_walk_end(struct walk *w);

/* -- events one by one (event.c), for a second walk -- */
void events_fire(struct walk *w, size_t i, const struct report_fired *fired,
		 const struct gno_pattern_point *point);
/* The same of a write to the event port that is no point. */
void events_write(struct walk *w, size_t i, unsigned code);
/* Counts what fired with record `i` of the batch for the rates. */
int events_count(struct walk *w, size_t i, const struct report_fired *fired);
void events_other(struct walk *w, unsigned kind, const struct gno_record *rec);
/* Nothing is known from one cycle to another, both included. */
void events_break(struct walk *w, const struct report_blind *b);
/* A segment of which `rec` is the last record. */
int events_segment(struct walk *w, const struct gno_record *rec, const struct gno_segment *s);

/* -- loads (held.c) -- */
/* The current load holds from `since` on, and perhaps in parts from `from` on, if it is not the one
 * before.
 */
int held_add(struct walk *w, uint64_t from, uint64_t since);
void held_free(struct walk *w);
/*
 * A load that held from clock `from` to `to`, all those between being alike in what is counted
 * (`unit` < 0), or in the bounds and codes of a unit of buckets as well. NULL: they are not, or it
 * is not known which held.
 */
const struct report_load *held_within(const struct walk *w, const struct walk_loads *held, int unit,
				      uint64_t from, uint64_t to);
/* The point that an event of that code, at `time` or before, is of; -1: none, or not known. */
int held_point(const struct walk *w, unsigned code, uint64_t time);

#endif
