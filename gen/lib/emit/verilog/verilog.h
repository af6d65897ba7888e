/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of Verilog text, and the parts of a monitor's file (emit_verilog() puts them together). */
#ifndef GNO_GEN_VERILOG_H
#define GNO_GEN_VERILOG_H

#include <stdio.h>

#include "plan/plan.h"

#define VERILOG_HIGH_BITS 16u /* of the high-water mark of a FIFO */
#define VERILOG_NET_CHARS 96

struct rom;

/* A parameter or port of an instance, and what it is joined to. */
struct verilog_join {
	const char *port; /* NULL ends a list */
	const char *to;	  /* NULL: `value` */
	unsigned value;
};

/* Clock, reset, and the ports to the link of a plan, which gnomon_record_single and
 * gnomon_ring_center have alike. The wide link reads registers as it reads the trace buffer. A ROM
 * is between the registers and the link. */
#define VERILOG_LINK_JOINS(plan)                                                                   \
	{"clk", "clk", 0}, {"rst", "rst", 0}, {"op_valid_i", "op_valid", 0}, {"op_i", "op", 0},    \
	    {"arg_i", "arg", 0}, {"place_i", "place", 0}, {"wr_valid_i", "wr_valid", 0},           \
	    {"wr_ready_o", "wr_ready", 0}, {"rd_next_i", "rd_next", 0}, {"addr_i", "addr", 0},     \
	    {"wr_data_i", "wr_data", 0}, {"nonce_i", "nonce", 0},                                  \
	    {"taken_i",                                                                            \
	     !(plan)->sync	   ? "1'b0"                                                        \
	     : (plan)->phy->module ? "rx_valid && rx_ready"                                        \
				   : "rx_valid_i && rx_ready_o",                                   \
	     0},                                                                                   \
	    {"rd_data_o", (plan)->wide && (plan)->rom ? "taken_data" : "rd_data", 0},              \
	    {"reg_lower_i", (plan)->wide ? "1'b0" : "reg_lower", 0},                               \
	    {"reg_data_o",                                                                         \
	     (plan)->wide  ? "unused_reg_data"                                                     \
	     : (plan)->rom ? "regs_data"                                                           \
			   : "reg_data",                                                           \
	     0},                                                                                   \
	    {"busy_i", "busy", 0},                                                                 \
	{                                                                                          \
		"sync_o", (plan)->chips_count ? "ring_start" : "sync_o", 0                         \
	}

/* The wires between the memory port and what has the trace buffer, and its ports to them. */
#define VERILOG_REQUEST "monitor_request"
#define VERILOG_ANSWER "monitor_answer"
#define VERILOG_MEMORY_JOINS(plan)                                                                 \
	{"rd_ready_o", (plan)->port ? "rd_ready" : "unused_rd_ready", 0},                          \
	    {"mem_o", (plan)->port ? VERILOG_REQUEST : "unused_request", 0},                       \
	{                                                                                          \
		"mem_i", (plan)->port ? VERILOG_ANSWER : "66'd0", 0                                \
	}
void verilog_memory(FILE *out, const struct plan *plan);

/* An instance; `params` may be NULL. */
void verilog_instance(FILE *out, const char *module, const struct verilog_join *params,
		      const char *instance, const struct verilog_join *ports);

/* Puts those of `more` whose values are not 0 into the free places at the end of a list, of which
 * the very last one ends it; the parameters of the register TIME. */
void verilog_add_params(struct verilog_join *params, size_t room, const struct verilog_join *more,
			size_t count);
void verilog_add_sync(struct verilog_join *params, size_t room, const struct plan *plan);

/* A comment in front of a section. */
void verilog_title(FILE *out, const char *title);

void verilog_wire(FILE *out, unsigned bits, const char *name);
void verilog_reg(FILE *out, unsigned bits, const char *name);

/* A line of the list of ports of a module. */
void verilog_port(FILE *out, const struct plan_port *port, int last);

#define VERILOG_ALL_CHIPS (~0u) /* in one module, as a model has them */

/* The comment in front of a monitor; the head of the module of a chip, up to the list of ports, and
 * that of a monitor, which in Icarus Verilog is inside the module behind it (verilog_known()); its
 * PHY, where it has one. */
