/* SPDX-License-Identifier: Apache-2.0 */
/* Segments: how many came and which triggers have none. What they hold stays in the trace. */
#include "passes/walk.h"

#include <string.h>

int segments_walk_begin(struct walk *w)
{
	const struct gno_preprocessors *m = &w->m->preprocessors;

	for (unsigned i = 0; i < m->segments; i++)
		w->n->segment[i].name = m->segment[i].name;
	return segments_begin(&w->units.segments, w->m, w->r->m->time_bits);
}

void segments_walk_free(struct walk *w)
{
	segments_free(&w->units.segments);
}

int segments_walk_take(struct walk *w, const struct gno_stream *s, const struct gno_record *rec)
{
	struct report_segments *u = &w->n->segment[rec->code];
	struct gno_segment_part part;
	struct gno_segment segment;

	gno_stream_segment_part(s, rec, &part);
	if (!segments_take(&w->units.segments, &part, &segment))
		return GNO_OK;
	u->missed += segment.missed;
	if (segment.entries) {
		u->seen++;
		u->cut += segment.flush;
	} else {
		u->ended = true;
	}
	return events_segment(w, rec, &segment);
}

/* What lies in a hole, or was overwritten or dropped by a recorder, is not even counted. */
static bool is_whole(const struct walk *w, const struct report_segments *u)
{
	bool whole = u->ended && !w->n->holes && !w->r->run->foreign_slots && !w->n->overwritten &&
		     !report_is_frozen(w->r, w->node);

	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		whole = whole && !u->faults[i];
	return whole;
}

void segments_walk_end(struct walk *w)
{
	segments_end(&w->units.segments);
	for (unsigned i = 0; i < w->m->preprocessors.segments; i++) {
		struct report_segments *u = &w->n->segment[i];

		memcpy(u->faults, w->units.segments.unit[i].join.faults, sizeof(u->faults));
		u->whole = is_whole(w, u);
	}
}
