# SPDX-License-Identifier: Apache-2.0
"""Holds programs of the target, the headers of host/target/ and `gnomon points` against binutils.

usage: target.py GNOMON
Compiles the sources in tests/host/program/target; the oracles are objdump, nm and readelf, and
records.h for the numbers.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import HANG_SECONDS
from counted import check, verdict

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SOURCES = os.path.join(HERE, 'target')
PREFIX = os.environ.get('RISCV', 'riscv64-unknown-elf-')
GNOMON = os.path.abspath(sys.argv[1])
RV32 = ['-march=rv32im', '-mabi=ilp32']
RV32I = ['-march=rv32im_zicsr', '-mabi=ilp32']
RV32C = ['-march=rv32imc', '-mabi=ilp32']
RV64 = ['-march=rv64gc', '-mabi=lp64d']
WARN = [
    '-Wall',
    '-Wextra',
    '-Werror',
    '-pedantic',
    '-ffreestanding',
    '-I' + os.path.join(ROOT, 'host/target'),
]


def run(*command, status=0):
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS)
    if done.returncode != status:
        sys.exit(
            f'target.py: status {done.returncode} of {" ".join(command)}\n{done.stdout}{done.stderr}'
        )
    return done.stdout + done.stderr


def tool(name, *args, status=0):
    return run(PREFIX + name, *args, status=status)


def compile_c(output, source, *flags, status=0, language=('gcc', '-std=c11')):
    return tool(
        language[0],
        *WARN,
        *language[1:],
        *flags,
        '-o',
        output,
        os.path.join(SOURCES, source),
        status=status,
    )


def points(elf, *options):
    return json.loads(run(GNOMON, 'points', '--json', *options, elf))


def symbols(elf):
    """Addresses by name, from nm."""
    table = {}
    for line in tool('nm', elf).splitlines():
        address, _, name = line.split()
        table[name] = int(address, 16)
    return table


def notes(elf):
    """(name, address) of the points, from readelf's dump of the note section: no code shared
    with libelf's reader."""
    found = []
    for line in tool('readelf', '-nW', elf).splitlines():
        m = re.match(r'\s+gnomon\s+0x[0-9a-f]+\s.*description data: ([0-9a-f ]+)', line)
        if m:
            data = bytes.fromhex(m.group(1))
            found.append((data[4:-1].decode(), int.from_bytes(data[:4], 'little')))
    return sorted(set(found))


def test_numbers():
    """The header's numbers are those of records.h, all of them."""

    def defines(path, pattern):
        with open(os.path.join(ROOT, path)) as f:
            return {name: int(value, 0) for name, value in re.findall(pattern, f.read(), re.M)}

    ours = defines('host/target/gnomon_target.h', r'^#define GNOMON_((?:PAGE|PORT)_\w+) (\d+)')
    theirs = defines(
        'host/include/gnomon/records.h', r'^#define GNO_(PAGE_\w+|PORT_(?!WRITE_)\w+) +(\w+)'
    )
    check('numbers', ours == theirs and len(ours) >= 20, f'{ours} are not {theirs}')


SETUP = {'lui', 'li', 'addi', 'add', 'slli', 'sll', 'or', 'zext.h', 'srli', 'srl', 'mv', 'ret'}
CALLS = 23  # of constant address; call_send_any has one of its own


