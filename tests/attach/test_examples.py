# SPDX-License-Identifier: Apache-2.0
"""The examples: processors of PyPI, attached by name, whose sources stay as they are. The outputs
of each system are the same in each cycle with and without the monitor, and each entry and return of
work() is that of a log of retired instructions.

usage: test_examples.py FOLDER ELF NAME...; FOLDER/NAME/sim is the simulator of examples/NAME
"""

import json
import os
import re
import shutil
import sys

sys.path.append('tests')
from counted import check, same, verdict
from fixture import GNOMON, read, run

CALLS = 10


def work(rounds):
    """What work() of the program returns."""
    total = 1
    for i in range(rounds):
        total = (total * 2 + i) % 2**32
    return total


def code(elf):
    """The addresses at which work() begins, and of its returns, by objdump."""
    listed = run('riscv64-unknown-elf-objdump', '-d', '--disassemble=work', elf).stdout
    rows = re.findall(r'^\s*([0-9a-f]+):\s+[0-9a-f]+\s+(\w+)', listed, re.M)
    return int(rows[0][0], 16), {int(address, 16) for address, name in rows if name == 'ret'}


def retired(path):
    """(cycle, number of the processor, pc) after the last start."""
    lines = read(path).rpartition('start\n')[2].splitlines()
    return [tuple(map(int, line.split())) for line in lines]


def test(name, folder, elf):
    out = os.path.join(folder, name, 'run')
    shutil.rmtree(out, ignore_errors=True)
    done = run(
        *('./sim', '+truth=truth', '+gnomon_run=run', f'+gnomon_program={os.path.abspath(elf)}'),
        f'+gnomon_experiment={os.path.abspath("examples/experiment.yaml")}',
        cwd=os.path.join(folder, name),
    )
    same(f'{name}: status', done.returncode, 0)
    found = re.search(r'compared (\d+) differences (\d+) result (\d+)', done.stdout)
    check(f'{name}: cycles that are compared', found and int(found[1]) > 1000, done)
    same(f'{name}: outputs that differ', found and int(found[2]), 0)
    same(
        f'{name}: the program', found and int(found[3]), sum(map(work, range(1, CALLS + 1))) % 2**32
    )
    entry, returns = code(elf)
    log = retired(os.path.join(folder, name, 'truth'))
    rows = run(GNOMON, 'events', '--json', '--kind', 'event', out).stdout.splitlines()
    events = [(row['time'], row['node'], row['name']) for row in map(json.loads, rows)]
    nodes = sorted({node for _, node, _ in events})
    same(f'{name}: processors', len(nodes), len({processor for _, processor, _ in log}))
    wanted = [(cycle, nodes[of], 'work.entry') for cycle, of, pc in log if pc == entry]
    same(f'{name}: calls', len(wanted), CALLS * len(nodes))
    wanted += [(cycle, nodes[of], 'work.return') for cycle, of, pc in log if pc in returns]
    same(f'{name}: events', sorted(events), sorted(wanted))


def main(folder, elf, *names):
    for name in names:
        test(name, folder, elf)
    return verdict('attach, examples')


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
