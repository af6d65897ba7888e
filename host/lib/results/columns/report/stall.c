/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of clocks of which one holds in each, in `gnomon report --json`. */
#include "results/columns/documents.h"
#include "results/columns/get.h"

#define STALL(member) COLUMN_AT(struct report_stall, member)

GET_TEXT(get_group, struct report_stall, v->group)

static const struct column groups[] = {
    {"group", COLUMN_TEXT, .get = get_group, .about = "how the names of its classes begin"},
    {"classes", COLUMN_U32, STALL(classes), .about = "how many it has"},
    {"sum_min", COLUMN_U64, STALL(sum_min), .about = "sum of their counts, at least"},
    {"sum_max", COLUMN_U64, STALL(sum_max), .about = "the same, at most"},
    {"clocks_min", COLUMN_U64, "cycles", STALL(clocks_min), .about = "that passed, at least"},
    {"clocks_max", COLUMN_U64, "cycles", STALL(clocks_max), .about = "the same, at most"},
    {"whole", COLUMN_BOOL, STALL(whole), .about = "the sum can be the cycles"},
};

static const struct column_list list_groups = {
    .name = "report-stall-groups",
    .about = "Each group of classes of which exactly one holds in each cycle.",
    COLUMNS(groups),
};

static int each_group(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct columns_stalls *v = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < v->groups && !rc; i++)
		rc = put(ctx, &v->stall[i], err);
	return rc;
}

static const struct column columns[] = {
    {"stall", COLUMN_ROWS, .list = &list_groups, .each = each_group, .about = "by groups"},
};

const struct column_list columns_stall = {
    .name = "report-stall",
    .about = "Classes of pairs, or of inputs of counters.",
    COLUMNS(columns),
};
