/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of the text, and how times, shares and counts are written in them. */
#include "out/text/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"

struct report_table *text_table(const char *align, const char *const *heads)
{
	struct report_table *t = report_table_new(align);

	for (size_t i = 0; align[i]; i++)
		report_table_cell(t, "%s", heads[i]);
	return t;
}

void text_end(struct text *x, struct report_table *t, const char *title)
{
	if (report_table_end(t, title, x->f) && !x->rc)
		x->rc = gno_fail_nomem(x->err);
}

bool text_cell_begin(struct text *x, struct text_cell *c)
{
	c->text = NULL;
	c->f = open_memstream(&c->text, &c->size);
	if (!c->f)
		x->rc = gno_fail_nomem(x->err);
	return c->f != NULL;
}

void text_cell_end(struct text *x, struct report_table *t, struct text_cell *c, const char *none)
{
	if (gno_close_written(c->f))
		x->rc = gno_fail_nomem(x->err);
	else
		report_table_cell(t, "%s", c->size ? c->text : none);
	free(c->text);
}

/* The rows of a node, `rows` at most. */
static uint64_t node_rows(struct text *x, struct report_table *t, const struct text_list *l,
			  unsigned node, uint64_t rows)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	uint64_t n = 0;
	int rc = 1;

	if (x->rc)
		return 0;
	x->rc = report_rows_open_first(x->r, l->list, node, l->unit, rows, &c, x->err);
	while (!x->rc && n < rows && (rc = report_rows_next(c, &row, x->err)) > 0) {
		l->put(x, t, node, row, l->ctx);
		n++;
	}
	if (rc < 0)
		x->rc = rc;
	report_rows_close(c);
	return n;
}

/* The nodes of a list, from `*node` on: the next one. */
static bool next_node(const struct text *x, const struct text_list *l, unsigned *node)
{
	if (l->list == REPORT_MARKS)
		return *node == 0;
	if (l->list == REPORT_BANKS && *node < l->node)
		*node = l->node;
	if (l->list == REPORT_BANKS)
		return *node == l->node;
	while (*node < x->r->m->nodes && l->nodes && !l->nodes[*node])
		++*node;
	return *node < x->r->m->nodes;
}

uint64_t text_rows(struct text *x, struct report_table *t, const struct text_list *l)
{
	uint64_t rows = x->style->rows, n = 0;

	for (unsigned k = 0; next_node(x, l, &k); k++)
		n += node_rows(x, t, l, k, x->style->latest ? rows : rows - n);
	return n;
}

uint64_t text_list(struct text *x, struct report_table *t, const char *title,
		   const struct text_list *l)
{
	uint64_t shown, all = 0;

	report_table_measure(t);
	text_rows(x, t, l);
	report_table_print(t, title, x->f);
	shown = text_rows(x, t, l);
	text_end(x, t, title);
	for (unsigned k = 0; next_node(x, l, &k); k++)
		all += report_rows_all(x->r, l->list, k, l->unit);
	text_more(x, shown, all);
	return all;
}

void text_more(struct text *x, uint64_t shown, uint64_t all)
{
	if (shown < all)
		fprintf(x->f, "  and %" PRIu64 " more\n", all - shown);
}

static const char *seconds(double value, char *buf, size_t size)
{
	static const char *const units[] = {"s", "ms", "us", "ns"};
	unsigned unit = 0;

	while (unit < 3 && value > 0 && value < 0.99995) {
		value *= 1000;
		unit++;
	}
	snprintf(buf, size, "%.*f %s",
		 value <= 0	  ? 0
		 : value < 9.9995 ? 3
		 : value < 99.995 ? 2
				  : 1,
		 value, units[unit]);
	return buf;
}

const char *text_time(const struct gno_report *r, double clocks, char *buf, size_t size)
{
	return seconds(clocks / (double)r->m->clock_hz, buf, size);
}

const char *text_time_at(const struct gno_report *r, unsigned node, double clocks, char *buf,
			 size_t size)
{
	if (node == r->m->nodes)
		return text_time(r, clocks, buf, size);
	return seconds(clocks / (double)gno_manifest_hz(r->m, node), buf, size);
}

/* Digits of per cent that bounds so far apart are worth. */
static int digits(const struct gno_quotient *q)
{
	double apart = q->max - q->min;

	return apart >= 0.005 ? 1 : apart >= 0.0005 ? 2 : 3;
}

const char *text_quotient(const struct gno_quotient *q, bool saturated, char *buf, size_t size)
{
	if (!q)
		snprintf(buf, size, "-");
	else if (q->max - q->min < 1e-9)
		snprintf(buf, size, "%.2f%%", 100 * q->value);
	else
		snprintf(buf, size, "%.*f%% (%.*f..%.*f)", digits(q), 100 * q->value, digits(q),
			 100 * q->min, digits(q), 100 * q->max);
	if (saturated)
		strncat(buf, " saturated", size - strlen(buf) - 1);
	return buf;
}

const char *text_count(uint64_t min, uint64_t max, char *buf, size_t size)
{
	if (min == max)
		snprintf(buf, size, "%" PRIu64, min);
	else
		snprintf(buf, size, "%.0f (%" PRIu64 "..%" PRIu64 ")", report_count(min, max), min,
			 max);
	return buf;
}

const char *text_amount(uint64_t min, uint64_t max, char *buf, size_t size)
{
	if (!min)
		return text_count(min, max, buf, size);
	snprintf(buf, size, "%.0f", report_count(min, max));
	return buf;
}

const char *text_plural(uint64_t number)
{
	return number == 1 ? "" : "s";
}

const char *text_share(double part, double whole, char *buf, size_t size)
{
	if (whole > 0)
		snprintf(buf, size, "%.2f%%", 100 * part / whole);
	else
		snprintf(buf, size, "-");
	return buf;
}

const char *text_least(bool partly)
{
	return partly ? ">= " : "";
}

const char *text_most(bool partly)
{
	return partly ? "<= " : "";
}

const char *text_least_at(const struct text *x, unsigned node)
{
	return text_least(report_writes_are_partly(x->r, node));
}

void text_left_out(const struct text *x, unsigned node, unsigned kind)
{
	const uint64_t records = report_left_out_of(x->r, node, kind);

	if (records)
		fprintf(x->f, "  %s: a filter left out %" PRIu64 " %s record%s\n",
			x->r->m->node[node].name, records, report_kind_name(kind),
			text_plural(records));
}

void text_partly(const struct text *x, const char *what)
{
	const char *sign = "  records of ";

	for (unsigned k = 0; k < x->r->m->nodes; k++)
		if (report_is_partly(x->r, k)) {
			fprintf(x->f, "%s%s", sign, x->r->m->node[k].name);
			sign = ", ";
		}
	if (report_is_partly(x->r, x->r->m->nodes))
		fprintf(x->f, " may be missing: %s are those that were recorded\n", what);
}
