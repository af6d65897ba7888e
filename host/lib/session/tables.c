/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of a run directory for other programs (gnomon/gnomon.h). */
#include "gnomon/gnomon.h"

#include <stdlib.h>
#include <string.h>

#include "out/arrow/stream.h"
#include "common/locale.h"
#include "common/util.h"
#include "out/json/list.h"
#include "results/columns/documents.h"
#include "results/report.h"
#include "run/run.h"

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

int gno_tables_set_nodes(struct gno_tables *t, const char *names)
{
	return gno_set_text(&t->nodes, names, &t->err);
}

int gno_tables_set_columns(struct gno_tables *t, const char *names)
{
	return gno_set_text(&t->columns, names, &t->err);
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

static int describe(struct gno_tables *t, const struct gno_report *r)
{
	size_t size;
	FILE *file = open_memstream(&t->about, &size);
	struct column_source s = {.r = r};
	int rc;

	if (!file)
		return gno_fail_nomem(&t->err);
	rc = json_row(&(struct json_out){.f = file, .compact = true}, &s, NULL, &columns_about, r,
		      &t->err);
	return gno_close_written(file) && !rc ? gno_fail_nomem(&t->err) : rc;
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
		rc = gno_set_text(&t->run, run, &t->err);
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
