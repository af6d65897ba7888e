/* SPDX-License-Identifier: Apache-2.0 */
#include "resolve.h"
#include "gnomon/records.h"
#include "patterns.h"
#include "util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLAMED_MAX 6 /* points that a message names */

/* A word of a node, the rule that it becomes and the point that it comes from. */
struct origin {
	struct gno_rule rule;
	size_t point;
};

/* The function of that name; NULL after a fault was noted. */
static const struct gno_function *find_function(struct gno_yaml *y, const struct gno_experiment *e,
						const struct gno_point *p)
{
	const struct gno_program *prog = e->program;
	const struct gno_function *found = NULL;
	const char *near;
	size_t i;

	for (i = 0; i < prog->functions; i++) {
		const struct gno_function *f = &prog->function[i];

		if (strcmp(f->name, p->symbol) != 0)
			continue;
		if (found && found->entry != f->entry) {
			gno_yaml_fault_at(y, p->line, p->column,
					  "function '%s' of point '%s' is there more than once in '%s', at "
					  "0x%08" PRIx32 " and 0x%08" PRIx32 "; name it by its address",
					  p->symbol, p->name, prog->path, found->entry, f->entry);
			return NULL;
		}
		found = f;
	}
	if (found)
		return found;
	near = gno_nearest(p->symbol, &prog->function[0].name, prog->functions, sizeof(prog->function[0]));
	gno_yaml_fault_at(y, p->line, p->column, "function '%s' of point '%s' is not in '%s'%s%s%s",
			  p->symbol, p->name, prog->path, near ? "; did you mean '" : "", near ? near : "",
			  near ? "'?" : "");
	return NULL;
}

static void set_addresses(struct gno_yaml *y, struct gno_point *p, const uint32_t *address, size_t count)
{
	p->address = malloc((count ? count : 1) * sizeof(*p->address));
	if (!p->address) {
		y->nomem = true;
		return;
	}
	memcpy(p->address, address, count * sizeof(*p->address));
	p->addresses = count;
}

static void resolve_returns(struct gno_yaml *y, struct gno_point *p, const struct gno_function *f)
{
	if (!f->return_count) {
		gno_yaml_fault_at(y, p->line, p->column, "function '%s' of point '%s' %s", f->name, p->name,
				  f->size ? "never returns"
					  : "has no size in the program, so its returns cannot be found");
		return;
	}
	if (f->indirect)
		gno_yaml_warn(y, p->line, p->column,
			      "function '%s' of point '%s' has %u indirect jumps; if they leave it, those "
			      "returns are not seen",
			      f->name, p->name, f->indirect);
	set_addresses(y, p, f->returns, f->return_count);
}

static void resolve_point(struct gno_yaml *y, struct gno_experiment *e, struct gno_point *p)
{
	const struct gno_function *f;
	uint32_t address = p->offset;

	if (p->kind == GNO_POINT_ADDRESS) {
		set_addresses(y, p, &address, 1);
		return;
	}
	f = p->symbol ? find_function(y, e, p) : NULL;
	if (!f)
		return;
	address += f->entry;
	if (p->kind == GNO_POINT_RETURN)
		resolve_returns(y, p, f);
	else if (p->kind == GNO_POINT_SYMBOL && f->size && p->offset >= f->size)
		gno_yaml_fault_at(y, p->line, p->column,
				  "offset %" PRIu32 " of point '%s' is beyond function '%s' of %" PRIu32
				  " bytes",
				  p->offset, p->name, f->name, f->size);
	else
		set_addresses(y, p, &address, 1);
}

void gno_resolve_addresses(struct gno_yaml *y, struct gno_experiment *e)
{
	size_t i;

	for (i = 0; i < e->points && !y->nomem; i++)
		if (e->program || e->point[i].kind == GNO_POINT_ADDRESS)
			resolve_point(y, e, &e->point[i]);
}

/* Notes that a word is too wide for the node, or belongs to an earlier point already; false: leave it out. */
static bool good_word(struct gno_yaml *y, const struct gno_experiment *e, const struct gno_node *n,
		      const struct origin *o, size_t count, size_t point, uint32_t word)
{
	const struct gno_point *p = &e->point[point];
	size_t i;

	if (n->word_bits < 32 && word >> n->word_bits) {
		gno_yaml_fault_at(y, p->line, p->column,
				  "address 0x%08" PRIx32 " of point '%s' is wider than the %u bits that node "
				  "'%s' watches",
				  word, p->name, n->word_bits, n->name);
		return false;
	}
	for (i = 0; i < count; i++) {
		if (o[i].rule.word != word)
			continue;
		if (o[i].point != point)
			gno_yaml_warn(y, p->line, p->column,
				      "address 0x%08" PRIx32
				      " of point '%s' is that of point '%s' too, which "
				      "comes first and gets it on node '%s'",
				      word, p->name, e->point[o[i].point].name, n->name);
		return false;
	}
	return true;
}

/* Collects the rules of a node; *out is the caller's. */
static size_t collect_rules(struct gno_yaml *y, const struct gno_experiment *e, const struct gno_node *n,
			    struct origin **out)
{
	size_t room = 1, count = 0, i, k;

