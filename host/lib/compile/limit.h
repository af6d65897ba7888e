/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_LIMIT_H
#define GNO_LIMIT_H

/*
 * Limits of an experiment: what must hold of a run. docs/answers/check.md has the language and what
 * each limit means.
 *
 *   limit:     quantity COMPARE bound [ "at" NODE ]
 *              | "after" POINT "comes" POINT "within" bound [ "at" NODE ]
 *   quantity:  ("max" | "min" | "mean" | "pNN" | "pNN.N") "(" INTERVAL ")"
 *              | "count" "(" INTERVAL or POINT ")" | "lost" [ "(" NODE ")" ]
 *              | measure [ "(" NODE ")" ]
 *   measure:   WORD { WORD } | '"' text '"'
 *   bound:     NUMBER [ "." DIGITS ] [ UNIT ]
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "compile/pattern_file.h"

enum gno_limit_what {
	GNO_LIMIT_MAX,
	GNO_LIMIT_MIN,
	GNO_LIMIT_MEAN,
	GNO_LIMIT_PERCENTILE,
	GNO_LIMIT_COUNT,
	GNO_LIMIT_LOST,
	GNO_LIMIT_MEASURE,
	GNO_LIMIT_AFTER,
};

enum gno_limit_compare {
	GNO_LIMIT_LT,
	GNO_LIMIT_LE,
	GNO_LIMIT_GT,
	GNO_LIMIT_GE,
	GNO_LIMIT_EQ,
	GNO_LIMIT_NE,
};

enum gno_limit_unit {
	GNO_BOUND_NUMBER, /* without a unit */
	GNO_BOUND_CYCLES,
	GNO_BOUND_NS,
	GNO_BOUND_US,
	GNO_BOUND_MS,
	GNO_BOUND_S,
	GNO_BOUND_PERCENT,
};

/* What is named, as it was written. */
struct gno_limit_name {
	char *text;	 /* NULL: nothing */
	unsigned column; /* from 1 */
};

#define GNO_LIMIT_PERCENT_PARTS 1000 /* of a per cent, of percentiles */

struct gno_limit {
	char *text; /* all of it */
	enum gno_limit_what what;
	enum gno_limit_compare compare; /* of GNO_LIMIT_AFTER: GNO_LIMIT_LE */
	unsigned percent;		/* of a percentile, in parts */
	uint64_t digits;		/* the bound is digits / 10^decimals units */
	unsigned decimals;
	enum gno_limit_unit unit;
	unsigned unit_column;	       /* or where it would be */
	struct gno_limit_name name[2]; /* interval, point or measure; the second point */
	struct gno_limit_name node;
	/* found by gno_limit_find */
	bool of_interval;
	size_t place[2]; /* of what is named in its list */
	int at;		 /* node, -1: all */
	enum gno_measure_print print;
};

/* Reads a limit. `out` is the caller's (gno_limit_free), also after a failure. GNO_ERR_ARG: it is
 * at fault, at *column (from 1). GNO_ERR_NOMEM. */
int gno_limit_parse(const char *text, struct gno_limit *out, unsigned *column, struct gno_err *err);
void gno_limit_free(struct gno_limit *l);

enum gno_limit_list {
	GNO_LIMIT_NODES,
	GNO_LIMIT_INTERVALS,
	GNO_LIMIT_POINTS,
	GNO_LIMIT_MEASURES,
};

/* What an experiment, or a run, has that can be named. */
struct gno_limit_names {
	const void *ctx;
	uint64_t clock_hz;
	/* Name number `i` of a list, NULL after the last. The places of measures mean nothing. */
	const char *(*name)(const void *ctx, enum gno_limit_list list, size_t i);
	/* Whether a node has, and records, that interval or point. */
	bool (*is_at)(const void *ctx, enum gno_limit_list list, size_t i, unsigned node);
	/* The measure of a node that has that name (gno_limit_same), NULL: none. */
	const struct gno_pattern_measure *(*measure)(const void *ctx, unsigned node,
						     const char *name);
};

/* Whether a measure is meant by a name: '_' stands for ' ', too. */
bool gno_limit_same(const char *measure, const char *name);

/* Finds what the limit names. GNO_ERR_ARG: it is not there, at no node or not at the node in
 * question, or the unit is not one of the quantity; at *column. */
int gno_limit_find(struct gno_limit *l, const struct gno_limit_names *names, unsigned *column,
		   struct gno_err *err);

/* The bound of durations in cycles of a clock: its whole part; *exact: it has no other. */
uint64_t gno_limit_cycles(const struct gno_limit *l, uint64_t clock_hz, bool *exact);

/* The same with its fraction, and as it is where it is not of durations. */
double gno_limit_bound(const struct gno_limit *l, uint64_t clock_hz);

/* The sign of total / count - bound, where count is not 0. */
int gno_limit_compare_mean(const struct gno_limit *l, uint64_t clock_hz, uint64_t total,
			   uint64_t count);

/* Whether `sign` of a number less the bound is what the limit asks for. */
bool gno_limit_holds(enum gno_limit_compare compare, int sign);

#endif