def test_one_store(work):
    """Each call is one store; the rest makes its constants."""
    for flags in (RV32, RV32C):
        obj = os.path.join(work, 'calls.o')
        compile_c(obj, 'calls.c', '-O2', '-c', *flags)
        functions = re.split(r'^[0-9a-f]+ <(\w+)>:$', tool('objdump', '-dr', obj), flags=re.M)[1:]
        found = 0
        for name, text in zip(functions[::2], functions[1::2], strict=True):
            ops = re.findall(r'^\s+[0-9a-f]+:\t[0-9a-f]+\s+\t([\w.]+)', text, re.M)
            found += 1
            check(
                f'one store in {name}',
                ops.count('sw') == 1 and set(ops) - {'sw'} <= SETUP,
                f'{ops}',
            )
            if 'constant' in name or 'start' == name[5:]:
                check(f'size of {name}', len(ops) <= 6, f'{ops}')
        check('calls', found == CALLS + 1, f'{found} functions')
    compile_c(os.path.join(work, 'calls.o'), 'calls.c', '-O0', '-c', *RV32)
    compile_c(
        os.path.join(work, 'calls.o'),
        'calls.c',
        '-O2',
        '-c',
        *RV64,
        language=('g++', '-std=c++11', '-x', 'c++'),
    )
    for wrong, text in (
        ('WRONG_EVENT', "user's events are"),
        ('WRONG_CONNECTION', 'connections are 0 to 63'),
    ):
        said = compile_c(
            os.path.join(work, 'wrong.o'), 'calls.c', '-O2', '-c', '-D' + wrong, *RV32, status=1
        )
        check(wrong, text in said, said)


READS = {  # loads in each routine's code: of the clock, and of the statics
    'call_varying': 4,
    'call_four': 4,
    'call_four_printed': 4,
    'call_one': 3,
    'call_one_printed': 3,
    'call_latched': 2,
}


def test_clock_reads(work):
    """A constant clock is folded: a read of a part is one load."""
    obj = os.path.join(work, 'clocks.o')
    for flags in (RV32, RV32C):
        compile_c(obj, 'clocks.c', '-O2', '-c', *flags)
        parts = re.split(r'^[0-9a-f]+ <(\w+)>:$', tool('objdump', '-dr', obj), flags=re.M)[1:]
        functions = dict(zip(parts[::2], parts[1::2], strict=True))
        for name, loads in READS.items():
            ops = re.findall(r'^\s+[0-9a-f]+:\t[0-9a-f]+\s+\t([\w.]+)', functions[name], re.M)
            check(f'loads in {name}', ops.count('lw') == loads, f'{ops}')
            check(f'no call in {name}', 'R_RISCV_CALL' not in functions[name], f'{ops}')
    for flags, language in (
        (['-O0', *RV32], ('gcc', '-std=c11')),
        (['-O2', *RV64], ('g++', '-std=c++11', '-x', 'c++')),
    ):
        compile_c(obj, 'clocks.c', '-c', *flags, language=language)


def code_bytes(obj, work):
    """Contents of all sections with code, by name."""
    names = re.findall(r'^\s+\d+ (\.text\S*)', tool('objdump', '-h', obj), re.M)
    paths = [os.path.join(work, f'section{index}') for index in range(len(names))]
    dumps = [f'--dump-section={name}={path}' for name, path in zip(names, paths, strict=True)]
    for path in paths:
        if os.path.exists(path):
            os.unlink(path)
    tool('objcopy', *dumps, obj, os.path.join(work, 'copy.o'))
    code = {}
    for name, path in zip(names, paths, strict=True):
        with open(path, 'rb') as f:
            code[name] = f.read()
    return code


def test_no_instruction(work):
    """The same bytes of code with and without points."""
    obj = os.path.join(work, 'points.o')
    bare = os.path.join(work, 'bare.o')
    total = 0
    for source, levels in (
        ('same.c', ('-O0', '-O1', '-O2', '-O3', '-Os')),
        ('points.c', ('-O0', '-O1')),
    ):
        for arch in (RV32, RV32C, RV64):
            for level in levels:
                for language in (('gcc', '-std=c11'), ('g++', '-std=c++11', '-x', 'c++')):
                    flags = [level, '-ffunction-sections', '-c', *arch]
                    compile_c(obj, source, *flags, language=language)
                    compile_c(bare, source, '-DWITHOUT', *flags, language=language)
                    with_points, without = code_bytes(obj, work), code_bytes(bare, work)
                    total += sum(map(len, without.values()))
                    check(
                        f'same code {source} {language[0]} {" ".join(flags)}',
                        with_points == without,
                        'the code differs',
                    )
                    check('notes are there', 'gnomon' in tool('readelf', '-n', obj), 'no note')
    check('code was compared', total > 3000, f'{total} bytes')


