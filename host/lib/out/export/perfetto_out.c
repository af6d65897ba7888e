/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is written of Perfetto's trace format: the messages and fields that ui.perfetto.dev reads,
 * and no others (trace_packet.proto in its sources, and what it names). They are written here, not
 * by a library: a run has millions of events, and a library takes longer for one than all else.
 */
#include "out/export/perfetto_out.h"

#include "common/util.h"

#define SEQUENCE 0x676e6f6du /* all packets are of one writer, that no other trace has */
#define NAMES_BEGIN 1u	     /* sequence_flags */
#define NAMES_NEEDED 2u
#define BY_RANK 3u /* child_ordering */

/* Numbers of fields; a file is a Trace. */
enum {
	TRACE_PACKET = 1,

	PACKET_TIMESTAMP = 8, /* ns */
	PACKET_SEQUENCE = 10,
	PACKET_EVENT = 11,
	PACKET_INTERNED = 12,
	PACKET_FLAGS = 13,
	PACKET_TRACK = 60,

	TRACK_UUID = 1,
	TRACK_NAME = 2,
	TRACK_PARENT = 5,
	TRACK_COUNTER = 8, /* an empty message: the track is a counter */
	TRACK_ORDER = 11,
	TRACK_RANK = 12,

	EVENT_NOTE = 4,
	EVENT_TYPE = 9,
	EVENT_NAME_IID = 10,
	EVENT_TRACK = 11,
	EVENT_NAME = 23,
	EVENT_VALUE = 44,
	EVENT_FLOW = 47,
	EVENT_FLOW_ENDS = 48,

	NOTE_NAME_IID = 1,
	NOTE_NUMBER = 3,
	NOTE_TEXT = 6,
	NOTE_NAME = 10,
	NOTE_TEXT_IID = 17,

	INTERNED_EVENT_NAME = 2,
	INTERNED_NOTE_NAME = 3,
	INTERNED_NOTE_TEXT = 29,

	NAME_IID = 1,
	NAME_TEXT = 2, /* as in InternedString */
};

/* --- fields */

#define HEAD_MOST 64 /* bytes of an event before its name and notes, and of a packet before it */

static uint8_t *put_field(uint8_t *at, uint32_t field, uint64_t number)
{
	return wire_varint(wire_varint(at, WIRE_TAG(field, WIRE_VARINT)), number);
}

static uint8_t *put_fixed(uint8_t *at, uint32_t field, uint64_t bits)
{
	at = wire_varint(at, WIRE_TAG(field, WIRE_64));
	bits = htole64(bits);
	memcpy(at, &bits, 8);
	return at + 8;
}

static uint8_t *put_sequence(uint8_t *at, uint32_t flags)
{
	return put_field(put_field(at, PACKET_SEQUENCE, SEQUENCE), PACKET_FLAGS, flags);
}

int perfetto_begin(struct perfetto *p, struct export_job *job, struct gno_err *err)
{
	p->job = job;
	p->notes = p->body = p->part = p->fresh = (struct wire){.used = 0};
	p->commons = (size_t)(put_sequence(p->common, NAMES_NEEDED) - p->common);
	text_out_begin(&p->out, job->f);
	p->kept = calloc(PERFETTO_PLACES, sizeof(*p->kept));
	p->names = (struct perfetto_texts){.field = INTERNED_EVENT_NAME};
	p->names.text = calloc(PERFETTO_PLACES, sizeof(*p->names.text));
	p->values = (struct perfetto_texts){.field = INTERNED_NOTE_TEXT};
	p->values.text = calloc(PERFETTO_PLACES, sizeof(*p->values.text));
	return p->kept && p->names.text && p->values.text ? GNO_OK : gno_fail_nomem(err);
}

int perfetto_end(struct perfetto *p, int rc, struct gno_err *err)
{
	if (!rc)
		rc = export_flush(p->job, &p->out, err);
	free(p->notes.bytes);
	free(p->body.bytes);
	free(p->part.bytes);
	free(p->fresh.bytes);
	free(p->names.text);
	free(p->values.text);
	free(p->kept);
	return rc;
}

/* --- texts */

static unsigned place(uint64_t number)
{
	_Static_assert(PERFETTO_PLACES == 1u << (64 - 54), "a hash is shifted by 54 bits");
	return (unsigned)(number * UINT64_C(0x9e3779b97f4a7c15) >> 54);
}

