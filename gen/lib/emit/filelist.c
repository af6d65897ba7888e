/* SPDX-License-Identifier: Apache-2.0 */
/* The list of the Verilog files that a simulator or a synthesis tool reads. */
#include "emit/emit.h"

#include <string.h>

#include "plan/plan.h"

/* What needs a file of the library: a set of these bits. */
enum need {
	NEED_ALWAYS = 1 << 0,
	NEED_UART = 1 << 1,
	NEED_SINGLE = 1 << 2,
	NEED_RING = 1 << 3,
	NEED_JOINED = 1 << 4, /* anything that fires besides events, an event port, or a gate */
	NEED_WISHBONE = 1 << 5,
	NEED_AXILITE = 1 << 6,
	NEED_SHARED = 1 << 7, /* ranks of two nodes */
	NEED_SPRAM = 1 << 8,
	NEED_PAIRS = 1 << 9, /* ratio counters */
	NEED_ROUTER = 1 << 10,
	NEED_GATE = 1 << 11,
	NEED_THRESHOLDS = 1 << 12,
	NEED_EXTREMES = 1 << 13,
	NEED_BUCKETS = 1 << 14,
	NEED_COUNTERS = 1 << 15,
	NEED_BLOCKS = 1 << 16, /* of two units or more */
	NEED_RUNS = 1 << 17,   /* ratio counters of several groups */
};

static const struct {
	const char *module;
	unsigned needs; /* any of them; 0: a kind of quantity */
} library[] = {
    {"gnomon_uart", NEED_UART},
    {"gnomon_queue", NEED_UART},
    {"gnomon_link", NEED_ALWAYS},
    {"gnomon_single", NEED_SINGLE},
    {"gnomon_center", NEED_RING},
    {"gnomon_collector", NEED_RING},
    {"gnomon_recorder", NEED_RING},
    {"gnomon_ring_master", NEED_RING},
    {"gnomon_headend", NEED_RING},
    {"gnomon_station", NEED_RING},
    {"gnomon_skid", NEED_RING},
    {"gnomon_words", NEED_RING},
    {"gnomon_fifo", NEED_RING},
    {"gnomon_sender", NEED_RING},
    {"gnomon_wishbone", NEED_WISHBONE},
    {"gnomon_axilite", NEED_AXILITE},
    {"gnomon_sources", NEED_JOINED},
    {"gnomon_sequence", NEED_JOINED},
    {"gnomon_strict", NEED_JOINED},
    {"gnomon_timer", NEED_JOINED},
    {"gnomon_watchdog", NEED_JOINED},
    {"gnomon_port", NEED_JOINED},
    {"gnomon_codes", NEED_JOINED},
    {"gnomon_process_time", NEED_JOINED},
    {"gnomon_rows", NEED_PAIRS | NEED_EXTREMES},
    {"gnomon_router", NEED_ROUTER},
    {"gnomon_gate", NEED_GATE},
    {"gnomon_ratios", NEED_PAIRS},
    {"gnomon_form", NEED_PAIRS},
    {"gnomon_join", NEED_RUNS},
    {NULL, 0}, /* those of the kinds of quantities; what these use is looked up by name */
    {"gnomon_tally", 0},
    {"gnomon_threshold", NEED_THRESHOLDS},
    {"gnomon_extremes", NEED_EXTREMES},
    {"gnomon_samples", NEED_EXTREMES},
    {"gnomon_buckets", NEED_BUCKETS},
    {"gnomon_ranges", NEED_BUCKETS},
    {"gnomon_counters", NEED_COUNTERS},
    {"gnomon_halve", NEED_COUNTERS},
    {"gnomon_blocks", NEED_BLOCKS},
    {"gnomon_cells", NEED_JOINED},
    {"gnomon_trigger", NEED_ALWAYS},
    {"gnomon_rank", NEED_ALWAYS},
    {"gnomon_delay", NEED_ALWAYS},
    {"gnomon_sync", NEED_ALWAYS},
    {"gnomon_count", NEED_ALWAYS},
    {"gnomon_builder", NEED_ALWAYS},
    {"gnomon_regs", NEED_ALWAYS},
    {"gnomon_ram", NEED_ALWAYS},
    {"gnomon_ram_narrow", NEED_ALWAYS},
    {"gnomon_ram_bytes", NEED_JOINED | NEED_BUCKETS | NEED_COUNTERS},
    {"gnomon_ram_dual", NEED_SHARED},
    {"gnomon_ram_single", NEED_SPRAM},
    {"gnomon_ram_zeros", NEED_PAIRS | NEED_COUNTERS},
};