def link(work, name, source, *flags):
    elf = os.path.join(work, name)
    compile_c(elf, source, '-nostdlib', '-static', '-Wl,-Ttext=0x1000', *flags)
    return elf


def test_points(work):
    """What is linked has the points that are left, at the addresses of symbols beside them."""
    for flags in (['-O2'], ['-O3', '-flto'], ['-Os'], ['-O1']):
        for arch in (RV32, RV32C):
            elf = link(
                work,
                'points.elf',
                'points.c',
                '-g',
                '-DLABELS',
                '-ffunction-sections',
                '-Wl,--gc-sections',
                *flags,
                *arch,
            )
            table, listed = symbols(elf), points(elf)['points']
            found = sorted((p['name'], p['address']) for p in listed)
            what = ' '.join(flags + arch)
            check(f'points {what}', found == notes(elf), f'{found} are not {notes(elf)}')
            by_name = {}
            for name, address in found:
                by_name.setdefault(name, []).append(address)
            for name, label in (
                ('step', 'at_step'),
                ('then', 'at_then'),
                ('else', 'at_else'),
                ('end.of_it:1-2', 'at_end'),
            ):
                check(
                    f'point {name} {what}',
                    by_name.get(name) == [table[label]],
                    f'{by_name.get(name)}',
                )
            check(
                f'unused {what}',
                'unused' not in by_name and 'unused' not in table,
                'is still there',
            )
            check(
                f'inlined {what}',
                len(by_name['inlined']) >= (1 if '-Os' in flags else 2),
                f'{by_name["inlined"]}',
            )
            if flags[0] in ('-O2', '-O3'):
                check(
                    f'unrolled {what}',
                    len(by_name['loop/unrolled']) == 4,
                    f'{by_name["loop/unrolled"]}',
                )
            for p in listed:
                check(
                    f'function of {p["name"]}',
                    table[p['function']] + p['offset'] == p['address'],
                    f'{p}',
                )
    elf = link(work, 'kept.elf', 'points.c', '-O2', *RV32)
    check(
        'unused is kept without --gc-sections',
        'unused' in [p['name'] for p in points(elf)['points']],
    )
    elf = link(work, 'asm.elf', 'points.S', *RV32)
    table = symbols(elf)
    check(
        'points of assembler',
        [(p['name'], p['address']) for p in points(elf)['points']]
        == [('asm', table['at_asm']), ('asm/2', table['at_asm2'])],
        f'{points(elf)["points"]}',
    )
    elf = link(work, 'bare.elf', 'points.c', '-O2', '-DWITHOUT', *RV32)
    check('no points', points(elf)['points'] == [], 'there are some')


WAYS = {  # way: entries, unseen
    1: (['here'], 0),
    2: (['here', 'slot1', 'slot2', 'slot3'], 0),
    3: ([], 1),
    4: (['trap_entry'], 1),
    5: ([], 0),
    6: (['here', 'there'], 0),
    7: ([], 1),
    8: ([], 1),
    9: ([], 0),
    10: ([], 1),
    11: ([], 1),
    12: ([], 1),
    13: (['here'], 0),
}


def test_os(work):
    """Entries and exits, whichever way the trap vector is set."""
    for way, (entries, unseen) in WAYS.items():
        elf = link(work, f'trap{way}.elf', 'trap.S', f'-DWAY={way}', *RV32I)
        table, found = symbols(elf), points(elf)['os']
        check(
            f'entries, way {way}', found['entries'] == sorted(table[e] for e in entries), f'{found}'
        )
        check(f'unseen, way {way}', found['unseen_vectors'] == unseen, f'{found}')
        check(
            f'exits, way {way}',
            found['exits'] == [table['exit1'], table['there'] + 4, table['exit3']],
            f'{found}',
        )
        text = run(GNOMON, 'points', elf)
        if not entries:
            check(
                f'text, way {way}',
                ('does not show to what it sets' if unseen else 'does not set a trap vector')
                in text,
                text,
            )


