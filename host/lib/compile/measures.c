/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/measures.h"
#include "compile/route.h"
#include "monitor/quantity.h"

#include <stdio.h>
#include <string.h>

#define OF " of "

/* clang-format off */
static const struct gno_measure_kind kinds[] = {
    {"event duration", "events (rises of SIGNAL)", "cycles of SIGNAL", GNO_PRINT_B_PER_A,
     "B/A cycles", .way = {{NULL, NULL}}, .of = true},
    {"access latency", "accesses done", "cycles of all waits", GNO_PRINT_B_PER_A, "B/A cycles",
     .way = {{"transaction", "bus_wait"}, {"grant", "bus_wait"}, {"answer", "outstanding"}}},
    {"event ratio", "special events", "all events", GNO_PRINT_A_OF_B, "A/B",
     .way = {{"special_events", "all_events"}}},
    {"cache hit ratio", "hits", "accesses", GNO_PRINT_A_OF_B, "A/B",
     .way = {{"cache_hit", "cache_access"}, {"icache_hit", "icache_access"},
	     {"dcache_hit", "dcache_access"}},
     .only_one = true},
    {"icache hit ratio", "hits", "accesses", GNO_PRINT_A_OF_B, "A/B",
     .way = {{"icache_hit", "icache_access"}}},
    {"dcache hit ratio", "hits", "accesses", GNO_PRINT_A_OF_B, "A/B",
     .way = {{"dcache_hit", "dcache_access"}}},
    {"bus occupancy", "busy cycles", "all cycles", GNO_PRINT_A_OF_B, "A/B",
     .way = {{"bus_busy", "always"}, {"not stall_idle", "always"},
	     {"not (read_stall_idle and write_stall_idle)", "always"}}},
    {"percent time writing", "cycles in writes", "all cycles", GNO_PRINT_A_OF_B, "A/B",
     .way = {{"writing", "always"}, {"not write_stall_idle", "always"}}},
    {"percent time writing data", "cycles in writes of data", "all cycles", GNO_PRINT_A_OF_B, "A/B",
     .way = {{"writing_data", "always"}}},
    {"processor idle", "idle cycles", "all cycles", GNO_PRINT_A_OF_B, "A/B",
     .way = {{"idle", "always"}}},
    {"number of events", NULL, "events (rises of SIGNAL)", GNO_PRINT_B, "B",
     .way = {{NULL, NULL}}, .of = true},
    {"translation misses", "misses", "translations", GNO_PRINT_A_OF_B_AND, "A of B, A/B",
     .way = {{"tlb_miss", "tlb_access"}}},
    {"transactions", NULL, "transactions", GNO_PRINT_B, "B",
     .way = {{NULL, "transaction"}, {NULL, "answer"}}},
    {"memory access distribution", NULL, NULL, GNO_PRINT_B, "buckets",
     .way = {{NULL, NULL}}, .classes = true},
};
/* clang-format on */

const struct gno_measure_kind *gno_measure_kinds(size_t *count)
{
	*count = sizeof(kinds) / sizeof(kinds[0]);
	return kinds;
}

const struct gno_measure_kind *gno_measure_named(const char *text, const char **of)
{
	const char *end = strstr(text, OF);
	size_t len;

	*of = NULL;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].name, text))
			return &kinds[i]; /* some names have an "of" of their own */
	for (; end; end = strstr(end + 1, OF)) {
		len = (size_t)(end - text);
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
			if (strlen(kinds[i].name) != len || strncmp(kinds[i].name, text, len) != 0)
				continue;
			*of = end + strlen(OF);
			return &kinds[i];
		}
	}
	return NULL;
}

/* Whether an input of a pair can be that one: -1: no, 0: routed, 1: fixed. */
static int side_fits(const struct gno_node *n, const char *input, const char *wanted)
{
	struct gno_words_fault fault;
	struct gno_route route;

	if (!wanted)
		return 0; /* what it counts is not examined */
	if (!strcmp(input, wanted))
		return 1;
	return strcmp(input, GNO_INPUT_ROUTE) || gno_route_parse(wanted, n, &route, &fault) ? -1
											    : 0;
}

