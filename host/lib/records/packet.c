/* SPDX-License-Identifier: Apache-2.0 */
#include "records/packet.h"

#include "records/record.h"
#include "common/util.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC GNO_CTF_MAGIC
#define UNSURE_MAX (1u << 20) /* bytes that may wait for an epoch */
#define BACKWARD 0x80	      /* half periods modulo 256 that are rather a step back */

/* Places of the header's parts, in bytes. */
enum {
	AT_MAGIC = 0,
	AT_STREAM = 4,
	AT_BEGIN = 8,
	AT_END = 16,
	AT_CONTENT = 24, /* in bits */
	AT_SIZE = 32,	 /* in bits */
	AT_DISCARDED = 40,
};

static uint64_t page_of(uint64_t at)
{
	return at - at % GNO_PACKET_PAGE;
}

static void put64(uint8_t *p, uint64_t v)
{
	v = htole64(v);
	memcpy(p, &v, sizeof(v));
}

static void put32(uint8_t *p, uint32_t v)
{
	v = htole32(v);
	memcpy(p, &v, sizeof(v));
}

bool gno_packet_is_header(const uint8_t *bytes, uint32_t stream_id)
{
	return gno_le32(bytes + AT_MAGIC) == MAGIC && gno_le32(bytes + AT_STREAM) == stream_id;
}

bool gno_packet_get(const uint8_t *bytes, uint32_t stream_id, struct gno_packet *out)
{
	uint64_t content = gno_le64(bytes + AT_CONTENT), size = gno_le64(bytes + AT_SIZE);

	*out = (struct gno_packet){
	    .begin = gno_le64(bytes + AT_BEGIN),
	    .end = gno_le64(bytes + AT_END),
	    .content = content / 8,
	    .size = size / 8,
	    .discarded = gno_le64(bytes + AT_DISCARDED),
	};
	return gno_packet_is_header(bytes, stream_id) && content % 64 == 0 && size % 64 == 0 &&
	       out->content >= GNO_PACKET_HEADER && out->content <= out->size &&
	       out->begin <= out->end;
}

static void put_header(const struct gno_packer *p, uint8_t *bytes)
{
	put32(bytes + AT_MAGIC, MAGIC);
	put32(bytes + AT_STREAM, p->stream_id);
	put64(bytes + AT_BEGIN, p->head.begin);
	put64(bytes + AT_END, p->head.end);
	put64(bytes + AT_CONTENT, 8 * p->head.content);
	put64(bytes + AT_SIZE, 8 * p->head.size);
	put64(bytes + AT_DISCARDED, p->head.discarded);
}

void gno_packer_init(struct gno_packer *p, const struct gno_manifest *m, unsigned node,
		     const struct gno_packet_mark *mark)
{
	*p = (struct gno_packer){
	    .m = m,
	    .stream_id = m->node[node].stream_id,
	    .base = page_of(mark->at),
	    .from = page_of(mark->at),
	    .at = mark->at,
	    .packet = mark->at,
	    .head.discarded = mark->discarded,
	    .half = mark->begin >> (m->time_bits - 1),
	    .last = (uint32_t)mark->begin & (UINT32_MAX >> (32 - m->time_bits)),
	    .mark = *mark,
	};
}

void gno_packer_free(struct gno_packer *p)
{
	free(p->data);
	p->data = NULL;
}

/* Room for pages up to the offset `end` of the file, all zero where nothing was written. */
static int make_room(struct gno_packer *p, uint64_t end, struct gno_err *err)
{
	size_t len = (size_t)(page_of(end + GNO_PACKET_PAGE - 1) - p->base);

	if (len > p->room) {
		size_t room = len + p->room;
		uint8_t *more = realloc(p->data, room);

		if (!more)
			return gno_fail_nomem(err);
		p->data = more;
		p->room = room;
	}
	if (len > p->len) {
		memset(p->data + p->len, 0, len - p->len);
		p->len = len;
	}
	return GNO_OK;
}

static uint8_t *bytes_at(const struct gno_packer *p, uint64_t at)
{
	return p->data + (at - p->base);
}

/* The file must get the page at this offset, and all behind it. */
static void touch(struct gno_packer *p, uint64_t at)
{
	if (page_of(at) < p->from)
		p->from = page_of(at);
}

/* Ends the open packet where the next one begins. */
static void close_packet(struct gno_packer *p, uint64_t next)
{
	if (!p->open)
		return;
	p->open = false;
	p->head.content = p->at - p->packet;
	p->head.size = next - p->packet;
	put_header(p, bytes_at(p, p->packet));
	touch(p, p->packet);
}

