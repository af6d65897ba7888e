#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The time that a description or an experiment takes grows with its size,
not with the square of it.

growth.py GNOMON GNOMON_GEN; runs from the root of the repository. Compares
processor time at two sizes.
"""

import os
import resource
import subprocess
import sys
import tempfile

GNOMON, GEN = (os.path.abspath(path) for path in sys.argv[1:])
SIZE, TIMES = 10000, 4
MOST = 2 * TIMES  # of the time at the smaller size; with the square it would be 16 times
FLOOR = 0.5  # seconds that starting, reading and printing may differ by
HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs


def lines(form, count):
    return ''.join(form.format(i, 4 * i) for i in range(count))


def listed(form, count, between=', '):
    return between.join(form.format(i) for i in range(count))


GEN_HEAD = 'gnomon: 1\nname: one\nclock: 50 MHz\n'
GEN_CASES = {
    'unknown keys': lambda n: GEN_HEAD + lines('k{}: 1\n', n),
    'the same key': lambda n: GEN_HEAD + lines('clock: 1\n', n),
    'nodes': lambda n: GEN_HEAD + 'nodes:\n' + lines('  - {{ name: c{} }}\n', n),
    'fields': lambda n: (
        GEN_HEAD + f'nodes:\n  - watch: {{ fields: [ {listed("{{ name: f{}, bits: 1 }}", n)} ] }}\n'
    ),
    'nested lists': lambda n: 'gnomon: ' + '[' * (5 * n),
    'nested mappings': lambda n: 'gnomon: ' + '{a: ' * n,
    'anchors': lambda n: GEN_HEAD + f'nodes: [ {listed("&a{} x", n)} ]\n',
}
TWO = 'points: { a: { address: 4 }, b: { address: 8 } }\n'
CASES = {
    'unknown keys': lambda n: TWO + lines('k{}: 1\n', n),
    'the same key': lambda n: lines('limit: 1 s\n', n),
    'points': lambda n: 'points:\n' + lines('  p{}: {{ address: {} }}\n', n),
    'points at fault': lambda n: 'points:\n' + lines('  p{}: {{ adress: {} }}\n', n),
    'the same point': lambda n: 'points:\n' + lines('  p: {{ address: {1} }}\n', n),
    'unknown symbols': lambda n: (
        'program: PROGRAM\npoints:\n' + lines('  p{}: {{ entry: f{} }}\n', n)
    ),
    'points and unknown names': lambda n: (
        'points:\n'
        + lines('  p{}: {{ address: {} }}\n', n)
        + 'actions:\n'
        + lines('  x{}: record\n', n)
    ),
    'intervals': lambda n: TWO + 'intervals:\n' + lines('  p{}: {{ from: a, to: b }}\n', n),
    'intervals at fault': lambda n: (
        TWO + 'intervals:\n' + lines('  p{0}: {{ from: x{0}, to: y{0} }}\n', n)
    ),
    'sequences': lambda n: TWO + 'sequences:\n' + lines('  s{}: a then b\n', n),
    'steps': lambda n: TWO + f'sequences: {{ s: "{listed("a", n, " then ")}" }}\n',
    'unless': lambda n: TWO + f'sequences: {{ s: "a then b unless {listed("x{}", n, " or ")}" }}\n',
    'routes': lambda n: TWO + 'route:\n' + lines('  r{}: x\n', n),
    'a list of routes': lambda n: TWO + 'route:\n' + lines('  - {{ pair0.a: x }}\n', n),
    'measures': lambda n: TWO + 'measures:\n' + lines('  - m{}\n', n),
    'thresholds': lambda n: TWO + 'thresholds:\n' + lines('  b{}: 1\n', n),
    'gates': lambda n: TWO + 'gate:\n' + lines('  - {{ open: a }}\n', n),
    'nodes': lambda n: f'points: {{ a: {{ address: 4, nodes: [{listed("x{}", n)}] }} }}\n',
    'actions': lambda n: TWO + f'actions: {{ a: [{listed("x{}", n)}] }}\n',
    'a long match': lambda n: f'points: {{ a: {{ match: "{listed("pc == {}", n, " or ")}" }} }}\n',
    'a long list': lambda n: f'points: {{ a: {{ match: "pc in {listed("{}", n)}" }} }}\n',
    'nots': lambda n: f'points: {{ a: {{ match: "{"not " * n}any" }} }}\n',
    'nested lists': lambda n: 'points: ' + '[' * (5 * n),
    'anchors': lambda n: TWO + f'limit: [{listed("&a{} x", n)}]\n',
}


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=HANG_SECONDS,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f'growth: {command}: status {done.returncode}: {done.stderr[-300:]!r}')
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    failed = 0
    with tempfile.TemporaryDirectory(prefix='gnomon-growth-') as folder:
        path = os.path.join(folder, 'x.yaml')
        subprocess.run(
            [GEN, 'sim/soc/monitors/quad_measure.yaml', '-o', os.path.join(folder, 'm')],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        program = os.path.join(os.path.dirname(GNOMON), '..', 'obj/host-tests/program.elf')
        head = f'gnomon: 1\nmanifest: {folder}/m/manifest.json\n'
        all_cases = [
            ('gen: ' + name, case, '', [GEN, path, '--check']) for name, case in GEN_CASES.items()
        ]
        all_cases += [(name, case, head, [GNOMON, 'compile', path]) for name, case in CASES.items()]
        for name, case, before, command in all_cases:
            taken = []
            for size in (SIZE, SIZE * TIMES):
                with open(path, 'w', encoding='ascii') as file:
                    file.write(before + case(size).replace('PROGRAM', program))
                taken.append(processor_time(command))
            if taken[1] > MOST * taken[0] + FLOOR:
                print(
                    f'growth: {name}: {taken[0]:.2f} s for {SIZE}, {taken[1]:.2f} s for {SIZE * TIMES}',
                    file=sys.stderr,
                )
                failed += 1
    print(f'{len(all_cases) - failed} passed, {failed} failed')
    sys.exit(failed > 0)


main()
