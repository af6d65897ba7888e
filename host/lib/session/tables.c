/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of a run directory for other programs (gnomon/gnomon.h). */
#include "gnomon/gnomon.h"

#include <stdlib.h>
#include <string.h>

#include "out/arrow/capsule.h"
#include "out/arrow/stream.h"
#include "common/json_out.h"
#include "common/locale.h"
#include "common/util.h"
#include "results/report.h"
#include "session/rounds.h"

struct gno_tables {
	char *run; /* NULL: none was opened */
	char *about;
	char *nodes, *columns;
	struct arrow_options options;
	struct gno_err err;
};

struct gno_tables *gno_tables_new(void)
{
	struct gno_tables *t = calloc(1, sizeof(*t));

	if (t)
		t->options.to = UINT64_MAX;
	return t;
}

static void forget_run(struct gno_tables *t)
{
	free(t->run);
	free(t->about);
	t->run = t->about = NULL;
}

void gno_tables_free(struct gno_tables *t)
{
	if (!t)
		return;
	forget_run(t);
	free(t->nodes);
	free(t->columns);
	free(t);
}

const char *gno_tables_error(const struct gno_tables *t)
{
	return t->err.text;
}

static int set_text(struct gno_tables *t, char **to, const char *text)
{
	char *copy = text ? strdup(text) : NULL;

	if (text && !copy)
		return gno_fail_nomem(&t->err);
	free(*to);
	*to = copy;
	return 0;
}

int gno_tables_set_nodes(struct gno_tables *t, const char *names)
{
	return set_text(t, &t->nodes, names);
}

int gno_tables_set_columns(struct gno_tables *t, const char *names)
{
	return set_text(t, &t->columns, names);
}

void gno_tables_set_range(struct gno_tables *t, uint64_t from, uint64_t to)
{
	t->options.from = from;
	t->options.to = to;
}

void gno_tables_set_rows(struct gno_tables *t, size_t rows)
{
	t->options.rows = rows;
}

static void put_run(struct json_out *o, const struct gno_report *r)
{
	const struct gno_pattern_file *p = r->points.load[0].file;
	uint64_t left_out = 0;

	jout_number(o, "gnomon", 1);
	jout_text(o, "monitor", r->m->name);
	jout_number(o, "clock_hz", r->m->clock_hz);
	jout_number(o, "run", r->run->run);
	jout_text(o, "mode", r->run->mode);
	jout_text(o, "state", r->run->state);
	jout_text(o, "started", r->run->started);
	jout_text(o, "version", r->run->version);
	jout_bool(o, "model", r->run->model);
	jout_text(o, "experiment", p->name);
	jout_text(o, "program", p->program);
	jout_text(o, "build_id", p->build_id);
	for (size_t i = 0; i < r->run->filters; i++)
		left_out += r->run->filter[i].left_out;
	jout_number(o, "left_out", left_out);
	jout_number(o, "begin", r->line.begin);
	jout_number(o, "end", r->line.end);
}

static void put_names(struct json_out *o, const struct gno_report *r)
{
	const struct report_points *p = &r->points;

	jout_list(o, "nodes");
	for (unsigned k = 0; k < r->m->nodes; k++)
		jout_text(o, NULL, r->m->node[k].name);
	jout_list_end(o);
	jout_list(o, "partial");
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (report_looks_partly(r, k))
			jout_text(o, NULL, r->m->node[k].name);
	jout_list_end(o);
	jout_list(o, "points");
	for (size_t i = 0; i < p->points; i++)
		jout_text(o, NULL, p->point[i].name);
	jout_list_end(o);
	jout_list(o, "intervals");
	for (size_t i = 0; i < p->intervals; i++)
		jout_text(o, NULL, p->interval[i].name);
	jout_list_end(o);
}

static int describe(struct gno_tables *t, const struct gno_report *r)
{
	size_t size;
	FILE *file = open_memstream(&t->about, &size);
	struct json_out o = {.f = file, .compact = true};

	if (!file)
		return gno_fail_nomem(&t->err);
	jout_object(&o, NULL);
	put_run(&o, r);
	put_names(&o, r);
	jout_object_end(&o);
	return gno_close_written(file) ? gno_fail_nomem(&t->err) : 0;
}

int gno_tables_open(struct gno_tables *t, const char *run)
{
	GNO_C_LOCALE;
	struct gno_report *r = NULL;
	int rc;

	forget_run(t);
	if (gno_has_rounds(run))
		return gno_fail(&t->err, GNO_ERR_ARG,
				"'%s' is a run in rounds: name one of them, such as '%s/round0'",
				run, run);
	rc = gno_report_look(run, &r, &t->err);
	if (!rc)
		rc = describe(t, r);
	if (!rc)
		rc = set_text(t, &t->run, run);
	gno_report_free(r);
	if (rc)
		forget_run(t);
	return rc;
}

const char *gno_tables_about(const struct gno_tables *t)
{
	return t->about;
}

int gno_tables_stream(struct gno_tables *t, const char *table, struct ArrowArrayStream *out)
{
	GNO_C_LOCALE;
	struct arrow_options options = t->options;

	out->release = NULL;
	if (!t->run)
		return gno_fail(&t->err, GNO_ERR_STATE, "no run was opened");
	options.nodes = t->nodes;
	options.columns = t->columns;
	return arrow_stream(t->run, table, &options, out, &t->err);
}

void *gno_tables_capsule(struct ArrowArrayStream *stream)
{
	return arrow_capsule(stream);
}