	for (i = 0; i < e->points; i++)
		room += e->point[i].addresses;
	*out = calloc(room, sizeof(**out));
	if (!*out) {
		y->nomem = true;
		return 0;
	}
	for (i = 0; i < e->points; i++) {
		const struct gno_point *p = &e->point[i];

		for (k = 0; k < p->addresses && p->on[n->index]; k++) {
			if (!good_word(y, e, n, *out, count, i, p->address[k]))
				continue;
			(*out)[count].rule = (struct gno_rule){p->address[k], (uint8_t)p->code};
			(*out)[count++].point = i;
		}
	}
	return count;
}

/* "points 'a', 'b' and 3 more": those of the rules from `first` on. */
static void name_points(const struct gno_experiment *e, const struct origin *o, size_t count, size_t first,
			char *text, size_t room)
{
	size_t i, len = 0, named = 0, more = 0;

	text[0] = '\0';
	for (i = first; i < count; i++) {
		if (i > first && o[i].point == o[i - 1].point)
			continue;
		if (named++ >= BLAMED_MAX)
			more++;
		else if (len < room)
			len += (size_t)snprintf(text + len, room - len, "%s'%s'", len ? ", " : "",
						e->point[o[i].point].name);
	}
	if (more && len < room)
		snprintf(text + len, room - len, " and %zu more", more);
}

static void note_misfit(struct gno_yaml *y, const struct gno_experiment *e, const struct gno_node *n,
			const struct origin *o, size_t count, const struct gno_misfit *misfit)
{
	const struct gno_point *p = &e->point[o[misfit->first].point];
	char points[640], rank[64];

	name_points(e, o, count, misfit->first, points, sizeof(points));
	y->misfits++;
	gno_yaml_fault_at(y, p->line, p->column,
			  "the points do not fit into node '%s': %s needs %u classes and has %u; what comes "
			  "before still fits, too many are %s",
			  n->name, gno_rank_name(n, misfit->rank, rank, sizeof(rank)), misfit->needed,
			  misfit->present, points);
}

/* Notes the points whose number is above the events that the node can tell; false: there are some. */
static bool good_codes(struct gno_yaml *y, const struct gno_experiment *e, const struct gno_node *n,
		       const struct origin *o, size_t count)
{
	size_t first = 0;
	char points[640];

	while (first < count && o[first].rule.code <= n->capacity && e->points < 256)
		first++;
	if (first == count)
		return true;
	name_points(e, o, count, first, points, sizeof(points));
	y->misfits++;
	gno_yaml_fault_at(y, e->point[o[first].point].line, e->point[o[first].point].column,
			  "node '%s' can tell %u events and there are %zu points in the experiment; too many "
			  "are %s",
			  n->name, n->capacity, e->points, points);
	return false;
}

static void compile_node(struct gno_yaml *y, struct gno_experiment *e, const struct gno_node *n)
{
	uint8_t actions[256] = {0};
	struct gno_misfit misfit;
	struct gno_rule *rules;
	struct origin *o;
	size_t count, i;
	int ret;

	count = collect_rules(y, e, n, &o);
	rules = calloc(count + 1, sizeof(*rules));
	if (!rules || !o) {
		y->nomem = true;
	} else if (good_codes(y, e, n, o, count)) {
		for (i = 0; i < count; i++) {
			rules[i] = o[i].rule;
			actions[o[i].rule.code] = (uint8_t)e->point[o[i].point].actions;
		}
		ret = gno_tables_compile(n, rules, count, actions, &e->tables[n->index], &misfit, NULL);
		if (ret == GNO_ERR_NOMEM)
			y->nomem = true;
		else if (ret)
			note_misfit(y, e, n, o, count, &misfit);
	}
	free(rules);
	free(o);
}

/* Whether two nodes are alike and have the same points: then all messages are the same too. */
static bool alike(const struct gno_experiment *e, unsigned j, unsigned k)
{
	const struct gno_node *a = &e->manifest->node[j], *b = &e->manifest->node[k];
	size_t i;

	for (i = 0; i < e->points; i++)
		if (e->point[i].on[j] != e->point[i].on[k])
			return false;
	return a->word_bits == b->word_bits && a->capacity == b->capacity && a->code_bits == b->code_bits &&
	       !memcmp(a->chunks, b->chunks, sizeof(a->chunks));
}

/* Compiles a node that is like one that had its say already. */
static void compile_quietly(struct gno_yaml *y, struct gno_experiment *e, const struct gno_node *n)
{
	struct gno_faults said = {0};
	struct gno_yaml quiet = {.faults = &said};

	compile_node(&quiet, e, n);
	y->nomem = y->nomem || quiet.nomem;
	gno_faults_free(&said);
}

void gno_resolve_tables(struct gno_yaml *y, struct gno_experiment *e)
{
	unsigned j, k;

	e->tables = calloc(e->manifest->nodes, sizeof(*e->tables));
	if (!e->tables)
		y->nomem = true;
	for (k = 0; k < e->manifest->nodes && !y->nomem; k++) {
		for (j = 0; j < k && !alike(e, j, k); j++)
			;
		if (j < k)
			compile_quietly(y, e, &e->manifest->node[k]);
		else
			compile_node(y, e, &e->manifest->node[k]);
	}
}