/* Opens a packet whose first record has that time and length. */
static int open_packet(struct gno_packer *p, uint64_t time, size_t bytes, struct gno_err *err)
{
	uint64_t at = p->at, end = page_of(at) + GNO_PACKET_PAGE;

	if (at % GNO_PACKET_PAGE && at + GNO_PACKET_HEADER + bytes > end)
		at = end;
	if (make_room(p, at + GNO_PACKET_HEADER, err))
		return GNO_ERR_NOMEM;
	close_packet(p, at);
	p->open = true;
	p->packet = at;
	p->at = at + GNO_PACKET_HEADER;
	p->head.begin = p->head.end = time;
	if (!p->unsure)
		p->mark = (struct gno_packet_mark){at, time, p->head.discarded};
	return GNO_OK;
}

/* The half period of the next time word, where less than a period has passed: as other readers have
 * it. */
static uint64_t next_half(const struct gno_packer *p, uint32_t t)
{
	if ((t >> (p->m->time_bits - 1) & 1) != (p->half & 1))
		return p->half + 1;
	return p->half + (t < p->last ? 2 : 0);
}

static uint64_t time_of(const struct gno_packer *p, uint64_t half, uint32_t t)
{
	unsigned bits = p->m->time_bits - 1;

	return (half << bits) + (t & ((1u << bits) - 1));
}

/* Moves all times since the mark ahead, but for the begin of a packet with a gap, which is certain.
 */
static void move_times(struct gno_packer *p, uint64_t halves)
{
	uint64_t more = halves << (p->m->time_bits - 1), at = p->mark.at;
	bool gap = at && gno_record_kind(gno_le32(bytes_at(p, at) + GNO_PACKET_HEADER + 4)) ==
			     GNO_KIND_GAP;

	touch(p, at);
	while (at < p->packet) {
		uint8_t *bytes = bytes_at(p, at);

		if (!gap || at != p->mark.at)
			put64(bytes + AT_BEGIN, gno_le64(bytes + AT_BEGIN) + more);
		put64(bytes + AT_END, gno_le64(bytes + AT_END) + more);
		at += gno_le64(bytes + AT_SIZE) / 8;
	}
	if (!gap || at != p->mark.at)
		p->head.begin += more;
	p->head.end += more;
}

/*
 * Half periods that the epoch of a record is ahead of what its time word alone says: after a gap,
 * where the beginning was overwritten, and at the flush of a recorder that has frozen.
 */
static uint64_t halves_ahead(const struct gno_packer *p, const uint32_t *w, uint64_t half)
{
	unsigned kind = gno_record_kind(w[1]);
	unsigned ahead = (gno_record_epoch(w[1]) - (unsigned)half) & 0xff;

	if (!gno_kind_bears_epoch(kind))
		return 0;
	return ahead >= BACKWARD && !p->unsure && kind != GNO_KIND_FLUSH ? 0 : ahead;
}

/* Carries the clock on to a record. Returns whether other readers would take it for an earlier
 * time. */
static bool follow(struct gno_packer *p, const uint32_t *w)
{
	uint64_t half = next_half(p, w[0]), ahead = halves_ahead(p, w, half);

	if (p->unsure && p->at - p->mark.at > UNSURE_MAX)
		p->unsure = false;
	p->half = half + ahead;
	p->last = w[0];
	if (!p->unsure || !gno_kind_bears_epoch(gno_record_kind(w[1])))
		return ahead;
	if (ahead)
		move_times(p, ahead);
	p->unsure = false;
	if (p->open)
		p->mark = (struct gno_packet_mark){p->packet, p->head.begin, p->head.discarded};
	return false;
}

/* A gap is alone in its packet, and not in the first: what is lost in between is the packet's
 * difference. */
static int add_gap(struct gno_packer *p, const uint32_t *w, struct gno_err *err)
{
	uint64_t time = time_of(p, p->half, w[0]);
	size_t bytes = GNO_GAP_WORDS * sizeof(*w);
	int rc = GNO_OK;

	if (!p->at)
		rc = open_packet(p, time, 0, err);
	p->head.end = time;
	if (!rc)
		rc = open_packet(p, time, bytes, err);
	if (rc)
		return rc;
	p->half = gno_gap_end_half(w, p->m->time_bits, p->half);
	p->last = gno_gap_resumed(w) & (UINT32_MAX >> (32 - p->m->time_bits));
	p->head.end = time_of(p, p->half, gno_gap_resumed(w));
	p->head.discarded += gno_gap_lost(w);
	p->unsure = !gno_gap_end_is_known(p->m->time_bits);
	return GNO_OK;
}

