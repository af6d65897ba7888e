/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_inputs: what the preprocessors of a node of a model observe: delays, router and gate
 * (docs/design/preprocessors.md). */
#include <stdlib.h>
#include <string.h>

#include <gnomon/records.h>

#include "cells.h"
#include "gnomon_model_parts.h"

/* Signals by their delay. */
static void sort_delays(struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;
	unsigned int i, k;

	m->as_is = !plan->lag && !plan->values;
	for (i = 0; i < plan->signals; i++) {
		const unsigned int at = node->plan->signal + i;

		if (!plan->delay[i])
			continue;
		for (k = 0; k < m->delays && m->delayed[k].delay != plan->delay[i];)
			k++;
		if (k == m->delays)
			m->delayed[m->delays++].delay = plan->delay[i];
		m->delayed[k].mask[at / 32] |= 1u << at % 32;
	}
	m->as_is = m->as_is && !m->delays;
}

bool model_measures_open(struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;

	if (!plan)
		return true;
	node->measures = (struct model_measures *)calloc(1, sizeof(*node->measures));
	if (!node->measures)
		return false;
	sort_delays(node);
	if (!plan->units)
		return true;
	node->measures->unit =
	    (struct model_unit *)calloc(plan->units, sizeof(*node->measures->unit));
	return node->measures->unit != NULL;
}

void model_measures_reset(struct model_node *node)
{
	struct model_measures *m = node->measures;
	unsigned int i;

	if (!m)
		return;
	memset(m->line, 0, sizeof(m->line));
	m->settled = m->edges = false;
	for (i = 0; i < node->plan->measures->units; i++)
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
		m->armed[(at - base[GNO_TABLE_THRESHOLDS]) / GNO_ROW_THRESHOLDS] = true;
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

/* A word of `delay` clocks before a time. */
static const uint32_t *before(const struct model_measures *m, uint64_t clock, int delay)
{
	return m->history[(clock - (uint64_t)(int64_t)delay) % MODEL_HISTORY];
}

const uint32_t *model_measures_in(struct model_node *node, uint64_t clock, const uint32_t *in)
{
	const struct gnomon_model_node *plan = node->plan;
	const struct gnomon_model_measures *from = plan->measures;
	struct model_measures *m = node->measures;
	const unsigned int first = plan->word_bits > 32 ? 2 : 1;
	const uint64_t time = clock - from->lag;
	unsigned int i;

	if (m->as_is)
		return in;
	memcpy(m->history[clock % MODEL_HISTORY], in, plan->words * sizeof(*in));
	memcpy(m->in, m->history[time % MODEL_HISTORY], plan->words * sizeof(*in));
	for (i = 0; i < m->delays; i++) {
		const uint32_t *then = before(m, time, m->delayed[i].delay) + first;
		unsigned int w;

		for (w = 0; w < plan->bit_words; w++)
			m->in[first + w] = (m->in[first + w] & ~m->delayed[i].mask[w]) |
					   (then[w] & m->delayed[i].mask[w]);
	}
	for (i = 0; i < from->values; i++) {
		const struct gnomon_model_value *v = &from->value[i];
		const uint32_t *then = before(m, time, v->delay);

		m->value[i] = then[v->word];
		m->there[i] =
		    v->there < 0 || bit(then + first, plan->signal + (unsigned int)v->there);
	}
	return m->in;
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
	const bool same = !memcmp(bits, m->last, words * sizeof(*bits));
	unsigned int i;

	if (same && m->settled)
		return;
	memcpy(m->last, bits, words * sizeof(*bits));
	m->settled = same || !m->edges;
	for (i = 0; i < node->plan->measures->lines; i++) {
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
static void gate_clock(struct model_node *node, const uint32_t *bits, const uint32_t *data)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	const uint8_t *row = model_table(node, GNO_TABLE_GATE);
	const unsigned int flags = gno_gate_get_flags(row);
	struct model_measures *m = node->measures;
	unsigned int process = node->port.process;

	if (node->plan->port && bits[0] & MODEL_WRITE &&
	    (bits[0] >> MODEL_ADDR & MODEL_ADDR_MASK) == GNO_PORT_PROCESS)
		process = *data & 0xffff;
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

void model_measures_clock(struct model_node *node, unsigned int code, const uint32_t *bits,
			  const uint32_t *port_data)
{
	struct model_measures *m = node->measures;

	lines_clock(node, bits);
	gate_clock(node, bits, port_data);
	if (code)
		m->code = (uint8_t)code;
	model_quantities_clock(node, code, bits);
	model_levels(node, bits);
}

bool model_measures_selects(const struct model_node *node, unsigned int group, unsigned int action,
			    uint32_t lines)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	unsigned int i;

	for (i = 0; plan && i < plan->group_lines; i++)
		if (plan->group_line[i].group == group && plan->group_line[i].action == action)
			return lines >> (plan->events + i) & 1;
	return true;
}

bool model_gate_opens(const struct model_node *node)
{
	const uint8_t *row = model_table(node, GNO_TABLE_GATE);

	return node->plan->measures->gate && gno_gate_get_flags(row) >> GNO_GATE_OPEN & 1;
}
