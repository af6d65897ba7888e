/* SPDX-License-Identifier: Apache-2.0 */
/* A run as a database of SQLite, in one transaction. */
#include <stdlib.h>

#include "common/util.h"
#include "out/export/formats.h"
#include "out/export/rows.h"
#include "out/export/sqlite_base.h"

/* --- tables */

/* The rules of all filters, one a line; *out is NULL where there are none, else the caller's. */
static int filters_text(const struct gno_trace_run *run, char **out)
{
	size_t size;
	FILE *f;

	*out = NULL;
	if (!run->filters)
		return GNO_OK;
	f = open_memstream(out, &size);
	if (!f)
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < run->filters; i++) {
		const struct gno_trace_filter *t = &run->filter[i];

		fprintf(f, "%s%s%s%s%s%s", i ? "\n" : "", t->keep ? "keep " : "",
			t->keep ? t->keep : "", t->keep && t->drop ? ", " : "",
			t->drop ? "drop " : "", t->drop ? t->drop : "");
	}
	return gno_close_written(f) ? GNO_ERR_NOMEM : GNO_OK;
}

static int begin(struct base *b, const char *table, const char *const *columns, struct gno_err *err)
{
	b->cells.list = NULL;
	return b->cells.form->begin(&b->cells, table, columns, err);
}

static int put_run(struct base *b, struct gno_err *err)
{
	static const char *const columns[] = {
	    "monitor", "run",	  "state",    "started", "clock_hz", "mode", "experiment",
	    "program", "version", "left_out", "filters", "lacks",    NULL};
	const struct gno_report *r = b->job->r;
	const struct gno_pattern_file *file = r->points.load[0].file;
	struct cells *c = &b->cells;
	int rc = begin(b, "run", columns, err);
	uint64_t left_out = 0;
	char *filters;

	if (rc)
		return rc;
	if (filters_text(r->run, &filters))
		return gno_fail_nomem(err);
	cell_text(c, r->m->name);
	cell_number(c, r->run->run);
	cell_text(c, r->run->state);
	cell_text(c, r->run->started);
	cell_number(c, r->m->clock_hz);
	cell_text(c, r->run->mode);
	cell_text(c, file->name);
	cell_text(c, file->program);
	cell_text(c, r->run->version);
	for (size_t i = 0; i < r->run->filters; i++)
		left_out += r->run->filter[i].left_out;
	cell_number(c, left_out);
	cell_text(c, filters);
	cell_text(c, *b->job->lacks ? b->job->lacks : NULL);
	rc = c->form->end(c, err);
	free(filters);
	return rc;
}

static int put_nodes(struct base *b, struct gno_err *err)
{
	static const char *const columns[] = {"node", "number", "first", "last", "flushed", NULL};
	const struct gno_report *r = b->job->r;
	struct cells *c = &b->cells;
	int rc = begin(b, "nodes", columns, err);

	for (unsigned i = 0; i < r->m->nodes && !rc; i++) {
		if (!report_select_node(&b->job->select, r, i))
			continue;
		cell_text(c, r->m->node[i].name);
		cell_number(c, i);
		cell_number(c, r->node[i].begin);
		cell_number(c, r->node[i].end);
		cell_number(c, r->node[i].flushed);
		rc = c->form->end(c, err);
	}
	return rc;
}

static int put_tables(struct base *b, struct gno_err *err)
{
	int rc = put_run(b, err);

	if (!rc)
		rc = put_nodes(b, err);
	for (const struct column_list *const *l = columns_lists; *l && !rc; l++)
		rc = rows_put(b->job, *l, &b->cells, err);
	return rc;
}

int export_sqlite(struct export_job *job, struct gno_err *err)
{
	struct base b;
	int rc = base_open(&b, job, err);

	if (!rc)
		rc = put_tables(&b, err);
	return base_close(&b, rc, err);
}
