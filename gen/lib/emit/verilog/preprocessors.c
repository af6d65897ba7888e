/* SPDX-License-Identifier: Apache-2.0 */
/* The module of a node's preprocessors: inputs, gate and quantities at M (emit/verilog/units.c has
 * what follows). */
#include <string.h>

#include "emit/verilog/units.h"
#include "preprocessors/single.h"

#define PARAMS_MAX 6
#define JOINS_MAX 20

static void join(struct verilog_join *joins, size_t *count, const char *port, const char *to)
{
	joins[(*count)++] = (struct verilog_join){port, to, 0};
}

static void join_table(struct verilog_join *joins, size_t *count)
{
	join(joins, count, "wr_valid_i", "wr_valid_i");
	join(joins, count, "wr_addr_i", "wr_addr_i");
	join(joins, count, "wr_data_i", "wr_data_i");
}

/* One line of the list of ports. */
static void put_port(FILE *out, const char *name, unsigned bits, int output, const char *what)
{
	verilog_port(out, &(struct plan_port){name, bits, output, what}, 0);
}

static void put_ports(FILE *out, const struct plan_preprocessors *m)
{
	static const struct plan_port last = {"block_busy_o", 1, 1, "something is yet to be sent"};

	put_port(out, "clk", 1, 0, "");
	put_port(out, "rst", 1, 0, "");
	put_port(out, "sync_i", 1, 0, "the next cycle is time 0");
	put_port(out, "wr_valid_i", 1, 0, "table bus");
	put_port(out, "wr_addr_i", m->cell_bits, 0, "");
	put_port(out, "wr_data_i", 8, 0, "");
	for (size_t i = 0; i < m->ports_count; i++)
		verilog_port(out, &m->ports[i], 0);
	if (m->word_bits) {
		put_port(out, "word_i", m->word_bits, 0, "the watched word, for segments");
		put_port(out, "when_i", 1, 0, "");
		put_port(out, "kept_o", m->word_bits + UNITS_KEPT_FLAGS, 1,
			 "{word, known, current} a cycle after D");
	}
	if (m->freezes)
		put_port(out, "frozen_i", 1, 0, "no block begins");
	put_port(out, "class_i", m->code_bits, 0, "event code, two cycles after it is known");
	put_port(out, "opens_i", 1, 0, "what that event does to the gate");
	put_port(out, "closes_i", 1, 0, "");
	put_port(out, "process_i", 16, 0, "process register, a cycle before M");
	put_port(out, "fire_o", units_fires(m), 1, "thresholds, at M + 3");
	put_port(out, "events_i", units_events(m), 0, "event lines, at D");
	put_port(out, "count_i", m->time_bits + UNITS_EPOCH_BITS, 0,
		 "{epoch, time} at D, a cycle late");
	put_port(out, "first_i", 1, 0, "the cycle before time 0 is at D");
	put_port(out, "sample_ready_o", 1, 1, "");
	put_port(out, "snap_ready_o", 1, 1, "of the counter banks");
	put_port(out, "sample_i", 1, 0, "at D, as the next three");
	put_port(out, "reset_i", 1, 0, "");
	put_port(out, "bank_i", 1, 0, "");
	put_port(out, "flush_i", 1, 0, "");
	put_port(out, "sample_valid_o", 1, 1, "words of the samples, in order");
	put_port(out, "sample_word_o", 32, 1, "");
	put_port(out, "sample_pop_i", 1, 0, "");
	put_port(out, "block_valid_o", 1, 1, "words of blocks, from word 1 of a record on");
	put_port(out, "block_word_o", 32, 1, "");
	put_port(out, "block_last_o", 1, 1, "");
	put_port(out, "block_pop_i", 1, 0, "");
	verilog_port(out, &last, 1);
}

static void put_inputs(FILE *out, const struct plan_preprocessors *m)
{
	char title[UNITS_NAME_CHARS];

	if (!m->delays_count)
		return;
	snprintf(title, sizeof(title), "What is on the wires, at the stage M = %u%s", m->stage,
		 m->lines_count ? "; early: three cycles before, for the router" : "");
	verilog_title(out, title);
	for (size_t i = 0; i < m->wires_count; i++)
		verilog_wire(out, m->wires[i].bits, m->wires[i].name);
	for (size_t i = 0; i < m->delays_count; i++)
		units_delay(out, m, &m->delays[i]);
}

