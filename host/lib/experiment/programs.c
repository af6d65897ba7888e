/* SPDX-License-Identifier: Apache-2.0 */

/* The key 'program': a program that all nodes run, or a list of them for different nodes. */

#include "experiment/parts.h"
#include "common/util.h"

#include <stdlib.h>
#include <string.h>

/* Moves a program to where it runs; `base`: NULL: nobody says where. */
static void place(struct gno_yaml *y, struct gno_program *p, yaml_node_t *node, yaml_node_t *base)
{
	struct gno_err err;
	uint64_t address;

	if (base && gno_yaml_number(y, base, "'base'", 0, UINT64_MAX, &address)) {
		if (gno_program_place(p, address, &err))
			gno_yaml_fault(y, base, "%s", err.text);
	} else if (!base && p->movable) {
		gno_yaml_fault(
		    y, node,
		    "'%s' is position-independent: say where it is loaded, 'program: { file: FILE, base: ADDRESS }'",
		    p->path);
	}
}

/* Loads a program for the nodes of `nodes`, NULL: all that the experiment has. */
static void load(struct gno_yaml *y, struct experiment *e, yaml_node_t *const *value,
		 yaml_node_t *nodes, const char *override)
{
	const char *text = value[0] ? gno_yaml_text(y, value[0], "'program'") : NULL;
	struct exp_image *image = &e->image[e->images];
	struct gno_err err;
	char *path;

	if (!override && !text)
		return;
	memset(image->on, !nodes, sizeof(image->on));
	if (nodes && e->m)
		exp_read_nodes(y, e->m, nodes, image->on);
	path = override ? gno_yaml_copy(y, override) : gno_beside(e->path, text);
	if (!path) {
		y->nomem = true;
	} else if (gno_program_load(path, &image->program, &err)) {
		gno_yaml_fault(y, override ? NULL : value[0], "%s", err.text);
	} else {
		e->images++;
		place(y, image->program, value[0], value[1]);
	}
	free(path);
}

/* Reads FILE, or { file: FILE, base: ADDRESS, nodes: NODES }, the latter in a list only. */
static void read_program(struct gno_yaml *y, struct experiment *e, yaml_node_t *node, bool listed,
			 const char *override)
{
	static const char *const keys[] = {"file", "base", "nodes", NULL};
	yaml_node_t *value[3] = {node, NULL, NULL};

	if (node && (listed || node->type == YAML_MAPPING_NODE)) {
		if (!gno_yaml_keys(y, node, "'program'", keys, value))
			return;
		if (!value[0] && !override)
			gno_yaml_fault(y, node, "'program' has no 'file'");
		if (listed && !value[2])
			gno_yaml_fault(y, node, "a program of a list has no 'nodes'");
		if (!listed && value[2])
			gno_yaml_fault(y, value[2], "'nodes' is for programs of a list");
	}
	load(y, e, value, value[2], override);
}

/* A node runs one program, and nodes that share their ranks the same. */
static void check_nodes(struct gno_yaml *y, const struct experiment *e, yaml_node_t *list)
{
	for (unsigned k = 0; e->m && k < e->m->nodes; k++) {
		const struct gno_node *n = &e->m->node[k];
		unsigned images = 0;

		for (size_t i = 0; i < e->images; i++)
			images += e->image[i].on[k];
		if (images > 1)
			gno_yaml_fault(y, list, "node '%s' runs %u programs", n->name, images);
		else if (exp_image_of(e, k) != exp_image_of(e, n->owner))
			gno_yaml_fault(
			    y, list,
			    "nodes '%s' and '%s' share their ranks, so they must run the same program",
			    e->m->node[n->owner].name, n->name);
	}
}

void exp_read_programs(struct gno_yaml *y, struct experiment *e, yaml_node_t *node,
		       const char *override)
{
	const bool list = node && node->type == YAML_SEQUENCE_NODE;
	size_t count = 0;

	e->has_program = override || node;
	while (list && gno_yaml_item(y, node, count))
		count++;
	e->image = calloc(count + 1, sizeof(*e->image));
	if (!e->image) {
		y->nomem = true;
	} else if (list && override) {
		gno_yaml_fault(y, node, "--program cannot take the place of a list of programs");
	} else if (!list) {
		if (override || node)
			read_program(y, e, node, false, override);
	} else {
		if (!count)
			gno_yaml_fault(y, node, "'program' has no program");
		for (size_t i = 0; i < count && !y->nomem; i++)
			read_program(y, e, gno_yaml_item(y, node, i), true, NULL);
		check_nodes(y, e, node);
	}
}

void exp_free_programs(struct experiment *e)
{
	for (size_t i = 0; i < e->images; i++)
		gno_program_free(e->image[i].program);
	free(e->image);
}

void exp_free_where(const struct experiment *e, struct exp_point *p)
{
	for (size_t i = 0; p->where && i < exp_wheres(e); i++)
		free(p->where[i].address);
	free(p->where);
}