int gno_measure_fits(const struct gno_node *n, unsigned pair, const struct gno_measure_inputs *in)
{
	const struct gno_pair *p = &n->pair[pair];
	int a = side_fits(n, p->a, in->a), b = side_fits(n, p->b, in->b);

	if (p->gate || !strcmp(p->a, GNO_INPUT_GATE) || a < 0 || b < 0)
		return -1;
	return a + b;
}

bool gno_measure_possible(const struct gno_node *n, const struct gno_measure_inputs *in, char *why,
			  size_t room)
{
	struct gno_words_fault fault;
	struct gno_route route;

	for (unsigned i = 0; i < n->pairs; i++)
		if (gno_measure_fits(n, i, in) >= 0)
			return true;
	if (in->a && gno_route_parse(in->a, n, &route, &fault))
		snprintf(why, room, "%s", fault.text);
	else if (gno_route_parse(in->b, n, &route, &fault))
		snprintf(why, room, "%s", fault.text);
	else
		snprintf(
		    why, room,
		    "node '%s' has no pair that counts '%s' and '%s', and none with routed inputs",
		    n->name, in->a ? in->a : "nothing", in->b);
	return false;
}

const struct gno_measure_inputs *gno_measure_way(const struct gno_node *n,
						 const struct gno_measure_kind *kind, char *why,
						 size_t room)
{
	const struct gno_measure_inputs *found = NULL;
	char first[320] = "", other[320];

	for (unsigned i = 0; kind->way[i].b; i++) {
		const struct gno_measure_inputs *way = &kind->way[i];

		if (!gno_measure_possible(n, way, *first ? other : first, sizeof(first)))
			continue;
		if (!found) {
			found = way;
		} else if (kind->only_one) {
			snprintf(why, room,
				 "node '%s' has both '%s' and '%s': name the one that is meant",
				 n->name, found->b, way->b);
			return NULL;
		}
	}
	if (!found)
		snprintf(why, room, "%s", first);
	return found;
}

int gno_measure_classes(const struct gno_node *n)
{
	for (unsigned i = 0; i < n->preprocessors.buckets; i++)
		if (n->preprocessors.quantity[n->preprocessors.bucket[i].of].kind->codes)
			return (int)i;
	return -1;
}

/* A pair of fixed inputs that counts just these; NULL: there is none. */
static const char *fixed_pair(const struct gno_node *n, const struct gno_measure_inputs *in)
{
	for (unsigned i = 0; i < n->pairs; i++)
		if (gno_measure_fits(n, i, in) == (in->a ? 2 : 1) &&
		    strcmp(n->pair[i].a, GNO_INPUT_ROUTE))
			return n->pair[i].name;
	return NULL;
}

/* Whether a signal of the node can be routed as such a measure needs it. */
static void ask_routed(const struct gno_node *n, const struct gno_measure_kind *kind,
		       struct gno_measure_answer *out)
{
	struct gno_measure_inputs in = {kind->a ? GNO_INPUT_ALWAYS : NULL, GNO_INPUT_ALWAYS};

	for (unsigned i = 0; i < n->pairs && n->preprocessors.signals && !out->able; i++)
		out->able = gno_measure_fits(n, i, &in) == 0;
	snprintf(out->text, sizeof(out->text), "%s",
		 out->able ? "a routed pair, of a signal" : "no pair with routed inputs");
}

void gno_measure_ask(const struct gno_node *n, const struct gno_measure_kind *kind,
		     struct gno_measure_answer *out)
{
	const struct gno_measure_inputs *way;
	int unit;

	*out = (struct gno_measure_answer){.able = false};
	if (kind->of) {
		ask_routed(n, kind, out);
		return;
	}
	if (kind->classes) {
		unit = gno_measure_classes(n);
		out->able = unit >= 0;
		snprintf(out->text, sizeof(out->text), "%s%s",
			 out->able ? "buckets " : "no buckets over event codes",
			 out->able ? n->preprocessors.bucket[unit].name : "");
		return;
	}
	way = gno_measure_way(n, kind, out->text, sizeof(out->text));
	out->able = way != NULL;
	out->pair = way ? fixed_pair(n, way) : NULL;
	if (way)
		snprintf(out->text, sizeof(out->text), "%s%s (%s%s%s)",
			 out->pair ? "pair " : "a routed pair", out->pair ? out->pair : "",
			 way->a ? way->a : "", way->a ? ", " : "", way->b);
}
