/* SPDX-License-Identifier: Apache-2.0 */
#include "results/columns/column.h"

#include <stdlib.h>
#include <string.h>

const struct column_list *const columns_lists[] = {
    &columns_events, &columns_intervals, &columns_samples, &columns_gaps, &columns_messages, NULL};

const struct column_list *columns_list(const char *name)
{
	for (const struct column_list *const *l = columns_lists; *l; l++)
		if (!strcmp((*l)->name, name))
			return *l;
	return NULL;
}

int columns_feed(const struct column_list *l, struct column_source *s,
		 const struct column_part *part, column_put *put, void *ctx, struct gno_err *err)
{
	const void *row;
	void *feed = NULL;
	int rc = l->feed->open(s->r, part, &feed, err);

	while (!rc && (rc = l->feed->next(feed, &row, err)) > 0)
		rc = put(ctx, row, err);
	l->feed->close(feed);
	return rc;
}

int columns_enter(struct column_source *s, const struct gno_report *r, struct gno_err *err)
{
	size_t before = 0;

	*s = (struct column_source){.r = r};
	s->measures = calloc(r->m->nodes, sizeof(*s->measures));
	if (!s->measures)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes && r->points.loads; k++) {
		const struct gno_pattern_node *of = report_measures(r, k);

		s->measures[k] = (struct column_measures){of, before};
		before += of ? of->measures : 0;
	}
	return r->pauses ? report_pauses_enter(r->pauses, &s->pauses, err) : GNO_OK;
}

int columns_leave(struct column_source *s, struct gno_err *err)
{
	int rc = report_pauses_check(s->pauses, err);

	report_pauses_leave(s->pauses);
	free(s->measures);
	*s = (struct column_source){.r = s->r};
	return rc;
}

/* Clock of the cycles of a row of a list that nothing but JSON has. */
static uint64_t hz_of(const struct column_source *s)
{
	return s->node < s->r->m->nodes ? gno_manifest_hz(s->r->m, s->node) : s->r->m->clock_hz;
}

bool column_value(const struct column *c, struct column_source *s, const void *row,
		  struct cell *out)
{
	const char *at = (const char *)row + c->at;

	if (c->get)
		return c->get(s, row, out);
	if (c->type == COLUMN_TEXT) {
		out->text = *(const char *const *)at;
		return true;
	}
	if (c->type > COLUMN_SECONDS) {
		out->row = at;
		return true;
	}
	out->number = c->bytes == 8   ? *(const uint64_t *)at
		      : c->bytes == 4 ? *(const uint32_t *)at
		      : c->bytes == 2 ? *(const uint16_t *)at
				      : *(const uint8_t *)at;
	if (c->type == COLUMN_NS)
		out->number = columns_ns(s, c->node_at, row, out->number);
	if (c->type == COLUMN_SECONDS)
		out->real = (double)out->number / (double)hz_of(s);
	return true;
}

static enum column_how how_of(const struct column *c)
{
	if (c->get || c->type < COLUMN_U32 || c->type > COLUMN_NS || c->bytes < 4)
		return COLUMN_NOT_PLAIN;
	if (c->type == COLUMN_NS)
		return COLUMN_PLAIN_NS;
	return c->bytes == 8 ? COLUMN_PLAIN_64 : COLUMN_PLAIN_32;
}

void columns_masks(const struct column_list *l, const struct column_source *s,
		   struct column_masks *m)
{
	uint64_t any = 0, every = UINT64_MAX;

	*m = (struct column_masks){.same_to = 0};
	for (unsigned i = 0; i < l->columns; i++) {
		const struct column *c = &l->column[i];

		if (l->same_first && !strcmp(c->name, l->same_first))
			m->same_from = i;
		if (l->same_last && !strcmp(c->name, l->same_last))
			m->same_to = i + 1;
		m->at[i] = c->at;
		m->node_at[i] = c->node_at;
		m->how[i] = (uint8_t)how_of(c);
		const bool there =
		    (!c->rounds || s->pauses) && (!c->boards || (s->r && s->r->boards));

		for (unsigned kind = 0; kind < 32 && there; kind++)
			if (!c->kinds || c->kinds >> kind & 1)
				m->of[kind] |= UINT64_C(1) << i;
	}
	for (unsigned kind = 0; kind < 32; kind++) {
		any |= m->of[kind];
		every &= m->of[kind];
	}
	while (m->same_from && !(any >> (m->same_from - 1) & 1))
		m->same_from--;
	while (every >> m->numbers & 1 && m->how[m->numbers] != COLUMN_NOT_PLAIN)
		m->numbers++;
}
