/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of clocks of which one holds in each, in `gnomon report --json`. */
#include "results/columns/get.h"
#include "results/columns/report/ratios.h"

#define STALL(member) COLUMN_AT(struct report_stall, member)

GET_TEXT(get_group, struct report_stall, v->group)

static const struct column stalls[] = {
    {"group", COLUMN_TEXT, .get = get_group, .about = "how the names of its classes begin"},
    {"classes", COLUMN_U32, STALL(classes), .about = "how many it has"},
    {"sum_min", COLUMN_U64, STALL(sum_min), .about = "sum of their counts, at least"},
    {"sum_max", COLUMN_U64, STALL(sum_max), .about = "the same, at most"},
    {"cycles_min", COLUMN_U64, "cycles", STALL(clocks_min), .about = "that passed, at least"},
    {"cycles_max", COLUMN_U64, "cycles", STALL(clocks_max), .about = "the same, at most"},
    {"whole", COLUMN_BOOL, STALL(whole), .about = "the sum can be the cycles"},
};

const struct column_list columns_stalls = {
    .name = "report-stall-groups",
    .about = "Each group of classes of which exactly one holds in each cycle.",
    COLUMNS(stalls),
};

int columns_put_stalls(const struct report_stall *stall, unsigned groups, column_put *put,
		       void *ctx, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned i = 0; i < groups && !rc; i++)
		rc = put(ctx, &stall[i], err);
	return rc;
}

int columns_each_stall(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	struct report_stall stall[REPORT_STALLS];
	const unsigned groups = report_stall_pairs(&s->r->m->node[s->node], row, stall);

	return columns_put_stalls(stall, groups, put, ctx, err);
}
