/* SPDX-License-Identifier: Apache-2.0 */
#include "export/perfetto/perfetto_out.h"

#include <stdlib.h>

#include "common/util.h"

#define PACKET_TAG 0x0a	     /* field 1 of a Trace, of a length */
#define SEQUENCE 0x676e6f6du /* all packets are of one writer, that no other trace has */
#define NAMES_BEGIN 1u	     /* sequence_flags */
#define NAMES_NEEDED 2u
#define BY_RANK 3 /* child_ordering */

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

static int put_packet(struct perfetto *p, const Export__TracePacket *packet, struct gno_err *err)
{
	size_t size = export__trace_packet__get_packed_size(packet), left = size;
	FILE *f = p->job->f;

	if (size > p->room) {
		uint8_t *more = realloc(p->packet, 2 * size);

		if (!more)
			return gno_fail_nomem(err);
		p->packet = more;
		p->room = 2 * size;
	}
	export__trace_packet__pack(packet, p->packet);
	fputc(PACKET_TAG, f);
	for (; left > 0x7f; left >>= 7)
		fputc((int)(left & 0x7f) | 0x80, f);
	fputc((int)left, f);
	fwrite(p->packet, 1, size, f);
	return export_row(p->job, err);
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
	rc = list && at ? put_packet(p, &packet, err) : gno_fail_nomem(err);
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
	return put_packet(p, &packet, err);
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
	}
	v.n_debug_annotations = e->notes;
	v.debug_annotations = notes;
	return put_packet(p, &packet, err);
}

void perfetto_free(struct perfetto *p)
{
	free(p->packet);
}
