/* SPDX-License-Identifier: Apache-2.0 */
#include "out/json/list.h"

#include "passes/derived/fields.h"

struct rows {
	struct json_out *o;
	struct column_source *s;
	const struct column_list *list;
};

/* A row of a list. */
static int put_row(void *ctx, const void *row, struct gno_err *err)
{
	const struct rows *r = ctx;

	return json_row(r->o, r->s, NULL, r->list, row, err);
}

static int put_rows(struct json_out *o, struct column_source *s, const struct column *c,
		    const char *key, const void *of, struct gno_err *err)
{
	struct rows r = {o, s, c->list};
	int rc;

	jout_list(o, key);
	rc = c->each(s, of, put_row, &r, err);
	jout_list_end(o);
	return rc;
}

static int put_count(void *ctx, const void *row, struct gno_err *err)
{
	const struct column_count *count = row;

	(void)err;
	jout_number(ctx, count->name, count->number);
	return GNO_OK;
}

static int put_counts(struct json_out *o, struct column_source *s, const struct column *c,
		      const char *key, const void *of, struct gno_err *err)
{
	int rc;

	jout_object(o, key);
	rc = c->each(s, of, put_count, o, err);
	jout_object_end(o);
	return rc;
}

/* What has columns of its own. */
static int put_inner(struct json_out *o, struct column_source *s, const struct column *c,
		     const char *key, const void *row, struct gno_err *err)
{
	if (c->type == COLUMN_PART)
		return json_members(o, s, c->list, row, err);
	if (c->type == COLUMN_ROWS)
		return put_rows(o, s, c, key, row, err);
	if (c->type == COLUMN_COUNTS)
		return put_counts(o, s, c, key, row, err);
	if (c->list->there && !c->list->there(row)) {
		jout_null(o, key);
		return GNO_OK;
	}
	return json_row(o, s, key, c->list, row, err);
}

static int put_value(struct json_out *o, struct column_source *s, const struct column *c,
		     const char *key, const struct cell *v, const void *row, struct gno_err *err)
{
	switch (c->type) {
	case COLUMN_NAME:
		jout_text(o, key, c->text(s, row));
		return GNO_OK;
	case COLUMN_TEXT:
		jout_text(o, key, v->text);
		return GNO_OK;
	case COLUMN_F64:
	case COLUMN_SECONDS:
		jout_float(o, key, v->real);
		return GNO_OK;
	case COLUMN_BOOL:
		jout_bool(o, key, v->number != 0);
		return GNO_OK;
	case COLUMN_FIELDS:
		report_fields_json(o, v->node, true, v->number);
		return GNO_OK;
	case COLUMN_U32:
	case COLUMN_U64:
	case COLUMN_NS:
		jout_number(o, key, v->number);
		return GNO_OK;
	default:
		return put_inner(o, s, c, key, v->row, err);
	}
}

static int put_column(struct json_out *o, struct column_source *s, const struct column *c,
		      const char *key, const void *row, struct gno_err *err)
{
	struct cell v = {.number = 0};

	if (column_value(c, s, row, &v))
		return put_value(o, s, c, key, &v, row, err);
	if (!c->optional)
		jout_null(o, key);
	return GNO_OK;
}

int json_members(struct json_out *o, struct column_source *s, const struct column_list *l,
		 const void *row, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned i = 0; i < l->columns && !rc; i++)
		rc = put_column(o, s, &l->column[i], l->column[i].name, row, err);
	return rc;
}

int json_row(struct json_out *o, struct column_source *s, const char *key,
	     const struct column_list *l, const void *row, struct gno_err *err)
{
	int rc;

	if (l->plain)
		return put_column(o, s, l->column, key, row, err);
	jout_object(o, key);
	rc = json_members(o, s, l, row, err);
	jout_object_end(o);
	return rc;
}

int json_document(struct json_out *o, struct column_source *s, const struct column_list *l,
		  const void *row, struct gno_err *err)
{
	int rc = json_row(o, s, NULL, l, row, err);

	fputc('\n', o->f);
	return rc;
}
