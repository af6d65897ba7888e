/* SPDX-License-Identifier: Apache-2.0 */
#include "out/export/rows.h"

#include "passes/derived/fields.h"

struct table {
	struct export_job *job;
	const struct column_list *list;
	struct cells *cells;
	struct column_source source;
	struct column_masks masks;
	unsigned common; /* the first column that the form may know; behind the last one: none */
};

static void put_value(struct cells *cells, struct column_source *s, const struct column *c,
		      const struct cell *v, const void *row)
{
	char fields[REPORT_FIELDS];

	switch (c->type) {
	case COLUMN_NAME:
		cells->form->text(cells, c->text(s, row));
		break;
	case COLUMN_TEXT:
		if (v->text)
			cells->form->text(cells, v->text);
		else
			cells->form->skip(cells, 1);
		break;
	case COLUMN_F64:
	case COLUMN_SECONDS:
		cells->form->real(cells, v->real);
		break;
	case COLUMN_FIELDS:
		cells->form->text(cells, report_fields_cell(v->node, v->number, fields));
		break;
	default:
		cells->form->number(cells, v->number);
		break;
	}
}

/* The columns from one to another, the last one excluded; `columns`: which of all the row has. */
static void put_columns(struct table *t, const void *row, uint64_t columns, unsigned from,
			unsigned to)
{
	const struct cells_form *form = t->cells->form;

	columns &= columns_between(from, to);
	for (; columns; columns &= columns - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(columns);
		const struct column *c = &t->list->column[i];
		struct cell v;
		bool plain = column_number(&t->masks, i, &t->source, row, &v.number);

		if (!plain && !column_value(c, &t->source, row, &v))
			continue;
		if (i > from)
			form->skip(t->cells, i - from);
		if (plain)
			form->number(t->cells, v.number);
		else
			put_value(t->cells, &t->source, c, &v, row);
		from = i + 1;
	}
	if (to > from)
		form->skip(t->cells, to - from);
}

static int put_row(void *ctx, const void *row, struct gno_err *err)
{
	struct table *t = ctx;
	const struct column_list *l = t->list;
	struct cells *cells = t->cells;
	const unsigned from = t->common;
	struct column_look look;
	uint64_t columns, number;
	unsigned to = 0;
	int rc = export_row(t->job, err);

	if (rc)
		return rc;
	columns_look(l, row, &look);
	columns = t->masks.of[look.kind];
	for (; to < t->masks.numbers && column_number(&t->masks, to, &t->source, row, &number);
	     to++)
		cells->form->number(cells, number);
	if (to < from)
		put_columns(t, row, columns, to, from);
	if (from < l->columns) {
		to = look.whole ? l->columns : t->masks.same_to;
		if (!cells->form->known(cells, look.what, look.of)) {
			put_columns(t, row, columns, from, to);
			cells->form->learn(cells);
		}
		if (!look.whole)
			put_columns(t, row, columns, to, l->columns);
	}
	return cells->form->end(cells, err);
}

int rows_put(struct export_job *job, const struct column_list *l, struct cells *cells,
	     struct gno_err *err)
{
	const char *name[COLUMNS_MOST + 1] = {NULL};
	struct table t = {.job = job, .list = l, .cells = cells};
	int rc = columns_enter(&t.source, job->r, err), left;

	for (unsigned i = 0; i < l->columns; i++)
		name[i] = l->column[i].name;
	columns_masks(l, &t.source, &t.masks);
	cells->list = l;
	cells->same_from = t.masks.same_from;
	cells->same_to = t.masks.same_to;
	t.common = cells->form->known && t.masks.same_to ? t.masks.same_from : l->columns;
	if (!rc)
		rc = cells->form->begin(cells, l->name, name, err);
	if (!rc)
		rc = export_list_rows(job, l, &t.source, put_row, &t, err);
	left = columns_leave(&t.source, rc ? NULL : err);
	return rc ? rc : left;
}

/* --- parts of documents */

struct part {
	const struct column_list *list;
	struct cells *cells;
	struct column_source *source;
};

static bool is_cell(const struct column *c)
{
	return c->type <= COLUMN_SECONDS;
}

static int put_part_row(void *ctx, const void *row, struct gno_err *err)
{
	const struct part *p = ctx;
	struct cell v;

	for (unsigned i = 0; i < p->list->columns; i++) {
		const struct column *c = &p->list->column[i];

		if (!is_cell(c))
			continue;
		if (column_value(c, p->source, row, &v))
			put_value(p->cells, p->source, c, &v, row);
		else
			p->cells->form->skip(p->cells, 1);
	}
	return p->cells->form->end(p->cells, err);
}

int rows_put_part(const char *table, const struct column_list *l, struct column_source *s,
		  column_each *each, const void *of, struct cells *cells, struct gno_err *err)
{
	const char *name[COLUMNS_MOST + 1] = {NULL};
	struct part p = {l, cells, s};
	unsigned names = 0;
	int rc;

	for (unsigned i = 0; i < l->columns; i++)
		if (is_cell(&l->column[i]))
			name[names++] = l->column[i].name;
	cells->list = NULL;
	rc = cells->form->begin(cells, table, name, err);
	return rc ? rc : each(s, of, put_part_row, &p, err);
}
