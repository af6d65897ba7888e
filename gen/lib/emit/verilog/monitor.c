/* SPDX-License-Identifier: Apache-2.0 */
/* The top module: PHY, link, and the single monitor or the center and the headends. */
#include "emit/emit.h"

#include <inttypes.h>
#include <string.h>

#include "tables/tables.h"
#include "emit/rom.h"
#include "emit/verilog/verilog.h"
#include "preprocessors/single.h"

#define IDENTITY_CHARS 40
#define PHY_JOINS 24 /* clk, rst, the pins, the stream, the end */
#define HZ_OF_MHZ 1000000u

static void put_some(FILE *out, size_t count, const char *one, const char *many)
{
	if (count)
		fprintf(out, ", %zu %s", count, count > 1 ? many : one);
}

static size_t count_watchers(const struct plan_preprocessors *m, const struct watcher_kind *kind)
{
	const struct plan_watchers *w = &m->watchers[kind->role];
	size_t count = 0;

	for (size_t i = 0; i < w->count; i++)
		count += w->items[i].kind == kind;
	return count;
}

static void put_measured(FILE *out, const struct plan_preprocessors *m)
{
	const struct watcher_kind *kind;

	if (!m)
		return;
	put_some(out, m->pairs_count, ratios.one, ratios.many);
	if (m->counted)
		fprintf(out, " (%s)", tab_form_name(m->form));
	put_some(out, m->lines_count, "routed line", "routed lines");
	if (m->gate)
		fputs(", " GATE_NAME, out);
	put_some(out, m->quantities_count, "quantity", "quantities");
	for (size_t i = 0; (kind = watcher_at(i)); i++)
		put_some(out, count_watchers(m, kind), kind->one, kind->many);
}

static void put_node_line(FILE *out, const struct plan_node *n)
{
	fprintf(out, "//   %3u %-12s ", n->index, n->name);
	for (size_t i = 0; i < n->fields_count; i++)
		fprintf(out, "%s%s[%u:0]", i ? ", " : "", n->fields[i].name, n->fields[i].bits - 1);
	fprintf(out, "%s%s, %u events", n->when ? " when " : "", n->when ? n->when : "",
		n->capacity);
	if (n->tick_log2)
		fprintf(out, ", a tick of %u cycles%s", 1u << n->tick_log2,
			n->seed ? " with jitter" : "");
	if (n->sequences)
		fprintf(out, ", %u sequence%s of %u step%s", n->sequences,
			n->sequences > 1 ? "s" : "", n->sequences_steps,
			n->sequences_steps > 1 ? "s" : "");
	if (n->strict)
		fprintf(out, ", %u strict sequence%s of %u words", n->strict,
			n->strict > 1 ? "s" : "", n->strict_steps);
	if (n->timer)
		fputs(", timer", out);
	if (n->watchdog)
		fputs(", watchdog", out);
	if (n->port.bus)
		fprintf(out, ", event port (%s)", n->port.bus->name);
	if (n->fifo_slots)
		fprintf(out, ", %s of %u slots", n->almost_full ? "local store" : "FIFO",
			n->fifo_slots);
	put_measured(out, n->preprocessors);
	if (n->host)
		fputs(", host's trigger", out);
	fputc('\n', out);
}

