/* SPDX-License-Identifier: Apache-2.0 */

/* From the points of an experiment to addresses in the program, and from those to predicates at
 * each node. */

#include "experiment/parts.h"
#include "gnomon/records.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A place of a point in a program: what is looked for, where it is found, and why it is not. */
struct search {
	struct gno_yaml *y;
	const struct gno_program *prog;
	const struct exp_point *p;
	struct exp_where *where;
	struct gno_err *err;
};

static int set_addresses(struct search *s, const uint64_t *address, size_t count)
{
	struct exp_where *w = s->where;

	w->address = malloc((count ? count : 1) * sizeof(*address));
	if (!w->address)
		return gno_fail_nomem(s->err);
	if (count)
		memcpy(w->address, address, count * sizeof(*address));
	w->addresses = count;
	w->found = true;
	return 0;
}

/* As set_addresses, of what a look-up gave, which is freed. */
static int take_addresses(struct search *s, int rc, struct gno_addresses *found)
{
	if (!rc)
		rc = set_addresses(s, found->at, found->count);
	free(found->at);
	return rc;
}

/* As a look-up of the function would. */
static int set_called(struct search *s)
{
	const struct gno_function *f = s->where->called;

	if (!f)
		return GNO_ERR_ARG;
	return s->p->kind == EXP_ENTRY ? set_addresses(s, &f->entry, 1)
				       : set_addresses(s, f->returns, f->return_count);
}

/* Says where else the code of a function runs. */
void exp_warn_of_others(struct gno_yaml *y, const struct gno_program *prog,
			const struct exp_point *p, const struct gno_function *f)
{
	const struct gno_symbol *copy = gno_program_copy(prog, f);

	if (f->inlined)
		gno_yaml_warn(
		    y, p->at,
		    "function '%s' of point '%s' is also inlined at %u place%s, which the point does not see",
		    f->name, p->name, f->inlined, f->inlined == 1 ? "" : "s");
	if (copy)
		gno_yaml_warn(
		    y, p->at,
		    "function '%s' of point '%s' has a copy '%s', which the point does not see",
		    f->name, p->name, copy->name);
}

static int resolve_entry(struct search *s, const char *name)
{
	const struct gno_function *f;
	uint64_t address;
	int rc = gno_program_entry(s->prog, name, &address, &f, s->err);

	if (!rc)
		rc = set_addresses(s, &address, 1);
	if (rc)
		return rc;
	if (f)
		exp_warn_of_others(s->y, s->prog, s->p, f);
	else
		f = gno_program_at(s->prog, address).function;
	s->where->called = f && f->entry == address ? f : NULL; /* else a label within */
	return 0;
}

/* Says what may leave a function that its returns are not. */
void exp_warn_of_jumps(struct gno_yaml *y, const struct exp_point *p, const struct gno_function *f)
{
	if (f->undecoded)
		gno_yaml_warn(
		    y, p->at,
		    "%u instruction%s of function '%s' of point '%s' cannot be decoded; if one leaves it, that return is not seen",
		    f->undecoded, f->undecoded == 1 ? "" : "s", f->name, p->name);
	if (f->indirect)
		gno_yaml_warn(
		    y, p->at,
		    "function '%s' of point '%s' has %u indirect jumps; if they leave it, those returns are not seen",
		    f->name, p->name, f->indirect);
	if (f->branches)
		gno_yaml_warn(
		    y, p->at,
		    "%u conditional jump%s of function '%s' of point '%s' lead%s out of it; where they are taken, that return is not seen",
		    f->branches, f->branches == 1 ? "" : "s", f->name, p->name,
		    f->branches == 1 ? "s" : "");
}

static int resolve_returns(struct search *s, const char *name)
{
	const struct gno_function *f;
	struct gno_err why;
	int rc = gno_program_function(s->prog, name, &f, s->err);

	if (rc)
		return rc;
	if (gno_program_returns(s->prog, f, &why))
		return gno_fail(s->err, GNO_ERR_ARG, "function '%s' %s", f->name, why.text);
	exp_warn_of_jumps(s->y, s->p, f);
	exp_warn_of_others(s->y, s->prog, s->p, f);
	s->where->called = f;
	return set_addresses(s, f->returns, f->return_count);
}

