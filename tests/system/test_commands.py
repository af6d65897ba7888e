# SPDX-License-Identifier: Apache-2.0
"""The commands one by one: the same result as `gnomon run`, and their help, options and JSON."""

import json
import os
import re

from bed import (
    PATIENT,
    Listing,
    Simulator,
    check,
    elf,
    equal,
    gnomon,
    manifest,
    refused,
    without_ports,
)
from stream import EVENT, RATIO, RunDirectory
from test_events import EVENTS, check_run, run_files
from truth import Truth

COMMANDS = ('gen points status manifest reset load start stop drain report run export').split()
JSON = ('status', 'points', 'report', 'run')


def stop_and_drain(run):
    gnomon('stop', run)
    equal(gnomon('drain', run).err.splitlines()[-1], 'gnomon: the run is complete', 'last words')


def drain_and_stop(run):
    answer = gnomon('drain', run)
    equal(
        answer.err.splitlines()[-1],
        'gnomon: the end point was reached, the run continues',
        'last words',
    )
    equal(RunDirectory(run).journal['state'], 'running', 'state')
    stop_and_drain(run)


def drain_with_stop(run):
    gnomon('drain', '--stop', run)


def drain_again(run):
    drain_with_stop(run)
    before = RunDirectory(run).journal
    gnomon('drain', '--stop', run)
    equal(RunDirectory(run).journal, before, 'journal after one drain too many')


def told_by(run):
    """What a run reports of the program: all but the number of the run and when it was stopped."""
    report = json.loads(gnomon('report', '--json', run).out)
    records = [
        [record for record in node if record.kind in (EVENT, RATIO) and record.code]
        for node in RunDirectory(run).nodes()
    ]
    samples = [sample for sample in report['samples'] if sample['code']]
    return records, samples, [node['points'] for node in report['nodes']], report['intervals']


def one_by_one(folder):
    """reset, load, start, then drain and stop in every order."""
    results = []
    path = EVENTS.write(os.path.join(folder, 'experiment.yaml'))
    for way in (None, stop_and_drain, drain_and_stop, drain_with_stop, drain_again):
        place = os.path.join(folder, way.__name__ if way else 'run')
        run = run_files(place)
        with Simulator(place) as simulator:
            if way:
                gnomon('reset', '-d', simulator.url)
                gnomon('load', path, '-d', simulator.url, '-o', run)
                equal(RunDirectory(run).journal['state'], 'loaded', 'state')
                gnomon('start', run)
                equal(RunDirectory(run).journal['state'], 'running', 'state')
                simulator.wait_done()
                way(run)
            else:
                answer = gnomon('run', '--json', path, '-d', simulator.url, '-o', run)
                equal(
                    json.loads(answer.out),
                    json.loads(gnomon('report', '--json', run).out),
                    'report of run',
                )
                simulator.wait_done()
            simulator.stop()
            truth = Truth(simulator.truth_path)
        equal(len(truth.syncs), 2, 'syncs')
        check_run(place, 'soc_bytes', EVENTS, truth)
        results.append(told_by(run))
        check(results[-1] == results[0], f'{way} reports otherwise than run')
    return f'{len(results)} ways'


def two_runs(folder):
    """A run whose monitor was powered off takes nothing from the next one's first run,
    which has the same number."""
    path = EVENTS.write(os.path.join(folder, 'experiment.yaml'))
    old, new = os.path.join(folder, 'old'), os.path.join(folder, 'new')
    numbers = []
    for run in (old, new):
        with Simulator(os.path.join(folder, f'simulator-{run[-3:]}')) as simulator:
            if run == new:
                answer = gnomon('drain', '-d', simulator.url, old, status=1)
                check('the monitor was reset and no longer has the run' in answer.err, answer.err)
            gnomon('load', path, '-d', simulator.url, '-o', run)
            gnomon('start', run)
            simulator.wait_done()
            numbers.append(RunDirectory(run).journal['run'])
            if run == old:
                gnomon('drain', run)  # up to the end point: it is not stopped
                before = RunDirectory(run).journal
                continue
            for command in ('drain', 'stop'):
                answer = gnomon(command, '-d', simulator.url, old, status=1)
                check('the monitor is in another run' in answer.err, answer.err)
            equal(RunDirectory(old).journal, before, 'journal of the run that is gone')
            stop_and_drain(new)
            simulator.stop()
    equal(numbers[0], numbers[1], 'numbers of the first runs')


def helps(_):
    """--help of each command names each option that the command takes."""
    for option in ('--help', '-h'):
        for command in COMMANDS:
            answer = gnomon(command, option)
            equal(answer.err, '', 'standard error')
            check(
                answer.out.startswith(f'usage: gnomon {command}'),
                f'help of {command}: {answer.out[:60]!r}',
            )
            check('\n  -h, --help ' in answer.out, f'help of {command}')
            equal('--json' in answer.out, command in JSON + ('gen',), f'--json of {command}')
        top = gnomon(option)
        check(
            top.out.startswith('usage: gnomon COMMAND')
            and all(f'\n  {command} ' in top.out for command in COMMANDS),
            top.out,
        )
    check(re.fullmatch(r'gnomon \d+\.\d+\.\d+\n', gnomon('--version').out), 'version')


