/* SPDX-License-Identifier: Apache-2.0 */
#include "read/stream.h"
#include "common/util.h"
#include "records/sample.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

/* Records at the end of a full batch that are kept back, so that what follows can still prove them
 * wrong. */
#define KEPT_BACK 8

/* Bytes of the longest record, and of a packet's header before it. */
#define LONGEST (GNO_RECORD_WORDS_MAX * 4 + GNO_PACKET_HEADER)

/* Bits of word 1 that are the same in all events, or all triggers, of a node. */
#define EVENT_FIXED (~(GNO_RECORD_CODE(UINT32_MAX) | GNO_RECORD_FLAGS(UINT32_MAX)))

/* Bits of word 1 of a write by which decode_plain knows those of a node. */
#define DATUM_FIXED (GNO_RECORD_KIND(UINT32_MAX) | GNO_RECORD_NODE(UINT32_MAX))

const char *gno_stream_path(const struct gno_stream *s)
{
	return s->path;
}

/* Whether records of this node follow the place of the first header, whatever that says. */
static int begins_well(const struct gno_stream *s)
{
	uint64_t pos = GNO_PACKET_HEADER;
	struct stream_raw r;
	unsigned n;

	for (n = 0; n < 3 && pos < s->size; n++) {
		int words = stream_parse_any(s, pos, &r);

		if (words <= 0)
			break;
		pos += (unsigned)words * sizeof(uint32_t);
	}
	return n && (n == 3 || stream_hop(s, pos) == s->size);
}

/* Refuses a file that is no stream, or another's. A damaged header alone costs only itself. */
static int check_header(const struct gno_stream *s, struct gno_err *err)
{
	uint8_t first[2 * sizeof(uint32_t)] = {0};
	uint32_t magic, id;

	if (!s->size || stream_at_header(s, 0) || begins_well(s))
		return GNO_OK;
	if (s->size >= sizeof(first))
		memcpy(first, stream_bytes(s, 0, sizeof(first)), sizeof(first));
	else
		memcpy(first, stream_bytes(s, 0, (size_t)s->size), (size_t)s->size);
	magic = gno_le32(first);
	id = gno_le32(first + sizeof(magic));
	if (s->size < GNO_PACKET_HEADER && magic == GNO_CTF_MAGIC) /* it was cut off there */
		return GNO_OK;
	if (magic != GNO_CTF_MAGIC)
		return gno_fail(err, GNO_ERR_FORMAT,
				"not a stream of gnomon (first word is 0x%08x, not 0x%08x): '%s'",
				magic, GNO_CTF_MAGIC, s->path);
	return gno_fail(err, GNO_ERR_MISMATCH, "stream class is %u, that of node '%s' is %u: '%s'",
			id, s->node->name, s->node->stream_id, s->path);
}

/*
 * Run number of the next two records from `pos` on that bear the same foreign one, and none this
 * run's between them; -1 if there is no such pair. A single wrong number is damage. `damaged`:
 * looks beyond what is no record.
 */
static int foreign_run(const struct gno_stream *s, uint64_t pos, int damaged)
{
	struct stream_raw r;
	int run = -1;

	for (unsigned i = 0; i < STREAM_LOOK_AHEAD && pos < s->size; i++) {
		int words = stream_parse_any(s, pos, &r), own;
		uint64_t hop = words < 0 ? stream_hop(s, pos) : pos;

		if (words <= 0 && hop == pos && !damaged)
			return -1;
		if (words <= 0) {
			pos = hop == pos ? pos + GNO_SLOT_BYTES : hop;
			continue;
		}
		pos += (unsigned)words * sizeof(uint32_t);
		if (!gno_kind_bears_epoch(r.kind))
			continue;
		own = (int)gno_record_run(r.w[1]);
		if (own == (int)s->run)
			return -1;
		if (own == run)
			return run;
		run = own;
	}
	return -1;
}

/* Refuses a stream whose records belong to another run. */
static int check_run(const struct gno_stream *s, struct gno_err *err)
{
	int run = foreign_run(s, s->begin, 1);

	if (run < 0)
		return GNO_OK;
	return gno_fail(err, GNO_ERR_MISMATCH,
			"records are left over from run %d, run.json names run %u: '%s'", run,
			s->run, s->path);
}

