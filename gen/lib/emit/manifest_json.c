/* SPDX-License-Identifier: Apache-2.0 */
/* The manifest: all that the host knows of a monitor, as JSON; and the summary, its short form. */
#include "emit/emit.h"

#include <inttypes.h>
#include <jansson.h>

#include "emit/manifest.h"
#include "tables/tables.h"

#define MANIFEST_FORMAT 8
/* Where a node has a tick, where its actions are beside the codes of the last rank, where slots of
 * the trace buffer are entries, and where these have captures or rounds: a host that knows of no
 * such thing refuses the manifest. */
#define MANIFEST_FORMAT_TICK 9
#define MANIFEST_FORMAT_BESIDE 10
#define MANIFEST_FORMAT_SINGLE 12
#define MANIFEST_FORMAT_SINGLE_LINES 13

/* Whether a slot of the trace buffer can be something else than a record: all that its node
 * recorded in a cycle, a part of a sample or block, or what goes before the second half of a gap in
 * a flight recorder, which only a memory outside can make wait. */
static bool has_entries(const struct plan *plan)
{
	const struct plan_node *node = &plan->nodes[0];
	const struct plan_preprocessors *m = node->preprocessors;

	return plan->form == PLAN_SINGLE &&
	       (node->triggers_count || (m && (m->sample_words || plan_blocks(m))) ||
		(plan->port && plan->wrap));
}

static int format_of(const struct plan *plan)
{
	int format = MANIFEST_FORMAT;

	if (has_entries(plan))
		return plan->nodes[0].capture || plan->nodes[0].rounds
			   ? MANIFEST_FORMAT_SINGLE_LINES
			   : MANIFEST_FORMAT_SINGLE;
	for (size_t i = 0; i < plan->nodes_count; i++) {
		if (layout_has_actions_beside(plan->nodes[i].layout))
			return MANIFEST_FORMAT_BESIDE;
		if (plan->nodes[i].tick_log2)
			format = MANIFEST_FORMAT_TICK;
	}
	return format;
}

static json_t *hash_text(uint64_t hash)
{
	return json_sprintf("%016" PRIx64, hash);
}

/* The runs of kept bits of a field as [hi, lo], the lowest first. */
static json_t *kept_json(const struct plan_field *f)
{
	json_t *array = json_array();
	unsigned lo = 0;

	while (lo < f->bits) {
		unsigned hi = lo;

		while (hi + 1 < f->bits && f->kept >> (hi + 1) & 1)
			hi++;
		if (f->kept >> lo & 1)
			array = json_append(array, json_pack("[i, i]", hi, lo));
		lo = f->kept >> lo & 1 ? hi + 1 : lo + 1;
	}
	return array;
}

static json_t *fields_of_word_json(const struct plan_node *node)
{
	json_t *array = json_array();

	for (size_t i = 0; i < node->fields_count; i++) {
		const struct plan_field *f = &node->fields[i];

		array =
		    json_append(array, json_pack("{s:s, s:i, s:o, s:s, s:i, s:s?}", "name", f->name,
						 "bits", f->bits, "kept", kept_json(f), "kind",
						 f->kind, "unit", f->unit, "when", f->when));
	}
	return array;
}

static json_t *inputs_json(const struct rank *rank)
{
	json_t *array = json_array();

	for (unsigned i = 0; i < rank->inputs_count; i++) {
		const struct rank_input *input = &rank->inputs[i];

		array =
		    json_append(array, input->rank < 0 ? json_pack("{s:i, s:i}", "lo", input->lo,
								   "bits", input->bits)
						       : json_pack("{s:i}", "rank", input->rank));
	}
	return array;
}

static json_t *tree_json(const struct rank_tree *tree)
{
	json_t *array = json_array();

	for (unsigned i = 0; i < tree->count; i++)
		array = json_append(
		    array, json_pack("{s:o, s:i, s:i, s:o}", "table", json_sprintf("rank%u", i),
				     "code_bits", tree->ranks[i].code_bits, "level",
				     tree->ranks[i].level, "inputs", inputs_json(&tree->ranks[i])));
	return array;
}

