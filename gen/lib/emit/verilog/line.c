/* SPDX-License-Identifier: Apache-2.0 */
/* The lines: CAPTURE, passive and in its interrupt form, and REPORT: their wires, and what each
 * node has of them. */
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

/* The lines in their interrupt form. */
static const struct {
	const char *title;
	const char *wire; /* in the names of its own nets and instances */
	const char *node; /* in those of a node's nets */
	const char *port; /* in those of a processor's ports */
	enum model_instance instance;
} rounds[VERILOG_ROUNDS] = {
    [VERILOG_CAPTURE] =
	{"CAPTURE line, interrupt form: all processors hold it until they have finished", "round",
	 "line", "capture", MODEL_LINE},
    [VERILOG_REPORT] = {"REPORT line: processors and local stores hold it until they have finished",
			"report", "report", "report", MODEL_REPORT},
};

int verilog_has_round(const struct plan *plan, enum verilog_round round)
{
	return round == VERILOG_CAPTURE ? plan->interrupt : plan->report;
}

/* What gnomon_line_node gives: a port of the processor, or a net "NODE_LINE_NAME". */
static const struct {
	const char *port;
	const char *net;
	int processor; /* its port, where the node has one */
	unsigned bits;
	int used; /* without a processor, too */
} outputs[] = {
    {"irq_o", "irq", 1, 1, 0},		 {"state_o", "state", 1, 8, 1},
    {"drive_o", "drive", 0, 1, 1},	 {"own_o", "own", 0, 1, 1},
    {"timed_out_o", "late", 0, 1, 1},	 {"began_o", "began", 0, 1, 0},
    {"finished_o", "finished", 0, 1, 0}, {"ended_o", "ended", 0, 1, 0},
};

#define OUTPUTS (sizeof(outputs) / sizeof(outputs[0]))
#define NODE_JOINS 9 /* those in front of the outputs, and the end */

/* A node's side of a line: its processor's, or that of its local store, which has no ports. */
struct side {
	const struct plan *plan;
	const struct plan_node *node;
	enum verilog_round round;
	const char *name; /* of its nets, behind that of the node */
	const char *instance;
	const char *raise, *done; /* where there is no processor */
	int processor;
};

/* Names the nets of the outputs, and puts those that are no ports. */
static void put_outputs(FILE *out, const struct side *s, char nets[][VERILOG_NET_CHARS],
			struct verilog_join *joins)
{
	const char *node = s->node->name;

	for (size_t i = 0; i < OUTPUTS; i++) {
		int port = s->processor && outputs[i].processor;

		if (port)
			snprintf(nets[i], VERILOG_NET_CHARS, "%s_%s_%s", node,
				 rounds[s->round].port, outputs[i].port);
		else if (outputs[i].used)
			snprintf(nets[i], VERILOG_NET_CHARS, "%s_%s_%s", node, s->name,
				 outputs[i].net);
		else
			snprintf(nets[i], VERILOG_NET_CHARS, "%s_unused_%s_%s", node, s->name,
				 outputs[i].net);
		if (!port)
			verilog_wire(out, outputs[i].bits, nets[i]);
		joins[i] = (struct verilog_join){outputs[i].port, nets[i], 0};
	}
}

/* The processor's ports have no registers. */
static void put_side(FILE *out, const struct side *s)
{
	const char *node = s->node->name, *port = rounds[s->round].port;
	char nets[OUTPUTS][VERILOG_NET_CHARS];
	char seen[VERILOG_NET_CHARS], raise[RAISE_CHARS], done[RAISE_CHARS], round[RAISE_CHARS];
	char expire[VERILOG_NET_CHARS];
	struct verilog_join joins[NODE_JOINS + OUTPUTS] = {
	    {"clk", "clk", 0},	     {"rst", ROUND_RESET, 0}, {"raise_i", raise, 0},
	    {"done_i", done, 0},     {"round_i", round, 0},   {"line_i", seen, 0},
	    {"expire_i", expire, 0},
	};

	name_line(seen, s->plan, rounds[s->round].wire, s->node->index);
	put_outputs(out, s, nets, &joins[NODE_JOINS - 2]);
	snprintf(expire, sizeof(expire), "%s_expire", rounds[s->round].wire);
	snprintf(raise, sizeof(raise), "%s", s->raise);
	snprintf(done, sizeof(done), "%s", s->done);
	snprintf(round, sizeof(round), "%s_%s_state[3:0]", node, s->name);
	if (s->processor) {
		snprintf(raise, sizeof(raise), "%s || %s_%s_raise_i", s->raise, node, port);
		snprintf(done, sizeof(done), "%s_%s_done_i", node, port);
		snprintf(round, sizeof(round), "%s_%s_round_i", node, port);
	}
	verilog_instance(out, "gnomon_line_node", NULL, s->instance, joins);
	if (!s->processor)
		fprintf(out, "\twire        %s_unused_%s_state = &{1'b0, %s_%s_state[7:4]};\n",
			node, s->name, node, s->name);
}