void verilog_banner(FILE *out, const struct plan *plan, const char *what)
{
	fputs("// SPDX-License-Identifier: Apache-2.0\n//\n", out);
	fprintf(out, "// %s: %s of %zu node%s, %s form.\n//\n", plan->name, what, plan->nodes_count,
		plan->nodes_count > 1 ? "s" : "", plan_form_name(plan));
	fprintf(out,
		"// Emitted by gnomon-gen %s from %s (XXH64 %016" PRIx64
		"). Do not edit: change the description and emit again.\n//\n",
		plan->version, plan->input, plan->input_hash);
	fprintf(out, "//   plan    %016" PRIx64 "\n", plan->hash);
	fprintf(out, "//   clock   %" PRIu64 " Hz\n", plan->clock_hz);
	fprintf(out, "//   family  %s\n", plan->family);
	fprintf(out, "//   time    %u bits\n", plan->time_bits);
	fprintf(out, "//   buffer  %u slots of 64 bits%s\n", plan->slots,
		plan->spram  ? " in SPRAM"
		: plan->port ? " behind the memory port"
			     : "");
	fprintf(out, "//   link    %s", plan->phy->title);
	if (plan->phy->kind == PLAN_UART)
		fprintf(out, ", %u baud: %g cycles a bit", plan->baud,
			plan->divisor + plan->fraction / 256.0);
	fputs(plan->wide ? ", a byte a cycle\n" : "\n", out);
	if (!plan->wrap)
		fputs("//   wrap    no\n", out);
	if (plan->rom)
		fputs("//   rom     the manifest\n", out);
	if (plan->sync)
		fputs("//   sync    the host reads the time\n", out);
	if (plan->register_taps)
		fputs("//   taps    a register each\n", out);
	if (plan->capture)
		fprintf(out, "//   capture line, %u register%s each way%s\n", plan->stages,
			plan->stages == 1 ? "" : "s",
			plan->interrupt ? ", interrupts processors" : "");
	if (plan->report)
		fprintf(out, "//   report  line, %u register%s each way, interrupts processors\n",
			plan->stages, plan->stages == 1 ? "" : "s");
	if (plan->form == PLAN_RING)
		fprintf(out, "//   ring    %u wire%s\n", plan->wires, plan->wires > 1 ? "s" : "");
	for (unsigned i = 0; i < plan->chips_count; i++)
		fprintf(out, "//   chip    %s, module %s_chip_%s\n", plan->chips[i], plan->name,
			plan->chips[i]);
	fputs("//\n// Nodes:\n", out);
	for (size_t i = 0; i < plan->nodes_count; i++)
		put_node_line(out, &plan->nodes[i]);
	fputs(
	    "//\n"
	    "// A record of time t bears what was on the ports in the t-th clock after the one in which sync_o was\n"
	    "// high; t = 0 is the very next one.\n",
	    out);
}

static const struct verilog_join stream_joins[] = {
    {"rx_valid_o", "rx_valid", 0}, {"rx_ready_i", "rx_ready", 0}, {"rx_data_o", "rx_data", 0},
    {"tx_valid_i", "tx_valid", 0}, {"tx_ready_o", "tx_ready", 0}, {"tx_data_i", "tx_data", 0},
};

void verilog_phy(FILE *out, const struct plan *plan)
{
	const struct plan_phy *phy = plan->phy;
	const struct verilog_join uart[] = {
	    {"DIVISOR", NULL, plan->divisor},
	    {"FRACTION", NULL, plan->fraction},
	    {plan->lut_bits ? "LUT_BITS" : NULL, NULL, plan->lut_bits},
	    {0},
	};
	const struct verilog_join ft245[] = {
	    {"CLOCK_MHZ", NULL, (unsigned)((plan->clock_hz + HZ_OF_MHZ - 1) / HZ_OF_MHZ)},
	    {0},
	};
	const struct verilog_join *params[] = {
	    [PLAN_UART] = uart, [PLAN_FT245] = ft245, [PLAN_FT245_SYNC] = NULL};
	struct verilog_join joins[PHY_JOINS] = {{"clk", "clk", 0}};
	size_t count = 1;

	if (phy->reset)
		joins[count++] = (struct verilog_join){"rst", "rst", 0};
	for (const struct plan_port *p = phy->ports; p->name; p++)
		joins[count++] = (struct verilog_join){p->name, p->name, 0};
	memcpy(&joins[count], stream_joins, sizeof(stream_joins));
	fprintf(out, "\n	// PHY: %s\n", phy->title);
	verilog_wire(out, 1, "rx_valid");
	verilog_wire(out, 1, "rx_ready");
	verilog_wire(out, 8, "rx_data");
	verilog_wire(out, 1, "tx_valid");
	verilog_wire(out, 1, "tx_ready");
	verilog_wire(out, 8, "tx_data");
	verilog_instance(out, phy->module, params[phy->kind], "u_phy", joins);
}

