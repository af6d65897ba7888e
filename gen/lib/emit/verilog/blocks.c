/* SPDX-License-Identifier: Apache-2.0 */
/* Bucket units, counter banks and segments, and the blocks that they send. */
#include <string.h>

#include "emit/verilog/units.h"

#define UNFROZEN_CHARS (UNITS_NAME_CHARS + 16)

#define UNIT_JOINS_MAX 20 /* ports of a unit, and the end of the list */

/* The nets of a block stream. */
struct unit_nets {
	char valid[UNITS_NAME_CHARS];
	char word[UNITS_NAME_CHARS];
	char last[UNITS_NAME_CHARS];
	char pop[UNITS_NAME_CHARS];
	char busy[UNITS_NAME_CHARS];
};

/* Those of all units: ports of the module, where no registers follow. */
static void name_stream(struct unit_nets *n, const struct plan_preprocessors *m)
{
	static const struct unit_nets ports = {"block_valid_o", "block_word_o", "block_last_o",
					       "block_pop_i", "block_busy_o"};
	static const struct unit_nets slow = {"slow_valid", "slow_word", "slow_last", "slow_pop",
					      "slow_busy"};

	*n = m->lut_bits ? slow : ports;
}

/* Those of a unit: those of all units where it is the only one. */
static void name_unit(struct unit_nets *n, const struct plan_preprocessors *m, unsigned i)
{
	if (plan_blocks(m) == 1) {
		name_stream(n, m);
		return;
	}
	snprintf(n->valid, sizeof(n->valid), "unit_valid[%u]", i);
	snprintf(n->word, sizeof(n->word), "unit_word[%u:%u]", 32 * i + 31, 32 * i);
	snprintf(n->last, sizeof(n->last), "unit_last[%u]", i);
	snprintf(n->pop, sizeof(n->pop), "unit_pop[%u]", i);
	snprintf(n->busy, sizeof(n->busy), "unit_busy[%u]", i);
}

/* What an instance of a kind of units has, beside what all units have. */
struct unit {
	const struct watcher_kind *kind;
	unsigned number; /* among those of its kind */
	const struct verilog_join *params;
	const struct verilog_join *own; /* ports of its kind */
};

/* Its place among all units. */
static unsigned place_of(const struct plan_preprocessors *m, const struct unit *u)
{
	size_t place = u->number;

	if (u->kind->role != WATCHER_BANKED)
		place += m->watchers[WATCHER_BANKED].count;
	if (u->kind->role == WATCHER_KEPT)
		place += m->watchers[WATCHER_COUNTED].count;
	return (unsigned)place;
}

static void put_unit(FILE *out, const struct plan_preprocessors *m, const struct unit *u)
{
	struct unit_nets nets;
	char name[UNITS_NAME_CHARS];
	struct verilog_join ports[UNIT_JOINS_MAX] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"first_i", "first_i", 0},
	    {"count_i", "count_i", 0},
	};
	const struct verilog_join last[] = {
	    {"flush_i", "flush_i", 0},
	    {"block_valid_o", nets.valid, 0},
	    {"block_word_o", nets.word, 0},
	    {"block_last_o", nets.last, 0},
	    {"block_pop_i", nets.pop, 0},
	    {"block_busy_o", nets.busy, 0},
	    {0},
	};
	size_t count = 4;

	for (const struct verilog_join *own = u->own; own->port; own++)
		ports[count++] = *own;
	memcpy(&ports[count], last, sizeof(last));
	name_unit(&nets, m, place_of(m, u));
	snprintf(name, sizeof(name), "%s%u", u->kind->instance, u->number);
	verilog_instance(out, u->kind->module, u->params, name, ports);
}

