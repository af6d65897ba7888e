# SPDX-License-Identifier: Apache-2.0
"""What `gnomon attach` refuses: each fault is one line with the place and what is near, nothing is
written, and the exit status is 1. Then what --list prints.

usage: test_bad.py FOLDER
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append('tests')
from counted import check, same, verdict
from fixture import DESIGN, GNOMON, LIMIT, attach, read, write

SOURCE = 'tests/attach/design/core.sv'
MONITOR = """gnomon: 1
name: m
clock: 25 MHz
link: {{ phy: bytes }}
connect: {{ clk: core_top.clk, rst: {rst} }}
nodes:
  - name: a
    watch: {{ field: pc, bits: {bits}, when: on, capacity: 15 }}
    connect:
      pc: "{pc}"
      on: "{on}"
"""
GOOD = {'rst': 'core_top.por', 'bits': 8, 'pc': 'core_top.d', 'on': 'core_top.por'}


def place(path, needle, after=0):
    """FILE:LINE:COLUMN of a text in a file, or of what is so many characters behind it."""
    before = read(path).partition(needle)[0]
    line = before.count('\n') + 1
    return f'{path}:{line}:{len(before) - before.rfind(chr(10)) + after}'


def declared(needle, name):
    """Where the source declares a name, in the line that the needle begins."""
    line, column = place(SOURCE, needle).split(':')[1:]
    return f'{SOURCE}:{line}:{int(column) + needle.rindex(name)}'


# what is connected to `on`, and what is said of it; {0}: the place of a declaration
ONE = [
    # a name that is not there
    ('core_top.pod', "no 'pod' in 'core_top' ({0}): the nearest", 'module core_top', 'core_top'),
    ('core_top.core[0].v.never', "no 'v' in 'core_top.core[0]' ({0}): the nearest", None, None),
    ('core_tap.por', "'core_tap.por' does not begin with the top, 'core_top': the nearest", '', ''),
    ('core_top.POR', "no 'POR' in 'core_top' ({0}): the nearest is 'core_top.por'", None, None),
    ('por', "'por' does not begin with the top, 'core_top': the nearest is 'core_top.por'", '', ''),
    ('core_top.core[7].u.never', "no 'core_top.core[7]' in 'core_top.core'", None, None),
    (
        'core_top.core[0].u.retired.tog',
        "'core_top.core[0].u.retired' ({0}) has no member 'tog': members are 'tag'",
        '	retired_t   retired',
        'retired',
    ),
    # optimised away, before anything is made of it
    (
        'core_top.many.third',
        "'core_top.many' ({0}) is a block that the design does not have",
        '	if (CORES > 2) begin : many',
        'many',
    ),
    (
        'core_top.core[1].u.never',
        "'core_top.core[1].u.never' ({0}) has no driver",
        '	wire        never',
        'never',
    ),
    # several drivers
    (
        'core_top.shared[0]',
        "'core_top.shared' ({0}) has several drivers: ",
        '	wire [1:0] shared',
        'shared',
    ),
    # what has no bits, or too many parts
    (
        'core_top.core[0].u.seen',
        "'core_top.core[0].u.seen' ({0}) is an array of 4: connect an "
        "element, such as 'core_top.core[0].u.seen[0]'",
        '	logic [7:0] seen',
        'seen',
    ),
    (
        'core_top.core[0].u.heat',
        "'core_top.core[0].u.heat' ({0}) is a real, which has no bits",
        '	real        heat',
        'heat',
    ),
    ('core_top.core[0].u', "'core_top.core[0].u' ({0}) is no signal", None, None),
    (
        'core_top.CORES',
        "'core_top.CORES' ({0}) is a parameter, not a signal",
        '	parameter int CORES',
        'CORES',
    ),
    # another width
    ('core_top.d', "'on' of node 'a' has 1 bit, 'core_top.d' has 8 bits", '', ''),
    ('core_top.core[0].u.seen[4][0]', 'cannot refer to element 4', '', ''),
    ('core_top.d[8]', 'cannot refer to element 8', '', ''),
]


class Bench:
    def __init__(self, folder):
        self.folder, self.out = folder, os.path.join(folder, 'out')
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.path = os.path.join(folder, 'monitor.yaml')

    def clear(self):
        shutil.rmtree(self.out, ignore_errors=True)

    def describe(self, **values):
        write(self.path, MONITOR.format(**{**GOOD, **values}))
        return self.path

    def refused(self, name, done, *texts, lines=1):
        said = done.stderr.splitlines()
        check(f'{name}: status', done.returncode == 1, done)
        same(f'{name}: lines', len(said), lines)
        for text in texts:
            check(f'{name}: message', text in done.stderr, done.stderr)
        check(f'{name}: nothing is made', not os.path.exists(self.out), done)

    def attach(self, *words, design=('-f', DESIGN)):
        return attach('-t', 'core_top', '-o', self.out, *design, *words)


def test_names(bench):
    for name, message, needle, symbol in ONE:
        path = bench.describe(on=name)
        where = re.escape(declared(needle, symbol)) if needle else re.escape(SOURCE) + r':\d+:\d+'
        done = bench.attach('-D', 'CORE_SHARED', path)
        wanted = f'gnomon: {place(path, "on: " + chr(34), 5)}: '
        bench.refused(name, done, wanted)
        text = re.escape(message).replace(re.escape('{0}'), where)
        check(f'{name}: what it says', re.search(text, done.stderr), done.stderr)


def test_several(bench):
    """All faults are said at once; of two nodes on one signal, that with the other width."""
    path = bench.describe(on='core_top.pod', pc='core_top.mode', rst='core_top.rst_m')
    done = bench.attach(path)
    bench.refused('two', done, f'{place(path, "core_top.pod")}: no', lines=2)
    text = read(path) + read(path).partition('nodes:\n')[2].replace('name: a', 'name: b').replace(
        'bits: 8', 'bits: 12'
    )
    write(
        path,
        text.replace('core_top.pod', 'core_top.por')
        .replace('rst_m', 'rst_n')
        .replace('core_top.mode', 'core_top.d'),
    )
    bench.refused(
        'two widths', bench.attach(path), "'pc' of node 'b' has 12 bits, 'core_top.d' has 8 bits"
    )
    write(path, text.partition('connect:\n')[0])
    bench.refused(
        'unconnected',
        bench.attach(path),
        f"{path}: nothing under 'connect' for 'pc' of node 'a'",
        f"{path}: nothing under 'connect' for 'on' of node 'a'",
        lines=2,
    )


def test_files(bench):
    path = bench.describe()
    bench.refused(
        'no file',
        bench.attach(path, 'tests/attach/design/cor.sv', design=()),
        f"'tests/attach/design/cor.sv': No such file or directory: the nearest is '{SOURCE}'",
    )
    listed = write(os.path.join(bench.folder, 'l.f'), '+incdir+tests/attach/design\n  gone.sv\n')
    bench.refused(
        'no file of a list',
        bench.attach(path, design=('-f', listed)),
        f"gnomon: {listed}:2:3: 'gone.sv': No such file or directory",
    )
    bench.refused(
        'no list',
        bench.attach(path, design=('-f', 'tests/attach/design/care.f')),
        "the nearest is 'tests/attach/design/core.f'",
    )
    bench.refused('no sources', bench.attach(path, design=()), 'no sources')
    bench.refused('no folder', bench.attach('-I', 'nowhere', path), "no folder 'nowhere', which -I")
    bench.refused('no description', bench.attach('nowhere.yaml'), "gnomon: no file 'nowhere.yaml'")
    listed = write(os.path.join(bench.folder, 'v.f'), '\n  ${GNOMON_NOWHERE}/tests/gone.sv\n')
    bench.refused(
        'a variable that is not set',
        bench.attach(path, design=('-f', listed)),
        f"gnomon: {listed}:2:20: '/tests/gone.sv': No such file or directory: the variable "
        "'GNOMON_NOWHERE' is not set",
    )
    done = bench.attach('--list', '*a*', '*b*')
    bench.refused('two patterns', done, "'*b*': --list takes one pattern")
    broken = write(
        os.path.join(bench.folder, 'broken.sv'),
        'module core_top(input clk);\n  nothing u (.a(clk));\nendmodule\n',
    )
    bench.refused(
        'does not elaborate',
        bench.attach(path, broken, design=()),
        f"gnomon: {broken}:2:3: unknown module 'nothing'",
    )
    done = attach('-t', 'core_tap', '-o', bench.out, '-f', DESIGN, path)
    bench.refused('no top', done, "no module 'core_tap' in the sources: the nearest is 'core_top'")
    done = attach('-t', 'core_unit', '-o', bench.out, '-f', DESIGN, path)
    bench.refused('a top with an interface', done, f'{SOURCE}:')


def test_options(bench):
    path = bench.describe()
    for name, words, text in (
        ('form', ('--form', 'bond'), "no form 'bond': wrapper, bind, open"),
        ('hold', ('--bridge', '--hold', 'reset'), "--hold: no input 'reset' of 'core_top'"),
        ('no hold', ('--bridge', '--hold', ''), "--hold: no input '' of 'core_top'"),
        ('hold, near', ('--bridge', '--hold', '!RSTN'), "'core_top': the nearest is 'rst_n'"),
        ('hold, a whole name', ('--bridge', '--hold', '!core_top.rst_n'), "write '!rst_n'"),
        ('hold without bridge', ('--hold', 'por'), '--hold needs --bridge'),
        ('open with a bridge', ('--form', 'open', '--bridge'), '--bridge is for simulations'),
        ('name', ('--name', 'core_unit'), "the design has a module 'core_unit' already"),
        ('name of a module', ('--name', 'a b'), "'a b' is no name of a module"),
        ('macro', ('-D', 'a`b'), "bad macro 'a`b'"),
        ('parameter', ('-G', 'CORES'), "bad parameter 'CORES'"),
        ('no parameter', ('-G', 'cares=1'), "-G: no parameter 'cares' of 'core_top': the nearest"),
        ('no parameter like it', ('-G', 'NOPE=1'), "of 'core_top': there are 'CORES'"),
        ('value of a parameter', ('-G', 'CORES=abc'), "-G 'CORES=abc': use of undeclared"),
        *(
            (f'string {text}', ('-G', f'CORES={text}'), f"bad parameter 'CORES={text}'")
            for text in ('"a"b"', '"a', r'"\"', '"$(x)"', '"a`b"', '"a;b"')
        ),
        ('option of slang', ('--slang', '--nonsense'), 'nonsense'),
    ):
        bench.refused(name, bench.attach(*words, path), text)
    done = attach('-o', bench.out, '-f', DESIGN, path)
    same('no top: status', done.returncode, 2)
    done = attach('-t', 'core_top', '-f', DESIGN, path)
    same('no folder: status', done.returncode, 2)
    check('no folder', '--output is required' in done.stderr, done)
    write(os.path.join(bench.folder, 'mine'), '')
    os.mkdir(bench.out)
    kept = write(os.path.join(bench.out, 'core_top_gnomon.sv'), 'mine')
    done = bench.attach(path)
    check('a file in the way', f"'{kept}' is in the way" in done.stderr, done)
    same('it is kept', (read(kept), os.listdir(bench.out)), ('mine', ['core_top_gnomon.sv']))
    shutil.rmtree(bench.out)


def test_constant(bench):
    """What is always the same is refused where it would not be there: in the netlist."""
    path = bench.describe(on='core_top.bus[0].ready')
    done = bench.attach('--form', 'open', path)
    check(
        'optimised away',
        done.returncode == 1
        and (
            f"{place(path, 'core_top.bus')}: 'core_top.bus[0].ready' is optimised away: it is always "
            "1'b1" in done.stderr
        ),
        done,
    )
    check('no netlist is left', not os.path.exists(f'{bench.out}/core_top_gnomon.v'), done)
    shutil.rmtree(bench.out)


def test_own_tmp(bench):
    """Yosys of PyPI does not find what a list names below /tmp; one message says so."""
    with tempfile.TemporaryDirectory(dir='/tmp') as folder:
        source = write(
            f'{folder}/core_top.v', 'module core_top(input clk, por, input [7:0] d);endmodule'
        )
        listed = write(f'{folder}/l.f', f'{source}\n{source}\n')
        done = bench.attach('--form', 'open', bench.describe(), design=('-f', f'{folder}/l.f'))
        same('a list below /tmp: lines', len(done.stderr.splitlines()), 1)
        bench.clear()
        here = write(f'{bench.folder}/own.f', read(listed).partition('\n')[0])
        done = bench.attach('--form', 'open', bench.describe(), design=('-f', here))
    said = done.stderr.splitlines()[1:]  # the first names the step
    wanted = [
        f"gnomon: '{source}': Yosys of PyPI has a /tmp of its own: run in '{folder}', with paths "
    ]
    same('a source below /tmp', (done.returncode, said), (1, [wanted[0] + 'from there']))
    bench.clear()


def test_broken_pipe():
    """Nobody reads the list: nothing is said of it."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    words = (GNOMON, 'attach', '-t', 'core_top', '-f', DESIGN, '--list', '*')
    done = subprocess.run(
        words, stdout=write_end, stderr=subprocess.PIPE, timeout=LIMIT, check=False
    )
    os.close(write_end)
    same('a pipe that nobody reads', (done.returncode, done.stderr), (1, b''))


