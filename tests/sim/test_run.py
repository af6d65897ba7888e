# SPDX-License-Identifier: Apache-2.0
"""Whole runs by plusargs: the same records from all simulators, equal to what the target's own log
says; each way to end a simulation; and each bad input.

usage: test_run.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

from suite import HANG_SECONDS, check, equal, let_run, of_module, run
from waveform import Waveform

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'system', 'lib'))
import stream  # noqa: E402
from truth import Truth  # noqa: E402

SIM, PROGRAMS, GNOMON, SCRATCH = (os.path.abspath(word) for word in sys.argv[1:5])
SCRATCH = os.path.join(SCRATCH, 'run')
CODE = '  code: { address: 16 }\n'
LOST = ('-', '(lost)')  # no events of a waveform
STATES = [f'  s{i}: {{ match: "state in {i}/3" }}\n' for i in range(4)]


def icarus(name):
    return ['vvp', '-M', os.path.join(SIM, 'icarus'), '-m', 'gnomon_bridge',
            os.path.join(SIM, 'icarus', f'{name}.vvp')]  # fmt: skip


CPP, CPP_WIDE, BINARY, ICARUS, TWO, MUTE, SOC = (
    [os.path.join(SIM, 'blinker')],
    [os.path.join(SIM, 'blinker_wide')],
    [os.path.join(SIM, 'blinker_binary', 'blinker_tb')],
    icarus('blinker_tb'),
    icarus('two_tb'),
    [os.path.join(SIM, 'mute')],
    [os.path.join(SIM, 'soc_bytes')],
)


def experiment(name, more='', manifest='counter', points=None):
    path = os.path.join(SCRATCH, f'{name}.yaml')
    with open(path, 'w', encoding='ascii') as file:
        file.write(
            f'gnomon: 1\nmanifest: {SIM}/{manifest}/manifest.json\n{more}\npoints:\n'
            + (points or ''.join(STATES))
        )
    return path


def begin(simulator, name, *plusargs, path=None, prefix='', **options):
    """A simulation with a run into the folder `name`; prefix: the monitor's name and a colon."""
    shutil.rmtree(os.path.join(SCRATCH, name), ignore_errors=True)
    return subprocess.Popen(
        [
            *simulator,
            f'+gnomon_experiment={path or experiment("states")}',
            f'+gnomon_run={prefix}{name}',
            f'+max_seconds={HANG_SECONDS}',
            *plusargs,
        ],
        cwd=SCRATCH,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        **options,
    )


def end(process, good=True):
    out, err = process.communicate(timeout=HANG_SECONDS)
    check((process.returncode == 0) == good, f'exit status {process.returncode}: {err}')
    return out, err


def whole(simulator, name, *plusargs, **options):
    """A run that must be complete; its output."""
    out, err = end(begin(simulator, name, *plusargs, **options))
    check('the run is complete' in err, err)
    return out


def journal(name):
    with open(os.path.join(SCRATCH, name, 'run.json'), encoding='utf-8') as file:
        return json.load(file)


def read(name, file='node_0'):
    with open(os.path.join(SCRATCH, name, 'trace', file), 'rb') as trace:
        return trace.read()


def records(name, node=0):
    """The records of a node, by a reader that shares no code with the host."""
    with open(os.path.join(SCRATCH, name, 'manifest.json'), encoding='utf-8') as file:
        manifest = json.load(file)
    own, state = manifest['nodes'][node], journal(name)
    return stream.read_stream(
        os.path.join(SCRATCH, name, 'trace', f'node_{node}'),
        node,
        state['run'],
        own.get('time_bits', manifest.get('time', {}).get('bits', 32)),
        state['nodes'][node]['size'],
    )


def logged(name):
    """(clock, state) of each state that the target's log has."""
    with open(os.path.join(SCRATCH, name), encoding='ascii') as file:
        return [tuple(map(int, line.split())) for line in file if line.endswith('\n')]


def check_states(rows, log, kinds=(0, 1, 2, 3)):
    """Each event is a state of the target at its clock, and none of these kinds before the last one
    is missing, but in gaps."""
    states, code_of, at = dict(log), {}, []
    check(all(a[0] < b[0] for a, b in zip(log, log[1:])), 'the target was started twice')
    lost = [(row.time, row.resumed) for row in rows if row.kind == stream.GAP]
    for row in rows:
        if row.kind == stream.EVENT:
            check(row.time in states, f'no state begins at clock {row.time}')
            kind = states[row.time] % 4
            equal(code_of.setdefault(kind, row.code), row.code, f'code of state {kind}')
            at.append(row.time)
    equal((sorted(code_of), len(set(code_of.values()))), (list(kinds), len(kinds)), 'codes')
    seen = set(at)
    missing = [
        clock
        for clock, state in log
        if state % 4 in kinds
        and clock <= at[-1]
        and clock not in seen
        and not any(first <= clock <= last for first, last in lost)
    ]
    equal(missing, [], 'states without an event')
    return len(at)


