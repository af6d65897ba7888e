/* SPDX-License-Identifier: Apache-2.0 */
/* The buckets and the counters of a node in `gnomon report --json`. */
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/report/ratios.h"
#include "results/columns/shared.h"

/* -- ranges: two numbers in a list, the second null where larger values were clipped -- */

struct end {
	bool has;
	uint64_t value;
};

GET_NUMBER(get_end, struct end, v->has, v->value)

static const struct column ends[] = {
    {"end", COLUMN_U64, .get = get_end, .about = "of a range"},
};

static const struct column_list list_ends = {.name = "ends", COLUMNS(ends), .plain = true};

static int each_end(struct column_source *s, const void *row, column_put *put, void *ctx,
		    struct gno_err *err)
{
	const struct report_range *range = row;
	int rc = put(ctx, &(struct end){true, range->lo}, err);

	(void)s;
	return rc ? rc : put(ctx, &(struct end){!range->open, range->hi}, err);
}

GET_ROW(get_range, struct report_range, !v->none, v)

static const struct column ranges[] = {
    {"range", COLUMN_ROWS, .get = get_range, .list = &list_ends, .each = each_end,
     .about = "its values"},
};

static const struct column_list list_ranges = {.name = "ranges", COLUMNS(ranges), .plain = true};

/* -- statistics of counts in buckets -- */

struct spread_row {
	const struct gno_node *node;
	const struct gno_pattern_node *bounds; /* NULL: they changed, or are not known */
	unsigned unit;
	const uint64_t *count;
	bool saturated, has;
	struct report_spread of;
};

static struct spread_row spread_of(const struct gno_node *n, const struct gno_pattern_node *bounds,
				   unsigned unit, const uint64_t *count, bool saturated)
{
	struct spread_row row = {n, bounds, unit, count, saturated, false, {0}};

	if (bounds)
		row.of = report_spread(n, bounds, unit, count);
	row.has = row.of.values && !saturated && !report_is_of_codes(n, unit);
	return row;
}

static int each_bound(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct spread_row *v = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < v->node->preprocessors.bucket[v->unit].count && !rc; i++) {
		const struct report_range range = report_range(v->node, v->bounds, v->unit, i);

		rc = put(ctx, &range, err);
	}
	return rc;
}

static int each_bucket(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	const struct spread_row *v = row;

	(void)s;
	return columns_put_numbers(v->count, v->node->preprocessors.bucket[v->unit].count, put, ctx,
				   err);
}

#define PERCENTILE(name, i)                                                                        \
	GET_ROW(name, struct spread_row, v->has && !v->of.percentile[i].none, &v->of.percentile[i])
PERCENTILE(get_50, 0)
PERCENTILE(get_90, 1)
PERCENTILE(get_99, 2)

static const struct column percentiles[] = {
    {"50", COLUMN_ROWS, .get = get_50, .list = &list_ends, .each = each_end,
     .about = "the range of the smallest value that so many per cent do not exceed"},
    {"90", COLUMN_ROWS, .get = get_90, .list = &list_ends, .each = each_end, .about = "likewise"},
    {"99", COLUMN_ROWS, .get = get_99, .list = &list_ends, .each = each_end, .about = "likewise"},
};

static const struct column_list list_percentiles = {
    .name = "report-buckets-percentiles",
    .about = "Percentiles: a range each. Its end is null where larger values were clipped.",
    COLUMNS(percentiles),
};

GET_REAL(get_mean_min, struct spread_row, v->has, v->of.mean_min)
GET_REAL(get_mean_max, struct spread_row, v->has && !v->of.open, v->of.mean_max)
GET_ROW(get_spread, struct spread_row, true, v)
GET_ROW(get_bounds, struct spread_row, v->bounds, v)

static const struct column spread[] = {
    {"mean_min", COLUMN_F64, .get = get_mean_min,
     .about = "mean with every value at the lower end of its bucket"},
    {"mean_max", COLUMN_F64, .get = get_mean_max,
     .about = "mean with every value at the upper end; null: some may have been clipped"},
    {"percentiles", COLUMN_ROW, .get = get_spread, .list = &list_percentiles,
     .about = "buckets that hold them"},
    {"saturated", COLUMN_BOOL, COLUMN_AT(struct spread_row, saturated),
     .about = "a count is at its maximum: no mean, no percentile"},
    {"bounds", COLUMN_ROWS, .get = get_bounds, .list = &list_ranges, .each = each_bound,
     .about = "the range of each bucket; null: they changed, or are not known"},
    {"counts", COLUMN_ROWS, .get = get_spread, .list = &columns_numbers, .each = each_bucket,
     .about = "values in each bucket"},
};