def usage(folder):
    """What is not understood: status 2, and a word on where help is."""
    run, experiment = (
        os.path.join(folder, 'run'),
        EVENTS.write(os.path.join(folder, 'experiment.yaml')),
    )
    cases = [(), ('frobnicate',), ('--frobnicate',)]
    cases += [(command, '--frobnicate') for command in COMMANDS]
    cases += [
        (command,)
        for command in ('gen', 'points', 'load', 'start', 'stop', 'drain', 'report', 'run')
    ]
    cases += [
        ('report', run, run),
        ('status', 'x'),
        ('load', experiment, '-d', 'tcp:x:1'),
        ('run', experiment, '-d', 'tcp:x:1'),
        ('status', '-d'),
        ('status', '-d', 'tcp:127.0.0.1:1', '-t', 'soon'),
        ('status', '-d', 'tcp:127.0.0.1:1', '-t', '0'),
        ('run', experiment, '-d', 'tcp:x:1', '-o', run, '-l', '-5'),
        ('report', run, '--json=yes'),
        ('report', run, '--width', '2'),
    ]
    for case in cases:
        answer = gnomon(*case, status=2)
        equal(answer.out, '', f'standard output of {case}')
        check(
            '--help' in answer.err or 'usage:' in answer.err, f'message of {case}: {answer.err!r}'
        )
    equal(sorted(os.listdir(folder)), ['experiment.yaml'], 'what is there afterwards')
    return f'{len(cases)} cases'


def outputs_json(folder):
    """The JSON output is JSON, and true."""
    functions = json.loads(gnomon('points', '--json', elf('events')).out)['functions']
    check({'fib', 'irq_entry', 'done'} <= {function['name'] for function in functions}, 'functions')
    with Simulator(folder, truth=False) as simulator:
        for more in ([], ['-m', manifest('soc_bytes')]):
            status = json.loads(gnomon('status', '--json', '-d', simulator.url, *more).out)
            with open(manifest('soc_bytes'), encoding='utf-8') as file:
                equal(status['hash'], json.load(file)['hash'], 'hash')
            equal(
                (status['run'], status['active'], status['full'], status['head']),
                (0, False, False, 0 if more else None),
                'status of a new monitor',
            )
        gnomon('reset', '-d', simulator.url)
        equal(
            json.loads(gnomon('status', '--json', '-d', simulator.url).out)['run'] & 128,
            128,
            'run number after a reset',
        )


def without_file(folder):
    """A monitor with a ROM: a run of an experiment without a manifest reports as one with it."""
    path = EVENTS.write(os.path.join(folder, 'experiment.yaml'), 'soc_uart')
    bare = EVENTS.write(os.path.join(folder, 'bare.yaml'), None)
    told = []
    for name, experiment in (('named', path), ('bare', bare)):
        place = os.path.join(folder, name)
        run = run_files(place)
        with Simulator(place, 'soc_uart') as simulator:
            if name == 'bare':
                kept = gnomon('manifest', '-d', simulator.url).out
                equal(json.loads(kept), without_ports(manifest('soc_uart')), 'manifest')
                state = json.loads(gnomon('status', '--json', '-d', simulator.url).out)
                equal(state['monitor'], 'quad_uart', 'name of the monitor')
            gnomon('run', experiment, '-d', simulator.url, '-o', run, *PATIENT)
            simulator.wait_done()
            simulator.stop()
            truth = Truth(simulator.truth_path)
        check_run(place, 'soc_uart', EVENTS, truth)
        kept = without_ports(os.path.join(run, 'manifest.json'))
        equal(kept, without_ports(manifest('soc_uart')), 'manifest')
        told.append(told_by(run))
    equal(told[1], told[0], 'what the run without a file reports')
    with Simulator(os.path.join(folder, 'other')) as simulator:
        words = ('has no ROM with its manifest',)
        refused(words, 'manifest', '-d', simulator.url)
        refused(words, 'run', bare, '-d', simulator.url, '-o', os.path.join(folder, 'none'))
        words = ("is not that of manifest 'quad_uart'",)
        refused(words, 'run', path, '-d', simulator.url, '-o', os.path.join(folder, 'none'))
        simulator.stop()


def points_agree(_):
    """Entries and returns of all functions of both programs, as objdump has them."""
    total = 0
    for program in ('events', 'matmul'):
        listing = Listing(elf(program))
        for function in json.loads(gnomon('points', '--json', elf(program)).out)['functions']:
            name = function['name']
            equal(
                (function['entry'], sorted(function['returns']), function['indirect']),
                (listing.functions[name], listing.returns[name], 0),
                f'{name} of {program}',
            )
            total += 1
    return f'{total} functions'


TESTS = {
    'commands/one_by_one': one_by_one,
    'commands/two_runs': two_runs,
    'commands/help': helps,
    'commands/usage': usage,
    'commands/json': outputs_json,
    'commands/rom': without_file,
    'commands/points': points_agree,
}
