/* SPDX-License-Identifier: Apache-2.0 */

/* The section 'calls': the entry and the returns of many functions, as points. */

#include "experiment/parts.h"
#include "common/util.h"
#include "base/name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <inttypes.h>

#define NAMED_MAX 5 /* functions that a warning names */

/* What the section says. */
struct calls {
	yaml_node_t *at, *functions, *nodes, *field;
	bool on[GNO_MAX_NODES];
	const char *field_name;
	unsigned unsized;	  /* functions without a size */
	char names[400];	  /* of the first of them */
	struct exp_called called; /* points of the file */
};

static const char *text_of(const yaml_node_t *item)
{
	return item->type == YAML_SCALAR_NODE ? (const char *)item->data.scalar.value : "";
}

/* Whether the list names a function; "!NAME" leaves it out, wherever it stands. */
static bool is_named(struct gno_yaml *y, const struct calls *c, const struct gno_function *f)
{
	bool named = false;
	yaml_node_t *item;

	for (size_t i = 0; (item = gno_yaml_item(y, c->functions, i)); i++) {
		const char *text = text_of(item);

		if (*text == '!' && gno_program_is_named(f, text + 1))
			return false;
		named = named || gno_program_is_named(f, text);
	}
	return named;
}

/* Whether a program has a function of that name. */
static bool has_function(const struct gno_program *prog, const char *name)
{
	for (size_t k = 0; k < prog->functions; k++)
		if (gno_program_is_named(&prog->function[k], name))
			return true;
	return false;
}

static bool any_has_function(const struct experiment *e, const char *name)
{
	for (size_t i = 0; i < e->images; i++)
		if (has_function(e->image[i].program, name))
			return true;
	return false;
}

/* Reports what is no name, and names that no function has; it names the first program. */
static bool check_names(struct gno_yaml *y, const struct experiment *e, const struct calls *c)
{
	const struct gno_program *prog = e->image[0].program;
	size_t errors = y->faults->errors, named = 0;
	yaml_node_t *item;

	for (size_t i = 0; (item = gno_yaml_item(y, c->functions, i)); i++) {
		const char *text = gno_yaml_text(y, item, "a name in 'calls'"), *near;
		const struct gno_inlined *inlined;

		if (!text || *text == '!')
			continue;
		named++;
		if (any_has_function(e, text))
			continue;
		inlined = gno_program_inlined(prog, text);
		if (inlined) {
			gno_yaml_fault(
			    y, item,
			    "'calls': function '%s' has no code of its own in '%s': it is inlined at %u place%s",
			    inlined->name, prog->path, inlined->places,
			    inlined->places == 1 ? "" : "s");
			continue;
		}
		near = prog->functions ? gno_nearest(text, &prog->function[0].name, prog->functions,
						     sizeof(prog->function[0]))
				       : NULL;
		gno_yaml_fault(y, item, "'calls': '%s' has no function '%s'%s%s%s", prog->path,
			       text, near ? "; did you mean '" : "", near ? near : "",
			       near ? "'?" : "");
	}
	if (!named && y->faults->errors == errors)
		gno_yaml_fault(y, c->functions, "'calls' names no function");
	return y->faults->errors == errors;
}

static void add_point(struct gno_yaml *y, struct experiment *e, const struct calls *c,
		      const struct gno_function *f, enum exp_place kind, size_t image)
{
	struct exp_point *p;

	if (exp_point_called(&c->called, kind, f) >= 0)
		return;
	p = exp_add_called(y, e, f->symbol, f, kind, c->at, image);
	if (!p)
		return;
	p->field_at = c->field;
	p->field = c->field_name;
	p->nodes_at = c->nodes;
	memcpy(p->on, c->on, sizeof(p->on));
}

/* Says that a function which the list names without a pattern was inlined, too. */
static void warn_of_inlined(struct gno_yaml *y, const struct calls *c, const struct gno_function *f)
{
	yaml_node_t *item;

	for (size_t i = 0; f->inlined && (item = gno_yaml_item(y, c->functions, i)); i++) {
		if (strpbrk(text_of(item), "*?[") || !gno_program_is_named(f, text_of(item)))
			continue;
		gno_yaml_warn(
		    y, gno_yaml_position(item),
		    "'calls': function '%s' is also inlined at %u place%s, which its points do not see",
		    f->name, f->inlined, f->inlined == 1 ? "" : "s");
		return;
	}
}

static void add_function(struct gno_yaml *y, struct experiment *e, struct calls *c,
			 const struct gno_function *f, size_t image)
{
	size_t len = strlen(c->names);

	if (!f->size) { /* then it would never be seen to return */
		if (c->unsized++ < NAMED_MAX)
			snprintf(c->names + len, sizeof(c->names) - len, "%s'%s'", len ? ", " : "",
				 f->name);
		return;
	}
	warn_of_inlined(y, c, f);
	add_point(y, e, c, f, EXP_ENTRY, image);
	if (f->return_count && !f->at_once && !y->nomem)
		add_point(y, e, c, f, EXP_RETURN, image);
}

/* Whether a function that comes before is the same one by another name that is named, too. */
static bool is_added(struct gno_yaml *y, const struct gno_program *prog, const struct calls *c,
		     size_t i)
{
	for (size_t k = i; k-- && prog->function[k].entry == prog->function[i].entry;)
		if (is_named(y, c, &prog->function[k]))
			return true;
	return false;
}

static void add_of_program(struct gno_yaml *y, struct experiment *e, struct calls *c, size_t image)
{
	const struct gno_program *prog = e->image[image].program;

	for (size_t i = 0; i < prog->functions && !y->nomem && !gno_yaml_is_full(y); i++)
		if (!prog->function[i].part && is_named(y, c, &prog->function[i]) &&
		    !is_added(y, prog, c, i))
			add_function(y, e, c, &prog->function[i], image);
}

