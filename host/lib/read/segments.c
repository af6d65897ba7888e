/* SPDX-License-Identifier: Apache-2.0 */
#include "read/segments.h"

#include <stdlib.h>
#include <string.h>

#include "records/segment.h"
#include "read/stream.h"

int segments_begin(struct segments *g, const struct gno_node *node, unsigned time_bits)
{
	*g = (struct segments){.node = node, .time_bits = time_bits};
	for (unsigned i = 0; i < node->preprocessors.segments; i++) {
		const struct gno_segment_unit *u = &node->preprocessors.segment[i];

		g->unit[i].entry = calloc(u->before + 1 + u->after, sizeof(*g->unit[i].entry));
		if (!g->unit[i].entry)
			return GNO_ERR_NOMEM;
	}
	return GNO_OK;
}

void segments_free(struct segments *g)
{
	for (unsigned i = 0; i < GNO_MAX_SEGMENT_UNITS; i++)
		free(g->unit[i].entry);
}

static bool same_segment(const struct gno_segment_part *a, const struct gno_segment *b)
{
	return a->at == b->at && a->ended == b->ended && a->flush == b->flush &&
	       a->missed == b->missed && a->entries == b->entries;
}

/* Cycles of the entries from `first` up to `end`, not included. */
static uint64_t cycles_of(const struct gno_segment_entry *entry, unsigned first, unsigned end)
{
	uint64_t cycles = 0;

	for (unsigned i = first; i < end; i++)
		cycles += entry[i].length;
	return cycles;
}

/*
 * Places the trigger among the entries. Its cycle is known modulo {epoch, time}, which entries can
 * be longer than: it is the latest one that lies in an entry which can hold it.
 */
static bool find_trigger(const struct gno_segment_unit *u, unsigned time_bits,
			 struct gno_segment *s)
{
	const uint64_t period = UINT64_C(1) << (time_bits + 7);
	/* the entries that can hold it: only a segment that the flush ended has several */
	unsigned first = s->entries > u->after ? s->entries - 1 - u->after : 0;
	unsigned last = !s->flush ? first : s->entries > u->before ? u->before : s->entries - 1;
	uint64_t least = cycles_of(s->entry, last + 1, s->entries); /* from it to the end */
	uint64_t most = cycles_of(s->entry, first, s->entries) - 1;
	uint64_t since = s->ended - s->at;

	if (since < least)
		since += (least - since + period - 1) / period * period;
	if (since > most)
		return false;
	s->at = s->ended - since;
	s->trigger = s->entries - 1;
	for (uint64_t behind = s->entry[s->trigger].length; since >= behind;)
		behind += s->entry[--s->trigger].length;
	return true;
}

/* Whether a whole segment can be; fills in what follows from its entries. */
static bool check(const struct segments *g, struct segment_join *p, struct gno_segment *s)
{
	const struct gno_segment_unit *u = &g->node->preprocessors.segment[s->unit];
	uint64_t cycles;

	s->entry = p->entry;
	cycles = cycles_of(s->entry, 0, s->entries);
	if (cycles > s->ended + 1 || (s->entries && !find_trigger(u, g->time_bits, s))) {
		block_join_fail(&p->join, BLOCK_TIMES);
		return false;
	}
	s->began = s->entries ? s->ended + 1 - cycles : s->ended;
	if (p->any && (s->entries ? s->began <= p->ended : s->ended < p->ended)) {
		block_join_fail(&p->join, BLOCK_ORDER);
		return false;
	}
	return true;
}

bool segments_take(struct segments *g, const struct gno_segment_part *record,
		   struct gno_segment *out)
{
	struct segment_join *p = &g->unit[record->unit];

	if (!block_join_takes(&p->join, record->first, same_segment(record, &p->head)))
		return false;
	if (!record->first) {
		p->head = (struct gno_segment){
		    .unit = record->unit,
		    .ended = record->ended,
		    .at = record->at,
		    .flush = record->flush,
		    .missed = record->missed,
		    .entries = record->entries,
		};
	} else if (!gno_entry_follows(&g->node->preprocessors.segment[record->unit],
				      &p->entry[record->first - 1], &record->entry[0])) {
		block_join_fail(&p->join, BLOCK_CHANGED);
		return false;
	}
	memcpy(p->entry + record->first, record->entry, record->many * sizeof(*p->entry));
	p->join.next = record->first + record->many;
	if (!record->last)
		return false;
	*out = p->head;
	if (!check(g, p, out))
		return false;
	p->join.next = 0;
	p->any = true;
	p->ended = out->ended;
	return true;
}

void segments_end(struct segments *g)
{
	for (unsigned i = 0; i < GNO_MAX_SEGMENT_UNITS; i++)
		block_join_end(&g->unit[i].join);
}

/* -- one by one -- */

struct gno_segments {
	struct gno_stream *s;
	unsigned unit;
	struct segments join;
	struct gno_batch batch;
	size_t at; /* record of the batch that comes next */
};

int gno_segments_open(struct gno_stream *s, unsigned unit, struct gno_segments **out,
		      struct gno_err *err)
{
	struct gno_segments *l = *out = calloc(1, sizeof(*l));

	if (!l)
		return gno_fail_nomem(err);
	l->s = s;
	l->unit = unit;
	gno_stream_rewind(s);
	return segments_begin(&l->join, s->node, s->m->time_bits) ? gno_fail_nomem(err) : GNO_OK;
}

void segments_list_go_to(struct gno_segments *l, const struct stream_place *place,
			 struct segments *begun)
{
	for (unsigned i = 0; i < l->s->node->preprocessors.segments; i++) {
		const struct segment_join own = l->join.unit[i];

		l->join.unit[i] = begun->unit[i];
		begun->unit[i] = own;
	}
	stream_go_to(l->s, place);
}

/* The next record of the unit in the batch: true. */
static bool next_part(struct gno_segments *l, struct gno_segment_part *part)
{
	const struct gno_batch *b = &l->batch;
	struct gno_record r;

	while (l->at < b->n) {
		uint32_t info = b->rec[l->at++].info;

		if (gno_record_kind(info) != GNO_KIND_SEGMENT || gno_segment_unit(info) != l->unit)
			continue;
		gno_stream_record(l->s, b, l->at - 1, NULL, &r);
		gno_stream_segment_part(l->s, &r, part);
		return true;
	}
	return false;
}

int gno_segments_next(struct gno_segments *l, struct gno_segment *out, struct gno_err *err)
{
	struct gno_segment_part part;
	int rc;

	do {
		while (next_part(l, &part))
			if (segments_take(&l->join, &part, out))
				return 1;
		l->at = 0;
		rc = gno_stream_read(l->s, &l->batch, err);
	} while (rc > 0);
	if (!rc)
		segments_end(&l->join);
	return rc;
}

unsigned gno_segment_find(const struct gno_segment *s, uint64_t cycle, uint64_t *first)
{
	unsigned i = 0;

	for (*first = s->began; cycle - *first >= s->entry[i].length; i++)
		*first += s->entry[i].length;
	return i;
}

uint64_t gno_segments_left_out(const struct gno_segments *l)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		all += l->join.unit[l->unit].join.faults[i];
	return all;
}

void gno_segments_close(struct gno_segments *l)
{
	if (l)
		segments_free(&l->join);
	free(l);
}
