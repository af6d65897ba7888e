/* SPDX-License-Identifier: Apache-2.0 */
#include "cost/rate.h"

#include <math.h>

#include "common/hop.h"

#define SLOT_BITS 64.0
#define WORD_BITS 32.0	  /* that a node without a ring sends in a cycle */
#define RING_BURST 16.0	  /* records that a station sends with a token */
#define FIFO_KEPT 8u	  /* entries that gnomon_record_fifo keeps for gap and flush */
#define BUFFER_KEPT 16u	  /* slots of the granule before the limit */
#define QUEUE_SLOTS 224u  /* that gnomon_ring_memory takes while the memory does not answer */
#define SINGLE_CYCLES 2u  /* of an event and the end of its sample in the single form */
#define LINK_CYCLES 5.0	  /* cycles that gnomon_link takes for a byte */
#define WIDE_CYCLES 1.0	  /* and gnomon_link_wide */
#define LINK_SHARE 0.97	  /* payload of a READ_BUFFER of 256 slots: `drain_uart_share` */
#define UART_BITS 10.0	  /* of a byte */
#define FT245_SETUP 5e-9  /* seconds of a write of gnomon_link_ft245: D before WR# */
#define FT245_PULSE 30e-9 /* WR# */
#define FT245_WAIT 14e-9  /* TXE# */
#define FT245_CYCLES 7	  /* and cycles beside them */
#define FT245_SYNC_HZ 6e7 /* bytes of gnomon_link_ft245_sync in a second */
#define FRAME_MORE 4u	  /* cycles of gnomon_count_ratios beside the frame of a sample */
#define FORM_CYCLES 35u	  /* cycles that gnomon_count_form takes for a pair */
#define FORM_MORE 1u	  /* cycle of gnomon_count_form between two samples */
#define EXTREME_CYCLES 6u /* cycles that gnomon_count_samples takes for an extreme */
#define EXTREMES_MORE 2u  /* cycles of gnomon_count_samples beside its extremes */

unsigned rate_sampled_slots(unsigned words)
{
	return words ? 2 + words / 2 : 1;
}

double rate_ring(unsigned wires)
{
	return RATE_RING_SHARE * wires / SLOT_BITS;
}

double rate_hop(unsigned wires, unsigned delay)
{
	return RING_BURST / (RING_BURST + 1) / hop_slot_cycles(wires, delay);
}

double rate_plan_ring(const struct plan *plan)
{
	/* A word a cycle; half of them where a register follows the FIFO's RAM, or where the
	 * trace buffer takes two cycles for one. */
	if (plan->form == PLAN_ALONE)
		return WORD_BITS / SLOT_BITS / (plan->lut_bits || plan->spram ? 2 : 1);
	return plan->chips_count ? rate_hop(plan->wires, plan->delay) : rate_ring(plan->wires);
}

double rate_link(const struct plan *plan)
{
	double bytes = 1 / (plan->wide ? WIDE_CYCLES : LINK_CYCLES);
	double hz = (double)plan->clock_hz;
	double phy = bytes;

	if (plan->phy->kind == PLAN_UART)
		phy = (double)plan->baud / UART_BITS / hz;
	else if (plan->phy->kind == PLAN_FT245)
		phy = 1 / (ceil(FT245_SETUP * hz) + ceil(FT245_PULSE * hz) + ceil(FT245_WAIT * hz) +
			   FT245_CYCLES);
	else if (plan->phy->kind == PLAN_FT245_SYNC)
		phy = FT245_SYNC_HZ / hz;
	return LINK_SHARE * (phy < bytes ? phy : bytes) * 8 / SLOT_BITS;
}

unsigned rate_burst(const struct plan *plan, const struct plan_node *node)
{
	if (plan->form != PLAN_SINGLE)
		return node->fifo_slots - FIFO_KEPT;
	return plan->port ? QUEUE_SLOTS : plan->slots - BUFFER_KEPT;
}

/* Counters that gnomon_count_ratios visits in a frame. */
static unsigned frame(const struct m_run *bank, enum tab_form form)
{
	if (bank->pairs > 8)
		return 32;
	if (bank->pairs > 4)
		return 16;
	return bank->pairs > 2 || form == TAB_FORM_COMPRESSED ? 8 : 4;
}

/* Cycles from a sample to the next one; all banks work at the same time. Compressed forms are made
 * later, from a queue. */
static unsigned burst_cycles(const struct plan_preprocessors *m)
{
	unsigned sampled = (unsigned)m->watchers[WATCHER_SAMPLED].count;
	unsigned most = sampled ? EXTREME_CYCLES * sampled + EXTREMES_MORE : 0;

	for (unsigned i = 0; i < m->banks_count; i++) {
		unsigned cycles = frame(&m->banks[i], m->form) + FRAME_MORE;

		most = cycles > most ? cycles : most;
	}
	return most;
}

/* Cycles in which the compressed form of a sample is made; the time does not depend on the counts.
 */
static unsigned form_cycles(const struct plan_preprocessors *m)
{
	unsigned most = 0;

	if (m->form != TAB_FORM_COMPRESSED && m->form != TAB_FORM_COMPRESSED32)
		return 0;
	for (unsigned i = 0; i < m->banks_count; i++) {
		unsigned pairs = (m->form == TAB_FORM_COMPRESSED ? 2 : 1) * m->banks[i].words;
		unsigned cycles = FORM_CYCLES * pairs + FORM_MORE;

		most = cycles > most ? cycles : most;
	}
	return most;
}

static unsigned sampled_slots(const struct plan_node *node)
{
	return node->preprocessors && node->preprocessors->sample_words
		   ? rate_sampled_slots(node->preprocessors->sample_words)
		   : 0;
}

static double larger(double a, double b)
{
	return a > b ? a : b;
}

/* Cycles in which the trace buffer takes an event with its sample, or the way there. */
static double sampled_cycles(const struct plan *plan, const struct plan_node *node)
{
	return plan->form == PLAN_SINGLE ? SINGLE_CYCLES + node->preprocessors->sample_words
					 : sampled_slots(node) / rate_plan_ring(plan);
}

int rate_samples(const struct plan *plan, const struct plan_node *node, struct rate_samples *rate)
{
	unsigned all = 0;

	if (!sampled_slots(node))
		return 0;
	for (size_t i = 0; i < plan->nodes_count; i++)
		all += sampled_slots(&plan->nodes[i]);
	rate->burst = burst_cycles(node->preprocessors);
	rate->alone = larger(larger(rate->burst, form_cycles(node->preprocessors)),
			     sampled_cycles(plan, node));
	rate->all = plan->form == PLAN_SINGLE ? rate->alone
					      : larger(rate->alone, all / rate_plan_ring(plan));
	return 1;
}