def test_list(bench):
    guide = read('docs/guide/attach.md')
    words, _, shown = (
        guide.partition('    $ gnomon attach ')[2].partition('\n\n')[0].partition('\n')
    )
    done = attach(*words.replace("'", '').split())
    same('the list of the guide', done.stdout, re.sub('^    ', '', shown, flags=re.M) + '\n')
    done = attach('-t', 'core_top', '-f', DESIGN, '--list', '*retired*')
    rows = [line.split() for line in done.stdout.splitlines()]
    wanted = [
        [
            '25',
            f'core_top.core[{i}].u.retired',
            'core_pkg::retired_t',
            declared('	retired_t   retired', 'retired'),
        ]
        for i in range(2)
    ]
    same('list', rows, wanted)
    done = attach(
        '-t', 'core_top', '-f', DESIGN, '--list', 'core_top.core[?].u.*', '--json', '-G', 'CORES=3'
    )
    rows = json.loads(done.stdout)
    same('list as JSON', len(rows), 3 * 8)
    same(
        'width of an array', {row['bits'] for row in rows if row['name'].endswith('seen')}, {'4x8'}
    )
    same('a width is a number', {r['bits'] for r in rows if r['name'].endswith('retired')}, {25})
    test_broken_pipe()
    done = attach('-t', 'core_top', '-f', DESIGN, '--list', '*retyred')
    same('a miss: status', done.returncode, 1)
    check('a miss: the nearest', "'core_top.core[0].u.retired'" in done.stderr, done)


def main(folder):
    bench = Bench(folder)
    for test in (
        test_names,
        test_several,
        test_files,
        test_options,
        test_constant,
        test_own_tmp,
        test_list,
    ):
        test(bench)
    return verdict('attach, bad input')


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
