/* SPDX-License-Identifier: Apache-2.0 */
#include "out/export/perfetto_out.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"

#define PACKET_TAG 0x0a	     /* field 1 of a Trace, of a length */
#define SEQUENCE 0x676e6f6du /* all packets are of one writer, that no other trace has */
#define NAMES_BEGIN 1u	     /* sequence_flags */
#define NAMES_NEEDED 2u
#define BY_RANK 3 /* child_ordering */

/* Bytes of an event and of a note on it without their texts, at most: a number has 10 at most, a
 * tag or a length 5. To count them exactly takes as long as to write them. */
#define EVENT_MOST 256
#define NOTE_MOST 64

void perfetto_note(struct perfetto_event *e, const char *name, uint64_t number)
{
	if (e->notes < PERFETTO_NOTES)
		e->note[e->notes++] = (struct perfetto_note){name, NULL, number};
}

void perfetto_note_text(struct perfetto_event *e, const char *name, const char *text)
{
	if (e->notes < PERFETTO_NOTES)
		e->note[e->notes++] = (struct perfetto_note){name, text, 0};
}

/* A packet of `most` bytes at most. */
static int put_packet(struct perfetto *p, const Export__TracePacket *packet, size_t most,
		      struct gno_err *err)
{
	FILE *f = p->job->f;
	size_t size, left;

	if (most > p->room) {
		uint8_t *more = realloc(p->packet, 2 * most);

		if (!more)
			return gno_fail_nomem(err);
		p->packet = more;
		p->room = 2 * most;
	}
	left = size = export__trace_packet__pack(packet, p->packet);
	assert(size <= most);
	fputc(PACKET_TAG, f);
	for (; left > 0x7f; left >>= 7)
		fputc((int)(left & 0x7f) | 0x80, f);
	fputc((int)left, f);
	fwrite(p->packet, 1, size, f);
	return export_row(p->job, err);
}

static size_t size_of(const Export__TracePacket *packet)
{
	return export__trace_packet__get_packed_size(packet);
}

static Export__TracePacket new_packet(unsigned flags)
{
	Export__TracePacket packet = EXPORT__TRACE_PACKET__INIT;

	packet.has_trusted_packet_sequence_id = true;
	packet.trusted_packet_sequence_id = SEQUENCE;
	packet.has_sequence_flags = true;
	packet.sequence_flags = flags;
	return packet;
}

int perfetto_names(struct perfetto *p, const char *const *name, size_t names, struct gno_err *err)
{
	Export__TracePacket packet = new_packet(NAMES_BEGIN);
	Export__InternedData data = EXPORT__INTERNED_DATA__INIT;
	Export__EventName *list = calloc(names + 1, sizeof(*list));
	Export__EventName **at = calloc(names + 1, sizeof(*at));
	int rc;

	for (size_t i = 0; i < names && list && at; i++) {
		export__event_name__init(&list[i]);
		list[i].has_iid = true;
		list[i].iid = i + 1;
		list[i].name = (char *)name[i];
		at[i] = &list[i];
	}
	data.n_event_names = names;
	data.event_names = at;
	packet.interned_data = &data;
	rc = list && at ? put_packet(p, &packet, size_of(&packet), err) : gno_fail_nomem(err);
	free(list);
	free(at);
	return rc;
}

int perfetto_track(struct perfetto *p, uint64_t track, uint64_t parent, int rank, const char *name,
		   bool counter, struct gno_err *err)
{
	Export__TracePacket packet = new_packet(NAMES_NEEDED);
	Export__TrackDescriptor d = EXPORT__TRACK_DESCRIPTOR__INIT;
	Export__CounterDescriptor c = EXPORT__COUNTER_DESCRIPTOR__INIT;

	d.has_uuid = true;
	d.uuid = track;
	d.name = (char *)name;
	d.has_parent_uuid = parent != 0;
	d.parent_uuid = parent;
	d.has_child_ordering = true;
	d.child_ordering = BY_RANK;
	d.has_sibling_order_rank = true;
	d.sibling_order_rank = rank;
	d.counter = counter ? &c : NULL;
	packet.track_descriptor = &d;
	return put_packet(p, &packet, size_of(&packet), err);
}

static void set_flow(Export__TrackEvent *v, const struct perfetto_event *e, uint64_t *flow)
{
	*flow = e->flow;
	if (e->flow && e->flow_ends) {
		v->n_terminating_flow_ids = 1;
		v->terminating_flow_ids = flow;
	} else if (e->flow) {
		v->n_flow_ids = 1;
		v->flow_ids = flow;
	}
}

int perfetto_put(struct perfetto *p, const struct perfetto_event *e, struct gno_err *err)
{
	Export__TracePacket packet = new_packet(NAMES_NEEDED);
	Export__TrackEvent v = EXPORT__TRACK_EVENT__INIT;
	Export__DebugAnnotation note[PERFETTO_NOTES], *notes[PERFETTO_NOTES];
	size_t most = EVENT_MOST + (e->name ? strlen(e->name) : 0);
	uint64_t flow;

	packet.has_timestamp = true;
	packet.timestamp = e->ns;
	packet.track_event = &v;
	v.has_type = true;
	v.type = e->type;
	v.has_track_uuid = true;
	v.track_uuid = e->track;
	v.has_name_iid = e->iid != 0;
	v.name_iid = e->iid;
	v.name = e->iid ? NULL : (char *)e->name;
	v.has_double_counter_value = e->type == EXPORT__TRACK_EVENT__TYPE__COUNTER;
	v.double_counter_value = e->value;
	set_flow(&v, e, &flow);
	for (size_t i = 0; i < e->notes; i++) {
		export__debug_annotation__init(&note[i]);
		note[i].name = (char *)e->note[i].name;
		note[i].string_value = (char *)e->note[i].text;
		note[i].has_uint_value = !e->note[i].text;
		note[i].uint_value = e->note[i].number;
		notes[i] = &note[i];
		most += NOTE_MOST + strlen(e->note[i].name) +
			(e->note[i].text ? strlen(e->note[i].text) : 0);
	}
	v.n_debug_annotations = e->notes;
	v.debug_annotations = notes;
	return put_packet(p, &packet, most, err);
}

void perfetto_free(struct perfetto *p)
{
	free(p->packet);
}
