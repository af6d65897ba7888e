# SPDX-License-Identifier: Apache-2.0
"""Debug information in each form and place that a toolchain leaves it in.

usage: debug_forms.py GNOMON
One program is compiled in each form; the oracle is readelf's decoded line table of that with
everything in it. What gnomon cannot read it must name.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import HANG_SECONDS
from counted import check, verdict

PREFIX = os.environ.get('RISCV', 'riscv64-unknown-elf-')
GNOMON = os.path.abspath(sys.argv[1])
FLAGS = '-march=rv32imc -mabi=ilp32 -nostdlib -ffreestanding -O2 -Wl,--build-id=sha1'.split()
SOURCE = """volatile int level;
static inline int half(int n)
{
	return n / 2 + level;
}
__attribute__((noinline)) int tick(int n)
{
	level = half(n);
	level += 3;
	return level * n;
}
void _start(void)
{
	for (;;)
		tick(half(level));
}
"""


def tool(name, *args, folder):
    done = subprocess.run(
        [PREFIX + name, *args], cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS
    )
    if done.returncode:
        sys.exit(f'debug_forms.py: {name} {" ".join(args)}: {done.stderr}')
    return done.stdout


def gnomon(*args, folder):
    done = subprocess.run(
        [GNOMON, *args], cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS
    )
    return done.returncode, done.stdout, done.stderr


def build(folder, *flags, source='work.c', elf='p.elf'):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, source), 'w') as f:
        f.write(SOURCE)
    tool('gcc', *FLAGS, *flags, source, '-o', elf, folder=folder)


def addresses(folder, elf='p.elf'):
    """The addresses of each line that is a statement, from readelf."""
    table = {}
    text = tool('readelf', '--debug-dump=decodedline', elf, folder=folder)
    for line in text.splitlines():
        m = re.match(r'\S*work\.c\s+(\d+)\s+(0x[0-9a-f]+)\s.*x$', line)
        if m:
            table.setdefault(int(m.group(1)), set()).add(int(m.group(2), 16))
    return table


def lines(folder, name='work.c', elf='p.elf'):
    status, out, err = gnomon('points', '--json', '--lines', name, elf, folder=folder)
    if status:
        return None, err
    return {row['line']: set(row['addresses']) for row in json.loads(out)['lines']}, err


def same_lines(what, folder, want, **more):
    """All lines are there; a run of several rows of a line begins at one of its addresses."""
    found, err = lines(folder, **more)
    check(
        f'lines {what}',
        found is not None
        and set(found) == set(want)
        and all(found[line] and found[line] <= want[line] for line in want),
        f'{found} are not {want}: {err}',
    )


def debug_of(folder, elf='p.elf'):
    return json.loads(gnomon('points', '--json', elf, folder=folder)[1])['debug']


def named(what, folder, *words):
    """Without lines, the message and the table say what is there, and not to compile with -g."""
    found, err = lines(folder)
    note = debug_of(folder)
    check(
        f'message {what}',
        found is None
        and all(word in err for word in words)
        and 'compile it with -g\n' not in err
        and note in err,
        f'{err}: {note}',
    )


def inlined(folder):
    table = json.loads(gnomon('points', '--json', 'p.elf', folder=folder)[1])['functions']
    return {f['name']: f['inlined'] for f in table}


def refused_as_inlined(folder):
    """What an experiment with the entry of an inlined function is answered, without a monitor."""
    with open(os.path.join(folder, 'e.yaml'), 'w') as f:
        f.write('gnomon: 1\nprogram: p.elf\npoints: { a: { entry: half } }\n')
    return gnomon('compile', 'e.yaml', folder=folder)[2]


def test_versions(work):
    for flags in (
        ['-gdwarf-2'],
        ['-gdwarf-3'],
        ['-gdwarf-4'],
        ['-gdwarf-5'],
        ['-gdwarf-5', '-gdwarf64'],
        ['-g1'],
        ['-g', '-flto'],
        ['-g', '-ffunction-sections', '-Wl,--gc-sections'],
        ['-g', '-mno-relax'],
        ['-gz=zlib', '-g'],
    ):
        what = ' '.join(flags)
        folder = os.path.join(work, what)
        build(folder, *flags)
        same_lines(what, folder, addresses(folder))
        check(f'nothing is wrong {what}', debug_of(folder) is None, debug_of(folder))
        if flags != ['-g1']:
            err = refused_as_inlined(folder)
            check(f'inlined {what}', 'it is inlined at 2 places' in err, err)


def test_compressed(work):
    for kind in ('zlib-gabi', 'zlib-gnu', 'zstd'):
        folder = os.path.join(work, kind)
        build(folder, '-g')
        want = addresses(folder)
        tool('objcopy', f'--compress-debug-sections={kind}', 'p.elf', folder=folder)
        if lines(folder)[0] is None and kind == 'zstd':
            named(kind, folder, 'compressed by zstd', 'objcopy --decompress-debug-sections')
            tool('objcopy', '--decompress-debug-sections', 'p.elf', folder=folder)
        same_lines(kind, folder, want)


def test_split(work):
    """Lines are in the program; what was inlined is in a .dwo file."""
    for version in ('4', '5'):
        what = f'split {version}'
        folder = os.path.join(work, what)
        build(folder, f'-gdwarf-{version}', '-gsplit-dwarf')
        want = addresses(folder)
        same_lines(what, folder, want)
        err = refused_as_inlined(folder)
        check(f'inlined {what}', 'it is inlined at 2 places' in err, err)
        dwo = [name for name in os.listdir(folder) if name.endswith('.dwo')]
        os.rename(os.path.join(folder, dwo[0]), os.path.join(folder, 'gone'))
        same_lines(f'{what} without .dwo', folder, want)
        note = debug_of(folder) or ''
        check(f'note {what}', dwo[0] in note and 'not there' in note, note)
        open(os.path.join(folder, 'p.elf.dwp'), 'w').close()
        same_lines(f'{what} with .dwp', folder, want)
        note = debug_of(folder) or ''
        check(f'note {what} with .dwp', "'p.elf.dwp', which" in note, note)


def test_separate(work):
    """The program was stripped, and names the file that has the rest."""
    for strip in ('--strip-debug', '--strip-all'):
        folder = os.path.join(work, strip)
        build(folder, '-g')
        want = addresses(folder)
        tool('objcopy', '--only-keep-debug', 'p.elf', 'p.debug', folder=folder)
        tool('objcopy', strip, '--add-gnu-debuglink=p.debug', 'p.elf', folder=folder)
        same_lines(f'beside it {strip}', folder, want)
        check(f'functions {strip}', inlined(folder) == {'tick': 0, '_start': 0}, inlined(folder))
        os.makedirs(os.path.join(folder, '.debug'))
        hidden = os.path.join(folder, '.debug/p.debug')
        os.rename(os.path.join(folder, 'p.debug'), hidden)
        same_lines(f'in .debug {strip}', folder, want)
        os.rename(hidden, os.path.join(folder, 'gone'))
        missing = ("'p.debug', which is not beside it", '/usr/lib/debug')
        other = "'p.debug', and the file of that name beside it is of another build"
        build(os.path.join(folder, 'other'), '-g', '-Os')
        if strip == '--strip-debug':
            named(f'missing {strip}', folder, *missing)
            shutil.copy(os.path.join(folder, 'other/p.elf'), os.path.join(folder, 'p.debug'))
            named(f'another {strip}', folder, other)
        else:
            err = lines(folder)[1]
            check(f'missing {strip}', 'no symbols' in err and missing[0] in err, err)
            shutil.copy(os.path.join(folder, 'other/p.elf'), os.path.join(folder, 'p.debug'))
            err = lines(folder)[1]
            check(f'another {strip}', 'no symbols' in err and other in err, err)


def test_none(work):
    folder = os.path.join(work, 'none')
    build(folder)
    err = lines(folder)[1]
    check('none', 'compile it with -g\n' in err and debug_of(folder) is None, err)


def test_windows(work):
    """The compiler ran on Windows: names have drives and backslashes."""
    for name, source, where in (
        ('relative', 'src\\work.c', 'C:\\fw'),
        ('mixed', 'src\\..\\src/work.c', 'C:\\fw\\'),
        ('absolute', 'work.c', 'D:/fw/src'),
        ('unix', 'work.c', '/c/fw/src'),
        ('host', 'src\\work.c', '\\\\host\\fw'),
    ):
        folder = os.path.join(work, 'windows ' + name)
        os.makedirs(os.path.join(folder, 'src\\..\\src'))
        build(folder, '-g', f'-fdebug-prefix-map={folder}={where}', source=source)
        want = addresses(folder)
        texts = ['work.c', 'src/work.c', 'src\\work.c']
        if name != 'mixed':  # libdw leaves a relative folder of DWARF 5 as it is
            texts += ['fw/src/work.c', 'fw\\src\\work.c']
        for text in texts:
            same_lines(f'{name} {text}', folder, want, name=text)
        if name in ('relative', 'absolute'):
            same_lines(f'{name} whole', folder, want, name=f'{where[0]}:\\fw\\src\\work.c')
        found, _ = lines(folder, name='rc/work.c')
        check(f'{name} no component', found is None, f'{found}')


def main():
    with tempfile.TemporaryDirectory(prefix='gnomon-debug-') as work:
        for test in (
            test_versions,
            test_compressed,
            test_split,
            test_separate,
            test_none,
            test_windows,
        ):
            test(os.path.join(work, test.__name__))
    return verdict()


if __name__ == '__main__':
    sys.exit(main())