def rows(elf):
    """Rows of the line tables from objdump: sequences of (line, address, statement); only for
    programs of one source file."""
    sequences, current = [], []
    for line in tool('objdump', '--dwarf=decodedline', elf).splitlines():
        m = re.match(r'\S+\s+(\d+|-)\s+(0x[0-9a-f]+|0)\s*(\d+)?\s*(x)?$', line)
        if m and m.group(1) == '-':
            sequences.append(current)
            current = []
        elif m:
            current.append((int(m.group(1)), int(m.group(2), 16), m.group(4) == 'x'))
    return sequences


def begins(sequences, live):
    """Addresses by line: the first statement of each run of rows of one line in a
    sequence that is live."""
    found = {}
    for sequence in filter(live, sequences):
        last, stated = None, False
        for line, address, statement in sequence:
            stated = stated and line == last
            if statement and not stated:
                found.setdefault(line, set()).add(address)
                stated = True
            last = line
    return {line: sorted(where) for line, where in found.items()}


def line_of(source, text):
    """Number of the line of a source that is a text."""
    with open(os.path.join(SOURCES, source), encoding='utf-8') as file:
        return file.read().split('\n').index(text) + 1


def test_lines(work):
    """Lines are those of the line table; what the linker threw away has none."""
    unused = line_of('points.c', 'int unused(int n)')
    gone = set(range(unused + 1, unused + 4))
    for arch in (RV32, RV32C, [*RV32C, '-mno-relax']):
        for flags in (
            ['-O0'],
            ['-O1'],
            ['-Og'],
            ['-O2'],
            ['-O3', '-flto'],
            ['-Os'],
            ['-O2', '-gdwarf-4'],
            ['-O2', '-gdwarf-3'],
        ):
            elf = link(
                work,
                'lines.elf',
                'points.c',
                '-g',
                '-ffunction-sections',
                '-Wl,--gc-sections',
                *flags,
                *arch,
            )
            want = begins(rows(elf), lambda sequence: sequence[0][1] >= 0x1000)
            found = {
                entry['line']: entry['addresses']
                for entry in points(elf, '--lines', 'points.c')['lines']
            }
            what = ' '.join(flags + arch)
            check(f'lines {what}', found == want and len(want) > 20, f'{found} are not {want}')
            check(f'lines of what is gone {what}', not gone & set(found), 'there are some')
            listed = points(elf)['points']
            sources = tool('addr2line', '-e', elf, *(hex(p['address']) for p in listed))
            for p, words in zip(listed, sources.splitlines(), strict=True):
                source = words.split(' ')[0].strip()
                here = [line for line, where in want.items() if p['address'] in where]
                good = p['file'].endswith('/points.c') and (
                    source.endswith(f':{p["line"]}') or p['line'] in here
                )
                check(f'source of {p["name"]} {what}', good, f'{p} is not {source}')
    # address 0 is that of what was thrown away, too
    elf = link(
        work,
        'zero.elf',
        'points.c',
        '-g',
        '-O2',
        '-ffunction-sections',
        '-Wl,--gc-sections',
        '-Wl,-Ttext=0',
        *RV32,
    )
    found = {
        entry['line']: entry['addresses'] for entry in points(elf, '--lines', 'points.c')['lines']
    }
    begin = line_of('points.c', '__attribute__((noreturn)) void _start(void)') + 1
    check('lines at 0', not gone & set(found) and begin in found, f'{found}')


