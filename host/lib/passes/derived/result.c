/* SPDX-License-Identifier: Apache-2.0 */
/* From counts to results: the numbers that measures print, and classes of clocks that add up to
 * all. */
#include "results/report.h"

#include <stdio.h>
#include <string.h>

static const char nothing_routed[] = "nothing"; /* what is routed to an input that no route names */

#define PAIRS_MAX 16 /* more than a node has */

double report_count(uint64_t min, uint64_t max)
{
	return ((double)min + (double)max) / 2;
}

struct gno_ratio report_counted(const struct gno_ratio *before, const struct gno_ratio *now)
{
	return (struct gno_ratio){
	    .a_min = now->a_min > before->a_max ? now->a_min - before->a_max : 0,
	    .a_max = now->a_max > before->a_min ? now->a_max - before->a_min : 0,
	    .b_min = now->b_min > before->b_max ? now->b_min - before->b_max : 0,
	    .b_max = now->b_max > before->b_min ? now->b_max - before->b_min : 0,
	    .saturated = now->saturated || before->saturated,
	};
}

const char *report_measure_is(enum gno_measure_print print)
{
	static const char *const names[GNO_PRINTS] = {[GNO_PRINT_A_OF_B] = "a/b",
						      [GNO_PRINT_A_OF_B_AND] = "a",
						      [GNO_PRINT_B_PER_A] = "b/a",
						      [GNO_PRINT_B] = "b"};

	return names[print];
}

int report_measure_value(enum gno_measure_print print, const struct gno_ratio *r,
			 struct gno_quotient *out)
{
	switch (print) {
	case GNO_PRINT_B_PER_A:
		if (!r->a_min)
			return GNO_ERR_ARG;
		*out = (struct gno_quotient){.value = gno_ratio_b(r) / gno_ratio_a(r),
					     .min = (double)r->b_min / (double)r->a_max,
					     .max = (double)r->b_max / (double)r->a_min};
		return GNO_OK;
	case GNO_PRINT_B:
		*out = (struct gno_quotient){report_count(r->b_min, r->b_max), (double)r->b_min,
					     (double)r->b_max};
		return GNO_OK;
	case GNO_PRINT_A_OF_B_AND:
		*out = (struct gno_quotient){report_count(r->a_min, r->a_max), (double)r->a_min,
					     (double)r->a_max};
		return GNO_OK;
	default:
		return gno_ratio_quotient(r, out);
	}
}

bool report_is_amount(const struct gno_node *node, unsigned pair)
{
	const struct gno_pair *p = &node->pair[pair];

	for (unsigned i = 0; i < node->preprocessors.values; i++)
		if (!strcmp(node->preprocessors.value[i].name, p->a) ||
		    !strcmp(node->preprocessors.value[i].name, p->b))
			return true;
	return false;
}

bool report_is_part(const struct gno_node *node, unsigned pair)
{
	const struct gno_pair *p = &node->pair[pair];
	bool routed = !strcmp(p->a, GNO_INPUT_ROUTE) || !strcmp(p->b, GNO_INPUT_ROUTE);

	return !report_is_amount(node, pair) && (!routed || !strcmp(p->b, GNO_INPUT_ALWAYS));
}

int report_quotient(const struct gno_node *node, unsigned pair, const struct gno_ratio *r,
		    struct gno_quotient *out)
{
	if (report_is_part(node, pair))
		return gno_ratio_quotient(r, out);
	if (!r->b_min)
		return GNO_ERR_ARG;
	*out = (struct gno_quotient){.value = report_count(r->a_min, r->a_max) / gno_ratio_b(r),
				     .min = (double)r->a_min / (double)r->b_max,
				     .max = (double)r->a_max / (double)r->b_min};
	return GNO_OK;
}

/* What is routed to `name`.`key` in a load; NULL: nothing, or it is no line of the router. */
static const char *route_in(const struct gno_report *r, unsigned node, size_t load,
			    const char *name, const char *key)
{
	const struct gno_pattern_node *n = &r->points.load[load].file->node[node];
	char line[128];
	int at;

	snprintf(line, sizeof(line), "%s.%s", name, key);
	at = gno_node_line(&r->m->node[node], line);
	return at < 0 || (size_t)at >= n->routes ? NULL : n->route[at];
}

/* Whether that is the same in all loads of the node. */
static bool same_route(const struct gno_report *r, unsigned node, const char *name, const char *key)
{
	const char *first = route_in(r, node, 0, name, key), *other;

	for (size_t l = 1; l < r->points.loads; l++) {
		if (!r->points.load[l].on[node])
			continue;
		other = route_in(r, node, l, name, key);
		if (!first != !other || (first && strcmp(first, other) != 0))
			return false;
	}
	return true;
}

const struct gno_pattern_node *report_measures(const struct gno_report *r, unsigned node)
{
	const struct gno_pattern_node *first = &r->points.load[0].file->node[node];

	for (size_t l = 1; l < r->points.loads; l++) {
		const struct gno_pattern_node *n = &r->points.load[l].file->node[node];
		bool same = n->measures == first->measures;

		for (size_t i = 0; same && i < n->measures; i++)
			same = n->measure[i].pair == first->measure[i].pair &&
			       !strcmp(n->measure[i].name, first->measure[i].name);
		if (r->points.load[l].on[node] && !same)
			return NULL;
	}
	for (size_t i = 0; i < first->measures; i++) {
		const char *pair = r->m->node[node].pair[first->measure[i].pair].name;

		if (!same_route(r, node, pair, "a") || !same_route(r, node, pair, "b"))
			return NULL;
	}
	return first;
}

