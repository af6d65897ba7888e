/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_inputs: what the preprocessors of a node of a model observe: delays, router and gate
 * (docs/design/preprocessors.md). */
#include <stdlib.h>
#include <string.h>

#include <gnomon/records.h>

#include "cells.h"
#include "gnomon_model_parts.h"
#include "gnomon_model_segments.h"

static void set_bit(uint32_t *bits, unsigned int at)
{
	bits[at / 32] |= 1u << at % 32;
}

/* Bits by their delay. */
static void sort_delays(struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;
	unsigned int k;

	for (unsigned int at = 0; at < node->plan->signal + plan->signals; at++) {
		const int delay =
		    at < node->plan->signal ? 0 : plan->delay[at - node->plan->signal];

		for (k = 0; k < m->delays && m->delayed[k].delay != delay;)
			k++;
		if (k == m->delays)
			m->delayed[m->delays++].delay = delay;
		set_bit(m->delayed[k].mask, at);
	}
	m->as_is = !plan->lag && !plan->values && m->delays == 1;
}

/* The signals that values need, by the clocks to them; false: they are too many clocks. */
static bool sort_values(struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;

	for (unsigned int i = 0; i < plan->values; i++) {
		const struct gnomon_model_value *v = &plan->value[i];
		const unsigned int back = (unsigned int)(plan->lag + v->delay);
		unsigned int at;

		if (back >= MODEL_BACK)
			return false;
		if (v->there < 0)
			continue;
		at = node->plan->signal + (unsigned int)v->there;
		m->look[at / 64].valid[back] |= (uint64_t)1 << at % 64;
		if (back > m->values_back)
			m->values_back = back;
	}
	return true;
}

/* The inputs of pairs that are values or event lines: those that are always there, or others. */
static void list_amounts(struct model_node *node, bool always)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;

	for (unsigned int i = 0; i < 2u * node->plan->pairs; i++) {
		const struct gnomon_model_pair *pair = &node->plan->pair[i / 2];
		const struct gnomon_model_input *in = i % 2 ? &pair->b : &pair->a;
		const bool value = in->source == GNOMON_MODEL_VALUE;

		if (!value && in->source != GNOMON_MODEL_EVENT)
			continue;
		if ((value && plan->value[in->number].there < 0) != always)
			continue;
		if (value) {
			m->amount[m->amounts].word =
			    (unsigned int)node->plan->at + plan->value[in->number].word;
			m->amount[m->amounts].back =
			    (unsigned int)(plan->lag + plan->value[in->number].delay);
			m->amount[m->amounts].sum = &node->ratios.sum[i / 2][i % 2];
		}
		m->amount[m->amounts].pair = (uint8_t)(i / 2);
		m->amount[m->amounts].which = i % 2;
		m->amount[m->amounts++].in = *in;
	}
}

/* The bits that a quantity observes; false: it may have a value in any clock. */
static bool watch(struct model_node *node, const struct gnomon_model_quantity *q)
{
	const unsigned int first = node->plan->signal;
	struct model_measures *m = node->measures;
	unsigned int at;

	if (q->kind == GNOMON_MODEL_CLASS)
		return true;
	if (q->kind == GNOMON_MODEL_VALUES)
		return node->plan->measures->value[q->in[GNOMON_MODEL_OF].number].there >= 0;
	if (q->kind != GNOMON_MODEL_PULSE && q->kind != GNOMON_MODEL_LATENCY)
		return false;
	for (unsigned int k = 0; k < GNOMON_MODEL_KEYS; k++) {
		if (q->in[k].source == GNOMON_MODEL_ALWAYS)
			return false;
		if (q->in[k].source != GNOMON_MODEL_SIGNAL)
			continue;
		at = first + q->in[k].number;
		if (q->kind == GNOMON_MODEL_PULSE)
			m->look[at / 64].edge |= (uint64_t)1 << at % 64;
		else
			m->look[at / 64].level |= (uint64_t)1 << at % 64;
	}
	return true;
}

