#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instances of the modules that a user writes by hand: docs/reference/instances.md.

The page is made from the modules themselves.

usage: instances.py emit                 prints the page
       instances.py check PAGE IVERILOG  fails where PAGE is not the page that is printed, or where
                                         an instance does not elaborate
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
MODULES = [
    ('sim/bridge/gnomon_bridge.v', 'u_bridge'),
    ('sim/bridge/gnomon_bridge_uart.v', 'u_bridge'),
    ('rtl/gnomon_tap_wishbone.v', 'u_tap'),
    ('rtl/gnomon_tap_axilite.v', 'u_tap'),
    ('rtl/gnomon_tap_axi.v', 'u_tap'),
    ('rtl/gnomon_tap_rvfi.v', 'u_tap'),
]
HEAD = """# Instances, ready to copy

Emitted by `docs/instances.py` from the modules: do not edit. Parameters have their default values.
Outputs may be left open; the logic of an open output costs nothing. [Taps](../guide/taps.md)
explains what the outputs mean. [Your own testbench](../start/testbench.md) explains which bridge a
testbench needs.
"""


def parts(text, open_word):
    """(rows of the parameters, rows of the ports) of the first module.

    A row is (name, declaration, default, comment).
    """
    module = text[text.index(open_word) :]
    header = module[: module.index('\n);')]
    parameters, ports, derived = [], [], False
    # A comment that continues below itself is one comment.
    header = re.sub(r'(\S[ \t]*// .*)\n[ \t]* {8,}// ', r'\1 ', header)
    header = re.sub(r'(\S[ \t]*// .*)\n[ \t]* {8,}// ', r'\1 ', header)
    for line in header.splitlines():
        code, _, comment = (part.strip() for part in line.partition('//'))
        derived = derived or (not code and comment == 'not to be set')  # so are those below it
        row = re.match(r'parameter\s+(?:integer\s+)?(?:\[.*?\]\s*)?(\w+)\s*=\s*(.+?),?$', code)
        if row and not derived and 'not to be set' not in comment:
            parameters.append((row[1], '', row[2], comment))
        row = re.match(r'(input|output)\s+(?:wire|reg)\s*(\[.*?\])?\s*(\w+),?$', code)
        if row:
            ports.append((row[3], f'{row[1]}{" " + row[2] if row[2] else ""}', None, comment))
    return parameters, ports


def lines(rows, value, remark):
    """Aligned lines `.name(value)` with their remarks."""
    texts = [f'\t.{row[0]}({value(row)}){"," if row is not rows[-1] else ""}' for row in rows]
    width = max(len(text) for text in texts)
    return '\n'.join(
        f'{text:<{width}}  // {remark(row)}' for text, row in zip(texts, rows, strict=True)
    )


def described(row):
    return '; '.join(part for part in (row[1], row[3]) if part)


def instance(path, name):
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        text = file.read()
    module = os.path.basename(path)[:-2]
    parameters, ports = parts(text, f'module {module}')
    assert ports, f'no ports in {path}'
    prefix = 'tap_' if name == 'u_tap' else ''  # some outputs have names that are keywords

    def net(row):
        word = re.sub(r'_[io]$', '', row[0])
        return prefix + word if row[1].startswith('output') else word

    head = f'{module} {name} (\n'
    if parameters:
        rows = lines(parameters, lambda row: row[2], lambda row: row[3] or 'see the module')
        head = f'{module} #(\n{rows}\n) {name} (\n'
    return module, f'{head}{lines(ports, net, described)}\n);\n'


def page():
    text = HEAD
    for path, name in MODULES:
        module, body = instance(path, name)
        text += f'\n## {module}\n\n[`{path}`](../../{path})\n\n```verilog\n{body}```\n'
    return text


def elaborates(iverilog, folder, path, name):
    """Whether an instance on the page elaborates with the module.

    The bridges are SystemVerilog with DPI: of them only the ports are elaborated.
    """
    module, body = instance(path, name)
    top = os.path.join(folder, 'top.v')
    with open(top, 'w', encoding='utf-8') as file:
        file.write(f'module top;\n{body}endmodule\n')
    sources = [top, '-y', os.path.join(ROOT, 'rtl')]
    if path.startswith('sim/'):
        with open(os.path.join(ROOT, path), encoding='utf-8') as file:
            text = file.read()
        shell = os.path.join(folder, 'shell.v')
        header = text[text.index(f'module {module}') :]
        with open(shell, 'w', encoding='utf-8') as file:
            file.write(header[: header.index('\n);') + 3] + '\nendmodule\n')
        sources = [top, shell]
    done = subprocess.run(
        [iverilog, '-g2012', '-t', 'null', '-s', 'top', '-I', os.path.join(ROOT, 'rtl'), *sources],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        print(f'FAIL {module}: {done.stderr}')
    return done.returncode == 0


def check(path, iverilog):
    with open(path, encoding='utf-8') as file:
        same = file.read() == page()
    if not same:
        print(f'FAIL {path} is not what docs/instances.py emits: run `make golden`')
    with tempfile.TemporaryDirectory() as folder:
        results = [same] + [elaborates(iverilog, folder, *module) for module in MODULES]
    print(f'{sum(results)} passed, {len(results) - sum(results)} failed')
    return 0 if all(results) else 1


if __name__ == '__main__':
    if sys.argv[1:] == ['emit']:
        print(page(), end='')
    elif len(sys.argv) == 4 and sys.argv[1] == 'check':
        sys.exit(check(sys.argv[2], sys.argv[3]))
    else:
        sys.exit(__doc__)