/* Refuses a stream that begins with two records of one other node. */
static int check_node(const struct gno_stream *s, struct gno_err *err)
{
	uint32_t w[GNO_RECORD_WORDS_MAX];
	uint64_t pos = s->begin;
	unsigned node = s->node->index;

	for (unsigned i = 0; i < 2; i++) {
		size_t avail = pos < s->size ? (size_t)(s->size - pos) / sizeof(*w) : 0;
		int words;

		if (avail > GNO_RECORD_WORDS_MAX)
			avail = GNO_RECORD_WORDS_MAX;
		gno_le32_words(w, stream_bytes(s, pos, avail * sizeof(*w)), avail);
		words = gno_record_words(w, avail, s->m);
		if (words <= 0 || gno_record_node(w[1]) == s->node->index ||
		    (i && gno_record_node(w[1]) != node))
			return GNO_OK;
		node = gno_record_node(w[1]);
		pos += (unsigned)words * sizeof(*w);
	}
	return gno_fail(err, GNO_ERR_MISMATCH, "records are those of node '%s', not of '%s': '%s'",
			s->m->node[node].name, s->node->name, s->path);
}

int stream_start(struct gno_stream *s, struct gno_err *err)
{
	struct stream_raw r;
	int rc;

	stream_input_move(s->in, 0);
	s->begun = !s->grows ||
		   (s->size > GNO_PACKET_HEADER && stream_parse_any(s, GNO_PACKET_HEADER, &r) != 0);
	if (!s->begun)
		return GNO_OK;
	rc = check_header(s, err);
	if (rc)
		return rc;
	s->begin = stream_hop(s, 0);
	if (!s->begin && s->size)
		s->begin = GNO_PACKET_HEADER; /* that header is damaged */
	rc = check_node(s, err);
	if (!rc)
		rc = check_run(s, err);
	if (!rc)
		stream_begin(s);
	return rc;
}

void gno_stream_rewind(struct gno_stream *s)
{
	s->pos = s->packet = 0;
	s->clock = s->first;
	s->dry = false;
}

bool gno_stream_grows(const struct gno_stream *s)
{
	return s->grows;
}

uint64_t gno_stream_reached(const struct gno_stream *s)
{
	return s->begun ? stream_time(s, s->clock.half, s->clock.last) : 0;
}

uint64_t gno_stream_missing(const struct gno_stream *s)
{
	return s->missing;
}

int stream_share(struct gno_stream *s, const struct gno_stream *of, struct gno_err *err)
{
	int rc;

	*s = *of;
	s->path = strdup(of->path);
	s->in = malloc(sizeof(*s->in));
	rc = s->in ? stream_input_share(s->in, of->in, err) : gno_fail_nomem(err);
	return rc || s->path ? rc : gno_fail_nomem(err);
}

void stream_close(struct gno_stream *s)
{
	if (s->in)
		stream_input_close(s->in);
	free(s->in);
	free(s->path);
}

/* Bytes of a whole record of this node that has a payload and no epoch; 0: it is none. The time is
 * not looked at. */
static size_t payload_bytes(const struct gno_stream *s, const uint8_t *p, const uint8_t *end,
			    uint32_t info)
{
	unsigned words = GNO_RECORD_HEADER + s->sample_words;
	unsigned kind = gno_record_kind(info);
	uint32_t w[DATUM_WORDS_MAX];

	if (kind == GNO_KIND_RATIO && s->sample_words)
		return gno_record_node(info) == s->node->index &&
			       gno_record_aux(info) == s->sample_words &&
			       gno_record_code(info) <= s->node->capacity &&
			       (size_t)(end - p) >= words * sizeof(*w)
			   ? words * sizeof(*w)
			   : 0;
	if (kind != GNO_KIND_DATUM && kind != GNO_KIND_WORD && kind != GNO_KIND_CAPTURE &&
	    kind != GNO_KIND_LINE)
		return 0;
	words = gno_record_needs(info, s->node);
	if ((size_t)(end - p) < words * sizeof(*w) || gno_record_node(info) != s->node->index)
		return 0;
	gno_le32_words(w, p, words);
	return gno_record_words(w, words, s->m) == (int)words ? words * sizeof(*w) : 0;
}

/* Whether a write of so many bytes, of a node whose s->datum_words is not 0, is as the hardware
 * sends it. */
static inline bool is_datum(const uint8_t *p, uint32_t info, size_t bytes)
{
	uint32_t w[GNO_DATUM_WORDS];

	gno_le32_words(w, p, GNO_DATUM_WORDS);
	return !gno_datum_zero(info) && gno_datum_wide(info) == (bytes > sizeof(w)) &&
	       !gno_datum_rest(w);
}

