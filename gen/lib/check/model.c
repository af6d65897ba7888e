/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of what values mean together. A value that is not ok was reported before, or is not
 * needed. */
#include <string.h>

#include "check/checks.h"
#include "common/families.h"
#include "cost/rate.h"

#define NODES_MAX 192u
#define FT245_HZ_MAX 1000000000u
#define SPRAM_SLOTS 16384u /* 64 bits wide, all four blocks */
#define SPRAM_WIRES_MAX 16u
#define BLOCKS_SLOTS_MAX 32768u
#define PORT_SLOTS_MIN 4096u /* a 64th of them is longer than a record */
#define DIVISOR_MIN 4u
#define DIVISOR_MAX 65535u

void check_node_count(struct checker *c)
{
	size_t total = 0;

	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++) {
		size_t before = total;

		total += model_count(n);
		if (before <= NODES_MAX && total > NODES_MAX)
			check_report(c, n->count.at, "this makes %zu nodes, more than %u", total,
				     NODES_MAX);
	}
}

void check_spram_family(struct checker *c)
{
	const struct model *m = c->model;

	if (model_is_spram(m) && m->family.ok && !family_find(m->family.text)->sprams)
		check_report(c, m->memory.at, "the family '%s' has no SPRAM", m->family.text);
}

/* Where the faulty number of slots is, or, where it is the preset, what makes it one. */
static const yaml_node_t *slots_at(const struct model *m)
{
	return m->slots.given ? m->slots.at : m->memory.at;
}

void check_spram_slots(struct checker *c)
{
	const struct model *m = c->model;

	if (model_is_spram(m) && m->slots.ok && m->slots.number != SPRAM_SLOTS)
		check_report(c, slots_at(m), "a trace buffer in SPRAM has %u slots, not %llu",
			     SPRAM_SLOTS, (unsigned long long)m->slots.number);
}

void check_spram_wires(struct checker *c)
{
	const struct model *m = c->model;

	if (model_is_spram(m) && m->wires.ok && m->wires.number > SPRAM_WIRES_MAX)
		check_report(c, m->wires.at,
			     "a trace buffer in SPRAM takes the words of %u wires at most",
			     SPRAM_WIRES_MAX);
}

void check_spram_wide(struct checker *c)
{
	const struct model *m = c->model;

	if (model_is_spram(m) && model_is_wide(m))
		check_report(c, m->wide.given ? m->wide.at : m->phy.at,
			     "a trace buffer in SPRAM is too slow for a link of a byte a cycle");
}

void check_blocks_slots(struct checker *c)
{
	const struct model *m = c->model;

	if (m->memory.ok && !model_is_spram(m) && !model_is_port(m) && m->slots.ok &&
	    m->slots.number > BLOCKS_SLOTS_MAX)
		check_report(c, slots_at(m),
			     "a trace buffer in RAM blocks has %u slots at most, not %llu",
			     BLOCKS_SLOTS_MAX, (unsigned long long)m->slots.number);
}

void check_port_slots(struct checker *c)
{
	const struct model *m = c->model;

	if (model_is_port(m) && m->slots.ok && m->slots.number < PORT_SLOTS_MIN)
		check_report(c, slots_at(m),
			     "a trace buffer behind a port has %u slots at least, not %llu",
			     PORT_SLOTS_MIN, (unsigned long long)m->slots.number);
}

void check_port_wide(struct checker *c)
{
	const struct model *m = c->model;

	if (model_is_port(m) && model_is_wide(m))
		check_report(
		    c, m->wide.given ? m->wide.at : m->phy.at,
		    "a trace buffer behind a port is too slow for a link of a byte a cycle");
}

static int is_uart(const struct model *m)
{
	return m->phy.ok && strcmp(m->phy.text, "uart") == 0;
}

void check_baud_missing(struct checker *c)
{
	if (is_uart(c->model) && !c->model->baud.given)
		check_report(c, c->model->phy.at, "key 'baud' is missing, a UART needs it");
}

void check_baud_unused(struct checker *c)
{
	if (c->model->phy.ok && !is_uart(c->model) && c->model->baud.given)
		check_report(c, c->model->baud.at, "'baud' is for 'phy: uart', not for '%s'",
			     c->model->phy.text);
}

void check_interrupt_unused(struct checker *c)
{
	const struct model *m = c->model;

	if (!m->interrupt.ok || model_is_yes(&m->interrupt))
		return;
	if (m->limit.given)
		check_report(c, m->limit.at, "'limit' needs 'interrupt: yes'");
	for (size_t i = 0; i < m->nodes_count; i++)
		if (m->nodes[i].processor.given && !m->report)
			check_report(
			    c, m->nodes[i].processor.at,
			    "'processor' needs a CAPTURE line with 'interrupt: yes', or a REPORT line");
}

void check_report_stores(struct checker *c)
{
	const struct model *m = c->model;
	size_t stores = 0;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++) {
		stores += model_is_local(n) != 0;
		if (model_is_local(n) && !m->report)
			check_report(c, n->store.at,
				     "'store: local' needs a REPORT line, 'report'");
		if (n->almost_full.given && n->store.ok && !model_is_local(n))
			check_report(c, n->almost_full.at, "'almost_full' needs 'store: local'");
	}
	if (m->report && !stores)
		check_report(
		    c, m->report,
		    "a REPORT line needs a node with a local store, 'store: local', and no node has one");
}

