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
	NEED_KIND = 1 << 18,   /* quantities: this bit for kind 0, the next for kind 1, ... */
};

#define NEED_OF(kind) ((unsigned)NEED_KIND << (kind))

static const struct {
	const char *module;
	unsigned needs; /* any of them */
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
    {"gnomon_pulse", NEED_OF(M_PULSE)},
    {"gnomon_latency", NEED_OF(M_LATENCY)},
    {"gnomon_occupancy", NEED_OF(M_OCCUPANCY)},
    {"gnomon_total", NEED_OF(M_TOTAL)},
    {"gnomon_window", NEED_OF(M_WINDOW)},
    {"gnomon_tally", NEED_OF(M_PULSE) | NEED_OF(M_TOTAL) | NEED_OF(M_WINDOW)},
    {"gnomon_threshold", NEED_THRESHOLDS},
    {"gnomon_extremes", NEED_EXTREMES},
    {"gnomon_samples", NEED_EXTREMES},
    {"gnomon_buckets", NEED_BUCKETS},
    {"gnomon_ranges", NEED_BUCKETS},
    {"gnomon_counters", NEED_COUNTERS},
    {"gnomon_halve", NEED_COUNTERS},
    {"gnomon_blocks", NEED_BLOCKS},
    {"gnomon_cells", NEED_JOINED | NEED_OF(M_WINDOW)},
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
	for (size_t i = 0; i < m->quantities_count; i++)
		needs |= NEED_OF(m->quantities[i].kind);
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

int emit_filelist(const struct plan *plan, FILE *out)
{
	unsigned needs = plan_needs(plan);

	fprintf(out, "%s\n", plan->verilog);
	for (size_t i = 0; i < sizeof(library) / sizeof(library[0]); i++)
		if (needs & library[i].needs)
			fprintf(out, "%s.v\n", library[i].module);
	return 0;
}
