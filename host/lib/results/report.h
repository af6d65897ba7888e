/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_H
#define GNO_REPORT_H

/*
 * The results of a run directory: built once by gno_report_build, then written as text or as JSON.
 * Times are in clocks since the sync of the run. docs/reference/report.md explains every part.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "compile/pattern_file.h"
#include "read/boards.h"
#include "read/known.h"
#include "read/trace.h"
#include "results/filtered.h"
#include "results/map.h"
#include "results/pauses.h"
#include "results/points.h"
#include "results/time_line.h"
#include "results/units.h"
#include "common/stats.h"

/* Which load held from when on (passes/walk.h). */
struct walk_held;

/* What must hold of the run (passes/limits/limits.h). */
struct report_limits;

/* How often what happened (passes/periods.h). */
struct report_periods;

/* Capture records (results/captured.h). */
struct captured;

/* Codes of any kind of events: those of writes to the event port, and of segments, are the most. */
#define REPORT_EVENT_CODES 1024
_Static_assert(REPORT_EVENT_CODES >= 1u << GNO_PORT_WRITE_BITS && REPORT_EVENT_CODES >= GNO_CODES &&
		   REPORT_EVENT_CODES >= GNO_MAX_NODES * GNO_MAX_SEGMENT_UNITS,
	       "a code has one name");

#define REPORT_LONGEST 3 /* of an interval at a node that are kept, with their places */

/* One that took long. */
struct report_longest {
	uint64_t since, clocks;
};

/* One interval at one node. */
struct report_statistics {
	struct gno_stats stats;
	struct gno_histogram durations; /* of the same */
	/* likewise in cycles of common time, of a node with another clock than that; else empty */
	struct gno_histogram shared;
	/* of them, in order; of equal ones the first */
	struct report_longest longest[REPORT_LONGEST];
	uint64_t begun;	     /* of all that are known to have begun */
	uint64_t unfinished; /* began and did not end before the end of the run */
	uint64_t unmatched;  /* ended without a begin */
	uint64_t cut;	     /* began or ended, and the other end may lie where nothing was seen */
	struct gno_stats outermost; /* those that did not begin within another of the same name */
	struct gno_stats self;	    /* of each the clocks in which none that began later was open */
	/* without the time that the event port stopped, where the node's program stops it */
	struct gno_stats running;
	/* of those for which it is known: what of them lay in the operating system, and what not */
	struct gno_stats system, user;
	/* without the pauses of the lines; and how often these are not known */
	struct gno_stats counter;
	uint64_t counter_unknown;
	/* those that ended while another process ran than at their begin; and of how many it is not
	 * known, at a node with an event port */
	struct gno_stats crossing;
	uint64_t crossing_unknown;
};

/* Ratio counters over an interval of a node: of samples at its end that count from its begin on. */
struct report_over {
	uint64_t count;		/* of such samples, of any group */
	uint64_t *counts;	/* of them those that are of a pair's group, one a pair */
	struct gno_ratio *pair; /* one a pair */
};

/* The end point of the experiment at a node. */
struct report_until {
	bool wanted;		/* the run waits for it there */
	bool reached;		/* it was recorded */
	uint64_t time;		/* the first time */
	bool sampled;		/* with a sample of its cycle: what follows holds */
	bool incomplete, mixed; /* as of the counts of the whole run */
	struct gno_ratio *pair; /* counts up to it and with its cycle, one a pair */
};

/* Whether records show how often a point fired. */
enum report_recorded {
	REPORT_RECORDED_NEVER,	/* no load records it there */
	REPORT_RECORDED_PARTLY, /* some loads do */
	REPORT_RECORDED_ALWAYS,
};

struct report_gap {
	uint64_t from, to; /* first and last lost record lie between, both included */
	uint32_t lost;
	bool full; /* the trace buffer was full when it began; else only the FIFO */
};

struct report_hole {
	uint64_t offset, bytes;
	uint64_t from, to; /* times of the records around it */
	bool cut_off;
};

/* A time without triggers. */
struct report_blind {
	enum report_unseen why; /* REPORT_BLIND, REPORT_OFF, REPORT_LEFT_OUT or REPORT_FROZEN */
	uint64_t from, to;	/* both included */
};