static json_t *ranks_json(const struct plan *plan, const struct plan_node *n)
{
	return json_pack("{s:i, s:i, s:i, s:i, s:s, s:s, s:o}", "capacity", n->capacity,
			 "code_bits", n->code_bits, "levels", n->layout->tree->levels, "owner",
			 n->owner, "family", plan->family, "goal", n->goal, "tree",
			 tree_json(n->layout->tree));
}

static json_t *tables_json(const struct plan_node *node)
{
	json_t *array = json_array();

	for (size_t i = 0; i < node->tables_count; i++)
		array = json_append(array,
				    json_pack("{s:s, s:i, s:i, s:i}", "name", node->tables[i].name,
					      "base", node->tables[i].base, "cells",
					      node->tables[i].cells, "bits", node->tables[i].bits));
	return array;
}

static json_t *triggers_json(const struct plan_node *node)
{
	json_t *array = json_array();

	for (size_t i = 0; i < node->triggers_count; i++)
		array = json_append(array, json_pack("{s:i, s:s, s:i}", "number", (int)i, "kind",
						     node->triggers[i].kind, "index",
						     node->triggers[i].index));
	return array;
}

static json_t *sequences_json(const struct plan_node *n)
{
	if (!n->sequences)
		return json_null();
	return json_pack("{s:i, s:i, s:i, s:i, s:b}", "count", n->sequences, "steps",
			 n->sequences_steps, "count_bits", n->count_bits, "timeout_bits",
			 n->timeout_bits, "overlap", n->overlap);
}

static json_t *strict_json(const struct plan_node *n)
{
	if (!n->strict)
		return json_null();
	return json_pack("{s:i, s:i}", "count", n->strict, "steps", n->strict_steps);
}

static json_t *port_json(const struct plan_node *n)
{
	if (!n->port.bus)
		return json_null();
	return json_pack("{s:s, s:s?, s:b, s:i, s:i}", "bus", n->port.bus->name, "pc", n->port.pc,
			 "process_time", n->port.process_time, "code_bits", (int)n->port.code_bits,
			 "data_bits", (int)n->port.data_bits);
}

/* NULL where the node has no tick. */
static json_t *tick_json(const struct plan_node *n)
{
	if (!n->tick_log2)
		return NULL;
	return json_pack("{s:i, s:I}", "prescale", 1 << n->tick_log2, "seed", (json_int_t)n->seed);
}

static json_t *node_json(const struct plan *plan, const struct plan_node *n)
{
	return json_pack(
	    "{s:i, s:s, s:{s:o, s:i, s:s?}, s:i, s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:o, s:o, s:s, s:i, s:o*}",
	    "index", n->index, "name", n->name, "watch", "fields", fields_of_word_json(n), "bits",
	    n->word_bits, "when", n->when, "depth", n->depth, "fifo_slots", n->fifo_slots, "store",
	    n->almost_full ? "local" : "ring", "ranks", ranks_json(plan, n), "tables",
	    tables_json(n), "triggers", triggers_json(n), "sequences", sequences_json(n), "strict",
	    strict_json(n), "timer", n->timer, "watchdog", n->watchdog, "port", port_json(n),
	    "preprocessors", preprocessors_json(n->preprocessors), "stream", n->stream, "stream_id",
	    n->stream_id, "time", tick_json(n));
}

static json_t *nodes_json(const struct plan *plan)
{
	json_t *array = json_array();

	for (size_t i = 0; i < plan->nodes_count; i++)
		array = json_append(array, node_json(plan, &plan->nodes[i]));
	return array;
}