static int resolve_symbol(struct search *s, const char *name)
{
	const uint64_t offset = s->p->offset;
	const struct gno_symbol *symbol;
	int rc = gno_program_symbol(s->prog, name, &symbol, s->err);

	if (rc)
		return rc;
	if (symbol->size && offset >= symbol->size)
		return gno_fail(s->err, GNO_ERR_ARG,
				"offset %" PRIu64 " is beyond '%s' of %" PRIu64 " bytes", offset,
				symbol->name, symbol->size);
	return set_addresses(s, &(uint64_t){symbol->address + offset}, 1);
}

static int resolve_data(struct search *s, const char *name)
{
	const struct gno_symbol *symbol;
	uint64_t ends[2];
	int rc = gno_program_data(s->prog, name, &symbol, s->err);

	if (rc)
		return rc;
	ends[0] = symbol->address;
	ends[1] = symbol->address + symbol->size - 1;
	return set_addresses(s, ends, 2);
}

/* Finds a point in a program. */
static int resolve_in(struct search *s)
{
	const char *text = (const char *)s->p->value->data.scalar.value;
	struct gno_addresses found = {0};

	switch (s->p->kind) {
	case EXP_ENTRY:
		return resolve_entry(s, text);
	case EXP_RETURN:
		return resolve_returns(s, text);
	case EXP_SYMBOL:
		return resolve_symbol(s, text);
	case EXP_ACCESS:
		return resolve_data(s, text);
	case EXP_SOURCE:
		return take_addresses(s, gno_program_line(s->prog, text, &found, s->err), &found);
	case EXP_LABEL:
		return take_addresses(s, gno_program_label(s->prog, text, &found, s->err), &found);
	case EXP_OS:
		return take_addresses(
		    s,
		    s->p->os == GNO_OS_EXIT
			? gno_program_os_exit(s->prog, &found, s->err)
			: gno_program_os_entry(s->prog, s->p->os_at, &found, s->err),
		    &found);
	default:
		return 0;
	}
}

/* Says that a place is also that of other code. */
static void warn_of_overlay(struct gno_yaml *y, const struct gno_program *prog,
			    const struct exp_point *p, const struct exp_where *w)
{
	for (size_t i = 0; i < w->addresses; i++) {
		if (!gno_program_overlaid(prog, w->address[i]))
			continue;
		gno_yaml_warn(
		    y, p->at,
		    "point '%s' lies at 0x%08" PRIx64
		    ", where several sections of '%s' have code: it also fires while another one is loaded there",
		    p->name, w->address[i], prog->path);
		return;
	}
}

/* Whether a node runs a program where a point is to be. */
static bool is_wanted_in(const struct experiment *e, const struct exp_point *p, size_t image)
{
	for (unsigned k = 0; e->m && k < e->m->nodes; k++)
		if (e->image[image].on[k] && exp_wanted(e, p->nodes_at, p->on, k))
			return true;
	return !e->m;
}

/* Whether the point is to be at a node that there is; where it is not, a fault says so already. */
static bool is_at_a_node(const struct experiment *e, const struct exp_point *p)
{
	for (unsigned k = 0; e->m && k < e->m->nodes; k++)
		if (exp_wanted(e, p->nodes_at, p->on, k))
			return true;
	return !e->m;
}

/* Whether all nodes that are named run programs. */
static bool all_run(struct gno_yaml *y, const struct experiment *e, const struct exp_point *p)
{
	for (unsigned k = 0; e->m && p->nodes_at && k < e->m->nodes; k++)
		if (p->on[k] && exp_image_of(e, k) < 0) {
			gno_yaml_fault(y, p->nodes_at,
				       "node '%s', where point '%s' is to be, runs no program",
				       e->m->node[k].name, p->name);
			return false;
		}
	return true;
}

/*
 * Looks for a point in each program. Where it is named for nodes, it must be in all of theirs; else
 * in any.
 */