static void put_buckets(FILE *out, const struct plan_preprocessors *m, unsigned i)
{
	const struct plan_watcher *w = &m->watchers[WATCHER_BANKED].items[i];
	const struct plan_quantity *q = &m->quantities[w->of];
	char name[UNITS_NAME_CHARS];
	char valid[UNITS_NAME_CHARS];
	char value[UNITS_NAME_CHARS];
	char lost[UNITS_NAME_CHARS] = "1'b0";
	char ends[UNITS_NAME_CHARS];
	const struct verilog_join params[] = {
	    {"WIDTH", NULL, q->bits},
	    {"COUNT_LOG2", NULL, units_log2(w->count)},
	    {"BANKS_LOG2", NULL, units_log2(w->banks)},
	    {"BITS", NULL, w->bits},
	    {"APART", NULL, q->kind->apart ? 2 : 1},
	    {"LOSES", NULL, q->kind->lost != 0},
	    {"UNIT", NULL, i},
	    {"NODE", "NODE", 0},
	    {"TIME_W", NULL, m->time_bits},
	    {"CELL_W", NULL, m->cell_bits},
	    {"BASE", NULL, m->tables[TAB_TABLE_RANGES + i].base},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	const struct verilog_join own[] = {
	    {"wr_valid_i", "wr_valid_i", 0},
	    {"wr_addr_i", "wr_addr_i", 0},
	    {"wr_data_i", "wr_data_i", 0},
	    {"valid_i", valid, 0},
	    {"value_i", value, 0},
	    {"lost_i", lost, 0},
	    {"bank_i", ends, 0},
	    {"frozen_i", m->freezes ? "frozen_i" : "1'b0", 0},
	    {0},
	};

	units_name_action(ends, m, w->group, M_GROUP_BANK, "bank_i");
	units_name_watcher(name, m, w, i);
	verilog_title(out, name);
	units_name_quantity(valid, m, w->of, "valid");
	units_name_quantity(value, m, w->of, "value");
	if (q->kind->lost)
		units_name_quantity(lost, m, w->of, "lost");
	put_unit(out, m, &(struct unit){w->kind, i, params, own});
}

/* Those of a bank that are at M, `early` of them, delayed to D. */
static void put_early(FILE *out, const struct plan_preprocessors *m,
		      const struct plan_watcher *bank, unsigned i, unsigned early)
{
	unsigned clocks = m->counting - m->stage;
	char name[UNITS_NAME_CHARS];
	char now[UNITS_NAME_CHARS];
	char late[UNITS_NAME_CHARS];

	if (!early)
		return;
	snprintf(name, sizeof(name), "u_bank%u", i);
	snprintf(now, sizeof(now), "bank%u_now", i);
	snprintf(late, sizeof(late), "bank%u_late", i);
	verilog_wire(out, early, now);
	fprintf(out, "\tassign %s = {", now);
	for (size_t k = bank->inputs_count, left = early; k-- > 0;)
		if (!bank->inputs[k].at_d)
			fprintf(out, "%s%s%s", bank->inputs[k].net, units_while_open(m->gate),
				--left ? ", " : "};\n");
	verilog_wire(out, early, late);
	units_delay(out, m,
		    &(struct plan_delay){name, late, now, early, clocks,
					 plan_is_in_ram(m->ram_bits, early, clocks)});
}

/* What a bank counts at D. */
static void put_bank_inputs(FILE *out, const struct plan_preprocessors *m,
			    const struct plan_watcher *bank, unsigned i)
{
	unsigned bits = (unsigned)bank->inputs_count;
	unsigned early = 0;
	char name[UNITS_NAME_CHARS];

	for (unsigned k = 0; k < bits; k++)
		early += !bank->inputs[k].at_d;
	put_early(out, m, bank, i, early);
	snprintf(name, sizeof(name), "bank%u", i);
	verilog_wire(out, bits, name);
	for (unsigned k = 0, place = 0; k < bits; k++) {
		const struct plan_input *in = &bank->inputs[k];
		char event[UNITS_NAME_CHARS];

		fprintf(out, "\tassign %s[%u] = ", name, k);
		if (in->at_d)
			fputs(in->net, out);
		else if (early > 1)
			fprintf(out, "bank%u_late[%u]", i, place++);
		else
			fprintf(out, "bank%u_late", i);
		if (in->event >= 0) {
			units_name_event(event, m, in->event);
			fprintf(out, " && %s", event);
		}
		fputs(";\n", out);
	}
}

/* Behind the freeze of a recorder nothing begins a block. */
static void name_unfrozen(char *text, const struct plan_preprocessors *m, const char *net)
{
	snprintf(text, UNFROZEN_CHARS, "%s%s", net, m->freezes ? " && !frozen_i" : "");
}

static void put_counters(FILE *out, const struct plan_preprocessors *m, unsigned i)
{
	const struct plan_watcher *bank = &m->watchers[WATCHER_COUNTED].items[i];
	unsigned bits = (unsigned)bank->inputs_count;
	char name[UNITS_NAME_CHARS];
	char counted[UNITS_NAME_CHARS];
	char ready[UNITS_NAME_CHARS];
	char snapshot[UNITS_NAME_CHARS];
	char taken[UNFROZEN_CHARS];
	const struct verilog_join params[] = {
	    {"COUNT", NULL, bits},
	    {"UNIT", NULL, i},
	    {"NODE", "NODE", 0},
	    {"TIME_W", NULL, m->time_bits},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	const struct verilog_join own[] = {
	    {"input_i", counted, 0},
	    {"ready_o", ready, 0},
	    {"sample_i", taken, 0},
	    {0},
	};

	units_name_action(snapshot, m, bank->group, M_GROUP_SAMPLE,
			  m->watchers[WATCHER_COUNTED].count > 1 ? "snapshot" : "sample_i");
	name_unfrozen(taken, m, snapshot);
	snprintf(name, sizeof(name), "%s %u: %s", bank->kind->title, i, bank->name);
	verilog_title(out, name);
	snprintf(counted, sizeof(counted), "bank%u", i);
	snprintf(ready, sizeof(ready), "bank%u_ready", i);
	put_bank_inputs(out, m, bank, i);
	put_unit(out, m, &(struct unit){bank->kind, i, params, own});
}

/* 1 where a unit of segments has entries of several cycles. */
static unsigned has_changes(const struct plan_preprocessors *m)
{
	const struct plan_watchers *kept = &m->watchers[WATCHER_KEPT];

	for (size_t i = 0; i < kept->count; i++)
		if (kept->items[i].changes)
			return 1;
	return 0;
}

/* The watched word, as segments and the headend keep it. */
static void put_kept_word(FILE *out, const struct plan_preprocessors *m)
{
	const struct verilog_join params[] = {
	    {"WORD_W", NULL, m->word_bits},
	    {"CLOCKS", NULL, m->counting},
	    {"COMPARES", NULL, has_changes(m)},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	static const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"first_i", "first_i", 0},
	    {"word_i", "word_i", 0},
	    {"when_i", "when_i", 0},
	    {"last_o", "kept_o", 0},
	    {"changed_o", "kept_changed", 0},
	    {0},
	};

	if (!m->word_bits)
		return;
	verilog_title(out, "The watched word, a cycle after D");
	verilog_wire(out, 1, "kept_changed");
	verilog_instance(out, "gnomon_count_word", params, "u_kept", ports);
}

static void put_segments(FILE *out, const struct plan_preprocessors *m, unsigned i)
{
	const struct plan_watcher *w = &m->watchers[WATCHER_KEPT].items[i];
	char name[UNITS_NAME_CHARS];
	char event[UNITS_NAME_CHARS];
	char fire[UNFROZEN_CHARS];
	const struct verilog_join params[] = {
	    {"WORD_W", NULL, m->word_bits},
	    {"CHANGES", NULL, (unsigned)w->changes},
	    {"BEFORE", NULL, w->before},
	    {"AFTER", NULL, w->after},
	    {"COUNT_LOG2", NULL, units_log2(w->count)},
	    {"UNIT", NULL, i},
	    {"NODE", "NODE", 0},
	    {"TIME_W", NULL, m->time_bits},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	const struct verilog_join own[] = {
	    {"last_i", "kept_o", 0},
	    {"changed_i", "kept_changed", 0},
	    {"fire_i", fire, 0},
	    {0},
	};

	units_name_event(event, m, (int)w->event);
	name_unfrozen(fire, m, event);
	snprintf(name, sizeof(name), "%s %u: %s", w->kind->title, i, w->name);
	verilog_title(out, name);
	put_unit(out, m, &(struct unit){w->kind, i, params, own});
}

/*
 * A RAM block is slow: where there is LUT RAM, so that the rest is fast, registers follow the words
 * of blocks.
 */
static void put_registers(FILE *out)
{
	static const struct verilog_join params[] = {{"WIDTH", NULL, 33}, {"FRONT", NULL, 1}, {0}};
	static const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"clear_i", "rst || first_i", 0},
	    {"valid_i", "slow_valid", 0},
	    {"ready_o", "slow_ready", 0},
	    {"data_i", "{slow_last, slow_word}", 0},
	    {"valid_o", "block_valid_o", 0},
	    {"ready_i", "block_pop_i", 0},
	    {"data_o", "{block_last_o, block_word_o}", 0},
	    {0},
	};

	verilog_title(out, "Registers behind the memories of blocks");
	verilog_wire(out, 1, "slow_valid");
	verilog_wire(out, 32, "slow_word");
	verilog_wire(out, 1, "slow_last");
	verilog_wire(out, 1, "slow_ready");
	verilog_wire(out, 1, "slow_busy");
	fputs("\twire slow_pop = slow_valid && slow_ready;\n"
	      "\treg  slow_busy_q;  // the first register may hold the last word\n"
	      "\talways @(posedge clk)\n"
	      "\t\tslow_busy_q <= slow_busy;\n"
	      "\tassign block_busy_o = slow_busy || slow_busy_q || block_valid_o;\n",
	      out);
	verilog_instance(out, "gnomon_ring_skid", params, "u_block_words", ports);
}

