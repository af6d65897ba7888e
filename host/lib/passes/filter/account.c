/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/filter/account.h"

#include <stdlib.h>

#include "records/record.h"

/* A point of a node, or the records of a kind of a node. */
struct account {
	enum filter_class class;
	bool kept;  /* a record of it */
	bool after; /* one was left out after one that was kept */
	bool mixed; /* there is no stretch of which all are kept, and none else */
	uint64_t left_out;
	uint64_t from, to; /* that stretch */
};

struct filter_accounts {
	const struct gno_report *r;
	struct account *item; /* of each node: of its points, then of its kinds of records */
	bool bare;	      /* writes to an event port have no action but to be recorded */
};

/* What an account stands for where it is that of a kind. */
static size_t place_of(const struct filter_accounts *a, unsigned kind)
{
	return a->r->points.points + kind;
}

static struct account *account_of(const struct filter_accounts *a, unsigned node, size_t place)
{
	return &a->item[node * place_of(a, GNO_KIND_MAX) + place];
}

/* What may become of the events of a point in all loads. */
static enum filter_class class_of_point(const struct gno_report *r, unsigned node, size_t point)
{
	enum filter_class class = FILTER_ALONE;

	for (size_t l = 0; l < r->points.loads; l++) {
		const struct report_load *load = &r->points.load[l];

		for (size_t i = 0; i < load->file->points; i++) {
			const struct gno_pattern_point *p = &load->file->point[i];

			if (load->point[i] != point || !load->on[node] || p->code[node] < 0)
				continue;
			if (p->actions & (1u << GNO_ACT_START | 1u << GNO_ACT_STOP) ||
			    load->file->until == (int)i)
				return FILTER_STAYS;
			if (p->actions & ~(1u << GNO_ACT_RECORD) || p->os != GNO_OS_NONE)
				class = FILTER_STRETCH;
		}
	}
	return class;
}

struct filter_accounts *filter_accounts_new(const struct gno_report *r)
{
	struct filter_accounts *a = calloc(1, sizeof(*a));
	const size_t points = r->points.points;

	if (!a)
		return NULL;
	a->r = r;
	a->bare = true;
	for (size_t l = 0; l < r->points.loads; l++)
		a->bare &= !(r->points.load[l].file->port & ~(1u << GNO_ACT_RECORD));
	a->item = calloc(r->m->nodes * place_of(a, GNO_KIND_MAX), sizeof(*a->item));
	if (!a->item) {
		free(a);
		return NULL;
	}
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (size_t i = 0; i < place_of(a, GNO_KIND_MAX); i++)
			*account_of(a, k, i) = (struct account){
			    .class = i < points ? class_of_point(r, k, i) : FILTER_ALONE,
			    .to = UINT64_MAX};
	return a;
}

void filter_accounts_free(struct filter_accounts *a)
{
	if (a)
		free(a->item);
	free(a);
}

static enum filter_class class_of_write(const struct filter_accounts *a,
					const struct report_event *v)
{
	const unsigned page = v->record.page, sub = v->record.code;

	if (page == GNO_PAGE_CONTROL)
		return sub >= GNO_PORT_START && sub <= GNO_PORT_TIME_START ? FILTER_STAYS
									   : FILTER_STRETCH;
	if (page >= GNO_PAGE_SEND && page <= GNO_PAGE_MESSAGE_QUEUED)
		return FILTER_STRETCH;
	return a->bare ? FILTER_ALONE : FILTER_STRETCH;
}

enum filter_class filter_accounts_class(const struct filter_accounts *a,
					const struct report_event *v)
{
	const struct gno_record *rec = &v->record;
	enum filter_class class = FILTER_ALONE;

	switch (v->kind) {
	case GNO_KIND_RATIO: /* that of the flush has no event */
		return rec->code ? FILTER_ALONE : FILTER_STAYS;
	case GNO_KIND_BUCKET:
	case GNO_KIND_COUNTER:
	case GNO_KIND_SEGMENT:
		return FILTER_ALONE;
	case GNO_KIND_DATUM:
		class = class_of_write(a, v);
		break;
	case GNO_KIND_LINE:
		return FILTER_STAYS;
	case GNO_KIND_EVENT:
	case GNO_KIND_TRIGGER:
	case GNO_KIND_CAPTURE:
		class = v->fired.point < 0 ? FILTER_STRETCH : FILTER_ALONE;
		break;
	}
	if (v->fired.point >= 0 && account_of(a, v->node, (size_t)v->fired.point)->class < class)
		class = account_of(a, v->node, (size_t)v->fired.point)->class;
	if (rec->aux >> GNO_FLAG_STOP & 1)
		return FILTER_STAYS;
	return rec->aux && class == FILTER_ALONE ? FILTER_STRETCH : class;
}

/* Calls for each account that a record belongs to. */
static inline void each(struct filter_accounts *a, const struct report_event *v,
			void (*note)(struct account *of, uint64_t time))
{
	if (v->kind != GNO_KIND_EVENT && v->kind != GNO_KIND_TRIGGER)
		note(account_of(a, v->node, place_of(a, v->kind)), v->record.time);
	if (v->kind != GNO_KIND_RATIO && v->fired.point >= 0)
		note(account_of(a, v->node, (size_t)v->fired.point), v->record.time);
}

static void note_kept(struct account *of, uint64_t time)
{
	of->mixed |= of->after || time < of->from;
	of->kept = true;
}

static void note_left_out(struct account *of, uint64_t time)
{
	of->left_out++;
	if (!of->kept) {
		of->from = time + 1;
	} else if (!of->after) {
		of->after = true;
		of->to = time ? time - 1 : 0;
		of->mixed |= of->to < of->from;
	}
}

static void note_in_stretch(struct account *of, uint64_t time)
{
	(void)time;
	of->left_out++;
}

void filter_accounts_kept(struct filter_accounts *a, const struct report_event *v)
{
	each(a, v, note_kept);
}

void filter_accounts_left_out(struct filter_accounts *a, const struct report_event *v,
			      bool in_stretch)
{
	each(a, v, in_stretch ? note_in_stretch : note_left_out);
}

static struct gno_left_out part_of(const struct filter_accounts *a, unsigned node, size_t place)
{
	const struct account *of = account_of(a, node, place);
	const bool point = place < a->r->points.points;

	return (struct gno_left_out){
	    .node = node,
	    .point = point ? a->r->points.point[place].name : NULL,
	    .kind = point ? 0 : (unsigned)(place - a->r->points.points),
	    .records = of->left_out,
	    .from = of->mixed ? 1 : of->from,
	    .to = of->mixed ? 0 : of->to,
	};
}

int filter_accounts_parts(const struct filter_accounts *a, struct gno_left_out **out, size_t *count)
{
	const size_t places = place_of(a, GNO_KIND_MAX);

	*count = 0;
	*out = calloc(a->r->m->nodes * places, sizeof(**out));
	if (!*out)
		return GNO_ERR_NOMEM;
	for (unsigned k = 0; k < a->r->m->nodes; k++)
		for (size_t i = 0; i < places; i++)
			if (account_of(a, k, i)->left_out)
				(*out)[(*count)++] = part_of(a, k, i);
	return GNO_OK;
}
