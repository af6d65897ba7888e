/* SPDX-License-Identifier: Apache-2.0 */
/* What happened, in order of time over all nodes, and how often each of it in each period. */
#include "page/data.h"

#include <stdlib.h>

#include "common/util.h"
#include "page/names.h"
#include "stream/record.h"

/* Counts of a name at a node in each period. */
struct rate {
	uint64_t *count; /* NULL: all 0 */
};

struct events {
	struct page *p;
	struct page_names names;
	struct rate **rate; /* of each node: of each name */
	size_t *rates;	    /* of each node: names that `rate` has */
	uint64_t shown, all;
	uint64_t packed, last; /* rows in the string; time of the last one */
	uint64_t to;	       /* all up to there is shown */
	bool cut;
};

/* The counts of a name at a node. */
static uint64_t *rate_of(struct events *e, unsigned node, size_t name)
{
	struct rate *more;

	while (e->rates[node] <= name) {
		more = gno_room(e->rate[node], e->rates[node], sizeof(*more));
		if (!more)
			return NULL;
		e->rate[node] = more;
		more[e->rates[node]++] = (struct rate){NULL};
	}
	more = &e->rate[node][name];
	if (!more->count)
		more->count = calloc(PAGE_PERIODS, sizeof(*more->count));
	return more->count;
}

static void flush(struct events *e)
{
	if (e->packed)
		packed_out(&e->p->packed, &e->p->b.out, NULL);
	e->packed = e->last = 0;
}

/* An event in detail, if it is within. */
static void show(struct events *e, const struct report_event *v, size_t name)
{
	const struct page_options *o = e->p->o;
	const uint64_t time = v->record.time;

	if (time < o->from || time > o->to || e->cut)
		return;
	if (e->shown == o->events) {
		e->cut = true;
		e->to = time ? time - 1 : 0;
		return;
	}
	packed_number(&e->p->packed, v->node);
	packed_number(&e->p->packed, name);
	packed_step(&e->p->packed, e->last, time);
	e->last = time;
	e->shown++;
	if (++e->packed == PAGE_PACK)
		flush(e);
}

static int take(struct events *e, const struct report_event *v)
{
	uint64_t *count;
	size_t name;

	if (!gno_kind_has_flags(v->kind) && v->kind != GNO_KIND_SEGMENT)
		return GNO_OK;
	name = page_name_of(&e->names, e->p->b.r, v);
	count = name == SIZE_MAX ? NULL : rate_of(e, v->node, name);
	if (!count)
		return gno_fail_nomem(e->p->b.err);
	count[page_period(e->p->b.r, v->record.time, PAGE_PERIODS)]++;
	e->all++;
	show(e, v, name);
	return GNO_OK;
}

static void put_rates(struct events *e)
{
	struct packed *packed = &e->p->packed;
	struct json_out *out = &e->p->b.out;

	jout_object(out, "rates");
	jout_number(out, "periods", PAGE_PERIODS);
	jout_list(out, "of");
	for (unsigned k = 0; k < e->p->b.r->m->nodes; k++)
		for (size_t i = 0; i < e->rates[k]; i++) {
			if (!e->rate[k][i].count)
				continue;
			jout_object(out, NULL);
			jout_number(out, "node", k);
			jout_number(out, "name", i);
			packed_counts(packed, e->rate[k][i].count, PAGE_PERIODS);
			packed_out(packed, out, "counts");
			jout_object_end(out);
		}
	jout_list_end(out);
	jout_object_end(out);
}

static void put_names(const struct events *e)
{
	struct json_out *out = &e->p->b.out;

	jout_list(out, "names");
	for (size_t i = 0; i < e->names.names; i++) {
		jout_object(out, NULL);
		jout_text(out, "name", e->names.text[i]);
		jout_text(out, "kind", e->names.kind[i]);
		jout_object_end(out);
	}
	jout_list_end(out);
}

static int walk_all(struct events *e)
{
	struct builder *b = &e->p->b;
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open(b->r, REPORT_EVENTS, 0, 0, &c, b->err);

	while (!rc && (rc = report_rows_next(c, &row, b->err)) > 0)
		rc = take(e, &row->event);
	report_rows_close(c);
	return rc;
}

static void release(struct events *e)
{
	for (unsigned k = 0; e->rate && e->rates && k < e->p->b.r->m->nodes; k++) {
		for (size_t i = 0; i < e->rates[k]; i++)
			free(e->rate[k][i].count);
		free(e->rate[k]);
	}
	free(e->rate);
	free(e->rates);
	page_names_free(&e->names);
}

void page_events(struct page *p)
{
	const struct gno_report *r = p->b.r;
	struct events e = {.p = p, .to = p->o->to};
	struct json_out *out = &p->b.out;

	if (p->b.rc)
		return;
	e.rate = calloc(r->m->nodes, sizeof(*e.rate));
	e.rates = calloc(r->m->nodes, sizeof(*e.rates));
	if (page_names_begin(&e.names, r) || !e.rate || !e.rates)
		p->b.rc = gno_fail_nomem(p->b.err);
	jout_object(out, "events");
	jout_list(out, "rows");
	if (!p->b.rc)
		p->b.rc = walk_all(&e);
	flush(&e);
	jout_list_end(out);
	jout_number(out, "shown", e.shown);
	jout_number(out, "all", e.all);
	jout_number(out, "from", p->o->from);
	jout_number(out, "to", e.to);
	jout_bool(out, "cut", e.cut);
	jout_object_end(out);
	if (!p->b.rc) {
		put_names(&e);
		put_rates(&e);
	}
	release(&e);
}
