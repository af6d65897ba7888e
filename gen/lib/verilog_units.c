/* SPDX-License-Identifier: Apache-2.0 */
/* What counts at D: ratio counters, extremes, bucket units and counter banks, and the words that they send.
 */
#include "verilog_units.h"

#define JOINS_MAX 24

void measure_delay(FILE *out, const struct plan_measure *m, const struct plan_delay *d)
{
	const struct verilog_join params[] = {
	    {"WIDTH", NULL, d->bits},
	    {"CLOCKS", NULL, d->clocks},
	    {d->ram ? "RAM" : NULL, NULL, 1},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0}, {"d_i", d->source, 0}, {"q_o", d->net, 0}, {0}};

	verilog_instance(out, "gnomon_delay", params, d->instance, ports);
}

unsigned measure_log2(unsigned power)
{
	unsigned n = 0;

	while (power >>= 1)
		n++;
	return n;
}

unsigned measure_fires(const struct plan_measure *m)
{
	return m->thresholds_count ? (unsigned)m->thresholds_count : 1;
}

unsigned measure_events(const struct plan_measure *m)
{
	return m && m->events_count ? (unsigned)m->events_count : 1;
}

/* The bit of the port of the event lines that an input is. */
static void name_event(char *text, const struct plan_measure *m, const struct plan_input *in)
{
	if (m->events_count > 1)
		snprintf(text, MEASURE_NAME_CHARS, "events_i[%d]", in->event);
	else
		snprintf(text, MEASURE_NAME_CHARS, "events_i");
}

int measure_is_late(const struct plan_measure *m)
{
	return m->thresholds_count > 0;
}

unsigned measure_units(const struct plan_measure *m)
{
	return (unsigned)(m->buckets_count + m->counters_count);
}

/* A net of a quantity at D. */
static void name_quantity(char *text, const struct plan_measure *m, unsigned i, const char *part)
{
	snprintf(text, MEASURE_NAME_CHARS, "quantity%u_%s%s", i, part, measure_is_late(m) ? "_late" : "");
}

/* 1 where an extreme or bucket unit looks at a quantity. */
static int is_counted(const struct plan_measure *m, unsigned quantity)
{
	for (size_t i = 0; i < m->extremes_count; i++)
		if (m->extremes[i].of == quantity)
			return 1;
	for (size_t i = 0; i < m->buckets_count; i++)
		if (m->buckets[i].of == quantity)
			return 1;
	return 0;
}

/* Quantities come a clock after M; with thresholds D is later. */
static void put_late(FILE *out, const struct plan_measure *m)
{
	unsigned clocks = m->counting - m->stage - 1;

	if (!measure_is_late(m))
		return;
	for (unsigned i = 0; i < m->quantities_count; i++) {
		const struct plan_quantity *q = &m->quantities[i];
		int lost = q->kind == M_LATENCY;
		unsigned bits = q->bits + (lost ? 2 : 1);
		char name[MEASURE_NAME_CHARS];
		char source[MEASURE_NAME_CHARS];
		char target[MEASURE_NAME_CHARS];

		if (!is_counted(m, i))
			continue;
		name_quantity(name, m, i, "valid");
		verilog_wire(out, 1, name);
		name_quantity(name, m, i, "value");
		verilog_wire(out, q->bits, name);
		name_quantity(name, m, i, "lost");
		if (lost)
			verilog_wire(out, 1, name);
		snprintf(source, sizeof(source),
			 lost ? "{quantity%u_valid, quantity%u_value, quantity%u_lost}"
			      : "{quantity%u_valid, quantity%u_value}",
			 i, i, i);
		snprintf(target, sizeof(target),
			 lost ? "{quantity%u_valid_late, quantity%u_value_late, quantity%u_lost_late}"
			      : "{quantity%u_valid_late, quantity%u_value_late}",
			 i, i, i);
		snprintf(name, sizeof(name), "u_quantity%u_late", i);
		measure_delay(out, m,
			      &(struct plan_delay){name, target, source, bits, clocks,
						   plan_is_in_ram(m->rams, bits, clocks)});
	}
}