def test_symbols(work):
    """Functions and data are those of nm."""
    elf = link(work, 'symbols.elf', 'points.c', '-O2', *RV32C)
    functions, data = {}, {}
    for line in tool('nm', '-S', elf).splitlines():
        m = re.match(r'([0-9a-f]+) ([0-9a-f]+) (\w) (\S+)$', line)
        if m:
            (functions if m.group(3) in 'tT' else data)[m.group(4)] = (
                int(m.group(1), 16),
                int(m.group(2), 16),
            )
    check(
        'functions',
        functions == {f['name']: (f['entry'], f['size']) for f in points(elf)['functions']},
        f'{functions}',
    )
    check(
        'data',
        data == {d['name']: (d['address'], d['size']) for d in points(elf, '--data')['data']} != {},
        f'{data}',
    )
    check('names', [f['name'] for f in points(elf, '--name', 'l*p')['functions']] == ['loop'])
    check(
        'names of points',
        {p['name'] for p in points(elf, '--name', 'e*')['points']} == {'else', 'end.of_it:1-2'},
    )
    check(
        'no line information',
        'no line information in' in run(GNOMON, 'points', '-L', 'points.c', elf, status=1),
    )


def test_build_id(work):
    elf = link(work, 'id.elf', 'points.S', '-Wl,--build-id=sha1', *RV32)
    check(
        'build id',
        points(elf)['build_id']
        == re.search(r'Build ID: (\w+)', tool('readelf', '-n', elf)).group(1),
    )
    elf = link(work, 'no_id.elf', 'points.S', '-Wl,--build-id=none', *RV32)
    with open(elf, 'rb') as f:
        check(
            'hash',
            points(elf)['build_id'] == f'xxh64:{xxh64(f.read()):016x}',
            points(elf)['build_id'],
        )


def xxh64(data):
    """XXH64 with seed 0, from its specification."""
    p1, p2, p3, p4, p5 = (
        0x9E3779B185EBCA87,
        0xC2B2AE3D27D4EB4F,
        0x165667B19E3779F9,
        0x85EBCA77C2B2AE63,
        0x27D4EB2F165667C5,
    )
    mask = (1 << 64) - 1

    def rotate(x, n):
        return (x << n | x >> (64 - n)) & mask

    def mix(acc, lane):
        return rotate((acc + lane * p2) & mask, 31) * p1 & mask

    at, acc = 0, [(p1 + p2) & mask, p2, 0, -p1 & mask]
    lanes = [int.from_bytes(data[i : i + 8], 'little') for i in range(0, len(data) & ~7, 8)]
    if len(data) >= 32:
        while at + 32 <= len(data):
            acc = [mix(a, lane) for a, lane in zip(acc, lanes[at // 8 :], strict=False)]
            at += 32
        h = sum(rotate(a, n) for a, n in zip(acc, (1, 7, 12, 18), strict=True)) & mask
        for a in acc:
            h = ((h ^ mix(0, a)) * p1 + p4) & mask
    else:
        h = p5
    h = (h + len(data)) & mask
    while at + 8 <= len(data):
        h = (rotate(h ^ mix(0, lanes[at // 8]), 27) * p1 + p4) & mask
        at += 8
    if at + 4 <= len(data):
        h = (
            rotate(h ^ int.from_bytes(data[at : at + 4], 'little') * p1 & mask, 23) * p2 + p3
        ) & mask
        at += 4
    for byte in data[at:]:
        h = rotate(h ^ byte * p5 & mask, 11) * p1 & mask
    for shift, prime in ((33, p2), (29, p3), (32, 1)):
        h = (h ^ h >> shift) * prime & mask
    return h


def main():
    check('xxh64 of nothing', xxh64(b'') == 0xEF46DB3751D8E999)
    with tempfile.TemporaryDirectory(prefix='gnomon-target-') as work:
        test_numbers()
        test_one_store(work)
        test_clock_reads(work)
        test_no_instruction(work)
        test_points(work)
        test_os(work)
        test_lines(work)
        test_symbols(work)
        test_build_id(work)
    return verdict()


if __name__ == '__main__':
    sys.exit(main())