static void look_at_inputs(struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;

	sort_delays(node);
	m->two = sort_values(node) && m->delays <= 2;
	for (unsigned int i = 0; i < m->delays && m->two; i++) {
		m->back[i] = (unsigned int)(plan->lag + m->delayed[i].delay);
		if (m->back[i] >= MODEL_BACK) {
			m->two = false;
			break;
		}
		for (unsigned int w = 0; w < node->plan->bit_words; w++)
			m->look[w / 2].mask[i] |= (uint64_t)m->delayed[i].mask[w] << 32 * (w % 2);
	}
	m->look[0].level |= node->plan->port ? MODEL_WRITE : 0;
	list_amounts(node, true);
	m->amounts_always = m->amounts;
	list_amounts(node, false);
	m->simple = !plan->gate;
	for (unsigned int i = 0; i < node->plan->pairs; i++)
		m->simple = m->simple && node->plan->pair[i].gate < 0;
	for (unsigned int i = 0; i < plan->quantities; i++)
		m->simple = watch(node, &plan->quantity[i]) && m->simple;
}

bool model_measures_open(struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;

	if (!plan)
		return true;
	node->measures = (struct model_measures *)calloc(1, sizeof(*node->measures));
	if (!node->measures)
		return false;
	look_at_inputs(node);
	if (!model_segments_open(node))
		return false;
	if (!plan->units)
		return true;
	node->measures->unit =
	    (struct model_unit *)calloc(plan->units, sizeof(*node->measures->unit));
	return node->measures->unit != NULL;
}

void model_measures_reset(struct model_node *node)
{
	struct model_measures *m = node->measures;

	if (!m)
		return;
	memset(m->line, 0, sizeof(m->line));
	m->settled = m->edges = m->routes = m->watched = false;
	for (unsigned int i = 0; i < node->plan->measures->units; i++)
		memset(m->unit[i].bound, 0, sizeof(m->unit[i].bound));
}

static void load_line(struct model_node *node, unsigned int line)
{
	const uint8_t *row = model_table(node, GNO_TABLE_ROUTER) + line * GNO_ROW_ROUTER;
	struct model_line *l = &node->measures->line[line];

	l->signal[0] = (uint8_t)gno_router_get_s0(row);
	l->signal[1] = (uint8_t)gno_router_get_s1(row);
	l->signal[2] = (uint8_t)gno_router_get_s2(row);
	l->signal[3] = (uint8_t)gno_router_get_s3(row);
	l->table = (uint16_t)gno_router_get_table(row);
	l->mode = (uint8_t)gno_router_get_mode(row);
	node->measures->restart[line] = 1;
	node->measures->settled = false;
	node->measures->edges = node->measures->edges || l->mode != GNO_ROUTE_LEVEL;
	node->measures->restarts = true;
	node->wake = 0;
	node->measures->routes = false;
	for (unsigned int i = 0; i < node->plan->measures->lines; i++)
		if (node->measures->line[i].table)
			node->measures->routes = true;
}

static void load_threshold(struct model_node *node, unsigned int threshold)
{
	const uint8_t *row = model_table(node, GNO_TABLE_THRESHOLDS);
	struct model_measures *m = node->measures;

	m->armed[threshold] = true;
	m->watched = false;
	for (unsigned int i = 0; i < node->plan->measures->thresholds;
	     i++, row += GNO_ROW_THRESHOLDS)
		if (gno_thresholds_get_flags(row) >> GNO_THRESHOLD_ON & 1)
			m->watched = true;
}

void model_measures_written(struct model_node *node, uint32_t at)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	const uint32_t *base = node->plan->base;
	struct model_measures *m = node->measures;
	unsigned int i;

	if (plan->lines && at - base[GNO_TABLE_ROUTER] < plan->lines * (uint32_t)GNO_ROW_ROUTER)
		load_line(node, (at - base[GNO_TABLE_ROUTER]) / GNO_ROW_ROUTER);
	if (plan->thresholds &&
	    at - base[GNO_TABLE_THRESHOLDS] < plan->thresholds * (uint32_t)GNO_ROW_THRESHOLDS)
		load_threshold(node, (at - base[GNO_TABLE_THRESHOLDS]) / GNO_ROW_THRESHOLDS);
	i = (at - base[GNO_TABLE_QUANTITIES]) / GNO_ROW_QUANTITIES;
	if (at >= base[GNO_TABLE_QUANTITIES] && i < plan->quantities &&
	    plan->quantity[i].kind == GNOMON_MODEL_WINDOW) {
		m->quantity[i].count = 0;
		m->quantity[i].total = 0;
	}
	for (i = 0; i < plan->units; i++) {
		const uint32_t ranges = plan->unit[i].ranges;

		if (at - ranges < plan->unit[i].count * (uint32_t)GNO_ROW_RANGES) {
			const uint32_t row = (at - ranges) / GNO_ROW_RANGES;

			m->unit[i].bound[row] = (uint32_t)gno_ranges_get_bound(
			    node->cell + ranges + row * GNO_ROW_RANGES);
		}
	}
}

