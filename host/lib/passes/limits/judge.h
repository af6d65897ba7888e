/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_LIMITS_JUDGE_H
#define GNO_LIMITS_JUDGE_H

/* What the files that judge limits share. */

#include "passes/limits/limits.h"

#include <string.h>

#define LIMITS_UNBOUNDED UINT64_MAX

/* -- limits/lack.c -- */

/* What is known of a statement. */
enum truth { NO, YES, MAYBE };

enum truth truth_not(enum truth t);
enum report_verdict limits_verdict(enum truth t);

/* Whether a number less the bound is what the limit asks for: its sign is from `lo` to `hi`. */
enum truth limits_within(enum gno_limit_compare compare, int lo, int hi);

/* What the nodes of a limit may lack, but for what a filter left out of its points. */
struct limits_lack {
	uint64_t records; /* most that were lost; LIMITS_UNBOUNDED */
	char why[160];	  /* of the first node that lacks some */
};

struct limits_lack limits_lack(const struct gno_report *r, const struct report_limit *l);

/* Whether a filter left out records of the limit's interval at a node. */
bool limits_is_filtered(const struct gno_report *r, const struct report_limit *l, unsigned k);

/* How often a point was recorded at a node before a filter left some out. */
uint64_t limits_had(const struct gno_report *r, unsigned k, int point);

/* Likewise the begins of the limit's interval, or its ends: it has no more than these. */
uint64_t limits_intervals_had(const struct gno_report *r, const struct report_limit *l, unsigned k,
			      bool ends);

/* Why the number of records that a node lost is not known; NULL: it is. */
const char *limits_unknown_loss(const struct report_node *n);

/* Whether so many cycles of one node last longer than so many of another. */
bool limits_is_longer(const struct gno_report *r, unsigned a, uint64_t cycles_a, unsigned b,
		      uint64_t cycles_b);

uint64_t limits_add(uint64_t a, uint64_t b);
const char *limits_many(uint64_t n);

void limits_put(char *buf, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
#define PUT_VALUE(out, ...) limits_put((out)->value, sizeof((out)->value), __VA_ARGS__)
#define PUT_REASON(out, ...) limits_put((out)->reason, sizeof((out)->reason), __VA_ARGS__)
/* Behind what an array of characters has. */
#define PUT_MORE(buf, ...) limits_put((buf) + strlen(buf), sizeof(buf) - strlen(buf), __VA_ARGS__)

/* The most by which a duration at a node of the limit can be wrong. */
unsigned limits_bound(const struct gno_report *r, const struct report_limit *l);
/* " +-30"; "" where the bound is 0. */
void limits_put_bound(unsigned bound, char *buf, size_t size);
/* That the ticks of the times do not show on which side of its bound it is. */
void limits_put_coarse(const struct gno_report *r, const struct report_limit *l,
		       struct report_judged *out);

/* The kinds of limits (durations.c, after.c, measure.c). */
void limits_judge_durations(const struct gno_report *r, const struct report_limit *l,
			    struct report_judged *out);
void limits_judge_after(const struct gno_report *r, const struct report_limit *l,
			struct report_judged *out);
void limits_judge_measure(const struct gno_report *r, const struct report_limit *l,
			  struct report_judged *out);

#endif
