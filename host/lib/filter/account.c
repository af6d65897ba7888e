/* SPDX-License-Identifier: Apache-2.0 */
#include "filter/account.h"

#include <stdlib.h>

#include "stream/record.h"

/* A point of a node, or the watched words of a node. */
struct account {
	bool plain; /* its action is to be recorded, and nothing depends on it */
	bool kept;  /* a record of it */
	bool after; /* one was left out after one that was kept */
	bool mixed; /* there is no stretch of which all are kept, and none else */
	uint64_t left_out;
	uint64_t from, to; /* that stretch */
};

struct filter_accounts {
	const struct gno_report *r;
	struct account *item; /* of each node: of its points, then of its words */
};

static struct account *account_of(const struct filter_accounts *a, unsigned node, size_t point)
{
	return &a->item[node * (a->r->points.points + 1) + point];
}

/* Whether all loads do no more with a point than to record it. */
static bool is_plain(const struct gno_report *r, unsigned node, size_t point)
{
	for (size_t l = 0; l < r->points.loads; l++) {
		const struct report_load *load = &r->points.load[l];

		for (size_t i = 0; i < load->file->points; i++) {
			const struct gno_pattern_point *p = &load->file->point[i];

			if (load->point[i] != point || !load->on[node] || p->code[node] < 0)
				continue;
			if (p->actions & ~(1u << GNO_ACT_RECORD) || p->os != GNO_OS_NONE ||
			    load->file->until == (int)i)
				return false;
		}
	}
	return true;
}

struct filter_accounts *filter_accounts_new(const struct gno_report *r)
{
	struct filter_accounts *a = calloc(1, sizeof(*a));
	const size_t points = r->points.points;

	if (!a)
		return NULL;
	a->r = r;
	a->item = calloc(r->m->nodes * (points + 1), sizeof(*a->item));
	if (!a->item) {
		free(a);
		return NULL;
	}
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (size_t i = 0; i <= points; i++)
			*account_of(a, k, i) = (struct account){
			    .plain = i == points || is_plain(r, k, i), .to = UINT64_MAX};
	return a;
}

void filter_accounts_free(struct filter_accounts *a)
{
	if (a)
		free(a->item);
	free(a);
}

/* The account that a record belongs to; NULL: none. */
static struct account *find(const struct filter_accounts *a, const struct report_event *v)
{
	if (v->kind == GNO_KIND_WORD)
		return account_of(a, v->node, a->r->points.points);
	if ((v->kind != GNO_KIND_EVENT && v->kind != GNO_KIND_TRIGGER) || v->fired.point < 0)
		return NULL;
	return account_of(a, v->node, (size_t)v->fired.point);
}

bool filter_accounts_may(const struct filter_accounts *a, const struct report_event *v)
{
	const struct account *of = find(a, v);

	return of && of->plain && !v->record.aux;
}

void filter_accounts_kept(struct filter_accounts *a, const struct report_event *v)
{
	struct account *of = find(a, v);

	if (!of)
		return;
	of->mixed |= of->after || v->record.time < of->from;
	of->kept = true;
}

void filter_accounts_left_out(struct filter_accounts *a, const struct report_event *v)
{
	struct account *of = find(a, v);
	const uint64_t time = v->record.time;

	of->left_out++;
	if (!of->kept) {
		of->from = time + 1;
	} else if (!of->after) {
		of->after = true;
		of->to = time ? time - 1 : 0;
		of->mixed |= of->to < of->from;
	}
}

static json_t *account_json(const struct filter_accounts *a, unsigned node, size_t point)
{
	const struct account *of = account_of(a, node, point);
	const bool word = point == a->r->points.points;
	json_t *o = json_pack("{s:s, s:s?, s:I}", "node", a->r->m->node[node].name, "point",
			      word ? NULL : a->r->points.point[point].name, "records",
			      (json_int_t)of->left_out);

	if (!o || of->mixed)
		return o;
	json_object_set_new(o, "from", json_integer((json_int_t)of->from));
	if (of->to != UINT64_MAX)
		json_object_set_new(o, "to", json_integer((json_int_t)of->to));
	return o;
}

json_t *filter_accounts_json(const struct filter_accounts *a)
{
	json_t *list = json_array();

	for (unsigned k = 0; list && k < a->r->m->nodes; k++)
		for (size_t i = 0; i <= a->r->points.points; i++)
			if (account_of(a, k, i)->left_out &&
			    json_array_append_new(list, account_json(a, k, i))) {
				json_decref(list);
				return NULL;
			}
	return list;
}