def report(name):
    """The text of `gnomon report`."""
    return subprocess.run([GNOMON, 'report', name], cwd=SCRATCH, capture_output=True, text=True,
                          check=True).stdout  # fmt: skip


def check_whole(name, least, log=None):
    """The run has all up to a clock."""
    equal(journal(name)['state'], 'complete', f'state of {name}')
    rows = records(name)
    check(rows[-1].kind == stream.FLUSH and rows[-1].time >= least, f'end of {name}: {rows[-1]}')
    check_states(rows, logged(log or f'{name}.log'))


def test_end_by_finish():
    for kind, simulator in (('binary', BINARY), ('icarus', ICARUS)):
        name = f'finish_{kind}'
        out = whole(simulator, name, '+clocks=3000', f'+blinker_log={name}.log')
        if kind == 'binary':
            equal(out.count('Verilog $finish'), 1, out)
        check_whole(name, 3000)
    check(read('finish_binary') == read('finish_icarus'), 'other records')


def test_end_of_main():
    whole(CPP, 'main', '+max_clocks=25000', '+blinker_log=main.log')
    check_whole('main', 1)


def test_end_by_signal():
    for kind, simulator in (('cpp', CPP), ('binary', BINARY), ('icarus', ICARUS)):
        for number in signal.SIGINT, signal.SIGTERM:
            name = f'signal_{kind}'
            process = begin(simulator, name, f'+blinker_log={name}.log')
            wait_running(name, process)
            process.send_signal(number)
            end(process)
            check_whole(name, 1)


def wait_running(name, process):
    """Until records are in the run directory."""
    limit = time.monotonic() + HANG_SECONDS
    while process.poll() is None and time.monotonic() < limit:
        if os.path.exists(os.path.join(SCRATCH, name, 'run.json')) and journal(name)['position']:
            return
        time.sleep(0.01)
    check(False, f'{name} does not run')


def test_end_by_second_signal():
    """The second signal does not wait for the flush, which takes Icarus long."""
    process = begin(ICARUS, 'second', '+blinker_log=second.log')
    wait_running('second', process)
    process.send_signal(signal.SIGINT)
    let_run(process, 0.05)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=HANG_SECONDS)
    equal(process.returncode, -signal.SIGTERM, 'exit status')
    check(journal('second')['state'] != 'complete', 'a whole run')


def test_end_by_point():
    """A run that ends at its own end point; the simulation goes on."""
    out = whole(CPP, 'until', '+max_clocks=60000', '+blinker_log=until.log', '+gnomon_report',
                path=experiment('until', 'until: { point: s3, nodes: all }'))  # fmt: skip
    check('complete' in out, out)
    check(records('until')[-1].time < 15000, 'the run goes on')


def test_killed():
    for kind, simulator in (('cpp', CPP), ('icarus', ICARUS)):
        name = f'killed_{kind}'
        process = begin(simulator, name, f'+blinker_log={name}.log')
        wait_running(name, process)
        process.kill()
        process.communicate()
        equal(journal(name)['state'], 'running', 'state')
        text = report(name)
        check('no flush record' in text and ', running,' in text, text)


def test_hard_end():
    """The clock stops: what is in the monitor cannot be had."""
    _, err = end(
        begin(TWO, 'hard', '+stop_clock=40000', '+gnomon_cycles=1000000',
              path=f'left:{experiment("states")}', prefix='left:'),
        good=False,
    )  # fmt: skip
    check('before the run was whole' in err, err)
    equal(journal('hard')['state'], 'running', 'state')
    check('no flush record' in report('hard'), 'no word of the missing end')


def test_two_monitors():
    path = experiment('states')
    out, err = end(
        subprocess_of(TWO, f'+gnomon_experiment=left:{path}', '+gnomon_run=left:two_left',
                      f'+gnomon_experiment=right:{path}', '+gnomon_run=right:two_right',
                      '+gnomon_cycles=2000', '+gnomon_report=left:two.json',
                      folders=('two_left', 'two_right'))
    )  # fmt: skip
    equal(err.count('the run is complete'), 2, err)
    check('nodes' not in out, f'a report that nobody wants: {out}')
    for name in 'two_left', 'two_right':
        equal(journal(name)['state'], 'complete', name)
    check(read('two_left') == read('two_right'), 'other records')
    with open(os.path.join(SCRATCH, 'two.json'), encoding='utf-8') as file:
        equal(json.load(file)['run']['state'], 'complete', 'report')
    _, err = end(subprocess_of(TWO, f'+gnomon_experiment={path}', '+gnomon_run=two_none'), False)
    check('names none of the monitors' in err and not exists('two_none'), err)


