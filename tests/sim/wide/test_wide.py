# SPDX-License-Identifier: Apache-2.0
"""Programs of 64 bits, in the upper half of their addresses, on a simulated monitor whose program
counters have 64 bits, 48, and 64 of which the trigger sees 40.

usage: test_wide.py GNOMON SIMULATION MANIFEST WORK
The cores retire addresses that this draws. What must fire, and where a profile's samples lie, is
said by these addresses and by llvm-readelf.
"""

import json
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from suite import HANG_SECONDS, check, equal, of_module, run

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '../../..'))
GNOMON, SIMULATION, MANIFEST, WORK = (os.path.abspath(path) for path in sys.argv[1:5])
ROWS = 512
PACE = 8  # clocks of a row
CLOCKS = ROWS * PACE
EVERY = 60
CORES = ('core0', 'core1', 'core2')
# what the trigger of a core sees of an address
SEEN = ((1 << 64) - 1, (1 << 48) - 2, (1 << 40) - 1)
RV64 = ('riscv64-none-elf', '-march=rv64gc', '-mno-relax')


def tool(*command):
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=HANG_SECONDS, cwd=WORK, check=False
    )
    check(not done.returncode, f'{" ".join(command)}: {done.stdout}{done.stderr}')
    return done.stdout


def link(name, target, address, *flags):
    """Links a program of tests/host/elf/machines; its symbols: (address, size, type)."""
    suffix = '.c' if name == 'lines' else '.S'
    source = os.path.join(ROOT, 'tests/host/elf/machines', name + suffix)
    tool('clang-14', '-target', *target, '-c', source, '-o', name + '.o')
    sections = (f'.text={address:#x}', f'.data={address + 0x10000:#x}')
    tool(
        'ld.lld-14',
        *flags,
        *('-e', '0', '-o', name + '.elf', name + '.o'),
        *(f'--section-start={section}' for section in sections),
    )
    found = {}
    for line in tool('llvm-readelf-14', '-sW', name + '.elf').splitlines():
        part = line.split()
        if len(part) == 8 and re.fullmatch(r'\d+:', part[0]):
            found[part[7]] = (int(part[1], 16), int(part[2]), part[3])
    return found


def functions(table):
    return {name: value for name, value in table.items() if value[2] == 'FUNC'}


