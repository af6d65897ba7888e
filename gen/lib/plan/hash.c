/* SPDX-License-Identifier: Apache-2.0 */
/* The canonical text of a plan and its hash, by which host and hardware know that they belong
 * together. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "plan/node.h"

static void write_tree(const struct plan_node *n, FILE *out)
{
	const struct rank_tree *tree = n->layout->tree;

	for (unsigned i = 0; i < tree->count; i++) {
		const struct rank *rank = &tree->ranks[i];

		fprintf(out, " rank %u %u %u%s", i, rank->code_bits, rank->level,
			rank->spram ? " spram" : "");
		for (unsigned k = 0; k < rank->inputs_count; k++) {
			const struct rank_input *input = &rank->inputs[k];

			if (input->rank < 0)
				fprintf(out, " w%u+%u", input->lo, input->bits);
			else
				fprintf(out, " r%d", input->rank);
		}
		fputc('\n', out);
	}
}

static void write_node(const struct plan_node *n, FILE *out)
{
	fprintf(out, "node %u %s\n when %s\n fifo %u\n", n->index, n->name, n->when ? n->when : "-",
		n->fifo_slots);
	for (size_t i = 0; i < n->fields_count; i++)
		fprintf(out, " field %s %u %016" PRIx64 " %s %u %s\n", n->fields[i].name,
			n->fields[i].bits, n->fields[i].kept, n->fields[i].kind, n->fields[i].unit,
			n->fields[i].when ? n->fields[i].when : "-");
	fprintf(out, " code %u levels %u owner %u\n", n->code_bits, n->layout->tree->levels,
		n->owner);
	write_tree(n, out);
	for (size_t i = 0; i < n->tables_count; i++)
		fprintf(out, " table %s %u %u %u\n", n->tables[i].name, n->tables[i].base,
			n->tables[i].cells, n->tables[i].bits);
	fprintf(out, " sequences %u %u %u %u\n strict %u %u\n timer %d\n watchdog %d\n",
		n->sequences, n->sequences_steps, n->count_bits, n->timeout_bits, n->strict,
		n->strict_steps, n->timer, n->watchdog);
	if (n->overlap)
		fputs(" overlap\n", out);
	if (n->port.bus)
		fprintf(out, " port %s %s %d\n", n->port.bus->name, n->port.pc ? n->port.pc : "-",
			n->port.process_time);
	if (n->port.code_bits)
		fprintf(out, " codes %u %u\n", n->port.code_bits, n->port.data_bits);
	fprintf(out, " host %d\n", n->host);
	if (n->tick_log2)
		fprintf(out, " tick %u %08x\n", n->tick_log2, n->seed);
	if (n->rounds)
		fprintf(out, " processor %d\n", n->processor);
	if (n->report)
		fprintf(out, " almost full %u\n", n->almost_full);
	if (n->preprocessors)
		fputs(n->preprocessors->key, out);
}

static void write_input(const char *key, const struct plan_input *in, FILE *out)
{
	fprintf(out, " %s=%s", key, in->name);
}

static void write_watchers(const struct plan_watchers *watchers, FILE *out)
{
	for (size_t i = 0; i < watchers->count; i++) {
		const struct plan_watcher *w = &watchers->items[i];

		if (w->kind->role == WATCHER_KEPT) {
			fprintf(out, " %s %s %u %d %u %u %u\n", w->kind->list, w->name, w->event,
				w->changes, w->before, w->after, w->count);
			continue;
		}
		if (w->kind->role != WATCHER_COUNTED) {
			fprintf(out, " %s %s %u %u %u %u\n", w->kind->section.name, w->name, w->of,
				w->count, w->banks, w->bits);
			continue;
		}
		fprintf(out, " %s %s", w->kind->list, w->name);
		for (size_t k = 0; k < w->inputs_count; k++)
			write_input("i", &w->inputs[k], out);
		fputc('\n', out);
	}
}

static void write_preprocessors(const void *what, FILE *out)
{
	const struct plan_preprocessors *m = what;

	fprintf(out, " preprocessors %u %u code %u+%u cells %u time %u queue %u gate %d %s\n",
		m->stage, m->counting, m->code_bits, m->code_clocks, m->cell_bits, m->time_bits,
		m->queue_log2, m->gate, m->gate_line);
	if (m->word_bits)
		fprintf(out, " kept %u\n", m->word_bits);
	if (m->freezes)
		fputs(" freezes\n", out);
	for (unsigned i = TAB_TABLE_ROUTER; i < LAYOUT_KINDS; i++)
		fprintf(out, " %u", m->tables[i].base);
	fputc('\n', out);
	for (size_t i = 0; i < m->signals_count; i++)
		fprintf(out, " signal %s\n", m->signals[i].name);
	for (size_t i = 0; i < m->ports_count; i++)
		fprintf(out, " target %s %u\n", m->targets[i], m->ports[i].bits);
	for (size_t i = 0; i < m->delays_count; i++)
		fprintf(out, " delay %s %s %u %u %d\n", m->delays[i].net, m->delays[i].source,
			m->delays[i].bits, m->delays[i].clocks, m->delays[i].ram);
	for (size_t i = 0; i < m->lines_count; i++)
		fprintf(out, " line %s\n", m->lines[i]);
	for (size_t i = 0; i < m->events_count; i++)
		fprintf(out, " event %s\n", m->events[i]);
	for (size_t i = 0; i < m->groups_count; i++) {
		fprintf(out, " group %s", m->groups[i].name);
		for (size_t k = 0; k < m->groups[i].of_count; k++)
			fprintf(out, " %s", m->groups[i].of[k]);
		fputc('\n', out);
	}
	for (size_t i = 0; i < m->numbers_count; i++)
		fprintf(out, " value %s %u\n", m->numbers[i].name, m->numbers[i].bits);
	for (size_t i = 0; i < m->pairs_count; i++)
		fprintf(out, " pair %s %s %s %s %s\n", tab_form_name(m->form), m->pairs[i].name,
			m->pairs[i].a.name, m->pairs[i].b.name,
			m->pairs[i].gate ? m->pairs[i].gate : "-");
	for (size_t i = 0; i < m->quantities_count; i++) {
		const struct plan_quantity *q = &m->quantities[i];

		fprintf(out, " quantity %s %s %u %u", q->name, q->kind->name, q->bits,
			q->outstanding);
		for (unsigned k = 0; k < QUANTITY_INPUTS; k++)
			if (q->inputs[k].name)
				write_input(quantity_key_name((enum quantity_key)k), &q->inputs[k],
					    out);
		fputc('\n', out);
	}
	for (unsigned role = 0; role < WATCHER_ROLES; role++)
		write_watchers(&m->watchers[role], out);
}

/* The text that a writer makes of something. */
static const char *text_of(struct arena *arena, const void *what,
			   void (*write)(const void *what, FILE *out))
{
	char *text = NULL;
	size_t size = 0;
	const char *copy = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		arena->failed = 1;
		return NULL;
	}
	write(what, out);
	if (fclose(out))
		arena->failed = 1;
	else
		copy = arena_printf(arena, "%s", text);
	free(text);
	return copy;
}

