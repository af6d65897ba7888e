/* SPDX-License-Identifier: Apache-2.0 */
#include "export/stacks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is no function, behind the functions. */
enum { FRAME_OUTSIDE, FRAME_LOST, FRAME_OTHER, FRAME_UNSEEN };

int export_calls(struct export_job *job, struct calls **out, struct gno_err *err)
{
	const struct calls_options o = {.node = job->o->node,
					.from = job->o->from,
					.to = job->o->to,
					.interrupted = job->o->interrupted};
	int rc = calls_make(job->r, &o, out, err);

	for (unsigned k = 0; k < job->r->m->nodes && !rc; k++)
		for (unsigned i = 0; i < REPORT_UNSEEN_KINDS; i++)
			if ((*out)->seen[k].lost[i])
				export_note(job,
					    "%s: nothing is known of %" PRIu64
					    " cycles (%s), which are a stack of their own",
					    job->r->m->node[k].name, (*out)->seen[k].lost[i],
					    report_unseen_name((enum report_unseen)i));
	return rc;
}

size_t export_frames(const struct calls *c)
{
	return c->functions + FRAME_UNSEEN + REPORT_UNSEEN_KINDS;
}

const char *export_frame_name(const struct calls *c, size_t frame)
{
	static const char *const names[] = {
	    [FRAME_OUTSIDE] = "(outside)",
	    [FRAME_LOST] = "(unknown callers)",
	    [FRAME_OTHER] = "(other)",
	    [FRAME_UNSEEN + REPORT_GAP] = "(gap)",
	    [FRAME_UNSEEN + REPORT_HOLE] = "(hole)",
	    [FRAME_UNSEEN + REPORT_BLIND] = "(load)",
	    [FRAME_UNSEEN + REPORT_OFF] = "(off)",
	    [FRAME_UNSEEN + REPORT_LEFT_OUT] = "(filter)",
	};

	return frame < c->functions ? c->function[frame].name : names[frame - c->functions];
}

const struct calls_function *export_frame_function(const struct calls *c, size_t frame)
{
	return frame < c->functions && !c->function[frame].system ? &c->function[frame] : NULL;
}

const char *export_lane_name(const struct calls *c, const struct calls_lane *l, char *buf,
			     size_t size)
{
	char process[32];
	const char *name = calls_lane_name(c, l, process, sizeof(process));

	snprintf(buf, size, "%s%s%s", c->r->m->node[l->node].name, *name ? " " : "", name);
	return buf;
}

static uint32_t frame_of(const struct calls *c, const struct calls_node *n)
{
	switch (n->function) {
	case CALLS_ROOT:
		return (uint32_t)c->functions + FRAME_OUTSIDE;
	case CALLS_LOST:
		return (uint32_t)c->functions + FRAME_LOST;
	case CALLS_OTHER:
		return (uint32_t)c->functions + FRAME_OTHER;
	default:
		return n->function;
	}
}

/* The cycles of which nothing is known. */
static int put_unseen(struct export_job *job, const struct calls *c, export_put_stack *put,
		      void *ctx, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned k = 0; k < c->r->m->nodes; k++)
		for (unsigned i = 0; i < REPORT_UNSEEN_KINDS && !rc; i++) {
			const uint32_t frame = (uint32_t)c->functions + FRAME_UNSEEN + i;

			if (!c->seen[k].lost[i])
				continue;
			rc = export_row(job, err);
			if (!rc)
				rc = put(ctx,
					 &(struct export_stack){.node = k,
								.frame = &frame,
								.frames = 1,
								.cycles = c->seen[k].lost[i]},
					 err);
		}
	return rc;
}

/* The deepest node below a root. */
static uint32_t deepest(const struct calls *c, uint32_t root)
{
	uint32_t depth = 0;

	for (uint32_t at = root; at != CALLS_NONE; at = calls_tree_next(&c->tree, root, at))
		if (c->tree.node[at].depth > depth)
			depth = c->tree.node[at].depth;
	return depth;
}

int export_stacks(struct export_job *job, const struct calls *c, size_t lane, export_put_stack *put,
		  void *ctx, struct gno_err *err)
{
	const struct calls_lane *l = &c->lane[lane];
	uint32_t *frame;
	int rc = GNO_OK;

	if (lane >= c->lanes)
		return put_unseen(job, c, put, ctx, err);
	frame = calloc(deepest(c, l->root) + 1, sizeof(*frame));
	if (!frame)
		return gno_fail_nomem(err);
	for (uint32_t at = l->root; at != CALLS_NONE && !rc;
	     at = calls_tree_next(&c->tree, l->root, at)) {
		const struct calls_node *n = &c->tree.node[at];
		/* the root is a frame only where it is the innermost */
		size_t depth = n->depth ? n->depth - 1 : 0;

		frame[depth] = frame_of(c, n);
		if (!n->self && !calls_node_begun(n))
			continue;
		rc = export_row(job, err);
		if (!rc)
			rc = put(ctx,
				 &(struct export_stack){.node = l->node,
							.lane = l,
							.frame = frame,
							.frames = depth + 1,
							.cycles = n->self,
							.calls = calls_node_begun(n)},
				 err);
	}
	free(frame);
	return rc;
}
