/* SPDX-License-Identifier: Apache-2.0 */
/* What happened, in order of time over all nodes, and how often each of it in each period. */
#include "out/page/data.h"

#include <stdlib.h>

#include "out/page/lists.h"
#include "out/page/names.h"
#include "passes/periods.h"

struct events {
	struct page *p;
	struct page_names names;
	struct page_strings strings;
	uint64_t shown;
	uint64_t to; /* all up to there is shown */
	bool cut;
};

/* An event in detail. */
static void show(struct events *e, const struct page_row *row)
{
	const uint64_t time = row->value[PAGE_EVENT_TIME];
	struct page_row named = *row;

	if (e->shown == e->p->o->events) {
		e->cut = true;
		e->to = time ? time - 1 : 0;
		return;
	}
	named.value[PAGE_EVENT_NAME] =
	    page_name_at(&e->names, e->p->b.r, row->value[PAGE_EVENT_NAME]);
	e->shown++;
	if (page_strings_add(&e->strings, &page_event_table, named.value))
		page_strings_out(&e->strings, &e->p->b.out);
}

/* The node whose next event without a point came first; `at`: how many of each are done with. */
static unsigned first_node(const struct gno_report *r, const size_t *at)
{
	const struct report_periods_node *n = r->periods->node;
	unsigned first = r->m->nodes;

	for (unsigned k = 0; k < r->m->nodes; k++)
		if (at[k] < n[k].others &&
		    (first == r->m->nodes || n[k].other[at[k]].first.record.time <
						 n[first].other[at[first]].first.record.time))
			first = k;
	return first;
}

/* What has no point gets a number in the order in which it came. */
int page_names_find(const struct gno_report *r, struct page_names *names, struct gno_err *err)
{
	size_t *at = calloc(r->m->nodes, sizeof(*at));
	int rc;

	*names = (struct page_names){.names = 0};
	rc = at ? page_names_begin(names, r) : GNO_ERR_NOMEM;
	for (unsigned k; !rc && (k = first_node(r, at)) < r->m->nodes; at[k]++)
		if (page_name_of(names, r, &r->periods->node[k].other[at[k]].first) == SIZE_MAX)
			rc = GNO_ERR_NOMEM;
	free(at);
	return rc ? gno_fail_nomem(err) : GNO_OK;
}

static void put_rate(struct page *p, unsigned node, size_t name, const uint64_t *counts)
{
	struct packed *packed = &p->packed;
	struct json_out *out = &p->b.out;

	if (!counts)
		return;
	jout_object(out, NULL);
	jout_number(out, "node", node);
	jout_number(out, "name", name);
	packed_counts(packed, counts, PAGE_PERIODS);
	packed_out(packed, out, "counts");
	jout_object_end(out);
}

/* The counts of a node by name. */
static int put_node_rates(struct page *p, struct page_names *names, unsigned node)
{
	const struct gno_report *r = p->b.r;
	const struct report_periods_node *n = &r->periods->node[node];
	const uint64_t **counts = calloc(names->names + 1, sizeof(*counts));

	if (!counts)
		return gno_fail_nomem(p->b.err);
	for (size_t i = 0; i < r->points.points; i++)
		counts[i] = n->point[i];
	for (size_t i = 0; i < n->others; i++)
		counts[page_name_of(names, r, &n->other[i].first)] = n->other[i].count;
	for (size_t i = 0; i < names->names; i++)
		put_rate(p, node, i, counts[i]);
	free(counts);
	return GNO_OK;
}

void page_rates(struct page *p, struct page_names *names)
{
	struct builder *b = &p->b;

	jout_object(&b->out, "rates");
	jout_number(&b->out, "periods", PAGE_PERIODS);
	jout_list(&b->out, "of");
	for (unsigned k = 0; k < b->r->m->nodes && !b->rc; k++)
		b->rc = put_node_rates(p, names, k);
	jout_list_end(&b->out);
	jout_object_end(&b->out);
}

void page_names_out(struct page *p, const struct page_names *names)
{
	struct json_out *out = &p->b.out;

	jout_list(out, "names");
	for (size_t i = 0; i < names->names; i++) {
		jout_object(out, NULL);
		jout_text(out, "name", names->text[i]);
		jout_text(out, "kind", names->kind[i]);
		jout_object_end(out);
	}
	jout_list_end(out);
}

/* Reads the events up to the last one that is wanted. */
static int read_all(struct events *e)
{
	struct builder *b = &e->p->b;
	const struct page_row *row;
	struct page_rows *v = NULL;
	int rc = page_rows_begin(e->p->lists, PAGE_LIST_EVENTS, &v, b->err);

	while (!rc && !e->cut && (rc = page_rows_next(v, &row, b->err)) > 0) {
		rc = GNO_OK;
		show(e, row);
	}
	page_rows_end(v);
	return rc;
}

void page_events(struct page *p)
{
	struct events e = {.p = p, .strings = {.packed = &p->packed}, .to = p->o->to};
	struct json_out *out = &p->b.out;

	if (p->b.rc)
		return;
	p->b.rc = page_names_find(p->b.r, &e.names, p->b.err);
	jout_object(out, "events");
	page_table_head(&page_event_table, p->b.r, out);
	jout_list(out, "rows");
	if (!p->b.rc)
		p->b.rc = read_all(&e);
	page_strings_out(&e.strings, out);
	jout_list_end(out);
	jout_number(out, "shown", e.shown);
	jout_number(out, "all", p->b.r->periods->all);
	jout_number(out, "from", p->o->from);
	jout_number(out, "to", e.to);
	jout_bool(out, "cut", e.cut);
	jout_object_end(out);
	if (!p->b.rc) {
		page_names_out(p, &e.names);
		page_rates(p, &e.names);
	}
	page_names_free(&e.names);
}