static void resolve_in_all(struct gno_yaml *y, const struct experiment *e, struct exp_point *p)
{
	struct gno_err first = {0}, err;
	bool missing = false, wanted = false;

	for (size_t i = 0; i < e->images && !y->nomem; i++) {
		struct search s = {y, e->image[i].program, p, &p->where[i], &err};
		int rc;

		if (!is_wanted_in(e, p, i))
			continue;
		wanted = true;
		rc = p->made ? set_called(&s) : resolve_in(&s);
		y->nomem |= rc == GNO_ERR_NOMEM;
		if (rc && !missing && !p->made)
			first = err;
		missing |= rc != 0;
		p->resolved |= !rc;
		if (!rc && !p->made && p->kind != EXP_ACCESS)
			warn_of_overlay(y, s.prog, p, s.where);
	}
	if (!wanted && is_at_a_node(e, p))
		gno_yaml_fault(y, p->value, "point '%s' is at no node that runs a program",
			       p->name);
	if (missing && !y->nomem && !p->made && (p->nodes_at || !p->resolved)) {
		gno_yaml_fault(y, p->value, "point '%s': %s", p->name, first.text);
		p->resolved = false;
	}
}

/* Finds what an event stands for. A point that is not found is at no node, wherever it was asked
 * for. */
static void resolve(struct gno_yaml *y, const struct experiment *e, struct exp_point *p)
{
	struct gno_err err;
	struct search s = {y, NULL, p, p->where, &err};

	if (!exp_is_event(p))
		return;
	if (p->value && p->kind == EXP_ADDRESS && !p->made)
		p->resolved = !set_addresses(&s, &p->offset, 1);
	else if (p->value && p->kind == EXP_MATCH)
		p->resolved = true;
	else if (p->value && e->images && all_run(y, e, p))
		resolve_in_all(y, e, p);
	if (p->kind == EXP_ADDRESS && p->value && e->images == 1)
		warn_of_overlay(y, e->image[0].program, p, p->where);
	if (!p->resolved)
		memset(p->on, 0, sizeof(p->on));
}

/* Where a point lies for a node; NULL: nowhere in its program. */
static const struct exp_where *where_of(const struct experiment *e, const struct exp_point *p,
					unsigned node)
{
	const int image = p->kind == EXP_ADDRESS ? 0 : exp_image_of(e, node);

	return image >= 0 && p->where[image].found ? &p->where[image] : NULL;
}

/* The kind of field in which the addresses of a point are looked for. */
static enum gno_field_kind kind_of(const struct exp_point *p)
{
	return p->kind == EXP_ACCESS ? GNO_FIELD_ADDRESS : GNO_FIELD_PC;
}

/* The field in which a node is to look for the addresses of a point, and one more that it could be.
 */
struct place {
	const struct gno_field *field; /* NULL: the node has none */
	const struct gno_field *other; /* NULL: it is the only one */
};

static struct place field_of(const struct gno_node *n, const struct exp_point *p)
{
	struct place place = {NULL, NULL};

	if (p->field)
		place.field = gno_node_field(n, p->field);
	for (unsigned i = 0; i < n->fields && !p->field; i++) {
		if (n->field[i].kind != kind_of(p))
			continue;
		if (place.field)
			place.other = &n->field[i];
		else
			place.field = &n->field[i];
	}
	return place;
}

/* Bits of a field that are in the watched word. */
static uint64_t kept_bits(const struct gno_field *f)
{
	uint64_t kept = 0;

	for (unsigned i = 0; i < f->runs; i++)
		for (unsigned bit = f->run[i].lo; bit <= f->run[i].hi; bit++)
			kept |= UINT64_C(1) << bit;
	return kept;
}

/*
 * All bytes from lo to hi, as a field shows them that counts in larger units or leaves its lowest
 * bits out: an access shows the address of the group of bytes it lies in.
 */
static int match_bytes(const struct gno_node *n, const struct gno_field *f, uint64_t lo,
		       uint64_t hi, struct gno_match **out, struct gno_err *err)
{
	uint64_t kept = kept_bits(f), group = kept & (~kept + 1);

	lo = gno_field_of_address(f, lo) / f->unit & ~(group - 1);
	hi = gno_field_of_address(f, hi) / f->unit & ~(group - 1);
	if ((lo ^ hi) & ~kept)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "field '%s' leaves out bits in which its first and last byte differ", f->name);
	return gno_match_range(n, f->name, lo & kept, hi & kept, out, err);
}