void check_store_mark(struct checker *c)
{
	const struct model *m = c->model;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++) {
		unsigned most, samples;

		if (!model_is_local(n) || !n->fifo_slots.ok || !n->form.ok || !n->almost_full.ok)
			continue;
		samples = model_kept_samples(n);
		most = (unsigned)n->fifo_slots.number - MODEL_FIFO_SPARE;
		if (samples < most)
			most = samples;
		if (n->almost_full.number <= most)
			continue;
		if (samples == most)
			check_report(c, n->almost_full.at,
				     "'almost_full' is %u at most: the node keeps %u samples", most,
				     samples);
		else
			check_report(
			    c, n->almost_full.at,
			    "'almost_full' is %u at most: %u of the FIFO's %u slots stay free",
			    most, MODEL_FIFO_SPARE, (unsigned)n->fifo_slots.number);
	}
}

void check_line_registers(struct checker *c)
{
	const struct model *m = c->model;

	if (m->capture && m->report && m->capture_registers.ok && m->report_registers.ok &&
	    m->capture_registers.number != m->report_registers.number)
		check_report(
		    c, m->report_registers.given ? m->report_registers.at : m->capture_registers.at,
		    "the CAPTURE and the REPORT line must have the same 'registers'");
}

void check_interrupt_nobody(struct checker *c)
{
	const struct model *m = c->model;
	size_t processors = 0;

	if (!m->interrupt.ok || (!model_is_yes(&m->interrupt) && !m->report))
		return;
	for (size_t i = 0; i < m->nodes_count; i++)
		processors += model_has_processor(&m->nodes[i]) != 0;
	if (!processors)
		check_report(c, model_is_yes(&m->interrupt) ? m->interrupt.at : m->report,
			     "no node has a processor that the line interrupts");
}

void check_wide_unused(struct checker *c)
{
	const struct m_value *phy = &c->model->phy;

	if (phy->ok && strcmp(phy->text, "bytes") != 0 && c->model->wide.given)
		check_report(c, c->model->wide.at, "'wide' is for 'phy: bytes', not for '%s'",
			     phy->text);
}

void check_ft245_clock(struct checker *c)
{
	const struct model *m = c->model;

	if (model_is_word(&m->phy, "ft245") && m->clock_hz.ok && m->clock_hz.number > FT245_HZ_MAX)
		check_report(c, m->clock_hz.at, "'phy: ft245' works up to a clock of 1 GHz");
}

void check_baud_divisor(struct checker *c)
{
	uint64_t divisor;

	if (!is_uart(c->model) || !c->model->clock_hz.ok || !c->model->baud.ok)
		return;
	divisor = model_divisor(c->model);
	if (divisor / MODEL_DIVISOR_PARTS < DIVISOR_MIN ||
	    divisor / MODEL_DIVISOR_PARTS > DIVISOR_MAX)
		check_report(c, c->model->baud.at,
			     "a bit would take %.2f cycles, it must take %u to %u",
			     (double)divisor / MODEL_DIVISOR_PARTS, DIVISOR_MIN, DIVISOR_MAX);
}

void check_fifo_size(struct checker *c)
{
	if (model_is_single(c->model))
		return; /* it has none */
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++)
		if (n->fifo_slots.ok && n->form.ok &&
		    n->fifo_slots.number / 2 < model_burst_slots(n))
			check_report(
			    c, n->fifo_slots.at,
			    "the FIFO is too small: half of it must hold %u slots (those of one cycle, its sample and a gap)",
			    model_burst_slots(n));
}

void check_same_signal(struct checker *c)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++)
		for (const struct m_pair *p = n->pairs; p < n->pairs + n->pairs_count; p++)
			if (p->a.ok && p->b.ok && strcmp(p->a.text, p->b.text) == 0 &&
			    !model_is_word(&p->a, KEY_ROUTE))
				check_report(
				    c, p->b.at,
				    "A and B are the same signal '%s': the ratio is always 1",
				    p->b.text);
}

void check_unused_key(struct checker *c)
{
	const struct model *m = c->model;

	/* Only a description without faults decides whether there is a ring. */
	if (c->diags->errors)
		return;
	if (model_is_alone(m) && m->wires.given)
		check_report(c, m->wires.at, "a monitor of one node has no ring");
	if (model_is_single(m) && !model_sample_words(m->nodes) && m->nodes[0].fifo_slots.given)
		check_report(c, m->nodes[0].fifo_slots.at,
			     "this node has no FIFO, and no samples that could wait");
}

static double ring_rate(const struct model *m, unsigned wires)
{
	return model_has_chips(m) ? rate_hop(wires, (unsigned)m->delay.number) : rate_ring(wires);
}

/*
 * A rule of thumb: below it, short functions or frequent samples of all nodes at once lose records
 * for want of wires. What a description carries exactly, `gnomon cost` prints.
 */
void check_ring_rate(struct checker *c)
{
	const struct model *m = c->model;
	double events = 0, samples = 0, most;
	unsigned enough;

	if (c->diags->errors || model_is_alone(m))
		return;
	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++) {
		unsigned words = model_sample_words(n);

		events += (double)model_count(n) / RATE_EVENT_CYCLES;
		if (words)
			samples +=
			    (double)model_count(n) * rate_sampled_slots(words) / RATE_SAMPLE_CYCLES;
	}
	most = events > samples ? events : samples;
	if (ring_rate(m, (unsigned)m->wires.number) >= most)
		return;
	for (enough = (unsigned)m->wires.number;
	     enough < RATE_WIRES_MOST && ring_rate(m, enough) < most;)
		enough *= 2;
	check_report(
	    c, m->wires.at,
	    "the ring carries %.3g slots a cycle: with all nodes busy %s of each every %.0f cycles; %s %u",
	    ring_rate(m, (unsigned)m->wires.number), most > events ? "a sample" : "an event",
	    (most > events ? RATE_SAMPLE_CYCLES : RATE_EVENT_CYCLES) * most /
		ring_rate(m, (unsigned)m->wires.number),
	    ring_rate(m, enough) >= most ? "raise 'wires' to" : "'wires' can be at most", enough);
}