static void put_name(struct perfetto *p, struct wire *to, uint32_t field, uint64_t iid,
		     const char *text)
{
	p->part.used = 0;
	wire_number(&p->part, NAME_IID, iid);
	wire_text(&p->part, NAME_TEXT, text);
	wire_message(to, field, &p->part);
}

/* The number of a text; 0: it has none. A new one is written before the next event. */
static uint64_t intern(struct perfetto *p, struct perfetto_texts *t, const char *text)
{
	struct perfetto_text *k;
	uint64_t sum = 0;
	size_t length = 0;

	for (; text[length]; length++)
		sum = sum * 31 + (uint8_t)text[length];
	if (length >= PERFETTO_TEXT)
		return 0;
	k = &t->text[place(sum)];
	if (k->iid)
		return strcmp(k->text, text) != 0 ? 0 : k->iid;
	k->iid = ++t->last;
	memcpy(k->text, text, length + 1);
	put_name(p, &p->fresh, t->field, k->iid, text);
	return k->iid;
}

/* --- notes */

/* A note of a number, whose name has one too: it has fewer than 128 bytes. */
static void note_short(struct perfetto *p, uint64_t iid, uint64_t number)
{
	uint8_t *at, *length;

	if (!wire_need(&p->notes, 4 * WIRE_VARINT_MOST))
		return;
	at = p->notes.bytes + p->notes.used;
	*at++ = WIRE_TAG(EVENT_NOTE, WIRE_BYTES);
	length = at++;
	*at++ = WIRE_TAG(NOTE_NAME_IID, WIRE_VARINT);
	at = wire_varint(at, iid);
	*at++ = WIRE_TAG(NOTE_NUMBER, WIRE_VARINT);
	at = wire_varint(at, number);
	*length = (uint8_t)(at - length - 1);
	p->notes.used = (size_t)(at - p->notes.bytes);
}

static void begin_note(struct perfetto *p, struct perfetto_name name)
{
	p->part.used = 0;
	if (name.iid)
		wire_number(&p->part, NOTE_NAME_IID, name.iid);
	else
		wire_text(&p->part, NOTE_NAME, name.name);
}

void perfetto_note(struct perfetto *p, struct perfetto_name name, uint64_t number)
{
	if (name.iid) {
		note_short(p, name.iid, number);
		return;
	}
	begin_note(p, name);
	wire_number(&p->part, NOTE_NUMBER, number);
	wire_message(&p->notes, EVENT_NOTE, &p->part);
}

void perfetto_note_text(struct perfetto *p, struct perfetto_name name, const char *text)
{
	const uint64_t iid = intern(p, &p->values, text);

	begin_note(p, name);
	if (iid)
		wire_number(&p->part, NOTE_TEXT_IID, iid);
	else
		wire_text(&p->part, NOTE_TEXT, text);
	wire_message(&p->notes, EVENT_NOTE, &p->part);
}

static struct perfetto_kept *place_of(struct perfetto *p, uint64_t what, uint64_t of)
{
	return &p->kept[place(what ^ of * 31)];
}

bool perfetto_known(struct perfetto *p, uint64_t what, uint64_t of)
{
	const struct perfetto_kept *k = place_of(p, what, of);

	if (!of || k->what != what || k->of != of)
		return false;
	wire_copy(&p->notes, k->bytes, k->length);
	return true;
}

void perfetto_learn(struct perfetto *p, uint64_t what, uint64_t of, size_t from)
{
	const size_t length = p->notes.used - from;
	struct perfetto_kept *k = place_of(p, what, of);

	if (!of || length > PERFETTO_KEPT || p->notes.failed)
		return;
	k->what = what;
	k->of = of;
	k->length = (uint32_t)length;
	if (length)
		memcpy(k->bytes, p->notes.bytes + from, length);
}

/* --- packets */

/* The head of a packet with its field of `size` bytes, which the caller writes then; `head`: the
 * fields before it, up to `at`, with room for some more. */
static void begin_packet(struct perfetto *p, uint8_t *head, uint8_t *at, uint32_t field,
			 size_t size)
{
	uint8_t *to;

	at = wire_varint(at, WIRE_TAG(field, WIRE_BYTES));
	at = wire_varint(at, size);
	text_out_need(&p->out, 2 * HEAD_MOST);
	to = (uint8_t *)p->out.text + p->out.used;
	*to++ = WIRE_TAG(TRACE_PACKET, WIRE_BYTES);
	to = wire_varint(to, (size_t)(at - head) + size);
	memcpy(to, head, HEAD_MOST);
	p->out.used = (size_t)(to + (at - head) - (uint8_t *)p->out.text);
}

