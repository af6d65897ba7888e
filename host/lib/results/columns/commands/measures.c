/* SPDX-License-Identifier: Apache-2.0 */
/* What a monitor can measure by name: what `gnomon measures --json` prints. */
#include "compile/measures.h"

#include "results/columns/documents.h"
#include "results/columns/get.h"

/* -- what signals may be called -- */

#define WAY(member) COLUMN_AT(struct gno_measure_inputs, member)

static const struct column ways[] = {
    {"a", COLUMN_TEXT, WAY(a), .about = "what A counts; null: nothing"},
    {"b", COLUMN_TEXT, WAY(b), .about = "what B counts"},
};

static const struct column_list list_ways = {
    .name = "measures-signals",
    .about = "Each pair of expressions that are tried in turn.",
    COLUMNS(ways),
};

static int each_way(struct column_source *s, const void *row, column_put *put, void *ctx,
		    struct gno_err *err)
{
	const struct gno_measure_kind *kind = row;
	int rc = GNO_OK;

	(void)s;
	for (const struct gno_measure_inputs *way = kind->way; way->b && !rc; way++)
		rc = put(ctx, way, err);
	return rc;
}

/* -- nodes -- */

struct node_row {
	const struct gno_node *node;
	struct gno_measure_answer answer;
};

GET_TEXT(get_node, struct node_row, v->node->name)
GET_TEXT(get_text, struct node_row, v->answer.text)

static const struct column nodes[] = {
    {"node", COLUMN_TEXT, .get = get_node, .about = "its name"},
    {"able", COLUMN_BOOL, COLUMN_AT(struct node_row, answer.able), .about = "it can"},
    {"pair", COLUMN_TEXT, COLUMN_AT(struct node_row, answer.pair),
     .about = "with fixed inputs, that counts it; null: a routed pair does, or none is needed"},
    {"text", COLUMN_TEXT, .get = get_text, .about = "what takes it, or what is missing"},
};

static const struct column_list list_nodes = {
    .name = "measures-nodes",
    .about = "Whether each node can take the measure.",
    COLUMNS(nodes),
};

static int each_node(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct gno_manifest *m = s->of;
	int rc = GNO_OK;

	for (unsigned k = 0; k < m->nodes && !rc; k++) {
		struct node_row v = {.node = &m->node[k]};

		gno_measure_ask(v.node, row, &v.answer);
		rc = put(ctx, &v, err);
	}
	return rc;
}

/* -- measures -- */

#define KIND(member) COLUMN_AT(struct gno_measure_kind, member)

static const struct column measures[] = {
    {"name", COLUMN_TEXT, KIND(name), .about = "of the measure, in the experiment"},
    {"of_signal", COLUMN_BOOL, KIND(of), .about = "the name is followed by `of` and a signal"},
    {"a", COLUMN_TEXT, KIND(a), .about = "what A counts, in words"},
    {"b", COLUMN_TEXT, KIND(b), .about = "what B counts, likewise"},
    {"printed", COLUMN_TEXT, KIND(printed), .about = "what is printed of them, likewise"},
    {"signals", COLUMN_ROWS, .list = &list_ways, .each = each_way,
     .about = "names that need not be stated"},
    {"nodes", COLUMN_ROWS, .list = &list_nodes, .each = each_node, .about = "by number"},
};

static const struct column_list list_measures = {
    .name = "measures-list",
    .about = "Each measure that an experiment can request.",
    COLUMNS(measures),
};

static int each_measure(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	size_t count;
	const struct gno_measure_kind *kinds = gno_measure_kinds(&count);
	int rc = GNO_OK;

	(void)s;
	(void)row;
	for (size_t i = 0; i < count && !rc; i++)
		rc = put(ctx, &kinds[i], err);
	return rc;
}

/* -- the document -- */

static const struct column document[] = {
    {"monitor", COLUMN_TEXT, COLUMN_AT(struct gno_manifest, name), .about = "its name"},
    {"measures", COLUMN_ROWS, .list = &list_measures, .each = each_measure,
     .about = "in the order of Carpenter's Table 2"},
};

const struct column_list columns_offered = {
    .name = "measures",
    .about = "What `gnomon measures --json` prints.",
    COLUMNS(document),
};
