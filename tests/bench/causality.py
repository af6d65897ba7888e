# SPDX-License-Identifier: Apache-2.0
"""How fast `gnomon causality` reads the messages of a server, beside babeltrace2: a part of
bench.py."""

import os

import analysis
import runs

REQUESTS = 500_000
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


def make(work, build, gen, output):
    """(path, records) of a run of requests that take one way; all processes are on one node."""
    place = os.path.join(work, 'analysis_requests')
    with open(place + '_monitor.yaml', 'w', encoding='utf-8') as file:
        file.write(MONITOR)
    output([gen, place + '_monitor.yaml', '-o', place + '_monitor'])
    manifest = os.path.join(place + '_monitor', 'manifest.json')
    with open(place + '.yaml', 'w', encoding='utf-8') as file:
        file.write(f'{EXPERIMENT}manifest: {os.path.abspath(manifest)}\n')
    gnomon = os.path.join(build, 'bin', 'gnomon')
    output([gnomon, 'compile', place + '.yaml', '-o', place + '.json'])

    def fill(streams):
        time = 0
        for number in range(REQUESTS):
            for process, page, connection in WAY:
                time += STEP
                word = page << 28 | connection << 16 | DATUM
                streams[0].put(time, word, (number & 0xFFFF) << 16 | 32, process)

    return place, runs.make(place, manifest, build, output, fill, place + '.json')


def measure(work, build, gen, output, version, row):
    """`output`, `version` and `row` as those of decode.py."""
    gnomon = os.path.join(build, 'bin', 'gnomon')
    place, records = make(work, build, gen, output)
    found = output([gnomon, 'causality', place])
    assert f'\n{REQUESTS} requests, {REQUESTS} strings' in '\n' + found, found
    speed = analysis.rates(place, records, {'causality': [gnomon, 'causality', place]})
    least = analysis.TIMES * speed['babeltrace2']
    row(
        'analysis_causality_mrec',
        round(speed['causality'] / 1e6, 1),
        'million records/s',
        f'>= {least / 1e6:.1f}',
        speed['causality'] >= least,
        f'`gnomon causality` of {records} writes to event ports; {version("babeltrace2")} '
        f'(sink.utils.dummy) in turn: {speed["babeltrace2"] / 1e6:.1f}',
    )
