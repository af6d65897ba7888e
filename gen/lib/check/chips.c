/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of nodes on several chips. */
#include <string.h>

#include "check/checks.h"
#include "common/hop.h"

#define UART_BITS 10u  /* of a byte */
#define WAIT_MAX 1000u /* of gnomon_ring_wires_pulse */

static int same_chip(const struct m_node *a, const struct m_node *b)
{
	if (!a->chip.ok || !b->chip.ok)
		return a->chip.given == b->chip.given;
	return strcmp(a->chip.text, b->chip.text) == 0;
}

/* Hops between chips: each change of the chip is one. */
static unsigned count_hops(const struct model *m)
{
	unsigned hops = 0;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		hops += n->chip.given && (n == m->nodes || !same_chip(n - 1, n));
	return hops;
}

void check_chip_order(struct checker *c)
{
	const struct model *m = c->model;

	for (const struct m_node *n = m->nodes + 1; n < m->nodes + m->nodes_count; n++) {
		if (same_chip(n - 1, n))
			continue;
		if (!n->chip.given) {
			check_report(
			    c, n->name.at,
			    "a node on the chip of the trace buffer comes after one on another chip");
			continue;
		}
		for (const struct m_node *before = m->nodes; before < n - 1; before++)
			if (before->chip.given && same_chip(before, n)) {
				check_report(
				    c, n->chip.at,
				    "nodes of another chip are between those of the chip '%s'",
				    n->chip.text);
				break;
			}
	}
}

void check_chip_delay(struct checker *c)
{
	const struct model *m = c->model;
	unsigned hops = count_hops(m);

	if (!hops && m->delay.given)
		check_report(c, m->delay.at, "there is only one chip");
	if (hops && m->delay.ok && hop_sync_wait((unsigned)m->delay.number, hops) > WAIT_MAX)
		check_report(c, m->delay.at,
			     "the sync pulse takes %u cycles to the last chip, more than %u",
			     hop_sync_wait((unsigned)m->delay.number, hops), WAIT_MAX);
}

void check_chip_capture(struct checker *c)
{
	const struct model *m = c->model;

	if (m->capture && count_hops(m))
		check_report(c, m->capture, "there is no CAPTURE line between chips");
	if (m->report && count_hops(m))
		check_report(c, m->report, "there is no REPORT line between chips");
}

void check_chip_baud(struct checker *c)
{
	const struct model *m = c->model;
	unsigned hops = count_hops(m), cycles;

	if (!hops || !m->baud.ok || !m->clock_hz.ok || !m->wires.ok || !m->delay.ok)
		return;
	cycles = hop_command_cycles((unsigned)m->wires.number, (unsigned)m->delay.number, hops,
				    (unsigned)model_total(m));
	if (UART_BITS * m->clock_hz.number < cycles * m->baud.number)
		check_report(
		    c, m->baud.at,
		    "a command takes up to %u cycles to the last chip, a byte of the UART %llu: at most %llu baud are possible",
		    cycles, (unsigned long long)(UART_BITS * m->clock_hz.number / m->baud.number),
		    (unsigned long long)(UART_BITS * m->clock_hz.number / cycles));
}
