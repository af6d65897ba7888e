/* SPDX-License-Identifier: Apache-2.0 */

/* Entries and returns of functions as points that the experiment makes by itself. */

#include "experiment/parts.h"
#include "base/name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool exp_find_called(struct gno_yaml *y, const struct experiment *e, size_t more,
		     struct exp_called *c)
{
	const struct gno_function *f;
	struct gno_err err;

	c->points = 0;
	c->point = calloc(e->points + more + 1, sizeof(*c->point));
	y->nomem |= !c->point;
	for (size_t i = 0; i < e->points && c->point && e->program; i++) {
		const struct exp_point *p = &e->point[i];

		if (!exp_is_event(p) || (p->kind != EXP_ENTRY && p->kind != EXP_RETURN) ||
		    !p->value || p->field || (p->nodes_at && c->everywhere))
			continue;
		f = p->made ? p->called : NULL;
		if (f || !gno_program_function(e->program,
					       (const char *)p->value->data.scalar.value, &f, &err))
			c->point[c->points++] = (struct exp_called_point){p->kind, f, i};
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

struct exp_point *exp_add_called(struct gno_yaml *y, struct experiment *e, const char *of,
				 const struct gno_function *f, enum exp_place kind,
				 yaml_node_t *value)
{
	const char *suffix = kind == EXP_ENTRY ? "entry" : "return";
	char name[BASE_NAME_MADE_MAX + 1];
	struct exp_point *p;

	snprintf(name, sizeof(name), "%s.%s", of, suffix);
	if (!base_name_ok(of, BASE_NAME_MADE_MAX - EXP_CALLED_SUFFIX) ||
	    base_index_find(&e->names, name) != BASE_INDEX_NONE) /* that of something else */
		snprintf(name, sizeof(name), "f_%08" PRIx32 ".%s", f->entry, suffix);
	p = exp_add_point(y, e, name, gno_yaml_position(value), NULL);
	if (!p)
		return NULL;
	p->kind = kind;
	p->value = value;
	p->called = f;
	p->made = true;
	return p;
}
