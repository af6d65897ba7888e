/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What counts at D: ratio counters and extremes, and the words that they send (the rest is in
 * emit/verilog/blocks.c).
 */
#include <string.h>

#include "emit/verilog/units.h"
#include "preprocessors/single.h"

#define JOINS_MAX 24

void units_delay(FILE *out, const struct plan_preprocessors *m, const struct plan_delay *d)
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

	verilog_instance(out, "gnomon_cell_delay", params, d->instance, ports);
}

unsigned units_log2(unsigned power)
{
	unsigned n = 0;

	while (power >>= 1)
		n++;
	return n;
}

const char *units_while_open(int gated)
{
	return gated ? " && " GATE_NET : "";
}

unsigned units_fires(const struct plan_preprocessors *m)
{
	size_t fires = m->watchers[WATCHER_FIRES].count;

	return fires ? (unsigned)fires : 1;
}

unsigned units_events(const struct plan_preprocessors *m)
{
	unsigned events = m ? (unsigned)(m->events_count + m->group_lines_count) : 0;

	return events ? events : 1;
}

void units_name_event(char *text, const struct plan_preprocessors *m, int event)
{
	if (units_events(m) > 1)
		snprintf(text, UNITS_NAME_CHARS, "events_i[%d]", event);
	else
		snprintf(text, UNITS_NAME_CHARS, "events_i");
}

void units_name_action(char *text, const struct plan_preprocessors *m, unsigned group,
		       enum m_group_action action, const char *net)
{
	int line = plan_group_line(m, group, action);
	char event[UNITS_NAME_CHARS / 2];

	if (line < 0) {
		snprintf(text, UNITS_NAME_CHARS, "%s", net);
		return;
	}
	snprintf(event, sizeof(event), units_events(m) > 1 ? "events_i[%d]" : "events_i", line);
	/* the sample of the flush is of all groups */
	if (action == M_GROUP_SAMPLE)
		snprintf(text, UNITS_NAME_CHARS, "%s && (%s || flush_i)", net, event);
	else
		snprintf(text, UNITS_NAME_CHARS, "%s && %s", net, event);
}

void units_name_watcher(char *text, const struct plan_preprocessors *m,
			const struct plan_watcher *w, unsigned i)
{
	snprintf(text, UNITS_NAME_CHARS, "%s %u: %s, of %s", w->kind->title, i, w->name,
		 m->quantities[w->of].name);
}

/* Extremes, whose words follow those of the pairs. */
static unsigned extremes(const struct plan_preprocessors *m)
{
	return (unsigned)m->watchers[WATCHER_SAMPLED].count;
}

int units_is_late(const struct plan_preprocessors *m)
{
	return m->counting - m->stage > 1;
}

void units_name_quantity(char *text, const struct plan_preprocessors *m, unsigned i,
			 const char *part)
{
	snprintf(text, UNITS_NAME_CHARS, "quantity%u_%s%s", i, part,
		 units_is_late(m) ? "_late" : "");
}

static int is_of(const struct plan_watchers *w, unsigned quantity)
{
	for (size_t i = 0; i < w->count; i++)
		if (w->items[i].of == quantity)
			return 1;
	return 0;
}

/* 1 where something watches a quantity at D: all but what fires. */
static int is_counted(const struct plan_preprocessors *m, unsigned quantity)
{
	return is_of(&m->watchers[WATCHER_SAMPLED], quantity) ||
	       is_of(&m->watchers[WATCHER_BANKED], quantity);
}

