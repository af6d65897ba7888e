# SPDX-License-Identifier: Apache-2.0
"""A file of Perfetto's as the viewer takes it: decoded with Perfetto's own schema, packets in the
order of time, slices by their begins and ends."""

import collections

from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as schema

EVENT = schema.TrackEvent
NAMES_BEGIN, NAMES_NEEDED = 1, 2  # bits of sequence_flags


def unknown(message):
    """Whether a message, or one in it, has fields that the schema does not have."""
    if len(message.SerializeToString()) != message.ByteSize():
        return True
    copy = type(message)()
    copy.CopyFrom(message)
    copy.DiscardUnknownFields()
    return copy.ByteSize() != message.ByteSize()


class Trace:
    def __init__(self, path):
        trace = schema.Trace()
        with open(path, 'rb') as file:
            trace.ParseFromString(file.read())
        assert not unknown(trace), 'there are fields that Perfetto does not know'
        self.tracks, self.events = {}, {}
        self.names, self.note_names, self.note_texts = {}, {}, {}
        self.written = collections.Counter()  # texts of events and notes that have no number
        for packet in sorted(trace.packet, key=lambda p: p.timestamp):
            self.take(packet)
        for uuid, track in self.tracks.items():
            assert not track.parent_uuid or track.parent_uuid in self.tracks, uuid

    def take(self, packet):
        assert packet.trusted_packet_sequence_id, 'a packet of no sequence'
        if packet.sequence_flags & NAMES_BEGIN:
            self.names.clear()
            self.note_names.clear()
            self.note_texts.clear()
        else:
            assert packet.sequence_flags & NAMES_NEEDED
        interned = packet.interned_data
        for names, own in (
            (interned.event_names, self.names),
            (interned.debug_annotation_names, self.note_names),
        ):
            for name in names:
                assert name.iid and name.iid not in own
                own[name.iid] = name.name
        for text in interned.debug_annotation_string_values:
            assert text.iid and text.iid not in self.note_texts
            self.note_texts[text.iid] = text.str.decode()
        if packet.HasField('track_descriptor'):
            uuid = packet.track_descriptor.uuid
            assert uuid not in self.tracks, 'two tracks of one uuid'
            self.tracks[uuid] = packet.track_descriptor
        if packet.HasField('track_event'):
            event = packet.track_event
            assert event.track_uuid in self.tracks, 'an event of no track'
            self.events.setdefault(event.track_uuid, []).append((packet.timestamp, event))
            texts = [event.name, *(note.string_value for note in event.debug_annotations)]
            self.written.update(text for text in texts if text)

    def roots(self):
        return [t.name for t in self.tracks.values() if not t.parent_uuid]

    def find(self, *names):
        """Events of the track of this path."""
        parent = 0
        for name in names:
            found = [u for u, t in self.tracks.items() if (t.parent_uuid, t.name) == (parent, name)]
            assert len(found) == 1, (names, found)
            parent = found[0]
        return self.tracks[parent], self.events.get(parent, [])

    def name(self, event):
        return self.names[event.name_iid] if event.name_iid else event.name

    def notes(self, event):
        return {
            self.note_names[n.name_iid] if n.name_iid else n.name: self.value(n)
            for n in event.debug_annotations
        }

    def value(self, note):
        kind = note.WhichOneof('value')
        value = getattr(note, kind)
        return self.note_texts[value] if kind == 'string_value_iid' else value

    def slices(self, *names):
        """(begin, end, name, notes); an end belongs to the begin before it that is open."""
        opened, found = [], []
        for at, event in self.find(*names)[1]:
            if event.type == EVENT.TYPE_SLICE_BEGIN:
                opened.append((at, self.name(event), self.notes(event)))
            elif event.type == EVENT.TYPE_SLICE_END:
                begin, name, beside = opened.pop()
                found.append((begin, at, name, beside))
        assert not opened, f'{names}: {len(opened)} slices stay open'
        return found

    def instants(self, *names):
        return [
            (at, self.name(event), self.notes(event))
            for at, event in self.find(*names)[1]
            if event.type == EVENT.TYPE_INSTANT
        ]

    def flows(self, *names):
        """(time, flow, whether it ends) of the events of a track that have one."""
        return [
            (at, flow, ends)
            for at, event in self.find(*names)[1]
            for ends, flows in ((False, event.flow_ids), (True, event.terminating_flow_ids))
            for flow in flows
            if flow  # 0 is none
        ]

    def counters(self, *names):
        track, events = self.find(*names)
        assert track.HasField('counter')
        return [(at, event.double_counter_value) for at, event in events]
