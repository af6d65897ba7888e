/* SPDX-License-Identifier: Apache-2.0 */

/* From an experiment without faults to its pattern file. */

#include "experiment/parts.h"
#include "base/show.h"
#include "compile/json.h"
#include "compile/trigger.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text, bool *nomem)
{
	char *out = text ? strdup(text) : NULL;

	*nomem = *nomem || (text && !out);
	return out;
}

/* A text that is ours (NULL: no memory), fit to be shown. */
static char *shown(char *text, bool *nomem)
{
	char *out = text ? base_show_new(text) : NULL;

	free(text);
	*nomem = *nomem || !out;
	return out;
}

/* File name without folder and suffix. */
static char *stem(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');

	return strndup(base, dot && dot != base ? (size_t)(dot - base) : strlen(base));
}

/* What a point is, for a reader. */
static char *describe_point(const struct experiment *e, const struct exp_point *p)
{
	const char *text = p->value && p->value->type == YAML_SCALAR_NODE
			       ? (const char *)p->value->data.scalar.value
			       : "";

	if (p->trigger)
		return p->trigger->describe(e, p);
	for (size_t i = 0; p->made && i < e->images; i++)
		text = p->where[i].called ? p->where[i].called->name : text;
	switch (p->kind) {
	case EXP_ENTRY:
		return gno_format("entry of %s", text);
	case EXP_RETURN:
		return gno_format("returns of %s", text);
	case EXP_ADDRESS:
		return gno_format("0x%08" PRIx64, p->offset);
	case EXP_SYMBOL:
		return p->offset ? gno_format("%s+0x%" PRIx64, text, p->offset) : strdup(text);
	case EXP_ACCESS:
		return gno_format("access to %s", text);
	case EXP_LABEL:
		return gno_format("point %s in the source", text);
	case EXP_OS:
		return gno_format("%s the operating system",
				  p->os == GNO_OS_ENTRY ? "entry to" : "exit from");
	default:
		return strdup(text);
	}
}

/* The function that a point is the entry or the returns of in a program; `on`: the nodes that run
 * it, where it is not the only one. */
static bool fill_called(const struct gno_function *f, const bool *on, unsigned nodes,
			struct gno_pattern_called *out)
{
	bool nomem = false;

	out->name = copy(f->name, &nomem);
	out->file = copy(f->file, &nomem);
	out->address = f->entry;
	out->line = f->line;
	out->loops = f->loops;
	out->at_once = f->at_once;
	if (on)
		out->on = malloc(nodes * sizeof(*on));
	if (on && out->on)
		memcpy(out->on, on, nodes * sizeof(*on));
	return !nomem && !on == !out->on;
}

/* That in each program. */
static bool fill_calleds(const struct experiment *e, const struct exp_point *p,
			 struct gno_pattern_point *out)
{
	bool good = true;

	out->called = calloc(exp_wheres(e), sizeof(*out->called));
	for (size_t i = 0; i < e->images && good && out->called; i++)
		if (p->where[i].found && p->where[i].called)
			good =
			    fill_called(p->where[i].called, e->images > 1 ? e->image[i].on : NULL,
					e->m->nodes, &out->called[out->calleds++]);
	if (!out->called)
		return false;
	if (!out->calleds) {
		free(out->called);
		out->called = NULL;
	}
	return good;
}

/* The addresses of a point in all programs, ascending, each once. */
static bool fill_addresses(const struct experiment *e, const struct exp_point *p,
			   struct gno_pattern_point *out)
{
	struct gno_addresses all = {0};
	struct gno_err err;
	int rc = 0;

	for (size_t i = 0; i < exp_wheres(e); i++)
		for (size_t k = 0; k < p->where[i].addresses && !rc; k++)
			rc = gno_addresses_add(&all, p->where[i].address[k], &err);
	if (exp_wheres(e) > 1)
		gno_addresses_sort(&all);
	out->address = all.at;
	out->addresses = all.count;
	return !rc;
}

static bool fill_point(const struct experiment *e, const struct exp_point *p,
		       struct gno_pattern_point *out)
{
	bool nomem = false;

	out->name = copy(p->name, &nomem);
	out->kind = exp_records(p);
	out->what = copy(exp_what(p), &nomem);
	out->text = shown(describe_point(e, p), &nomem);
	out->os = p->os;
	out->actions = p->actions;
	out->numbers = exp_numbers(p);
	out->code = calloc(e->m->nodes, sizeof(*out->code));
	if (nomem || !out->text || !out->code ||
	    !gno_pattern_copy_choice(p->choice.of, out->choice) || !fill_calleds(e, p, out))
		return false;
	for (unsigned k = 0; k < e->m->nodes; k++)
		out->code[k] = p->on[k] ? p->code[k] : -1;
	return p->kind == EXP_ACCESS || fill_addresses(e, p, out);
}

