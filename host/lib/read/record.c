/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What lies at a place of a stream. Where packets begin is seen from the bytes, not from sizes in
 * headers that may be damaged: a header is no record of any node, and neither are zeros.
 */
#include "read/stream.h"
#include "common/util.h"

#include <string.h>

int stream_parse_any(const struct gno_stream *s, uint64_t pos, struct stream_raw *r)
{
	uint32_t w[GNO_RECORD_WORDS_MAX];
	size_t avail = pos < s->size ? (size_t)(s->size - pos) / sizeof(*w) : 0;
	size_t need;
	int words;

	if (avail < GNO_RECORD_HEADER)
		return 0;
	gno_le32_words(w, stream_bytes(s, pos, GNO_RECORD_HEADER * sizeof(*w)), GNO_RECORD_HEADER);
	r->kind = gno_record_kind(w[1]);
	if (gno_record_node(w[1]) != s->node->index)
		return GNO_ERR_FORMAT;
	need = gno_record_needs(w[1], s->node);
	if (need > GNO_RECORD_WORDS_MAX)
		return GNO_ERR_FORMAT;
	if (avail > need)
		avail = need;
	gno_le32_words(w, stream_bytes(s, pos, avail * sizeof(*w)), avail);
	words = gno_record_words(w, avail, s->m);
	if (words > 0)
		memcpy(r->w, w,
		       (words < GNO_GAP_WORDS ? (size_t)words : GNO_GAP_WORDS) * sizeof(*w));
	return words;
}

int stream_parse(const struct gno_stream *s, uint64_t pos, struct stream_raw *r)
{
	int words = stream_parse_any(s, pos, r);

	if (words > 0 && r->kind != GNO_KIND_SYNC && gno_kind_bears_epoch(r->kind) &&
	    gno_record_run(r->w[1]) != s->run)
		return GNO_ERR_FORMAT;
	return words;
}

uint64_t stream_padding(const struct gno_stream *s, uint64_t pos)
{
	uint64_t at = pos;

	while (at < s->size && at - pos < GNO_PACKET_PAGE && !*stream_bytes(s, at, 1))
		at++;
	if (at == s->size)
		return at - pos;
	at -= at % GNO_SLOT_BYTES; /* a header's first byte is none of them */
	return stream_at_header(s, at) ? at - pos : 0;
}

uint64_t stream_hop(const struct gno_stream *s, uint64_t pos)
{
	uint64_t padding;

	while (pos < s->size) {
		if (stream_at_header(s, pos)) {
			pos += GNO_PACKET_HEADER;
			continue;
		}
		padding = stream_padding(s, pos);
		if (!padding)
			break;
		pos += padding;
	}
	return pos;
}

int stream_next(const struct gno_stream *s, uint64_t *pos, struct stream_raw *r)
{
	int words = stream_parse(s, *pos, r);
	uint64_t next;

	if (words > 0)
		return words;
	next = stream_hop(s, *pos);
	if (next == *pos)
		return words;
	*pos = next;
	return stream_parse(s, next, r);
}
