/* SPDX-License-Identifier: Apache-2.0 */
/* The stacks of a run's call trees. */
#include "passes/calls/calls.h"
#include "out/profiles/stacks.h"

#include <inttypes.h>
#include <stdlib.h>

/* What is no function, behind the functions; then what nothing is known of. */
enum { FRAME_OUTSIDE, FRAME_LOST, FRAME_OTHER, FRAME_UNSEEN };

static const char *const names[] = {
    [FRAME_OUTSIDE] = "(outside)",
    [FRAME_LOST] = "(unknown callers)",
    [FRAME_OTHER] = "(other)",
    [FRAME_UNSEEN + REPORT_GAP] = "(gap)",
    [FRAME_UNSEEN + REPORT_HOLE] = "(hole)",
    [FRAME_UNSEEN + REPORT_BLIND] = "(load)",
    [FRAME_UNSEEN + REPORT_OFF] = "(off)",
    [FRAME_UNSEEN + REPORT_LEFT_OUT] = "(filter)",
    [FRAME_UNSEEN + REPORT_FROZEN] = "(freeze)",
};

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

/* The deepest node below a root. */
static uint32_t deepest(const struct calls *c, uint32_t root)
{
	uint32_t depth = 0;

	for (uint32_t at = root; at != CALLS_NONE; at = calls_tree_next(&c->tree, root, at))
		if (c->tree.node[at].depth > depth)
			depth = c->tree.node[at].depth;
	return depth;
}

static int each(struct export_job *job, const struct export_stacks *s, size_t lane,
		export_put_stack *put, void *ctx, struct gno_err *err)
{
	const struct calls *c = s->calls;
	const uint32_t root = c->lane[lane].root;
	uint32_t *frame = calloc(deepest(c, root) + 1, sizeof(*frame));
	int rc = frame ? GNO_OK : gno_fail_nomem(err);

	for (uint32_t at = root; at != CALLS_NONE && !rc;
	     at = calls_tree_next(&c->tree, root, at)) {
		const struct calls_node *n = &c->tree.node[at];
		/* the root is a frame only where it is the innermost */
		size_t depth = n->depth ? n->depth - 1 : 0;

		frame[depth] = frame_of(c, n);
		if (!n->self && !calls_node_begun(n))
			continue;
		rc = export_row(job, err);
		if (!rc)
			rc = put(ctx,
				 &(struct export_stack){.node = c->lane[lane].node,
							.lane = &s->lane[lane],
							.frame = frame,
							.frames = depth + 1,
							.cycles = n->self,
							.count = calls_node_begun(n)},
				 err);
	}
	free(frame);
	return rc;
}

static void fill(struct export_stacks *s, const struct calls *c)
{
	for (size_t i = 0; i < s->frames; i++)
		if (i < c->functions) {
			const struct calls_function *f = &c->function[i];

			s->frame[i] = (struct export_frame){.name = f->name,
							    .file = f->system ? NULL : f->file,
							    .line = f->system ? 0 : f->line,
							    .is_code = !f->system,
							    .address = f->system ? 0 : f->address,
							    .function_file = f->file,
							    .function = f->address};
			s->frame[i].function_line = s->frame[i].line;
		} else {
			s->frame[i].name = names[i - c->functions];
		}
	for (size_t i = 0; i < c->lanes; i++) {
		const struct calls_lane *l = &c->lane[i];
		struct export_lane *lane = &s->lane[i];
		char buf[CALLS_LANE_NAME];

		*lane =
		    (struct export_lane){.node = l->node, .known = l->known, .process = l->process};
		snprintf(lane->name, sizeof(lane->name), "%s", calls_lane_name(c, l, buf));
		s->cycles[i] = c->tree.node[l->root].all;
	}
}

int export_stacks_of_calls(struct export_job *job, struct export_stacks *s, struct gno_err *err)
{
	const struct calls_options o = {.node = job->o->node,
					.from = job->o->from,
					.to = job->o->to,
					.interrupted = job->o->interrupted};
	const struct calls *c;
	int rc = calls_make(job->r, &o, &s->calls, err);

	if (rc)
		return rc;
	c = s->calls;
	s->r = job->r;
	s->counted = "calls";
	s->period = 1;
	s->each = each;
	s->lanes = c->lanes;
	s->unseens = REPORT_UNSEEN_KINDS;
	s->frames = c->functions + FRAME_UNSEEN + REPORT_UNSEEN_KINDS;
	rc = export_stacks_room(s, err);
	if (rc)
		return rc;
	fill(s, c);
	for (unsigned k = 0; k < job->r->m->nodes; k++)
		for (unsigned i = 0; i < REPORT_UNSEEN_KINDS; i++) {
			const uint64_t cycles = c->seen[k].lost[i];

			s->unseen[k * s->unseens + i] = cycles;
			if (cycles)
				export_note(job,
					    "%s: nothing is known of %" PRIu64
					    " cycles (%s), which are a stack of their own",
					    job->r->m->node[k].name, cycles,
					    report_unseen_name((enum report_unseen)i));
		}
	return rc;
}