static void put_link(FILE *out, const struct plan *plan)
{
	const struct verilog_join params[] = {{"ADDR_W", NULL, plan->addr_bits}, {0}};
	int phy = plan->phy->module != NULL;
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"rx_valid_i", phy ? "rx_valid" : "rx_valid_i", 0},
	    {"rx_ready_o", phy ? "rx_ready" : "rx_ready_o", 0},
	    {"rx_data_i", phy ? "rx_data" : "rx_data_i", 0},
	    {"tx_valid_o", phy ? "tx_valid" : "tx_valid_o", 0},
	    {"tx_ready_i", phy ? "tx_ready" : "tx_ready_i", 0},
	    {"tx_data_o", phy ? "tx_data" : "tx_data_o", 0},
	    {"op_valid_o", "op_valid", 0},
	    {"op_o", "op", 0},
	    {"arg_o", "arg", 0},
	    {"place_o", "place", 0},
	    {"wr_valid_o", "wr_valid", 0},
	    {"wr_ready_i",
	     plan->chips_count ? "wr_ready && ring_quiet && ring_started" : "wr_ready", 0},
	    {"rd_next_o", "rd_next", 0},
	    {"addr_o", "addr", 0},
	    {"wr_data_o", "wr_data", 0},
	    {"nonce_o", "nonce", 0},
	    {"rd_data_i", "rd_data", 0},
	    {"busy_o", "busy", 0},
	    {plan->wide ? NULL : "reg_lower_o", "reg_lower", 0},
	    {"rd_ready_i", plan->port ? "rd_ready" : "1'b1", 0},
	    {"reg_data_i", "reg_data", 0},
	    {0},
	};

	verilog_title(out, "Link: frames with CRC over the bytes");
	verilog_wire(out, 1, "op_valid");
	verilog_wire(out, 3, "op");
	verilog_wire(out, plan->addr_bits - 3, "arg");
	verilog_wire(out, 3, "place");
	verilog_wire(out, 1, "wr_valid");
	verilog_wire(out, 1, "wr_ready");
	if (plan->chips_count) {
		verilog_wire(out, 1, "ring_quiet");
		verilog_wire(out, 1, "ring_started");
	}
	verilog_wire(out, 1, "rd_next");
	if (plan->port)
		verilog_wire(out, 1, "rd_ready");
	verilog_wire(out, plan->addr_bits, "addr");
	verilog_wire(out, 8, "wr_data");
	verilog_wire(out, 1, "nonce");
	verilog_wire(out, 8, "rd_data");
	if (!plan->wide)
		verilog_wire(out, 1, "reg_lower");
	verilog_wire(out, 4, plan->wide ? "unused_reg_data" : "reg_data");
	verilog_wire(out, 1, "busy");
	verilog_instance(out, plan->wide ? "gnomon_link_wide" : "gnomon_link", params, "u_link",
			 ports);
}

/* First bytes of the registers, the last one first: hash, link version, magic. */
static const char *identity(char *text, const struct plan *plan)
{
	snprintf(text, IDENTITY_CHARS, "96'h%016" PRIX64 "_%08" PRIX32, plan->hash, tab_magic());
	return text;
}

