# SPDX-License-Identifier: Apache-2.0
"""The second target, with the single form of the monitor: its records against a model of the blinker.

usage: test_blinker.py BLINKER
"""
import signal
import subprocess
import sys

import link
from suite import check, of_module, run

EVENTS = 600


def steps(count):
    """The clock and the number of each state of blinker.v."""
    draw, left, state = 0xace1, 0, -1
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
        draw = (draw << 1 | (draw >> 15 ^ draw >> 13 ^ draw >> 12 ^ draw >> 10) & 1) & 0xffff
        left = next_left
    return rows


def measure(port):
    """The times and codes of EVENTS states, each state's code being its low two bits, and one."""
    monitor = link.Link(port)
    monitor.op(link.SELECT, link.ALL)
    monitor.op(link.START)
    monitor.load(0, bytes(index % 4 + 1 for index in range(1024)))
    monitor.load(1, bytes(2048))
    monitor.load(2, bytes(2048))
    for table in (3, 4):  # a class of chunk 0 passes, with class 0 of the others
        monitor.load(table, bytes(range(16)) + bytes(240))
    monitor.load(5, bytes([0, 1, 1, 1, 1]))
    monitor.op(link.SELECT, link.ALL | link.LIVE | link.COLLECT)
    monitor.op(link.START)
    while monitor.head() <= EVENTS:
        pass
    rows = monitor.slots(0, EVENTS + 1)
    monitor.close()
    check(rows[0][1] & 0xff == link.SYNC and rows[0][0] == 0, f'first record {rows[0]} is no sync')
    check(all(word & 0xff == link.EVENT for _, word in rows[1:]), 'records other than events')
    return [(time, word >> 16 & 0xff) for time, word in rows[1:]]


def check_records(records):
    model = steps(100000)
    gaps = [(b[0] - a[0], a[1] % 4 + 1) for a, b in zip(model, model[1:])]
    seen = [(b[0] - a[0], a[1]) for a, b in zip(records, records[1:])]
    places = [i for i in range(len(gaps) - len(seen)) if gaps[i:i + 20] == seen[:20]]
    check(any(gaps[i:i + len(seen)] == seen for i in places), 'the records do not follow the blinker')


def test_blinker():
    with subprocess.Popen([sys.argv[1], '+max_seconds=60'], stdout=subprocess.PIPE, text=True) as process:
        try:
            check_records(measure(int(process.stdout.readline().rsplit(':', 1)[1])))
        finally:
            process.send_signal(signal.SIGTERM)


if __name__ == '__main__':
    sys.exit(run('sim', of_module(globals())))