/* Quantities come a clock after M; where a threshold or the CAPTURE line fires D is later. */
static void put_late(FILE *out, const struct plan_preprocessors *m)
{
	unsigned clocks = m->counting - m->stage - 1;

	if (!units_is_late(m))
		return;
	for (unsigned i = 0; i < m->quantities_count; i++) {
		const struct plan_quantity *q = &m->quantities[i];
		int lost = q->kind->lost;
		unsigned bits = q->bits + (lost ? 2 : 1);
		char name[UNITS_NAME_CHARS];
		char source[UNITS_NAME_CHARS];
		char target[UNITS_NAME_CHARS];

		if (!is_counted(m, i))
			continue;
		units_name_quantity(name, m, i, "valid");
		verilog_wire(out, 1, name);
		units_name_quantity(name, m, i, "value");
		verilog_wire(out, q->bits, name);
		units_name_quantity(name, m, i, "lost");
		if (lost)
			verilog_wire(out, 1, name);
		snprintf(source, sizeof(source),
			 lost ? "{quantity%u_valid, quantity%u_value, quantity%u_lost}"
			      : "{quantity%u_valid, quantity%u_value}",
			 i, i, i);
		snprintf(
		    target, sizeof(target),
		    lost ? "{quantity%u_valid_late, quantity%u_value_late, quantity%u_lost_late}"
			 : "{quantity%u_valid_late, quantity%u_value_late}",
		    i, i, i);
		snprintf(name, sizeof(name), "u_quantity%u_late", i);
		units_delay(out, m,
			    &(struct plan_delay){name, target, source, bits, clocks,
						 plan_is_in_ram(m->ram_bits, bits, clocks)});
	}
}

/* What an input adds in a clock, `bits` wide, while the gates are open. */
static void put_amount(FILE *out, const struct plan_preprocessors *m, const struct plan_input *in,
		       const struct plan_pair *pair)
{
	char open[UNITS_NAME_CHARS];
	unsigned pad = m->amount_bits - in->bits;

	snprintf(open, sizeof(open), "%s%s%s", units_while_open(pair->gated),
		 pair->gate ? " && " : "", pair->gate ? pair->gate_net : "");
	if (pad)
		fprintf(out, "{%u'd0, ", pad);
	if (in->bits > 1)
		fprintf(out, "{%u{%s%s}} & %s", in->bits, in->there, open, in->net);
	else
		fprintf(out, "%s%s%s%s", in->there ? in->there : "", in->there ? " && " : "",
			in->net, open);
	fputs(pad ? "}" : "", out);
}

/* The inputs of pairs: all a, then all b. */
static const struct plan_input *pair_input(const struct plan_preprocessors *m, unsigned k)
{
	return k < m->counted ? &m->pairs[k].a : &m->pairs[k - m->counted].b;
}

/* Bits of a net that has what `place` adds, of `places` such. */
static void put_place(FILE *out, const struct plan_preprocessors *m, const char *net,
		      unsigned place, unsigned places)
{
	fputs(net, out);
	if (m->amount_bits > 1)
		fprintf(out, "[%u:%u]", (place + 1) * m->amount_bits - 1, place * m->amount_bits);
	else if (places > 1)
		fprintf(out, "[%u]", place);
}

/* What pairs count and is at M, delayed to D. */
static void put_counted(FILE *out, const struct plan_preprocessors *m, unsigned early)
{
	unsigned bits = early * m->amount_bits;
	unsigned clocks = m->counting - m->stage;

	if (!early)
		return;
	verilog_wire(out, bits, "counted_now");
	for (unsigned k = 0, place = 0; k < 2 * m->counted; k++) {
		const struct plan_pair *pair = &m->pairs[k % m->counted];

		if (pair_input(m, k)->at_d)
			continue;
		fputs("\tassign ", out);
		put_place(out, m, "counted_now", place++, early);
		fputs(" = ", out);
		put_amount(out, m, pair_input(m, k), pair);
		fprintf(out, "; // %s\n", pair->name);
	}
	verilog_wire(out, bits, "counted");
	units_delay(out, m,
		    &(struct plan_delay){"u_counted", "counted", "counted_now", bits, clocks,
					 plan_is_in_ram(m->ram_bits, bits, clocks)});
}

