/* SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <stdlib.h>

#include "cost/cost.h"
#include "cost/rate.h"

static void print_shape(const struct rank *r, FILE *out)
{
	char text[32];

	snprintf(text, sizeof(text), "%u x %u", 1u << r->use.shape.depth_log2, r->use.shape.width);
	fprintf(out, "%10s", text);
	fprintf(out, "  %6u %-5s", r->spram ? r->use.sprams : r->use.blocks,
		r->spram ? "SPRAM" : "");
}

/* What a rank reads, the lowest bits of its index first. */
static void print_inputs(const struct rank *r, FILE *out)
{
	for (unsigned k = 0; k < r->inputs_count; k++) {
		const struct rank_input *in = &r->inputs[k];

		fputs(k ? ", " : "", out);
		if (in->rank >= 0)
			fprintf(out, "rank %d", in->rank);
		else if (in->bits == 1)
			fprintf(out, "bit %u", in->lo);
		else
			fprintf(out, "bits %u..%u", in->lo + in->bits - 1, in->lo);
		if (in->wait)
			fprintf(out, " (%u later)", in->wait);
	}
}

static void print_tree(const struct rank_tree *tree, FILE *out)
{
	fputs("\n  rank  level  index  code       RAM  blocks        reads\n", out);
	for (unsigned i = 0; i < tree->count; i++) {
		const struct rank *r = &tree->ranks[i];

		fprintf(out, "  %4u  %5u  %5u  %4u", i, r->level, r->index_bits, r->code_bits);
		print_shape(r, out);
		fputs("  ", out);
		print_inputs(r, out);
		fputc('\n', out);
	}
}

static void print_plan(const struct cost_plan *p, FILE *out)
{
	fprintf(out, "  %-14s %-3s %6u %6u %11u %6u %12u\n", p->name, p->chosen ? "<-" : "",
		p->tree.levels, p->tree.count, p->tree.blocks, p->tree.sprams,
		p->tree.logic + p->tree.registers);
}

static void print_families(const struct cost_watch *watch, FILE *out)
{
	fputs("\n  family    block     goal        levels  RAM blocks  SPRAM  logic cells\n", out);
	for (size_t i = 0; i < watch->families_count; i++) {
		const struct cost_family *f = &watch->families[i];

		for (unsigned g = 0; g < RANKS_GOALS; g++) {
			const struct rank_tree *t = &f->trees[g];

			fprintf(out, "  %-8s  %-8s  %-10s  %6u %11u %6u %12u%s\n",
				g ? "" : f->family->name, g ? "" : f->family->block,
				ranks_goal_name(g), t->levels, f->copies * t->blocks,
				f->copies * t->sprams, f->copies * (t->logic + t->registers),
				f->copies > 1 ? "  (not shared)" : "");
		}
	}
}

static void print_watch(const struct cost_watch *watch, FILE *out)
{
	const struct ranks_query *q = &watch->query;

	fprintf(out, "\n%s: %u bits, capacity %u, goal %s", watch->nodes, q->word_bits, q->capacity,
		ranks_goal_name(q->goal));
	if (q->lanes > 1)
		fputs(", two nodes to a tree", out);
	if (watch->trees > 1)
		fprintf(out, ", %u trees", watch->trees);
	fputs("\n", out);
	print_tree(watch->tree, out);
	fputs("\n  plan of a tree     levels  ranks  RAM blocks  SPRAM  logic cells\n", out);
	for (size_t i = 0; i < watch->plans_count; i++)
		print_plan(&watch->plans[i], out);
	if (watch->families_count)
		print_families(watch, out);
}

static void print_item(const struct cost_item *item, FILE *out)
{
	fprintf(out, "  %-46s %6u", item->what, item->blocks);
	if (item->sprams)
		fprintf(out, " and %u SPRAM", item->sprams);
	if (item->lut_bits)
		fprintf(out, " and %u bits of LUT RAM", item->lut_bits);
	fputc('\n', out);
}

static void print_every(const char *what, double slots, unsigned of, FILE *out)
{
	fprintf(out, "  %-40s %9.3g   one every %.4g cycles\n", what, slots, of / slots);
}

/* What a node with samples adds. */
static void print_samples(const struct plan *plan, const struct plan_node *node, FILE *out)
{
	struct rate_samples rate;

	if (!rate_samples(plan, node, &rate))
		return;
	fprintf(out,
		"  %s: an event with its sample is %u slots; guaranteed: one every %.4g cycles,\n"
		"    every %.4g where all nodes sample, every %u in a burst\n",
		node->name, rate_sampled_slots(node->preprocessors->sample_words), rate.alone,
		rate.all, rate.burst);
}

