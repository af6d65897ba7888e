/* SPDX-License-Identifier: Apache-2.0 */
/* The list of the Verilog files that a simulator or a synthesis tool reads. */
#include "emit.h"

#include <string.h>

#include "plan.h"

/* Which monitors need a file of the library. */
enum need {
	NEED_ALWAYS,
	NEED_UART,
	NEED_SINGLE,
	NEED_RING,
	NEED_PAIRS,    /* ratio counters */
	NEED_TRIGGERS, /* anything that fires besides events, or an event port */
	NEED_WISHBONE,
	NEED_AXILITE,
	NEED_SHARED, /* ranks of two nodes */
	NEED_SPRAM,
};

static const struct {
	const char *module;
	enum need need;
} library[] = {
    {"gnomon_uart", NEED_UART},		 {"gnomon_queue", NEED_UART},
    {"gnomon_link", NEED_ALWAYS},	 {"gnomon_single", NEED_SINGLE},
    {"gnomon_center", NEED_RING},	 {"gnomon_collector", NEED_RING},
    {"gnomon_ring_master", NEED_RING},	 {"gnomon_headend", NEED_RING},
    {"gnomon_station", NEED_RING},	 {"gnomon_skid", NEED_RING},
    {"gnomon_words", NEED_RING},	 {"gnomon_fifo", NEED_RING},
    {"gnomon_sender", NEED_RING},	 {"gnomon_ratios", NEED_PAIRS},
    {"gnomon_pair", NEED_PAIRS},	 {"gnomon_wishbone", NEED_WISHBONE},
    {"gnomon_axilite", NEED_AXILITE},	 {"gnomon_sources", NEED_TRIGGERS},
    {"gnomon_sequence", NEED_TRIGGERS},	 {"gnomon_strict", NEED_TRIGGERS},
    {"gnomon_timer", NEED_TRIGGERS},	 {"gnomon_watchdog", NEED_TRIGGERS},
    {"gnomon_port", NEED_TRIGGERS},	 {"gnomon_process_time", NEED_TRIGGERS},
    {"gnomon_cells", NEED_TRIGGERS},	 {"gnomon_trigger", NEED_ALWAYS},
    {"gnomon_rank", NEED_ALWAYS},	 {"gnomon_delay", NEED_ALWAYS},
    {"gnomon_sync", NEED_ALWAYS},	 {"gnomon_count", NEED_ALWAYS},
    {"gnomon_builder", NEED_ALWAYS},	 {"gnomon_regs", NEED_ALWAYS},
    {"gnomon_ram", NEED_ALWAYS},	 {"gnomon_ram_narrow", NEED_ALWAYS},
    {"gnomon_ram_bytes", NEED_TRIGGERS}, {"gnomon_ram_dual", NEED_SHARED},
    {"gnomon_ram_single", NEED_SPRAM},
};

static int has_adapter(const struct plan_node *n, const char *adapter)
{
	return n->port.bus && n->port.bus->adapter && strcmp(n->port.bus->adapter, adapter) == 0;
}

static int node_needs(const struct plan_node *n, enum need need)
{
	switch (need) {
	case NEED_PAIRS:
		return n->pairs_count > 0;
	case NEED_TRIGGERS:
		return n->triggers_count > 0 || n->port.bus;
	case NEED_WISHBONE:
		return has_adapter(n, "gnomon_wishbone");
	case NEED_AXILITE:
		return has_adapter(n, "gnomon_axilite");
	case NEED_SHARED:
		return n->shared;
	case NEED_SPRAM:
		return n->layout->tree->sprams > 0;
	default:
		return 0;
	}
}

static int is_needed(const struct plan *plan, enum need need)
{
	if (need == NEED_ALWAYS)
		return 1;
	if (need == NEED_UART)
		return plan->uart;
	if (need == NEED_SINGLE || need == NEED_RING)
		return (plan->form == PLAN_RING) == (need == NEED_RING);
	for (size_t i = 0; i < plan->nodes_count; i++)
		if (node_needs(&plan->nodes[i], need))
			return 1;
	return 0;
}

int emit_filelist(const struct plan *plan, FILE *out)
{
	fprintf(out, "%s\n", plan->verilog);
	for (size_t i = 0; i < sizeof(library) / sizeof(library[0]); i++)
		if (is_needed(plan, library[i].need))
			fprintf(out, "%s.v\n", library[i].module);
	return 0;
}
