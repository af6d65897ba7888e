/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of nodes whose time is coarser than a cycle. */
#include "check/checks.h"
#include "preprocessors/single.h"

#define TICKS_LOG2_MIN 8u /* of the width of a time */

void check_tick_bits(struct checker *c)
{
	const struct model *m = c->model;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		if (model_tick_log2(n) && m->time_bits.ok &&
		    model_tick_log2(n) + TICKS_LOG2_MIN > m->time_bits.number)
			check_report(c, n->prescale.at,
				     "times of %u bits have ticks of %u cycles at most",
				     (unsigned)m->time_bits.number,
				     1u << (m->time_bits.number - TICKS_LOG2_MIN));
}

/* What the node has that its records join by their exact times; NULL: nothing. */
static const char *exact_part(const struct m_node *n)
{
	static const enum watcher_role exact[] = {WATCHER_SAMPLED, WATCHER_BANKED, WATCHER_COUNTED,
						  WATCHER_KEPT};

	for (size_t i = 0; i < sizeof(exact) / sizeof(*exact); i++)
		if (n->watchers[exact[i]].count)
			return n->watchers[exact[i]].items[0].kind->list;
	return n->pairs_count ? "ratios" : model_pairs(n) ? GATE_NAME : NULL;
}

void check_tick_parts(struct checker *c)
{
	const struct model *m = c->model;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++) {
		if (!model_tick_log2(n))
			continue;
		if (exact_part(n))
			check_report(c, n->prescale.at,
				     "a node with '%s' has exact times, not a tick", exact_part(n));
		if (m->capture || m->report)
			check_report(
			    c, n->prescale.at,
			    "with a CAPTURE or REPORT line all nodes have exact times, not a tick");
	}
}

/* 1 where both nodes have the same time in the same cycle. */
static int same_tick(const struct m_node *a, const struct m_node *b)
{
	return model_tick_log2(a) == model_tick_log2(b) &&
	       (!model_tick_log2(a) || model_is_yes(&a->jitter) == model_is_yes(&b->jitter));
}

void check_tick_ports(struct checker *c)
{
	const struct model *m = c->model;
	const struct m_node *first = NULL;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++) {
		if (!n->port)
			continue;
		if (!first)
			first = n;
		if (same_tick(first, n))
			continue;
		check_report(
		    c, n->tick ? n->tick : n->port,
		    "nodes with an event port have the same 'time': a message is not received before it was sent");
		check_note(c, first->tick ? first->tick : first->port, "another one is here");
	}
}
