/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/waypoints.h"

#include <stdlib.h>
#include <xxhash.h>

#include "common/util.h"
#include "passes/calls/calls.h"
#include "passes/index/state.h"
#include "read/reader.h"
#include "records/packet.h"

/* Bytes of a state: where more is open, an index would take as much room as what it spares. */
#define STATE_MOST (UINT64_C(1) << 18)

const struct index_spacing index_usual = {.bytes = UINT64_C(1) << 18, .states = 128};

static void set_due(struct waypoints *p, unsigned node, uint64_t from, size_t state)
{
	const uint64_t most = p->spacing.states * state;

	p->due[node] = from + (p->spacing.bytes > most ? p->spacing.bytes : most);
}

int waypoints_begin(struct waypoints *p, struct index *x, const struct index_spacing *spacing)
{
	*p = (struct waypoints){.x = x, .spacing = *spacing};
	p->due = calloc(x->nodes, sizeof(*p->due));
	if (!p->due)
		return GNO_ERR_NOMEM;
	for (unsigned k = 0; k < x->nodes; k++)
		set_due(p, k, 0, 0);
	return GNO_OK;
}

void waypoints_free(struct waypoints *p)
{
	free(p->due);
	p->due = NULL;
}

void waypoints_put(struct waypoints *p, const struct archive *a, uint64_t *hash)
{
	*hash = XXH64(a->byte, a->len, p->at);
	p->cannot |= gno_write_all(p->x->fd, INDEX_FILE, a->byte, a->len, &p->why) != 0;
	p->at += a->len;
}

static int add(struct waypoints *p, const struct gno_stream *s, uint64_t time, struct walk *w,
	       struct calls_reading *calls, struct archive *a)
{
	struct stream_place place = stream_place(s);
	struct index_node *n = &p->x->node[w->node];
	struct index_place *new = gno_room(n->place, n->places, sizeof(*new));

	if (!new)
		return GNO_ERR_NOMEM;
	n->place = new;
	if (s->grows) /* the end of what is there is not the end of what was searched */
		place.ahead = (struct stream_epochs){0};
	state_of_place(a, &place);
	archive_number(a, index_packet(s, &place));
	if (state_of_walk(a, w) || (calls && calls_watch_state(calls, w->node, a)))
		return GNO_ERR_NOMEM;
	p->large = a->len > STATE_MOST;
	if (p->large)
		return GNO_OK;
	new += n->places++;
	*new = (struct index_place){.time = time, .at = p->at, .length = a->len};
	waypoints_put(p, a, &new->hash);
	set_due(p, w->node, s->pos, a->len);
	return GNO_OK;
}

int waypoints_take(struct waypoints *p, const struct gno_stream *s, const struct gno_batch *b,
		   struct walk *w, struct calls_reading *calls)
{
	struct archive a = {.reads = false};
	int rc;

	if (!b->n || s->pos < p->due[w->node] || s->pos >= s->size || p->cannot || p->large ||
	    (s->grows && s->size - s->packet <= GNO_PACKET_PAGE))
		return GNO_OK;
	rc = add(p, s, reader_batch_end(b), w, calls, &a);
	archive_free(&a);
	return rc;
}
