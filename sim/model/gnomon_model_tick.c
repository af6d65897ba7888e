/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_model_tick: the time of a node that is coarser than a cycle.
 *
 * Period q has one tick, in its cycle place(q). The places are random: those of gnomon_record_tick,
 * whose state after n cycles is x^n times the first one, modulo a polynomial. Without jitter each
 * is the last cycle. The time of a cycle is the number of ticks before it, in cycles.
 */
#include "gnomon_model_parts.h"

#define TAPS 0x00400007u /* x^32 + x^22 + x^2 + x + 1 */

static uint32_t product(uint32_t a, uint32_t b)
{
	uint32_t sum = 0;

	for (; b; b >>= 1) {
		sum ^= b & 1 ? a : 0;
		a = a << 1 ^ (a >> 31 ? TAPS : 0);
	}
	return sum;
}

static uint32_t power(uint32_t base, uint64_t exponent)
{
	uint32_t out = 1;

	for (; exponent; exponent >>= 1) {
		out = exponent & 1 ? product(out, base) : out;
		base = product(base, base);
	}
	return out;
}

static uint64_t period(const struct model_node *node)
{
	return (uint64_t)1 << node->plan->tick_log2;
}

void model_tick_begin(const struct model *model, struct model_node *node)
{
	struct model_tick *tick = &node->tick;

	tick->first = node->plan->seed ^ model->run;
	tick->leap = power(2, period(node));
	tick->at = 0;
	tick->state = tick->first;
}

/* The cycle of the tick of a period. */
static uint64_t place(struct model_node *node, uint64_t at)
{
	struct model_tick *tick = &node->tick;

	if (!node->plan->seed)
		return period(node) - 1;
	if (at == tick->at + 1)
		tick->state = product(tick->state, tick->leap);
	else if (at != tick->at)
		tick->state = product(tick->first, power(tick->leap, at));
	tick->at = at;
	return tick->state & (period(node) - 1);
}

uint64_t model_tick_time(struct model_node *node, uint64_t time)
{
	const unsigned int log2 = node->plan->tick_log2;
	uint64_t at;

	if (!log2)
		return time;
	at = time >> log2;
	return (at + ((time & (period(node) - 1)) > place(node, at))) << log2;
}

uint64_t model_tick_reaches(struct model_node *node, uint64_t time)
{
	const unsigned int log2 = node->plan->tick_log2;
	const uint64_t at = (time >> log2) - 1;

	return log2 ? (at << log2) + place(node, at) + 1 : time;
}
