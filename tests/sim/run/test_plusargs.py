# SPDX-License-Identifier: Apache-2.0
"""Plusargs that cannot be meant: names of options and monitors that are not there, values, and
places that cannot be written. Each is one message before the load, and nothing is left or lost.

usage: test_plusargs.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import os
import shutil

from plusargs import (
    BINARY,
    CPP,
    ICARUS,
    NEWER,
    SCRATCH,
    TWO,
    end,
    exists,
    experiment,
    refused,
    subprocess_of,
    whole,
)
from suite import check, equal, of_module, run

NO_MONITOR = 'no bridge of this simulation has that name as its parameter MONITOR: the names are: '
# root may write everything: not as root
BOUND = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] if os.geteuid() == 0 else []


def fails(what, simulator, *plusargs, left=()):
    """A simulation that must end with this message alone, and leave none of these; its text."""
    out, err = end(subprocess_of(simulator, *plusargs, folders=left), good=False)
    lines = [line for line in err.splitlines() if line.startswith('gnomon_bridge:')]
    check(len(lines) == 1 and what in lines[0], f'no single message with "{what}": {err}')
    check(not [name for name in left if exists(name)], f'{what}: something is left')
    return out + err


def snapshot(name):
    """The files of a folder, and what they hold."""
    found = {}
    for folder, _, files in os.walk(os.path.join(SCRATCH, name)):
        for file in files:
            path = os.path.join(folder, file)
            with open(path, 'rb') as data:
                found[path] = data.read()
    return found


def test_unknown():
    """A name that is not there, with the nearest one."""
    wrong = (
        (
            '+gnomon_reprot',
            "+gnomon_reprot is not a plusarg of the bridge; did you mean '+gnomon_rep",
        ),
        ('+gnomon_cylces=9', "did you mean '+gnomon_cycles'?"),
        ('+gnomon_forced', "did you mean '+gnomon_force'?"),
        ('+gnomon_report_=x', "did you mean '+gnomon_report'?"),
        ('+gnomon_\x1b[31m\n', '+gnomon_\\x1b[31m\\x0a is not a plusarg of the bridge: after'),
        ('+gnomon_', "after '+gnomon_' it has port, port_file, experiment, run, program, report"),
    )
    for simulator in CPP, BINARY, NEWER, ICARUS:
        for plusarg, message in wrong:
            err = refused(message, simulator, plusarg)
            check('\x1b' not in err, f'an escape: {err!r}')
    for more in '+gnomon_reporter', '+gnomon_repor':
        refused("did you mean '+gnomon_report'?", CPP, '+gnomon_report', more)
    fails("did you mean '+gnomon_run'?", CPP, f'+gnomon_experiment={experiment("states")}',
          '+gnomon_rnu=rnu', left=['rnu'])  # fmt: skip
    fails("did you mean '+gnomon_port'?", CPP, '+gnomon_prot=0')


def test_values():
    for simulator in CPP, ICARUS:
        for value in '0', '1', '':
            refused("'+gnomon_force' takes no value", simulator, f'+gnomon_force={value}')
        refused("has no value: use '+gnomon_cycles=VALUE'", simulator, '+gnomon_cycles')
        refused('is not a number', simulator, '+gnomon_cycles=many')
        fails("has no value: use '+gnomon_port=VALUE'", simulator, '+gnomon_port')
    fails("has no value: use '+gnomon_run=VALUE'", CPP,
          f'+gnomon_experiment={experiment("states")}', '+gnomon_run')  # fmt: skip


def test_unknown_monitor():
    """A name that no monitor has, in any plusarg, before or behind those of the others."""
    path = experiment('states')
    left = [f'+gnomon_experiment=left:{path}', '+gnomon_run=left:args_left']
    for more in ([f'+gnomon_experiment=mid:{path}'], ['+gnomon_run=mid:args_mid'],
                 ['+gnomon_program=mid:a.elf'], ['+gnomon_cycles=mid:8'],
                 ['+gnomon_progress=mid:8'], ['+gnomon_port=mid:8'],
                 ['+gnomon_port_file=mid:p'], ['+gnomon_report=mid:args.json']):  # fmt: skip
        for plusargs in left + more, more + left:
            err = fails(f"is for monitor 'mid', and {NO_MONITOR}'left', 'right'", TWO, *plusargs,
                        left=['args_left', 'args_mid'])  # fmt: skip
            check(f'{more[0]} is for' in err, err)
    for simulator in CPP, BINARY, NEWER, ICARUS:
        refused(f"is for monitor 'quad', and {NO_MONITOR}'counter'", simulator, path=f'quad:{path}')
        fails(f"+gnomon_run=quad:args is for monitor 'quad', and {NO_MONITOR}'counter'", simulator,
              f'+gnomon_experiment={path}', '+gnomon_run=quad:args', left=['args'])  # fmt: skip
        fails(f"+gnomon_port=quad:0 is for monitor 'quad', and {NO_MONITOR}'counter'", simulator,
              '+gnomon_port=quad:0')  # fmt: skip
    fails("the experiment of monitor 'left' has no run directory: +gnomon_run=right:args_right "
          "is for monitor 'right'; use +gnomon_run=left:DIR", TWO,
          f'+gnomon_experiment=left:{path}', '+gnomon_run=right:args_right',
          left=['args_right'])  # fmt: skip


def test_no_place():
    """A folder or a report that could not be made is told at the first clock; nothing is made."""
    states = f'+gnomon_experiment={experiment("states")}'
    for simulator in CPP, ICARUS:
        for run_dir, report, what in (
            ('nowhere/run', '', "cannot make folder 'nowhere/run': No such file"),
            ('refused', '=nowhere/a.json', "cannot write the report to 'nowhere/a.json': No such"),
            ('refused', '=.', "cannot write the report to '.': Is a directory"),
        ):
            text = fails(what, simulator, states, f'+gnomon_run={run_dir}',
                         f'+gnomon_report{report}', left=['refused'])  # fmt: skip
            check('clocks' not in text, text)  # has nothing to do with time
            check(('Time: 20 ' if simulator is ICARUS else '[20000]') in text, f'late: {text}')
    whole(CPP, 'inside', '+gnomon_cycles=500', '+gnomon_report=inside/report.json')
    check(exists('inside/report.json'), 'no report in the run directory')


def test_foreign():
    """A file of the user is not replaced: a report only where a report is, a port where one is."""
    states = f'+gnomon_experiment={experiment("states")}'
    mine = os.path.join(SCRATCH, 'mine')
    for text in 'mine\n', '{"mine": 1}\n', '12 monkeys\n':
        with open(mine, 'w', encoding='utf-8') as file:
            file.write(text)
        fails("'mine' exists and is not replaced: it is not a report", CPP, states,
              '+gnomon_run=refused', '+gnomon_report=mine', left=['refused'])  # fmt: skip
        fails(
            'cannot write the port file: File exists',
            CPP,
            '+gnomon_port=0',
            '+gnomon_port_file=mine',
        )
        with open(mine, encoding='utf-8') as file:
            equal(file.read(), text, 'the file of the user')
    for name in 'again.json', 'again.txt':
        for turn in 'first', 'second':
            whole(CPP, f'again-{turn}-{name}', '+gnomon_cycles=500', f'+gnomon_report={name}')


def test_no_permission():
    """What may not be written stays as it is: an old run, its folder, the folder of a report."""
    states = f'+gnomon_experiment={experiment("states")}'
    shut = os.path.join(SCRATCH, 'shut')
    old = os.path.join(SCRATCH, 'old')
    for folder in shut, old:
        if os.path.exists(folder):
            os.chmod(folder, 0o755)
            shutil.rmtree(folder)
    whole(CPP, 'old', '+gnomon_cycles=500')
    os.mkdir(shut)
    whole(CPP, 'shut/run', '+gnomon_cycles=500', '+gnomon_report=shut/old.json')
    os.chmod(os.path.join(shut, 'old.json'), 0o444)
    os.chmod(shut, 0o555)
    os.chmod(old, 0o555)
    shutil.rmtree(os.path.join(SCRATCH, 'refused'), ignore_errors=True)
    before = snapshot('old'), snapshot('shut'), sorted(os.listdir(SCRATCH))
    for simulator in CPP, ICARUS:
        bound = [*BOUND, *simulator]
        fails("cannot replace folder 'old': Permission denied", bound, states, '+gnomon_run=old',
              '+gnomon_force')  # fmt: skip
        for name, force in ('shut/new', []), ('shut/run', ['+gnomon_force']):
            fails(f"cannot make folder '{name}': Permission denied", bound, states,
                  f'+gnomon_run={name}', *force)  # fmt: skip
        for name in 'shut/new.json', 'shut/old.json':
            fails(f"cannot write the report to '{name}': Permission denied", bound, states,
                  '+gnomon_run=refused', f'+gnomon_report={name}', left=['refused'])  # fmt: skip
    equal(os.stat(old).st_mode & 0o777, 0o555, 'mode')
    check((snapshot('old'), snapshot('shut'), sorted(os.listdir(SCRATCH))) == before, 'changed')
    os.chmod(shut, 0o755)
    os.chmod(old, 0o755)
    end(subprocess_of([*BOUND, *CPP], states, '+gnomon_run=old', '+gnomon_force',
                      '+gnomon_cycles=900'))  # fmt: skip
    check(snapshot('old') != before[0], 'a run that may be replaced is not')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    raise SystemExit(run('plusargs', of_module(globals())))
