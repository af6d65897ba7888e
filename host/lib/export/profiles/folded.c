/* SPDX-License-Identifier: Apache-2.0 */
/* Folded stacks: a line a stack, its frames with semicolons, a blank, and its cycles. */
#include "export/formats/formats.h"
#include "export/profiles/stacks.h"

#include <inttypes.h>

struct folded {
	struct export_job *job;
	const struct calls *c;
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
	char buf[32];

	(void)err;
	if (!s->cycles)
		return GNO_OK;
	put_frame(f, v->c->r->m->node[s->node].name);
	if (s->lane && *calls_lane_name(v->c, s->lane, buf, sizeof(buf)))
		fprintf(f, ";%s", calls_lane_name(v->c, s->lane, buf, sizeof(buf)));
	for (size_t i = 0; i < s->frames; i++) {
		fputc(';', f);
		put_frame(f, export_frame_name(v->c, s->frame[i]));
	}
	fprintf(f, " %" PRIu64 "\n", s->cycles);
	return GNO_OK;
}

int export_folded(struct export_job *job, struct gno_err *err)
{
	struct calls *c = NULL;
	int rc = export_calls(job, &c, err);

	for (size_t i = 0; !rc && i <= c->lanes; i++)
		rc = export_stacks(job, c, i, put_stack, &(struct folded){job, c}, err);
	calls_free(c);
	return rc;
}
