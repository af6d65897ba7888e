/* SPDX-License-Identifier: Apache-2.0 */
/* What is to be thought of a run, in `gnomon report --json`: its limits, the advice, and the time
 * line. */
#include <stdio.h>

#include "passes/derived/advice.h"
#include "passes/limits/limits.h"
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"

/* -- limits -- */

struct limit_row {
	const struct report_limit *limit;
	struct report_judged is;
};

#define LIMIT struct limit_row

GET_TEXT(get_limit, LIMIT, v->limit->limit.text)
GET_TEXT(get_verdict, LIMIT, report_verdict_name(v->is.verdict))
GET_TEXT(get_value, LIMIT, *v->is.value ? v->is.value : NULL)
GET_TEXT(get_reason, LIMIT, *v->is.reason ? v->is.reason : NULL)
GET_TEXT(get_node, LIMIT, v->is.has_node ? s->r->m->node[v->is.node].name : NULL)
GET_NUMBER(get_cycle, LIMIT, v->is.has_cycle, v->is.cycle)

static const struct column limits[] = {
    {"limit", COLUMN_TEXT, .get = get_limit, .about = "as it was written"},
    {"verdict", COLUMN_TEXT, .get = get_verdict, .about = "`passed`, `failed` or `unknown`"},
    {"value", COLUMN_TEXT, .get = get_value, .about = "what was found, with its unit"},
    {"reason", COLUMN_TEXT, .get = get_reason,
     .about = "why it is unknown; what is worst, if it failed"},
    {"node", COLUMN_TEXT, .get = get_node, .about = "of the worst violation"},
    {"cycle", COLUMN_U64, "cycle", .get = get_cycle, .about = "of the worst violation"},
};

static const struct column_list list_limits = {
    .name = "limits-list",
    .about = "Each limit, in order.",
    COLUMNS(limits),
};

static int each_limit(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct report_limits *all = s->r->limits;
	int rc = GNO_OK;

	(void)row;
	for (size_t i = 0; all && i < all->limits && !rc; i++) {
		struct limit_row v = {.limit = &all->limit[i]};

		report_limits_judge(s->r, i, &v.is);
		rc = put(ctx, &v, err);
	}
	return rc;
}

static const struct column limits_of_run[] = {
    {"limits", COLUMN_ROWS, .list = &list_limits, .each = each_limit,
     .about = "of the experiments, then those that were given"},
};

const struct column_list columns_limits = {
    .name = "limits",
    .about = "The limits in `gnomon report --json` and `gnomon check --json`.",
    COLUMNS(limits_of_run),
};

/* -- advice -- */

#define ADVICE(member) COLUMN_AT(struct report_advice, member)

static const struct column advice[] = {
    {"rule", COLUMN_TEXT, ADVICE(rule), .about = "its name; those of losses begin with `lost-`"},
    {"seen", COLUMN_TEXT, ADVICE(seen), .about = "what was found"},
    {"means", COLUMN_TEXT, ADVICE(means), .about = "what follows from it"},
    {"change", COLUMN_TEXT, ADVICE(change), .about = "what to do"},
};

static const struct column_list list_advice = {
    .name = "report-advice-list",
    .about = "Each advice, that of losses first.",
    COLUMNS(advice),
};

static int each_advice(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	struct report_advices all;
	int rc = report_advise(s->r, &all, err);

	(void)row;
	for (size_t i = 0; i < all.count && !rc; i++)
		rc = put(ctx, &all.item[i], err);
	report_advices_free(&all);
	return rc;
}

static const struct column advice_of_run[] = {
    {"advice", COLUMN_ROWS, .list = &list_advice, .each = each_advice,
     .about = "what a reader should know first"},
};

const struct column_list columns_advice = {
    .name = "report-advice",
    .about = "The advice of `gnomon report --json`.",
    COLUMNS(advice_of_run),
};

/* -- the time line -- */

/* What a column of a node shows; NULL: nothing. */
static const char *shown(struct column_source *s, unsigned node, unsigned column)
{
	const int intervals = (int)(s->r->line.kinds - REPORT_UNSEEN_KINDS);
	bool most;
	const int kind = report_line_kind(&s->r->line, node, column, &most);

	if (kind < intervals)
		return kind < 0 ? NULL : s->r->points.interval[kind].name;
	snprintf(s->name, sizeof(s->name), "(%s)",
		 report_unseen_name((enum report_unseen)(kind - intervals)));
	return s->name;
}

static int each_shown(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	int rc = GNO_OK;

	(void)row;
	for (unsigned i = 0; i < s->r->line.columns && !rc; i++)
		rc = put(ctx, shown(s, s->node, i), err);
	return rc;
}

GET_TEXT(get_line_node, struct report_node, s->r->m->node[s->node].name)

static const struct column line_nodes[] = {
    {"node", COLUMN_TEXT, .get = get_line_node, .about = "where"},
    {"columns", COLUMN_ROWS, .list = &columns_texts, .each = each_shown,
     .about = "what took longest in each: an interval; why nothing is known, in parentheses; null"},
};

static const struct column_list list_line_nodes = {
    .name = "report-time-line-nodes",
    .about = "Each node.",
    COLUMNS(line_nodes),
};

#define LINE(member) COLUMN_AT(struct report_line, member)

static const struct column line[] = {
    {"begin", COLUMN_U64, "cycle", LINE(begin), .about = "its first one"},
    {"end", COLUMN_U64, "cycle", LINE(end), .about = "the one after its last"},
    {"columns", COLUMN_U32, "columns", LINE(columns),
     .about = "parts of the run, as alike as they can be"},
    {"nodes", COLUMN_ROWS, .list = &list_line_nodes, .each = columns_each_node,
     .about = "what they show"},
};

static const struct column_list list_line = {
    .name = "report-time-line",
    .about = "What took longest, in parts of the run.",
    COLUMNS(line),
};

static const struct column line_of_run[] = {
    {"time_line", COLUMN_ROW, COLUMN_AT(struct gno_report, line), .list = &list_line,
     .about = "itself"},
};

const struct column_list columns_line = {
    .name = "report-line",
    .about = "The time line of `gnomon report --json`.",
    COLUMNS(line_of_run),
};

/* -- limits for themselves -- */

#define VERDICT(name, verdict)                                                                     \
	GET_NUMBER(name, struct gno_report, true, report_limits_count(v).of[verdict])

VERDICT(get_passed, REPORT_PASSED)
VERDICT(get_failed, REPORT_FAILED)
VERDICT(get_unknown, REPORT_UNKNOWN)

static const struct column check[] = {
    {NULL, COLUMN_PART, .list = &columns_format, .about = "its form"},
    {NULL, COLUMN_PART, .list = &columns_ticks, .about = "how exact its times are"},
    {"passed", COLUMN_U64, "limits", .get = get_passed, .about = "that hold"},
    {"failed", COLUMN_U64, "limits", .get = get_failed, .about = "that do not"},
    {"unknown", COLUMN_U64, "limits", .get = get_unknown, .about = "of which it is not known"},
    {NULL, COLUMN_PART, .list = &columns_limits, .about = "themselves"},
};

const struct column_list columns_check = {
    .name = "check",
    .about = "What `gnomon check --json` prints.",
    COLUMNS(check),
};