/* What an input adds in a clock, `bits` wide, while the gates are open. */
static void put_amount(FILE *out, const struct plan_measure *m, const struct plan_input *in,
		       const struct plan_pair *pair)
{
	char open[MEASURE_NAME_CHARS];
	unsigned pad = m->amount_bits - in->bits;

	snprintf(open, sizeof(open), "%s%s%s", m->gate ? " && open" : "", pair->gate ? " && " : "",
		 pair->gate ? pair->gate_net : "");
	if (pad)
		fprintf(out, "{%u'd0, ", pad);
	if (in->bits > 1)
		fprintf(out, "{%u{%s%s}} & %s", in->bits, in->there, open, in->net);
	else
		fprintf(out, "%s%s%s%s", in->there ? in->there : "", in->there ? " && " : "", in->net, open);
	fputs(pad ? "}" : "", out);
}

static void put_counted(FILE *out, const struct plan_measure *m, unsigned side)
{
	static const char *const nets[] = {"a_now", "b_now"};

	verilog_wire(out, m->counted * m->amount_bits, nets[side]);
	for (unsigned i = 0; i < m->counted; i++) {
		const struct plan_pair *pair = &m->pairs[i];

		fprintf(out, "\tassign %s", nets[side]);
		if (m->amount_bits > 1)
			fprintf(out, "[%u:%u]", (i + 1) * m->amount_bits - 1, i * m->amount_bits);
		else if (m->counted > 1)
			fprintf(out, "[%u]", i);
		fputs(" = ", out);
		if (i == m->pairs_count)
			fprintf(out, m->amount_bits > 1 ? "{%u'd0, %s}" : "%.0u%s", m->amount_bits - 1,
				side ? "1'b1" : "open");
		else
			put_amount(out, m, side ? &pair->b : &pair->a, pair);
		fprintf(out, "; // %s\n", i == m->pairs_count ? "gate" : pair->name);
	}
}

/* What is counted at D: what comes from M, and event lines, which are there only now. */
static void put_side(FILE *out, const struct plan_measure *m, unsigned side, const char *name,
		     const char *from)
{
	verilog_wire(out, m->counted * m->amount_bits, name);
	for (unsigned i = 0; i < m->counted; i++) {
		const struct plan_pair *pair = &m->pairs[i];
		const struct plan_input *in = i == m->pairs_count ? NULL : side ? &pair->b : &pair->a;
		char select[32] = "", event[MEASURE_NAME_CHARS];

		if (m->amount_bits > 1)
			snprintf(select, sizeof(select), "[%u:%u]", (i + 1) * m->amount_bits - 1,
				 i * m->amount_bits);
		else if (m->counted > 1)
			snprintf(select, sizeof(select), "[%u]", i);
		fprintf(out, "\tassign %s%s = %s%s", name, select, from, select);
		if (in && in->event >= 0) {
			name_event(event, m, in);
			if (m->amount_bits > 1)
				fprintf(out, " & {%u{%s}}", m->amount_bits, event);
			else
				fprintf(out, " & %s", event);
		}
		fputs(";\n", out);
	}
}

static int counts_events(const struct plan_measure *m)
{
	for (size_t i = 0; i < m->pairs_count; i++)
		if (m->pairs[i].a.event >= 0 || m->pairs[i].b.event >= 0)
			return 1;
	return 0;
}