/* The node's time counter, which pauses, as its processor reads it. */
static void put_time(FILE *out, const struct plan *plan, const struct plan_node *node,
		     const char *lines)
{
	char instance[VERILOG_NET_CHARS], now[VERILOG_NET_CHARS], real[VERILOG_NET_CHARS];
	char pause[RAISE_CHARS];
	const struct verilog_join params[] = {
	    {"WIDTH", NULL, plan->time_bits}, {"REAL", NULL, 1}, {0}};
	const struct verilog_join ports[] = {{"clk", "clk", 0},	    {"clear_i", ROUND_RESET, 0},
					     {"pause_i", pause, 0}, {"time_o", now, 0},
					     {"real_o", real, 0},   {0}};

	/* a round that START ends does not pause what it clears */
	snprintf(pause, sizeof(pause), "%s%s && !sync_o", node->rounds > 1 ? "|" : "", lines);
	snprintf(instance, sizeof(instance), "%s_time", node->instance);
	snprintf(now, sizeof(now), "%s_time_o", node->name);
	snprintf(real, sizeof(real), "%s_real_o", node->name);
	verilog_instance(out, "gnomon_line_time", params, instance, ports);
}

/* Where the taps have registers, so has what is recorded of the lines. */
static void put_line_registers(FILE *out, const struct plan_node *node, struct verilog_line *line)
{
	static const char *const names[] = {"asserted", "own", "late", "store"};
	char *const nets[] = {line->line, line->own, line->late, line->store};
	const unsigned bits[] = {node->rounds, node->rounds, node->rounds, 2};
	const unsigned count = node->almost_full ? 4 : 3;
	char q[4][VERILOG_NET_CHARS];
	struct plan_tap taps[4];

	for (unsigned i = 0; i < count; i++) {
		snprintf(q[i], sizeof(q[i]), "%s_line_%s_q", node->name, names[i]);
		taps[i] = (struct plan_tap){nets[i], q[i], bits[i], bits[i]};
	}
	verilog_registers(out, taps, count);
	for (unsigned i = 0; i < count; i++)
		memcpy(nets[i], q[i], VERILOG_NET_CHARS);
}

/* Puts a line's net in front of those of the lines before it. */
static void join_line(char *lines, const char *net)
{
	char before[VERILOG_NET_CHARS];

	snprintf(before, sizeof(before), "%s", lines);
	if (*before)
		snprintf(lines, VERILOG_LINES_CHARS, "{%s, %s}", net, before);
	else
		snprintf(lines, VERILOG_LINES_CHARS, "%s", net);
}

/* The local store is a node of REPORT, too. */
static void put_store(FILE *out, const struct plan *plan, const struct plan_node *node,
		      const struct verilog_line *line)
{
	char instance[VERILOG_NET_CHARS];

	snprintf(instance, sizeof(instance), "%s_store", node->instance);
	put_side(out, &(struct side){.plan = plan,
				     .node = node,
				     .round = VERILOG_REPORT,
				     .name = "store",
				     .instance = instance,
				     .raise = line->full,
				     .done = line->sent});
}

static void put_round(FILE *out, const struct plan *plan, const struct plan_node *node,
		      enum verilog_round round, struct verilog_line *line)
{
	const char *name = rounds[round].node;
	char instance[VERILOG_NET_CHARS], own[VERILOG_NET_CHARS], late[VERILOG_NET_CHARS];
	char seen[VERILOG_NET_CHARS];

