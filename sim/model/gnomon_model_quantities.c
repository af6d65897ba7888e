/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_quantities: quantities, and the thresholds that watch them, of a node of a model
 * (docs/design/preprocessors.md). */
#include <string.h>

#include <gnomon/records.h>

#include "cells.h"
#include "gnomon_model_parts.h"

enum { DROPPED_MOST = 65535 };

/* As at time 0. */
static void restart(struct model_quantity *q)
{
	q->count = q->total = 0;
	q->first = q->open = 0;
	q->dropped = 0;
	q->skip = q->was;
}

static void give(struct model_quantity *q, uint64_t value, unsigned int bits)
{
	const uint64_t most = ((uint64_t)1 << bits) - 1;

	q->valid = true;
	q->value = (uint32_t)(value > most ? most : value);
}

static void pulse(struct model_quantity *q, bool of, uint64_t clock, unsigned int bits)
{
	if (q->was && !of && !q->skip)
		give(q, clock - q->began, bits);
	q->skip = q->skip && of;
	if (of && !q->was)
		q->began = clock;
	q->was = of;
}

static void latency(struct model_quantity *q, bool from, bool to, uint64_t time,
		    const struct gnomon_model_quantity *plan)
{
	if (to && q->open) {
		give(q, time - q->asked[q->first], plan->bits);
		q->first = (q->first + 1) % MODEL_OUTSTANDING;
		q->open--;
	} else if (to && q->dropped) {
		if (q->dropped < DROPPED_MOST)
			q->dropped--;
	} else if (to && from) {
		give(q, 0, plan->bits);
		return;
	}
	if (!from)
		return;
	if (q->dropped || q->open == plan->outstanding) {
		q->lost = true;
		q->dropped += q->dropped < DROPPED_MOST;
	} else {
		q->asked[(q->first + q->open++) % MODEL_OUTSTANDING] = time;
	}
}

static void occupancy(struct model_quantity *q, bool from, bool to, unsigned int bits)
{
	if (from && !to && q->count < ((uint64_t)1 << bits) - 1)
		q->count++;
	else if (to && !from && q->count)
		q->count--;
	give(q, q->count, bits);
}

static void total(struct model_quantity *q, bool of, bool clear, unsigned int bits)
{
	q->count += of;
	if (of)
		give(q, q->count, bits);
	if (clear)
		q->count = 0;
}

static void window(struct model_quantity *q, bool of, bool in, uint64_t clocks, unsigned int bits)
{
	q->total += of;
	q->count += in;
	if (!in || q->count < clocks)
		return;
	give(q, q->total, bits);
	q->count = q->total = 0;
}

static void quantity_clock(struct model_node *node, unsigned int i, unsigned int code,
			   const uint32_t *bits)
{
	const struct gnomon_model_quantity *plan = &node->plan->measures->quantity[i];
	const struct gnomon_model_input *in = plan->in;
	struct model_measures *m = node->measures;
	struct model_quantity *q = &m->quantity[i];

	q->valid = q->lost = false;
	switch (plan->kind) {
	case GNOMON_MODEL_PULSE:
		pulse(q, model_input(node, &in[GNOMON_MODEL_OF], bits), m->clock, plan->bits);
		break;
	case GNOMON_MODEL_LATENCY:
		latency(q, model_input(node, &in[GNOMON_MODEL_FROM], bits),
			model_input(node, &in[GNOMON_MODEL_TO], bits), node->time, plan);
		break;
	case GNOMON_MODEL_OCCUPANCY:
		occupancy(q, model_input(node, &in[GNOMON_MODEL_FROM], bits),
			  model_input(node, &in[GNOMON_MODEL_TO], bits), plan->bits);
		break;
	case GNOMON_MODEL_TOTAL:
		if (m->open)
			total(q, model_input(node, &in[GNOMON_MODEL_OF], bits),
			      model_input(node, &in[GNOMON_MODEL_CLEAR], bits), plan->bits);
		break;
	case GNOMON_MODEL_WINDOW:
		if (m->open)
			window(
			    q, model_input(node, &in[GNOMON_MODEL_OF], bits),
			    model_input(node, &in[GNOMON_MODEL_IN], bits),
			    (uint64_t)gno_quantities_get_window(
				model_table(node, GNO_TABLE_QUANTITIES) + i * GNO_ROW_QUANTITIES) +
				1,
			    plan->bits);
		break;
	case GNOMON_MODEL_VALUES:
		if (m->there[in[GNOMON_MODEL_OF].number])
			give(q, m->value[in[GNOMON_MODEL_OF].number], plan->bits);
		break;
	default:
		if (code)
			give(q, code, plan->bits);
		break;
	}
	q->valid = q->valid && m->open;
	m->given |= (uint32_t)q->valid << i;
	m->lost |= (uint32_t)q->lost << i;
}

