/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_POINTS_H
#define GNO_REPORT_POINTS_H

/* The pattern files of a run: their points and intervals by name, and what the records of each node
 * stand for under each of them. */
#include <stdbool.h>
#include <stddef.h>
#include "compile/pattern_file.h"
#include "read/trace.h"

#define GNO_CODES 256 /* event codes and trigger numbers there can be */

/* Codes of any kind of events: those of writes to the event port, and of segments, are the most. */
#define REPORT_EVENT_CODES 1024
_Static_assert(REPORT_EVENT_CODES >= 1u << GNO_PORT_WRITE_BITS && REPORT_EVENT_CODES >= GNO_CODES &&
		   REPORT_EVENT_CODES >= GNO_MAX_NODES * GNO_MAX_SEGMENT_UNITS,
	       "a code has one name");

/* Places in a pattern file's list of points by what the records bear, at one node; -1: none. */
struct report_codes {
	int event[GNO_CODES];
	int trigger[GNO_CODES];
	int code[GNO_CODES]; /* of the event port */
	bool writes;	     /* some of its writes have a code */
};

/* A pattern file of the run: the one that it began with, and those that were loaded while it ran.
 */
struct report_load {
	char *name; /* file name in the run directory */
	struct gno_pattern_file *file;
	bool *on;		    /* nodes it was loaded to */
	struct report_codes *codes; /* one a node */
	size_t *point;		    /* of each of its points: place in the report's list */
	/* of each of the report's intervals: places in the report's list of points, -1: not in this
	 * file */
	int *from, *to;
	/* the intervals that a point ends and begins: those of point k are place[turn[2 * k]] up to
	 * place[turn[2 * k + 1] - 1], and from there up to place[turn[2 * k + 2] - 1] */
	unsigned *place;
	size_t *turn;
};

/* A name of a point; points of one name in several loads are one. */
struct report_point {
	const char *name;
	const char *what; /* "entry", "sequence", ... as in the pattern file */
	enum gno_pattern_kind kind;
	int *code; /* one a node, of the first load that has it there; -1: none */
};

struct report_interval {
	const char *name;
	const char *from, *to; /* names of points */
	char letter;	       /* in the time line */
};

struct report_points {
	struct report_load *load;
	size_t loads;
	bool frozen; /* a recorder may have frozen before one of them came */
	struct report_point *point;
	size_t points;
	struct report_interval *interval;
	size_t intervals;
	bool no_intervals; /* do not enter them */
};

/* Reads the pattern files, of several boards those of each. What was read is freed with
 * report_points_free, also after a fault. GNO_ERR_MISMATCH also: boards have different experiments.
 */
int report_points_load(struct report_points *p, const struct gno_trace *trace, struct gno_err *err);
/* Whether there is an interval of that name, or `only` is NULL. GNO_ERR_ARG. */
int report_points_check(const struct report_points *p, const char *only, struct gno_err *err);
/* Drops all intervals but the one that was checked; NULL: none. GNO_ERR_NOMEM. */
int report_points_only(struct report_points *p, const char *only, struct gno_err *err);
void report_points_free(struct report_points *p);

/* As struct read_known has it (read/known.h): whether a load may give a record of a node that
 * action. A record that is no point of any load may have it. `points`: struct report_points. */
bool report_points_may(const void *points, unsigned node, const struct gno_slot *slot,
		       unsigned action);

/* The name that the experiments give a process: of its node first, then of all nodes; what was
 * loaded first comes first. NULL: none. */
const char *report_process_name(const struct report_points *p, unsigned node, unsigned number);

#endif
