/* SPDX-License-Identifier: Apache-2.0 */
/* The pattern files of several boards as one: each has its own nodes, all else is the same. */
#include "compile/pattern_file.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"

bool gno_pattern_files_agree(const struct gno_pattern_file *a, const struct gno_pattern_file *b)
{
	if (a->points != b->points || a->intervals != b->intervals || a->mode != b->mode ||
	    a->after != b->after || a->collect != b->collect || a->until != b->until)
		return false;
	for (size_t i = 0; i < a->points; i++) {
		const struct gno_pattern_point *x = &a->point[i], *y = &b->point[i];

		if (strcmp(x->name, y->name) != 0 || strcmp(x->text, y->text) != 0 ||
		    x->kind != y->kind || x->numbers != y->numbers || x->actions != y->actions)
			return false;
	}
	for (size_t i = 0; i < a->intervals; i++) {
		const struct gno_pattern_interval *x = &a->interval[i], *y = &b->interval[i];

		if (strcmp(x->name, y->name) != 0 || x->from != y->from || x->to != y->to)
			return false;
	}
	return true;
}

/* The same for the functions of a point, where they are of some nodes. GNO_ERR_NOMEM. */
static int widen_called(struct gno_pattern_point *q, unsigned from, unsigned nodes)
{
	for (size_t i = 0; i < q->calleds; i++) {
		bool *on = q->called[i].on ? realloc(q->called[i].on, nodes * sizeof(*on)) : NULL;

		if (q->called[i].on && !on)
			return GNO_ERR_NOMEM;
		q->called[i].on = on;
		if (on)
			memset(on + from, 0, (nodes - from) * sizeof(*on));
	}
	return GNO_OK;
}

/* Gives a file room for so many nodes, its own being the first. GNO_ERR_NOMEM. */
static int widen(struct gno_pattern_file *p, unsigned nodes)
{
	struct gno_pattern_node *node = calloc(nodes, sizeof(*node));
	bool *until_on = calloc(nodes, sizeof(*until_on));

	if (!node || !until_on) {
		free(node);
		free(until_on);
		return GNO_ERR_NOMEM;
	}
	memcpy(node, p->node, p->nodes * sizeof(*node));
	memcpy(until_on, p->until_on, p->nodes * sizeof(*until_on));
	free(p->node);
	free(p->until_on);
	p->node = node;
	p->until_on = until_on;
	for (size_t i = 0; i < p->points; i++) {
		int *code = realloc(p->point[i].code, nodes * sizeof(*code));

		if (!code)
			return GNO_ERR_NOMEM;
		p->point[i].code = code;
		for (unsigned k = p->nodes; k < nodes; k++)
			code[k] = -1;
		if (widen_called(&p->point[i], p->nodes, nodes))
			return GNO_ERR_NOMEM;
	}
	p->nodes = nodes;
	return GNO_OK;
}

/* Whose function a point has at the nodes of a board, whose programs are those of the others. */
static void move_called(struct gno_pattern_point *to, const struct gno_pattern_point *of,
			unsigned first, unsigned nodes)
{
	for (size_t i = 0; i < to->calleds && i < of->calleds; i++)
		if (to->called[i].on && of->called[i].on)
			memcpy(to->called[i].on + first, of->called[i].on,
			       nodes * sizeof(*to->called[i].on));
}

/* Moves what a board says of its nodes. */
static void move_nodes(struct gno_pattern_file *to, struct gno_pattern_file *of, unsigned first)
{
	for (unsigned k = 0; k < of->nodes; k++) {
		to->node[first + k] = of->node[k];
		to->until_on[first + k] = of->until_on[k];
		for (size_t i = 0; i < of->points; i++)
			to->point[i].code[first + k] = of->point[i].code[k];
	}
	for (size_t i = 0; i < of->points; i++)
		move_called(&to->point[i], &of->point[i], first, of->nodes);
	of->nodes = 0;
}

/* Names of the processes of single nodes. GNO_ERR_NOMEM. */
static int move_processes(struct gno_pattern_file *to, struct gno_pattern_file *of, unsigned first)
{
	for (size_t i = 0; i < of->processes; i++) {
		struct gno_pattern_process *more;

		if (of->process[i].node < 0)
			continue;
		more = gno_room(to->process, to->processes, sizeof(*more));
		if (!more)
			return GNO_ERR_NOMEM;
		to->process = more;
		more[to->processes] = of->process[i];
		more[to->processes++].node += (int)first;
		of->process[i].name = NULL;
	}
	return GNO_OK;
}

int gno_pattern_file_join(struct gno_pattern_file **all, struct gno_pattern_file **of,
			  unsigned first, unsigned nodes, const char *path, struct gno_err *err)
{
	struct gno_pattern_file *one = *of;

	if (!*all && !first) {
		*all = one;
		*of = NULL;
		return widen(*all, nodes) ? gno_fail_nomem(err) : GNO_OK;
	}
	if (!*all || !gno_pattern_files_agree(*all, one))
		return gno_fail(err, GNO_ERR_MISMATCH,
				"the boards of a run have different experiments: '%s'", path);
	move_nodes(*all, one, first);
	return move_processes(*all, one, first) ? gno_fail_nomem(err) : GNO_OK;
}