static int match_addresses(const struct gno_node *n, const struct gno_field *f,
			   const struct exp_where *p, struct gno_match **out, struct gno_err *err)
{
	uint64_t *values = malloc(p->addresses * sizeof(*values));
	size_t i;
	int rc;

	if (!values)
		return gno_fail_nomem(err);
	for (i = 0; i < p->addresses && p->address[i] % f->unit == 0; i++)
		values[i] = gno_field_of_address(f, p->address[i]) / f->unit;
	if (i < p->addresses)
		rc = gno_fail(err, GNO_ERR_ARG,
			      "0x%08" PRIx64 " is not a multiple of %u bytes, the unit of '%s'",
			      p->address[i], f->unit, f->name);
	else
		rc = gno_match_values(n, f->name, values, p->addresses, out, err);
	free(values);
	return rc;
}

/* How far a node is one where a point can be. */
enum fit {
	FITS,
	NO_FIELD, /* another kind of node */
	NO_PLACE, /* its program has not the point */
	AT_FAULT, /* and it was reported */
};

/* Makes the predicate of a point at a node; what is wrong is reported where `tell` is true. */
static enum fit make_match(struct gno_yaml *y, const struct experiment *e, const struct gno_node *n,
			   const struct exp_point *p, bool tell, struct gno_match **out)
{
	const struct exp_where *where = where_of(e, p, n->index);
	struct gno_program *program = exp_program_of(e, n->index);
	struct place place = field_of(n, p);
	const struct gno_field *f = place.field;
	struct gno_yaml_position at = gno_yaml_position(p->value);
	unsigned column = 1;
	struct gno_err err;
	bool never = false;
	int rc;

	if (p->kind == EXP_MATCH) {
		rc = gno_match_parse(n, (const char *)p->value->data.scalar.value,
				     program ? exp_look_up : NULL, program, out, &column, &err);
		at = gno_yaml_position_in(p->value, column - 1);
		never = rc && !strncmp(err.text, "never matches", strlen("never matches"));
	} else if (!where) {
		return NO_PLACE;
	} else if (!f) {
		return NO_FIELD;
	} else if (place.other) {
		rc = gno_fail(
		    &err, GNO_ERR_ARG,
		    "node '%s' watches two fields of kind '%s', '%s' and '%s': name one with 'field'",
		    n->name, gno_field_kind_name(f->kind), f->name, place.other->name);
	} else if (p->kind == EXP_ACCESS) {
		rc = match_bytes(n, f, where->address[0], where->address[1], out, &err);
	} else {
		rc = match_addresses(n, f, where, out, &err);
	}
	if (rc == GNO_ERR_NOMEM) {
		y->nomem = true;
		return AT_FAULT;
	}
	if (rc && (tell || never || p->kind != EXP_MATCH)) {
		gno_yaml_fault_at(y, at, "point '%s': %s", p->name, err.text);
		return AT_FAULT;
	}
	return rc ? NO_FIELD : FITS;
}

/* Says that no field is of the kind that a point looks for. */
static void tell_no_kind(struct gno_yaml *y, const struct exp_point *p, const struct gno_node *n)
{
	const char *kind = gno_field_kind_name(kind_of(p));

	if (p->nodes_at)
		gno_yaml_fault(
		    y, p->value,
		    "node '%s', where point '%s' is to be, watches no field of kind '%s': give the field that kind in the description, or name it with 'field'",
		    n->name, p->name, kind);
	else
		gno_yaml_fault(
		    y, p->value,
		    "no node watches a field of kind '%s' for point '%s': give the field that kind in the description, or name it with 'field'",
		    kind, p->name);
}

/* Says why a point is at none of the nodes where it is to be. */
static void tell_homeless(struct gno_yaml *y, const struct experiment *e, const struct exp_point *p,
			  const struct gno_node *n)
{
	struct gno_match *match = NULL;
	const char *near;
	char hint[300];

	if (p->kind == EXP_MATCH) {
		make_match(y, e, n, p, true, &match);
		gno_match_free(match);
	} else if (!p->field) {
		tell_no_kind(y, p, n);
	} else {
		near = gno_nearest(p->field, &n->field[0].name, n->fields, sizeof(n->field[0]));
		snprintf(hint, sizeof(hint), "%s%s%s", near ? "; did you mean '" : "",
			 near ? near : "", near ? "'?" : "");
		if (p->nodes_at)
			gno_yaml_fault(
			    y, p->field_at,
			    "node '%s', where point '%s' is to be, watches no field '%s'%s",
			    n->name, p->name, p->field, hint);
		else
			gno_yaml_fault(y, p->field_at,
				       "no node watches the field '%s' of point '%s'%s", p->field,
				       p->name, hint);
	}
}

