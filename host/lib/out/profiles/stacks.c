/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/calls/calls.h"
#include "out/profiles/stacks.h"

#include <stdlib.h>

int export_stacks_room(struct export_stacks *s, struct gno_err *err)
{
	const unsigned nodes = s->r->m->nodes;

	s->frame = calloc(s->frames + 1, sizeof(*s->frame));
	s->lane = calloc(s->lanes + 1, sizeof(*s->lane));
	s->cycles = calloc(s->lanes + 1, sizeof(*s->cycles));
	s->unseen = calloc(nodes * s->unseens, sizeof(*s->unseen));
	s->note = calloc(nodes, sizeof(*s->note));
	return s->frame && s->lane && s->cycles && s->unseen && s->note ? GNO_OK
									: gno_fail_nomem(err);
}

/* The cycles of which nothing is known. */
static int put_unseen(struct export_job *job, const struct export_stacks *s, export_put_stack *put,
		      void *ctx, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned k = 0; k < s->r->m->nodes; k++)
		for (size_t i = 0; i < s->unseens && !rc; i++) {
			const uint32_t frame = (uint32_t)(s->frames - s->unseens + i);
			const uint64_t cycles = s->unseen[k * s->unseens + i];

			if (!cycles)
				continue;
			rc = export_row(job, err);
			if (!rc)
				rc = put(
				    ctx,
				    &(struct export_stack){
					.node = k, .frame = &frame, .frames = 1, .cycles = cycles},
				    err);
		}
	return rc;
}

int export_stacks_each(struct export_job *job, const struct export_stacks *s, size_t lane,
		       export_put_stack *put, void *ctx, struct gno_err *err)
{
	return lane < s->lanes ? s->each(job, s, lane, put, ctx, err)
			       : put_unseen(job, s, put, ctx, err);
}

uint64_t export_stacks_cycles(const struct export_stacks *s, size_t lane)
{
	uint64_t sum = 0;

	if (lane < s->lanes)
		return s->cycles[lane];
	for (size_t i = 0; i < s->r->m->nodes * s->unseens; i++)
		sum += s->unseen[i];
	return sum;
}

void export_stacks_free(struct export_stacks *s)
{
	if (!s)
		return;
	for (size_t i = 0; s->frame && i < s->frames; i++)
		free(s->frame[i].own);
	free(s->frame);
	free(s->lane);
	free(s->cycles);
	free(s->unseen);
	free(s->note);
	free(s->text);
	calls_free(s->calls);
	gno_report_free(s->owned);
	free(s);
}