static const struct column_list list_spread = {
    .name = "report-buckets-values",
    .about = "What was counted in buckets.",
    COLUMNS(spread),
};

/* -- the rows of a unit -- */

struct unit_rows {
	struct column_source *s;
	unsigned unit;
	column_put *put;
	void *ctx;
};

static int each_row(const struct unit_rows *rows, unsigned place, column_put *put,
		    struct gno_err *err)
{
	const struct column_source *s = rows->s;
	struct report_cursor *c = NULL;
	const struct report_row *row;
	uint64_t seen = 0;
	int more = 0, rc;

	rc = report_rows_open_first(s->r, REPORT_BANKS, s->node, place, s->rows, &c, err);
	while (!rc && seen++ < s->rows && (more = report_rows_next(c, &row, err)) > 0)
		rc = put((void *)rows, row, err);
	report_rows_close(c);
	return rc ? rc : more < 0 ? more : GNO_OK;
}

static unsigned place_of(const struct column_source *s, const struct report_unit *v)
{
	return (unsigned)(v - s->r->node[s->node].unit);
}

static const struct gno_preprocessors *made(const struct column_source *s)
{
	return &s->r->m->node[s->node].preprocessors;
}

/* The cycles that a unit covers. */
#define UNIT(member) COLUMN_AT(struct report_unit, member)

GET_NUMBER(get_unit_from, struct report_unit, v->seen, v->from)
GET_NUMBER(get_unit_to, struct report_unit, v->seen, v->last.ended)

static const struct column cover[] = {
    {"left_out", COLUMN_COUNTS, UNIT(faults), .each = columns_each_fault,
     .about = "those that are not whole or contradict themselves, by the fault"},
    {"from", COLUMN_U64, "cycle", .get = get_unit_from, .about = "first one that it covers"},
    {"to", COLUMN_U64, "cycle", .get = get_unit_to, .about = "last one that it covers"},
    {"whole", COLUMN_BOOL, UNIT(whole),
     .about = "from start to flush nothing is missing but counted losses"},
};

static const struct column_list list_cover = {
    .name = "report-units-cover",
    .about = "What a unit of buckets or counters covers.",
    COLUMNS(cover),
};

/* -- buckets -- */

struct bank_row {
	struct gno_block head;
	struct spread_row spread;
};

#define BANK(member) COLUMN_AT(struct bank_row, member)

static const struct column banks[] = {
    {"from", COLUMN_U64, "cycle", BANK(head.began), .about = "first one of the bank"},
    {"to", COLUMN_U64, "cycle", BANK(head.ended), .about = "last one of the bank"},
    {"values", COLUMN_U32, "values", BANK(head.counted), .about = "in it"},
    {"lost", COLUMN_U32, "values", BANK(head.lost), .about = "that were lost before it"},
    {"late", COLUMN_BOOL, BANK(head.late), .about = "it had to wait for a free bank"},
    {"flush", COLUMN_BOOL, BANK(head.flush), .about = "the end of the run ended it"},
    {NULL, COLUMN_PART, BANK(spread), .list = &list_spread, .about = "what it counted"},
};

static const struct column_list list_banks = {
    .name = "report-buckets-banks",
    .about = "Each bank.",
    COLUMNS(banks),
};

static int put_bank(void *ctx, const void *row, struct gno_err *err)
{
	const struct unit_rows *rows = ctx;
	const struct report_bank_row *bank = &((const struct report_row *)row)->bank;
	const struct gno_node *n = &rows->s->r->m->node[rows->s->node];
	const struct bank_row v = {bank->bank.head,
				   spread_of(n, bank->bank.bounds, bank->bank.head.unit,
					     bank->count, bank->bank.head.saturated)};

	return rows->put(rows->ctx, &v, err);
}

