# SPDX-License-Identifier: Apache-2.0
"""Whole runs by plusargs: the same records from all simulators, equal to what the target's own log
says; each way to end a simulation; and each bad input.

usage: test_run.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import json
import os
import resource
import signal
import subprocess
import textwrap
import time
from itertools import pairwise

from plusargs import (
    BINARY,
    CPP,
    CPP_WIDE,
    ICARUS,
    MODEL,
    MUTE,
    NEWER,
    PROGRAMS,
    SCRATCH,
    SOC,
    STATES,
    TWO,
    begin,
    end,
    exists,
    experiment,
    journal,
    logged,
    read,
    records,
    refused,
    report,
    stream,
    subprocess_of,
    whole,
)
from suite import HANG_SECONDS, check, equal, let_run, of_module, run
from truth import Truth

CODE = '  code: { address: 16 }\n'
PAGE = os.path.join(os.path.dirname(__file__), '../../../docs/guide/testbench.md')


def check_states(rows, log, kinds=(0, 1, 2, 3)):
    """Each event is a state of the target at its clock, and none of these kinds before the last one
    is missing, but in gaps."""
    states, code_of, at = dict(log), {}, []
    check(all(a[0] < b[0] for a, b in pairwise(log)), 'the target was started twice')
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


def check_whole(name, least, log=None):
    """The run has all up to a clock."""
    equal(journal(name)['state'], 'complete', f'state of {name}')
    rows = records(name)
    check(rows[-1].kind == stream.FLUSH and rows[-1].time >= least, f'end of {name}: {rows[-1]}')
    check_states(rows, logged(log or f'{name}.log'))


def test_page():
    """The first example of the page docs/guide/testbench.md prints what the page shows."""
    with open(PAGE, encoding='utf-8') as file:
        page = file.read()
    path = os.path.join(SCRATCH, 'page.yaml')
    with open(path, 'w', encoding='utf-8') as file:
        text = page.split('```yaml\n')[1].split('```')[0]
        file.write(text.replace('build/sim', os.path.dirname(CPP[0])))
    command = page.split('    build/sim/blinker ')[1].split('\n\n')[0].replace('\\\n', '').split()
    shown = page.split('for which the light was on:\n\n')[1].split('\n\n')[0]
    more = [word for word in command if not word.startswith(('+gnomon_exp', '+gnomon_run='))]
    printed = whole(CPP, 'page', *more, path=path)
    check(textwrap.dedent(shown) in printed, f'the page shows {shown}, and not {printed}')


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
    for kind, simulator in (('cpp', CPP), ('model', MODEL), ('binary', BINARY), ('icarus', ICARUS)):
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


def test_no_end_point():
    """A run whose end point does not come, or is lost, ends with status 1 in each simulator."""
    whole(CPP, 'lossy', '+gnomon_cycles=20000', '+blinker_log=lossy.log')
    seen = {row.time for row in records('lossy') if row.kind == stream.EVENT}
    lost = [s for clock, s in logged('lossy.log') if clock < max(seen) and clock not in seen]
    for name, state, clocks, why in (
        ('never', 0x7FFFFFFF, 300, 'but it ended before its end point'),
        ('lost', lost[len(lost) // 2], 20000, 'but without its end point, which may be among what'),
    ):
        path = experiment(
            name,
            'until: { point: last, nodes: all }',
            points=''.join(STATES) + f'  last: {{ match: "state == {state}" }}\n',
        )
        for simulator in (CPP, BINARY, NEWER, ICARUS)[: 4 if clocks < 1000 else 2]:
            process = begin(simulator, name, f'+gnomon_cycles={clocks}', path=path)
            _, err = process.communicate(timeout=HANG_SECONDS)
            equal(process.returncode, 1, err)
            check(f'the run is complete, {why}' in err, err)
            equal(journal(name)['state'], 'complete', f'state of {name}')


def test_killed():
    for kind, simulator in (('cpp', CPP), ('model', MODEL), ('icarus', ICARUS)):
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
    for force in [], ['+gnomon_force']:
        _, err = end(subprocess_of(TWO, f'+gnomon_experiment=left:{path}', '+gnomon_run=two_same',
                                   f'+gnomon_experiment=right:{path}', *force,
                                   folders=['two_same']), False)  # fmt: skip
        check('is also the run directory of monitor' in err and not exists('two_same'), err)


def test_bad_input():
    path = experiment('states')
    for simulator in CPP, ICARUS:
        refused(
            'is not that of manifest',
            simulator,
            path=experiment('other', manifest='quad', points=CODE),
        )
        refused('missing.elf', simulator, path=experiment('elf', 'program: missing.elf'))
        err = refused('missing.elf', simulator, '+gnomon_program=missing.elf')
        check(f'{path}: error: ' in err, f'a place in a file that does not name the ELF: {err}')
        refused("cannot open 'missing.yaml'", simulator, path='missing.yaml')


def test_end_before_the_start():
    """An end that is asked for in any clock of the load: a message and no folder, or a run."""
    for simulator in CPP, MODEL:
        first, last = 0, 65536
        while last - first > 1:
            clocks = (first + last) // 2
            process = begin(simulator, 'before', f'+max_clocks={clocks}')
            _, err = process.communicate(timeout=HANG_SECONDS)
            first, last = (first, clocks) if process.returncode == 0 else (clocks, last)
        check(first >= 16, f'a run that is asked to end in clock {first + 1} is complete')
        for clocks in {16, *range(max(16, first - 200), first, 3), *range(first - 8, first + 1)}:
            refused('before the run had started', simulator, f'+max_clocks={clocks}')
        whole(simulator, 'before', f'+max_clocks={last}')


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


def test_report_cut_off():
    """No room for the report: the run is whole, and no report is left that looks so."""

    def limit():  # between the files of the run and the report with all marks
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (12000, 12000))

    marks = 'actions: { s1: [record, mark] }'
    for name in 'cut.json', '/dev/full':
        _, err = end(begin(CPP, 'cut', '+gnomon_cycles=5000', f'+gnomon_report={name}',
                           path=experiment('cut', marks, points=STATES[1]), preexec_fn=limit),
                     good=False)  # fmt: skip
        check(f"cannot write the report to '{name}'" in err, err)
        equal(journal('cut')['state'], 'complete', 'state')
    check(not exists('cut.json'), 'half of a report is left')
    check(os.path.exists('/dev/full'), 'a device is removed')


def test_reset_stays():
    refused('the reset was not released within 1000000 cycles', MUTE, '+keep_reset')


def test_no_answer():
    _, err = end(begin(MUTE, 'refused'), good=False)
    check('no answer from the monitor' in err and not exists('refused'), err)
    return err[err.rindex('(') :].strip().splitlines()[0]


def test_same_records():
    """Four simulators, a run with losses and one without: same bytes, equal to the log."""
    counts = []
    for clocks in (3000, 20000):
        names = []
        for kind, simulator in (
            ('cpp', CPP),
            ('binary', BINARY),
            ('newer', NEWER),
            ('icarus', ICARUS),
        ):
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
        pairs = {(row.code, pc) for row, (_, pc) in zip(rows, should, strict=True)}
        equal(len(pairs), len(entries), f'codes of core {core}')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    raise SystemExit(run('run', of_module(globals())))
