/* SPDX-License-Identifier: Apache-2.0 */
#include "out/json/analyses.h"
#include "out/json/list.h"
#include "passes/calls/calls.h"
#include "passes/causality/causality.h"
#include "passes/messages/traffic.h"
#include "passes/parallel/parallel.h"
#include "results/rounds.h"
#include "results/columns/documents.h"
#include "results/diff/diff.h"

int calls_json(const struct calls *c, FILE *f, struct gno_err *err)
{
	struct column_source s = {.r = c->r, .of = c};

	return json_document(&(struct json_out){.f = f}, &s, &columns_calls, c, err);
}

int traffic_json(const struct traffic *t, FILE *f, struct gno_err *err)
{
	struct column_source s = {.r = t->r, .of = t};

	return json_document(&(struct json_out){.f = f}, &s, &columns_traffic, t, err);
}

int parallel_json(const struct parallel *p, FILE *f, struct gno_err *err)
{
	struct column_source s = {.r = p->h->r, .of = p, .rows = UINT64_MAX};

	return json_document(&(struct json_out){.f = f}, &s, &columns_parallel, p, err);
}

int causality_json(const struct causality *c, FILE *f, struct gno_err *err)
{
	struct column_source s = {.r = c->processes->r, .of = c};

	return json_document(&(struct json_out){.f = f}, &s, &columns_causality, c, err);
}

/* Of what is in memory, where nothing can fail. */
static void put_known(const struct gno_report *r, const struct column_list *l, const void *row,
		      FILE *f)
{
	struct column_source s = {.r = r, .of = row};
	struct gno_err err;

	json_document(&(struct json_out){.f = f}, &s, l, row, &err);
}

void gno_rounds_json(const struct gno_rounds *rounds, FILE *f)
{
	put_known(rounds->report[0], &columns_experiment_rounds, rounds, f);
}

void report_diff_json(const struct report_diff *d, FILE *f)
{
	put_known(NULL, &columns_diff, d, f);
}
