/* SPDX-License-Identifier: Apache-2.0 */
/* Rows as objects of JSON, each in a line. */
#include "common/json_out.h"
#include "out/export/printer.h"
#include "passes/derived/fields.h"
#include "out/export/formats.h"

/* -- a row -- */

/* What millions of lines have is written with its key in one. */
static void learn_keys(struct report_printer *p, const struct column_list *l)
{
	unsigned from;

	p->list = l;
	columns_masks(l, &p->source, &p->masks);
	from = p->masks.same_to ? p->masks.same_from : l->columns;
	p->numbers = p->masks.numbers < from ? p->masks.numbers : from;
	p->differ = columns_between(p->numbers, from);
	for (unsigned i = 0; i < l->columns; i++)
		p->key[i].length = (size_t)snprintf(p->key[i].text, REPORT_PRINTER_KEY,
						    "%c\"%s\":", i ? ',' : '{', l->column[i].name);
}

/* All bytes of the room for a key are copied: so many are known in advance. */
static inline void put_key(struct report_printer *p, unsigned column)
{
	struct text_out *o = &p->out;

	text_out_need(o, REPORT_PRINTER_KEY);
	memcpy(o->text + o->used, p->key[column].text, REPORT_PRINTER_KEY);
	o->used += p->key[column].length;
}

static inline void put_number(struct report_printer *p, unsigned column, uint64_t number)
{
	struct text_out *o = &p->out;
	char *at;

	if (number >= JOUT_EXACT) {
		put_key(p, column);
		jout_digits(o, number);
		return;
	}
	text_out_need(o, REPORT_PRINTER_KEY + TEXT_OUT_NUMBER);
	at = o->text + o->used;
	memcpy(at, p->key[column].text, REPORT_PRINTER_KEY);
	o->used = (size_t)(text_out_any(at + p->key[column].length, number) - o->text);
}

static void put_value(struct report_printer *p, const struct column *c, const struct cell *v,
		      const void *row)
{
	struct json_out o = {.to = &p->out, .compact = true, .depth = 1};
	char fields[REPORT_FIELDS];

	switch (c->type) {
	case COLUMN_NAME:
		jout_text(&o, NULL, c->text(&p->source, row));
		break;
	case COLUMN_F64:
		jout_float(&o, NULL, v->real);
		break;
	case COLUMN_BOOL:
		text_out_text(&p->out, v->number ? "true" : "false");
		break;
	case COLUMN_FIELDS:
		text_out_text(&p->out, report_fields_cell(v->node, v->number, fields));
		break;
	default:
		jout_digits(&p->out, v->number);
		break;
	}
}

static void put_column(struct report_printer *p, const void *row, unsigned i)
{
	const struct column *c = &p->list->column[i];
	struct cell v;
	bool has = column_value(c, &p->source, row, &v);

	if (!has && c->optional)
		return;
	put_key(p, i);
	if (has)
		put_value(p, c, &v, row);
	else
		text_out_text(&p->out, "null");
}

static void put_columns(struct report_printer *p, const void *row, uint64_t columns)
{
	for (; columns; columns &= columns - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(columns);
		uint64_t number;

		if (column_number(&p->masks, i, &p->source, row, &number))
			put_number(p, i, number);
		else
			put_column(p, row, i);
	}
}

/* The columns that all rows begin with. */
static void put_numbers(struct report_printer *p, const void *row)
{
	uint64_t number;

	for (unsigned i = 0;
	     i < p->numbers && column_number(&p->masks, i, &p->source, row, &number); i++)
		put_number(p, i, number);
}

static inline void end_row(struct report_printer *p)
{
	text_out_bytes(&p->out, "}\n", 2);
}

/* The columns that rows with one key have in common, and all that is behind them. */
static void put_same(struct report_printer *p, const void *row, const struct column_look *look)
{
	const uint64_t columns = p->masks.of[look->kind];
	const unsigned to = look->whole ? p->list->columns : p->masks.same_to;

	if (!report_memo_find(&p->memo, look->what, look->of)) {
		put_columns(p, row, columns & columns_between(p->masks.same_from, to));
		if (look->whole)
			end_row(p);
		report_memo_learn(&p->memo);
	}
	if (look->whole)
		return;
	put_columns(p, row, columns & columns_between(to, p->list->columns));
	end_row(p);
}

void report_row_json(struct report_printer *p, const struct column_list *l, const void *row)
{
	struct column_look look;
	uint64_t differ;

	if (p->list != l)
		learn_keys(p, l);
	columns_look(l, row, &look);
	put_numbers(p, row);
	differ = p->masks.of[look.kind] & p->differ;
	if (differ)
		put_columns(p, row, differ);
	if (p->masks.same_to)
		put_same(p, row, &look);
	else
		end_row(p);
	if (p->out.by_line)
		text_out_flush(&p->out);
}

/* -- the format -- */

struct lines {
	struct export_job *job;
	const struct column_list *list;
	struct report_printer *printer;
};

static int put_row(void *ctx, const void *row, struct gno_err *err)
{
	struct lines *l = ctx;
	int rc = export_row(l->job, err);

	if (!rc)
		report_row_json(l->printer, l->list, row);
	return rc;
}

int export_jsonl(struct export_job *job, struct gno_err *err)
{
	struct lines l = {.job = job, .list = export_list(job)};
	int rc = report_printer_open(job->r, job->f, &l.printer, err), closed;

	if (!rc)
		rc = export_list_rows(job, l.list, &l.printer->source, put_row, &l, err);
	if (!rc)
		rc = export_flush(job, &l.printer->out, err);
	closed = report_printer_close(l.printer, rc ? NULL : err);
	return rc ? rc : closed;
}