struct bucket_row {
	const struct report_unit *unit;
	struct spread_row spread;
};

static int each_bank(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const unsigned place = place_of(s, ((const struct bucket_row *)row)->unit);

	return each_row(&(struct unit_rows){s, place, put, ctx}, place, put_bank, err);
}

#define BUCKET(name, member) GET_NUMBER(name, struct bucket_row, true, v->unit->member)
GET_TEXT(get_name, struct bucket_row, v->unit->name)
GET_TEXT(get_of, struct bucket_row,
	 made(s)->quantity[made(s)->bucket[place_of(s, v->unit)].of].name)
BUCKET(get_banks_seen, seen)
BUCKET(get_values, counted)
BUCKET(get_lost, lost)
BUCKET(get_late, late)
BUCKET(get_missing, missing)
GET_ROW(get_cover, struct bucket_row, true, v->unit)

static const struct column buckets[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "of the unit, in the description"},
    {"of", COLUMN_TEXT, .get = get_of, .about = "the quantity whose values it counts"},
    {"banks_seen", COLUMN_U64, "banks", .get = get_banks_seen, .about = "that came whole"},
    {"values", COLUMN_U64, "values", .get = get_values, .about = "in all banks"},
    {"lost", COLUMN_U64, "values", .get = get_lost, .about = "that were lost, as no bank was free"},
    {"late", COLUMN_U64, "banks", .get = get_late, .about = "that had to wait for a free one"},
    {"missing", COLUMN_U64, "places", .get = get_missing,
     .about = "where banks do not follow each other"},
    {NULL, COLUMN_PART, .get = get_cover, .list = &list_cover, .about = "what it covers"},
    {NULL, COLUMN_PART, COLUMN_AT(struct bucket_row, spread), .list = &list_spread,
     .about = "the sum of all banks"},
    {"banks", COLUMN_ROWS, .list = &list_banks, .each = each_bank, .about = "the first of them"},
};

static const struct column_list list_buckets = {
    .name = "report-buckets-units",
    .about = "Each unit of buckets of a node.",
    COLUMNS(buckets),
};

static int each_buckets(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	const struct report_node *node = row;
	int rc = GNO_OK;

	for (unsigned i = 0; i < made(s)->buckets && !rc; i++) {
		const struct report_unit *u = &node->unit[i];
		const struct bucket_row v = {u, spread_of(&s->r->m->node[s->node],
							  u->mixed ? NULL : u->bounds, i, u->total,
							  u->saturated > 0)};

		rc = put(ctx, &v, err);
	}
	return rc;
}

static const struct column columns[] = {
    {"buckets", COLUMN_ROWS, .list = &list_buckets, .each = each_buckets, .about = "by units"},
};

const struct column_list columns_buckets = {
    .name = "report-buckets",
    .about = "The buckets of a node in `gnomon report --json`.",
    COLUMNS(columns),
};

/* -- snapshots of counters -- */

struct snapshot_row {
	const struct report_bank_row *bank;
	const struct gno_counter_bank *made;
};

static int each_count(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct snapshot_row *v = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < v->made->inputs && !rc; i++) {
		const uint64_t count = v->bank->count[i] - v->bank->count_before[i];

		rc = put(ctx, &count, err);
	}
	return rc;
}

static int each_cycles(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	const struct snapshot_row *v = row;
	const struct gno_block *before = v->bank->before;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < v->made->inputs && !rc; i++) {
		const uint64_t clocks = block_counter_clocks(&v->bank->bank.head, i) -
					(before->began ? block_counter_clocks(before, i) : 0);

		rc = put(ctx, &clocks, err);
	}
	return rc;
}

static int each_total(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct snapshot_row *v = row;

	(void)s;
	return columns_put_numbers(v->bank->count, v->made->inputs, put, ctx, err);
}

static int each_stall(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct report_bank_row *bank = ((const struct snapshot_row *)row)->bank;
	const struct gno_block *now = &bank->bank.head;
	struct report_stall stall[REPORT_STALLS];
	const unsigned groups = report_stall_counters(&s->r->m->node[s->node], now->unit,
						      bank->before->began ? bank->before : NULL,
						      bank->count_before, now, bank->count, stall);

	return columns_put_stalls(stall, groups, put, ctx, err);
}