/* Most records: an event in the half period of the last record, for which the packet has room. */
static bool add_event(struct gno_packer *p, const uint32_t *w)
{
	const unsigned half = w[0] >> (p->m->time_bits - 1) & 1;

	if (gno_record_kind(w[1]) != GNO_KIND_EVENT || !p->open || p->gap || p->unsure ||
	    w[0] < p->last || half != (p->half & 1) ||
	    p->at + GNO_RECORD_HEADER * sizeof(*w) > page_of(p->packet) + GNO_PACKET_PAGE)
		return false;
	p->last = w[0];
	p->head.end = time_of(p, p->half, w[0]);
	put32(bytes_at(p, p->at), w[0]);
	put32(bytes_at(p, p->at) + sizeof(*w), w[1]);
	touch(p, p->at);
	p->at += GNO_RECORD_HEADER * sizeof(*w);
	return true;
}

int gno_packer_add(struct gno_packer *p, const uint32_t *w, unsigned words, struct gno_err *err)
{
	unsigned kind = gno_record_kind(w[1]);
	size_t bytes = words * sizeof(*w);
	uint64_t time;
	bool cut;
	int rc = GNO_OK;

	if (add_event(p, w))
		return GNO_OK;
	if (!p->at) {
		p->unsure = kind != GNO_KIND_SYNC && !gno_kind_bears_epoch(kind);
		p->half = w[0] >> (p->m->time_bits - 1);
		if (gno_kind_bears_epoch(kind))
			p->half = gno_record_epoch(w[1]);
		p->last = w[0];
	}
	cut = follow(p, w);
	time = time_of(p, p->half, w[0]);
	if (kind == GNO_KIND_GAP)
		rc = add_gap(p, w, err);
	else if (!p->open || cut || p->gap || p->at + bytes > page_of(p->packet) + GNO_PACKET_PAGE)
		rc = open_packet(p, time, bytes, err);
	if (rc)
		return rc;
	for (unsigned i = 0; i < words; i++)
		put32(bytes_at(p, p->at) + i * sizeof(*w), w[i]);
	touch(p, p->at);
	p->at += bytes;
	p->gap = kind == GNO_KIND_GAP;
	if (!p->gap)
		p->head.end = time;
	return GNO_OK;
}

static bool is_padding(const uint8_t *bytes, uint64_t len)
{
	for (uint64_t i = 0; i < len; i++)
		if (bytes[i])
			return false;
	return true;
}

int gno_packer_restore(struct gno_packer *p, const uint8_t *data, uint64_t size, uint64_t *at,
		       struct gno_err *err)
{
	uint64_t base = p->base;
	int rc = GNO_OK;

	*at = p->mark.at;
	if (*at > base) {
		rc = make_room(p, base + 1, err);
		if (!rc)
			memcpy(p->data, data, (size_t)(*at - base));
	}
	while (!rc && *at < size) {
		const uint8_t *bytes = data + (*at - base);
		uint64_t left = size - *at, page = GNO_PACKET_PAGE - *at % GNO_PACKET_PAGE;
		uint32_t w[GNO_RECORD_WORDS_MAX];
		size_t avail = left / sizeof(*w) < GNO_RECORD_WORDS_MAX ? left / sizeof(*w)
									: GNO_RECORD_WORDS_MAX;
		int words;

		if (left >= GNO_PACKET_HEADER && gno_packet_is_header(bytes, p->stream_id)) {
			*at += GNO_PACKET_HEADER;
			continue;
		}
		gno_le32_words(w, bytes, avail);
		words = gno_record_words(w, avail, p->m);
		if (words <= 0) {
			if (left < page || !is_padding(bytes, page))
				break;
			*at += page;
			continue;
		}
		rc = gno_packer_add(p, w, (unsigned)words, err);
		*at += (unsigned)words * sizeof(*w);
	}
	return rc;
}

void gno_packer_seal(struct gno_packer *p)
{
	if (!p->open || page_of(p->packet) < p->from)
		return;
	p->head.content = p->at - p->packet;
	p->head.size = page_of(p->packet) + GNO_PACKET_PAGE - p->packet;
	put_header(p, bytes_at(p, p->packet));
}

void gno_packer_written(struct gno_packer *p)
{
	uint64_t keep = page_of(p->mark.at);

	if (keep > p->base && p->len) {
		p->len -= (size_t)(keep - p->base);
		memmove(p->data, bytes_at(p, keep), p->len);
		p->base = keep;
	}
	p->from = p->base + p->len;
}