/* Where the part of the stream ends that is in the near window. */
static uint64_t near_end(const struct gno_stream *s)
{
	uint64_t end = s->in->near.from + s->in->near.len;

	return end < s->size ? end : s->size;
}

/*
 * Decodes records that are as they mostly are (events, triggers, datums, words, and full samples of
 * ratio counters, within the half period of the last record) and stops at the first that is not.
 * Returns the new number of records.
 */
static size_t decode_plain(struct gno_stream *s, struct gno_batch *b)
{
	const struct stream_window *w = &s->in->near;
	const uint8_t *start = w->data + (b->base - w->from);
	const uint8_t *p = start + (s->pos - b->base);
	const uint8_t *end = p + (near_end(s) - s->pos) / GNO_SLOT_BYTES * GNO_SLOT_BYTES;
	const uint32_t node = GNO_RECORD_NODE(s->node->index);
	const uint32_t event = GNO_RECORD_KIND(GNO_KIND_EVENT) | node;
	const uint32_t codes = s->node->capacity;
	const uint32_t period = 1u << (s->m->time_bits - 1);
	const uint32_t limit = (s->clock.half & 1 ? period : 0) + (period - 1);
	const uint64_t base = stream_time(s, s->clock.half, 0) - (s->clock.half & 1 ? period : 0);
	const uint32_t trigger = GNO_RECORD_KIND(GNO_KIND_TRIGGER) | node;
	const uint32_t triggers = s->node->triggers;
	const uint32_t datum = GNO_RECORD_KIND(GNO_KIND_DATUM) | node;
	const uint32_t between = gno_node_tick(s->node) - 1; /* bits that no tick has */
	const size_t datum_bytes = s->datum_words * sizeof(uint32_t);
	uint32_t last = s->clock.last;
	size_t n = b->n;

	while (n < GNO_BATCH && p < end) {
		uint32_t t, info, code;
		uint64_t slot;
		size_t bytes;

		memcpy(&slot, p, sizeof(slot));
		slot = le64toh(slot);
		t = (uint32_t)slot;
		info = (uint32_t)(slot >> 32);
		code = gno_record_code(info);
		if ((info & EVENT_FIXED) == event && code - 1 < codes)
			bytes = GNO_SLOT_BYTES;
		else if ((info & DATUM_FIXED) == datum && datum_bytes)
			bytes = (size_t)(end - p) >= datum_bytes && is_datum(p, info, datum_bytes)
				    ? datum_bytes
				    : 0;
		else if ((info & EVENT_FIXED) == trigger && code < triggers)
			bytes = GNO_SLOT_BYTES;
		else
			bytes = payload_bytes(s, p, end, info);
		if (!bytes)
			break;
		if (t < last || t > limit || t & between)
			break;
		b->rec[n++] = (struct gno_slot){base + t, info, (uint32_t)(p - start)};
		last = t;
		p += bytes;
	}
	s->clock.last = last;
	s->pos = b->base + (uint64_t)(p - start);
	return n;
}

/* A sync that is not the first record: a copy of it, or the beginning of another run. */
static int decode_second_sync(struct gno_stream *s, struct gno_batch *b, unsigned run,
			      struct gno_err *err)
{
	if (run != s->run && foreign_run(s, s->pos, 0) == (int)run)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "records of another run (%u) begin at offset %llu, this is run %u: '%s'", run,
		    (unsigned long long)s->pos, s->run, s->path);
	stream_skip(s, b, GNO_SLOT_BYTES);
	return 0;
}

/* What decode_plain stopped at. Returns 1 if the batch can go on, 0 if it ends here. */
static int decode_other(struct gno_stream *s, struct gno_batch *b, struct gno_err *err)
{
	struct stream_clock c = s->clock;
	struct stream_raw r;
	uint64_t time;
	int words = stream_parse(s, s->pos, &r);

	if (stream_is_coming(s, words))
		return 0;
	if (words < 0 && stream_border(s, b))
		return !b->hole_bytes;
	if (words > 0 && r.kind == GNO_KIND_SYNC) {
		if (s->pos != s->begin)
			return decode_second_sync(s, b, gno_sync_run(r.w[1]), err);
		if (gno_sync_run(r.w[1]) != s->run)
			words = GNO_ERR_FORMAT;
	}
	if (words > 0 && r.kind == GNO_KIND_GAP)
		b->resumed = stream_told_end(s);
	if (words <= 0 || stream_settle(s, &c, &r, &time, &b->resumed)) {
		stream_repair(s, b);
		return 0;
	}
	b->rec[b->n++] = (struct gno_slot){time, r.w[1], (uint32_t)(s->pos - b->base)};
	s->clock = c;
	s->pos += (unsigned)words * sizeof(uint32_t);
	return r.kind != GNO_KIND_GAP;
}