/* What is counted at D: what comes from M, signals, and event lines, which are there only now. */
static void put_sides(FILE *out, const struct plan_preprocessors *m, unsigned early)
{
	verilog_wire(out, m->counted * m->amount_bits, "a");
	verilog_wire(out, m->counted * m->amount_bits, "b");
	for (unsigned k = 0, place = 0; k < 2 * m->counted; k++) {
		const struct plan_input *in = pair_input(m, k);
		char event[UNITS_NAME_CHARS];

		fputs("\tassign ", out);
		put_place(out, m, k < m->counted ? "a" : "b", k % m->counted, m->counted);
		fputs(" = ", out);
		if (!in->at_d)
			put_place(out, m, "counted", place++, early);
		else if (m->amount_bits > 1)
			fprintf(out, "{%u'd0, %s}", m->amount_bits - 1, in->net);
		else
			fputs(in->net, out);
		if (in->event >= 0) {
			units_name_event(event, m, in->event);
			if (m->amount_bits > 1)
				fprintf(out, " & {%u{%s}}", m->amount_bits, event);
			else
				fprintf(out, " & %s", event);
		}
		fprintf(out, "; // %s\n", m->pairs[k % m->counted].name);
	}
}

/* The nets of the words of some pairs, and of what takes them. */
struct bank_nets {
	char a[UNITS_NAME_CHARS];
	char b[UNITS_NAME_CHARS];
	char reset[UNITS_NAME_CHARS];
	char ready[UNITS_NAME_CHARS];
	char valid[UNITS_NAME_CHARS];
	char word[UNITS_NAME_CHARS];
	char pop[UNITS_NAME_CHARS];
};

/* Those of all pairs, which are ports of the module where there are no extremes. */
static void name_pairs(struct bank_nets *nets, const struct plan_preprocessors *m)
{
	*nets = (struct bank_nets){
	    "a",	   "b", "pair_resets", "ratios_ready", "sample_valid_o", "sample_word_o",
	    "sample_pop_i"};
	if (extremes(m)) {
		strcpy(nets->valid, "pair_valid");
		strcpy(nets->word, "pair_word");
		strcpy(nets->pop, "pair_pop");
	}
}

/* The resets of the pairs of a bank: one for all, or one for each, the last one first. */
static void put_resets(FILE *out, const struct plan_preprocessors *m, const struct m_run *bank,
		       const char *net)
{
	char reset[UNITS_NAME_CHARS];
	unsigned run = m->runs_count;

	verilog_wire(out, bank->pairs, net);
	fprintf(out, "\tassign %s = {", net);
	while (run-- > 0) {
		const struct m_run *r = &m->runs[run];

		if (r->first < bank->first || r->first >= bank->first + bank->pairs)
			continue;
		units_name_action(reset, m, r->group, M_GROUP_RESET, "reset_i");
		fprintf(out, "{%u{%s}}%s", r->pairs, reset, r->first > bank->first ? ", " : "");
	}
	fputs("};\n", out);
}

static void put_bank(FILE *out, const struct plan_preprocessors *m, const struct m_run *bank,
		     const char *instance, const struct bank_nets *nets)
{
	const struct verilog_join params[] = {
	    {"PAIRS", NULL, bank->pairs},
	    {"FORM", NULL, m->form},
	    {"AMOUNT_W", NULL, m->amount_bits},
	    {"DEPTH_LOG2", NULL, m->queue_log2},
	    {m->lut_bits ? "LUT_BITS" : NULL, NULL, m->lut_bits},
	    {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"first_i", "first_i", 0},
	    {"a_i", nets->a, 0},
	    {"b_i", nets->b, 0},
	    {"ready_o", nets->ready, 0},
	    {"sample_i", "sample_i", 0},
	    {"reset_i", nets->reset, 0},
	    {"valid_o", nets->valid, 0},
	    {"pop_i", nets->pop, 0},
	    {"word_o", nets->word, 0},
	    {0},
	};

	put_resets(out, m, bank, nets->reset);
	verilog_instance(out, ratios.module, params, instance, ports);
}

/* Words of a sample up to the last one of each bank, bank 0 lowest. */
static void name_ends(char *text, size_t size, const struct plan_preprocessors *m)
{
	unsigned end = m->pair_words;
	size_t at = 0;

	for (unsigned i = m->banks_count; i-- > 0 && at < size; end -= m->banks[i].words)
		at += (size_t)snprintf(text + at, size - at, "%s8'd%u%s",
				       i + 1 == m->banks_count ? "{" : ", ", end, i ? "" : "}");
}