void verilog_banner(FILE *out, const struct plan *plan, const char *what);
void verilog_ports(FILE *out, const struct plan *plan, unsigned chip);
void verilog_head(FILE *out, const struct plan *plan, unsigned chip);
void verilog_known(FILE *out, const struct plan *plan, unsigned chip);
void verilog_phy(FILE *out, const struct plan *plan);

/* The net of a node's watched word, and of the bits that are left out. */
void verilog_word(FILE *out, const struct plan_node *node);

/* The adapter between a bus and the node's event port, where the bus has one. */
void verilog_adapter(FILE *out, const struct plan *plan, const struct plan_node *node);

/* Registers of nets: each tap's net follows its port a clock later. */
void verilog_registers(FILE *out, const struct plan_tap *taps, size_t count);

/* Lines in their interrupt form. */
enum verilog_round {
	VERILOG_CAPTURE,
	VERILOG_REPORT,
	VERILOG_ROUNDS,
};

/* Whether the monitor has it. */
int verilog_has_round(const struct plan *plan, enum verilog_round round);

#define VERILOG_LINES_CHARS (2 * VERILOG_NET_CHARS + 8) /* a list of two nets */

/* What a headend is joined to: its global trigger, the CAPTURE line, and of the lines in their
 * interrupt form, CAPTURE lowest: the lines, whether this node has asserted them, and whether it
 * was late; the same of its local store, {kept, full}. Then the REPORT line, who asserts it, and
 * whether the local store is sent. Constants, and nets that nothing reads, without a line. */
struct verilog_line {
	char raise[VERILOG_NET_CHARS];
	char capture[VERILOG_NET_CHARS];
	char line[VERILOG_LINES_CHARS];
	char own[VERILOG_LINES_CHARS];
	char late[VERILOG_LINES_CHARS];
	char store[VERILOG_LINES_CHARS];
	char send[VERILOG_NET_CHARS];
	char ask[VERILOG_NET_CHARS];
	char full[VERILOG_NET_CHARS];
	char sent[VERILOG_NET_CHARS];
};

/* A node's part of the lines, in front of its headend. */
void verilog_node_line(FILE *out, const struct plan *plan, const struct plan_node *node,
		       struct verilog_line *line);

/* The same of the interrupt form alone: raise, ask, full and sent of `line` are nets, the rest is
 * set but for `capture`. The wires and limits, and behind the nodes those that drive them. */
void verilog_node_rounds(FILE *out, const struct plan *plan, const struct plan_node *node,
			 struct verilog_line *line);
void verilog_rounds(FILE *out, const struct plan *plan);
void verilog_round_drives(FILE *out, const struct plan *plan);

/* The lines, and behind the nodes those that drive them. */
void verilog_lines(FILE *out, const struct plan *plan);
void verilog_drives(FILE *out, const struct plan *plan);

/* The ROM: its place between the registers and the link, and its module. */
void verilog_rom_instance(FILE *out, const struct plan *plan);
void verilog_rom(FILE *out, const struct plan *plan, const struct rom *rom);

/* The module of a tree of ranks. */
void verilog_ranks(FILE *out, const struct plan_ranks *ranks);

/* The module of nodes' preprocessors. */
void verilog_preprocessors(FILE *out, const struct plan_module *module);

/* The registers of all signals of the target on a chip, and that of the START pulse. */
void verilog_taps(FILE *out, const struct plan *plan, unsigned chip);

/* The node of the single form, and one of the ring, each with what is in front of it. */
void verilog_single(FILE *out, const struct plan *plan, const char *identity);
void verilog_headend(FILE *out, const struct plan *plan, const struct plan_node *node);

/* Whether a node is on a chip. */
int verilog_is_on(const struct plan_node *node, unsigned chip);

/* What the chip with the trace buffer has for the further ones; the end of the hop to the chip
 * before; that to the next chip, and what both ends report. */
void verilog_hop_center(FILE *out, const struct plan *plan);
void verilog_hop_far(FILE *out, const struct plan *plan, unsigned chip);
void verilog_hop_near(FILE *out, const struct plan *plan, unsigned chip);

#endif