const char *plan_preprocessors_text(struct arena *arena, const struct plan_preprocessors *m)
{
	return text_of(arena, m, write_preprocessors);
}

/* Everything that hardware or host depend on, and nothing else: not the layout of the description.
 */
static void write_plan(const void *what, FILE *out)
{
	const struct plan *plan = what;

	fprintf(out, "gnomon plan 3\nname %s\nform %s\n", plan->name, plan_form_name(plan));
	fprintf(out, "clock_hz %" PRIu64 "\ntime_bits %u\nslots %u\naddr_bits %u\n", plan->clock_hz,
		plan->time_bits, plan->slots, plan->addr_bits);
	if (plan->spram)
		fputs("spram\n", out);
	if (plan->port)
		fputs("port\n", out);
	if (!plan->wrap)
		fputs("wrap no\n", out);
	fprintf(out, "phy %s %u %u\nwires %u\n", plan->phy->name, plan->baud, plan->divisor,
		plan->wires);
	if (plan->wide)
		fputs("link wide\n", out);
	if (plan->fraction)
		fprintf(out, "fraction %u\n", plan->fraction);
	if (plan->rom)
		fputs("rom\n", out);
	if (plan->sync)
		fputs("sync\n", out);
	if (plan->register_taps)
		fputs("register taps\n", out);
	for (unsigned i = 0; i < plan->chips_count; i++) {
		unsigned first = 0;

		while (plan->nodes[first].chip <= i)
			first++;
		fprintf(out, "chip %s from node %u delay %u\n", plan->chips[i], first, plan->delay);
	}
	if (plan->capture)
		fprintf(out, "capture %u\n", plan->stages);
	if (plan->interrupt)
		fprintf(out, "interrupt %u\n", plan->limit);
	if (plan->report)
		fprintf(out, "report %u %u\n", plan->stages, plan->report_limit);
	for (size_t i = 0; i < plan->nodes_count; i++)
		write_node(&plan->nodes[i], out);
}

void plan_hash(struct arena *arena, struct plan *plan)
{
	plan->canonical = text_of(arena, plan, write_plan);
	if (plan->canonical)
		plan->hash = XXH64(plan->canonical, strlen(plan->canonical), 0);
}
