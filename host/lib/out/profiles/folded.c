/* SPDX-License-Identifier: Apache-2.0 */
/* Folded stacks: a line a stack, its frames with semicolons, a blank, and its cycles. */
#include "out/export/formats.h"
#include "out/profiles/stacks.h"

#include <inttypes.h>

struct folded {
	struct export_job *job;
	const struct export_stacks *s;
};

/* A frame, without what separates frames. */
static void put_frame(FILE *f, const char *name)
{
	for (; *name; name++)
		fputc(*name == ';' ? ':' : *name, f);
}

static int put_stack(void *ctx, const struct export_stack *s, struct gno_err *err)
{
	const struct folded *v = ctx;
	FILE *f = v->job->f;

	(void)err;
	if (!s->cycles)
		return GNO_OK;
	put_frame(f, v->s->r->m->node[s->node].name);
	if (s->lane && *s->lane->name)
		fprintf(f, ";%s", s->lane->name);
	for (size_t i = 0; i < s->frames; i++) {
		fputc(';', f);
		put_frame(f, v->s->frame[s->frame[i]].name);
	}
	fprintf(f, " %" PRIu64 "\n", s->cycles);
	return GNO_OK;
}

int export_folded(struct export_job *job, struct gno_err *err)
{
	struct export_stacks *s;
	int rc = export_stacks_open(job, false, &s, err);

	for (size_t i = 0; !rc && i <= s->lanes; i++)
		rc = export_stacks_each(job, s, i, put_stack, &(struct folded){job, s}, err);
	export_stacks_free(s);
	return rc;
}