static void put_ratios(FILE *out, const struct plan_measure *m)
{
	const char *own = m->extremes_count ? "pair" : "sample";
	unsigned bits = m->counted * m->amount_bits;
	unsigned clocks = m->counting - m->stage;
	int events = counts_events(m);
	char valid[MEASURE_NAME_CHARS];
	char word[MEASURE_NAME_CHARS];
	char pop[MEASURE_NAME_CHARS];
	const struct verilog_join params[] = {
	    {"PAIRS", NULL, m->counted},
	    {"FORM", NULL, m->form},
	    {"AMOUNT_W", NULL, m->amount_bits},
	    {"DEPTH_LOG2", NULL, m->queue_log2},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"first_i", "first_i", 0},
	    {"a_i", "a", 0},
	    {"b_i", "b", 0},
	    {"ready_o", "ratios_ready", 0},
	    {"sample_i", "sample_i", 0},
	    {"reset_i", "reset_i", 0},
	    {"valid_o", valid, 0},
	    {"pop_i", pop, 0},
	    {"word_o", word, 0},
	    {0},
	};

	if (!m->counted)
		return;
	snprintf(valid, sizeof(valid), "%s_valid%s", own, m->extremes_count ? "" : "_o");
	snprintf(word, sizeof(word), "%s_word%s", own, m->extremes_count ? "" : "_o");
	snprintf(pop, sizeof(pop), "%s_pop%s", own, m->extremes_count ? "" : "_i");
	verilog_title(out, "Ratio counters");
	put_counted(out, m, 0);
	put_counted(out, m, 1);
	verilog_wire(out, bits, events ? "a_late" : "a");
	verilog_wire(out, bits, events ? "b_late" : "b");
	verilog_wire(out, 1, "ratios_ready");
	if (m->extremes_count) {
		verilog_wire(out, 1, valid);
		verilog_wire(out, 32, word);
		verilog_wire(out, 1, pop);
	}
	measure_delay(out, m, &(struct plan_delay){"u_counted", events ? "{b_late, a_late}" : "{b, a}", "{b_now, a_now}", 2 * bits, clocks,
						plan_is_in_ram(m->rams, 2 * bits, clocks)});
	if (events) {
		put_side(out, m, 0, "a", "a_late");
		put_side(out, m, 1, "b", "b_late");
	}
	verilog_instance(out, "gnomon_ratios", params, "u_ratios", ports);
}

static void put_extreme(FILE *out, const struct plan_measure *m, unsigned i)
{
	const struct plan_watcher *w = &m->extremes[i];
	/* as much of {epoch, time} as a word holds */
	unsigned bits = m->time_bits + MEASURE_EPOCH_BITS < 32 ? m->time_bits + MEASURE_EPOCH_BITS : 32;
	char name[MEASURE_NAME_CHARS];
	char valid[MEASURE_NAME_CHARS];
	char value[MEASURE_NAME_CHARS];
	char time[MEASURE_NAME_CHARS];
	char shift[MEASURE_NAME_CHARS];
	char word[MEASURE_NAME_CHARS];
	const struct verilog_join params[] = {
	    {"WIDTH", NULL, m->quantities[w->of].bits},
	    {"TIME_W", NULL, bits},
	    {"CODE_W", NULL, m->code_bits},
	    {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"first_i", "first_i", 0},
	    {"valid_i", valid, 0},
	    {"value_i", value, 0},
	    {"time_i", time, 0},
	    {"code_i", "code", 0},
	    {"take_i", "sample_i", 0},
	    {"reset_i", "reset_i", 0},
	    {"shift_i", shift, 0},
	    {"word_o", word, 0},
	    {0},
	};

	snprintf(name, sizeof(name), "Extreme %u: %s, of %s", i, w->name, m->quantities[w->of].name);
	verilog_title(out, name);
	snprintf(name, sizeof(name), "u_extreme%u", i);
	name_quantity(valid, m, w->of, "valid");
	name_quantity(value, m, w->of, "value");
	snprintf(time, sizeof(time), "count_i[%u:0]", bits - 1);
	snprintf(shift, sizeof(shift), m->extremes_count > 1 ? "extreme_shift[%u]" : "extreme_shift", i);
	snprintf(word, sizeof(word), "extreme_word[%u:%u]", 32 * i + 31, 32 * i);
	verilog_instance(out, "gnomon_extremes", params, name, ports);
}