static void print_rates(const struct plan *plan, FILE *out)
{
	fputs("\nRates in slots of 64 bits a cycle, and events of one slot\n", out);
	for (size_t i = 0; i < plan->nodes_count; i++)
		if (!i ||
		    rate_burst(plan, &plan->nodes[i]) != rate_burst(plan, &plan->nodes[i - 1]))
			fprintf(out, "  burst of a node (%s): one event a cycle, %u of them\n",
				plan->nodes[i].name, rate_burst(plan, &plan->nodes[i]));
	if (plan->form != PLAN_SINGLE) {
		print_every("one node sustained, or all together", rate_plan_ring(plan), 1, out);
		if (plan->nodes_count > 1)
			print_every("each node, where all are busy",
				    rate_plan_ring(plan) / (double)plan->nodes_count, 1, out);
	}
	print_every(plan->phy->kind == PLAN_UART ? "over the link, mode `stream`"
						 : "over the link, mode `stream`, at most",
		    rate_link(plan), 1, out);
	for (size_t i = 0; i < plan->nodes_count; i++)
		if (!i || plan->nodes[i].preprocessors != plan->nodes[i - 1].preprocessors)
			print_samples(plan, &plan->nodes[i], out);
}

static json_t *append(json_t *array, json_t *item)
{
	if (json_array_append_new(array, item) == 0)
		return array;
	json_decref(array);
	return NULL;
}

static json_t *samples_json(const struct plan *plan, const struct plan_node *node)
{
	struct rate_samples rate;

	if (!rate_samples(plan, node, &rate))
		return json_null();
	return json_pack("{s:f, s:f, s:i}", "alone", rate.alone, "all", rate.all, "burst",
			 (int)rate.burst);
}

static json_t *rates_json(const struct plan *plan)
{
	json_t *nodes = json_array();

	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *n = &plan->nodes[i];

		nodes = append(nodes,
			       json_pack("{s:s, s:i, s:i, s:o}", "name", n->name, "burst_events",
					 (int)rate_burst(plan, n), "sampled_slots",
					 (int)rate_sampled_slots(
					     n->preprocessors ? n->preprocessors->sample_words : 0),
					 "sample_cycles", samples_json(plan, n)));
	}
	return json_pack("{s:o, s:f, s:o}", "ring",
			 plan->form != PLAN_SINGLE ? json_real(rate_plan_ring(plan)) : json_null(),
			 "link", rate_link(plan), "nodes", nodes);
}

static void print_rom(const struct cost_rom *rom, FILE *out)
{
	const struct family *family;

	if (!rom->bytes)
		return;
	fprintf(out, "ROM: %zu bytes, for a manifest of %zu bytes; RAM blocks:", rom->bytes,
		rom->manifest);
	for (size_t i = 0; (family = family_at(i)); i++)
		fprintf(out, "%s %s %u", i ? "," : "", family->name, cost_rom_blocks(rom, family));
	fputc('\n', out);
}

static json_t *rom_json(const struct cost_rom *rom)
{
	json_t *blocks = json_object();
	const struct family *family;

	for (size_t i = 0; (family = family_at(i)); i++)
		json_object_set_new(blocks, family->name,
				    json_integer(cost_rom_blocks(rom, family)));
	return json_pack("{s:I, s:I, s:o}", "bytes", (json_int_t)rom->bytes, "manifest_bytes",
			 (json_int_t)rom->manifest, "blocks", blocks);
}

/* What an attempt of a sequence costs where several are followed side by side; nodes of one plan
 * once. */
static void print_overlap(const struct plan *plan, FILE *out)
{
	const struct plan_node *before = NULL;

	for (const struct plan_node *n = plan->nodes; n < plan->nodes + plan->nodes_count; n++) {
		if (!n->overlap || (before && before->sequences == n->sequences &&
				    before->sequences_steps == n->sequences_steps))
			continue;
		fprintf(
		    out,
		    "Attempts side by side at %s: each takes one of its %u sequences: %u columns of the table\n"
		    "of steps, %u rows of limits, counters of %u and %u bits.\n",
		    n->name, n->sequences, 2 * n->sequences_steps, n->sequences_steps,
		    n->count_bits, n->timeout_bits);
		before = n;
	}
}