#define SNAPSHOT(name, has, value) GET_NUMBER(name, struct snapshot_row, has, value)
SNAPSHOT(get_time, true, v->bank->bank.head.ended)
SNAPSHOT(get_since, v->bank->before->began, v->bank->before->ended)
SNAPSHOT(get_flush, true, v->bank->bank.head.flush)
SNAPSHOT(get_saturated, true, v->bank->bank.head.saturated)
SNAPSHOT(get_mixed, true, v->bank->bank.mixed)

static const struct column snapshots[] = {
    {"time", COLUMN_U64, "cycle", .get = get_time, .about = "when"},
    {"since", COLUMN_U64, "cycle", .get = get_since, .about = "of the snapshot before"},
    {"flush", COLUMN_BOOL, .get = get_flush, .about = "the end of the run requested it"},
    {"saturated", COLUMN_BOOL, .get = get_saturated, .about = "a counter is at 2^32 - 1"},
    {"mixed", COLUMN_BOOL, .get = get_mixed, .about = "a load changed what is counted"},
    {"counts", COLUMN_ROWS, .list = &columns_numbers, .each = each_count,
     .about = "of each input, since the snapshot before"},
    {"cycles", COLUMN_ROWS, .list = &columns_numbers, .each = each_cycles,
     .about = "in which each input was counted"},
    {"totals", COLUMN_ROWS, .list = &columns_numbers, .each = each_total,
     .about = "of each input, since the start"},
    {"stall", COLUMN_ROWS, .list = &columns_stalls, .each = each_stall,
     .about = "classes of its inputs"},
};

static const struct column_list list_snapshots = {
    .name = "report-counters-snapshots",
    .about = "Each snapshot of a bank of counters.",
    COLUMNS(snapshots),
};

static int put_snapshot(void *ctx, const void *row, struct gno_err *err)
{
	const struct unit_rows *rows = ctx;
	const struct report_bank_row *bank = &((const struct report_row *)row)->bank;
	const struct gno_node *n = &rows->s->r->m->node[rows->s->node];
	const struct snapshot_row v = {bank, &n->preprocessors.counter[bank->bank.head.unit]};

	return rows->put(rows->ctx, &v, err);
}

static int each_snapshot(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const unsigned place = place_of(s, row);

	return each_row(&(struct unit_rows){s, place, put, ctx}, place, put_snapshot, err);
}

/* -- counters -- */

static int each_input(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct gno_counter_bank *c = &made(s)->counter[place_of(s, row) - made(s)->buckets];
	char key[16];
	int rc = GNO_OK;

	for (unsigned i = 0; i < c->inputs && !rc; i++) {
		snprintf(key, sizeof(key), "%u", i);
		rc = put(ctx, report_input(s->r, s->node, c->name, key, c->input[i]), err);
	}
	return rc;
}

static const struct column counters[] = {
    {"name", COLUMN_TEXT, UNIT(name), .about = "of the bank, in the description"},
    {"inputs", COLUMN_ROWS, .list = &columns_texts, .each = each_input,
     .about = "what each input is"},
    {"snapshots_seen", COLUMN_U64, "snapshots", UNIT(seen), .about = "that came whole"},
    {"mixed", COLUMN_BOOL, UNIT(mixed), .about = "a load changed what is counted"},
    {NULL, COLUMN_PART, .list = &list_cover, .about = "what it covers"},
    {"snapshots", COLUMN_ROWS, .list = &list_snapshots, .each = each_snapshot,
     .about = "the first of them"},
};

static const struct column_list list_counters = {
    .name = "report-counters-banks",
    .about = "Each bank of counters of a node.",
    COLUMNS(counters),
};

static int each_counters(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const struct report_node *node = row;
	int rc = GNO_OK;

	for (unsigned i = 0; i < made(s)->counters && !rc; i++)
		rc = put(ctx, &node->unit[made(s)->buckets + i], err);
	return rc;
}

static const struct column columns_of_counters[] = {
    {"counters", COLUMN_ROWS, .list = &list_counters, .each = each_counters, .about = "by banks"},
};

const struct column_list columns_counters = {
    .name = "report-counters",
    .about = "The counters of a node in `gnomon report --json`.",
    COLUMNS(columns_of_counters),
};
