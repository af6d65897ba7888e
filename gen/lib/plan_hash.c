/* SPDX-License-Identifier: Apache-2.0 */
/* The canonical text of a plan and its hash, by which host and hardware know that they belong together. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "plan_node.h"

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
		fprintf(out, " field %s %u %016" PRIx64 "\n", n->fields[i].name, n->fields[i].bits,
			n->fields[i].kept);
	fprintf(out, " code %u levels %u owner %u\n", n->code_bits, n->layout->tree->levels, n->owner);
	write_tree(n, out);
	for (size_t i = 0; i < n->tables_count; i++)
		fprintf(out, " table %s %u %u %u\n", n->tables[i].name, n->tables[i].base, n->tables[i].cells,
			n->tables[i].bits);
	fprintf(out, " sequences %u %u %u %u\n strict %u %u\n timer %d\n watchdog %d\n", n->sequences,
		n->sequences_steps, n->count_bits, n->timeout_bits, n->strict, n->strict_steps, n->timer,
		n->watchdog);
	if (n->port.bus)
		fprintf(out, " port %s %s %d\n", n->port.bus->name, n->port.pc ? n->port.pc : "-",
			n->port.process_time);
	for (size_t i = 0; i < n->pairs_count; i++)
		fprintf(out, " pair %s %s %s %s\n", tab_form_name(n->form), n->pairs[i].name, n->pairs[i].a,
			n->pairs[i].b);
}

/* Everything that hardware or host depend on, and nothing else: not the layout of the description. */
static void write_plan(const struct plan *plan, FILE *out)
{
	fprintf(out, "gnomon plan 2\nname %s\nform %s\n", plan->name,
		plan->form == PLAN_RING ? "ring" : "single");
	fprintf(out, "clock_hz %" PRIu64 "\ntime_bits %u\nslots %u\naddr_bits %u\n", plan->clock_hz,
		plan->time_bits, plan->slots, plan->addr_bits);
	fprintf(out, "phy %s %u %u\nwires %u\n", plan->phy, plan->baud, plan->divisor, plan->wires);
	for (size_t i = 0; i < plan->nodes_count; i++)
		write_node(&plan->nodes[i], out);
}

void plan_hash(struct arena *arena, struct plan *plan)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		arena->failed = 1;
		return;
	}
	write_plan(plan, out);
	if (fclose(out))
		arena->failed = 1;
	else
		plan->canonical = arena_printf(arena, "%s", text);
	free(text);
	if (plan->canonical)
		plan->hash = XXH64(plan->canonical, strlen(plan->canonical), 0);
}