static bool bit(const uint32_t *bits, unsigned int at)
{
	return bits[at / 32] >> at % 32 & 1;
}

unsigned int model_measures_span(const struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	int most = 0;

	if (!plan)
		return 0;
	for (unsigned int i = 0; i < plan->signals; i++)
		most = plan->delay[i] > most ? plan->delay[i] : most;
	for (unsigned int i = 0; i < plan->values; i++)
		most = plan->value[i].delay > most ? plan->value[i].delay : most;
	return plan->lag + (unsigned int)most;
}

/* The words of `delay` clocks before a time. */
static const uint32_t *before(const struct model *model, const struct model_node *node,
			      uint64_t time, int delay)
{
	return model_row(model, node, time - (uint64_t)(int64_t)delay);
}

void model_measures_values(const struct model *model, struct model_node *node, uint64_t time)
{
	const struct gnomon_model_measures *from = node->plan->measures;
	struct model_measures *m = node->measures;

	if (m->simple && m->two && !m->some_there && !model_some_there(model, node)) {
		for (unsigned int i = 0; i < m->amounts_always; i++) {
			const unsigned int v = m->amount[i].in.number;
			const struct gnomon_model_value *value = &from->value[v];

			m->value[v] = before(model, node, time, value->delay)[value->word];
			m->there[v] = true;
		}
		return;
	}
	m->some_there = false;
	for (unsigned int i = 0; i < from->values; i++) {
		const struct gnomon_model_value *v = &from->value[i];
		const uint32_t *then = before(model, node, time, v->delay);

		m->value[i] = then[v->word];
		m->there[i] = v->there < 0 ||
			      bit(then + node->first, node->plan->signal + (unsigned int)v->there);
		m->some_there = m->some_there || (m->there[i] && v->there >= 0);
	}
}

const uint32_t *model_measures_in(const struct model *model, struct model_node *node)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_measures *m = node->measures;
	const uint64_t time = model->clock - plan->measures->lag;
	const uint32_t *row = model_row(model, node, time);

	m->clock = model->clock;
	m->bits = row + node->first;
	if (m->as_is)
		return row;
	for (unsigned int w = 0; w < plan->bit_words; w++)
		m->blend[w] = 0;
	for (unsigned int i = 0; i < m->delays; i++) {
		const uint32_t *then = before(model, node, time, m->delayed[i].delay) + node->first;

		for (unsigned int w = 0; w < plan->bit_words; w++)
			m->blend[w] |= then[w] & m->delayed[i].mask[w];
	}
	m->bits = m->blend;
	if (plan->measures->values)
		model_measures_values(model, node, time);
	return row;
}

static bool routed(const struct model_node *node, const struct model_line *line,
		   const uint32_t *bits)
{
	const struct gnomon_model_node *plan = node->plan;
	unsigned int index = 0, i;

	for (i = 0; i < 4; i++)
		if (line->signal[i] < plan->measures->routed &&
		    bit(bits, plan->signal + (unsigned int)line->signal[i]))
			index |= 1u << i;
	return line->table >> index & 1;
}