/* Gives the records of the batch from `n` on back. */
static void give_back(struct gno_stream *s, struct gno_batch *b, size_t n)
{
	b->n = n;
	stream_go_back(s, b->base + b->rec[n].at);
	s->clock = n ? stream_clock_at(s, b->rec[n - 1].time) : s->entry;
}

/* Whether the record at the position cannot be, and what is there does not prove where records go
 * on. */
static bool is_contradicted(const struct gno_stream *s)
{
	struct stream_raw r;

	return s->pos < s->size && !stream_is_coming(s, stream_parse(s, s->pos, &r));
}

/*
 * How many records of the batch, which ends where the stream grows, stay whatever comes. The header
 * of the packet says when the last of its records comes. What is later may have leapt ahead, which
 * records behind it will show, and so may all where the header counts more than is to be read.
 * Where a record contradicts them already, those behind it will show which are wrong.
 */
static size_t certain(const struct gno_stream *s, const struct gno_batch *b)
{
	const bool told = s->content_end <= s->size && !is_contradicted(s);
	size_t n = b->n > KEPT_BACK ? b->n - KEPT_BACK : 0;

	while (n < b->n && told && b->rec[n].time <= s->told_end)
		n++;
	return n;
}

/* How many records of the batch, which ends where those of a partial stream do, are no later than
 * the header of the packet says: what is later has leapt ahead, as records to come would show. */
static size_t told(const struct gno_stream *s, const struct gno_batch *b)
{
	size_t n = b->n;

	while (n && b->n - n < KEPT_BACK && b->rec[n - 1].time > s->told_end)
		n--;
	return n;
}

/* Where the records of a batch end. */
enum batch_end {
	END_FULL,  /* before others, which have no room in it */
	END_KNOWN, /* with a gap or a hole */
	END_THERE, /* with what is there, or what can be made of it so far */
};

/* Decodes as many records as the batch takes. Fails as gno_stream_read. */
static int decode_batch(struct gno_stream *s, struct gno_batch *b, enum batch_end *end,
			struct gno_err *err)
{
	*end = END_THERE;
	while (!s->in->shrunk) {
		uint64_t at;
		int rc;

		if (s->pos < near_end(s))
			b->n = decode_plain(s, b);
		at = s->pos;
		if (at == s->size)
			break;
		if (b->n == GNO_BATCH ||
		    (b->n > KEPT_BACK && near_end(s) < s->size && at + LONGEST > near_end(s))) {
			*end = END_FULL;
			break;
		}
		rc = decode_other(s, b, err);
		if (rc < 0)
			return rc;
		if (!rc) {
			*end = s->pos != at || b->hole_bytes ? END_KNOWN : END_THERE;
			break;
		}
	}
	return stream_input_check(s->in, s->path, err);
}

int gno_stream_read(struct gno_stream *s, struct gno_batch *b, struct gno_err *err)
{
	enum batch_end end;
	size_t keep;
	int rc;

	b->n = 0;
	b->base = s->pos;
	b->hole_bytes = 0;
	if (s->dry || !s->begun)
		return 0;
	stream_input_move(s->in, s->pos);
	s->entry = s->clock;
	rc = decode_batch(s, b, &end, err);
	if (rc)
		return rc;
	keep = b->n;
	if (end == END_FULL)
		keep -= KEPT_BACK;
	else if (end == END_THERE && s->grows)
		keep = certain(s, b);
	else if (end == END_THERE && s->partial)
		keep = told(s, b);
	if (keep < b->n)
		give_back(s, b, keep);
	s->dry = s->grows && !b->n && !b->hole_bytes;
	return b->n || b->hole_bytes;
}

void gno_stream_words(const struct gno_stream *s, uint64_t offset, uint32_t *w, unsigned words)
{
	gno_le32_words(w, stream_bytes(s, offset, words * sizeof(*w)), words);
}

