# SPDX-License-Identifier: Apache-2.0
"""The places of a run: its events in the waveform of the simulation, and what is known of a cycle.

usage: test_places.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import json
import os
import random
import subprocess

from plusargs import (
    BINARY,
    CPP,
    GNOMON,
    ICARUS,
    PROGRAMS,
    SCRATCH,
    SOC,
    exists,
    experiment,
    journal,
    records,
    stream,
    whole,
)
from suite import HANG_SECONDS, check, equal, of_module, run
from waveform import Waveform

LOST = ('-', '(lost)')  # no events of a waveform


def events_of(name, *words):
    return subprocess.run([GNOMON, 'events', name, *words], cwd=SCRATCH, capture_output=True,
                          text=True, timeout=HANG_SECONDS)  # fmt: skip


def refused_wave(message, name, *words, to='refused.fst'):
    done = events_of(name, '--gtkwave', to, *words)
    check(done.returncode == 1 and message in done.stderr, done.stderr)
    check(not [f for f in os.listdir(SCRATCH) if 'refused.fst' in f], 'a file is left')


PERIOD = 40  # of blinker_tb.v


def check_wave(wave, run_name, dump, state_of):
    """Events and the interval of a run in a waveform, against the simulation's own."""
    own = 'gnomon.counter.light'
    start = journal(run_name)['simulation']['time']
    rows = records(run_name)
    times, texts = wave.changes[f'{own}.events']
    at = [(tick, text) for tick, text in zip(times, texts, strict=True) if text[1:] not in LOST]
    begins = [start + PERIOD * r.time for r in rows if r.kind == stream.EVENT]
    check([tick for tick, _ in at] == begins, 'other times')
    gaps = [tick for tick, text in zip(times, texts, strict=True) if text == 's(lost)']
    equal(len(gaps), sum(r.kind == stream.GAP for r in rows), 'gaps')
    equal({wave.at(f'{own}.light', tick) for tick in gaps}, {'x'}, 'interval in a gap')
    for tick, text in at:
        state = int(dump.at(state_of, tick)[1:], 2)
        equal(text, f'ss{state % 4}', f'state at {tick}')
        if state % 4 in (1, 3):
            level = '1' if state % 4 == 1 else '0'
            equal(wave.at(f'{own}.light', tick), level, f'interval at {tick}')
        equal(times[times.index(tick) + 1], tick + PERIOD, f'end of the event at {tick}')
    return at


def test_waveform_of_verilator():
    """In FST: that of a simulation into which a library of its own for it is linked."""
    for name in ('verilated.fst', 'beside.fst'):
        if exists(name):
            os.remove(os.path.join(SCRATCH, name))
    whole(BINARY, 'verilated', '+clocks=3000', '+dump=verilated.fst', '+blinker_log=verilated.log',
          path=experiment('verilated', 'intervals: { light: { from: s1, to: s3 } }'))  # fmt: skip
    done = events_of('verilated', '--gtkwave', 'beside.fst', '--waveform', 'verilated.fst')
    equal((done.returncode, done.stdout), (0, ''), done.stderr)
    dump, both = (Waveform(os.path.join(SCRATCH, n)) for n in ('verilated.fst', 'beside.fst'))
    check(both.kinds[: len(dump.kinds)] == dump.kinds, 'other kinds of signals')
    for name, changes in dump.changes.items():
        equal(both.changes[name], changes, f'{name} beside the events')
    equal(journal('verilated')['simulation']['period'], PERIOD, 'period')
    check(len(check_wave(both, 'verilated', dump, 'TOP.blinker_tb.u_sim.state')) > 200, 'few')