def events_of(name, *words):
    return subprocess.run([GNOMON, 'events', name, *words], cwd=SCRATCH, capture_output=True,
                          text=True, timeout=HANG_SECONDS)  # fmt: skip


def refused_wave(message, name, *words):
    done = events_of(name, '--gtkwave', 'refused.fst', *words)
    check(done.returncode == 1 and message in done.stderr, done.stderr)
    check(not [f for f in os.listdir(SCRATCH) if 'refused.fst' in f], 'a file is left')


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
    place = journal('waves')['simulation']
    period = 40  # of blinker_tb.v
    equal(place['period'], period, 'period')
    for name, changes in dump.changes.items():
        equal(both.changes[name], changes, f'{name} beside the events')
    own = 'gnomon.counter.light'
    found = []
    for wave in track, both:
        times, texts = wave.changes[f'{own}.events']
        at = [(tick, text) for tick, text in zip(times, texts) if text[1:] not in LOST]
        found.append(at)
        rows = records('waves')
        begins = [place['time'] + period * r.time for r in rows if r.kind == stream.EVENT]
        check([tick for tick, _ in at] == begins, 'other times')
        gaps = [tick for tick, text in zip(times, texts) if text == 's(lost)']
        equal(len(gaps), sum(r.kind == stream.GAP for r in rows), 'gaps')
        equal({wave.at(f'{own}.light', tick) for tick in gaps}, {'x'}, 'interval in a gap')
        for tick, text in at:
            state = int(dump.at('blinker_tb.u_sim.state', tick)[1:], 2)
            equal(text, f'ss{state % 4}', f'state at {tick}')
            if state % 4 in (1, 3):
                level = '1' if state % 4 == 1 else '0'
                equal(wave.at(f'{own}.light', tick), level, f'interval at {tick}')
            equal(times[times.index(tick) + 1], tick + period, f'end of the event at {tick}')
    check(found[0] == found[1] and len(found[0]) > 200, f'{len(found[0])} events')
    refused_wave('exists already', 'waves', '--gtkwave', 'track.vcd')
    refused_wave('cannot open', 'waves', '--waveform', 'missing.fst')
    refused_wave('no waveform that can be read', 'waves', '--waveform', 'waves.yaml')
    refused_wave('no waveform that can be read', 'waves', '--waveform', 'waves/run.json')


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
            [[i['begin'], i['end']] for i in node['intervals']],
            node['unseen'] is not None,
        )
        equal(found, expected_at(rows, names, cycle), f'cycle {cycle}')
        lit += len(node['intervals'])
    check(lit > 3, f'{lit} intervals')


def subprocess_of(simulator, *plusargs, folders=()):
    for folder in folders:
        shutil.rmtree(os.path.join(SCRATCH, folder), ignore_errors=True)
    return subprocess.Popen(
        [*simulator, *plusargs],
        cwd=SCRATCH,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )


def exists(name):
    return os.path.exists(os.path.join(SCRATCH, name))


def refused(what, simulator, *plusargs, **options):
    """A run that must fail with a message, and leave no run directory."""
    _, err = end(begin(simulator, 'refused', *plusargs, **options), good=False)
    lines = [line for line in err.splitlines() if line.startswith('gnomon_bridge:')]
    check(what in err and len(lines) == 1, f'no single message with "{what}": {err}')
    check(not exists('refused'), f'{what}: a run directory is left')


def test_bad_input():
    path = experiment('states')
    for simulator in CPP, ICARUS:
        refused(
            'is not that of manifest',
            simulator,
            path=experiment('other', manifest='quad', points=CODE),
        )
        refused('missing.elf', simulator, path=experiment('elf', 'program: missing.elf'))
        refused('missing.elf', simulator, '+gnomon_program=missing.elf')
        refused("cannot open 'missing.yaml'", simulator, path='missing.yaml')
        refused('no bridge of this simulation has that name', simulator, path=f'quad:{path}')
        refused('is no number', simulator, '+gnomon_cycles=many')
    refused('before the run had started', CPP, '+max_clocks=300')


