# SPDX-License-Identifier: Apache-2.0
"""How fast `gnomon run` drains a monitor behind an FTDI chip, and whether each record is as fed.

usage: drain.py SIMULATORS GNOMON OUT_DIR    a short run of each round trip (`make check`)

SIMULATORS is the folder that has them.
"""

import collections
import json
import os
import shutil
import subprocess
import sys

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs
# A simulator, and cycles for a point, on the average: several times of what the link takes
Link = collections.namedtuple('Link', 'simulator every')
FIFO, UART = Link('check_drain_ft245', 4), Link('check_drain_uart', 256)
BAUD = 12
LIMIT = '600 s'
EXPERIMENT = f"""gnomon: 1
points:
  a: {{ address: 0x100 }}
  b: {{ address: 0x200 }}
  end: {{ address: 0x400 }}
until: {{ point: end }}
limit: {LIMIT}
"""


def point_at(cycle, cycles, every):
    """The point of a cycle after sync, or None; what drain_usb.h feeds."""
    if cycle >= cycles:
        return None if cycle % 4096 else 'end'
    x = cycle * 2654435761 & 0xFFFFFFFF
    return None if x >> 8 & (every - 1) else 'ab'[x >> 28 & 1]


def check_events(lines, cycles, every):
    """Each event is that of its cycle; none lacks outside of gaps, which count what they lost."""
    at, lost, found = 0, 0, 0

    def silent(first, end):
        return sum(point_at(cycle, cycles, every) is not None for cycle in range(first, end))

    for line in lines:
        event = json.loads(line)
        if event['kind'] == 'gap':
            missing = silent(at, event['time'])
            assert not missing, f'{missing} events lack before the gap at {event["time"]}'
            fed = silent(event['time'], event['to'] + 1)
            assert fed >= event['lost'], f'{event} has {fed} events'
            at, lost = event['time'], lost + event['lost']
            continue
        assert event['name'] == point_at(event['time'], cycles, every), event
        missing = silent(at, event['time'])
        assert missing == lost, f'{missing} events lack before {event}, {lost} are stated'
        at, lost, found = event['time'] + 1, 0, found + 1
    assert lost == 0 and event['name'] == 'end', f'the run ends with {event}'
    return found


def drained(simulators, gnomon, work, link, trip_us, timer_us, cycles):
    """Mbytes of slots a second of simulated time, while the target feeds more than that; events."""
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    experiment, run = os.path.join(work, 'drain.yaml'), os.path.join(work, 'run')
    with open(experiment, 'w', encoding='utf-8') as file:
        file.write(EXPERIMENT)
    chip = subprocess.Popen(
        [os.path.join(simulators, link.simulator)]
        + [str(number) for number in (trip_us, timer_us, cycles, link.every)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        port = int(chip.stdout.readline())
        said = subprocess.run(
            [gnomon, 'run', '-n', '-d', f'tcp:127.0.0.1:{port}', '-o', run, experiment],
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
        )
        assert 'repaired' not in said.stderr, said.stderr
        arrived = json.loads(chip.communicate(timeout=HANG_SECONDS)[0])['arrived']
    finally:
        chip.kill()
        chip.wait()
    events = subprocess.run(
        [gnomon, 'events', '--json', run],
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    found = check_events(events.stdout.splitlines(), cycles, link.every)
    # The middle of what came: no requests one by one as before the run, no wait for its end
    total = arrived[-1][1]
    first, last = (next(a for a in arrived if a[1] >= total * part) for part in (0.2, 0.8))
    return (last[1] - first[1]) / (last[0] - first[0]) / 1e6, found


def measure(work, gnomon, row):
    out = os.path.join(work, 'drain')
    for trip, mark in ((100, 40), (1000, 40), (2000, 30)):
        rate, found = drained(work, gnomon, out, FIFO, trip, 1000, 3000000)
        row(
            'drain_ft245_mbs' if trip < 1000 else f'drain_ft245_mbs_{trip // 1000}ms',
            round(rate, 1),
            'Mbytes/s',
            f'>= {mark}',
            rate >= mark,
            f'`gnomon run` over the pins of the synchronous FIFO, clk 100 MHz, round trip of '
            f'{trip / 1000:g} ms, a bus of 44.9 Mbytes/s; {found} events as fed',
        )
    rate, found = drained(work, gnomon, out, UART, 1000, 16000, 12000000)
    share = rate / (BAUD / 10)
    row(
        'drain_uart_share_16ms',
        round(share, 4),
        'of the line rate',
        '>= 0.97',
        share >= 0.97,
        f'`gnomon run` over the pins of the UART, {BAUD} Mbaud, 4096 slots, round trip 1 ms, the '
        f"chip's latency timer at 16 ms; {found} events as fed",
    )


def main():
    simulators, gnomon, work = sys.argv[1:]
    # The trace buffer has 32768 slots: the loop of requests and freed space goes round
    checks = ((FIFO, 100, 1000, 200000, 32768), (FIFO, 1000, 1000, 600000, 32768))
    checks += ((UART, 125, 1000, 6000000, 4096),)
    for link, trip, timer, cycles, least in checks:
        rate, found = drained(simulators, gnomon, work, link, trip, timer, cycles)
        assert found > least, f'{found} events are fewer than the trace buffer holds'
        print(f'{link.simulator}: round trip {trip} us: {found} events as fed, {rate:.2f} Mbytes/s')
    print(f'{len(checks)} passed, 0 failed')


if __name__ == '__main__':
    main()
