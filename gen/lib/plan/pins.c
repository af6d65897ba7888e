/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ports of a monitor's modules: one list a module, from which the Verilog, the manifest and the
 * templates of instances are printed.
 */
#include "plan/pins.h"

#include <string.h>

#define OWN_PINS 3u /* clock, reset, START */
#define HOP_PINS 3u /* to one neighbour */
#define ALL_CHIPS (~0u)

/* A module while its ports are listed. */
struct pin_list {
	struct arena *arena;
	const struct m_connects *connects;
	const struct plan *plan;
	unsigned chip; /* ALL_CHIPS: it has the nodes of all of them */
	struct plan_pin *pins;
	size_t count;
};

static void add(struct pin_list *l, enum tab_role role, const char *title, struct plan_port port)
{
	l->pins[l->count++] = (struct plan_pin){
	    .port = port,
	    .role = role,
	    .title = title,
	    .foreign = role == TAB_ROLE_MEMORY,
	    .connect = model_connected(l->arena, l->connects, NULL, port.name, 0)};
}

static void add_list(struct pin_list *l, enum tab_role role, const char *title,
		     const struct plan_port *ports)
{
	for (const struct plan_port *p = ports; p->name; p++)
		add(l, role, p == ports ? title : NULL, *p);
}

/* To the neighbours of a chip. */
static void add_hops(struct pin_list *l)
{
	const struct plan *plan = l->plan;
	const unsigned wires = plan->wires;
	const struct plan_port before[] = {{"ring_dn_i", wires, 0, "ring_dn_o of it"},
					   {"ring_up_o", wires, 1, "to its ring_up_i"},
					   {"ring_sync_i", 1, 0, "ring_sync_o of it"},
					   {0}};
	const struct plan_port next[] = {{"ring_dn_o", wires, 1, "to its ring_dn_i"},
					 {"ring_up_i", wires, 0, "ring_up_o of it"},
					 {"ring_sync_o", 1, 1, "to its ring_sync_i"},
					 {0}};

	if (!plan->chips_count || l->chip == ALL_CHIPS)
		return;
	if (l->chip)
		add_list(l, TAB_ROLE_RING, "wires to the chip before, toward the trace buffer",
			 before);
	if (l->chip < plan->chips_count)
		add_list(l, TAB_ROLE_RING,
			 arena_printf(l->arena, "wires to the chip %s", plan->chips[l->chip]),
			 next);
	add(l, TAB_ROLE_RING, NULL,
	    (struct plan_port){"ring_damaged_o", 1, 1, "a damaged frame came from a neighbour"});
}

static void add_nodes(struct pin_list *l)
{
	for (size_t i = 0; i < l->plan->nodes_count; i++) {
		const struct plan_node *n = &l->plan->nodes[i];

		if (l->chip != ALL_CHIPS && n->chip != l->chip)
			continue;
		memcpy(&l->pins[l->count], n->pins, n->pins_count * sizeof(*n->pins));
		l->count += n->pins_count;
	}
}

static size_t count_list(const struct plan_port *ports)
{
	size_t count = 0;

	while (ports[count].name)
		count++;
	return count;
}

/* Most ports that a module can have. */
static size_t room_of(const struct plan *plan)
{
	size_t room = OWN_PINS + count_list(plan->phy->ports) + 2 * HOP_PINS + 1 +
		      count_list(plan->memory_ports);

	for (size_t i = 0; i < plan->nodes_count; i++)
		room += plan->nodes[i].pins_count;
	return room;
}

static struct plan_top plan_top(struct arena *arena, const struct model *m, const struct plan *plan,
				unsigned chip)
{
	struct pin_list l = {.arena = arena, .connects = &m->connect, .plan = plan, .chip = chip};
	const int center = chip == 0 || chip == ALL_CHIPS;

	l.pins = arena_array(arena, room_of(plan), sizeof(*l.pins));
	if (!l.pins)
		return (struct plan_top){0};
	add(&l, TAB_ROLE_CLK, NULL, (struct plan_port){"clk", 1, 0, ""});
	add(&l, TAB_ROLE_RST, NULL, (struct plan_port){"rst", 1, 0, "synchronous"});
	if (center)
		add_list(&l, TAB_ROLE_LINK, plan->phy->title, plan->phy->ports);
	add_hops(&l);
	add(&l, TAB_ROLE_SYNC, "time",
	    (struct plan_port){"sync_o", 1, 1, "the next cycle is time 0"});
	if (center)
		add_list(&l, TAB_ROLE_MEMORY, "memory of the trace buffer", plan->memory_ports);
	add_nodes(&l);
	return (struct plan_top){
	    .name = center ? plan->name
			   : arena_printf(arena, "%s_chip_%s", plan->name, plan->chips[chip - 1]),
	    .pins = l.pins,
	    .pins_count = l.count,
	};
}

void plan_tops(struct arena *arena, const struct model *m, struct plan *plan)
{
	struct plan_top *tops = arena_array(arena, plan->chips_count + 1, sizeof(*tops));

	if (!tops)
		return;
	for (unsigned chip = 0; chip <= plan->chips_count; chip++)
		tops[chip] = plan_top(arena, m, plan, chip);
	plan->tops = tops;
	plan->whole = plan_top(arena, m, plan, ALL_CHIPS);
}

const char *plan_pin_meaning(const struct plan_pin *pin)
{
	/* `what` of a signal of the description is a comment of several */
	const int listed = pin->signal && pin->role != TAB_ROLE_PORT;

	return !listed && *pin->port.what ? pin->port.what : tab_role_words[pin->role].what;
}