static void put_extremes(FILE *out, const struct plan_measure *m)
{
	const struct verilog_join params[] = {
	    {"PAIR_WORDS", NULL, m->pair_words},
	    {"EXTREMES", NULL, (unsigned)m->extremes_count},
	    {"DEPTH_LOG2", NULL, m->queue_log2},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"first_i", "first_i", 0},
	    {"ready_o", "extremes_ready", 0},
	    {"sample_i", "sample_i", 0},
	    {"extreme_word_i", "extreme_word", 0},
	    {"extreme_shift_o", "extreme_shift", 0},
	    {"pair_valid_i", m->counted ? "pair_valid" : "1'b0", 0},
	    {"pair_word_i", m->counted ? "pair_word" : "32'd0", 0},
	    {"pair_pop_o", "pair_pop", 0},
	    {"valid_o", "sample_valid_o", 0},
	    {"pop_i", "sample_pop_i", 0},
	    {"word_o", "sample_word_o", 0},
	    {0},
	};

	if (!m->extremes_count)
		return;
	verilog_title(out, "Event code at D");
	verilog_wire(out, m->code_bits, "code");
	measure_delay(out, m, &(struct plan_delay){"u_code", "code", "class_i", m->code_bits,
						m->code_clocks + m->counting - m->stage, 0});
	verilog_wire(out, 32 * (unsigned)m->extremes_count, "extreme_word");
	verilog_wire(out, (unsigned)m->extremes_count, "extreme_shift");
	verilog_wire(out, 1, "extremes_ready");
	if (!m->counted)
		verilog_wire(out, 1, "pair_pop");
	for (unsigned i = 0; i < m->extremes_count; i++)
		put_extreme(out, m, i);
	verilog_title(out, "Words of a sample: the pairs', then the extremes'");
	verilog_instance(out, "gnomon_samples", params, "u_samples", ports);
}

/* Ready of a bank is looked at before the bank stands in the text. */
static void put_ready_wires(FILE *out, const struct plan_measure *m)
{
	for (unsigned i = 0; i < m->counters_count; i++) {
		char ready[MEASURE_NAME_CHARS];

		snprintf(ready, sizeof(ready), "bank%u_ready", i);
		verilog_wire(out, 1, ready);
	}
}

/* A sample can be taken where all that takes it can. Counter banks are asked for theirs apart: a snapshot is
 * long under way, and samples go on meanwhile. All banks take it, or none. */
static void put_ready(FILE *out, const struct plan_measure *m)
{
	fputs("\n\tassign sample_ready_o = ", out);
	if (!m->counted && !m->extremes_count)
		fputs("1'b1", out);
	if (m->counted)
		fputs("ratios_ready", out);
	if (m->extremes_count)
		fprintf(out, "%sextremes_ready", m->counted ? " && " : "");
	fputs(";\n\tassign snap_ready_o = ", out);
	if (!m->counters_count)
		fputs("1'b1", out);
	for (size_t i = 0; i < m->counters_count; i++)
		fprintf(out, "%sbank%zu_ready", i ? " && " : "", i);
	fputs(";\n", out);
	if (m->counters_count > 1) {
		verilog_wire(out, 1, "snapshot");
		fputs("\tassign snapshot = sample_i && snap_ready_o;\n", out);
	}
}

void measure_samples(FILE *out, const struct plan_measure *m)
{
	char title[MEASURE_NAME_CHARS];

	if (is_counted(m, 0) && measure_is_late(m)) {
		snprintf(title, sizeof(title), "Quantities at the stage D = %u", m->counting);
		verilog_title(out, title);
	}
	put_late(out, m);
	put_ready_wires(out, m);
	put_ratios(out, m);
	put_extremes(out, m);
	put_ready(out, m);
	if (!m->sample_words)
		fputs("\tassign sample_valid_o = 1'b0;\n\tassign sample_word_o = 32'd0;\n", out);
	if (!m->thresholds_count)
		fputs("\tassign fire_o = 1'b0;\n", out);
}

/* The net of a unit's block stream: a port of the module where it is the only one. */
struct unit_nets {
	char valid[MEASURE_NAME_CHARS];
	char word[MEASURE_NAME_CHARS];
	char last[MEASURE_NAME_CHARS];
	char pop[MEASURE_NAME_CHARS];
	char busy[MEASURE_NAME_CHARS];
};

static void name_unit(struct unit_nets *n, unsigned units, unsigned i)
{
	if (units == 1) {
		*n = (struct unit_nets){"block_valid_o", "block_word_o", "block_last_o", "block_pop_i",
					"block_busy_o"};
		return;
	}
	snprintf(n->valid, sizeof(n->valid), "unit_valid[%u]", i);
	snprintf(n->word, sizeof(n->word), "unit_word[%u:%u]", 32 * i + 31, 32 * i);
	snprintf(n->last, sizeof(n->last), "unit_last[%u]", i);
	snprintf(n->pop, sizeof(n->pop), "unit_pop[%u]", i);
	snprintf(n->busy, sizeof(n->busy), "unit_busy[%u]", i);
}

