/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_RULE_H
#define GNO_FILTER_RULE_H

/*
 * Rules over the records of a run: the expressions of `match:` (match/parse.c), which have beside
 * the fields of the watched word `node`, `event` (a point), `kind`, `process` and `time`.
 * docs/answers/filter.md has what they mean.
 */

#include "results/rows.h"

struct filter_rule;

/*
 * Reads a rule for the nodes and points of a run, of which the manifest must outlive it; `points`
 * needs no more than their names, and the first load's file. GNO_ERR_ARG: it is at fault, at
 * *column (from 1). GNO_ERR_NOMEM. *out is the caller's (filter_rule_free).
 */
int filter_rule_new(const struct gno_manifest *m, const struct report_points *points,
		    const char *text, struct filter_rule **out, unsigned *column,
		    struct gno_err *err);
void filter_rule_free(struct filter_rule *rule);

enum filter_answer { FILTER_NO = 1, FILTER_YES, FILTER_DEPENDS };

/*
 * Whether it holds of a record; FILTER_DEPENDS: the record lacks fields that decide it. Of an
 * event, a trigger and a watched word a test of such a field is false.
 */
enum filter_answer filter_rule_answer(const struct filter_rule *rule, const struct report_event *v);

#endif