/* The lines of a clock, in a run or not. */
static void lines_clock(struct model_node *node, const uint32_t *bits)
{
	const unsigned int words = node->plan->bit_words;
	struct model_measures *m = node->measures;
	bool same;

	if (m->settled && !m->routes)
		return;
	same = !memcmp(bits, m->last, words * sizeof(*bits));
	if (same && m->settled)
		return;
	memcpy(m->last, bits, words * sizeof(*bits));
	m->settled = same || !m->edges;
	for (unsigned int i = 0; i < node->plan->measures->lines; i++) {
		struct model_line *line = &m->line[i];
		const bool now = line->table && routed(node, line, bits);
		const bool level = line->mode == GNO_ROUTE_RISES   ? now && !line->was
				   : line->mode == GNO_ROUTE_FALLS ? !now && line->was
				   : line->mode == GNO_ROUTE_EDGES ? now != line->was
								   : now;

		m->level[i / 32] = (m->level[i / 32] & ~(1u << i % 32)) | (uint32_t)level << i % 32;
		line->was = now;
	}
}

/* Whether the gate is open at a time, and the process register of then. */
static void gate_clock(struct model_node *node, const uint32_t *bits, const uint32_t *write)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	const uint8_t *row = model_table(node, GNO_TABLE_GATE);
	const unsigned int flags = gno_gate_get_flags(row);
	struct model_measures *m = node->measures;
	unsigned int process = node->port.process;

	if (node->plan->port && bits[0] & MODEL_WRITE && write[0] == GNO_PORT_PROCESS)
		process = write[1] & 0xffff;
	m->open = true;
	if (!plan->gate)
		return;
	if (flags >> GNO_GATE_LINE & 1)
		m->open = plan->gate_line >= 0 && bit(m->level, (unsigned int)plan->gate_line);
	if (flags >> GNO_GATE_EVENTS & 1)
		m->open = m->open && m->opened;
	if (flags >> GNO_GATE_PROCESS & 1)
		m->open =
		    m->open && !((process ^ gno_gate_get_process(row)) & gno_gate_get_mask(row));
}

bool model_input(const struct model_node *node, const struct gnomon_model_input *input,
		 const uint32_t *bits)
{
	switch (input->source) {
	case GNOMON_MODEL_ALWAYS:
		return true;
	case GNOMON_MODEL_SIGNAL:
		return bit(bits, node->plan->signal + (unsigned int)input->number);
	case GNOMON_MODEL_LINE:
		return bit(node->measures->level, input->number);
	default:
		return false;
	}
}

/* Whether more than counts can come from a clock. */
static bool is_busy(const struct model_node *node, unsigned int code, const uint32_t *bits)
{
	const struct model_measures *m = node->measures;
	uint64_t some = 0;

	for (unsigned int w = 0; w < node->plan->bit_words; w++) {
		const struct model_look *look = &m->look[w / 2];
		const uint64_t bit = (uint64_t)bits[w] << 32 * (w % 2);
		const uint64_t mask = (uint64_t)UINT32_MAX << 32 * (w % 2);

		some |= ((bit ^ look->seen) & look->edge & mask) | (bit & look->level);
	}
	return some || code || m->some_there || m->restarts;
}

void model_measures_clock(struct model_node *node, unsigned int code, const uint32_t *bits,
			  const uint32_t *write)
{
	struct model_measures *m = node->measures;

	m->counts_only = m->simple && m->settled && !m->routes;
	m->busy = !m->counts_only || is_busy(node, code, bits);
	m->fires = 0;
	if (!m->busy)
		return;
	for (unsigned int w = 0; w < node->plan->bit_words; w++)
		m->look[w / 2].seen =
		    (w % 2 ? (uint32_t)m->look[w / 2].seen : 0) | (uint64_t)bits[w] << 32 * (w % 2);
	lines_clock(node, bits);
	gate_clock(node, bits, write);
	if (code)
		m->code = (uint8_t)code;
	model_quantities_clock(node, code, bits);
	if (!m->counts_only)
		model_levels(node, bits);
}

bool model_measures_selects(const struct model_node *node, unsigned int group, unsigned int action,
			    uint32_t lines)
{
	const struct gnomon_model_measures *plan = node->plan->measures;

	for (unsigned int i = 0; plan && i < plan->group_lines; i++)
		if (plan->group_line[i].group == group && plan->group_line[i].action == action)
			return lines >> (plan->events + i) & 1;
	return true;
}

bool model_gate_opens(const struct model_node *node)
{
	const uint8_t *row = model_table(node, GNO_TABLE_GATE);

	return node->plan->measures->gate && gno_gate_get_flags(row) >> GNO_GATE_OPEN & 1;
}