static bool fill_points(const struct experiment *e, struct gno_pattern_file *out)
{
	bool nomem = false;

	out->point = calloc(e->points + 1, sizeof(*out->point));
	out->interval = calloc(e->intervals + 1, sizeof(*out->interval));
	out->until_on = calloc(e->m->nodes, sizeof(*out->until_on));
	if (!out->point || !out->interval || !out->until_on)
		return false;
	for (size_t i = 0; i < e->points; i++) {
		out->points++;
		if (!fill_point(e, &e->point[i], &out->point[i]))
			return false;
	}
	for (size_t i = 0; i < e->intervals && !nomem; i++) {
		out->interval[i].name = copy(e->interval[i].name, &nomem);
		out->interval[i].from = e->interval[i].from;
		out->interval[i].to = e->interval[i].to;
		out->intervals++;
	}
	out->until = e->until;
	for (size_t i = 0; i < e->m->nodes && e->until >= 0; i++)
		out->until_on[i] = e->until_on[i];
	return !nomem;
}

/* The cells of a rank go to the table that bears its name. */
static void fill_rank(const struct experiment *e, const struct gno_node *n,
		      struct gno_pattern_table *t)
{
	const struct gno_rank_tables *ranks = &e->ranks[n->index];

	for (unsigned r = 0; r < n->ranks; r++)
		if (!strcmp(n->rank[r].table, t->name))
			memcpy(t->cell, ranks->cell[r],
			       ranks->cells[r] < t->cells ? ranks->cells[r] : t->cells);
}

/* The expressions of the router's lines, and the measures. */
static bool fill_use(const struct experiment *e, const struct gno_node *n,
		     struct gno_pattern_node *out)
{
	const struct exp_use *use = &e->use[n->index];
	bool nomem = false;

	out->route = calloc(n->preprocessors.lines + 1, sizeof(*out->route));
	out->measure = calloc(use->measures + 1, sizeof(*out->measure));
	if (!out->route || !out->measure)
		return false;
	for (size_t i = 0; i < n->preprocessors.lines; i++)
		out->route[out->routes++] = copy(use->line[i].text, &nomem);
	for (size_t i = 0; i < use->measures; i++) {
		out->measure[i] = use->measure[i];
		out->measure[i].name = copy(use->measure[i].name, &nomem);
		out->measures++;
	}
	return !nomem;
}

static bool fill_node(const struct experiment *e, const struct gno_node *n,
		      struct gno_node_triggers *triggers, struct gno_pattern_node *out)
{
	struct gno_node_settings settings;
	bool nomem = false;
	struct gno_route *route;
	unsigned i;

	route = calloc(n->preprocessors.lines + 1, sizeof(*route));
	if (!route)
		return false;
	exp_node_triggers(e, n->index, triggers);
	exp_node_settings(e, n->index, route, &settings);
	out->name = copy(n->name, &nomem);
	out->table = calloc(n->tables + 1, sizeof(*out->table));
	for (i = 0; i < n->tables && out->table && !nomem; i++) {
		struct gno_pattern_table *t = &out->table[out->tables++];

		t->name = copy(n->table[i].name, &nomem);
		t->base = n->table[i].base;
		t->cells = n->table[i].cells;
		t->cell = calloc(t->cells, 1);
		if (!t->cell || nomem)
			break;
		if (!gno_triggers_fill(n, triggers, i, t->cell) &&
		    !gno_preprocessors_fill(n, &settings, i, t->cell))
			fill_rank(e, n, t);
	}
	free(route);
	return out->table && i == n->tables && !nomem && fill_use(e, n, out);
}

static bool fill_nodes(const struct experiment *e, struct gno_pattern_file *out)
{
	struct gno_node_triggers *triggers = calloc(1, sizeof(*triggers));
	bool good = triggers != NULL;

	out->node = calloc(e->m->nodes, sizeof(*out->node));
	while (good && out->node && out->nodes < e->m->nodes) {
		unsigned k = out->nodes++;

		good = fill_node(e, &e->m->node[k], triggers, &out->node[k]);
	}
	free(triggers);
	return good && out->node;
}

/* Whether a report puts names to addresses that are no points. */
bool exp_needs_program(const struct experiment *e, const struct gno_pattern_file *out)
{
	for (unsigned k = 0; k < e->m->nodes; k++)
		if (e->m->node[k].port.pc || e->m->node[k].capture)
			return true;
	return out->profile;
}

