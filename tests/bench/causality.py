# SPDX-License-Identifier: Apache-2.0
"""How fast `gnomon causality` reads the messages of a server, beside babeltrace2: a part of
bench.py."""

import array
import os

import analysis
import runs

REQUESTS, MANY_REQUESTS = 500_000, 12_500_000
STEP = 20  # cycles from a write to the next
MONITOR = """gnomon: 1
name: server
clock: 50 MHz
time: { bits: 32 }
buffer: { slots: 4096 }
link: { phy: bytes }
nodes:
  - name: core
    watch: { field: pc, bits: 32, when: valid, capacity: 15 }
    port: { bus: strobe }
"""
EXPERIMENT = """gnomon: 1
port: { actions: [record] }
processes:
  names: { user: 1, front: 2, back: 3 }
  requestors: user
  servers: [front, back]
"""
DATUM, SEND, RECEIVE = 7, 4, 6  # kind of a record, and its pages
# (process, page, connection) of each write of a request
WAY = (
    (1, SEND, 0),
    (2, RECEIVE, 0),
    (2, SEND, 1),
    (3, RECEIVE, 1),
    (3, SEND, 2),
    (2, RECEIVE, 2),
    (2, SEND, 3),
    (1, RECEIVE, 3),
)


def make(place, requests, build, gen, output):
    """Records of a run of requests that take one way; all processes are on one node."""
    with open(place + '_monitor.yaml', 'w', encoding='utf-8') as file:
        file.write(MONITOR)
    output([gen, place + '_monitor.yaml', '-o', place + '_monitor'])
    manifest = os.path.join(place + '_monitor', 'manifest.json')
    with open(place + '.yaml', 'w', encoding='utf-8') as file:
        file.write(f'{EXPERIMENT}manifest: {os.path.abspath(manifest)}\n')
    gnomon = os.path.join(build, 'bin', 'gnomon')
    output([gnomon, 'compile', place + '.yaml', '-o', place + '.json'])
    data = array.array('I', [number << 16 | 32 for number in range(analysis.NUMBERS)])
    records = [
        (STEP * i, page << 28 | connection << 16 | DATUM, data, process)
        for i, (process, page, connection) in enumerate(WAY)
    ]

    def fill(streams):
        period = STEP * len(WAY)
        for first in range(0, requests, len(data)):
            times = min(len(data), requests - first)
            streams[0].repeat(STEP + period * first, period, times, records)

    return runs.make(place, manifest, build, output, fill, place + '.json')


def measure(work, build, gen, output, version, row):
    """`output`, `version` and `row` as those of decode.py."""

    def made(place, requests):
        return make(place, requests, build, gen, output)

    gnomon = os.path.join(build, 'bin', 'gnomon')
    place = os.path.join(work, 'analysis_requests')
    records = made(place, REQUESTS)
    found = output([gnomon, 'causality', place])
    assert f'\n{REQUESTS} requests, {REQUESTS} strings' in '\n' + found, found
    commands = {'causality': [gnomon, 'causality', place]}
    analysis.compare(build, place, records, commands, version, row)
    counts = (MANY_REQUESTS // 10, MANY_REQUESTS)
    analysis.hold(build, place + '_many', made, counts, {'causality': ['causality']}, row)