static void put_buckets(FILE *out, const struct plan_measure *m, unsigned i)
{
	const struct plan_watcher *w = &m->buckets[i];
	const struct plan_quantity *q = &m->quantities[w->of];
	struct unit_nets nets;
	char name[MEASURE_NAME_CHARS];
	char valid[MEASURE_NAME_CHARS];
	char value[MEASURE_NAME_CHARS];
	char lost[MEASURE_NAME_CHARS] = "1'b0";
	const struct verilog_join params[] = {
	    {"WIDTH", NULL, q->bits},
	    {"COUNT_LOG2", NULL, measure_log2(w->count)},
	    {"BANKS_LOG2", NULL, measure_log2(w->banks)},
	    {"BITS", NULL, w->bits},
	    {"UNIT", NULL, i},
	    {"NODE", "NODE", 0},
	    {"TIME_W", NULL, m->time_bits},
	    {"CELL_W", NULL, m->cell_bits},
	    {"BASE", NULL, m->tables[LAYOUT_RANGES + i].base},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"first_i", "first_i", 0},
	    {"count_i", "count_i", 0},
	    {"wr_valid_i", "wr_valid_i", 0},
	    {"wr_addr_i", "wr_addr_i", 0},
	    {"wr_data_i", "wr_data_i", 0},
	    {"valid_i", valid, 0},
	    {"value_i", value, 0},
	    {"lost_i", lost, 0},
	    {"bank_i", "bank_i", 0},
	    {"flush_i", "flush_i", 0},
	    {"block_valid_o", nets.valid, 0},
	    {"block_word_o", nets.word, 0},
	    {"block_last_o", nets.last, 0},
	    {"block_pop_i", nets.pop, 0},
	    {"block_busy_o", nets.busy, 0},
	    {0},
	};

	name_unit(&nets, measure_units(m), i);
	snprintf(name, sizeof(name), "Bucket unit %u: %s, of %s", i, w->name, q->name);
	verilog_title(out, name);
	snprintf(name, sizeof(name), "u_buckets%u", i);
	name_quantity(valid, m, w->of, "valid");
	name_quantity(value, m, w->of, "value");
	if (q->kind == M_LATENCY)
		name_quantity(lost, m, w->of, "lost");
	verilog_instance(out, "gnomon_buckets", params, name, ports);
}

static int bank_events(const struct plan_counters *bank)
{
	for (size_t i = 0; i < bank->inputs_count; i++)
		if (bank->inputs[i].event >= 0)
			return 1;
	return 0;
}

static void put_bank_events(FILE *out, const struct plan_measure *m, const struct plan_counters *bank,
			    const char *name, const char *from)
{
	verilog_wire(out, (unsigned)bank->inputs_count, name);
	for (size_t i = 0; i < bank->inputs_count; i++) {
		char event[MEASURE_NAME_CHARS] = "1'b1";

		if (bank->inputs[i].event >= 0)
			name_event(event, m, &bank->inputs[i]);
		fprintf(out, "\tassign %s[%zu] = %s[%zu]%s%s;\n", name, i, from, i,
			bank->inputs[i].event >= 0 ? " && " : "", bank->inputs[i].event >= 0 ? event : "");
	}
}