static void put_center(FILE *out, const struct plan *plan, const char *identity_text)
{
	const struct plan_station *s = &plan->nodes[0].station;
	const struct verilog_join more[] = {{"SPRAM", NULL, (unsigned)plan->spram},
					    {"PORT", NULL, (unsigned)plan->port},
					    {"LUT_BITS", NULL, plan->lut_bits}};
	struct verilog_join params[] = {
	    {"IDENTITY", identity_text, 0},
	    {"ADDR_W", NULL, plan->addr_bits},
	    {"NODES", NULL, (unsigned)plan->nodes_count},
	    {"TIME_W", NULL, plan->time_bits},
	    {"SLOTS_LOG2", NULL, plan->slots_log2},
	    {"RING_W", NULL, plan->wires},
	    {"LONG", NULL, (unsigned)plan->long_records},
	    {"WIDE", NULL, (unsigned)plan->wide},
	    {"WRAP", NULL, (unsigned)plan->wrap},
	    /* the last ones where they are needed: a name that is NULL ends the list */
	    {0},
	    {0},
	    {0},
	    {0},
	    {0},
	    {0},
	};
	const struct verilog_join ports[] = {
	    VERILOG_LINK_JOINS(plan),
	    {"sync_i", plan->sync_net, 0},
	    {"dn_valid_o", s->dn_valid_i, 0},
	    {"dn_data_o", s->dn_data_i, 0},
	    {"up_valid_i", s->up_valid_o, 0},
	    {"up_ready_o", s->up_ready_i, 0},
	    {"up_tag_i", s->up_tag_o, 0},
	    {"up_data_i", s->up_data_o, 0},
	    {"fifo_high_i", plan->form == PLAN_ALONE ? s->fifo_high_o : "16'd0", 0},
	    VERILOG_MEMORY_JOINS(plan),
	    {0},
	};

	verilog_add_params(params, sizeof(params) / sizeof(*params), more,
			   sizeof(more) / sizeof(*more));
	verilog_add_sync(params, sizeof(params) / sizeof(*params), plan);
	if (plan->chips_count)
		verilog_hop_center(out, plan);
	verilog_title(out, plan->form == PLAN_ALONE
			       ? "Center: trace buffer and registers"
			       : "Center: trace buffer, registers and the near end of the ring");
	verilog_wire(out, 1, s->dn_valid_i);
	verilog_wire(out, plan_wires(plan), s->dn_data_i);
	verilog_wire(out, 1, s->up_valid_o);
	verilog_wire(out, 1, s->up_ready_i);
	verilog_wire(out, 1, s->up_tag_o);
	verilog_wire(out, plan_wires(plan), s->up_data_o);
	if (plan->form == PLAN_ALONE)
		verilog_wire(out, VERILOG_HIGH_BITS, s->fifo_high_o);
	verilog_memory(out, plan);
	verilog_instance(out, "gnomon_ring_center", params, "u_center", ports);
}

/* What a chip has of the ring: headends, and the end of a hop to the next chip. */
static void put_stations(FILE *out, const struct plan *plan, unsigned chip)
{
	for (size_t i = 0; i < plan->nodes_count; i++)
		if (verilog_is_on(&plan->nodes[i], chip))
			verilog_headend(out, plan, &plan->nodes[i]);
	if (plan->chips_count)
		verilog_hop_near(out, plan, chip);
}

static void put_chip(FILE *out, const struct plan *plan, unsigned chip)
{
	fputc('\n', out);
	verilog_head(out, plan, chip);
	if (plan->register_taps)
		verilog_taps(out, plan, chip);
	verilog_hop_far(out, plan, chip);
	put_stations(out, plan, chip);
	fputs("\nendmodule\n", out);
	verilog_known(out, plan, chip);
}

int emit_verilog(const struct plan *plan, FILE *out)
{
	char text[IDENTITY_CHARS];
	struct rom rom = {0};

	if (plan->rom && rom_make(plan, &rom))
		return -1;

	verilog_banner(out, plan, "monitor");
	fputc('\n', out);
	verilog_head(out, plan, 0);
	if (plan->phy->module)
		verilog_phy(out, plan);
	put_link(out, plan);
	if (plan->rom)
		verilog_rom_instance(out, plan);
	if (plan->register_taps)
		verilog_taps(out, plan, 0);
	if (plan->form != PLAN_SINGLE)
		put_center(out, plan, identity(text, plan));
	verilog_lines(out, plan);
	if (plan->form == PLAN_SINGLE)
		verilog_single(out, plan, identity(text, plan));
	else
		put_stations(out, plan, 0);
	verilog_drives(out, plan);
	fputs(
	    "\nendmodule\n\n"
	    "/* verilator lint_off DECLFILENAME */ // these modules are of this monitor alone, and go with it\n",
	    out);
	verilog_known(out, plan, 0);
	for (unsigned chip = 1; chip <= plan->chips_count; chip++)
		put_chip(out, plan, chip);
	for (size_t i = 0; i < plan->ranks_count; i++)
		verilog_ranks(out, &plan->ranks[i]);
	for (size_t i = 0; i < plan->preprocessors_count; i++)
		verilog_preprocessors(out, &plan->preprocessors[i]);
	if (plan->rom)
		verilog_rom(out, plan, &rom);
	rom_free(&rom);
	fputs("\n/* verilator lint_on DECLFILENAME */\n", out);
	return 0;
}
