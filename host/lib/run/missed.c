/* SPDX-License-Identifier: Apache-2.0 */
#include "run/missed.h"
#include "common/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nodes that have not reached the end point, for a reader; the caller's. NULL: no memory, *any is
 * set. */
static char *missing_nodes(const struct gno_run *run, const struct gno_pattern_file *p, bool *any)
{
	char *text = NULL;

	*any = false;
	for (unsigned k = 0; k < run->m->nodes; k++) {
		char *more;

		if (!p->until_on[k] || run->node[k].reached)
			continue;
		more =
		    gno_format("%s%s%s", text ? text : "", text ? ", " : "", run->m->node[k].name);
		free(text);
		text = more;
		*any = true;
	}
	return text;
}

bool gno_run_is_missed(const struct gno_run *run, const struct gno_drain_options *options)
{
	const struct gno_pattern_file *p = run->load[run->loads - 1].patterns;
	unsigned long long lost = run->progress.lost;
	char *nodes, *text;
	bool missed;

	if (p->until < 0 || run->mode == GNO_BUFFER_WRAP)
		return false;
	nodes = missing_nodes(run, p, &missed);
	text = lost ? gno_format("; it may be among the %llu lost records", lost) : strdup("");
	if (missed && options->note) {
		char *note = gno_format("the end point '%s' was not reached at %s%s",
					p->point[p->until].name, nodes ? nodes : "some nodes",
					text ? text : "");

		options->note(options->ctx, note ? note : "the end point was not reached");
		free(note);
	}
	free(nodes);
	free(text);
	return missed;
}