def draw(tables, seed):
    """Addresses of each core, row by row: in functions, and some that are only like them."""
    draws = random.Random(seed)
    rows = []
    for _ in range(ROWS):
        row = []
        for table in tables:
            address, size, _ = draws.choice(list(functions(table).values()))
            address += draws.choice((0, 0, 2 * draws.randrange(size // 2)))
            row.append(address ^ draws.choice((0, 0, 0, 0, 0, 1 << 40, 1 << 50, 1 << 63)))
        rows.append(row)
    with open(os.path.join(WORK, 'trace.hex'), 'w', encoding='ascii') as file:
        for row in rows:
            file.write(''.join(f'{pc:016x}' for pc in reversed(row)) + '\n')
    return rows


def simulate(name, experiment):
    """The run directory, and its events."""
    with open(os.path.join(WORK, name + '.yaml'), 'w', encoding='ascii') as file:
        file.write(f'gnomon: 1\nmanifest: {MANIFEST}\n{experiment}')
    tool(
        SIMULATION,
        f'+gnomon_experiment={name}.yaml',
        f'+gnomon_run={name}.run',
        '+gnomon_force',
        f'+gnomon_cycles={CLOCKS + 64}',
        '+trace=trace.hex',
    )
    folder = os.path.join(WORK, name + '.run')
    return folder, [
        json.loads(line) for line in tool(GNOMON, 'events', '--json', folder).splitlines()
    ]


def expected(rows, core, points):
    """(clock, point) of all that fires at a core; the first point that fits gets a word."""
    fires = []
    for clock, row in zip(range(0, CLOCKS, PACE), rows, strict=True):
        for name, addresses in points.items():
            if any((row[core] ^ address) & SEEN[core] == 0 for address in addresses):
                fires.append((clock, name))
                break
    return fires


def compare(events, rows, points):
    """points: of each core, {name: addresses}."""
    for core, name in enumerate(CORES):
        want = expected(rows, core, points[core])
        found = [
            (event['time'], event['name'])
            for event in events
            if event['node'] == name and event['kind'] == 'event'
        ]
        check(len(want) > 50, f'{len(want)} events only at {name}')
        first = next(
            (i for i, pair in enumerate(zip(found, want, strict=False)) if pair[0] != pair[1]), 0
        )
        equal(found[first:], want[first:], f'events of {name} from event {first} on')


def compare_profile(folder, events, rows, tables):
    """A timer's words are the addresses, and lie in their functions."""
    ticks = {}
    for core, name in enumerate(CORES):
        words = [event for event in events if event['node'] == name and event['kind'] == 'word']
        check(len(words) > CLOCKS // EVERY - 3, f'{len(words)} words of {name}')
        for event in words:
            if event['time'] >= CLOCKS:
                continue
            pc, seen = rows[event['time'] // PACE][core], int(event['fields']['pc'])
            equal(seen, pc & SEEN[core], f'word of {name} at {event["time"]}')
            for function, (address, size, _) in functions(tables[core]).items():
                if any(not (pc ^ a) & SEEN[core] for a in range(address, address + size, 2)):
                    ticks[function] = ticks.get(function, 0) + 1
    return ticks


def test_one_program():
    table = link('rv64', RV64, 0xFFFFFFFF80000010)
    rows = draw([table] * 3, 5)
    spot, jumps = table['sets'][0], table['jumps'][0]
    points = {
        'plain_in': [table['plain'][0]],
        'plain_out': [table[f'ret.plain.{n}'][0] for n in (1, 2)],
        'spot': [spot],
        'matched': [jumps],
        'behind': [table['entry'][0] + 2],
    }
    folder, events = simulate(
        'one',
        f"""program: rv64.elf
timer: {{ every: {EVERY}, profile: yes }}
points:
  plain_in: {{ entry: plain }}
  plain_out: {{ return: plain }}
  spot: {{ address: {spot:#x} }}
  matched: {{ match: "pc == {jumps:#x}" }}
  behind: {{ match: "pc == entry+2" }}
""",
    )
    compare(events, rows, [points] * 3)
    compiled = json.loads(tool(GNOMON, 'compile', 'one.yaml', '--json'))
    found = {point['name']: [int(at) for at in point['addresses']] for point in compiled['points']}
    equal(found['plain_out'], points['plain_out'], 'returns')
    ticks = compare_profile(folder, events, rows, [table] * 3)
    report = json.loads(tool(GNOMON, 'report', '--json', '--profile', folder))
    found = {row['function']: row['samples'] for row in report['places'] if row['function']}
    equal(found, ticks, 'samples in functions')
    return f'{len(events)} events'


def test_two_programs():
    """Cores that run different programs: each point is where it lies in the program of the core,
    and calls are of that program's functions."""
    rv64 = link('rv64', RV64, 0xFFFFFFFF80000010)
    a64 = link('a64', ('aarch64-none-elf',), 0xFFFF800010080000)
    tables = [rv64, a64, rv64]
    rows = draw(tables, 9)
    spot = rv64['sets'][0]
    programs = """program:
  - { file: rv64.elf, nodes: [core0, core2] }
  - { file: a64.elf, nodes: core1 }
"""
    folder, events = simulate(
        'two',
        programs
        + f"""calls: [plain, tail, entry]
points:
  spot: {{ address: {spot:#x} }}
  ours: {{ entry: traps, nodes: core1 }}
  theirs: {{ return: sets }}
  matched: {{ match: "pc == jumps" }}
intervals:
  plain: {{ function: plain }}
""",
    )

    def returns(table, name):
        return [
            value[0] for label, value in table.items() if re.fullmatch(rf'ret\.{name}\.\d+', label)
        ]

    points = []
    for core, table in enumerate(tables):
        mine = {'spot': [spot]}
        if core == 1:
            mine['ours'] = [table['traps'][0]]
        else:
            mine['theirs'] = returns(table, 'sets')
        mine['matched'] = [table['jumps'][0]]
        for name in ('plain', 'tail', 'entry'):
            if name in table:
                mine[f'{name}.entry'] = [table[name][0]]
                mine[f'{name}.return'] = returns(table, name)
        points.append(mine)
    compare(events, rows, points)
    check({event['node'] for event in events if event['name'] == 'plain.entry'} == set(CORES), '')
    calls = json.loads(tool(GNOMON, 'calls', '--json', folder))
    found = {(row['name'], int(row['address'])) for row in calls['functions'] if row['address']}
    want = {(name, table[name][0]) for table in tables for name in ('plain', 'tail')}
    want |= {('entry', rv64['entry'][0]), ('traps', a64['traps'][0])}
    equal(found, want, 'functions that were called')
    head = tool(GNOMON, 'report', folder)
    check('program rv64.elf, a64.elf' in head.replace(WORK + '/', ''), head[:300])
    return f'{len(events)} events'


def test_not_decoded():
    """Where returns are not known, points that need them say what to use instead."""
    header = os.path.join(ROOT, 'host/target')
    link('lines', ('powerpc-linux-gnu', '-ffreestanding', '-g', '-I' + header), 0x10000)
    why = 'has returns that are not known: instructions of PowerPC are not decoded; name a line'
    refused('lines.elf', "function 'first' " + why, 'return: first')
    refused('lines.elf\nintervals: { i: { function: second } }', why, 'entry: first')
    refused('lines.elf\ncalls: first', 'instructions of PowerPC are not decoded', 'entry: first')
    refused('lines.elf', 'ends of traps in', 'os: exit')


def test_bad_programs():
    link('rv64', RV64, 0x10000)
    link('a64', ('aarch64-none-elf',), 0x10000)
    two = '[ { file: rv64.elf, nodes: core0 }, { file: a64.elf, nodes: %s } ]'
    profile = f"""program: {two % 'core1'}
timer: {{ every: 100, profile: yes }}
points: {{ a: {{ entry: plain }} }}
"""
    warned(profile, 'the nodes run several programs: reports name no function of a profile')
    quiet = warned(profile.replace(', profile: yes', ''), '')
    check('several programs' not in quiet, quiet)
    refused(two % '[core0, core1]', "node 'core0' runs 2 programs")
    refused('[ { file: rv64.elf } ]', "a program of a list has no 'nodes'")
    refused('{ file: rv64.elf, nodes: core0 }', "'nodes' is for programs of a list")
    refused(two % 'core1', "function 'far_tal' is not in", 'entry: far_tal')
    refused(two % 'core1', 'runs no program', 'entry: plain, nodes: core2')
    refused(two % 'core1', "function 'far_tail' is not in", 'entry: far_tail, nodes: core1')


def alike(more):
    """Generates a monitor of two equal cores."""
    with open(os.path.join(WORK, 'alike.yaml'), 'w', encoding='ascii') as file:
        file.write(f"""gnomon: 1
name: alike
clock: 50 MHz
family: ecp5
link: {{ phy: bytes }}
nodes:
  - name: core
    count: 2
    watch: {{ field: pc, bits: 64, when: retired }}
    sequences: {{ count: 1, steps: 3 }}
    strict: {{ count: 1, steps: 3 }}
    {more}
""")
    tool(GNOMON, 'gen', '-o', 'alike', 'alike.yaml')


def compiled(program):
    """The tables of both of these cores."""
    with open(os.path.join(WORK, 'alike.run.yaml'), 'w', encoding='ascii') as file:
        file.write('gnomon: 1\nmanifest: alike/manifest.json\n')
        file.write(f"""program: {program}
points:
  a: {{ entry: plain }}
  b: {{ match: "pc == tail" }}
sequences:
  direct: "strictly a then plain + 4 then tail + 8"
  later: "a then b then a"
""")
    return json.loads(tool(GNOMON, 'compile', 'alike.run.yaml', '--json'))['nodes']


def test_equal_cores():
    """Cores whose fields are equal have each the tables of its own program; what they share in
    hardware has those of one."""
    link('rv64', RV64, 0x10000)
    link('a64', ('aarch64-none-elf',), 0x20000)
    alike('')
    rv64, a64 = compiled('rv64.elf'), compiled('a64.elf')
    check(rv64[1] != a64[1], 'the programs differ')
    both = '[ { file: rv64.elf, nodes: core0 }, { file: a64.elf, nodes: core1 } ]'
    equal(compiled(both), [rv64[0], a64[1]], 'tables')
    alike('share: pairs')
    manifest = os.path.join(WORK, 'alike/manifest.json')
    said = "nodes 'core0' and 'core1' share their ranks, so they must run the same program"
    refused(both, said, 'entry: plain', manifest)


def warned(lines, said):
    """What a compile warns of; it names no place."""
    with open(os.path.join(WORK, 'warned.yaml'), 'w', encoding='ascii') as file:
        file.write(f'gnomon: 1\nmanifest: {MANIFEST}\n{lines}')
    done = subprocess.run(
        [GNOMON, 'compile', 'warned.yaml', '--json'],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        cwd=WORK,
        check=False,
    )
    check(not done.returncode and (said in done.stderr), f'{said}: {done.stderr}')
    return done.stderr


def refused(program, said, point='entry: tail', manifest=MANIFEST):
    """A compile that fails with those words, and no other fault."""
    with open(os.path.join(WORK, 'bad.yaml'), 'w', encoding='ascii') as file:
        file.write(
            f'gnomon: 1\nmanifest: {manifest}\nprogram: {program}\npoints: {{ a: {{ {point} }} }}\n'
        )
    done = subprocess.run(
        [GNOMON, 'compile', 'bad.yaml', '--json'],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        cwd=WORK,
        check=False,
    )
    check(done.returncode == 1 and said in done.stderr, f'{done.returncode}: {done.stderr}')
    check(done.stderr.count('error:') == 1 and not done.stdout, done.stderr)


def test_placed():
    """A position-independent program lies where 'base' says, and nowhere without it."""
    low = 0x400
    table = link('rv64', RV64, low, '-pie', f'--image-base={0:#x}')
    for base in (0x80000000, 0xFFFFFFFF80000000):
        with open(os.path.join(WORK, 'placed.yaml'), 'w', encoding='ascii') as file:
            file.write(
                f"""gnomon: 1
manifest: {MANIFEST}
program: {{ file: rv64.elf, base: {base:#x} }}
points:
  in: {{ entry: plain }}
  out: {{ return: plain }}
  at: {{ symbol: entry, offset: 2 }}
"""
            )
        compiled = json.loads(tool(GNOMON, 'compile', 'placed.yaml', '--json'))
        found = {
            point['name']: [int(at) for at in point['addresses']] for point in compiled['points']
        }
        want = {
            'in': [table['plain'][0] + base],
            'out': [table[f'ret.plain.{n}'][0] + base for n in (1, 2)],
            'at': [table['entry'][0] + 2 + base],
        }
        equal(found, want, f'addresses at {base:#x}')
    refused('rv64.elf', 'is position-independent: say where it is loaded')
    refused('{ file: rv64.elf, base: 0xfffffffffffff000 }', 'does not end within 64 bits')
    refused('{ base: 0 }', "'program' has no 'file'")
    refused('{ file: rv64.o, base: 0 }', 'is an object file, which was not linked')
    link('rv64', RV64, 0x10000)
    refused('{ file: rv64.elf, base: 0x80000000 }', "'base' is for position-independent programs")


if __name__ == '__main__':
    os.makedirs(WORK, exist_ok=True)
    sys.exit(run('wide', of_module(globals())))
