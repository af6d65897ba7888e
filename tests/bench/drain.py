# SPDX-License-Identifier: Apache-2.0
"""How fast `gnomon run` drains a monitor behind an FT232H, and whether each record is as fed.

usage: drain.py SIMULATOR GNOMON OUT_DIR    a short run of each round trip (`make check`)
"""

import json
import os
import shutil
import subprocess
import sys

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs
EVERY = 4  # cycles for a point, on the average
LIMIT = '600 s'
EXPERIMENT = f"""gnomon: 1
points:
  a: {{ address: 0x100 }}
  b: {{ address: 0x200 }}
  end: {{ address: 0x400 }}
until: {{ point: end }}
limit: {LIMIT}
"""


def point_at(cycle, cycles):
    """The point of a cycle after sync, or None; what drain_ft245.cpp feeds."""
    if cycle >= cycles:
        return None if cycle % 4096 else 'end'
    x = cycle * 2654435761 & 0xFFFFFFFF
    return None if x >> 8 & (EVERY - 1) else 'ab'[x >> 28 & 1]


def check_events(lines, cycles):
    """Each event is that of its cycle; none lacks outside of gaps, which count what they lost."""
    at, lost, found = 0, 0, 0

    def silent(first, end):
        return sum(point_at(cycle, cycles) is not None for cycle in range(first, end))

    for line in lines:
        event = json.loads(line)
        if event['kind'] == 'gap':
            missing = silent(at, event['time'])
            assert not missing, f'{missing} events lack before the gap at {event["time"]}'
            fed = silent(event['time'], event['to'] + 1)
            assert fed >= event['lost'], f'{event} has {fed} events'
            at, lost = event['time'], lost + event['lost']
            continue
        assert event['name'] == point_at(event['time'], cycles), event
        missing = silent(at, event['time'])
        assert missing == lost, f'{missing} events lack before {event}, {lost} are stated'
        at, lost, found = event['time'] + 1, 0, found + 1
    assert lost == 0 and event['name'] == 'end', f'the run ends with {event}'
    return found


def drained(simulator, gnomon, work, trip_us, cycles):
    """Mbytes of slots a second of simulated time, with the whole window in flight; events."""
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    experiment, run = os.path.join(work, 'drain.yaml'), os.path.join(work, 'run')
    with open(experiment, 'w', encoding='utf-8') as file:
        file.write(EXPERIMENT)
    chip = subprocess.Popen(
        [simulator, str(trip_us), str(cycles), str(EVERY)],
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
    found = check_events(events.stdout.splitlines(), cycles)
    # The middle of what came: no requests one by one as before the run, no wait for its end
    total = arrived[-1][1]
    first, last = (next(a for a in arrived if a[1] >= total * part) for part in (0.2, 0.8))
    payload = 256 * 8 / (256 * 8 + 9)  # of a frame
    return payload * (last[1] - first[1]) / (last[0] - first[0]) / 1e6, found


def measure(work, gnomon, row):
    simulator = os.path.join(work, 'check_drain_ft245')
    for trip, mark in ((100, 40), (1000, None), (2000, None)):
        rate, found = drained(simulator, gnomon, os.path.join(work, 'drain'), trip, 2000000)
        row(
            'drain_ft245_mbs' if mark else f'drain_ft245_mbs_{trip // 1000}ms',
            round(rate, 1),
            'Mbytes/s',
            mark and f'>= {mark}',
            mark and rate >= mark,
            f'`gnomon run` over the pins of the synchronous FIFO, clk 100 MHz, round trip of '
            f'{trip / 1000:g} ms, a bus of 44.9 Mbytes/s; {found} events as fed',
        )


def main():
    simulator, gnomon, work = sys.argv[1:]
    trips = (100, 1000)
    for trip in trips:
        rate, found = drained(simulator, gnomon, os.path.join(work, str(trip)), trip, 200000)
        assert found > 32768, f'{found} events are fewer than the trace buffer holds'
        print(f'drain-ft245: round trip {trip} us: {found} events as fed, {rate:.1f} Mbytes/s')
    print(f'{len(trips)} passed, 0 failed')


if __name__ == '__main__':
    main()
