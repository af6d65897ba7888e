#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Traces of records made by hand, with the metadata that the host makes of the emitted manifest,
as babeltrace2 prints them.

test_ctf.py GNOMON_GEN PRINT_METADATA OUT_DIR; runs from the root of the repository.
"""

import json
import os
import shutil
import struct
import subprocess
import sys

EVENT, RATIO, GAP, BEAT, SYNC, FLUSH, DATUM = range(1, 8)
BUCKET = 9
TRIGGER, WORD, LOAD, COUNTER = range(11, 15)
SEGMENT = 16
MAGIC = 0xC1FC1FC1
LATEST = 1 << 40  # no time of these tests is later


def record(time, kind, node, code, aux, *words):
    return struct.pack('<II', time, kind | node << 8 | code << 16 | aux << 24) + struct.pack(
        f'<{len(words)}I', *words
    )


def printed(tools, out, case, streams):
    """What babeltrace2 prints, a line a record, for {file name: (stream class, records)}."""
    generate, print_metadata = tools
    emitted = os.path.join(out, case)
    trace = os.path.join(out, case + '.trace')
    subprocess.run(
        [generate, f'tests/gen/good/{case}/monitor.yaml', '-o', emitted],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with open(os.path.join(emitted, 'manifest.json')) as manifest:
        nodes = json.load(manifest)
    os.mkdir(trace)
    with open(os.path.join(trace, 'metadata'), 'w', encoding='utf-8') as file:
        manifest = os.path.join(emitted, 'manifest.json')
        subprocess.run([print_metadata, manifest], check=True, stdout=file)
    for name, (stream, records) in streams.items():
        node = next(n for n in nodes['nodes'] if n['stream'] == name)
        if node['stream_id'] != stream:
            sys.exit(
                f'test_ctf: {case}: {name} is of stream class {node["stream_id"]}, not {stream}'
            )
        with open(os.path.join(trace, name), 'wb') as file:
            data = b''.join(records)
            bits = 8 * (48 + len(data))
            begin = struct.unpack_from('<I', data)[0]
            file.write(struct.pack('<IIQQQQQ', MAGIC, stream, begin, LATEST, bits, bits, 0) + data)
    run = subprocess.run(
        ['babeltrace2', '--clock-cycles', '--no-delta', trace], capture_output=True, text=True
    )
    if run.returncode:
        sys.exit(f'test_ctf: babeltrace2 refused the trace of {case}:\n{run.stderr}')
    return run.stdout


def at(time, text):
    return f'[{time:020}] {text}\n'


def node(name, number):
    return f'node = ( "{name}" : container = {number} )'


def wide(tools, out):
    """32 bits of time, which wrap; full ratio pairs; two streams of one class."""
    core1 = node('core1', 1)
    core3 = node('core3', 3)
    got = printed(
        tools,
        out,
        'quad',
        {
            'node_1': (
                0,
                [
                    record(0, SYNC, 1, 0, 7),
                    record(5, EVENT, 1, 3, 2),
                    record(5, RATIO, 1, 3, 4, 90, 100, 4, 0xFFFFFFFF),
                    record(0x80000000, BEAT, 1, 1, 7),
                    record(0xFFFFFFF0, EVENT, 1, 15, 0),
                    record(0, BEAT, 1, 2, 7),
                    record(10, EVENT, 1, 2, 1),
                    record(20, GAP, 1, 2, 135, 30, 99),
                    record(31, FLUSH, 1, 2, 7),
                ],
            ),
            'node_3': (0, [record(1, SYNC, 3, 0, 7)]),
        },
    )
    wrap = 1 << 32
    return got, (
        at(0, f'sync: {{ {core1}, epoch = 0, run = 7 }}')
        + at(1, f'sync: {{ {core3}, epoch = 0, run = 7 }}')
        + at(5, f'event: {{ {core1}, code = 3, flags = 2 }}')
        + at(
            5,
            f'ratio: {{ {core1}, code = 3, words = 4, icache = {{ a = 90, b = 100 }}, '
            'bus = { a = 4, b = 4294967295 } }',
        )
        + at(0x80000000, f'beat: {{ {core1}, epoch = 1, run = 7 }}')
        + at(0xFFFFFFF0, f'event: {{ {core1}, code = 15, flags = 0 }}')
        + at(wrap, f'beat: {{ {core1}, epoch = 2, run = 7 }}')
        + at(wrap + 10, f'event: {{ {core1}, code = 2, flags = 1 }}')
        + at(
            wrap + 20, f'gap: {{ {core1}, epoch = 2, run = 7, ring = 1, resumed = 30, lost = 99 }}'
        )
        + at(wrap + 31, f'flush: {{ {core1}, epoch = 2, run = 7 }}')
    )


def narrow(tools, out):
    """16 bits of time, which wrap twice; compressed pairs with padding;
    streams of three classes."""
    core0 = node('core0', 0)
    bus = node('bus', 2)
    dma = node('dma', 3)
    pairs = [(31, 63, 31), (0, 0, 0), (1, 32, 2)]
    half = [a << 11 | b << 5 | e for a, b, e in pairs] + [0]
    got = printed(
        tools,
        out,
        'mixed',
        {
            'node_0': (
                0,
                [
                    record(0, SYNC, 0, 0, 255),
                    record(0x8000, BEAT, 0, 1, 255),
                    record(0, BEAT, 0, 2, 255),
                    record(0x8000, BEAT, 0, 3, 255),
                    record(1, EVENT, 0, 63, 2),
                    record(1, RATIO, 0, 63, 2, half[0] | half[1] << 16, half[2] | half[3] << 16),
                    record(2, EVENT, 0, 1, 0),
                ],
            ),
            'node_2': (1, [record(3, EVENT, 2, 31, 0)]),
            'node_3': (
                2,
                [
                    record(4, EVENT, 3, 15, 0),
                    record(4, RATIO, 3, 15, 2, 7, 9),
                    record(6, EVENT, 3, 1, 4),
                ],
            ),
        },
    )
    wrap = 1 << 16
    return got, (
        at(0, f'sync: {{ {core0}, epoch = 0, run = 255 }}')
        + at(3, f'event: {{ {bus}, code = 31, flags = 0 }}')
        + at(4, f'event: {{ {dma}, code = 15, flags = 0 }}')
        + at(4, f'ratio: {{ {dma}, code = 15, words = 2, busy = {{ a = 7, b = 9 }} }}')
        + at(6, f'event: {{ {dma}, code = 1, flags = 4 }}')
        + at(0x8000, f'beat: {{ {core0}, epoch = 1, run = 255 }}')
        + at(wrap, f'beat: {{ {core0}, epoch = 2, run = 255 }}')
        + at(wrap + 0x8000, f'beat: {{ {core0}, epoch = 3, run = 255 }}')
        + at(2 * wrap + 1, f'event: {{ {core0}, code = 63, flags = 2 }}')
        + at(
            2 * wrap + 1,
            f'ratio: {{ {core0}, code = 63, words = 2, icache = {{ e = 31, b = 63, a = 31 }}, '
            'ipc = { e = 0, b = 0, a = 0 }, wait = { e = 2, b = 32, a = 1 }, pad = 0 }',
        )
        + at(2 * wrap + 2, f'event: {{ {core0}, code = 1, flags = 0 }}')
    )


def triggers(tools, out):
    """All kinds of triggers: datums of two and of three slots, in streams of two classes; words,
    loads, trigger numbers."""
    core0 = node('core0', 0)
    bus = node('bus', 2)
    spare = node('spare', 3)
    sub, wide = 63, 1 << 6
    got = printed(
        tools,
        out,
        'triggers',
        {
            'node_0': (
                0,
                [
                    record(0, SYNC, 0, 0, 1),
                    record(5, EVENT, 0, 63, 0),
                    record(5, TRIGGER, 0, 12, 0),
                    record(
                        5,
                        DATUM,
                        0,
                        sub | wide,
                        8 | 15 << 4,
                        0xFFFFFFFF,
                        0xABCD | 0xEF << 16,
                        0x80000004,
                        77,
                    ),
                    record(6, DATUM, 0, 5 | wide, 0, 3, 0xABCD, 0, 0),
                    record(7, WORD, 0, 0, 2, 0x1FFFFFFF, 0),
                    record(7, RATIO, 0, 0, 2, 1, 2),
                    record(8, LOAD, 0, 0, 0),
                    record(9, LOAD, 0, 1, 0),
                ],
            ),
            'node_2': (
                1,
                [
                    record(10, DATUM, 2, 1, 4 | 4 << 4, 0x12345678, 1),
                    record(11, WORD, 2, 0, 0, 0x89ABCDEF, 0x7F),
                    record(12, TRIGGER, 2, 0, 12),
                ],
            ),
            'node_3': (2, [record(13, TRIGGER, 3, 1, 0), record(14, EVENT, 3, 15, 8)]),
        },
    )
    return got, (
        at(0, f'sync: {{ {core0}, epoch = 0, run = 1 }}')
        + at(5, f'event: {{ {core0}, code = 63, flags = 0 }}')
        + at(5, f'trigger: {{ {core0}, code = 12, flags = 0 }}')
        + at(
            5,
            f'datum: {{ {core0}, sub = 63, wide = 1, zero = 0, flags = 8, page = 15, data = 4294967295, process = 43981, '
            'runnable = 239, rest = 0, pc = 2147483652, process_time = 77 }',
        )
        + at(
            6,
            f'datum: {{ {core0}, sub = 5, wide = 1, zero = 0, flags = 0, page = 0, data = 3, process = 43981, '
            'runnable = 0, rest = 0, pc = 0, process_time = 0 }',
        )
        + at(7, f'word: {{ {core0}, code = 0, flags = 2, word = 536870911 }}')
        + at(7, f'ratio: {{ {core0}, code = 0, words = 2, busy = {{ a = 1, b = 2 }} }}')
        + at(8, f'load: {{ {core0}, code = 0, flags = 0 }}')
        + at(9, f'load: {{ {core0}, code = 1, flags = 0 }}')
        + at(
            10,
            f'datum: {{ {bus}, sub = 1, wide = 0, zero = 0, flags = 4, page = 4, data = 305419896, process = 1, '
            'runnable = 0, rest = 0 }',
        )
        + at(11, f'word: {{ {bus}, code = 0, flags = 0, word = 547770584559 }}')
        + at(12, f'trigger: {{ {bus}, code = 0, flags = 12 }}')
        + at(13, f'trigger: {{ {spare}, code = 1, flags = 0 }}')
        + at(14, f'event: {{ {spare}, code = 15, flags = 8 }}')
    )


def blocks(tools, out):
    """Blocks of even and odd numbers of counts; samples with gate and extremes,
    and with extremes alone."""
    all0 = node('all0', 0)
    few = node('few', 2)
    gated = node('gated', 3)
    counts = list(range(64))
    padded = [7] * 17
    values = ((16383, 1, 0), (2, 16382, 1), (3, 4, 2), (0, 0, 3), (8192, 8191, 4), (0, 0, 15))
    pairs = [a << 18 | b << 4 | e for a, b, e in values]
    extremes = [
        [largest, at, 3, 9, 1 << 16 | 2 << 8 | 5, 0]
        for largest, at in ((99, 7), (1, 2), (0xFFFFFFFF, 0xFFFFFF))
    ]
    got = printed(
        tools,
        out,
        'measures',
        {
            'node_0': (
                0,
                [
                    record(0, SYNC, 0, 0, 1),
                    record(
                        5,
                        BUCKET,
                        0,
                        3,
                        70,
                        4,
                        1,
                        2 | 1 << 8 | 3 << 16,
                        64 | 64 << 16,
                        11,
                        12,
                        *counts,
                    ),
                    record(
                        5,
                        COUNTER,
                        0,
                        1,
                        24,
                        0xFFFFFF,
                        16,
                        9 | 10 << 8 | 9 << 16,
                        17 << 16,
                        0,
                        0,
                        *padded,
                        0,
                    ),
                    record(6, EVENT, 0, 3, 2),
                    record(6, RATIO, 0, 3, 24, *pairs, *extremes[0], *extremes[1], *extremes[2]),
                    record(7, TRIGGER, 0, 4, 0),
                ],
            ),
            'node_2': (1, [record(8, BUCKET, 2, 0, 14, 4, 1, 1 << 16, 8 << 16, 0, 3, *[1] * 8)]),
            'node_3': (2, [record(9, RATIO, 3, 0, 8, 40, 50, *extremes[1])]),
        },
    )

    def pair(name, a, b, e):
        return f'{name} = {{ e = {e}, b = {b}, a = {a} }}'

    def extreme(name, largest, at):
        return (
            f'{name} = {{ largest = {largest}, largest_time = {at}, smallest = 3, smallest_time = 9, largest_code = 5, '
            'smallest_code = 2, any = 1, zero = 0 }'
        )

    def listed(values):
        return '[ ' + ', '.join(f'[{i}] = {v}' for i, v in enumerate(values)) + ' ]'

    return got, (
        at(0, f'sync: {{ {all0}, epoch = 0, run = 1 }}')
        + at(
            5,
            f'bucket: {{ {all0}, unit = 3, words = 70, ended = 4, began = 1, ended_epoch = 2, began_epoch = 1, flags = 3, '
            f'first = 64, many = 64, lost = 11, counted = 12, counts = {listed(counts)} }}',
        )
        + at(
            5,
            f'counter: {{ {all0}, unit = 1, words = 24, asked = 16777215, turn = 16, asked_epoch = 9, turn_epoch = 10, '
            f'flags = 9, first = 0, many = 17, zero = 0, counts = {listed(padded)} }}',
        )
        + at(6, f'event: {{ {all0}, code = 3, flags = 2 }}')
        + at(
            6,
            f'ratio: {{ {all0}, code = 3, words = 24, '
            + ', '.join(
                pair(n, *v)
                for n, v in zip(
                    ('icache', 'p0', 'data', 'user', 'fill', 'gate'), values, strict=True
                )
            )
            + ', '
            + ', '.join(
                extreme(n, *v[:2])
                for n, v in zip(('lat_ends', 'misses_ends', 'refills_ends'), extremes, strict=True)
            )
            + ' }',
        )
        + at(7, f'trigger: {{ {all0}, code = 4, flags = 0 }}')
        + at(
            8,
            f'bucket: {{ {few}, unit = 0, words = 14, ended = 4, began = 1, ended_epoch = 0, began_epoch = 0, flags = 1, '
            f'first = 0, many = 8, lost = 0, counted = 3, counts = {listed([1] * 8)} }}',
        )
        + at(
            9,
            f'ratio: {{ {gated}, code = 0, words = 8, gate = {{ a = 40, b = 50 }}, {extreme("classes", 1, 2)} }}',
        )
    )


def shared(tools, out):
    """Datums of three slots without a PC, in a stream of their own; triggers of a watchdog."""
    io, core1, dma0 = node('io', 0), node('core1', 2), node('dma0', 5)
    got = printed(
        tools,
        out,
        'shared',
        {
            'node_0': (0, [record(1, EVENT, 0, 15, 0)]),
            'node_2': (1, [record(2, EVENT, 2, 127, 0), record(2, TRIGGER, 2, 0, 4)]),
            'node_5': (
                2,
                [record(3, TRIGGER, 5, 0, 0), record(4, DATUM, 5, 2 | 1 << 6, 16, 5, 6, 0, 7)],
            ),
        },
    )
    return got, (
        at(1, f'event: {{ {io}, code = 15, flags = 0 }}')
        + at(2, f'event: {{ {core1}, code = 127, flags = 0 }}')
        + at(2, f'trigger: {{ {core1}, code = 0, flags = 4 }}')
        + at(3, f'trigger: {{ {dma0}, code = 0, flags = 0 }}')
        + at(
            4,
            f'datum: {{ {dma0}, sub = 2, wide = 1, zero = 0, flags = 0, page = 1, data = 5, process = 6, '
            'runnable = 0, rest = 0, pc = 0, process_time = 7 }',
        )
    )


def groups(tools, out):
    """Runs of pairs, each padded to a whole slot, and then an extreme."""
    core, gated0 = node('core', 0), node('gated0', 1)
    pair = {'hits': (31, 32, 1), 'busy': (2, 3, 0), 'waits': (4, 5, 0), 'misses': (6, 63, 9)}
    hits, busy, waits, misses = (a << 11 | b << 5 | e for a, b, e in pair.values())
    words = [hits, 0, busy | waits << 16, 0, misses, 0, 8, 9, 1, 2, 1 << 16, 0]
    wide = [1 << 18 | 2 << 4, 3 << 18 | 4 << 4, 5 << 18 | 6 << 4, 7 << 18 | 8 << 4]
    got = printed(
        tools,
        out,
        'groups',
        {
            'node_0': (0, [record(1, RATIO, 0, 2, 12, *words)]),
            'node_1': (1, [record(2, RATIO, 1, 0, 4, *wide)]),
        },
    )

    def ratio(name, a, b, e=0):
        return f'{name} = {{ e = {e}, b = {b}, a = {a} }}'

    shown = {name: ratio(name, *value) for name, value in pair.items()}
    return got, (
        at(
            1,
            f'ratio: {{ {core}, code = 2, words = 12, {shown["hits"]}, pad0 = 0, {shown["busy"]}, '
            f'{shown["waits"]}, pad1 = 0, {shown["misses"]}, pad2 = 0, lat_ends = {{ largest = 8, largest_time = 9, '
            'smallest = 1, smallest_time = 2, largest_code = 0, smallest_code = 0, any = 1, zero = 0 } }',
        )
        + at(
            2,
            f'ratio: {{ {gated0}, code = 0, words = 4, {ratio("a", 1, 2)}, {ratio("b", 3, 4)}, '
            f'{ratio("c", 5, 6)}, {ratio("gate", 7, 8)} }}',
        )
    )


def segments(tools, out):
    """Entries with a word of 32 bits, and of 40 with zeros up to a whole slot; an empty segment."""
    narrow1, broad = node('narrow1', 1), node('broad', 2)
    head = 1 | 2 << 8 | 1 << 16
    entries = 7 | 1 << 16, 0x80000001, 65535 | 3 << 16, 0xFFFFFFFF
    got = printed(
        tools,
        out,
        'segments',
        {
            'node_1': (
                0,
                [
                    record(3, SEGMENT, 1, 1, 10, 90, 95, head, 2 << 16, 6, 2, *entries),
                    record(3, SEGMENT, 1, 0, 6, 99, 99, 9 << 16, 0, 1, 0),
                    record(4, EVENT, 1, 3, 0),
                ],
            ),
            'node_2': (
                1,
                [
                    record(
                        5, SEGMENT, 2, 0, 10, 8, 9, head, 1 << 16, 0, 1, 2 | 3 << 16, 5, 0xAB, 0
                    ),
                    record(6, EVENT, 2, 1, 0),
                ],
            ),
        },
    )

    def entry(place, length, known, current, word):
        return (
            f'[{place}] = {{ length = {length}, known = {known}, current = {current}, '
            f'zero = 0, word = {word} }}'
        )

    def segment(where, unit, words, fields, entries):
        names = 'at ended at_epoch ended_epoch flags first many missed total'.split()
        shown = ', '.join(f'{name} = {value}' for name, value in zip(names, fields, strict=True))
        listed = f'[ {", ".join(entries)} ]' if entries else '[ ]'
        return (
            f'segment: {{ {where}, unit = {unit}, words = {words}, {shown}, entries = {listed} }}'
        )

    return got, (
        at(
            3,
            segment(
                narrow1,
                1,
                10,
                (90, 95, 1, 2, 1, 0, 2, 6, 2),
                [entry(0, 7, 1, 0, 0x80000001), entry(1, 65535, 1, 1, 0xFFFFFFFF)],
            ),
        )
        + at(3, segment(narrow1, 0, 6, (99, 99, 0, 0, 9, 0, 0, 1, 0), []))
        + at(4, f'event: {{ {narrow1}, code = 3, flags = 0 }}')
        + at(
            5,
            segment(broad, 0, 10, (8, 9, 1, 2, 1, 0, 1, 0, 1), [entry(0, 2, 1, 1, 0xAB << 32 | 5)]),
        )
        + at(6, f'event: {{ {broad}, code = 1, flags = 0 }}')
    )


def main():
    *tools, out = sys.argv[1:]
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    for case in (wide, narrow, triggers, blocks, shared, groups, segments):
        got, want = case(tools, out)
        if got != want:
            sys.exit(f'test_ctf: {case.__doc__}\nwanted:\n{want}\ngot:\n{got}')
    print('test_ctf: babeltrace2 reads the records as they were written')


if __name__ == '__main__':
    main()
