# SPDX-License-Identifier: Apache-2.0
"""Long runs by plusargs: memory that does not grow, a run directory that is written all the time
and can be read after an interruption at any moment, and lines of progress.

usage: test_long.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR [PART]

PART is of the names of the tests to run. LONG_CYCLES (environment): cycles of the long run.
"""

import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from itertools import pairwise

from plusargs import CPP, GNOMON, MODEL, SCRATCH, SIM, begin, end, journal, records, report, whole
from suite import HANG_SECONDS, check, equal, of_module, run

LONG = int(os.environ.get('LONG_CYCLES', 10_000_000))
SHORT = 3_000_000  # has an index of as many places as the long run
GROWTH_KB = 2048  # peaks of two runs of one length are 900 kB apart at most
PEAK = os.path.join(SIM, 'peak')
SEED = 12
KILLS = 10
PROGRESS = re.compile(
    r'gnomon_bridge: counter: ([\d.]+) million cycles, ([\d.]+) million a second; '
    r'(\d+) records, (\d+) events, (\d+) lost'
)


def trace_of(name):
    return os.path.join(SCRATCH, name, 'trace', 'node_0')


def size_of(name):
    """Bytes of the trace so far."""
    return os.path.getsize(trace_of(name)) if os.path.exists(trace_of(name)) else 0


def measured(name, cycles, simulator=CPP):
    """(peak memory in kB, sizes of the trace while the simulation ran) of a run."""
    process = begin([PEAK, *simulator], name, f'+gnomon_cycles={cycles}')
    sizes = []
    limit = time.monotonic() + HANG_SECONDS
    while process.poll() is None:
        check(time.monotonic() < limit, f'{name} does not end')
        sizes.append(size_of(name))
        time.sleep(0.01)
    _, err = end(process)
    check('the run is complete' in err, err)
    return int(re.search(r'^peak: (\d+) kB$', err, re.M)[1]), sizes


def totals(name):
    """(events, lost events, cycles) of the report."""
    done = subprocess.run([GNOMON, 'report', '--json', name], cwd=SCRATCH, capture_output=True,
                          text=True, check=True)  # fmt: skip
    node = json.loads(done.stdout)['nodes'][0]
    return node['events'], node['lost'], node['end']


def test_long():
    """The trace is written while the simulation runs, and the memory is that of a short run."""
    short, _ = measured('short', SHORT)
    peak, sizes = measured('long', LONG)
    check(peak - short < GROWTH_KB, f'{peak} kB after {LONG} cycles, {short} kB after {SHORT}')
    steps = len(set(sizes))
    check(steps > 2 or len(sizes) < 8, f'the trace had {steps} sizes in {len(sizes)} looks')
    check(all(a <= b for a, b in pairwise(sizes)), 'the trace shrinks')
    events, lost, cycles = totals('long')
    check(cycles >= LONG, f'the run ends at {cycles}')
    short_events, short_lost, short_cycles = totals('short')
    rate = (events + lost) / cycles / ((short_events + short_lost) / short_cycles)
    check(0.98 < rate < 1.02, f'{rate} times the events of the short run in a cycle')
    return f'{cycles} cycles, {events} events, {lost} lost, {size_of("long")} bytes, {peak} kB ({short} kB after {SHORT})'


def test_long_model():
    """The same with the model of the monitor, which loses nothing."""
    short, _ = measured('short_model', SHORT, MODEL)
    peak, _ = measured('long_model', LONG, MODEL)
    check(peak - short < GROWTH_KB, f'{peak} kB after {LONG} cycles, {short} kB after {SHORT}')
    events, lost, cycles = totals('long_model')
    short_events, short_lost, short_cycles = totals('short_model')
    equal((lost, short_lost), (0, 0), 'lost events')
    check(cycles >= LONG, f'the run ends at {cycles}')
    rate = events / cycles / (short_events / short_cycles)
    check(0.98 < rate < 1.02, f'{rate} times the events of the short run in a cycle')
    return f'{cycles} cycles, {events} events, {peak} kB ({short} kB after {SHORT})'


def test_killed_anywhere():
    """Killed at random moments, a run has what the whole run has up to there."""
    whole(CPP, 'unkilled', f'+gnomon_cycles={LONG // 4}')
    every = records('unkilled')
    chance, cut, fewest = random.Random(SEED), 0, len(every)
    size = os.path.getsize(trace_of('unkilled'))
    for turn in range(KILLS):
        process = begin(CPP, 'killed', f'+gnomon_cycles={LONG // 4}')
        least = chance.randrange(size // 8, size // 2)  # behind the first entry of the journal
        limit = time.monotonic() + HANG_SECONDS
        while process.poll() is None and time.monotonic() < limit:
            if size_of('killed') > least:
                break
        process.kill()
        process.communicate()
        rows, text = records('killed'), report('killed')
        check(rows == every[: len(rows)], f'kill {turn}: other records than those of the whole run')
        fewest = min(fewest, len(rows))
        if journal('killed')['state'] != 'complete':
            cut += 1
            check('no flush record' in text and len(rows) < len(every), f'kill {turn}: {text}')
    check(cut > KILLS // 2 and fewest > 0, f'{cut} runs were cut, the least has {fewest} records')
    return f'{cut} of {KILLS} cut'


def test_progress():
    """Lines of progress, by number and rate; their last one is not more than the whole run."""
    for option in '', '=1':
        process = begin(CPP, 'progress', '+gnomon_progress' + option)
        line = process.stderr.readline()
        found = PROGRESS.fullmatch(line.strip())
        check(found, f'no progress: {line!r}')
        process.send_signal(signal.SIGINT)
        _, err = end(process)
        cycles, rate, *counts = map(float, found.groups())
        check(cycles > 0 and rate > 0 and counts[0] >= counts[1] > 0, line)
        events, lost, last = totals('progress')
        check(counts[1] <= events and counts[2] <= lost and cycles * 1e6 <= last + 1e5, line)
    _, err = end(begin(CPP, 'none', '+gnomon_cycles=1000', '+gnomon_progress=0'))
    check('million' not in err, err)
    _, err = end(begin(CPP, 'none', '+gnomon_progress=often'), good=False)
    check('+gnomon_progress=often is not a number up to 86400' in err, err)


def test_progress_on_terminal():
    """There the line is replaced, and the next message has a line of its own."""
    near, far = pty.openpty()
    process = begin(CPP, 'terminal', stderr=far)
    os.close(far)
    text = b''
    while text.count(b'million cycles') < 2:
        text += os.read(near, 4096)
    process.send_signal(signal.SIGINT)
    process.wait(HANG_SECONDS)
    try:
        while more := os.read(near, 4096):
            text += more
    except OSError:  # the other end is closed
        pass
    os.close(near)
    check(b'\rgnomon_bridge: counter: ' in text and b'lost\r' in text, text)
    check(re.search(rb'lost *\r\ngnomon_bridge: counter: \d+ records', text), text)


if __name__ == '__main__':
    part = ''.join(sys.argv[5:])
    tests = [(name, test) for name, test in of_module(globals()) if part in name]
    sys.exit(run('long', tests))
