/* SPDX-License-Identifier: Apache-2.0 */
#include "out/json/analyses.h"
#include "out/json/list.h"
#include "passes/causality/causality.h"
#include "passes/parallel/parallel.h"
#include "results/columns/documents.h"

int parallel_json(const struct parallel *p, FILE *f, struct gno_err *err)
{
	struct column_source s = {.r = p->h->r, .of = p};
	struct json_out o = {.f = f};
	int rc = json_row(&o, &s, NULL, &columns_parallel, p, err);

	fputc('\n', f);
	return rc;
}

int causality_json(const struct causality *c, FILE *f, struct gno_err *err)
{
	struct column_source s = {.of = c};
	struct json_out o = {.f = f};

	return json_row(&o, &s, NULL, &columns_causality, c, err);
}