/* Writes `json` and gives it back; NULL is a failure that came up from below. */
static int put_json(json_t *json, FILE *out)
{
	int rc;

	if (!json)
		return -1;
	rc = json_dumpf(json, out, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
	fputc('\n', out);
	json_decref(json);
	return rc;
}

/* NULL where all slots of the trace buffer are records. */
static json_t *single_json(const struct plan *plan)
{
	const struct plan_node *n = &plan->nodes[0];

	if (!has_entries(plan))
		return NULL;
	return json_pack("{s:i, s:i}", "triggers", (int)n->triggers_count, "word_bits",
			 n->timer || n->capture ? (int)n->word_bits : 0);
}

/* `ports` may be NULL: there are none in it. */
static json_t *manifest_json(const struct plan *plan, json_t *ports)
{
	return json_pack(
	    "{s:i, s:s, s:s, s:o, s:s, s:I, s:i, s:i, s:i, s:i, s:i, s:o*, s:o*, s:o*, s:{s:s, s:i, "
	    "s:i, s:i}, s:{s:i}, s:o, s:o*}",
	    "gnomon", format_of(plan), "generator", plan->version, "name", plan->name, "hash",
	    hash_text(plan->hash), "form", plan_form_name(plan), "clock_hz",
	    (json_int_t)plan->clock_hz, "time_bits", plan->time_bits, "slots", plan->slots,
	    "slots_log2", plan->slots_log2, "granule_slots", TAB_GRANULE_SLOTS, "addr_bits",
	    plan->addr_bits, "wrap", plan->wrap ? NULL : json_false(), "sync",
	    plan->sync ? json_true() : NULL, "single", single_json(plan), "link", "phy",
	    plan->phy->name, "baud", plan->baud, "divisor", plan->divisor, "fraction",
	    plan->fraction, "ring", "wires", plan->wires, "nodes", nodes_json(plan), "ports",
	    ports);
}

static int put_with_ports(const struct plan *plan, const struct plan_top *tops, size_t count,
			  FILE *out)
{
	json_t *ports = json_array();

	for (size_t i = 0; i < count; i++)
		ports = ports_json(ports, &tops[i]);
	return ports ? put_json(manifest_json(plan, ports), out) : -1;
}

int emit_manifest(const struct plan *plan, FILE *out)
{
	return put_with_ports(plan, plan->tops, plan->chips_count + 1, out);
}

int emit_model_manifest(const struct plan *plan, FILE *out)
{
	return put_with_ports(plan, &plan->whole, 1, out);
}

int emit_rom_manifest(const struct plan *plan, FILE *out)
{
	return put_json(manifest_json(plan, NULL), out);
}

static json_t *node_summary(const struct plan_node *n)
{
	const struct rank_tree *tree = n->layout->tree;
	int owns = n->layout->owns_ranks;

	return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "name", n->name, "word_bits",
			 n->word_bits, "capacity", n->capacity, "ranks", tree->count, "levels",
			 tree->levels, "ram_blocks", owns ? tree->blocks : 0, "spram_blocks",
			 owns ? tree->sprams : 0, "logic_cells",
			 owns ? tree->logic + tree->registers : 0);
}

static json_t *summaries_json(const struct plan *plan)
{
	json_t *array = json_array();

	for (size_t i = 0; i < plan->nodes_count; i++)
		array = json_append(array, node_summary(&plan->nodes[i]));
	return array;
}

int emit_summary(const struct plan *plan, FILE *out)
{
	return put_json(json_pack("{s:s, s:o, s:s, s:s, s:I, s:i, s:i, s:i, s:s, s:i, s:o}", "name",
				  plan->name, "hash", hash_text(plan->hash), "form",
				  plan_form_name(plan), "family", plan->family, "clock_hz",
				  (json_int_t)plan->clock_hz, "time_bits", plan->time_bits, "slots",
				  plan->slots, "addr_bits", plan->addr_bits, "phy", plan->phy->name,
				  "baud", plan->baud, "nodes", summaries_json(plan)),
			out);
}