/* Counters of each run of pairs of a group, whose words are joined. */
static void put_banks(FILE *out, const struct plan_preprocessors *m, const struct bank_nets *all)
{
	unsigned count = m->banks_count;
	char ends[UNITS_NAME_CHARS];
	const struct verilog_join params[] = {{"RUNS", NULL, count}, {"ENDS", ends, 0}, {0}};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"first_i", "first_i", 0},
	    {"run_valid_i", "run_valid", 0},
	    {"run_word_i", "run_word", 0},
	    {"run_pop_o", "run_pop", 0},
	    {"valid_o", all->valid, 0},
	    {"pop_i", all->pop, 0},
	    {"word_o", all->word, 0},
	    {0},
	};

	name_ends(ends, sizeof(ends), m);
	verilog_wire(out, count, "run_ready");
	verilog_wire(out, count, "run_valid");
	verilog_wire(out, 32 * count, "run_word");
	verilog_wire(out, count, "run_pop");
	fprintf(out, "\tassign %s = &run_ready;\n", all->ready);
	for (unsigned i = 0; i < count; i++) {
		const struct m_run *bank = &m->banks[i];
		unsigned low = bank->first * m->amount_bits;
		unsigned high = low + bank->pairs * m->amount_bits - 1;
		char instance[UNITS_NAME_CHARS];
		struct bank_nets nets;

		snprintf(nets.a, sizeof(nets.a), "a[%u:%u]", high, low);
		snprintf(nets.b, sizeof(nets.b), "b[%u:%u]", high, low);
		snprintf(nets.reset, sizeof(nets.reset), "pair_resets%u", i);
		snprintf(nets.ready, sizeof(nets.ready), "run_ready[%u]", i);
		snprintf(nets.valid, sizeof(nets.valid), "run_valid[%u]", i);
		snprintf(nets.word, sizeof(nets.word), "run_word[%u:%u]", 32 * i + 31, 32 * i);
		snprintf(nets.pop, sizeof(nets.pop), "run_pop[%u]", i);
		snprintf(instance, sizeof(instance), "%s%u", ratios.instance, i);
		put_bank(out, m, bank, instance, &nets);
	}
	verilog_instance(out, ratios.join, params, ratios.join_instance, ports);
}

static void put_ratios(FILE *out, const struct plan_preprocessors *m)
{
	struct bank_nets nets;
	unsigned early = 0;

	if (!m->counted)
		return;
	verilog_title(out, ratios.title);
	for (unsigned k = 0; k < 2 * m->counted; k++)
		early += !pair_input(m, k)->at_d;
	put_counted(out, m, early);
	put_sides(out, m, early);
	verilog_wire(out, 1, "ratios_ready");
	name_pairs(&nets, m);
	if (extremes(m)) {
		verilog_wire(out, 1, nets.valid);
		verilog_wire(out, 32, nets.word);
		verilog_wire(out, 1, nets.pop);
	}
	if (m->banks_count == 1)
		put_bank(out, m, &m->banks[0], ratios.instance, &nets);
	else
		put_banks(out, m, &nets);
}

static void put_extreme(FILE *out, const struct plan_preprocessors *m, unsigned i)
{
	const struct plan_watcher *w = &m->watchers[WATCHER_SAMPLED].items[i];
	/* as much of {epoch, time} as a word holds */
	unsigned bits = m->time_bits + UNITS_EPOCH_BITS < 32 ? m->time_bits + UNITS_EPOCH_BITS : 32;
	char name[UNITS_NAME_CHARS];
	char valid[UNITS_NAME_CHARS];
	char value[UNITS_NAME_CHARS];
	char time[UNITS_NAME_CHARS];
	char shift[UNITS_NAME_CHARS];
	char word[UNITS_NAME_CHARS];
	char reset[UNITS_NAME_CHARS];
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
	    {"reset_i", reset, 0},
	    {"shift_i", shift, 0},
	    {"word_o", word, 0},
	    {0},
	};

	units_name_watcher(name, m, w, i);
	verilog_title(out, name);
	snprintf(name, sizeof(name), "%s%u", w->kind->instance, i);
	units_name_action(reset, m, w->group, M_GROUP_RESET, "reset_i");
	units_name_quantity(valid, m, w->of, "valid");
	units_name_quantity(value, m, w->of, "value");
	snprintf(time, sizeof(time), "count_i[%u:0]", bits - 1);
	snprintf(shift, sizeof(shift), extremes(m) > 1 ? "extreme_shift[%u]" : "extreme_shift", i);
	snprintf(word, sizeof(word), "extreme_word[%u:%u]", 32 * i + 31, 32 * i);
	verilog_instance(out, w->kind->module, params, name, ports);
}