/* What fired: of a record, or of the last one of a clock. */
struct report_fired {
	unsigned kind; /* GNO_KIND_*; GNO_KIND_FLUSH: the end of the run */
	unsigned code; /* of a datum the word address */
	int point;     /* place in the list of points, -1: none */
	unsigned port; /* code of a datum's write, 0: none */
};

/* From where on the counters of a group counted, in a sample. */
struct report_since {
	uint64_t from;
	bool lost; /* not so: the reset before it may have been lost */
	bool reset, mixed;
};

struct report_sample {
	uint64_t from, time; /* the counters counted from `from` up to and including `time` */
	bool since_lost; /* not so: the reset before it may have been lost; `from` is only the last
			    known */
	struct report_since *since; /* by group, then of what is in none; NULL without groups */
	bool apart;		    /* groups count from different clocks on: `from` is the first */
	unsigned node;
	struct report_fired *
	    fired; /* all that fired in its cycle, in the order of the records; of the flush none */
	size_t fires;
	size_t asked;			/* place of the one that requested it; of the flush 0 */
	bool reset;			/* it reset the counters */
	bool mixed;			/* a load changed what is counted since `from` */
	struct gno_ratio *pair;		/* those of its node */
	struct report_extreme *extreme; /* likewise */
};

struct report_mark {
	uint64_t time;
	uint64_t common; /* of several boards as boards_order, else as `time` */
	unsigned node;
	struct report_fired fired;
	uint32_t number; /* of a write to the event port */
	size_t order;	 /* among marks of one time */
};

/* An interval of which both ends fired while a process ran. */
struct report_process_interval {
	struct gno_stats stats;			       /* from end to end */
	struct gno_histogram *durations;	       /* of the same; NULL: there are none */
	struct report_longest longest[REPORT_LONGEST]; /* likewise */
	struct gno_stats own;		     /* of these the clocks for which the process ran */
	uint64_t unfinished, unmatched, cut; /* as in report_statistics */
	/* while it is walked: */
	uint64_t depth, cut_open;
	uint32_t newest; /* that is open; where depth is not 0 */
};

/* A process of a node. */
struct report_process {
	unsigned number;
	uint64_t switches; /* how often it was put into the process register */
	uint64_t clocks;   /* that the register held it, as far as is known */
	uint64_t *count;   /* of each point: how often it fired meanwhile */
	struct report_process_interval *interval; /* one an interval */
};

/* The results of the event port of a node. */
struct report_port {
	uint64_t writes;
	struct report_map events; /* key: process above the word address */
	struct report_process *process;
	size_t processes;
	/* of each point: how often it fired while it was not known which process ran */
	uint64_t *none;
	uint64_t process_unknown; /* clocks whose process is not known */
	uint64_t process_odd;	  /* records that contradict the switches before them */
	bool process_shared;	  /* processes share their times: nothing was made good by those */
	uint64_t runnable_clocks; /* clocks for which the number of runnable processes is known */
	uint64_t runnable_sum;	  /* of the number over these */
	unsigned runnable_max;
	bool pauses;		/* its program stops the time */
	uint64_t stops;		/* how often */
	uint64_t paused;	/* clocks, at least */
	bool paused_exact;	/* else at least */
	uint64_t pause_unknown; /* clocks of which it is not known whether time was stopped */
	uint64_t pause_odd;	/* counts in records that contradict the records before them */
};

/* Time in the operating system of a node. */
struct report_system {
	bool present; /* the node has points of entry and of exit */
	uint64_t entries, exits;
	uint64_t unmatched; /* exits without an entry */
	uint64_t assumed; /* entries and exits after a time without records, taken as not nested */
	unsigned depth_max;
	uint64_t system, user, unknown; /* clocks */
	struct gno_ratio *ratio[2];	/* one a pair: user, system */
	bool ratio_incomplete;	/* counts lie between samples on both sides of a way in or out */
	uint64_t ratio_samples; /* that could be put to one side */
};

