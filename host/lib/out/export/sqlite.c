/* SPDX-License-Identifier: Apache-2.0 */
/* A run as a database of SQLite, in one transaction. */
#include "out/export/formats.h"
#include "out/export/rows.h"
#include "out/export/sqlite_base.h"
#include "results/columns/documents.h"

/* --- tables */

static int each_run(struct column_source *s, const void *of, column_put *put, void *ctx,
		    struct gno_err *err)
{
	(void)s;
	return put(ctx, of, err);
}

static int each_node(struct column_source *s, const void *of, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct gno_report *r = of;
	int rc = GNO_OK;

	for (s->node = 0; s->node < r->m->nodes && !rc; s->node++)
		if (report_select_node(s->nodes, r, s->node))
			rc = put(ctx, &r->node[s->node], err);
	return rc;
}

/* The run, and each list that it has. */
static int put_run(struct base *b, struct column_source *s, struct gno_err *err)
{
	const struct column_list *l = &columns_run_known;
	int rc = rows_put_part("run", l, s, each_run, s->r, &b->cells, err);

	for (unsigned i = 0; i < l->columns && !rc; i++) {
		const struct column *c = &l->column[i];
		struct cell v;

		if (c->type == COLUMN_ROWS && column_value(c, s, s->r, &v))
			rc = rows_put_part(c->name, c->list, s, c->each, v.row, &b->cells, err);
	}
	return rc;
}

static int put_tables(struct base *b, struct gno_err *err)
{
	struct column_source s = {.r = b->job->r, .nodes = &b->job->select};
	int rc = put_run(b, &s, err);

	if (!rc)
		rc = rows_put_part("nodes", &columns_node, &s, each_node, s.r, &b->cells, err);
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