static void put_counters(FILE *out, const struct plan_measure *m, unsigned i)
{
	const struct plan_counters *bank = &m->counters[i];
	unsigned bits = (unsigned)bank->inputs_count;
	unsigned clocks = m->counting - m->stage;
	struct unit_nets nets;
	char name[MEASURE_NAME_CHARS];
	char now[MEASURE_NAME_CHARS];
	char counted[MEASURE_NAME_CHARS];
	char late[MEASURE_NAME_CHARS];
	char ready[MEASURE_NAME_CHARS];
	const struct verilog_join params[] = {
	    {"COUNT", NULL, bits},
	    {"UNIT", NULL, i},
	    {"NODE", "NODE", 0},
	    {"TIME_W", NULL, m->time_bits},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"first_i", "first_i", 0},
	    {"count_i", "count_i", 0},
	    {"input_i", counted, 0},
	    {"ready_o", ready, 0},
	    {"sample_i", m->counters_count > 1 ? "snapshot" : "sample_i", 0},
	    {"flush_i", "flush_i", 0},
	    {"block_valid_o", nets.valid, 0},
	    {"block_word_o", nets.word, 0},
	    {"block_last_o", nets.last, 0},
	    {"block_pop_i", nets.pop, 0},
	    {"block_busy_o", nets.busy, 0},
	    {0},
	};

	name_unit(&nets, measure_units(m), (unsigned)m->buckets_count + i);
	snprintf(name, sizeof(name), "Counter bank %u: %s", i, bank->name);
	verilog_title(out, name);
	snprintf(now, sizeof(now), "bank%u_now", i);
	snprintf(counted, sizeof(counted), "bank%u", i);
	snprintf(ready, sizeof(ready), "bank%u_ready", i);
	snprintf(late, sizeof(late), bank_events(bank) ? "bank%u_late" : "bank%u", i);
	verilog_wire(out, bits, now);
	for (unsigned k = 0; k < bits; k++)
		fprintf(out, "\tassign %s[%u] = %s%s;\n", now, k, bank->inputs[k].net,
			m->gate ? " && open" : "");
	verilog_wire(out, bits, late);
	snprintf(name, sizeof(name), "u_bank%u", i);
	measure_delay(out, m, &(struct plan_delay){name, late, now, bits, clocks,
						plan_is_in_ram(m->rams, bits, clocks)});
	if (bank_events(bank))
		put_bank_events(out, m, bank, counted, late);
	snprintf(name, sizeof(name), "u_counters%u", i);
	verilog_instance(out, "gnomon_counters", params, name, ports);
}

void measure_blocks(FILE *out, const struct plan_measure *m)
{
	unsigned units = measure_units(m);
	const struct verilog_join params[] = {{"UNITS", NULL, units}, {0}};
	static const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"block_valid_i", "unit_valid", 0},
	    {"block_word_i", "unit_word", 0},
	    {"block_last_i", "unit_last", 0},
	    {"block_pop_o", "unit_pop", 0},
	    {"block_busy_i", "unit_busy", 0},
	    {"block_valid_o", "block_valid_o", 0},
	    {"block_word_o", "block_word_o", 0},
	    {"block_last_o", "block_last_o", 0},
	    {"block_pop_i", "block_pop_i", 0},
	    {"block_busy_o", "block_busy_o", 0},
	    {0},
	};

	if (!units)
		fputs("\tassign block_valid_o = 1'b0;\n\tassign block_word_o = 32'd0;\n"
		      "\tassign block_last_o = 1'b0;\n\tassign block_busy_o = 1'b0;\n",
		      out);
	if (units > 1) {
		verilog_title(out, "Blocks of the units, bucket units first");
		verilog_wire(out, units, "unit_valid");
		verilog_wire(out, 32 * units, "unit_word");
		verilog_wire(out, units, "unit_last");
		verilog_wire(out, units, "unit_pop");
		verilog_wire(out, units, "unit_busy");
		verilog_instance(out, "gnomon_blocks", params, "u_blocks", ports);
	}
	for (unsigned i = 0; i < m->buckets_count; i++)
		put_buckets(out, m, i);
	for (unsigned i = 0; i < m->counters_count; i++)
		put_counters(out, m, i);
}

void measure_unused(FILE *out, const struct plan_measure *m)
{
	fputs("\n\t// Not every node has somebody to look at these.\n"
	      "\twire unused = &{1'b0, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, "
	      "closes_i, "
	      "process_i, events_i,\n"
	      "\t                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, "
	      "block_pop_i",
	      out);
	for (unsigned i = 0; i < m->quantities_count; i++) {
		char lost[MEASURE_NAME_CHARS];

		if (m->quantities[i].kind != M_LATENCY)
			continue;
		fprintf(out, ", quantity%u_lost", i);
		name_quantity(lost, m, i, "lost");
		if (measure_is_late(m) && is_counted(m, i))
			fprintf(out, ", %s", lost);
	}
	if (m->extremes_count && !m->counted)
		fputs(", pair_pop", out);
	fputs("};\n", out);
}
