# SPDX-License-Identifier: Apache-2.0
"""How fast libgnomon and babeltrace2 read a run: a part of bench.py."""

import json
import os
import time

import analysis


def measure(work, build, gen, output, version, row):
    """`output` runs a command and returns what it prints, `version` what a tool says of itself;
    `row` takes a mark's name, value, unit, mark, whether it holds, and how it was measured."""
    directory = os.path.join(work, 'decode_run')
    records = analysis.make_events(
        directory, analysis.one_node(work, gen, output), build, output, 4_000_000
    )
    ours, theirs = [], []
    for _ in range(analysis.TURNS):
        said = json.loads(output([os.path.join(build, 'bin', 'bench_decode'), directory]))
        assert said['records'] == records and said['holes'] == 0, said
        ours.append(said['records'] / said['seconds'])
        begin = time.perf_counter()
        # The counter sink counts every message and formats none: the reader alone.
        text = output(['babeltrace2', os.path.join(directory, 'trace'), '-c', 'sink.utils.counter'])
        theirs.append(records / (time.perf_counter() - begin))
        assert f'{records} Event messages' in text.replace(',', ''), text
    rate, other = max(ours), max(theirs)
    how = f'{records} records in one stream, bench_decode and {version("babeltrace2")} (sink.utils.counter) in turn, the fastest of {analysis.TURNS} times'
    row('decode_mrec', round(rate / 1e6, 1), 'million records/s', None, None, how)
    row(
        'decode_vs_babeltrace2',
        round(rate / other, 1),
        'times',
        '>= 40',
        rate / other >= 40,
        how + f'; babeltrace2 {other / 1e6:.2f} million/s',
    )