static void add_functions(struct gno_yaml *y, struct experiment *e, struct calls *c)
{
	for (size_t i = 0; i < e->images; i++)
		add_of_program(y, e, c, i);
	if (c->unsized)
		gno_yaml_warn(
		    y, gno_yaml_position(c->at),
		    "'calls': %u function%s no size in the program, so %s returns cannot be found, and %s left out: %s%s",
		    c->unsized, c->unsized == 1 ? " has" : "s have",
		    c->unsized == 1 ? "its" : "their", c->unsized == 1 ? "it is" : "they are",
		    c->names, c->unsized > NAMED_MAX ? " and more" : "");
}

/* Whether the returns of all programs are known. */
static bool are_decoded(struct gno_yaml *y, const struct experiment *e, const yaml_node_t *value)
{
	for (size_t i = 0; i < e->images; i++) {
		const struct gno_program *p = e->image[i].program;

		if (p->decoded)
			continue;
		gno_yaml_fault(
		    y, value,
		    "'calls': returns in '%s' are not known: instructions of %s are not decoded; name each function by 'entry', and where it is left by 'source' or 'address'",
		    p->path, p->machine_name);
		return false;
	}
	return true;
}

void exp_read_calls(struct gno_yaml *y, struct experiment *e, yaml_node_t *value)
{
	static const char *const keys[] = {"functions", "nodes", "field", NULL};
	struct calls c = {.at = value, .functions = value, .called.everywhere = true};
	yaml_node_t *part[3];

	if (value->type == YAML_MAPPING_NODE) {
		if (!gno_yaml_keys(y, value, "'calls'", keys, part))
			return;
		c.functions = part[0];
		c.nodes = part[1];
		c.field = part[2];
		if (!c.functions) {
			gno_yaml_fault(y, value, "'calls' has no 'functions'");
			return;
		}
	}
	if (c.nodes)
		exp_read_nodes(y, e->m, c.nodes, c.on);
	if (c.field)
		c.field_name = gno_yaml_text(y, c.field, "'field'");
	if (!e->has_program)
		gno_yaml_fault(y, value,
			       "'calls' names functions of a program, but there is no 'program'");
	if (!e->images || !are_decoded(y, e, value) || !check_names(y, e, &c))
		return;
	if (exp_find_called(y, e, 0, &c.called))
		add_functions(y, e, &c);
	free(c.called.point);
}

/* The function of a point in a program; NULL: none. */
static const struct gno_function *function_of(const struct experiment *e, const struct exp_point *p,
					      size_t image)
{
	const char *name = (const char *)p->value->data.scalar.value;
	const struct gno_function *f;
	struct gno_err err;

	if (p->made)
		return p->where[image].called;
	return gno_program_function(e->image[image].program, name, &f, &err) ? NULL : f;
}

bool exp_find_called(struct gno_yaml *y, const struct experiment *e, size_t more,
		     struct exp_called *c)
{
	c->points = 0;
	c->point = calloc((e->points + more) * exp_wheres(e) + 1, sizeof(*c->point));
	y->nomem |= !c->point;
	for (size_t i = 0; i < e->points && c->point; i++) {
		const struct exp_point *p = &e->point[i];

		if (!exp_is_event(p) || (p->kind != EXP_ENTRY && p->kind != EXP_RETURN) ||
		    !p->value || p->field || (p->nodes_at && c->everywhere))
			continue;
		for (size_t k = 0; k < e->images; k++) {
			const struct gno_function *f = function_of(e, p, k);

			if (f)
				c->point[c->points++] = (struct exp_called_point){p->kind, f, i};
		}
	}
	return c->point;
}

int exp_point_called(const struct exp_called *c, enum exp_place kind, const struct gno_function *f)
{
	for (size_t i = 0; i < c->points; i++)
		if (c->point[i].kind == kind && c->point[i].of == f)
			return (int)c->point[i].place;
	return -1;
}

/* Whether a point was made for the same place of the experiment, of another program. */
static bool is_of_other(const struct exp_point *p, enum exp_place kind, const yaml_node_t *value,
			size_t image)
{
	return p->made && p->kind == kind && p->value == value && !p->where[image].called;
}

struct exp_point *exp_add_called(struct gno_yaml *y, struct experiment *e, const char *of,
				 const struct gno_function *f, enum exp_place kind,
				 yaml_node_t *value, size_t image)
{
	const char *suffix = kind == EXP_ENTRY ? "entry" : "return";
	char number[24]; /* of any program but the first */
	char name[BASE_NAME_MADE_MAX + 1];
	struct exp_point *p;
	size_t there;

	snprintf(number, sizeof(number), "_%zu", image + 1);
	snprintf(name, sizeof(name), "%s.%s", of, suffix);
	there = base_index_find(&e->names, name);
	if (there != BASE_INDEX_NONE && is_of_other(&e->point[there], kind, value, image)) {
		e->point[there].where[image].called = f;
		return &e->point[there];
	}
	if (!base_name_ok(of, BASE_NAME_MADE_MAX - EXP_CALLED_SUFFIX) ||
	    there != BASE_INDEX_NONE) /* that of something else */
		snprintf(name, sizeof(name), "f_%08" PRIx64 "%s.%s", f->entry, image ? number : "",
			 suffix);
	p = exp_add_point(y, e, name, gno_yaml_position(value), NULL);
	if (!p)
		return NULL;
	p->kind = kind;
	p->value = value;
	p->where[image].called = f;
	p->made = true;
	return p;
}