def test_folder_exists():
    whole(CPP, 'twice', '+gnomon_cycles=1000', '+blinker_log=twice.log')
    first = read('twice')
    _, err = end(
        subprocess_of(CPP, f'+gnomon_experiment={experiment("states")}', '+gnomon_run=twice'),
        good=False,
    )
    check(
        "'twice' exists already" in err and '+gnomon_force' in err and read('twice') == first, err
    )
    _, err = end(
        subprocess_of(CPP, f'+gnomon_experiment={experiment("states")}', '+gnomon_run=twice',
                      '+gnomon_force', '+gnomon_cycles=2000')
    )  # fmt: skip
    check(len(read('twice')) > 0, err)


def test_disk_full():
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))

    _, err = end(begin(CPP, 'full', preexec_fn=limit), good=False)
    check('cannot write' in err, err)
    equal(journal('full')['state'], 'running', 'state')
    check('no flush record' in report('full'), 'no word of the missing end')


def test_reset_stays():
    refused('the reset was not released within 1000000 clocks', MUTE, '+keep_reset')


def test_no_answer():
    _, err = end(begin(MUTE, 'refused'), good=False)
    check('no answer from the monitor' in err and not exists('refused'), err)
    return err[err.rindex('(') :].strip().splitlines()[0]


def test_same_records():
    """Three simulators, a run with losses and one without: same bytes, equal to the log."""
    counts = []
    for clocks in (3000, 20000):
        names = []
        for kind, simulator in (('cpp', CPP), ('binary', BINARY), ('icarus', ICARUS)):
            names.append(f'same_{kind}_{clocks}')
            whole(simulator, names[-1], f'+gnomon_cycles={clocks}',
                  f'+blinker_log={names[-1]}.log')  # fmt: skip
        for other in names[1:]:
            check(read(other) == read(names[0]), f'{other} has other records than {names[0]}')
        counts.append(check_states(records(names[0]), logged(f'{names[0]}.log')))
    check(any(row.kind == stream.GAP for row in records(names[0])), 'no loss')
    return f'{counts} events'


def test_no_loss():
    """A port that takes a byte a clock keeps up for ever, and the run is the same each time."""
    path = experiment('wide', manifest='counter_wide', points=STATES[1] + STATES[3])
    for name in 'wide1', 'wide2':
        whole(CPP_WIDE, name, '+gnomon_cycles=100000', f'+blinker_log={name}.log', path=path)
    check(read('wide1') == read('wide2'), 'two runs differ')
    rows = records('wide1')
    check(all(row.kind != stream.GAP for row in rows), 'a loss')
    check(rows[-1].kind == stream.FLUSH and rows[-1].time >= 100000, f'end {rows[-1]}')
    return f'{check_states(rows, logged("wide1.log"), (1, 3))} events'


def nm(elf, *names):
    text = subprocess.run(['riscv64-unknown-elf-nm', elf], check=True, capture_output=True,
                          text=True).stdout  # fmt: skip
    found = {line.split()[2]: int(line.split()[0], 16) for line in text.splitlines()}
    return [found[name] for name in names]


def test_soc():
    """The quad-core target: each retired instruction of the points, of all cores."""
    elf = os.path.join(PROGRAMS, 'matmul.elf')
    entries = nm(elf, 'phase_init', 'phase_multiply', 'barrier')
    points = ''.join(f'  p{i}: {{ address: {pc:#x} }}\n' for i, pc in enumerate(entries))
    out = whole(
        [*SOC, '--program', elf, '--wait-start', '--exit-when-done', '--quiet',
         '--truth', 'soc.truth'],
        'soc', '+gnomon_report',
        path=experiment('soc', manifest='quad', points=points),
    )  # fmt: skip
    check('nodes' in out, 'no report')
    truth = Truth(os.path.join(SCRATCH, 'soc.truth'))
    zero = [cycle for cycle, held in truth.holds if not held][-1]
    for core in range(4):
        should = [(at - zero, pc) for at, pc in truth.retired(core) if pc in entries and at >= zero]
        rows = [row for row in records('soc', core) if row.kind == stream.EVENT]
        equal([row.time for row in rows], [at for at, _ in should], f'times of core {core}')
        pairs = {(row.code, pc) for row, (_, pc) in zip(rows, should)}
        equal(len(pairs), len(entries), f'codes of core {core}')
        # the counters were sampled once, at the end; the last one counts cycles
        end, sample = records('soc', core)[-2:]
        found = at_cycle('soc', 1000)['nodes'][core]['sample']
        equal((end.kind, found['from'], found['to']), (stream.FLUSH, 0, end.time - 1), 'sample')
        equal(found['pairs'][-1]['a']['value'], sample.words[-2], 'counts of the sample')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('run', of_module(globals())))
