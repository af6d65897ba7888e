/* SPDX-License-Identifier: Apache-2.0 */
#include "results/columns/shared.h"
#include "results/columns/get.h"

GET_TEXT(get_text, char, v)

static const struct column texts[] = {
    {"text", COLUMN_TEXT, .get = get_text, .about = "itself"},
};

const struct column_list columns_texts = {
    .name = "texts", .about = "Texts.", COLUMNS(texts), .plain = true};

GET_NUMBER(get_number, uint64_t, true, *v)

static const struct column numbers[] = {
    {"number", COLUMN_U64, .get = get_number, .about = "itself"},
};

const struct column_list columns_numbers = {
    .name = "numbers", .about = "Numbers.", COLUMNS(numbers), .plain = true};

int columns_put_numbers(const uint64_t *number, unsigned count, column_put *put, void *ctx,
			struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned i = 0; i < count && !rc; i++)
		rc = put(ctx, &number[i], err);
	return rc;
}

GET_REAL(get_count, struct columns_bounds, true, report_count(v->min, v->max))

#define BOUND(member) COLUMN_AT(struct columns_bounds, member)

static const struct column bounds[] = {
    {"value", COLUMN_F64, .get = get_count, .about = "as one number"},
    {"min", COLUMN_U64, BOUND(min), .about = "at least"},
    {"max", COLUMN_U64, BOUND(max), .about = "at most"},
};

const struct column_list columns_bounds = {
    .name = "count", .about = "A count that lies between two bounds.", COLUMNS(bounds)};

GET_NUMBER(get_format, void, true, 1)

static const struct column format[] = {
    {"gnomon", COLUMN_U32, .get = get_format, .about = "1: the version of this form"},
};

const struct column_list columns_format = {
    .name = "format", .about = "The form of a document.", COLUMNS(format)};

#define NODE_NUMBER(name, has, value) GET_NUMBER(name, struct gno_node, has, value)

GET_TEXT(get_tick_node, struct gno_node, v->name)
NODE_NUMBER(get_tick, true, gno_node_tick(v))
NODE_NUMBER(get_jitter, true, v->seed != 0)
NODE_NUMBER(get_bound, true, gno_node_bound(v))

static const struct column tick[] = {
    {"node", COLUMN_TEXT, .get = get_tick_node, .about = "its name"},
    {"tick", COLUMN_U32, "cycles", .get = get_tick, .about = "times are multiples of it"},
    {"jitter", COLUMN_BOOL, .get = get_jitter, .about = "the places of its ticks are random"},
    {"bound", COLUMN_U32, "cycles", .get = get_bound,
     .about = "by which a duration at the node can be wrong at most"},
};

static const struct column_list list_tick = {
    .name = "ticks-node", .about = "A node whose times are not exact.", COLUMNS(tick)};

static int each_tick(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct gno_manifest *m = s->r->m;
	int rc = GNO_OK;

	(void)row;
	for (unsigned k = 0; k < m->nodes && !rc; k++)
		if (gno_node_tick(&m->node[k]) > 1)
			rc = put(ctx, &m->node[k], err);
	return rc;
}

static const struct column ticks[] = {
    {"ticks", COLUMN_ROWS, .list = &list_tick, .each = each_tick,
     .about = "nodes whose times are not exact"},
};

const struct column_list columns_ticks = {
    .name = "ticks", .about = "How exact the times of a run are.", COLUMNS(ticks)};

int columns_each_fault(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	const uint64_t *faults = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < BLOCK_FAULTS && !rc; i++)
		if (faults[i])
			rc = put(ctx, &(struct column_count){block_fault_name(i), faults[i]}, err);
	return rc;
}

int columns_each_node(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	int rc = GNO_OK;

	(void)row;
	for (s->node = 0; s->node < s->r->m->nodes && !rc; s->node++)
		rc = put(ctx, &s->r->node[s->node], err);
	return rc;
}

int columns_each_row(struct column_source *s, enum report_list list, unsigned node, uint64_t most,
		     column_put *put, void *ctx, struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	uint64_t n = 0;
	int more = 0, rc = report_rows_open_first(s->r, list, node, 0, most, &c, err);

	while (!rc && n < most && (more = report_rows_next(c, &row, err)) > 0) {
		rc = put(ctx, row, err);
		n++;
	}
	report_rows_close(c);
	return rc ? rc : more < 0 ? more : GNO_OK;
}

bool columns_get_common(const struct column_source *s, unsigned node, uint64_t cycle,
			struct cell *c)
{
	c->number = common_time(s->r->boards, node, cycle);
	return s->r->boards;
}

bool columns_get_common_bound(const struct column_source *s, unsigned node, uint64_t cycle,
			      struct cell *c)
{
	if (!s->r->boards)
		return false;
	boards_common(s->r->boards, node, cycle, &c->number);
	c->number += report_time_bound(s->r, node);
	return true;
}
