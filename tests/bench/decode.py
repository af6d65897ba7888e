# SPDX-License-Identifier: Apache-2.0
"""How fast libgnomon and babeltrace2 read a run: a part of bench.py."""

import json
import os
import shutil
import statistics
import struct
import time


def make_run(work, build, gen, output, events):
    """A run directory of the one-node monitor with so many events: a stream as the hardware sends
    it."""
    place_of = os.path.join(work, 'decode_run')
    shutil.rmtree(place_of, ignore_errors=True)
    os.makedirs(os.path.join(place_of, 'trace'))
    manifest = os.path.join(work, 'one_node', 'manifest.json')
    if not os.path.exists(manifest):
        os.makedirs(os.path.dirname(manifest), exist_ok=True)
        output([gen, 'tests/bench/one_node.yaml', '-o', os.path.dirname(manifest)])
    shutil.copy(manifest, place_of)
    with open(manifest, encoding='utf-8') as file:
        described = json.load(file)
    with open(os.path.join(place_of, 'trace', 'metadata'), 'w', encoding='utf-8') as file:
        file.write(output([os.path.join(build, 'bin', 'print_metadata'), manifest]))
    pack, header = struct.Struct('<II').pack, struct.Struct('<IIQQQQQ').pack
    stream, page, begin = bytearray(), [pack(0, 1 << 24 | 5)], 0
    step, at, epoch, records = 100, 0, 0, 0

    def end_page():
        content = 48 + 8 * len(page)
        stream.extend(
            header(
                0xC1FC1FC1, described['nodes'][0]['stream_id'], begin, at, 8 * content, 8 * 4096, 0
            )
            + b''.join(page)
        )
        stream.extend(bytes(4096 - content))
        return len(page)

    def put(word, time):
        nonlocal records, page, begin, at
        if len(page) == (4096 - 48) // 8:
            records += end_page()
            page, begin = [], time
        at = time
        page.append(pack(time & 0xFFFFFFFF, word))

    time = 0
    for k in range(events):
        time += step
        if time >> 31 != epoch:
            epoch = time >> 31
            put(1 << 24 | (epoch & 0xFF) << 16 | 4, epoch << 31)
        put((k % 15 + 1) << 16 | 1, time)
    put(1 << 24 | (epoch & 0xFF) << 16 | 6, time + 1)
    records += end_page()
    with open(os.path.join(place_of, 'trace', 'node_0'), 'wb') as file:
        file.write(stream)
    with open(os.path.join(place_of, 'points.json'), 'w', encoding='utf-8') as file:
        json.dump(
            {
                'hash': described['hash'],
                'build_id': None,
                'program': None,
                'points': [],
                'intervals': [],
            },
            file,
        )
    with open(os.path.join(place_of, 'run.json'), 'w', encoding='utf-8') as file:
        json.dump(
            {
                'gnomon': 3,
                'device': 'tcp:127.0.0.1:1',
                'hash': described['hash'],
                'run': 1,
                'mode': 'stream',
                'started': '2026-01-01T00:00:00Z',
                'position': records,
                'holes': 0,
                'state': 'complete',
                'version': '0.1.0',
            },
            file,
        )
    return place_of, records


def measure(work, build, gen, output, version, row):
    """`output` runs a command and returns what it prints, `version` what a tool says of itself;
    `row` takes a mark's name, value, unit, mark, whether it holds, and how it was measured."""
    directory, records = make_run(work, build, gen, output, 4_000_000)
    ours, theirs = [], []
    for _ in range(3):
        said = json.loads(output([os.path.join(build, 'bin', 'bench_decode'), directory]))
        assert said['records'] == records and said['holes'] == 0, said
        ours.append(said['records'] / said['seconds'])
        begin = time.perf_counter()
        # The counter sink counts every message and formats none: the reader alone.
        text = output(['babeltrace2', os.path.join(directory, 'trace'), '-c', 'sink.utils.counter'])
        theirs.append(records / (time.perf_counter() - begin))
        assert f'{records} Event messages' in text.replace(',', ''), text
    rate, other = statistics.median(ours), statistics.median(theirs)
    how = f'{records} records in one stream, bench_decode and {version("babeltrace2")} (sink.utils.counter) in turn, three times'
    row('decode_mrec', round(rate / 1e6, 1), 'million records/s', None, None, how)
    row(
        'decode_vs_babeltrace2',
        round(rate / other, 1),
        'times',
        '>= 20',
        rate / other >= 20,
        how + f'; babeltrace2 {other / 1e6:.2f} million/s',
    )