static void put_router(FILE *out, const struct plan_preprocessors *m)
{
	const struct verilog_join params[] = {
	    {"SIGNALS", NULL, (unsigned)m->signals_count},
	    {"LINES", NULL, (unsigned)m->lines_count},
	    {"CELL_W", NULL, m->cell_bits},
	    {"BASE", NULL, m->tables[TAB_TABLE_ROUTER].base},
	    {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"wr_valid_i", "wr_valid_i", 0},
	    {"wr_addr_i", "wr_addr_i", 0},
	    {"wr_data_i", "wr_data_i", 0},
	    {"signal_i", router.signals, 0},
	    {"line_o", router.line, 0},
	    {"restart_o", router.restart, 0},
	    {0},
	};

	if (!m->lines_count)
		return;
	verilog_title(out, router.title);
	verilog_wire(out, (unsigned)m->signals_count, router.signals);
	for (size_t i = 0; i < m->signals_count; i++) {
		char select[24] = "";

		if (m->signals_count > 1)
			snprintf(select, sizeof(select), "[%zu]", i);
		fprintf(out, "\tassign %s%s = %s;\n", router.signals, select,
			m->signals[i].early_net);
	}
	fputs("\t// its lines:\n", out);
	for (size_t i = 0; i < m->lines_count; i++)
		fprintf(out, "\t// %3zu  %s\n", i, m->lines[i]);
	verilog_wire(out, (unsigned)m->lines_count, router.line);
	verilog_wire(out, (unsigned)m->lines_count, router.restart);
	verilog_instance(out, router.module, params, router.instance, ports);
}

/* 1 where anything at M uses the clock before time 0. */
static int has_first(const struct plan_preprocessors *m)
{
	for (size_t i = 0; i < m->quantities_count; i++)
		if (m->quantities[i].kind->source == QUANTITY_OF_MODULE)
			return 1;
	return m->gate || m->watchers[WATCHER_FIRES].count;
}

static void put_start(FILE *out, const struct plan_preprocessors *m)
{
	if (!has_first(m))
		return;
	verilog_title(out, "The cycle before time 0, at M");
	verilog_wire(out, 1, "first");
	units_delay(out, m, &(struct plan_delay){"u_first", "first", "sync_i", 1, m->stage, 0});
	if (!m->watchers[WATCHER_FIRES].count)
		return;
	verilog_wire(out, 1, "first_next");
	units_delay(out, m, &(struct plan_delay){"u_first_next", "first_next", "first", 1, 1, 0});
}

static void put_gate(FILE *out, const struct plan_preprocessors *m)
{
	const struct verilog_join params[] = {
	    {"CELL_W", NULL, m->cell_bits}, {"BASE", NULL, m->tables[TAB_TABLE_GATE].base}, {0}};
	struct verilog_join ports[JOINS_MAX] = {{0}};
	size_t count = 0;

	if (!m->gate)
		return;
	verilog_title(out, gate.title);
	verilog_wire(out, 1, "opens");
	verilog_wire(out, 1, "closes");
	verilog_wire(out, 1, GATE_NET);
	fprintf(
	    out,
	    "\tgnomon_cell_delay #(.WIDTH(2), .CLOCKS(%u)) u_columns (.clk (clk), .d_i ({opens_i, closes_i}), .q_o ({opens, closes}));\n",
	    m->code_clocks + 1);
	join(ports, &count, "clk", "clk");
	join(ports, &count, "rst", "rst");
	join(ports, &count, "first_i", "first");
	join_table(ports, &count);
	for (size_t i = 0; gate.joins[i].port; i++)
		join(ports, &count, gate.joins[i].port,
		     gate.joins[i].net ? gate.joins[i].net : m->gate_line);
	verilog_instance(out, gate.module, params, gate.instance, ports);
}

/* The valid value, while the gate is open; a clock later, as for the other kinds. */
static void put_value(FILE *out, const struct plan_preprocessors *m, size_t i)
{
	const struct plan_quantity *q = &m->quantities[i];
	const struct plan_input *of = &q->inputs[QUANTITY_OF];

	fprintf(
	    out,
	    "\tgnomon_cell_delay #(.WIDTH(%u), .CLOCKS(1)) u_quantity%zu (.clk (clk), .d_i ({%s%s, %s}), .q_o ({quantity%zu_valid, quantity%zu_value}));\n",
	    q->bits + 1, i, of->there, units_while_open(m->gate), of->net, i, i);
}