void units_blocks(FILE *out, const struct plan_preprocessors *m)
{
	unsigned units = plan_blocks(m);
	struct unit_nets all;
	const struct verilog_join params[] = {{"UNITS", NULL, units}, {0}};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"block_valid_i", "unit_valid", 0},
	    {"block_word_i", "unit_word", 0},
	    {"block_last_i", "unit_last", 0},
	    {"block_pop_o", "unit_pop", 0},
	    {"block_busy_i", "unit_busy", 0},
	    {"block_valid_o", all.valid, 0},
	    {"block_word_o", all.word, 0},
	    {"block_last_o", all.last, 0},
	    {"block_pop_i", all.pop, 0},
	    {"block_busy_o", all.busy, 0},
	    {0},
	};

	name_stream(&all, m);
	if (!units)
		fputs("\tassign block_valid_o = 1'b0;\n\tassign block_word_o = 32'd0;\n"
		      "\tassign block_last_o = 1'b0;\n\tassign block_busy_o = 1'b0;\n",
		      out);
	else if (m->lut_bits)
		put_registers(out);
	if (units > 1) {
		verilog_title(out, "Blocks of the units: bucket units, counter banks, segments");
		verilog_wire(out, units, "unit_valid");
		verilog_wire(out, 32 * units, "unit_word");
		verilog_wire(out, units, "unit_last");
		verilog_wire(out, units, "unit_pop");
		verilog_wire(out, units, "unit_busy");
		verilog_instance(out, "gnomon_count_blocks", params, "u_blocks", ports);
	}
	for (unsigned i = 0; i < m->watchers[WATCHER_BANKED].count; i++)
		put_buckets(out, m, i);
	for (unsigned i = 0; i < m->watchers[WATCHER_COUNTED].count; i++)
		put_counters(out, m, i);
	put_kept_word(out, m);
	for (unsigned i = 0; i < m->watchers[WATCHER_KEPT].count; i++)
		put_segments(out, m, i);
}