/* Samples of the watched word of a node. */
struct report_words {
	uint64_t words;		/* records */
	struct report_map tick; /* key: value of the field; count: ticks that it covers */
	uint64_t ticks;		/* attributed */
	/* ticks that no word covers */
	uint64_t lost[REPORT_UNSEEN_KINDS];
	uint64_t after;	  /* after the last word */
	uint64_t clocks;  /* that the ticks cover */
	uint64_t unknown; /* words of which the period is not known */
	uint64_t period;  /* of the ticks; 0: there are none */
};

struct report_node {
	uint64_t begin, end; /* times of the first and last record */
	/* `flushed` is found before the walk, too; it is false where the file was cut off */
	bool synced, flushed;
	/* before the walk, too, but not of a run that is followed: a bit for each kind and code of
	 * its records, of a write gno_port_write_pack() */
	uint64_t seen[GNO_KIND_MAX][REPORT_EVENT_CODES / 64];
	uint64_t records, lost;
	uint64_t events, triggers; /* records, captures among those of triggers; for the others see
				      `port` and `words` */
	uint64_t captures;
	uint64_t *count;		/* of each point */
	uint64_t unnamed[2][GNO_CODES]; /* events and triggers of no point, by code and number */
	/* clocks; REPORT_HOLE: and after a stream without flush */
	uint64_t unseen[REPORT_UNSEEN_KINDS];
	uint64_t missing; /* bytes that the file lacks */
	size_t marks;
	uint64_t unknown_load; /* records that fired while it was not known which load holds */
	struct report_statistics *statistics; /* one an interval */
	size_t intervals;		      /* how many there are */
	struct report_over *over;	      /* one an interval */
	struct report_until until;
	struct gno_ratio *overall; /* one a pair */
	uint64_t samples;
	uint64_t unsampled; /* clocks that requested a sample of ratio counters and extremes and got
			       none */
	uint64_t unsnapped; /* clocks that requested a snapshot of the counter banks and got none */
	bool counts_incomplete; /* `overall` lacks counts */
	bool mixed;		/* a load changed what is counted, or it is not known which held */
	/* lists of which the first ones are kept (rows.h) */
	struct report_gap *gap;
	size_t gaps, gaps_kept;
	uint64_t lost_full; /* records that were lost in gaps that began with a full trace buffer */
	uint64_t lost_from; /* when the first gap began; of use only with `gaps` */
	struct report_hole *hole;
	size_t holes, holes_kept;
	size_t cut_records; /* holes that are a record which the end of the file cut off */
	struct report_blind *blind;
	size_t blinds, blinds_kept;
	struct report_port port;
	struct report_system system;
	struct report_words words;
	struct report_extreme *extreme;	      /* over the run, one for each that the node has */
	struct report_unit unit[BLOCK_UNITS]; /* buckets, then counters */
	struct report_segments segment[GNO_MAX_SEGMENT_UNITS];
	/* found before the walk */
	size_t lives;	     /* loads that went live */
	bool overwritten;    /* a `wrap` buffer has lost the first records */
	bool frozen;	     /* the recorder of its board stopped by itself */
	uint64_t kept_until; /* of a frozen recorder: all up to then is kept, or in a gap; else as
				`end` */
	uint64_t stopped;    /* likewise: time of the earliest stop at its board that is kept;
			     UINT64_MAX: none is */
	bool thinned;	     /* a filter left out all records of a stretch */
	bool lossy;    /* gaps with lost records, holes, loads, or bytes that the file lacks */
	size_t breaks; /* stretches without records: gaps, holes, a missing beginning or end */
	/* found by the walk */
	struct walk_held *held; /* which loads held, in the order of time */
	size_t helds;
};

/* Messages of one kind on one connection at one node. */
struct report_flow {
	uint64_t count, bytes;
	uint64_t missing;  /* sequence numbers left out, and nothing was lost there */
	uint64_t in_gap;   /* left out where records of the node were lost */
	uint64_t repeated; /* sequence numbers that had come already */
	uint64_t late;	   /* that came after a later one */
};

