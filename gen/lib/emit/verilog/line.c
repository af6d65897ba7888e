/* SPDX-License-Identifier: Apache-2.0 */
/* The CAPTURE line, passive and in its interrupt form: its wires, and what each node has of it. */
#include <string.h>

#include "emit/verilog/verilog.h"

/* The START of a run releases the line and clears the time counters, at all nodes at once. */
#define ROUND_RESET "rst || sync_o"

#define RAISE_CHARS (3 * VERILOG_NET_CHARS)

/* The bit of a line that node `index` sees. */
static void name_line(char *text, const struct plan *plan, const char *line, unsigned index)
{
	if (plan->nodes_count > 1)
		snprintf(text, VERILOG_NET_CHARS, "%s_line[%u]", line, index);
	else
		snprintf(text, VERILOG_NET_CHARS, "%s_line", line);
}

/*
 * What the node gives to the CAPTURE line, and gets from it. All nodes drive it in the same clock
 * for the same word: those that are early wait.
 */
static void put_passive(FILE *out, const struct plan *plan, const struct plan_node *node,
			struct verilog_line *line)
{
	const unsigned clocks = plan->settled - node->settled;
	const struct verilog_join params[] = {{"WIDTH", NULL, 1}, {"CLOCKS", NULL, clocks}, {0}};
	char instance[VERILOG_NET_CHARS], drive[VERILOG_NET_CHARS];
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0}, {"d_i", line->raise, 0}, {"q_o", drive, 0}, {0}};
	const char *raise = !plan->capture ? "unused_raise" : clocks ? "raise" : "drive";

	snprintf(line->raise, VERILOG_NET_CHARS, "%s_%s", node->name, raise);
	snprintf(line->capture, VERILOG_NET_CHARS, "1'b0");
	if (plan->capture)
		name_line(line->capture, plan, "capture", node->index);
	verilog_wire(out, 1, line->raise);
	if (!plan->capture || !clocks)
		return;
	snprintf(instance, sizeof(instance), "%s_raise", node->instance);
	snprintf(drive, sizeof(drive), "%s_drive", node->name);
	verilog_wire(out, 1, drive);
	verilog_instance(out, "gnomon_cell_delay", params, instance, ports);
}

/* What gnomon_line_node gives: a port of the processor, or a net "NODE_line_NAME". */
static const struct {
	const char *port;
	const char *net;
	const char *processor; /* its port, where the node has one */
	unsigned bits;
	int used; /* without a processor, too */
} outputs[] = {
    {"irq_o", "irq", "capture_irq_o", 1, 0}, {"state_o", "state", "capture_state_o", 8, 1},
    {"drive_o", "drive", NULL, 1, 1},	     {"own_o", "own", NULL, 1, 1},
    {"timed_out_o", "late", NULL, 1, 1},     {"began_o", "began", NULL, 1, 0},
    {"finished_o", "finished", NULL, 1, 0},  {"ended_o", "ended", NULL, 1, 0},
};

#define OUTPUTS (sizeof(outputs) / sizeof(outputs[0]))
#define NODE_JOINS 9 /* those in front of the outputs, and the end */

/* Names the nets of the outputs, and puts those that are no ports. */
static void put_outputs(FILE *out, const struct plan_node *node, char nets[][VERILOG_NET_CHARS],
			struct verilog_join *joins)
{
	for (size_t i = 0; i < OUTPUTS; i++) {
		if (node->processor && outputs[i].processor)
			snprintf(nets[i], VERILOG_NET_CHARS, "%s_%s", node->name,
				 outputs[i].processor);
		else
			snprintf(nets[i], VERILOG_NET_CHARS, "%s_%s_%s", node->name,
				 outputs[i].used ? "line" : "unused", outputs[i].net);
		if (!node->processor || !outputs[i].processor)
			verilog_wire(out, outputs[i].bits, nets[i]);
		joins[i] = (struct verilog_join){outputs[i].port, nets[i], 0};
	}
}

/* The node's time counter, which pauses, as its processor reads it. */
static void put_time(FILE *out, const struct plan *plan, const struct plan_node *node,
		     const char *line)
{
	char instance[VERILOG_NET_CHARS], now[VERILOG_NET_CHARS], real[VERILOG_NET_CHARS];
	char pause[RAISE_CHARS];
	const struct verilog_join params[] = {
	    {"WIDTH", NULL, plan->time_bits}, {"REAL", NULL, 1}, {0}};
	const struct verilog_join ports[] = {{"clk", "clk", 0},	    {"clear_i", ROUND_RESET, 0},
					     {"pause_i", pause, 0}, {"time_o", now, 0},
					     {"real_o", real, 0},   {0}};

	/* a round that START ends does not pause what it clears */
	snprintf(pause, sizeof(pause), "%s && !sync_o", line);
	snprintf(instance, sizeof(instance), "%s_time", node->instance);
	snprintf(now, sizeof(now), "%s_time_o", node->name);
	snprintf(real, sizeof(real), "%s_real_o", node->name);
	verilog_instance(out, "gnomon_line_time", params, instance, ports);
}

/* Where the taps have registers, so has what is recorded of the line. */
static void put_line_registers(FILE *out, const struct plan_node *node, struct verilog_line *line)
{
	char q[3][VERILOG_NET_CHARS];
	char *const nets[] = {line->line, line->own, line->late};
	static const char *const names[] = {"asserted", "own", "late"};
	struct plan_tap taps[3];

	for (unsigned i = 0; i < 3; i++) {
		snprintf(q[i], sizeof(q[i]), "%s_line_%s_q", node->name, names[i]);
		taps[i] = (struct plan_tap){nets[i], q[i], 1, 1};
	}
	verilog_registers(out, taps, 3);
	for (unsigned i = 0; i < 3; i++)
		memcpy(nets[i], q[i], VERILOG_NET_CHARS);
}