def test_waveform():
    """Each event is found in the waveform of its simulation, at the state that it names."""
    for name in ('dump.vcd', 'track.vcd', 'all.fst', 'dump.fst'):
        if exists(name):
            os.remove(os.path.join(SCRATCH, name))
    whole(ICARUS, 'waves', '+clocks=3000', '+dump=dump.vcd', '+blinker_log=waves.log',
          path=experiment('waves', 'intervals: { light: { from: s1, to: s3 } }'))  # fmt: skip
    subprocess.run(['vcd2fst', 'dump.vcd', 'dump.fst'], cwd=SCRATCH, check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    equal(events_of('waves', '--gtkwave', 'track.vcd').returncode, 0, 'track.vcd')
    done = events_of('waves', '--gtkwave', 'all.fst', '--waveform', 'dump.fst')
    equal((done.returncode, done.stdout), (0, ''), done.stderr)
    track, both, dump = (
        Waveform(os.path.join(SCRATCH, name)) for name in ('track.vcd', 'all.fst', 'dump.fst')
    )
    equal(journal('waves')['simulation']['period'], PERIOD, 'period')
    for name, changes in dump.changes.items():
        equal(both.changes[name], changes, f'{name} beside the events')
    found = [check_wave(wave, 'waves', dump, 'blinker_tb.u_sim.state') for wave in (track, both)]
    check(found[0] == found[1] and len(found[0]) > 200, f'{len(found[0])} events')
    refused_wave('exists already', 'waves', to='track.vcd')
    refused_wave('cannot open', 'waves', '--waveform', 'missing.fst')
    refused_wave('cannot read the waveform', 'waves', '--waveform', 'waves.yaml')
    refused_wave('cannot read the waveform', 'waves', '--waveform', 'waves/run.json')


def at_cycle(name, cycle):
    done = subprocess.run([GNOMON, 'report', name, '--json', '--at', str(cycle)], cwd=SCRATCH,
                          capture_output=True, text=True, timeout=HANG_SECONDS)  # fmt: skip
    equal(done.returncode, 0, done.stderr)
    return json.loads(done.stdout)


def open_at(events, gaps, cycle, end):
    """The interval from s1 to s3 that is open at a cycle: begin, and end if that is known."""
    since = max([t for t in gaps if t <= cycle], default=-1)
    ends = [e for e in events if since < e[0] <= cycle and e[1] in ('s1', 's3')]
    if not ends or ends[-1][1] == 's3':
        return []
    limit = min([t for t in gaps if t > cycle], default=end)
    closing = [t for t, name in events if cycle < t < limit and name == 's3']
    return [[ends[-1][0], closing[0] if closing else None]]


def expected_at(rows, names, cycle):
    """What is known of a cycle, by brute force: last and next event, open interval, gap."""
    events = [[r.time, names[r.code]] for r in rows if r.kind == stream.EVENT]
    gaps = [r.time for r in rows if r.kind == stream.GAP]
    last = [e for e in events if e[0] <= cycle][-1:]
    begun = [t for t in gaps if t <= cycle]
    return (
        last,
        [e for e in events if e[0] > cycle][:1],
        open_at(events, gaps, cycle, rows[-1].time),
        bool(begun) and (not last or last[0][0] < begun[-1]),
    )


def test_at():
    """`gnomon report --at` against a search in the records by a reader of its own."""
    whole(CPP, 'at', '+gnomon_cycles=9000', '+blinker_log=at.log',
          path=experiment('at', 'intervals: { light: { from: s1, to: s3 } }'))  # fmt: skip
    rows = records('at')
    chance = random.Random(5)
    with open(os.path.join(SCRATCH, 'at', 'patterns.json'), encoding='utf-8') as file:
        points = json.load(file)['points']
    names = {p['codes'][0]: p['name'] for p in points}
    events = [r.time for r in rows if r.kind == stream.EVENT]
    gaps = [r.time for r in rows if r.kind == stream.GAP]
    check(gaps, 'no gap')
    cycles = [chance.randrange(rows[-1].time) for _ in range(20)]
    cycles += chance.sample(events, 5) + [t - 1 for t in chance.sample(events, 5)]
    cycles += [t + d for t in gaps[:3] for d in (-1, 0, 1)]
    lit = 0
    for cycle in cycles:
        node = at_cycle('at', cycle)['nodes'][0]
        found = (
            [[node['last']['time'], node['last']['name']]] if node['last'] else [],
            [[node['next']['time'], node['next']['name']]] if node['next'] else [],
            [[i['from'], i['to']] for i in node['intervals']],
            node['unseen'] is not None,
        )
        equal(found, expected_at(rows, names, cycle), f'cycle {cycle}')
        lit += len(node['intervals'])
    check(lit > 3, f'{lit} intervals')


def nested(events, cycle):
    """Of begins (1) and ends (-1): how many are open at a cycle, and both ends of the last one."""
    stack, found = [], None
    for time_of, step in events:
        if time_of > cycle and found is None:
            found = (len(stack), stack[-1] if stack else None)
        if step > 0:
            stack.append(time_of)
            continue
        stack.pop()
        if found and len(stack) < found[0]:
            return *found, time_of
    return found and (*found, None)


def test_recursion():
    """Intervals within themselves, in the waveform and at a cycle."""
    elf = os.path.join(PROGRAMS, 'events.elf')
    path = experiment(
        'recursion',
        f'program: {elf}\nintervals: {{ fib: {{ from: into, to: out }} }}',
        manifest='quad',
        points='  into: { entry: fib }\n  out: { return: fib }\n',
    )
    whole([*SOC, '--program', elf, '--wait-start', '--exit-when-done', '--quiet'], 'recursion',
          path=path)  # fmt: skip
    track = os.path.join(SCRATCH, 'recursion.vcd')
    if os.path.exists(track):
        os.remove(track)
    equal(events_of('recursion', '--gtkwave', track).returncode, 0, 'recursion.vcd')
    wave = Waveform(track)
    place = journal('recursion')['simulation']
    chance = random.Random(3)
    deepest = 0
    for core in range(4):
        rows = [r for r in records('recursion', core) if r.kind == stream.EVENT]
        into = rows[0].code
        events = [(r.time, 1 if r.code == into else -1) for r in rows]
        depth, edges = 0, []
        for when, step in events:
            if depth + max(step, 0) == 1:  # the outermost one begins or ends
                edges.append((place['time'] + place['period'] * when, '1' if step > 0 else '0'))
            depth += step
        times, levels = wave.changes[f'gnomon.quad.core{core}.fib']
        check(list(zip(times, levels, strict=True))[1:] == edges, f'intervals of core {core}')
        for when in chance.sample([t for t, _ in events[:-1]], 6):
            cycle = when + chance.randrange(-1, 2)
            found = at_cycle('recursion', cycle)['nodes'][core]['intervals']
            open_now, begin_of, end_of = nested(events, cycle)
            wanted = {'name': 'fib', 'from': begin_of, 'to': end_of, 'open': open_now}
            equal(found, [wanted] if open_now else [], f'core {core}, cycle {cycle}')
            deepest = max(deepest, open_now)
        # the counters were sampled once, at the end; the last one counts cycles
        flush, sample = records('recursion', core)[-2:]
        found = at_cycle('recursion', 1000)['nodes'][core]['sample']
        equal((flush.kind, found['from'], found['to']), (stream.FLUSH, 0, flush.time - 1), 'sample')
        equal(found['pairs'][-1]['a']['value'], sample.words[-2], 'counts of the sample')
    check(deepest > 3, f'depth {deepest}')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    raise SystemExit(run('places', of_module(globals())))