/* How many messages wait: between two kinds of a connection, over all nodes. */
struct report_queue {
	uint64_t max;
	uint64_t sum,
	    clocks; /* of the length over the clocks from the first message to the end of the run */
	uint64_t surplus; /* messages that left and had not come */
};

enum report_message { REPORT_SEND, REPORT_RECEIVE, REPORT_QUEUED, REPORT_MESSAGES };

/* A connection. */
struct report_connection {
	bool used;
	struct report_flow *flow[REPORT_MESSAGES]; /* one a node; NULL: none */
	struct report_flow all[REPORT_MESSAGES];   /* over all nodes */
	struct report_queue transit;		   /* sent and not received */
	struct report_queue queue;		   /* queued and not received */
};

#define GNO_CONNECTIONS 64

/* A line of the profile. */
struct report_place {
	const char *name; /* symbol; NULL: none at this address */
	const char *file; /* NULL: not known */
	unsigned line;	  /* 0: not known */
	uint64_t address; /* where name and file are not known, and otherwise the lowest seen */
	uint64_t ticks;
	uint64_t clocks; /* that they stand for, of common time */
};

struct report_profile {
	const char *field;
	const struct gno_pattern_file *program; /* that has its functions; NULL: none has */
	bool by_line;
	struct report_place *place; /* most ticks first */
	size_t places;
	uint64_t ticks, clocks;
};

struct gno_report {
	struct gno_trace *trace;
	const struct trace_boards *boards; /* of a run of several boards; NULL: of one */
	const struct gno_manifest *m;
	const struct gno_trace_run *run;
	struct report_points points;
	struct report_node *node;
	struct report_sample *sample;
	size_t samples;
	uint64_t samples_seen; /* more than `samples` if not all were kept */
	bool latest;	       /* those that are kept are the last ones */
	struct report_mark *mark;
	size_t marks;
	uint64_t marks_seen;
	struct report_line line;
	struct report_connection *connection; /* GNO_CONNECTIONS; NULL: no messages */
	bool messages_lost;		      /* records of a node with a port were lost */
	struct report_profile profile;
	struct report_pauses *pauses; /* of the lines; NULL: no node has rounds of one */
	struct captured *captured;    /* capture records, as far as the run was walked
					 (results/captured.h); NULL: it was not */
	struct report_growth *growth; /* of a run that is followed (report/follow.c), else NULL */
	bool follows; /* its passes are added before it is known when its nodes begin and end */
	struct report_left_out *left_out; /* of each node: of its points, then of its kinds of
					     records; NULL: the run was not filtered */
	struct report_limits *limits;	  /* that must hold (passes/limits/); NULL: none */
	struct report_periods *periods;	  /* how often what happened in each period
					      (passes/periods.h); NULL: not requested */
	struct index *index;		  /* of the run (passes/index/file.h); NULL: none */
};

struct reader;

struct gno_report_options {
	const char *interval; /* report this one only; NULL: all */
	unsigned columns;     /* of the time line */
	/*
	 * Most rows of each list (samples, banks, marks, gaps, ...) that are kept in memory; what
	 * comes after them is read from the trace once more when it is listed (rows.h).
	 */
	size_t samples;
	bool latest;  /* keep and list only the last banks and, of each node, the last samples */
	bool profile; /* make the profile */
	bool by_line; /* of lines, not of functions */
	const char *field;	  /* of the watched word that holds the address; NULL: "pc" */
	uint64_t from, to;	  /* of the profile: only these ticks, both included; to 0: all */
	unsigned periods;	  /* in which to count what happened; 0: none */
	const char *const *limit; /* beside those of the experiment */
	size_t limits;
	/* Adds passes (read/reader.h) to the go over the run, once it is known when its nodes begin
	 * and end, but for r->follows. NULL: there are none beside the report's. Where it was
	 * called, also if it failed, `passed` is called after the go with the result so far, and
	 * returns it or, if that is GNO_OK, its own failure. After a failure the report is gone. */
	int (*passes)(void *of, const struct gno_report *r, struct reader *reader,
		      struct gno_err *err);
	int (*passed)(void *of, int rc, struct gno_err *err);
	void *passes_of;
	bool passes_only; /* of a run that is followed (results/live.h): beside them the report has
			     no more than gno_report_look finds */
};

