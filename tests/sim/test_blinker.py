# SPDX-License-Identifier: Apache-2.0
"""The second target, with the single form of the monitor: its records against a model of the blinker.

usage: test_blinker.py BLINKER
"""
import signal
import subprocess
import sys

import link

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
    if rows[0][1] & 0xff != link.SYNC or rows[0][0] != 0:
        raise AssertionError(f'first record {rows[0]} is no sync')
    if any(word & 0xff != link.EVENT for _, word in rows[1:]):
        raise AssertionError('records other than events')
    return [(time, word >> 16 & 0xff) for time, word in rows[1:]]


def check(records):
    model = steps(100000)
    gaps = [(b[0] - a[0], a[1] % 4 + 1) for a, b in zip(model, model[1:])]
    seen = [(b[0] - a[0], a[1]) for a, b in zip(records, records[1:])]
    places = [i for i in range(len(gaps) - len(seen)) if gaps[i:i + 20] == seen[:20]]
    if not any(gaps[i:i + len(seen)] == seen for i in places):
        raise AssertionError('the records do not follow the blinker')


def main():
    with subprocess.Popen([sys.argv[1], '+max_seconds=60'], stdout=subprocess.PIPE, text=True) as process:
        try:
            check(measure(int(process.stdout.readline().rsplit(':', 1)[1])))
        except AssertionError as err:
            print(f'FAIL  sim/blinker: {err}')
            return 1
        finally:
            process.send_signal(signal.SIGTERM)
    print('ok    sim/blinker')
    return 0


if __name__ == '__main__':
    sys.exit(main())