static void fill_pairs(const struct gno_stream *s, uint64_t offset, struct gno_ratio *pair)
{
	const uint8_t *p =
	    stream_bytes(s, offset + GNO_SLOT_BYTES, gno_pair_words(s->node) * sizeof(uint32_t));

	for (unsigned i = 0, at = 0; i < s->node->pairs; i++) {
		const uint8_t *form = p + sizeof(uint16_t) * (at = gno_pair_after(s->node, i, at));

		/* the parser let no form pass that cannot be */
		if (s->node->ratio_form == GNO_RATIO_COMPRESSED)
			gno_ratio_decode((uint16_t)(form[0] | form[1] << 8), &pair[i]);
		else if (s->node->ratio_form == GNO_RATIO_COMPRESSED32)
			gno_ratio_decode32(gno_le32(form), &pair[i]);
		else
			gno_ratio_full(gno_le32(form), gno_le32(form + sizeof(uint32_t)), &pair[i]);
	}
}

static void fill_datum(const struct gno_stream *s, uint32_t w1, struct gno_record *out)
{
	uint32_t w[DATUM_WORDS_MAX];
	bool wide = gno_datum_wide(w1);

	stream_datum_words(s, out->offset, w1, w);
	out->page = gno_datum_page(w1);
	out->aux = gno_record_flags(w1);
	out->code = gno_datum_sub(w1);
	out->data = gno_datum_data(w);
	out->process = gno_datum_process(w);
	out->runnable = gno_datum_runnable(w);
	out->pc = wide ? gno_datum_pc(w) : 0;
	out->process_time = wide ? gno_datum_process_time(w) : 0;
}

void stream_datum(const struct gno_stream *s, const struct gno_batch *b, size_t i,
		  struct gno_record *out)
{
	const struct gno_slot *slot = &b->rec[i];

	out->node = s->place;
	out->time = slot->time;
	out->offset = b->base + slot->at;
	out->kind = GNO_KIND_DATUM;
	fill_datum(s, slot->info, out);
}

static void fill_line(const struct gno_stream *s, uint32_t w1, struct gno_record *out)
{
	uint32_t w[GNO_LINE_WORDS];

	gno_stream_words(s, out->offset, w, GNO_LINE_WORDS);
	out->aux = gno_record_flags(w1);
	out->line = gno_line_of(w1, s->node);
	out->began = gno_line_is_began(w1, s->node);
	out->own = gno_line_own(w1);
	out->late = gno_line_late(w1);
	out->full = gno_line_full(w1);
	out->kept = gno_line_kept(w1);
	out->paused = gno_line_paused(w);
	out->length = gno_line_length(w);
}

void gno_stream_record(const struct gno_stream *s, const struct gno_batch *b, size_t i,
		       struct gno_ratio *pair, struct gno_record *out)
{
	const struct gno_slot *slot = &b->rec[i];
	uint32_t w[GNO_GAP_WORDS > GNO_WORD_WORDS ? GNO_GAP_WORDS : GNO_WORD_WORDS];

	*out = (struct gno_record){.node = s->place};
	if (i == b->n) {
		out->kind = GNO_KIND_HOLE;
		out->time = b->hole_from;
		out->to = b->hole_to;
		out->offset = b->hole_offset;
		out->bytes = b->hole_bytes;
		out->cut_off = b->cut_off;
		return;
	}
	out->time = slot->time;
	out->offset = b->base + slot->at;
	out->kind = gno_record_kind(slot->info);
	out->code = gno_record_code(slot->info);
	out->aux = gno_record_aux(slot->info);
	switch (out->kind) {
	case GNO_KIND_GAP:
		gno_stream_words(s, out->offset, w, GNO_GAP_WORDS);
		out->to = b->resumed;
		out->lost = gno_gap_lost(w);
		out->full = gno_gap_full(slot->info);
		out->left_out = s->filtered && !out->lost && out->full;
		out->aux = gno_record_run(slot->info);
		break;
	case GNO_KIND_RATIO:
		fill_pairs(s, out->offset, pair);
		out->pairs = s->node->pairs;
		out->pair = pair;
		break;
	case GNO_KIND_DATUM:
		fill_datum(s, slot->info, out);
		break;
	case GNO_KIND_WORD:
		gno_stream_words(s, out->offset, w, GNO_WORD_WORDS);
		out->word = gno_word_word(w);
		break;
	case GNO_KIND_CAPTURE:
		gno_stream_words(s, out->offset, w, GNO_CAPTURE_WORDS);
		out->aux = gno_record_flags(slot->info);
		out->word = gno_capture_word(w);
		out->cause = gno_capture_cause(slot->info);
		out->current = gno_capture_current(slot->info);
		out->known = gno_capture_known(slot->info);
		break;
	case GNO_KIND_LINE:
		fill_line(s, slot->info, out);
		break;
	}
}