/* The event code of M, while the gate is open; a clock later, too. */
static void put_code(FILE *out, const struct plan_preprocessors *m, size_t i)
{
	const struct plan_quantity *q = &m->quantities[i];

	fprintf(
	    out,
	    "\twire [%u:0] class%zu;\n"
	    "\tgnomon_cell_delay #(.WIDTH(%u), .CLOCKS(%u)) u_class%zu (.clk (clk), .d_i (class_i), .q_o (class%zu));\n"
	    "\tgnomon_cell_delay #(.WIDTH(%u), .CLOCKS(1)) u_quantity%zu (.clk (clk), .d_i ({class%zu != 0%s, class%zu}), .q_o ({quantity%zu_valid, quantity%zu_value}));\n",
	    q->bits - 1, i, q->bits, m->code_clocks, i, i, q->bits + 1, i, i,
	    units_while_open(m->gate), i, i, i);
}

/* When a quantity restarts: at time 0, and after a load of one of its lines of the router. */
static void name_begin(char *begin, size_t room, const struct plan_quantity *q)
{
	snprintf(begin, room, "%sfirst", q->kind->first ? "" : "rst || ");
	for (unsigned k = 0; k < QUANTITY_INPUTS; k++)
		if (q->inputs[k].restart) {
			size_t at = strlen(begin);

			snprintf(begin + at, room - at, " || %s", q->inputs[k].restart);
		}
}

static void set(struct verilog_join *joins, size_t *count, const char *param, unsigned value)
{
	joins[(*count)++] = (struct verilog_join){param, NULL, value};
}

/* Parameters of the module that makes a quantity. */
static void join_params(struct verilog_join *params, const struct plan_preprocessors *m, size_t i)
{
	const struct plan_quantity *q = &m->quantities[i];
	size_t count = 0;

	set(params, &count, "WIDTH", q->bits);
	if (q->outstanding)
		set(params, &count, "OUTSTANDING_LOG2", units_log2(q->outstanding));
	if (q->kind->lut_bits && m->lut_bits)
		set(params, &count, "LUT_BITS", m->lut_bits);
	if (q->kind->row) {
		set(params, &count, "CELL_W", m->cell_bits);
		set(params, &count, "BASE",
		    m->tables[TAB_TABLE_QUANTITIES].base +
			(unsigned)i * tab_tables[TAB_TABLE_QUANTITIES].row);
	}
}

static void put_module(FILE *out, const struct plan_preprocessors *m, size_t i)
{
	const struct plan_quantity *q = &m->quantities[i];
	const struct quantity_kind *kind = q->kind;
	struct verilog_join params[PARAMS_MAX] = {{0}};
	struct verilog_join ports[JOINS_MAX] = {{0}};
	char inputs[QUANTITY_INPUTS][UNITS_NAME_CHARS];
	char instance[UNITS_NAME_CHARS];
	char valid[UNITS_NAME_CHARS];
	char value[UNITS_NAME_CHARS];
	char lost[UNITS_NAME_CHARS];
	char begin[UNITS_NAME_CHARS];
	size_t count = 0;

	name_begin(begin, sizeof(begin), q);
	snprintf(instance, sizeof(instance), "u_quantity%zu", i);
	snprintf(valid, sizeof(valid), "quantity%zu_valid", i);
	snprintf(value, sizeof(value), "quantity%zu_value", i);
	snprintf(lost, sizeof(lost), "quantity%zu_lost", i);
	join_params(params, m, i);
	join(ports, &count, "clk", "clk");
	if (kind->rst)
		join(ports, &count, "rst", kind->first ? "rst" : begin);
	if (kind->first)
		join(ports, &count, "first_i", begin);
	if (kind->row)
		join_table(ports, &count);
	join(ports, &count, "gate_i", m->gate ? GATE_NET : "1'b1");
	for (unsigned k = 0; k < QUANTITY_INPUTS; k++) {
		snprintf(inputs[k], sizeof(inputs[k]), "%s_i",
			 quantity_key_name((enum quantity_key)k));
		if (kind->keys[k].need)
			join(ports, &count, inputs[k],
			     q->inputs[k].name ? q->inputs[k].net : "1'b0");
	}
	join(ports, &count, "valid_o", valid);
	join(ports, &count, "value_o", value);
	if (kind->lost)
		join(ports, &count, "lost_o", lost);
	verilog_instance(out, kind->module, params, instance, ports);
}

