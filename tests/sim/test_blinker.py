# SPDX-License-Identifier: Apache-2.0
"""The second target, with the single form of the monitor: its records
against a model of the blinker.

usage: test_blinker.py BLINKER MANIFEST
"""

import json
import signal
import subprocess
import sys
from itertools import pairwise

import link
from suite import HANG_SECONDS, check, of_module, run

EVENTS = 600


def steps(count):
    """The clock and the number of each state of blinker.v."""
    draw, left, state = 0xACE1, 0, -1
    rows = []
    for clock in range(1 << 30):
        if left == 0:
            state += 1
            rows.append((clock, state))
            if len(rows) == count:
                return rows
            next_left = draw & 15
        else:
            next_left = left - 1
        draw = (draw << 1 | (draw >> 15 ^ draw >> 13 ^ draw >> 12 ^ draw >> 10) & 1) & 0xFFFF
        left = next_left
    return rows


def load(monitor, node):
    """Ranks that let the low two bits of the word, and one, through, whatever the others are."""
    bases = {table['name']: (table['base'], table['cells']) for table in node['tables']}
    tree = node['ranks']['tree']
    through = []
    for rank in tree:
        at, cells, found = 0, bytes(bases[rank['table']][1]), False
        for part in rank['inputs']:
            wide = tree[part['rank']]['code_bits'] if 'rank' in part else part['bits']
            if part.get('lo') == 0:
                cells, found = bytes((index >> at) % 4 + 1 for index in range(len(cells))), True
            elif 'rank' in part and through[part['rank']]:
                cells, found = (
                    bytes(index >> at & (1 << wide) - 1 for index in range(len(cells))),
                    True,
                )
            at += wide
        through.append(found)
        monitor.load(bases[rank['table']][0], cells)
    acts = [0, 1, 1, 1, 1] + [0] * 11  # by code
    if 'rank_actions' in bases:  # beside the codes of the last rank
        monitor.load(bases['rank_actions'][0], bytes(acts[code] for code in cells))
    else:
        monitor.load(bases['actions'][0], bytes(acts))


def measure(port):
    """The times and codes of EVENTS states, each state's code being its low two bits, and one."""
    monitor = link.Link(port)
    monitor.op(link.SELECT, link.ALL)
    monitor.start()
    with open(sys.argv[2], encoding='utf-8') as file:
        load(monitor, json.load(file)['nodes'][0])
    monitor.op(link.SELECT, link.ALL | link.LIVE | link.COLLECT)
    monitor.start()
    while monitor.head() <= EVENTS:
        pass
    rows = monitor.slots(0, EVENTS + 1)
    monitor.close()
    check(
        rows[0][1] & 0xFF == link.SYNC and rows[0][0] == 0, f'first record {rows[0]} is not a sync'
    )
    check(all(word & 0xFF == link.EVENT for _, word in rows[1:]), 'records other than events')
    return [(time, word >> 16 & 0xFF) for time, word in rows[1:]]


def check_records(records):
    model = steps(100000)
    gaps = [(b[0] - a[0], a[1] % 4 + 1) for a, b in pairwise(model)]
    seen = [(b[0] - a[0], a[1]) for a, b in pairwise(records)]
    places = [i for i in range(len(gaps) - len(seen)) if gaps[i : i + 20] == seen[:20]]
    check(
        any(gaps[i : i + len(seen)] == seen for i in places),
        'the records do not follow the blinker',
    )


def test_blinker():
    with subprocess.Popen(
        [sys.argv[1], f'+max_seconds={HANG_SECONDS}'], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            check_records(measure(int(process.stdout.readline().rsplit(':', 1)[1])))
        finally:
            process.send_signal(signal.SIGTERM)


if __name__ == '__main__':
    sys.exit(run('sim', of_module(globals())))