/* The node's side of the interrupt form. Its processor's ports have no registers. */
void verilog_round(FILE *out, const struct plan *plan, const struct plan_node *node,
		   struct verilog_line *line)
{
	char nets[OUTPUTS][VERILOG_NET_CHARS];
	char instance[VERILOG_NET_CHARS], seen[VERILOG_NET_CHARS], raise[RAISE_CHARS];
	char done[VERILOG_NET_CHARS] = "1'b1", round[RAISE_CHARS];
	struct verilog_join joins[NODE_JOINS + OUTPUTS] = {
	    {"clk", "clk", 0},
	    {"rst", ROUND_RESET, 0},
	    {"raise_i", raise, 0},
	    {"done_i", done, 0},
	    {"round_i", round, 0},
	    {"line_i", seen, 0},
	    {"expire_i", "round_expire", 0},
	};

	name_line(seen, plan, "round", node->index);
	put_outputs(out, node, nets, &joins[NODE_JOINS - 2]);
	snprintf(instance, sizeof(instance), "%s_line", node->instance);
	snprintf(raise, sizeof(raise), "%s", line->raise);
	snprintf(round, sizeof(round), "%s_line_state[3:0]", node->name);
	if (node->processor) {
		snprintf(raise, sizeof(raise), "%s || %s_capture_raise_i", line->raise, node->name);
		snprintf(done, sizeof(done), "%s_capture_done_i", node->name);
		snprintf(round, sizeof(round), "%s_capture_round_i", node->name);
	}
	verilog_instance(out, "gnomon_line_node", NULL, instance, joins);
	if (!node->processor)
		fprintf(out, "\twire        %s_unused_state = &{1'b0, %s_line_state[7:4]};\n",
			node->name, node->name);
	if (node->processor)
		put_time(out, plan, node, seen);
	snprintf(line->line, VERILOG_NET_CHARS, "%s", seen);
	snprintf(line->own, VERILOG_NET_CHARS, "%s_line_own", node->name);
	snprintf(line->late, VERILOG_NET_CHARS, "%s_line_late", node->name);
	if (plan->register_taps)
		put_line_registers(out, node, line);
}

void verilog_node_line(FILE *out, const struct plan *plan, const struct plan_node *node,
		       struct verilog_line *line)
{
	put_passive(out, plan, node, line);
	snprintf(line->line, VERILOG_NET_CHARS, "1'b0");
	snprintf(line->own, VERILOG_NET_CHARS, "1'b0");
	snprintf(line->late, VERILOG_NET_CHARS, "1'b0");
	if (node->interrupt)
		verilog_round(out, plan, node, line);
}

/* The wire of a line: nets LINE_drive and LINE_line, instance u_LINE. */
static void put_wire(FILE *out, const struct plan *plan, const char *name, const char *reset)
{
	char instance[VERILOG_NET_CHARS], drive[VERILOG_NET_CHARS], line[VERILOG_NET_CHARS];
	const struct verilog_join params[] = {
	    {"NODES", NULL, (unsigned)plan->nodes_count}, {"STAGES", NULL, plan->stages}, {0}};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0}, {"rst", reset, 0}, {"drive_i", drive, 0}, {"line_o", line, 0}, {0}};

	snprintf(instance, sizeof(instance), "u_%s", name);
	snprintf(drive, sizeof(drive), "%s_drive", name);
	snprintf(line, sizeof(line), "%s_line", name);
	verilog_wire(out, (unsigned)plan->nodes_count, drive);
	verilog_wire(out, (unsigned)plan->nodes_count, line);
	verilog_instance(out, "gnomon_line_wire", params, instance, ports);
}

void verilog_rounds(FILE *out, const struct plan *plan)
{
	static const struct verilog_join params[] = {{"WIDTH", NULL, 32}, {0}};
	char line[VERILOG_NET_CHARS], limit[VERILOG_NET_CHARS];
	const struct verilog_join ports[] = {{"clk", "clk", 0},
					     {"rst", ROUND_RESET, 0},
					     {"line_i", line, 0},
					     {"limit_i", limit, 0},
					     {"length_o", "unused_round_length", 0},
					     {"expire_o", "round_expire", 0},
					     {0}};

	verilog_title(out, "CAPTURE line, interrupt form: all processors hold it until they have "
			   "finished");
	put_wire(out, plan, "round", ROUND_RESET);
	name_line(line, plan, "round", 0);
	snprintf(limit, sizeof(limit), "32'd%u", plan->limit);
	verilog_wire(out, 32, "unused_round_length");
	verilog_wire(out, 1, "round_expire");
	verilog_instance(out, "gnomon_line_limit", params, "u_round_limit", ports);
}

void verilog_capture(FILE *out, const struct plan *plan)
{
	verilog_title(out, "CAPTURE line: a global trigger of any node, in the same clock at all");
	put_wire(out, plan, "capture", "rst");
	if (plan->interrupt)
		verilog_rounds(out, plan);
}

static void put_drives(FILE *out, const struct plan *plan, const char *line, const char *drive)
{
	fprintf(out, "\tassign %s_drive = {", line);
	for (size_t i = plan->nodes_count; i-- > 0;)
		fprintf(out, "%s_%s%s", plan->nodes[i].name, drive, i ? ", " : "};\n");
}

void verilog_round_drives(FILE *out, const struct plan *plan)
{
	put_drives(out, plan, "round", "line_drive");
}

void verilog_drives(FILE *out, const struct plan *plan)
{
	verilog_title(out, "Who drives the CAPTURE line");
	put_drives(out, plan, "capture", "drive");
	if (plan->interrupt)
		verilog_round_drives(out, plan);
}