bool exp_same_fields(const struct gno_node *a, const struct gno_node *b)
{
	if (a->fields != b->fields)
		return false;
	for (unsigned i = 0; i < a->fields; i++) {
		const struct gno_field *f = &a->field[i], *g = &b->field[i];

		if (strcmp(f->name, g->name) != 0 || f->bits != g->bits || f->runs != g->runs ||
		    f->kind != g->kind || f->unit != g->unit || !f->when != !g->when ||
		    (f->when && strcmp(f->when, g->when) != 0))
			return false;
		for (unsigned k = 0; k < f->runs; k++)
			if (f->run[k].hi != g->run[k].hi || f->run[k].lo != g->run[k].lo)
				return false;
	}
	return true;
}

/* Makes the predicates of all points at a node; where they were not given, decides whether they are
 * there. */
static void match_node(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	struct gno_match **match = calloc(e->points + 1, sizeof(*match));
	enum fit fit;

	e->match[n->index] = match;
	if (!match) {
		y->nomem = true;
		return;
	}
	for (size_t i = 0; i < e->points && !y->nomem; i++) {
		struct exp_point *p = &e->point[i];

		if (!exp_is_event(p) || !p->resolved ||
		    !exp_wanted(e, p->nodes_at, p->on, n->index))
			continue;
		fit = make_match(y, e, n, p, false, &match[i]);
		if (fit == NO_FIELD && p->nodes_at)
			tell_homeless(y, e, p, n);
		p->on[n->index] = fit == FITS;
		p->at_fault = p->at_fault || fit == AT_FAULT || (fit == NO_FIELD && p->nodes_at);
	}
}

/* Takes the predicates from a node with the same fields, where all points that were given are
 * alike. */
static bool match_as(struct experiment *e, unsigned j, unsigned k)
{
	if (e->scope[j] != e->scope[k] || exp_image_of(e, j) != exp_image_of(e, k) ||
	    !exp_same_fields(&e->m->node[j], &e->m->node[k]))
		return false;
	for (size_t i = 0; i < e->points; i++)
		if (e->point[i].nodes_at && e->point[i].on[j] != e->point[i].on[k])
			return false;
	for (size_t i = 0; i < e->points; i++)
		e->point[i].on[k] = e->point[i].on[j];
	e->match[k] = e->match[j];
	return true;
}

/* What each node matches; nodes with the same fields and points share it. */
static void match_nodes(struct gno_yaml *y, struct experiment *e)
{
	unsigned j;

	e->match = calloc(e->m->nodes, sizeof(*e->match));
	if (!e->match)
		y->nomem = true;
	for (unsigned k = 0; k < e->m->nodes && !y->nomem; k++) {
		for (j = 0; j < k && !match_as(e, j, k); j++)
			;
		if (j == k)
			match_node(y, e, &e->m->node[k]);
	}
}

/* Whether a point has no node, and nobody said which. */
static bool is_homeless(const struct experiment *e, const struct exp_point *p)
{
	if (!exp_is_event(p) || !p->resolved || p->nodes_at || p->at_fault)
		return false;
	for (unsigned k = 0; k < e->m->nodes; k++)
		if (p->on[k])
			return false;
	return true;
}

void exp_resolve(struct gno_yaml *y, struct experiment *e)
{
	for (size_t i = 0; i < e->points && !y->nomem; i++) {
		if (gno_yaml_is_full(y)) /* a look-up that fails looks through all names */
			memset(e->point[i].on, 0, sizeof(e->point[i].on));
		else
			resolve(y, e, &e->point[i]);
	}
	if (!e->m || y->nomem)
		return;
	match_nodes(y, e);
	for (size_t i = 0; i < e->points && !y->nomem; i++) {
		if (!is_homeless(e, &e->point[i]))
			continue;
		tell_homeless(y, e, &e->point[i], &e->m->node[0]);
		e->point[i].at_fault = true;
	}
}

void exp_free_matches(struct experiment *e)
{
	unsigned j;

	for (unsigned k = 0; e->match && k < e->m->nodes; k++) {
		for (j = 0; j < k && e->match[j] != e->match[k]; j++)
			;
		if (j < k || !e->match[k])
			continue;
		for (size_t i = 0; i < e->points; i++)
			gno_match_free(e->match[k][i]);
		free(e->match[k]);
	}
	free(e->match);
}