static void put_extremes(FILE *out, const struct plan_preprocessors *m)
{
	const struct verilog_join params[] = {
	    {"PAIR_WORDS", NULL, m->pair_words},
	    {"EXTREMES", NULL, extremes(m)},
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

	if (!extremes(m))
		return;
	verilog_title(out, "Event code at D");
	verilog_wire(out, m->code_bits, "code");
	units_delay(out, m,
		    &(struct plan_delay){"u_code", "code", "class_i", m->code_bits,
					 m->code_clocks + m->counting - m->stage, 0});
	verilog_wire(out, 32 * extremes(m), "extreme_word");
	verilog_wire(out, extremes(m), "extreme_shift");
	verilog_wire(out, 1, "extremes_ready");
	if (!m->counted)
		verilog_wire(out, 1, "pair_pop");
	for (unsigned i = 0; i < extremes(m); i++)
		put_extreme(out, m, i);
	verilog_title(out, "Words of a sample: the pairs', then the extremes'");
	verilog_instance(out, "gnomon_count_samples", params, "u_samples", ports);
}

/* A bank's ready is used before the text of the bank. */
static void put_ready_wires(FILE *out, const struct plan_preprocessors *m)
{
	for (unsigned i = 0; i < m->watchers[WATCHER_COUNTED].count; i++) {
		char ready[UNITS_NAME_CHARS];

		snprintf(ready, sizeof(ready), "bank%u_ready", i);
		verilog_wire(out, 1, ready);
	}
}

/* A sample can be taken where all parts are ready. Snapshots of counter banks are requested
 * separately: a snapshot takes long, and samples continue meanwhile. All banks take it, or none. */
static void put_ready(FILE *out, const struct plan_preprocessors *m)
{
	size_t banks = m->watchers[WATCHER_COUNTED].count;

	fputs("\n\tassign sample_ready_o = ", out);
	if (!m->counted && !extremes(m))
		fputs("1'b1", out);
	if (m->counted)
		fputs("ratios_ready", out);
	if (extremes(m))
		fprintf(out, "%sextremes_ready", m->counted ? " && " : "");
	fputs(";\n\tassign snap_ready_o = ", out);
	if (!banks)
		fputs("1'b1", out);
	for (size_t i = 0; i < banks; i++)
		fprintf(out, "%sbank%zu_ready", i ? " && " : "", i);
	fputs(";\n", out);
	if (banks > 1) {
		verilog_wire(out, 1, "snapshot");
		fputs("\tassign snapshot = sample_i && snap_ready_o;\n", out);
	}
}

void units_samples(FILE *out, const struct plan_preprocessors *m)
{
	char title[UNITS_NAME_CHARS];

	if (is_counted(m, 0) && units_is_late(m)) {
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
	if (!m->watchers[WATCHER_FIRES].count)
		fputs("\tassign fire_o = 1'b0;\n", out);
}

void units_unused(FILE *out, const struct plan_preprocessors *m)
{
	fputs(
	    "\n\t// Not every node has somebody to look at these.\n"
	    "\twire unused = &{1'b0, clk, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, closes_i, process_i, events_i,\n"
	    "\t                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, block_pop_i",
	    out);
	if (m->lines_count)
		fprintf(out, ", %s", router.restart);
	for (unsigned i = 0; i < m->quantities_count; i++) {
		char lost[UNITS_NAME_CHARS];

		if (!m->quantities[i].kind->lost)
			continue;
		fprintf(out, ", quantity%u_lost", i);
		units_name_quantity(lost, m, i, "lost");
		if (units_is_late(m) && is_counted(m, i))
			fprintf(out, ", %s", lost);
	}
	if (extremes(m) && !m->counted)
		fputs(", pair_pop", out);
	fputs("};\n", out);
}
