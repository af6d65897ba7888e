#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The file server of Miller's DPM (1988, section IV.B): is what `gnomon causality` finds in its
events what the program did? `make fileserver` builds what it needs and runs it.

The program counts the ways of its requests, which never reach the event ports. All strings and
branches must be these, and the shares must be the probabilities that are built in, within their
sampling error.

Exit status: 0 if they are; 1 if not, or if the run failed; 2 on a wrong command line.
"""

import argparse
import collections
import json
import math
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from simulated import Fault, compile_program, perform

NAME = 'fileserver'
SIMULATOR, MONITOR = 'soc_pattern', 'quad_pattern'
SOURCES = ('sim/experiments/fileserver/server.c',)
USERS = 6
DEVIATIONS = 3  # standard errors that a share may be off

USER = 'user'
NAMES = {'R': 'interpreter', 'D': 'directory', 'B': 'buffer', 'I': 'disk'}  # letters of server.c
# what the program draws: (from, at, next), and the name of the per cent in server.c
DRAWN = (
    ('opens', 'OPEN_PERCENT', (USER, 'interpreter', 'directory')),
    ('buffer hits', 'HIT_PERCENT', ('interpreter', 'buffer', 'interpreter')),
    ('indirect blocks', 'INDIRECT_PERCENT', ('disk', 'buffer', 'disk')),
)


def built_in():
    """The probabilities of the program: name -> per cent."""
    with open(os.path.join(HERE, 'server.c'), encoding='utf-8') as file:
        found = re.findall(r'^#define (\w+_PERCENT) (\d+)$', file.read(), re.MULTILINE)
    return {name: int(percent) for name, percent in found}


def write_experiment(build, path, program, changes):
    """The experiment with this build's paths; `changes`: key -> value of further lines."""
    changes = {
        'manifest': os.path.join(build, 'sim', MONITOR, 'manifest.json'),
        'program': program,
        **changes,
    }
    with open(os.path.join(HERE, 'experiment.yaml'), encoding='utf-8') as file:
        text = file.read()
    for key, value in changes.items():
        text, found = re.subn(rf'(?m)^{key}:.*$', f'{key}: {value}', text)
        if not found:
            raise Fault(f"experiment.yaml has no '{key}'")
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def run(build, folder, requests, seed, changes=None):
    """Runs the program in the folder; returns the ways of its requests: text -> count."""
    shutil.rmtree(os.path.join(folder, 'run'), ignore_errors=True)
    os.makedirs(folder, exist_ok=True)
    program = os.path.join(folder, 'server.elf')
    experiment = os.path.join(folder, 'experiment.yaml')
    macros = {'REQUESTS': requests, 'SEED': seed}
    compile_program(build, NAME, SOURCES, macros, program)
    write_experiment(build, experiment, program, changes or {})
    words = perform(
        [
            *(os.path.join(build, 'sim', SIMULATOR), '--program', program),
            *('--wait-start', '--exit-when-done', f'+gnomon_experiment={experiment}'),
            f'+gnomon_run={os.path.join(folder, "run")}',
        ],
        SIMULATOR,
        NAME,
    )
    ways = collections.Counter()
    for way, count in re.findall(r'^trail (\w+) (\d+)$', words, re.MULTILINE):
        ways[way] += int(count)
    if sum(ways.values()) != requests * USERS:
        raise Fault(f'the program has counted {sum(ways.values())} of {requests * USERS} requests')
    return ways


def analyse(build, run_folder):
    """What `gnomon causality` finds in the events."""
    command = [os.path.join(build, 'bin', 'gnomon'), 'causality', run_folder, '--json']
    return json.loads(perform(command, 'gnomon', NAME))


def strings_of(ways):
    """(process, ...) -> count"""
    return {tuple(NAMES[letter] for letter in way): count for way, count in ways.items()}


def branches_of(ways):
    """(from, at, next) -> count"""
    found = collections.Counter()
    for way, count in strings_of(ways).items():
        way = (USER, *way, USER)
        for triple in zip(way, way[1:], way[2:], strict=False):
            found[triple] += count
    return dict(found)


def found_strings(result):
    return {tuple(s['processes']): s['count'] for s in result['strings'] if s['count']}


def found_branches(result):
    return {
        (state['from'], state['at'], branch['to']): branch['count']
        for state in result['branches']
        for branch in state['next']
    }


def differences(found, wanted, what):
    """A line for each count that is malformed."""
    return [
        f'{what} {" ".join(map(str, key))}: {found.get(key, 0)}, not {wanted.get(key, 0)}'
        for key in sorted({*found, *wanted}, key=str)
        if found.get(key, 0) != wanted.get(key, 0)
    ]


def compare(result, ways):
    """Lines about what differs from what the program did."""
    faults = differences(found_strings(result), strings_of(ways), 'string')
    faults += differences(found_branches(result), branches_of(ways), 'branch')
    unknown = sum(result['unknown'].values()) + sum(result['unknown_begin'].values())
    if unknown or result['breaks']:
        faults.append(f'{result["breaks"]} losses, {unknown} strings that are not known')
    return faults


def shares(result, percents):
    """Of each probability: (name, built in, found, count, of, standard errors between)."""
    branches = found_branches(result)
    for name, key, triple in DRAWN:
        of = sum(count for branch, count in branches.items() if branch[:2] == triple[:2])
        count = branches.get(triple, 0)
        p = percents[key] / 100
        error = math.sqrt(p * (1 - p) / of) if of else math.inf
        yield name, p, count / of if of else 0, count, of, abs(count / of - p) / error if of else 0


def arguments():
    parser = argparse.ArgumentParser(
        description='Compares what gnomon finds in the events of a file server with what it did.',
        epilog='docs/answers/causality.md explains the analysis.',
    )
    parser.add_argument('--build', default='build', help='folder of the build (build)')
    parser.add_argument('--folder', help='where the run goes (BUILD/fileserver)')
    parser.add_argument(
        '--requests', type=int, default=1000, metavar='N', help=f'of each of {USERS} users (1000)'
    )
    parser.add_argument('--seed', type=int, default=1, help='of the random numbers (1)')
    options = parser.parse_args()
    if not 1 <= options.requests <= 10**6 or not 0 <= options.seed < 2**32:
        parser.error('--requests must be 1 to 1000000, --seed 0 to 4294967295')
    return options


def main():
    options = arguments()
    build = os.path.abspath(options.build)
    folder = os.path.abspath(options.folder or os.path.join(build, 'fileserver'))
    try:
        ways = run(build, folder, options.requests, options.seed)
        result = analyse(build, os.path.join(folder, 'run'))
    except Fault as fault:
        print(f'fileserver: {fault}', file=sys.stderr)
        return 1
    faults = compare(result, ways)
    print(f'{result["requests"]} requests; {len(ways)} ways through the server')
    print(f'{"":16}{"built in":>9}{"found":>9}{"count":>8}{"of":>8}  standard errors')
    for name, p, share, count, of, errors in shares(result, built_in()):
        print(f'{name:16}{p:9.2%}{share:9.2%}{count:8}{of:8}{errors:17.2f}')
        if errors > DEVIATIONS or not of:
            faults.append(f'{name}: more than {DEVIATIONS} standard errors from {p:.0%}')
    for fault in faults:
        print(f'FAIL: {fault}')
    if not faults:
        print('All strings and branches are those that the program counted.')
    print(f'gnomon causality {os.path.relpath(os.path.join(folder, "run"))}')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