static void fill_function(const struct gno_program *p, const struct gno_function *from,
			  struct gno_pattern_file *out, bool *nomem)
{
	struct gno_pattern_function *f;

	if (gno_program_overlaid(p, from->entry))
		return; /* several have these addresses */
	f = &out->function[out->functions++];
	f->name = copy(from->name, nomem);
	f->address = from->entry;
	f->size = from->size;
	f->line = from->line;
	for (size_t k = 0; k < out->files && from->file && !f->file; k++)
		if (p->file[k] == from->file)
			f->file = out->file[k];
}

static bool fill_program(const struct experiment *e, struct gno_pattern_file *out)
{
	const struct gno_program *p = e->images ? e->image[0].program : NULL;
	bool nomem = false;

	if (e->images != 1 || !exp_needs_program(e, out))
		return true;
	out->function = calloc(p->functions + 1, sizeof(*out->function));
	out->file = calloc(p->files + 1, sizeof(*out->file));
	out->line = calloc(p->rows + 1, sizeof(*out->line));
	if (!out->function || !out->file || !out->line)
		return false;
	for (size_t i = 0; i < p->files && !nomem; i++)
		out->file[out->files++] = copy(p->file[i], &nomem);
	for (size_t i = 0; i < p->functions && !nomem; i++)
		fill_function(p, &p->function[i], out, &nomem);
	for (size_t i = 0; i < p->rows && !nomem; i++) {
		struct gno_pattern_line *row;

		if (i + 1 < p->rows && p->row[i + 1].address == p->row[i].address)
			continue; /* the last one of an address holds for it */
		row = &out->line[out->lines++];
		row->address = p->row[i].address;
		row->line = gno_program_overlaid(p, row->address) ? 0 : p->row[i].line;
		row->file = row->line ? out->file[p->row[i].file] : NULL;
	}
	return !nomem;
}

static bool fill_processes(const struct experiment *e, struct gno_pattern_file *out)
{
	bool nomem = false;

	out->process = calloc(e->processes + 1, sizeof(*out->process));
	for (size_t i = 0; i < e->processes && out->process; i++) {
		out->process[i] = e->process[i];
		out->process[i].name = copy(e->process[i].name, &nomem);
		out->processes++;
	}
	return out->process && !nomem;
}

static const char *path_of(const struct gno_program *p)
{
	return p->path;
}

static const char *build_id_of(const struct gno_program *p)
{
	return p->build_id;
}

/* What all programs are called, the caller's; NULL: no memory. */
static char *names_of(const struct experiment *e, const char *(*name)(const struct gno_program *),
		      const char *between)
{
	char *all = strdup(name(e->image[0].program));

	for (size_t i = 1; i < e->images && all; i++) {
		char *longer = gno_format("%s%s%s", all, between, name(e->image[i].program));

		free(all);
		all = longer;
	}
	return all;
}

int exp_pattern_file(const struct experiment *e, struct gno_pattern_file **out, struct gno_err *err)
{
	struct gno_pattern_file *p = calloc(1, sizeof(*p));
	const struct exp_trigger *const *kind;
	bool nomem = !p;

	if (!p)
		return gno_fail_nomem(err);
	p->hash = e->m->hash;
	p->monitor = copy(e->m->name, &nomem);
	p->manifest = copy(e->manifest_path, &nomem);
	p->device = e->device ? shown(strdup(e->device), &nomem) : NULL;
	p->name = shown(stem(e->path), &nomem);
	p->experiment = copy(e->text, &nomem);
	if (e->images) {
		p->program = shown(names_of(e, path_of, ", "), &nomem);
		p->build_id = names_of(e, build_id_of, ",");
		nomem |= !p->build_id;
	}
	p->mode = e->mode;
	p->after = e->after;
	p->collect = e->collect;
	p->limit_ms = e->limit_ms;
	p->round = e->round;
	p->rounds = e->rounds;
	for (kind = e->kinds; *kind; kind++)
		if ((*kind)->put_head)
			(*kind)->put_head(e, p);
	p->limit = calloc(e->limits + 1, sizeof(*p->limit));
	nomem = nomem || !p->limit;
	for (size_t i = 0; i < e->limits && !nomem; i++)
		p->limit[p->limits++] = copy(e->limit[i], &nomem);
	p->port = e->port;
	nomem = nomem || !gno_pattern_copy_choice(e->port_choice.of, p->port_choice);
	if (nomem || !p->name || !fill_nodes(e, p) || !fill_points(e, p) || !fill_processes(e, p) ||
	    !fill_program(e, p)) {
		gno_pattern_file_free(p);
		return gno_fail_nomem(err);
	}
	*out = p;
	return 0;
}