/* A number of blocks, or what it lies between. */
static const char *blocks_text(char text[24], unsigned least, unsigned most)
{
	snprintf(text, 24, least < most ? "%u..%u" : "%u", least, most);
	return text;
}

static void print_unit(const struct cost_unit *unit, FILE *out)
{
	char text[64];
	char blocks[24];

	snprintf(text, sizeof(text), unit->size > 1 ? "%s: %u" : "%s", unit->what, unit->size);
	fprintf(out, "  %-46s %6s %12d\n", text,
		blocks_text(blocks, (unsigned)unit->blocks_least, (unsigned)unit->blocks),
		unit->cells);
}

static int fits(const struct cost *cost, const struct device *device, unsigned blocks)
{
	return device_fits(device, blocks, cost->sprams, cost->cells);
}

/* What a device has of what is needed, and what the monitor leaves. */
static void print_device(const struct cost *cost, const struct device *device, FILE *out)
{
	char blocks[24];

	fprintf(out, "Device %s: %s of %u RAM blocks", device->name,
		blocks_text(blocks, cost->blocks_least, cost->blocks), device->blocks);
	if (cost->sprams)
		fprintf(out, ", %u of %u SPRAM", cost->sprams, device->sprams);
	if (cost->cells)
		fprintf(out, ", %u of %u logic cells", cost->cells, device->cells);
	fprintf(out, ": the monitor %s\n",
		!fits(cost, device, cost->blocks_least) ? "does not fit"
		: !fits(cost, device, cost->blocks)	? "may fit, with the fewer RAM blocks"
		: cost->cells				? "fits"
			      : "fits, as far as its blocks are concerned");
}

static void print_parts(const struct cost *cost, FILE *out)
{
	fputs("\nRAM blocks and logic cells of the monitor\n", out);
	for (size_t i = 0; i < cost->items_count; i++)
		print_item(&cost->items[i], out);
	if (!cost->units_count) {
		print_item(
		    &(struct cost_item){"all of these", cost->blocks, cost->sprams, cost->lut_bits},
		    out);
		fprintf(
		    out,
		    "Logic cells of all ranks: %u, an estimate. Not counted: the RAMs of the link, of "
		    "registers\n"
		    "and of what is measured, and all other logic; `gnomon cost` knows them for "
		    "iCE40.\n",
		    cost->ranks_logic);
		return;
	}
	print_unit(&(struct cost_unit){"logic of the ranks", 1, 0, 0, (int)cost->ranks_logic}, out);
	for (size_t i = 0; i < cost->units_count; i++)
		print_unit(&cost->units[i], out);
	print_unit(&(struct cost_unit){"all of it", 1, (int)cost->blocks, (int)cost->blocks_least,
				       (int)cost->cells},
		   out);
	if (cost->sprams)
		fprintf(out, "  and %u SPRAM\n", cost->sprams);
}

void cost_print(const struct cost *cost, const struct device *device, FILE *out)
{
	fprintf(out, "%s: family %s, RAM blocks of %s\n", cost->plan->name, cost->family->name,
		cost->family->block);
	for (size_t i = 0; i < cost->watches_count; i++)
		print_watch(&cost->watches[i], out);
	print_parts(cost, out);
	if (device)
		print_device(cost, device, out);
	if (cost->plan->register_taps)
		fprintf(out, "Registers on the taps: %u flip-flops\n", cost_tap_bits(cost->plan));
	if (cost->plan->sync)
		fprintf(out, "Register of the time: %u flip-flops, an adder of 16 bits, no RAM\n",
			cost_sync_bits(cost->plan));
	print_rom(&cost->rom, out);
	print_rates(cost->plan, out);
	print_overlap(cost->plan, out);
}

static json_t *inputs_json(const struct rank *r)
{
	json_t *array = json_array();

	for (unsigned k = 0; k < r->inputs_count; k++) {
		const struct rank_input *in = &r->inputs[k];

		array =
		    append(array, in->rank >= 0
				      ? json_pack("{s:i, s:i}", "rank", in->rank, "wait", in->wait)
				      : json_pack("{s:i, s:i, s:i}", "lo", in->lo, "bits", in->bits,
						  "wait", in->wait));
	}
	return array;
}