/* Whether a line that a quantity observes was loaded. */
static bool is_loaded(const struct model_measures *m, const struct gnomon_model_quantity *plan)
{
	for (unsigned int k = 0; k < GNOMON_MODEL_KEYS; k++)
		if (plan->in[k].source == GNOMON_MODEL_LINE && m->restart[plan->in[k].number])
			return true;
	return false;
}

static void threshold_clock(struct model_node *node, unsigned int i)
{
	struct model_measures *m = node->measures;
	const struct model_quantity *q = &m->quantity[node->plan->measures->threshold[i].of];
	const uint8_t *row = model_table(node, GNO_TABLE_THRESHOLDS) + i * GNO_ROW_THRESHOLDS;
	const unsigned int flags = gno_thresholds_get_flags(row);
	const bool down = flags >> GNO_THRESHOLD_DOWN & 1;
	const uint64_t fire = gno_thresholds_get_fire(row), rearm = gno_thresholds_get_rearm(row);
	bool hit;

	if (!q->valid || !(flags >> GNO_THRESHOLD_ON & 1))
		return;
	hit = down ? q->value <= fire : q->value >= fire;
	if (hit && (m->armed[i] || flags >> GNO_THRESHOLD_EACH & 1))
		m->fires |= 1u << i;
	m->armed[i] = (down ? q->value > rearm : q->value < rearm) || (m->armed[i] && !hit);
}

void model_quantities_clock(struct model_node *node, unsigned int code, const uint32_t *bits)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;

	m->given = m->lost = 0;
	for (unsigned int i = 0; i < plan->quantities; i++) {
		if (!node->time && node->began)
			restart(&m->quantity[i]);
		quantity_clock(node, i, code, bits);
		if (m->restarts && is_loaded(m, &plan->quantity[i]))
			restart(&m->quantity[i]);
	}
	if (m->restarts)
		memset(m->restart, 0, sizeof(m->restart));
	m->restarts = false;
	m->fires = 0;
	for (unsigned int i = 0; i < plan->thresholds; i++)
		threshold_clock(node, i);
}

void model_quantities_quick(struct model_node *node, const uint32_t *bits)
{
	const struct gnomon_model_measures *from = node->plan->measures;
	const struct gnomon_model_quantity *plan = from->quantity;
	const struct gnomon_model_quantity *end = plan + from->quantities;
	struct model_measures *m = node->measures;
	struct model_quantity *q = m->quantity;
	uint32_t bit = 1;

	m->given = m->lost = 0;
	for (; plan < end; plan++, q++, bit <<= 1) {
		const struct gnomon_model_input *in = &plan->in[GNOMON_MODEL_OF];

		q->valid = false;
		if (plan->kind == GNOMON_MODEL_PULSE)
			pulse(q, model_input(node, in, bits), m->clock, plan->bits);
		else if (plan->kind == GNOMON_MODEL_VALUES && m->there[in->number])
			give(q, m->value[in->number], plan->bits);
		if (q->valid)
			m->given |= bit;
	}
}
