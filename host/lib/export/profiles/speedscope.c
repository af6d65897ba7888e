/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON of speedscope.app: a profile of weighted stacks for each process. */
#include "export/formats/formats.h"
#include "export/profiles/stacks.h"

#include <inttypes.h>

#include "common/json_out.h"

struct scope {
	struct json_out o;
	bool weights; /* the second list: cycles; the first one has the frames */
};

static int put_stack(void *ctx, const struct export_stack *s, struct gno_err *err)
{
	struct scope *v = ctx;

	(void)err;
	if (!s->cycles)
		return GNO_OK;
	if (v->weights) {
		jout_number(&v->o, NULL, s->cycles);
		return GNO_OK;
	}
	jout_list(&v->o, NULL);
	for (size_t i = 0; i < s->frames; i++)
		jout_number(&v->o, NULL, s->frame[i]);
	jout_list_end(&v->o);
	return GNO_OK;
}

static void put_frames(struct json_out *o, const struct calls *c)
{
	jout_object(o, "shared");
	jout_list(o, "frames");
	for (size_t i = 0; i < export_frames(c); i++) {
		const struct calls_function *f = export_frame_function(c, i);

		jout_object(o, NULL);
		jout_text(o, "name", export_frame_name(c, i));
		if (f && f->file)
			jout_text(o, "file", f->file);
		if (f && f->line)
			jout_number(o, "line", f->line);
		jout_object_end(o);
	}
	jout_list_end(o);
	jout_object_end(o);
}

/* Cycles of a lane; behind the lanes, those of which nothing is known. */
static uint64_t cycles_of(const struct calls *c, size_t lane)
{
	uint64_t sum = 0;

	if (lane < c->lanes)
		return c->tree.node[c->lane[lane].root].all;
	for (unsigned k = 0; k < c->r->m->nodes; k++)
		for (unsigned i = 0; i < REPORT_UNSEEN_KINDS; i++)
			sum += c->seen[k].lost[i];
	return sum;
}

static int put_profile(struct export_job *job, struct scope *v, const struct calls *c, size_t lane,
		       struct gno_err *err)
{
	uint64_t cycles = cycles_of(c, lane);
	char name[160] = "nothing is known";
	int rc;

	if (lane < c->lanes)
		export_lane_name(c, &c->lane[lane], name, sizeof(name));
	jout_object(&v->o, NULL);
	jout_text(&v->o, "type", "sampled");
	jout_text(&v->o, "name", name);
	jout_text(&v->o, "unit", "none");
	jout_number(&v->o, "startValue", 0);
	jout_number(&v->o, "endValue", cycles);
	v->weights = false;
	jout_list(&v->o, "samples");
	rc = export_stacks(job, c, lane, put_stack, v, err);
	jout_list_end(&v->o);
	v->weights = true;
	jout_list(&v->o, "weights");
	if (!rc)
		rc = export_stacks(job, c, lane, put_stack, v, err);
	jout_list_end(&v->o);
	jout_object_end(&v->o);
	return rc;
}

int export_speedscope(struct export_job *job, struct gno_err *err)
{
	struct scope v = {.o = {.f = job->f, .compact = true}};
	struct calls *c = NULL;
	char name[400];
	int rc = export_calls(job, &c, err);

	if (rc)
		return rc;
	snprintf(name, sizeof(name), "%s, run %u (cycles)%s%s", c->r->m->name, c->r->run->run,
		 *job->lacks ? "; not whole: " : "", job->lacks);
	jout_object(&v.o, NULL);
	jout_text(&v.o, "$schema", "https://www.speedscope.app/file-format-schema.json");
	jout_text(&v.o, "exporter", "gnomon " GNOMON_VERSION);
	jout_text(&v.o, "name", name);
	jout_number(&v.o, "activeProfileIndex", 0);
	put_frames(&v.o, c);
	jout_list(&v.o, "profiles");
	for (size_t i = 0; i <= c->lanes && !rc; i++)
		if (i < c->lanes || cycles_of(c, i))
			rc = put_profile(job, &v, c, i, err);
	jout_list_end(&v.o);
	jout_object_end(&v.o);
	fputc('\n', job->f);
	calls_free(c);
	return rc;
}
