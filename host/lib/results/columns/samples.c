/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of ratio counters: a row for each pair, and for each measure of a pair. */
#include "results/columns/names.h"
#include "results/columns/shared.h"
#include "records/record.h"

#define PAIRS 16 /* a node has fewer */

struct sample_row {
	const struct report_sample *sample;
	unsigned pair;
	const struct gno_pattern_measure *measure; /* NULL: of the pair itself */
	size_t place;				   /* of the measure, among those of all nodes */
	const struct gno_ratio *counts;
	struct report_since since;
	bool has; /* a quotient: */
	struct gno_quotient q;
};

static const struct sample_row *of(const void *row)
{
	return row;
}

static bool get_ns(struct column_source *s, const void *row, struct cell *c)
{
	c->number = report_node_ns(s->r, of(row)->sample->node, of(row)->sample->time);
	return true;
}

static bool get_time(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->sample->time;
	return true;
}

static bool get_node(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->sample->node;
	return true;
}

static const char *node_text(struct column_source *s, const void *row)
{
	return s->r->m->node[of(row)->sample->node].name;
}

static const struct report_fired flush = {.kind = GNO_KIND_FLUSH, .point = -1};

static const struct report_fired *asked(const void *row)
{
	const struct report_sample *v = of(row)->sample;

	return v->fires ? &v->fired[v->asked] : &flush;
}

static bool get_point(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_fired *f = asked(row);

	c->number = columns_fired_key(s->r, f->kind, f->code, f->point);
	return true;
}

static const char *point_text(struct column_source *s, const void *row)
{
	return report_fired_name(s->r, asked(row), s->name, sizeof(s->name));
}

static void point_names(struct column_source *s, column_tell *tell, void *ctx)
{
	columns_fired_names(s, tell, ctx);
	tell(ctx, columns_fired_key(s->r, GNO_KIND_FLUSH, 0, -1),
	     report_fired_name(s->r, &flush, s->name, sizeof(s->name)));
}

static bool get_from(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->since.from;
	return !of(row)->since.lost;
}

static bool get_pair(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = (uint64_t)of(row)->sample->node * PAIRS + of(row)->pair;
	return true;
}

static const char *pair_text(struct column_source *s, const void *row)
{
	return s->r->m->node[of(row)->sample->node].pair[of(row)->pair].name;
}

static void pair_names(struct column_source *s, column_tell *tell, void *ctx)
{
	for (unsigned k = 0; k < s->r->m->nodes; k++)
		for (unsigned p = 0; p < s->r->m->node[k].pairs; p++)
			tell(ctx, (size_t)k * PAIRS + p, s->r->m->node[k].pair[p].name);
}

static bool get_measure(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->place;
	return of(row)->measure != NULL;
}

static const char *measure_text(struct column_source *s, const void *row)
{
	(void)s;
	return of(row)->measure->name;
}

static void measure_names(struct column_source *s, column_tell *tell, void *ctx)
{
	for (unsigned k = 0; k < s->r->m->nodes; k++) {
		const struct column_measures *m = &s->measures[k];

		for (size_t i = 0; m->of && i < m->of->measures; i++)
			tell(ctx, m->before + i, m->of->measure[i].name);
	}
}

#define COUNT(member)                                                                              \
	static bool get_##member(struct column_source *s, const void *row, struct cell *c)         \
	{                                                                                          \
		(void)s;                                                                           \
		c->number = of(row)->counts->member;                                               \
		return true;                                                                       \
	}
COUNT(a_min)
COUNT(a_max)
COUNT(b_min)
COUNT(b_max)

static bool get_saturated(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->counts->saturated != 0;
	return true;
}

#define QUOTIENT(member)                                                                           \
	static bool get_##member(struct column_source *s, const void *row, struct cell *c)         \
	{                                                                                          \
		(void)s;                                                                           \
		c->real = of(row)->q.member;                                                       \
		return of(row)->has;                                                               \
	}
QUOTIENT(value)
QUOTIENT(min)
QUOTIENT(max)

#define ROW(member) COLUMN_AT(struct sample_row, member)

/* Where it lies among what other boards have. */
static bool get_common(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_sample *v = of(row)->sample;

	return columns_get_common(s, v->node, v->time, c);
}