static json_t *tree_json(const struct rank_tree *tree)
{
	json_t *ranks = json_array();

	for (unsigned i = 0; i < tree->count; i++) {
		const struct rank *r = &tree->ranks[i];

		ranks = append(ranks, json_pack("{s:i, s:i, s:i, s:[i, i], s:i, s:i, s:o}", "level",
						r->level, "index_bits", r->index_bits, "code_bits",
						r->code_bits, "shape", 1 << r->use.shape.depth_log2,
						r->use.shape.width, "blocks", r->use.blocks,
						"sprams", r->use.sprams, "inputs", inputs_json(r)));
	}
	return json_pack("{s:i, s:i, s:i, s:i, s:o}", "levels", tree->levels, "blocks",
			 tree->blocks, "sprams", tree->sprams, "logic",
			 tree->logic + tree->registers, "ranks", ranks);
}

static json_t *families_json(const struct cost_watch *watch)
{
	json_t *object = json_object();

	for (size_t i = 0; i < watch->families_count; i++) {
		const struct cost_family *f = &watch->families[i];
		json_t *goals = json_object();

		for (unsigned g = 0; g < RANKS_GOALS; g++)
			json_object_set_new(goals, ranks_goal_name(g), tree_json(&f->trees[g]));
		json_object_set_new(object, f->family->name,
				    json_pack("{s:i, s:o}", "copies", f->copies, "goals", goals));
	}
	return object;
}

static json_t *watch_json(const struct cost_watch *watch)
{
	const struct ranks_query *q = &watch->query;
	json_t *plans = json_array();

	for (size_t i = 0; i < watch->plans_count; i++) {
		const struct cost_plan *p = &watch->plans[i];

		plans = append(plans, json_pack("{s:s, s:b, s:o}", "name", p->name, "chosen",
						p->chosen, "tree", tree_json(&p->tree)));
	}
	return json_pack("{s:s, s:i, s:i, s:s, s:i, s:i, s:o, s:o}", "nodes", watch->nodes,
			 "word_bits", q->word_bits, "capacity", q->capacity, "goal",
			 ranks_goal_name(q->goal), "lanes", q->lanes, "trees", watch->trees,
			 "plans", plans, "families", families_json(watch));
}

static json_t *units_json(const struct cost *cost)
{
	json_t *units = json_array();

	for (size_t i = 0; i < cost->units_count; i++) {
		const struct cost_unit *unit = &cost->units[i];

		units =
		    append(units, json_pack("{s:s, s:i, s:i, s:i, s:i}", "what", unit->what, "size",
					    unit->size, "blocks", unit->blocks, "blocks_least",
					    unit->blocks_least, "cells", unit->cells));
	}
	return units;
}

static json_t *device_json(const struct cost *cost, const struct device *device)
{
	if (!device)
		return json_null();
	return json_pack("{s:s, s:i, s:i, s:i, s:b}", "name", device->name, "blocks",
			 device->blocks, "sprams", device->sprams, "cells", device->cells, "fits",
			 fits(cost, device, cost->blocks));
}

int cost_print_json(const struct cost *cost, const struct device *device, FILE *out)
{
	json_t *watches = json_array();
	json_t *items = json_array();
	json_t *root;
	int rc;

	for (size_t i = 0; i < cost->watches_count; i++)
		watches = append(watches, watch_json(&cost->watches[i]));
	for (size_t i = 0; i < cost->items_count; i++)
		items = append(items, json_pack("{s:s, s:i, s:i, s:i}", "what", cost->items[i].what,
						"blocks", cost->items[i].blocks, "sprams",
						cost->items[i].sprams, "lut_bits",
						cost->items[i].lut_bits));
	root = json_pack(
	    "{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:o, s:o}",
	    "name", cost->plan->name, "family", cost->family->name, "watches", watches, "items",
	    items, "units", units_json(cost), "device", device_json(cost, device), "cells",
	    cost->cells ? json_integer(cost->cells) : json_null(), "blocks", cost->blocks,
	    "blocks_least", cost->blocks_least, "sprams", cost->sprams, "lut_bits", cost->lut_bits,
	    "ranks_logic", cost->ranks_logic, "tap_flip_flops", cost_tap_bits(cost->plan),
	    "sync_flip_flops", cost_sync_bits(cost->plan), "rates", rates_json(cost->plan), "rom",
	    cost->rom.bytes ? rom_json(&cost->rom) : json_null());
	if (!root)
		return GEN_ERR_NOMEM;
	rc = json_dumpf(root, out, JSON_INDENT(2)) ? GEN_ERR_NOMEM : GEN_OK;
	json_decref(root);
	fputc('\n', out);
	return rc;
}