/*
 * Builds the report of a run directory. On success `*out` is the caller's (gno_report_free). Fails
 * as gno_trace_open and gno_pattern_file_read do, with GNO_ERR_MISMATCH where patterns are those of
 * another monitor, and with GNO_ERR_ARG where no interval has the requested name, or for a profile
 * no node has the field or no word was recorded.
 */
int gno_report_build(const char *dir, const struct gno_report_options *o, struct gno_report **out,
		     struct gno_err *err);
void gno_report_free(struct gno_report *r);

/*
 * As gno_report_build, but only as far as report_rows_open needs it for the list of all events: the
 * run, its points and where its records begin and end.
 */
int gno_report_look(const char *dir, struct gno_report **out, struct gno_err *err);

/* Names of the parts of the text, in their order, then NULL. */
extern const char *const gno_report_sections[];

struct gno_report_style {
	bool utf8;     /* else ASCII only */
	bool brief;    /* what fits on a screen; the next one is not looked at */
	uint32_t only; /* parts of gno_report_sections, a bit each; 0: all */
	size_t rows;   /* most rows of the lists of gaps, holes, samples, banks, marks, port events,
			  places */
	bool latest;   /* of more banks than rows the last ones */
	bool units;    /* each bank with its bars, and each snapshot; else banks in a table */
	const char *node; /* whose ratio counters, buckets and counters are written; NULL: all */
};

/* Writes what fits on a screen, or the tables and the time line, or the profile. GNO_ERR_NOMEM; the
 * caller must check the file for faults. */
int gno_report_text(const struct gno_report *r, const struct gno_report_style *style, FILE *f,
		    struct gno_err *err);
int gno_report_profile_text(const struct gno_report *r, const struct gno_report_style *style,
			    FILE *f, struct gno_err *err);

/*
 * The same as JSON, written as it goes; `rows`: most samples, marks, banks of a unit and places.
 * Fails as gno_stream_read does: then what was written is incomplete.
 */
int gno_report_json(const struct gno_report *r, uint64_t rows, FILE *f, struct gno_err *err);
int gno_report_profile_json(const struct gno_report *r, size_t rows, FILE *f, struct gno_err *err);

/* Parts that can come alone; several are added. */
enum report_part {
	REPORT_RATIOS = 1, /* and extremes */
	REPORT_BUCKETS = 2,
	REPORT_COUNTERS = 4,
};

/* These parts as JSON, of one node (NULL: of all that have any), in one line if `compact`. */
int gno_report_part_json(const struct gno_report *r, const char *node, unsigned parts, bool compact,
			 FILE *f, struct gno_err *err);

/* Whether a node has what any of the parts reports. */
bool gno_report_part_of(const struct gno_node *node, unsigned parts);

/* -- between the files of the report -- */

/*
 * An input of what `name` counts, for a reader: where it is routed, the expression; "route" where a
 * load into the run may have changed it. `key`: "a", "3", ...
 */
const char *report_input(const struct gno_report *r, unsigned node, const char *name,
			 const char *key, const char *input);

/* Whether nothing is routed to such an input in the whole run: its counts mean nothing. */
bool report_is_idle(const struct gno_report *r, unsigned node, const char *name, const char *key,
		    const char *input);

/* Measures that the node's pairs take, NULL: not the same in all loads. */
const struct gno_pattern_node *report_measures(const struct gno_report *r, unsigned node);

/* Whether records show each time that a point fired (place in the list; -1: a code of none). */
enum report_recorded report_recorded(const struct gno_report *r, unsigned node, int point);
/* The same if no record were missing. */
enum report_recorded report_recorded_in_loads(const struct gno_report *r, unsigned node, int point);

/* Whether the recorder of a node's board froze. */
bool report_is_frozen(const struct gno_report *r, unsigned node);
/*
 * The first cycle of a node of which a recorder that froze may have dropped records; UINT64_MAX:
 * none froze. All readers take it from here.
 */
uint64_t report_frozen_from(const struct gno_report *r, const struct report_node *n);