/* A packet of a field that is `body`, which is empty then. */
static int put_packet(struct perfetto *p, uint32_t flags, uint32_t field, struct wire *body,
		      struct gno_err *err)
{
	uint8_t head[HEAD_MOST] = {0};

	if (body->failed)
		return gno_fail_nomem(err);
	begin_packet(p, head, put_sequence(head, flags), field, body->used);
	text_out_bytes(&p->out, body->bytes, body->used);
	body->used = 0;
	return export_row(p->job, err);
}

static void put_names(struct perfetto *p, uint32_t field, const char *const *name, size_t names)
{
	for (size_t i = 0; i < names; i++)
		if (name[i])
			put_name(p, &p->body, field, i + 1, name[i]);
}

int perfetto_names(struct perfetto *p, const char *const *event, size_t events,
		   const char *const *note, size_t notes, struct gno_err *err)
{
	put_names(p, INTERNED_EVENT_NAME, event, events);
	put_names(p, INTERNED_NOTE_NAME, note, notes);
	p->names.last = events;
	return put_packet(p, NAMES_BEGIN, PACKET_INTERNED, &p->body, err);
}

int perfetto_track(struct perfetto *p, uint64_t track, uint64_t parent, int rank, const char *name,
		   bool counter, struct gno_err *err)
{
	wire_number(&p->body, TRACK_UUID, track);
	wire_text(&p->body, TRACK_NAME, name);
	if (parent)
		wire_number(&p->body, TRACK_PARENT, parent);
	if (counter)
		wire_bytes(&p->body, TRACK_COUNTER, NULL, 0);
	wire_number(&p->body, TRACK_ORDER, BY_RANK);
	wire_number(&p->body, TRACK_RANK, (uint64_t)(int64_t)rank); /* int32 has all 64 bits */
	return put_packet(p, NAMES_NEEDED, PACKET_TRACK, &p->body, err);
}

/* The fields of an event before its name and its notes, into HEAD_MOST bytes: their end. */
static uint8_t *put_event_head(uint8_t *at, const struct perfetto_event *e, uint64_t iid)
{
	uint64_t bits;

	at = put_field(at, EVENT_TYPE, e->type);
	at = put_field(at, EVENT_TRACK, e->track);
	if (iid)
		at = put_field(at, EVENT_NAME_IID, iid);
	if (e->type == PERFETTO_COUNTER) {
		memcpy(&bits, &e->value, sizeof(bits));
		at = put_fixed(at, EVENT_VALUE, bits);
	}
	if (e->flow)
		at = put_fixed(at, e->flow_ends ? EVENT_FLOW_ENDS : EVENT_FLOW, e->flow);
	return at;
}

int perfetto_put(struct perfetto *p, const struct perfetto_event *e, struct gno_err *err)
{
	struct wire *name = &p->body, *notes = &p->notes;
	uint8_t head[HEAD_MOST] = {0}, own[HEAD_MOST];
	uint8_t *at = put_field(head, PACKET_TIMESTAMP, e->ns);
	const uint64_t iid = e->iid || !e->name ? e->iid : intern(p, &p->names, e->name);
	const size_t length = (size_t)(put_event_head(own, e, iid) - own);
	const size_t noted = e->type == PERFETTO_SLICE_END ? 0 : notes->used;
	int rc;

	if (!iid && e->name)
		wire_text(name, EVENT_NAME, e->name);
	if (name->failed || notes->failed || p->fresh.failed)
		return gno_fail_nomem(err);
	if (p->fresh.used && (rc = put_packet(p, NAMES_NEEDED, PACKET_INTERNED, &p->fresh, err)))
		return rc;
	memcpy(at, p->common, sizeof(p->common));
	begin_packet(p, head, at + p->commons, PACKET_EVENT, length + name->used + noted);
	text_out_bytes(&p->out, own, length);
	if (name->used)
		text_out_bytes(&p->out, name->bytes, name->used);
	if (noted) {
		text_out_bytes(&p->out, notes->bytes, noted);
		notes->used = 0;
	}
	name->used = 0;
	return export_row(p->job, err);
}