	snprintf(instance, sizeof(instance), "%s_%s", node->instance, name);
	put_side(out, &(struct side){.plan = plan,
				     .node = node,
				     .round = round,
				     .name = name,
				     .instance = instance,
				     .raise = round == VERILOG_REPORT ? line->ask : line->raise,
				     .done = "1'b1",
				     .processor = node->processor});
	name_line(seen, plan, rounds[round].wire, node->index);
	snprintf(own, sizeof(own), "%s_%s_own", node->name, name);
	snprintf(late, sizeof(late), "%s_%s_late", node->name, name);
	if (round == VERILOG_REPORT && node->almost_full) {
		put_store(out, plan, node, line);
		snprintf(own, sizeof(own), "%s_report_owned", node->name);
		fprintf(out, "\twire        %s = %s_report_own || %s_store_own;\n", own, node->name,
			node->name);
		snprintf(line->store, sizeof(line->store), "{%s_store_late, %s_store_own}",
			 node->name, node->name);
	}
	join_line(line->line, seen);
	join_line(line->own, own);
	join_line(line->late, late);
}

void verilog_node_rounds(FILE *out, const struct plan *plan, const struct plan_node *node,
			 struct verilog_line *line)
{
	*line->line = *line->own = *line->late = '\0';
	snprintf(line->store, sizeof(line->store), "2'b00");
	snprintf(line->send, sizeof(line->send), "1'b0");
	for (unsigned i = 0; i < VERILOG_ROUNDS; i++)
		if (verilog_has_round(plan, (enum verilog_round)i))
			put_round(out, plan, node, (enum verilog_round)i, line);
	if (plan->report)
		name_line(line->send, plan, "report", node->index);
	if (node->processor)
		put_time(out, plan, node, line->line);
	if (plan->register_taps)
		put_line_registers(out, node, line);
}

/* What a headend gives to the REPORT line. */
static void name_report(FILE *out, const struct plan_node *node, struct verilog_line *line)
{
	const struct {
		char *net;
		const char *name;
		int used;
	} nets[] = {{line->ask, "ask", node->report},
		    {line->full, "full", node->almost_full > 0},
		    {line->sent, "sent", node->almost_full > 0}};

	for (size_t i = 0; i < sizeof(nets) / sizeof(nets[0]); i++) {
		snprintf(nets[i].net, VERILOG_NET_CHARS, "%s_%s%s", node->name,
			 nets[i].used ? "" : "unused_", nets[i].name);
		verilog_wire(out, 1, nets[i].net);
	}
}

void verilog_node_line(FILE *out, const struct plan *plan, const struct plan_node *node,
		       struct verilog_line *line)
{
	put_passive(out, plan, node, line);
	if (plan->form != PLAN_SINGLE) /* which has none */
		name_report(out, node, line);
	snprintf(line->line, sizeof(line->line), "1'b0");
	snprintf(line->own, sizeof(line->own), "1'b0");
	snprintf(line->late, sizeof(line->late), "1'b0");
	snprintf(line->store, sizeof(line->store), "2'b00");
	snprintf(line->send, sizeof(line->send), "1'b0");
	if (node->rounds)
		verilog_node_rounds(out, plan, node, line);
}

/*
 * The wire of a line: nets NAME_drive and NAME_line, instance u_NAME. `wait` says when it does not
 * begin; `here` and `asked` are the nets of what another line waits for.
 */
static void put_wire(FILE *out, const struct plan *plan, const char *name, const char *reset,
		     const char *wait, const char *here, const char *asked)
{
	char instance[VERILOG_NET_CHARS], drive[VERILOG_NET_CHARS], line[VERILOG_NET_CHARS];
	const struct verilog_join params[] = {
	    {"NODES", NULL, (unsigned)plan->nodes_count}, {"STAGES", NULL, plan->stages}, {0}};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},	 {"rst", reset, 0},   {"drive_i", drive, 0}, {"line_o", line, 0},
	    {"wait_i", wait, 0}, {"here_o", here, 0}, {"asked_o", asked, 0}, {0}};

	snprintf(instance, sizeof(instance), "u_%s", name);
	snprintf(drive, sizeof(drive), "%s_drive", name);
	snprintf(line, sizeof(line), "%s_line", name);
	verilog_wire(out, (unsigned)plan->nodes_count, drive);
	verilog_wire(out, (unsigned)plan->nodes_count, line);
	verilog_instance(out, "gnomon_line_wire", params, instance, ports);
}