/* Cycles of a node of which not all is known, though it was to be collected; without the time after
 * a recorder had frozen. */
uint64_t report_unseen_of(const struct report_node *n);
/* Whether records of a node may be missing. */
bool report_may_lack(const struct report_node *n);
/* Whether things may have happened at a node, or (the number of nodes) at any, of which the run has
 * no record, not counting time in which nothing was to be collected: then counts, sums and maxima
 * are the least there were. */
bool report_is_partly(const struct gno_report *r, unsigned node);
/* The same of numbers of events, triggers and words. */
bool report_node_is_partly(const struct gno_report *r, unsigned node);
/* As report_is_partly, also after gno_report_look. */
bool report_looks_partly(const struct gno_report *r, unsigned node);
/* Likewise, not counting what a filter left out. */
bool report_looks_lossy(const struct gno_report *r, unsigned node);
/* Whether gap records may be missing, too: more than `lost` records may be lost. */
bool report_lost_is_partly(const struct report_node *n);

/* The point of what fired at a node under a load (NULL: not known which), NULL: none. fired->point
 * is set. */
const struct gno_pattern_point *report_fired_point(const struct report_load *load, unsigned node,
						   struct report_fired *fired);

/* Whether the program of a pattern file lies in the upper half of its addresses. */
bool report_is_upper(const struct gno_pattern_file *p);

/* The function that holds an address, by a pattern file; NULL: none. */
const struct gno_pattern_function *report_find_function(const struct gno_pattern_file *p,
							uint64_t address);

/* The function that a field's value is in, or the PC of an event port, by the first pattern file of
 * a run that knows one; NULL: none. */
const struct gno_pattern_function *
report_function_at(const struct gno_report *r, const struct gno_field *field, uint64_t value);
const struct gno_pattern_function *report_function_of_pc(const struct gno_report *r, uint32_t pc);

/* Name of what fired; where it has none, one is written to `buf`. */
const char *report_fired_name(const struct gno_report *r, const struct report_fired *f, char *buf,
			      size_t size);

/* Why nothing is known, in a word: "gap", "hole", "load", "off", "filter", "freeze".
 */
const char *report_unseen_name(enum report_unseen why);

/* Share of the node's time that was seen: no gap, no hole, no load; 0 to 1. Without a flush the
 * time runs to the run's end. */
double report_seen(const struct gno_report *r, const struct report_node *n);

/* How many of the longest ones are kept. */
size_t report_longest_kept(const struct gno_stats *s);

/*
 * A percentile of the durations of an interval, at a node or (r->m->nodes) at all: it lies in
 * *lo..*hi. false: there are none.
 */
bool report_percentile(const struct gno_report *r, size_t interval, unsigned node, unsigned percent,
		       uint64_t *lo, uint64_t *hi);
/*
 * The next part of their histogram, from part *at on, which is 0 at first: *count of the durations
 * lie in *lo..*hi. false: there are no more.
 */
bool report_durations_next(const struct gno_report *r, size_t interval, unsigned node, size_t *at,
			   uint64_t *lo, uint64_t *hi, uint64_t *count);
/* The same of an interval of a process. */
bool report_process_percentile(const struct report_process_interval *v, unsigned percent,
			       uint64_t *lo, uint64_t *hi);
bool report_process_durations_next(const struct report_process_interval *v, size_t *at,
				   uint64_t *lo, uint64_t *hi, uint64_t *count);

/* An interval at all nodes together, in cycles of common time. */
struct report_statistics report_statistics_all(const struct gno_report *r, size_t interval);

/* Where an address of the profile lies: its line, or its function, with the function's address. */
struct report_place report_profile_place(const struct gno_report *r, uint64_t address,
					 bool by_line);
/* From the words of all nodes: the places. */
int report_profile(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err);

/* Takes a node's first record. */
void report_node_begin(struct gno_report *r, unsigned node, const struct gno_slot *first);

/* Frees the lists of samples and of marks. */
void report_lists_free(struct gno_report *r);

/* Puts the marks in order of time, and keeps the first `most`. */
void report_marks_sort(struct gno_report *r, size_t most);

#endif
