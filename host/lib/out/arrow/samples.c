/* SPDX-License-Identifier: Apache-2.0 */
/* The table of samples of ratio counters: a row for each measure of a pair, and for each pair
 * without one. */
#include "out/arrow/table.h"

enum {
	TIME,
	NS,
	NODE,
	POINT,
	SINCE,
	PAIR,
	MEASURE,
	A_MIN,
	A_MAX,
	B_MIN,
	B_MAX,
	SATURATED,
	VALUE,
	VALUE_MIN,
	VALUE_MAX,
	RESET,
	MIXED,
	COLUMNS,
};

static const struct arrow_column columns[COLUMNS] = {
    [TIME] = {"time", ARROW_U64},	    [NS] = {"ns", ARROW_U64},
    [NODE] = {"node", ARROW_NAME},	    [POINT] = {"point", ARROW_NAME},
    [SINCE] = {"since", ARROW_U64},	    [PAIR] = {"pair", ARROW_NAME},
    [MEASURE] = {"measure", ARROW_NAME},    [A_MIN] = {"a_min", ARROW_U64},
    [A_MAX] = {"a_max", ARROW_U64},	    [B_MIN] = {"b_min", ARROW_U64},
    [B_MAX] = {"b_max", ARROW_U64},	    [SATURATED] = {"saturated", ARROW_BOOL},
    [VALUE] = {"value", ARROW_F64},	    [VALUE_MIN] = {"value_min", ARROW_F64},
    [VALUE_MAX] = {"value_max", ARROW_F64}, [RESET] = {"reset", ARROW_BOOL},
    [MIXED] = {"mixed", ARROW_BOOL},
};

#define PAIRS 16 /* a node has fewer */

/* When and why the sample was taken, and from where on a group's counters count. */
static void put_sample(struct table_reader *t, const struct report_sample *s, unsigned group)
{
	const struct report_fired flush = {.kind = GNO_KIND_FLUSH, .point = -1};
	const struct report_fired *asked = s->fires ? &s->fired[s->asked] : &flush;
	const struct report_since whole = {s->from, s->since_lost, s->reset, s->mixed};
	const struct report_since *since = s->since ? &s->since[group] : &whole;
	size_t key = table_key(t->r, asked->kind, asked->code, asked->point);
	struct batch *b = &t->batch;
	char buf[32];

	batch_u64(b, TIME, s->time);
	batch_u64(b, NS, report_ns(t->r, s->time));
	batch_text(b, NODE, s->node, t->r->m->node[s->node].name);
	if (!batch_name(b, POINT, key))
		batch_learn(b, POINT, key, report_fired_name(t->r, asked, buf, sizeof(buf)));
	if (!since->lost)
		batch_u64(b, SINCE, since->from);
	batch_bool(b, RESET, since->reset);
	batch_bool(b, MIXED, since->mixed);
}

static void put_counts(struct batch *b, const struct gno_ratio *v)
{
	batch_u64(b, A_MIN, v->a_min);
	batch_u64(b, A_MAX, v->a_max);
	batch_u64(b, B_MIN, v->b_min);
	batch_u64(b, B_MAX, v->b_max);
	batch_bool(b, SATURATED, v->saturated != 0);
}

/* The row of measure `m` of a pair; NULL: of the pair itself. */
static int put_row(struct table_reader *t, const struct report_sample *s, unsigned pair,
		   const struct gno_pattern_measure *m, size_t measure)
{
	const struct gno_node *n = &t->r->m->node[s->node];
	struct gno_quotient q = {0};
	struct batch *b = &t->batch;
	bool has;

	if (!batch_room(b))
		return GNO_ERR_NOMEM;
	put_sample(t, s, n->pair[pair].group);
	batch_text(b, PAIR, (size_t)s->node * PAIRS + pair, n->pair[pair].name);
	if (m)
		batch_text(b, MEASURE, t->measures[s->node].before + measure, m->name);
	put_counts(b, &s->pair[pair]);
	has = m ? !report_measured(m->print, &s->pair[pair], &q)
		: !report_quotient(n, pair, &s->pair[pair], &q);
	if (has) {
		batch_f64(b, VALUE, q.value);
		batch_f64(b, VALUE_MIN, q.min);
		batch_f64(b, VALUE_MAX, q.max);
	}
	b->rows++;
	return GNO_OK;
}

static int put(struct table_reader *t, const struct report_row *row)
{
	const struct report_sample *s = &row->sample;
	const struct gno_pattern_node *of = t->measures[s->node].of;
	int rc = GNO_OK;

	for (unsigned p = 0; p < t->r->m->node[s->node].pairs && !rc; p++) {
		bool any = false;

		for (size_t i = 0; of && i < of->measures && !rc; i++) {
			if (of->measure[i].pair != p)
				continue;
			any = true;
			rc = put_row(t, s, p, &of->measure[i], i);
		}
		if (!any)
			rc = put_row(t, s, p, NULL, 0);
	}
	return rc;
}

static void know(struct table_reader *t)
{
	const struct report_fired flush = {.kind = GNO_KIND_FLUSH, .point = -1};
	char buf[32];

	table_know_fired(t, POINT, TABLE_NO_KINDS);
	batch_know(&t->batch, POINT, table_key(t->r, GNO_KIND_FLUSH, 0, -1),
		   report_fired_name(t->r, &flush, buf, sizeof(buf)));
	for (unsigned k = 0; k < t->r->m->nodes; k++) {
		const struct gno_pattern_node *of = t->measures[k].of;

		for (unsigned p = 0; p < t->r->m->node[k].pairs; p++)
			batch_know(&t->batch, PAIR, (size_t)k * PAIRS + p,
				   t->r->m->node[k].pair[p].name);
		for (size_t i = 0; of && i < of->measures; i++)
			batch_know(&t->batch, MEASURE, t->measures[k].before + i,
				   of->measure[i].name);
	}
}

const struct arrow_table arrow_samples = {
    .name = "samples",
    .column = columns,
    .columns = COLUMNS,
    .list = REPORT_SAMPLES,
    .ordered = true,
    .node = NODE,
    .know = know,
    .put = put,
    .within = table_time_within,
};
