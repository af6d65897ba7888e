/* SPDX-License-Identifier: Apache-2.0 */
/* Packets while a stream is read: passing from one to the next, and what their headers say of time.
 */
#include "read/stream.h"

/* Takes note of the packet whose header lies there; 0: the header contradicts itself. */
static int enter_packet(struct gno_stream *s, uint64_t at, const uint8_t *header)
{
	struct gno_packet head;
	int good = gno_packet_get(header, s->node->stream_id, &head);

	s->packet = at;
	s->content_end = good ? at + head.content : UINT64_MAX;
	s->told_begin = good ? head.begin : UINT64_MAX;
	s->told_end = good ? head.end : UINT64_MAX;
	return good;
}

void stream_enter_again(struct gno_stream *s)
{
	uint8_t header[GNO_PACKET_HEADER];

	if (s->pos < s->packet + sizeof(header))
		return; /* it is still to be entered */
	if (stream_input_again(s->in, s->packet, header, sizeof(header)))
		enter_packet(s, s->packet, header);
}

/*
 * Whether the header's times can be believed: they are those of the record that follows, and no
 * epoch says otherwise.
 */
static int believable(const struct gno_stream *s, struct stream_raw *r)
{
	struct stream_clock begin;
	uint32_t long_time = UINT32_MAX >> (32 - gno_long_time_bits(s->m->time_bits));
	uint64_t pos = s->packet + GNO_PACKET_HEADER;
	int words;

	if (s->told_begin == UINT64_MAX)
		return 0;
	words = stream_parse(s, pos, r);
	begin = stream_clock_at(s, s->told_begin);
	if (words <= 0 || begin.last != r->w[0] || !stream_precedes_epoch(s, pos, begin))
		return 0;
	if (r->kind != GNO_KIND_GAP)
		return 1;
	pos += (unsigned)words * sizeof(uint32_t);
	return (s->told_end & long_time) == gno_gap_resumed(r->w) &&
	       stream_precedes_epoch(s, pos, stream_clock_at(s, s->told_end));
}

/* Whether the header's begin is a whole period or more ahead: the packet was begun for that. */
static int leaps(const struct gno_stream *s)
{
	uint64_t now = stream_time(s, s->clock.half, s->clock.last);

	return s->told_begin != UINT64_MAX && s->told_begin >= now &&
	       (s->told_begin - now) >> s->m->time_bits;
}

uint64_t stream_told_end(const struct gno_stream *s)
{
	struct stream_raw r;

	if (s->pos == s->packet + GNO_PACKET_HEADER && believable(s, &r) && r.kind == GNO_KIND_GAP)
		return s->told_end;
	return UINT64_MAX;
}

void stream_begin(struct gno_stream *s)
{
	struct stream_raw r;
	int words;

	s->clock = s->first = (struct stream_clock){0};
	if (!s->size)
		return;
	words = stream_parse(s, s->begin, &r);
	if (stream_at_header(s, s->begin - GNO_PACKET_HEADER))
		enter_packet(s, s->begin - GNO_PACKET_HEADER,
			     stream_bytes(s, s->begin - GNO_PACKET_HEADER, GNO_PACKET_HEADER));
	if (words > 0 && r.kind == GNO_KIND_SYNC && !s->told_begin)
		return; /* record and header agree */
	/* in wrap mode, or where the sync is damaged, the first epoch there is tells the time */
	if (believable(s, &r))
		s->clock = stream_clock_at(s, s->told_begin);
	else if (words > 0 && r.kind != GNO_KIND_SYNC)
		s->clock =
		    stream_clock_at(s, stream_time(s, stream_first_half(s, s->begin, r.w[0]), 0));
	s->first = s->clock;
}

void stream_go_back(struct gno_stream *s, uint64_t pos)
{
	uint64_t at = pos;

	s->pos = pos;
	if (pos >= s->packet)
		return;
	while (at >= GNO_SLOT_BYTES && pos - at < GNO_PACKET_PAGE) {
		at -= GNO_SLOT_BYTES;
		if (stream_at_header(s, at)) {
			enter_packet(s, at, stream_bytes(s, at, GNO_PACKET_HEADER));
			return;
		}
	}
	s->content_end = UINT64_MAX;
}

struct stream_place stream_place(const struct gno_stream *s)
{
	struct stream_place p = {
	    .pos = s->pos,
	    .packet = s->packet,
	    .told_begin = s->told_begin,
	    .told_end = s->told_end,
	    .content_end = s->content_end,
	    .clock = s->clock,
	};

	if (!s->grows) /* else the end of what is there is not the end of what was searched */
		p.ahead = s->ahead;
	return p;
}

void stream_go_to(struct gno_stream *s, const struct stream_place *p)
{
	s->pos = p->pos;
	s->packet = p->packet;
	s->told_begin = p->told_begin;
	s->told_end = p->told_end;
	s->content_end = p->content_end;
	s->clock = p->clock;
	s->ahead = p->ahead;
	s->dry = false;
}

/* Whether the header of the packet that grows contradicts itself: it was read while it was written.
 */
static bool is_torn(const struct gno_stream *s)
{
	struct gno_packet head;

	return s->size - s->pos <= GNO_PACKET_PAGE &&
	       !gno_packet_get(stream_bytes(s, s->pos, GNO_PACKET_HEADER), s->node->stream_id,
			       &head);
}

bool stream_is_coming(const struct gno_stream *s, int words)
{
	uint64_t first = s->pos + GNO_PACKET_HEADER, padding;
	struct stream_raw r;

	if (!s->grows || words > 0)
		return false;
	if (!words || first >= s->size)
		return true;
	if (stream_at_header(s, s->pos) && is_torn(s))
		return true;
	if (stream_at_header(s, s->pos))
		return stream_parse_any(s, first, &r) == 0;
	padding = stream_padding(s, s->pos);
	return padding && s->pos + padding == s->size;
}

int stream_border(struct gno_stream *s, struct gno_batch *b)
{
	uint64_t bytes = GNO_PACKET_HEADER;
	struct stream_raw r;
	int good;

	if (stream_at_header(s, s->pos)) {
		good = enter_packet(s, s->pos, stream_bytes(s, s->pos, GNO_PACKET_HEADER));
		if (leaps(s) && believable(s, &r))
			s->clock = stream_clock_at(s, s->told_begin);
	} else {
		bytes = stream_padding(s, s->pos);
		if (!bytes)
			return 0;
		good = s->pos == s->content_end || s->content_end == UINT64_MAX;
	}
	if (good)
		s->pos += bytes;
	else
		stream_skip(s, b, bytes);
	return 1;
}