static bool get_common_bound(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_sample *v = of(row)->sample;

	return columns_get_common_bound(s, v->node, v->time, c);
}

static const struct column columns[] = {
    {"time", COLUMN_U64, "cycle", .get = get_time, .about = "when the counters were read"},
    {"ns", COLUMN_U64, "ns", .get = get_ns, .drawn = true,
     .about = "`time` in nanoseconds, by the clock of the manifest, rounded down"},
    {"common", COLUMN_U64, "cycle", .get = get_common, .boards = true,
     .about = "of a run of several boards: `time` on the time that all boards have in common"},
    {"common_bound", COLUMN_U64, "cycles", .get = get_common_bound, .boards = true,
     .about = "likewise: by which `common` can be wrong at most"},
    {"node", COLUMN_NAME, NULL, .get = get_node, .text = node_text, .names = columns_node_names,
     .drawn = true, .about = "where"},
    {"point", COLUMN_NAME, NULL, .get = get_point, .text = point_text, .names = point_names,
     .about = "what requested the sample; `(end)`: the end of the run"},
    {"from", COLUMN_U64, "cycle", .get = get_from,
     .about = "from which one on they counted; none: the reset before it may have been lost"},
    {"pair", COLUMN_NAME, NULL, .get = get_pair, .text = pair_text, .names = pair_names,
     .drawn = true, .about = "the pair of counters"},
    {"measure", COLUMN_NAME, NULL, .get = get_measure, .text = measure_text, .names = measure_names,
     .about = "the measure of the pair; none: the row is that of the pair"},
    {"a_min", COLUMN_U64, NULL, .get = get_a_min,
     .about = "what counter A counted, at least: the compressed form has bounds"},
    {"a_max", COLUMN_U64, NULL, .get = get_a_max, .about = "the same, at most"},
    {"b_min", COLUMN_U64, NULL, .get = get_b_min, .about = "what counter B counted, at least"},
    {"b_max", COLUMN_U64, NULL, .get = get_b_max, .about = "the same, at most"},
    {"saturated", COLUMN_BOOL, NULL, .get = get_saturated, .about = "a counter reached its end"},
    {"value", COLUMN_F64, NULL, .get = get_value,
     .about = "of the measure; of the pair A/B. None where it is not defined"},
    {"value_min", COLUMN_F64, NULL, .get = get_min, .about = "the same, at least"},
    {"value_max", COLUMN_F64, NULL, .get = get_max, .about = "the same, at most"},
    {"reset", COLUMN_BOOL, NULL, ROW(since.reset), .about = "the sample reset the counters"},
    {"mixed", COLUMN_BOOL, NULL, ROW(since.mixed),
     .about = "a load changed meanwhile what they count"},
};

static struct report_since since_of(const struct gno_node *n, const struct report_sample *v,
				    unsigned pair)
{
	if (v->since)
		return v->since[n->pair[pair].group];
	return (struct report_since){v->from, v->since_lost, v->reset, v->mixed};
}

/* A row for each pair, with those of its measures behind it. */
static int expand(struct column_source *s, const struct report_row *row, column_put *put, void *ctx,
		  struct gno_err *err)
{
	const struct report_sample *v = &row->sample;
	const struct gno_node *n = &s->r->m->node[v->node];
	const struct column_measures *m = &s->measures[v->node];
	int rc = GNO_OK;

	for (unsigned p = 0; p < n->pairs && !rc; p++) {
		struct sample_row one = {.sample = v, .pair = p, .counts = &v->pair[p]};

		one.since = since_of(n, v, p);
		one.has = !report_quotient(n, p, one.counts, &one.q);
		rc = put(ctx, &one, err);
		for (size_t i = 0; m->of && i < m->of->measures && !rc; i++) {
			if (m->of->measure[i].pair != p)
				continue;
			one.measure = &m->of->measure[i];
			one.place = m->before + i;
			one.has = !report_measure_value(one.measure->print, one.counts, &one.q);
			rc = put(ctx, &one, err);
		}
	}
	return rc;
}

const struct column_list columns_samples = {
    .name = "samples",
    .about = "Each pair of ratio counters at each sample, and each measure of a pair, in order of "
	     "time.",
    .column = columns,
    .columns = sizeof(columns) / sizeof(*columns),
    .list = REPORT_SAMPLES,
    .expand = expand,
    .ordered = true,
};