const char *report_input(const struct gno_report *r, unsigned node, const char *name,
			 const char *key, const char *input)
{
	const char *route;

	if (strcmp(input, GNO_INPUT_ROUTE) != 0 || !r->points.load[0].file->node[node].routes ||
	    !same_route(r, node, name, key))
		return input;
	route = route_in(r, node, 0, name, key);
	return route ? route : nothing_routed;
}

bool report_is_idle(const struct gno_report *r, unsigned node, const char *name, const char *key,
		    const char *input)
{
	return report_input(r, node, name, key, input) == nothing_routed;
}

/* Length of a name up to `stall_`, that included; 0: it is no class. */
static size_t group_length(const char *name)
{
	const char *at = name ? strstr(name, "stall_") : NULL;

	return at && (at == name || at[-1] == '_') ? (size_t)(at - name) + strlen("stall_") : 0;
}

static bool same_group(const char *a, const char *b)
{
	size_t length = group_length(a);

	return length && length == group_length(b) && !strncmp(a, b, length);
}

/* Finds the groups among names (NULL: none): the place of the first of each. */
static unsigned find_groups(const char *const *name, unsigned names, unsigned *first,
			    struct report_stall *out)
{
	unsigned groups = 0;

	for (unsigned i = 0; i < names && groups < REPORT_STALLS; i++) {
		unsigned classes = 0, before = 0;

		for (unsigned k = 0; k < names; k++) {
			classes += same_group(name[i], name[k]);
			before += k < i && same_group(name[i], name[k]);
		}
		if (classes < 2 || before)
			continue;
		first[groups] = i;
		out[groups] = (struct report_stall){.classes = classes};
		snprintf(out[groups].group, sizeof(out->group), "%.*s", (int)group_length(name[i]),
			 name[i]);
		groups++;
	}
	return groups;
}

static void judge(struct report_stall *s)
{
	s->whole = s->sum_min <= s->clocks_max && s->sum_max >= s->clocks_min;
}

unsigned report_stall_pairs(const struct gno_node *node, const struct gno_ratio *pair,
			    struct report_stall out[REPORT_STALLS])
{
	const char *name[PAIRS_MAX] = {NULL};
	unsigned first[REPORT_STALLS], groups;

	for (unsigned i = 0; i < node->pairs; i++)
		if (!strcmp(node->pair[i].b, GNO_INPUT_ALWAYS))
			name[i] = node->pair[i].name;
	groups = find_groups(name, node->pairs, first, out);
	for (unsigned g = 0; g < groups; g++) {
		struct report_stall *s = &out[g];

		s->clocks_max = UINT64_MAX;
		for (unsigned i = first[g]; i < node->pairs; i++) {
			if (!same_group(name[first[g]], name[i]))
				continue;
			s->sum_min += pair[i].a_min;
			s->sum_max += pair[i].a_max;
			if (pair[i].b_min > s->clocks_min)
				s->clocks_min = pair[i].b_min;
			if (pair[i].b_max < s->clocks_max)
				s->clocks_max = pair[i].b_max;
		}
		judge(s);
	}
	return groups;
}

/* Clocks that a group of classes has counted at a snapshot, the least and the most, each on its
 * own.
 */
static void clocks_at(const struct gno_counter_bank *bank, const char *group,
		      const struct gno_block *head, uint64_t *least, uint64_t *most)
{
	*least = UINT64_MAX;
	*most = 0;
	for (unsigned i = 0; i < bank->inputs; i++) {
		uint64_t clocks = block_counter_clocks(head, i);

		if (!same_group(group, bank->input[i]))
			continue;
		*least = clocks < *least ? clocks : *least;
		*most = clocks > *most ? clocks : *most;
	}
}

unsigned report_stall_counters(const struct gno_node *node, unsigned unit,
			       const struct gno_block *before, const uint64_t *before_count,
			       const struct gno_block *now, const uint64_t *now_count,
			       struct report_stall out[REPORT_STALLS])
{
	const struct gno_counter_bank *bank = &node->preprocessors.counter[unit];
	unsigned first[REPORT_STALLS];
	unsigned groups = find_groups((const char *const *)bank->input, bank->inputs, first, out);

	for (unsigned g = 0; g < groups; g++) {
		uint64_t least, most, least_before = 0, most_before = 0;
		const char *group = bank->input[first[g]];
		struct report_stall *s = &out[g];

		for (unsigned i = 0; i < bank->inputs; i++)
			if (same_group(group, bank->input[i]))
				s->sum_min += now_count[i] - before_count[i];
		s->sum_max = s->sum_min;
		clocks_at(bank, group, now, &least, &most);
		if (before)
			clocks_at(bank, group, before, &least_before, &most_before);
		if (!node->preprocessors
			 .gate) /* else there may be clocks in which nothing counts */
			s->clocks_min = least > most_before ? least - most_before : 0;
		s->clocks_max = most - least_before;
		judge(s);
	}
	return groups;
}

bool gno_report_part_of(const struct gno_node *node, unsigned parts)
{
	return (parts & REPORT_RATIOS && (node->pairs || node->preprocessors.extremes)) ||
	       (parts & REPORT_BUCKETS && node->preprocessors.buckets) ||
	       (parts & REPORT_COUNTERS && node->preprocessors.counters);
}
