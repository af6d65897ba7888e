/* SPDX-License-Identifier: Apache-2.0 */
#include "cost/rate.h"

#define SLOT_BITS 64.0
#define FIFO_KEPT 8u	  /* entries that gnomon_record_fifo keeps for gap and flush */
#define BUFFER_KEPT 16u	  /* slots of the granule before the limit */
#define LINK_CYCLES 5.0	  /* cycles that gnomon_link takes for a byte */
#define LINK_SHARE 0.97	  /* payload of a READ_BUFFER of 256 slots: `drain_uart_share` */
#define UART_BITS 10.0	  /* of a byte */
#define FORM_CYCLES 35u	  /* cycles that gnomon_count_form takes for a pair */
#define FRAME_MORE 8u	  /* cycles of gnomon_count_ratios beside its frames */
#define EXTREME_CYCLES 6u /* cycles that gnomon_count_samples takes for an extreme */

unsigned rate_sampled_slots(unsigned words)
{
	return words ? 2 + words / 2 : 1;
}

double rate_ring(unsigned wires)
{
	return RATE_RING_SHARE * wires / SLOT_BITS;
}

double rate_link(const struct plan *plan)
{
	double bytes = 1 / LINK_CYCLES;

	if (plan->uart)
		bytes = (double)plan->baud / UART_BITS / (double)plan->clock_hz;
	return LINK_SHARE * bytes * 8 / SLOT_BITS;
}

unsigned rate_burst(const struct plan *plan, const struct plan_node *node)
{
	return plan->form == PLAN_SINGLE ? plan->slots - BUFFER_KEPT : node->fifo_slots - FIFO_KEPT;
}

/* Counters that gnomon_count_ratios visits in a frame. */
static unsigned frame(const struct m_run *run, enum tab_form form)
{
	if (run->pairs > 8)
		return 32;
	if (run->pairs > 4)
		return 16;
	return run->pairs > 2 || form == TAB_FORM_COMPRESSED ? 8 : 4;
}

/* Cycles for a sample of the pairs of a run; all runs work at the same time. */
static unsigned run_cycles(const struct m_run *run, enum tab_form form)
{
	unsigned cycles = 2 * frame(run, form) + FRAME_MORE, formed = 0;

	if (form == TAB_FORM_COMPRESSED)
		formed = FORM_CYCLES * 2 * run->words;
	if (form == TAB_FORM_COMPRESSED32)
		formed = FORM_CYCLES * run->words;
	return cycles > formed ? cycles : formed;
}

unsigned rate_sample_cycles(const struct plan_node *node)
{
	const struct plan_measure *m = node->measure;
	unsigned cycles = 0, extremes = 0;

	if (!m || !m->sample_words)
		return 0;
	for (unsigned i = 0; i < m->runs_count; i++)
		if (cycles < run_cycles(&m->runs[i], m->form))
			cycles = run_cycles(&m->runs[i], m->form);
	if (m->watchers[WATCHER_SAMPLED].count)
		extremes =
		    EXTREME_CYCLES * (unsigned)m->watchers[WATCHER_SAMPLED].count + FRAME_MORE;
	return cycles > extremes ? cycles : extremes;
}
