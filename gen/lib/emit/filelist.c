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
	NEED_BLOCKS = 1 << 12, /* of two units or more */
	NEED_RUNS = 1 << 13,   /* ratio counters of several groups */
};

static void put_module(const char *module, FILE *out)
{
	fprintf(out, "%s.v\n", module);
}

/* 1 where some node has a quantity of that kind. */
static int has_quantity(const struct plan *plan, const struct quantity_kind *kind)
{
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_measure *m = plan->nodes[i].measure;

		for (size_t q = 0; m && q < m->quantities_count; q++)
			if (m->quantities[q].kind == kind)
				return 1;
	}
	return 0;
}

/* 1 where some node has a watcher of that kind. */
static int has_watcher(const struct plan *plan, const struct watcher_kind *kind)
{
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_measure *m = plan->nodes[i].measure;
		const struct plan_watchers *w = m ? &m->watchers[kind->role] : NULL;

		for (size_t k = 0; w && k < w->count; k++)
			if (w->items[k].kind == kind)
				return 1;
	}
	return 0;
}

static void put_quantities(const struct plan *plan, FILE *out)
{
	const struct quantity_kind *kind;

	for (size_t i = 0; (kind = quantity_at(i)); i++)
		if (kind->module && has_quantity(plan, kind))
			put_module(kind->module, out);
}

static void put_watchers(const struct plan *plan, FILE *out)
{
	const struct watcher_kind *kind;

	for (size_t i = 0; (kind = watcher_at(i)); i++) {
		if (!has_watcher(plan, kind))
			continue;
		put_module(kind->module, out);
		if (kind->beside)
			put_module(kind->beside, out);
	}
}

/* 1 where a kind that the plan has uses a module. */
static int is_used(const struct plan *plan, const char *module)
{
	const struct quantity_kind *quantity;
	const struct watcher_kind *watcher;

	for (size_t i = 0; (quantity = quantity_at(i)); i++)
		for (size_t u = 0; u < QUANTITY_USES_MAX && quantity->uses[u]; u++)
			if (strcmp(quantity->uses[u], module) == 0 && has_quantity(plan, quantity))
				return 1;
	for (size_t i = 0; (watcher = watcher_at(i)); i++)
		for (size_t u = 0; u < WATCHER_USES_MAX && watcher->uses[u]; u++)
			if (strcmp(watcher->uses[u], module) == 0 && has_watcher(plan, watcher))
				return 1;
	return 0;
}

static const struct {
	const char *module; /* is read where any of the needs is there, or a kind uses it */
	unsigned needs;
	void (*put)(const struct plan *plan, FILE *out); /* modules that only one kind has */
} library[] = {
    {"gnomon_uart", NEED_UART, NULL},
    {"gnomon_queue", NEED_UART, NULL},
    {"gnomon_link", NEED_ALWAYS, NULL},
    {"gnomon_single", NEED_SINGLE, NULL},
    {"gnomon_center", NEED_RING, NULL},
    {"gnomon_collector", NEED_RING, NULL},
    {"gnomon_recorder", NEED_RING, NULL},
    {"gnomon_ring_master", NEED_RING, NULL},
    {"gnomon_headend", NEED_RING, NULL},
    {"gnomon_station", NEED_RING, NULL},
    {"gnomon_skid", NEED_RING, NULL},
    {"gnomon_words", NEED_RING, NULL},
    {"gnomon_fifo", NEED_RING, NULL},
    {"gnomon_sender", NEED_RING, NULL},
    {"gnomon_wishbone", NEED_WISHBONE, NULL},
    {"gnomon_axilite", NEED_AXILITE, NULL},
    {"gnomon_sources", NEED_JOINED, NULL},
    {"gnomon_sequence", NEED_JOINED, NULL},
    {"gnomon_strict", NEED_JOINED, NULL},
    {"gnomon_timer", NEED_JOINED, NULL},
    {"gnomon_watchdog", NEED_JOINED, NULL},
    {"gnomon_port", NEED_JOINED, NULL},
    {"gnomon_codes", NEED_JOINED, NULL},
    {"gnomon_process_time", NEED_JOINED, NULL},
    {"gnomon_rows", NEED_PAIRS, NULL},
    {"gnomon_router", NEED_ROUTER, NULL},
    {"gnomon_gate", NEED_GATE, NULL},
    {"gnomon_ratios", NEED_PAIRS, NULL},
    {"gnomon_form", NEED_PAIRS, NULL},
    {"gnomon_join", NEED_RUNS, NULL},
    {NULL, 0, put_quantities},
    {"gnomon_tally", 0, NULL},
    {NULL, 0, put_watchers},
    {"gnomon_blocks", NEED_BLOCKS, NULL},
    {"gnomon_cells", NEED_JOINED, NULL},
    {"gnomon_trigger", NEED_ALWAYS, NULL},
    {"gnomon_rank", NEED_ALWAYS, NULL},
    {"gnomon_delay", NEED_ALWAYS, NULL},
    {"gnomon_sync", NEED_ALWAYS, NULL},
    {"gnomon_count", NEED_ALWAYS, NULL},
    {"gnomon_builder", NEED_ALWAYS, NULL},
    {"gnomon_regs", NEED_ALWAYS, NULL},
    {"gnomon_ram", NEED_ALWAYS, NULL},
    {"gnomon_ram_narrow", NEED_ALWAYS, NULL},
    {"gnomon_ram_bytes", NEED_JOINED, NULL},
    {"gnomon_ram_dual", NEED_SHARED, NULL},
    {"gnomon_ram_single", NEED_SPRAM, NULL},
    {"gnomon_ram_zeros", NEED_PAIRS, NULL},
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
	needs |= m->watchers[WATCHER_BANKED].count + m->watchers[WATCHER_COUNTED].count > 1
		     ? NEED_BLOCKS
		     : 0;
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
	for (size_t i = 0; i < sizeof(library) / sizeof(library[0]); i++) {
		if (library[i].put)
			library[i].put(plan, out);
		else if (needs & library[i].needs || is_used(plan, library[i].module))
			put_module(library[i].module, out);
	}
	return 0;
}
