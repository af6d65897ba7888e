/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/waypoints.h"

#include <stdlib.h>
#include <xxhash.h>

#include "common/util.h"
#include "passes/calls/calls.h"
#include "passes/index/rounds.h"
#include "passes/index/state.h"
#include "passes/lines/pauses.h"
#include "passes/messages/match_state.h"
#include "read/reader.h"
#include "records/packet.h"

/* Of the room of the places of nodes, those of messages have this part. */
#define MESSAGES_PART 4

/* Bytes of a state: where more is open, an index would take as much room as what it spares. */
#define STATE_MOST (UINT64_C(1) << 18)

const struct index_spacing index_usual = {.bytes = UINT64_C(1) << 18,
					  .states = 128,
					  .numbers = 2,
					  .late = UINT64_C(1) << 24,
					  .rounds = 256};

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void set_due(struct waypoints *p, unsigned node, uint64_t from, size_t state)
{
	p->due[node] = from + larger(p->spacing.bytes, p->spacing.states * state);
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

/* Writes the state of a place of a node, or of messages. GNO_ERR_NOMEM. */
static int put_place(struct waypoints *p, struct index_node *n, uint64_t time,
		     const struct archive *a)
{
	struct index_place *new = gno_room(n->place, n->places, sizeof(*new));

	if (!new)
		return GNO_ERR_NOMEM;
	n->place = new;
	new += n->places++;
	*new = (struct index_place){.time = time, .at = p->at, .length = a->len};
	waypoints_put(p, a, &new->hash);
	return GNO_OK;
}

static int add(struct waypoints *p, const struct gno_stream *s, uint64_t time, struct walk *w,
	       struct calls_reading *calls, struct archive *a)
{
	struct stream_place place = stream_place(s);

	state_of_place(a, &place);
	archive_number(a, index_packet(s, &place));
	if (state_of_walk(a, w) || (calls && calls_watch_state(calls, w->node, a)))
		return GNO_ERR_NOMEM;
	p->large = a->len > STATE_MOST;
	if (p->large)
		return GNO_OK;
	set_due(p, w->node, s->pos, a->len);
	return put_place(p, &p->x->node[w->node], time, a);
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

/* -- of messages -- */

static uint64_t bytes_of_ports(const struct gno_report *r)
{
	uint64_t bytes = 0;

	for (unsigned k = 0; k < r->m->nodes; k++)
		if (r->m->node[k].port.bus != GNO_BUS_NONE)
			bytes += gno_trace_stream(r->trace, k)->pos;
	return bytes;
}

/* Where the nodes with ports stand; false: one is where another reader could not go on. */
static bool put_lanes(const struct gno_report *r, const struct reader *reader, struct archive *a)
{
	struct reader_place place;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		if (r->m->node[k].port.bus == GNO_BUS_NONE)
			continue;
		if (!reader_place(reader, k, &place))
			return false;
		state_of_lane(a, &place);
		if (!place.closed)
			archive_number(a,
				       index_packet(gno_trace_stream(r->trace, k), &place.stream));
	}
	return true;
}

static int add_messages(struct waypoints *p, uint64_t bytes, uint64_t time,
			struct message_match *match, struct archive *a)
{
	const uint64_t states = p->spacing.states * MESSAGES_PART;

	if (match_state(a, match))
		return GNO_ERR_NOMEM;
	p->due_messages = bytes + larger(larger(p->spacing.bytes, states * a->len),
					 p->spacing.numbers * match_numbers(match));
	return put_place(p, &p->x->messages, time, a);
}

int waypoints_take_messages(struct waypoints *p, const struct gno_report *r,
			    const struct reader *reader, uint64_t time, struct message_match *match)
{
	const uint64_t bytes = bytes_of_ports(r);
	struct archive a = {.reads = false};
	int rc = GNO_OK;

	if (bytes < p->due_messages || p->cannot || p->large)
		return GNO_OK;
	if (put_lanes(r, reader, &a))
		rc = add_messages(p, bytes, time, match, &a);
	else
		p->late |= bytes - p->due_messages > p->spacing.late;
	archive_free(&a);
	return rc;
}

/* -- of lines -- */

static int put_piece(struct waypoints *p, const struct report_nodes *recording,
		     struct report_stretch *s, size_t count, XXH64_state_t *hash)
{
	struct archive a = {.reads = false};
	int rc;

	rounds_of_piece(&a, recording, s, count);
	rc = a.nomem ? GNO_ERR_NOMEM : put_place(p, &p->x->rounds, s[0].from, &a);
	XXH64_update(hash, a.byte, a.len);
	archive_free(&a);
	return rc;
}

static int put_pieces(struct waypoints *p, const struct report_nodes *recording,
		      struct report_pauses_cursor *c, uint64_t end, XXH64_state_t *hash)
{
	struct report_stretch piece[REPORT_PAUSES_PIECE];
	const struct report_stretch *s;
	size_t count = 0;

	while (!p->large && (s = report_pauses_next(c))) {
		piece[count++] = *s;
		p->x->stretches++;
		if (count < REPORT_PAUSES_PIECE)
			continue;
		if (put_piece(p, recording, piece, count, hash))
			return GNO_ERR_NOMEM;
		count = 0;
		p->large = p->at > end;
	}
	return count ? put_piece(p, recording, piece, count, hash) : GNO_OK;
}

int waypoints_put_rounds(struct waypoints *p, const struct gno_report *r, struct gno_err *err)
{
	const struct report_nodes recording = pauses_recording(r);
	const uint64_t share = p->spacing.rounds,
		       most = share ? gno_trace_bytes(r->trace) / share : UINT64_MAX - p->at;
	struct report_pauses_cursor *c = NULL;
	XXH64_state_t *hash = XXH64_createState();
	int rc = hash ? report_pauses_enter(r->pauses, &c, err) : gno_fail_nomem(err);

	if (!rc) {
		XXH64_reset(hash, 0);
		if (put_pieces(p, &recording, c, p->at + most, hash))
			rc = gno_fail_nomem(err);
		p->x->rounds_hash = XXH64_digest(hash);
	}
	XXH64_freeState(hash);
	p->x->lines = *report_pauses_sum(r->pauses);
	p->spacing.states *= 2; /* so that both together stay below one hundredth */
	rc = rc ? rc : report_pauses_check(c, err);
	report_pauses_leave(c);
	return rc;
}
