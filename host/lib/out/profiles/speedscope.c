/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON of speedscope.app: a profile of weighted stacks for each process. */
#include "out/export/formats.h"
#include "out/profiles/stacks.h"

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

static void put_frames(struct json_out *o, const struct export_stacks *s)
{
	jout_object(o, "shared");
	jout_list(o, "frames");
	for (size_t i = 0; i < s->frames; i++) {
		const struct export_frame *f = &s->frame[i];

		jout_object(o, NULL);
		jout_text(o, "name", f->name);
		if (f->file)
			jout_text(o, "file", f->file);
		if (f->line)
			jout_number(o, "line", f->line);
		jout_object_end(o);
	}
	jout_list_end(o);
	jout_object_end(o);
}

static int put_profile(struct export_job *job, struct scope *v, const struct export_stacks *s,
		       size_t lane, struct gno_err *err)
{
	char name[256] = "nothing is known";
	int rc;

	if (lane < s->lanes)
		snprintf(name, sizeof(name), "%s%s%s", s->r->m->node[s->lane[lane].node].name,
			 *s->lane[lane].name ? " " : "", s->lane[lane].name);
	jout_object(&v->o, NULL);
	jout_text(&v->o, "type", "sampled");
	jout_text(&v->o, "name", name);
	jout_text(&v->o, "unit", "none");
	jout_number(&v->o, "startValue", 0);
	jout_number(&v->o, "endValue", export_stacks_cycles(s, lane));
	v->weights = false;
	jout_list(&v->o, "samples");
	rc = export_stacks_each(job, s, lane, put_stack, v, err);
	jout_list_end(&v->o);
	v->weights = true;
	jout_list(&v->o, "weights");
	if (!rc)
		rc = export_stacks_each(job, s, lane, put_stack, v, err);
	jout_list_end(&v->o);
	jout_object_end(&v->o);
	return rc;
}

int export_speedscope(struct export_job *job, struct gno_err *err)
{
	struct scope v = {.o = {.f = job->f, .compact = true, .foreign = true}};
	struct export_stacks *s;
	char buf[REPORT_LACKS], name[400];
	const char *lacks;
	int rc = export_stacks_open(job, false, &s, err);

	if (rc)
		return rc;
	lacks = report_lacks(s->r, &job->select, buf);
	snprintf(name, sizeof(name), "%s, run %u (cycles)%s%s", s->r->m->name, s->r->run->run,
		 lacks ? "; not whole: " : "", lacks ? lacks : "");
	jout_object(&v.o, NULL);
	jout_text(&v.o, "$schema", "https://www.speedscope.app/file-format-schema.json");
	jout_text(&v.o, "exporter", "gnomon " GNOMON_VERSION);
	jout_text(&v.o, "name", name);
	jout_number(&v.o, "activeProfileIndex", 0);
	put_frames(&v.o, s);
	jout_list(&v.o, "profiles");
	for (size_t i = 0; i <= s->lanes && !rc; i++)
		if (i < s->lanes || export_stacks_cycles(s, i))
			rc = put_profile(job, &v, s, i, err);
	jout_list_end(&v.o);
	jout_object_end(&v.o);
	fputc('\n', job->f);
	export_stacks_free(s);
	return rc;
}
