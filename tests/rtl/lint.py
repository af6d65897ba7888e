#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Elaborates every module of rtl/ at its least and its greatest parameters (tests/rtl/modules) with
each tool; what must be refused is refused by each. A memory is written from one always block
(writers.py).

usage: lint.py OUT_DIR [long]; a line for each module. Runs from the root of the repository.

Verilator has one top for each module, with an instance for each row of parameters, in both of its
forms where it has two. VERILATOR_NEWER is the command of a second Verilator, which does not report
what it did. Of what must be refused, Icarus has all, Verilator the first of each module, and with
`long` both Verilators have all. Only with `long` is there Yosys, which is left out where it is not
there (YOSYS), and the first line states so.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

import writers

RTL = pathlib.Path('rtl')
READ = ['-y', 'rtl', '-Irtl']
# what a module says where its parameters are refused
REFUSED = re.compile('_must_|_is_too_')
# The form for Verilator is there where without it a row of `make bench` is 2 % worse or misses its
# mark; the header says so.
WORTH = re.compile(
    r'^// Second form for Verilator: without it sim_(?:share|cost).* is '
    r'([2-9]|1[0-9]|.*, below$)',
    re.M,
)


def read_modules():
    """module -> (parameters that it takes, parameters that it refuses), each `A=1,B=2` or ``"""
    modules = {}
    for line in pathlib.Path('tests/rtl/modules').read_text().splitlines():
        if not line.startswith('#'):
            name, *rows = line.split()
            takes = ['' if row == '-' else row for row in rows if not row.startswith('!')]
            modules[name] = takes, [row[1:] for row in rows if row.startswith('!')]
    return modules


def run(command):
    """(whether the tool is content, its words)"""
    ended = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=int(os.environ.get('HANG_SECONDS', '1800')),
    )
    return ended.returncode == 0, ended.stdout.decode(errors='replace')


class Lint:
    def __init__(self, out, long):
        self.tops = out / 'tops'
        self.tops.mkdir(parents=True, exist_ok=True)
        verilator = shlex.split(os.environ.get('VERILATOR', 'verilator'))
        newer = shlex.split(os.environ['VERILATOR_NEWER'])
        self.verilators = [verilator, newer]
        self.refusing = [verilator, newer] if long else [verilator]
        self.long = long
        self.failed = 0

    def line(self, name, words):
        """The line of a check: it has passed where no tool had a word."""
        self.failed += bool(words)
        print(f'fail lint-{name}\n{words}' if words else f'pass lint-{name}', flush=True)

    def top(self, module, rows):
        """A file with a module that has an instance of `module` for each row of parameters."""
        file = self.tops / f'top_{module}.v'
        text = [f'module top_{module};']
        for number, row in enumerate(rows):
            values = (word.split('=') for word in row.split(',') if word)
            given = ', '.join(f'.{name}({value})' for name, value in values)
            text.append(f'\t{module} {f"#({given}) " if given else ""}u_{number} ();')
        file.write_text('\n'.join([*text, 'endmodule', '']))
        return ['--top-module', f'top_{module}', *READ, str(file)]

    def forms(self, module):
        """Options for Verilator: the form for it and the other; a tap has those of its parts."""
        two = 'ifdef VERILATOR' in (RTL / f'{module}.v').read_text()
        return [[], ['-UVERILATOR']] if two or module.startswith('gnomon_tap_') else [[]]

    def takes(self, module, rows):
        """The words of the tools that are not content with parameters that must be taken."""
        lint = ['--lint-only', '-Wall', '-Wno-PINMISSING']
        top = self.top(module, rows)
        commands = [
            [*verilator, *lint, *form, *top]
            for verilator in self.verilators
            for form in self.forms(module)
        ]
        commands += [self.icarus(module, row) for row in rows]
        return ''.join(
            f'{shlex.join(c)}\n{w}' for c in commands for ok, w in [run(c)] if w or not ok
        )

    def refuses(self, module, rows):
        """The words for tools that take, or refuse for another reason, what must be refused; of
        two forms one must refuse it."""
        tools = [] if self.long else [[self.icarus(module, row)] for row in rows]
        for verilator in self.refusing:
            for row in rows if self.long else rows[:1]:
                given = [f'-G{word}' for word in row.split(',')]
                lint = [*verilator, '--lint-only', '-Wall', *given, '--top-module', module, *READ]
                tools.append([[*lint, *form, f'rtl/{module}.v'] for form in self.forms(module)])
        faults = ''
        for commands in tools:
            ends = [run(command) for command in commands]
            if not any(not ok and REFUSED.search(words) for ok, words in ends):
                faults += f'{shlex.join(commands[0])}: does not refuse it\n{ends[0][1]}'
        return faults

    def icarus(self, module, row):
        given = [f'-P{module}.{word}' for word in row.split(',') if word]
        flags = ['-g2005', '-Wall', '-Wno-timescale', '-t', 'null']
        return ['iverilog', *flags, *given, '-s', module, *READ, f'rtl/{module}.v']

    def yosys(self, modules):
        yosys = os.environ.get('YOSYS', '')
        if not os.access(yosys, os.X_OK):
            print(f"lint: without Yosys: '{yosys or 'YOSYS'}' is not installed")
            return
        script = 'read_verilog -Irtl ' + ' '.join(str(file) for file in sorted(RTL.glob('*.v')))
        for module in modules:
            script += f'; design -save all; prep -top {module}; check -assert; design -load all'
        ok, words = run([yosys, '-q', '-p', script])
        self.line('yosys', '' if ok else words[-2000:])


def main():
    out, *rest = sys.argv[1:]
    long = rest == ['long']
    lint = Lint(pathlib.Path(out), long)
    modules = read_modules()
    for module, (takes, refused) in modules.items():
        words = '' if long else lint.takes(module, takes)
        lint.line(module, words + lint.refuses(module, refused))
    files = sorted(RTL.glob('*.v'))
    there = {file.stem for file in files}
    lint.line('all-modules', ' '.join(sorted(there ^ set(modules))))
    texts = {file: file.read_text() for file in files}
    wrong = [f for f, t in texts.items() if ('def VERILATOR' in t) != bool(WORTH.search(t))]
    lint.line('second-forms', ' '.join(str(file) for file in wrong))
    lint.failed += bool(writers.main([str(file) for file in files]))
    if long:
        lint.yosys(sorted(there))
    return lint.failed > 0


if __name__ == '__main__':
    sys.exit(main())
