/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_UNITS_H
#define GNO_REPORT_UNITS_H

/* The results of buckets, counters, segments and extremes, as the report keeps them. */

#include "read/blocks.h"
#include "compile/pattern_file.h"
#include "records/ratio.h"

/* The extremes of a sample, or of the run; codes as points: -1 none of a name. */
struct report_extreme {
	struct gno_extreme v;
	int largest_point, smallest_point; /* places in the report's list of points */
};

/* A bank that is complete. */
struct report_bank {
	struct gno_block head;
	const struct gno_pattern_node *bounds; /* of buckets: holds the bounds; NULL: they, or what
						  is counted, changed or are not known */
	bool mixed; /* of counters: a load changed what is counted since the snapshot before */
};

/* A unit of buckets, or a bank of counters. */
struct report_unit {
	const char *name;
	unsigned counts;
	struct report_bank *bank; /* that are kept; of counters without bounds */
	size_t banks;
	uint64_t *count; /* `counts` for each that is kept */
	uint64_t seen;	 /* that came whole */
	/* head of the last one that is not kept but came before those that are */
	struct gno_block before;
	uint64_t *count_before; /* and its counts; all 0 where there was none */
	uint64_t faults[BLOCK_FAULTS];
	uint64_t *total;       /* buckets: over all banks; counters: of the last snapshot */
	uint64_t from;	       /* first clock of the first bank; of counters 0 */
	struct gno_block last; /* head of the last bank or snapshot */
	bool whole;	       /* from the start of the run to its flush nothing is missing */
	bool mixed;	       /* a load changed what is counted */
	/* of buckets: over all banks */
	const struct gno_pattern_node *bounds; /* of all; NULL: not the same in all */
	uint64_t counted, lost, late, saturated;
	uint64_t missing; /* times that a bank did not begin where the one before ended */
};

/* A unit of segments. The segments themselves are read from the trace when they are listed
 * (gno_segments_open). */
struct report_segments {
	const char *name;
	uint64_t seen;	 /* that came whole */
	uint64_t missed; /* triggers without a segment of their own */
	uint64_t cut;	 /* segments that ended in the last cycle of the run */
	bool ended;	 /* what the flush reports last came */
	bool whole;	 /* and no segment or trigger of the run can be missing */
	uint64_t faults[BLOCK_FAULTS];
};

/* Values of a bucket. */
struct report_range {
	uint64_t lo, hi; /* both included */
	bool open;	 /* larger ones too: they are clipped to `hi` */
	bool none;	 /* no value can fall into it */
};

/* Statistics of the counts in buckets. */
struct report_spread {
	uint64_t values;
	double mean_min, mean_max;	   /* bounds of the mean; only with values */
	bool open;			   /* the mean may be larger than mean_max */
	struct report_range percentile[3]; /* 50, 90, 99: the bucket that holds each */
};

extern const unsigned report_percentiles[3];

/* The values that fall into bucket `i`. */
struct report_range report_range(const struct gno_node *node, const struct gno_pattern_node *bounds,
				 unsigned unit, unsigned i);

/* Whether a unit counts event codes, which have no mean and no order. */
bool report_is_of_codes(const struct gno_node *node, unsigned unit);

/* Statistics of the counts of a unit. Saturated counts give fewer: the caller must report that. */
struct report_spread report_spread(const struct gno_node *node,
				   const struct gno_pattern_node *bounds, unsigned unit,
				   const uint64_t *count);

/* Counts of kept bank `i`; of the one before it, if there was one (counters). */
const uint64_t *report_unit_counts(const struct report_unit *u, size_t i);
const uint64_t *report_unit_before(const struct report_unit *u, size_t i,
				   const struct gno_block **head);

/* A count that lies between two bounds, as one number: the middle, from which gno_ratio_quotient
 * makes its value. The errors that ratio.h states hold for it alone. */
double report_count(uint64_t min, uint64_t max);

/* What was counted between two samples, of which the first one did not reset the counters. */
struct gno_ratio report_counted(const struct gno_ratio *before, const struct gno_ratio *now);

/* What a measure prints, for a program: "a/b", "a", "b/a", "b". */
const char *report_measure_is(enum gno_measure_print print);

/* What a measure prints of the counts of its pair. GNO_ERR_ARG where they give no number. */
int report_measure_value(enum gno_measure_print print, const struct gno_ratio *r,
			 struct gno_quotient *out);

/* Whether A or B of a pair adds up a value of the target: then A/B is no share of B, and may be any
 * number.
 */
bool report_is_amount(const struct gno_node *node, unsigned pair);

/* Whether A counts no clock in which B does not: of signals that is how pairs are meant, of routes
 * it is not known. */
bool report_is_part(const struct gno_node *node, unsigned pair);

/* A/B of a pair's counts; a part is 1 at most. GNO_ERR_ARG: B may be 0. */
int report_quotient(const struct gno_node *node, unsigned pair, const struct gno_ratio *r,
		    struct gno_quotient *out);

/* groups of classes, of a node's pairs or of a bank, that are examined */
#define REPORT_STALLS 8

/*
 * Classes of clocks of which one holds in each: two inputs or pairs at least whose names begin
 * alike up to `stall_` ("stall_idle", "read_stall_idle").
 */
struct report_stall {
	char group[64]; /* that beginning */
	unsigned classes;
	uint64_t sum_min, sum_max;	 /* of their counts, between these */
	uint64_t clocks_min, clocks_max; /* clocks that passed meanwhile */
	bool whole;			 /* the sum can be the clocks */
};

/* Of the pairs of a node whose B is `always`, in the same clocks all. Returns how many groups there
 * are. */
unsigned report_stall_pairs(const struct gno_node *node, const struct gno_ratio *pair,
			    struct report_stall out[REPORT_STALLS]);

/* Of a bank of counters from snapshot `before` (NULL: from time 0) to `now`. With a gate there may
 * have been fewer clocks. */
unsigned report_stall_counters(const struct gno_node *node, unsigned unit,
			       const struct gno_block *before, const uint64_t *before_count,
			       const struct gno_block *now, const uint64_t *now_count,
			       struct report_stall out[REPORT_STALLS]);

#endif