/* The wire of a line that waits for no other. */
static void put_lone_wire(FILE *out, const struct plan *plan, const char *name, const char *reset)
{
	char here[VERILOG_NET_CHARS], asked[VERILOG_NET_CHARS];

	snprintf(here, sizeof(here), "%s_unused_here", name);
	snprintf(asked, sizeof(asked), "%s_unused_asked", name);
	verilog_wire(out, 1, here);
	verilog_wire(out, 1, asked);
	put_wire(out, plan, name, reset, "1'b0", here, asked);
}

static void put_limit(FILE *out, const struct plan *plan, enum verilog_round round)
{
	static const struct verilog_join params[] = {{"WIDTH", NULL, 32}, {0}};
	const char *name = rounds[round].wire;
	char line[VERILOG_NET_CHARS], limit[VERILOG_NET_CHARS], length[VERILOG_NET_CHARS];
	char expire[VERILOG_NET_CHARS], instance[VERILOG_NET_CHARS];
	const struct verilog_join ports[] = {{"clk", "clk", 0},
					     {"rst", ROUND_RESET, 0},
					     {"line_i", line, 0},
					     {"limit_i", limit, 0},
					     {"length_o", length, 0},
					     {"expire_o", expire, 0},
					     {0}};

	name_line(line, plan, name, 0);
	snprintf(limit, sizeof(limit), "32'd%u",
		 round == VERILOG_REPORT ? plan->report_limit : plan->limit);
	snprintf(length, sizeof(length), "unused_%s_length", name);
	snprintf(expire, sizeof(expire), "%s_expire", name);
	snprintf(instance, sizeof(instance), "u_%s_limit", name);
	verilog_wire(out, 32, length);
	verilog_wire(out, 1, expire);
	verilog_instance(out, "gnomon_line_limit", params, instance, ports);
}

/* Where there are both, CAPTURE goes first. */
void verilog_rounds(FILE *out, const struct plan *plan)
{
	static const struct {
		const char *wait, *here, *asked;
	} both[] = {{"report_here", "round_here", "round_asked"},
		    {"round_here || round_asked", "report_here", "report_unused_asked"}};

	if (plan->interrupt && plan->report)
		verilog_title(out, "Two lines of the same processors take turns");
	for (unsigned i = 0; plan->interrupt && plan->report && i < VERILOG_ROUNDS; i++) {
		verilog_wire(out, 1, both[i].here);
		verilog_wire(out, 1, both[i].asked);
	}
	for (unsigned i = 0; i < VERILOG_ROUNDS; i++) {
		if (!verilog_has_round(plan, (enum verilog_round)i))
			continue;
		verilog_title(out, rounds[i].title);
		if (plan->interrupt && plan->report)
			put_wire(out, plan, rounds[i].wire, ROUND_RESET, both[i].wait, both[i].here,
				 both[i].asked);
		else
			put_lone_wire(out, plan, rounds[i].wire, ROUND_RESET);
		put_limit(out, plan, (enum verilog_round)i);
	}
}

void verilog_lines(FILE *out, const struct plan *plan)
{
	if (plan->capture) {
		verilog_title(
		    out, "CAPTURE line: a global trigger of any node, in the same cycle at all");
		put_lone_wire(out, plan, "capture", "rst");
	}
	verilog_rounds(out, plan);
}

static void put_drives(FILE *out, const struct plan *plan, const char *line, const char *drive)
{
	fprintf(out, "\tassign %s_drive = {", line);
	for (size_t i = plan->nodes_count; i-- > 0;)
		fprintf(out, "%s_%s%s", plan->nodes[i].name, drive, i ? ", " : "};\n");
}

/* Those of a line in its interrupt form, with the local stores. */
void verilog_round_drives(FILE *out, const struct plan *plan)
{
	if (plan->interrupt)
		put_drives(out, plan, "round", "line_drive");
	if (!plan->report)
		return;
	fputs("\tassign report_drive = {", out);
	for (size_t i = plan->nodes_count; i-- > 0;) {
		const struct plan_node *node = &plan->nodes[i];

		fprintf(out, "%s_report_drive", node->name);
		if (node->almost_full)
			fprintf(out, " || %s_store_drive", node->name);
		fputs(i ? ", " : "};\n", out);
	}
}

void verilog_drives(FILE *out, const struct plan *plan)
{
	if (!plan->capture && !plan->report)
		return;
	verilog_title(out, "Who drives the lines");
	if (plan->capture)
		put_drives(out, plan, "capture", "drive");
	verilog_round_drives(out, plan);
}
