/* SPDX-License-Identifier: Apache-2.0 */
/* Hops of the ring between chips: each chip has a module of its own. */
#include <string.h>

#include "common/hop.h"
#include "emit/verilog/verilog.h"

#define TITLE_CHARS 128

int verilog_is_on(const struct plan_node *node, unsigned chip)
{
	return chip == VERILOG_ALL_CHIPS || node->chip == chip;
}

/* The first node of a further chip: the station of a hop has its nets. */
static const struct plan_node *first_of(const struct plan *plan, unsigned chip)
{
	const struct plan_node *n = plan->nodes;

	while (n->chip < chip)
		n++;
	return n;
}

static unsigned count_on(const struct plan *plan, unsigned chip)
{
	unsigned count = 0;

	for (size_t i = 0; i < plan->nodes_count; i++)
		count += plan->nodes[i].chip == chip;
	return count;
}

void verilog_hop_center(FILE *out, const struct plan *plan)
{
	const struct verilog_join params[] = {
	    {"WAIT", NULL, hop_sync_wait(plan->delay, plan->chips_count)}, {0}};
	const struct verilog_join ports[] = {{"clk", "clk", 0},
					     {"rst", "rst", 0},
					     {"sync_i", "ring_start", 0},
					     {"sync_o", "sync_o", 0},
					     {"quiet_o", "ring_started", 0},
					     {"wire_o", "ring_sync_o", 0},
					     {0}};

	verilog_title(out, "START: in the same cycle on all chips");
	verilog_wire(out, 1, "ring_start");
	verilog_instance(out, "gnomon_ring_wires_pulse", params, "u_ring_pulse", ports);
}

void verilog_hop_far(FILE *out, const struct plan *plan, unsigned chip)
{
	const struct plan_station *s = &first_of(plan, chip)->station;
	int more = chip < plan->chips_count;
	const struct verilog_join sync_params[] = {
	    {"WAIT", NULL, (plan->chips_count - chip) * (plan->delay + 1)}, {0}};
	const struct verilog_join sync_ports[] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"wire_i", "ring_sync_i", 0},
	    {"wire_o", more ? "ring_sync_o" : "unused_sync_wire", 0},
	    {"sync_o", "sync_o", 0},
	    {0}};
	const struct verilog_join params[] = {
	    {"RING_W", NULL, plan->wires},
	    {"NUMBER_W", NULL, plan->number_bits},
	    {"DELAY", NULL, plan->delay},
	    {"STATIONS", NULL, count_on(plan, chip)},
	    {plan->lut_bits ? "LUT_BITS" : NULL, NULL, plan->lut_bits},
	    {0}};
	const struct verilog_join ports[] = {{"clk", "clk", 0},
					     {"rst", "rst", 0},
					     {"sync_i", "sync_o", 0},
					     {"dn_valid_o", s->dn_valid_i, 0},
					     {"dn_data_o", s->dn_data_i, 0},
					     {"quiet_i", more ? "ring_quiet" : "1'b1", 0},
					     {"up_valid_i", s->up_valid_o, 0},
					     {"up_ready_o", s->up_ready_i, 0},
					     {"up_tag_i", s->up_tag_o, 0},
					     {"up_data_i", s->up_data_o, 0},
					     {"wires_o", "ring_up_o", 0},
					     {"wires_i", "ring_dn_i", 0},
					     {"damaged_o", "far_damaged", 0},
					     {0}};

	verilog_title(out, "START");
	if (!more)
		verilog_wire(out, 1, "unused_sync_wire");
	verilog_instance(out, "gnomon_ring_wires_sync", sync_params, "u_ring_sync", sync_ports);
	verilog_title(out, "Hop to the chip before");
	verilog_wire(out, 1, s->dn_valid_i);
	verilog_wire(out, plan->wires, s->dn_data_i);
	verilog_wire(out, 1, s->up_valid_o);
	verilog_wire(out, 1, s->up_ready_i);
	verilog_wire(out, 1, s->up_tag_o);
	verilog_wire(out, plan->wires, s->up_data_o);
	verilog_wire(out, 1, "far_damaged");
	if (more)
		verilog_wire(out, 1, "ring_quiet");
	verilog_instance(out, "gnomon_ring_wires_far", params, "u_ring_far", ports);
}

static void put_near(FILE *out, const struct plan *plan, unsigned chip)
{
	const struct plan_station *s = &first_of(plan, chip + 1)->station;
	char title[TITLE_CHARS];
	const struct verilog_join params[] = {
	    {"RING_W", NULL, plan->wires},
	    {"NUMBER_W", NULL, plan->number_bits},
	    {"DELAY", NULL, plan->delay},
	    {plan->lut_bits ? "LUT_BITS" : NULL, NULL, plan->lut_bits},
	    {0}};
	const struct verilog_join ports[] = {{"clk", "clk", 0},
					     {"rst", "rst", 0},
					     {"sync_i", "sync_o", 0},
					     {"dn_valid_i", s->dn_valid_i, 0},
					     {"dn_data_i", s->dn_data_i, 0},
					     {"quiet_o", "ring_quiet", 0},
					     {"up_valid_o", s->up_valid_o, 0},
					     {"up_ready_i", s->up_ready_i, 0},
					     {"up_tag_o", s->up_tag_o, 0},
					     {"up_data_o", s->up_data_o, 0},
					     {"wires_o", "ring_dn_o", 0},
					     {"wires_i", "ring_up_i", 0},
					     {"damaged_o", "near_damaged", 0},
					     {0}};

	snprintf(title, sizeof(title), "Hop to the chip %s", plan->chips[chip]);
	verilog_title(out, title);
	verilog_wire(out, 1, "near_damaged");
	verilog_instance(out, "gnomon_ring_wires_near", params, "u_ring_near", ports);
}

void verilog_hop_near(FILE *out, const struct plan *plan, unsigned chip)
{
	int far = chip > 0, near = chip < plan->chips_count;

	if (near)
		put_near(out, plan, chip);
	fprintf(out, "\tassign ring_damaged_o = %s%s%s;\n", far ? "far_damaged" : "",
		far && near ? " || " : "", near ? "near_damaged" : "");
}