static unsigned adapter_needs(const struct plan_node *n)
{
	if (!n->port.bus || !n->port.bus->adapter)
		return 0;
	return strcmp(n->port.bus->adapter, "gnomon_wishbone") == 0 ? NEED_WISHBONE : NEED_AXILITE;
}

static unsigned measure_needs(const struct plan_measure *m)
{
	unsigned needs = 0;

	needs |= m->counted ? NEED_PAIRS : 0;
	needs |= m->runs_count > 1 ? NEED_RUNS : 0;
	needs |= m->lines_count ? NEED_ROUTER : 0;
	needs |= m->gate ? NEED_GATE : 0;
	needs |= m->thresholds_count ? NEED_THRESHOLDS : 0;
	needs |= m->extremes_count ? NEED_EXTREMES : 0;
	needs |= m->buckets_count ? NEED_BUCKETS : 0;
	needs |= m->counters_count ? NEED_COUNTERS : 0;
	needs |= m->buckets_count + m->counters_count > 1 ? NEED_BLOCKS : 0;
	return needs;
}

static unsigned plan_needs(const struct plan *plan)
{
	unsigned needs = NEED_ALWAYS | (plan->form == PLAN_RING ? NEED_RING : NEED_SINGLE);

	needs |= plan->uart ? NEED_UART : 0;
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *n = &plan->nodes[i];

		needs |= n->joined ? NEED_JOINED : 0;
		needs |= n->shared ? NEED_SHARED : 0;
		needs |= n->layout->tree->sprams ? NEED_SPRAM : 0;
		needs |= adapter_needs(n);
		needs |= n->measure ? measure_needs(n->measure) : 0;
	}
	return needs;
}

/* 1 where some node has a quantity of that kind. */
static int has_kind(const struct plan *plan, const struct quantity_kind *kind)
{
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_measure *m = plan->nodes[i].measure;

		for (size_t q = 0; m && q < m->quantities_count; q++)
			if (m->quantities[q].kind == kind)
				return 1;
	}
	return 0;
}

/* 1 where a kind of quantity that the plan has uses a module. */
static int is_used(const struct plan *plan, const char *module)
{
	const struct quantity_kind *kind;

	for (size_t i = 0; (kind = quantity_at(i)); i++)
		for (size_t u = 0; u < QUANTITY_USES_MAX && kind->uses[u]; u++)
			if (strcmp(kind->uses[u], module) == 0 && has_kind(plan, kind))
				return 1;
	return 0;
}

static void put_module(const char *module, FILE *out)
{
	fprintf(out, "%s.v\n", module);
}

static void put_kinds(const struct plan *plan, FILE *out)
{
	const struct quantity_kind *kind;

	for (size_t i = 0; (kind = quantity_at(i)); i++)
		if (kind->module && has_kind(plan, kind))
			put_module(kind->module, out);
}

int emit_filelist(const struct plan *plan, FILE *out)
{
	unsigned needs = plan_needs(plan);

	fprintf(out, "%s\n", plan->verilog);
	for (size_t i = 0; i < sizeof(library) / sizeof(library[0]); i++) {
		if (!library[i].module)
			put_kinds(plan, out);
		else if (needs & library[i].needs || is_used(plan, library[i].module))
			put_module(library[i].module, out);
	}
	return 0;
}