static void put_quantities(FILE *out, const struct plan_preprocessors *m)
{
	static void (*const puts[])(FILE * out, const struct plan_preprocessors *m, size_t i) = {
	    [QUANTITY_OF_MODULE] = put_module,
	    [QUANTITY_OF_VALUE] = put_value,
	    [QUANTITY_OF_CODE] = put_code,
	};

	for (size_t i = 0; i < m->quantities_count; i++) {
		const struct plan_quantity *q = &m->quantities[i];
		char name[UNITS_NAME_CHARS];

		snprintf(name, sizeof(name), "Quantity %zu: %s, %s", i, q->name, q->kind->name);
		verilog_title(out, name);
		snprintf(name, sizeof(name), "quantity%zu_valid", i);
		verilog_wire(out, 1, name);
		snprintf(name, sizeof(name), "quantity%zu_value", i);
		verilog_wire(out, q->bits, name);
		snprintf(name, sizeof(name), "quantity%zu_lost", i);
		if (q->kind->lost)
			verilog_wire(out, 1, name);
		puts[q->kind->source](out, m, i);
	}
}

/* What watches quantities and fires. */
static void put_fires(FILE *out, const struct plan_preprocessors *m)
{
	const struct plan_watchers *fires = &m->watchers[WATCHER_FIRES];

	for (size_t i = 0; i < fires->count; i++) {
		const struct plan_watcher *w = &fires->items[i];
		char name[UNITS_NAME_CHARS];
		char valid[UNITS_NAME_CHARS];
		char value[UNITS_NAME_CHARS];
		char fire[UNITS_NAME_CHARS];
		const struct verilog_join params[] = {
		    {"WIDTH", NULL, m->quantities[w->of].bits},
		    {"CELL_W", NULL, m->cell_bits},
		    {"BASE", NULL,
		     m->tables[TAB_TABLE_THRESHOLDS].base +
			 (unsigned)i * tab_tables[TAB_TABLE_THRESHOLDS].row},
		    {0},
		};
		const struct verilog_join ports[] = {
		    {"clk", "clk", 0},
		    {"rst", "rst", 0},
		    {"first_i", "first_next", 0},
		    {"wr_valid_i", "wr_valid_i", 0},
		    {"wr_addr_i", "wr_addr_i", 0},
		    {"wr_data_i", "wr_data_i", 0},
		    {"valid_i", valid, 0},
		    {"value_i", value, 0},
		    {"fire_o", fire, 0},
		    {0},
		};

		units_name_watcher(name, m, w, (unsigned)i);
		verilog_title(out, name);
		snprintf(name, sizeof(name), "%s%zu", w->kind->instance, i);
		snprintf(valid, sizeof(valid), "quantity%u_valid", w->of);
		snprintf(value, sizeof(value), "quantity%u_value", w->of);
		snprintf(fire, sizeof(fire), fires->count > 1 ? "fire_o[%zu]" : "fire_o", i);
		verilog_instance(out, w->kind->module, params, name, ports);
	}
}

void verilog_preprocessors(FILE *out, const struct plan_module *module)
{
	const struct plan_preprocessors *m = module->preprocessors;

	fprintf(out, "\n// A node's preprocessors; their stages are M = %u and D = %u.\n", m->stage,
		m->counting);
	fprintf(out, "\nmodule %s%s (\n", module->name,
		plan_blocks(m) ? " #(\n\tparameter NODE = 0  // number of the node\n)" : "");
	put_ports(out, m);
	fputs(");\n", out);
	put_start(out, m);
	put_inputs(out, m);
	put_router(out, m);
	put_gate(out, m);
	put_quantities(out, m);
	put_fires(out, m);
	units_samples(out, m);
	units_blocks(out, m);
	units_unused(out, m);
	fputs("\nendmodule\n", out);
}
