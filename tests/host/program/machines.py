# SPDX-License-Identifier: Apache-2.0
"""Holds `gnomon points` of programs for several machines against their sources and LLVM's tools.

usage: machines.py GNOMON
Assembles tests/host/elf/machines for each machine by clang and lld. Entries and sizes are those of
llvm-readelf, lines those of llvm-dwarfdump. Where a function is left is what its source says: a
label ret.FUNCTION.NUMBER lies at each instruction that leaves it. OpenRISC, which clang has not, is
a file of a few bytes that this writes itself.
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import HANG_SECONDS
from counted import check, verdict

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SOURCES = os.path.join(ROOT, 'tests/host/elf/machines')
GNOMON = os.path.abspath(sys.argv[1])
UPPER = 0xFFFFFFFF80000010
RV64 = ('-march=rv64gc', '-mno-relax')

# file, name that gnomon gives the machine, clang's target, where the code lies
ASSEMBLED = (
    ('arm', 'ARM', ('armv7-none-eabi',), 0x8000),
    ('a64', 'AArch64', ('aarch64-none-elf',), 0xFFFF800010080000),
    ('x86', 'x86-64', ('x86_64-linux-gnu',), UPPER),
    ('rv64', 'RISC-V', ('riscv64-none-elf', *RV64), UPPER),
)
# targets of lines.c: bits, instructions are decoded
COMPILED = (
    (('armv7-none-eabi', '-mthumb'), 32, True),
    (('aarch64-none-elf',), 64, True),
    (('x86_64-linux-gnu',), 64, True),
    (
        (
            'i386-linux-gnu',
            '-fno-pic',
        ),
        32,
        True,
    ),
    (('riscv64-none-elf', '-mcmodel=medany', *RV64), 64, True),
    (('powerpc-linux-gnu',), 32, False),
    (('mips-linux-gnu', '-mno-abicalls', '-fno-pic'), 32, False),
)


def run(*command, status=0):
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS)
    if done.returncode != status:
        sys.exit(
            f'machines.py: status {done.returncode} of {" ".join(command)}\n'
            f'{done.stdout}{done.stderr}'
        )
    return done.stdout + done.stderr


def link(work, source, target, address, *flags):
    path = os.path.join(work, source.split('.')[0])
    run(
        'clang-14',
        '-target',
        *target,
        '-ffreestanding',
        '-I' + os.path.join(ROOT, 'host/target'),
        *flags,
        '-c',
        os.path.join(SOURCES, source),
        '-o',
        path + '.o',
    )
    run(
        'ld.lld-14',
        '-e',
        '0',
        f'--section-start=.text={address:#x}',
        f'--section-start=.data={address + 0x10000:#x}',
        path + '.o',
        '-o',
        path + '.elf',
    )
    return path + '.elf'


def numbers(value):
    """Numbers beyond 2^53 are texts in JSON."""
    if isinstance(value, list):
        return [numbers(item) for item in value]
    if isinstance(value, dict):
        return {key: numbers(item) for key, item in value.items()}
    return int(value) if isinstance(value, str) and value.isdigit() else value


def points(elf, *options):
    return numbers(json.loads(run(GNOMON, 'points', '--json', *options, elf)))


def symbols(elf):
    """(address, size, type) of each symbol, by name; Thumb functions have an odd address."""
    found = {}
    for line in run('llvm-readelf-14', '-sW', elf).splitlines():
        part = line.split()
        if len(part) == 8 and part[0].endswith(':') and part[6] != 'UND' and part[0] != 'Num:':
            found[part[7]] = (int(part[1], 16), int(part[2]), part[3])
    return found


def at(table, prefix):
    """Addresses of the labels PREFIX.NUMBER."""
    return sorted(
        value[0]
        for name, value in table.items()
        if re.fullmatch(re.escape(prefix) + r'\.\d+', name)
    )


def test_assembled(work):
    for source, name, target, address in ASSEMBLED:
        elf = link(work, source + '.S', target, address)
        table, got = symbols(elf), points(elf)
        functions = {n: v for n, v in table.items() if v[2] == 'FUNC'}
        found = {f['symbol']: f for f in got['functions']}
        check(f'machine of {source}', got['machine'] == name, got['machine'])
        check(f'functions of {source}', found.keys() == functions.keys(), f'{list(found)}')
        for symbol, (value, size, _) in functions.items():
            f = found[symbol]
            what = f'{symbol} of {source}'
            thumb = value & (source == 'arm')
            check(f'entry of {what}', f['entry'] == value - thumb, f'{f["entry"]:#x}')
            check(f'size of {what}', f['size'] == size, f'{f["size"]}')
            check(
                f'returns of {what}',
                f['returns'] == at(table, f'ret.{symbol}'),
                f'{[hex(a) for a in f["returns"]]}',
            )
            for kind in ('branches', 'indirect', 'undecoded'):
                want = table.get(f'{kind}.{symbol}', (0,))[0]
                check(f'{kind} of {what}', f[kind] == want, f'{f[kind]}, not {want}')
        check(f'ends of traps of {source}', got['os']['exits'] == at(table, 'trap'), '')
        check(f'vectors of {source}', got['os']['entries'] == at(table, 'vector'), '')
        check(f'unseen vectors of {source}', got['os']['unseen_vectors'] == 0, '')
        data = points(elf, '--data')['data']
        want = [(n, v[0], v[1]) for n, v in table.items() if v[2] == 'OBJECT']
        got = [(d['symbol'], d['address'], d['size']) for d in data]
        check(f'data of {source}', got == want and len(want) == 1, f'{got}')


def line_begins(elf):
    """The addresses that a line of lines.c begins at: rows that are statements, where the row
    before is not of that line."""
    lines, before = {}, None
    for row in run('llvm-dwarfdump-14', '--debug-line', elf).splitlines():
        m = re.match(r'0x([0-9a-f]+)\s+(\d+)\s+\d+\s+\d+\s+\d+\s+\d+\s+(.*)', row)
        if not m:
            continue
        line = int(m[2])
        if 'end_sequence' in m[3]:
            before = None
            continue
        if line and line != before and 'is_stmt' in m[3]:
            lines.setdefault(line, set()).add(int(m[1], 16))
            before = line
        elif line != before and 'is_stmt' not in m[3]:
            before = None
    return {line: sorted(where) for line, where in lines.items()}


def test_compiled(work):
    for target, bits, decoded in COMPILED:
        what = target[0]
        elf = link(work, 'lines.c', target, 0x80010000, '-O1', '-g')
        table, got = symbols(elf), points(elf)
        functions = {f['symbol']: f for f in got['functions']}
        check(f'functions of {what}', sorted(functions) == ['first', 'second'], f'{functions}')
        for symbol, f in functions.items():
            value, size, _ = table[symbol]
            check(f'{symbol} of {what}', (f['entry'], f['size']) == (value & ~1, size), f'{f}')
            check(f'{symbol} of {what} is left', bool(f['returns']) == decoded, f'{f}')
        lines = {v['line']: v['addresses'] for v in points(elf, '--lines', 'lines.c')['lines']}
        want = line_begins(elf)
        check(f'lines of {what}', lines == want and len(lines) > 6, f'{lines}, not {want}')
        label = got['points'][0]
        check(f'point of {what}', (label['name'], label['function']) == ('between', 'first'), '')
        check(f'line of the point of {what}', label['line'] in (9, 10, 11), f'{label["line"]}')
        text = run(GNOMON, 'points', elf)
        check(f'bits of {what}', f', {bits} bits' in text, text)
        check(f'decoded {what}', decoded != ('instructions are not decoded' in text), text)


def test_rust(work):
    """Names as LLVM demangles them, without the hash of the older form."""
    elf = link(work, 'rust.S', ('x86_64-linux-gnu',), 0x10000)
    found = {f['symbol']: f['name'] for f in points(elf)['functions']}
    for symbol, name in found.items():
        want = run('llvm-cxxfilt-14', symbol).strip().removesuffix('::h0123456789abcdef')
        check(f'name of {symbol}', name == want, f'{name}, not {want}')
    check('names of Rust', len(found) == 6, f'{found}')
    for name, count in (
        ('a::net::most', 2),
        ('a::net::most::<u8>', 1),
        ('<a::net::Queue<u32>>::pop', 1),
        ('a::net::least', 1),
        ('_RINvNtCs4Q2Qx8jI5j6_1a3net4mosthEB4_', 1),
        ('a::net::mos', 0),
    ):
        named = points(elf, '--name', name)['functions']
        check(f'functions of name {name}', len(named) == count, f'{named}')


def openrisc(path):
    """A file for OpenRISC: two functions of l.jr r9 with a delay slot."""
    code = bytes.fromhex('4400480015000000' * 2)
    strings = b'\0one\0two\0.text\0.symtab\0.strtab\0'
    syms = bytes(16)
    for number, name in enumerate((1, 5)):
        syms += struct.pack('>IIIBBH', name, 0x2000 + 8 * number, 8, 0x12, 0, 1)
    head = 52
    parts, where, place = (code, syms, strings), [], head
    for part in parts:
        where.append(place)
        place += len(part)
    sections = struct.pack('>10I', *[0] * 10)
    sections += struct.pack('>10I', 9, 1, 6, 0x2000, where[0], len(code), 0, 0, 4, 0)
    sections += struct.pack('>10I', 15, 2, 0, 0, where[1], len(syms), 3, 1, 4, 16)
    sections += struct.pack('>10I', 23, 3, 0, 0, where[2], len(strings), 0, 0, 1, 0)
    ident = b'\x7fELF\x01\x02\x01' + bytes(9)
    header = ident + struct.pack(
        '>HHIIIIIHHHHHH', 2, 92, 1, 0x2000, 0, place, 0, head, 0, 0, 40, 4, 3
    )
    with open(path, 'wb') as f:
        f.write(header + code + syms + strings + sections)


def test_not_decoded(work):
    elf = os.path.join(work, 'or1k.elf')
    openrisc(elf)
    got = points(elf)
    seen = [(f['name'], f['entry'], f['size'], f['returns']) for f in got['functions']]
    check('OpenRISC', got['machine'] == 'OpenRISC', got['machine'])
    check('its functions', seen == [('one', 0x2000, 8, []), ('two', 0x2008, 8, [])], f'{seen}')


def main():
    with tempfile.TemporaryDirectory(prefix='gnomon-machines-') as work:
        test_assembled(work)
        test_compiled(work)
        test_rust(work)
        test_not_decoded(work)
    return verdict('machines')


sys.exit(main())
