# SPDX-License-Identifier: Apache-2.0
"""gnomon attach: a monitor in a design whose signals are named, and whose sources stay as they are.

The program gnomon parses its options and calls: attach.py --programs=DIR --top=TOP [--list=GLOB]
[--output=DIR] [--form=FORM] [--name=NAME] [--bridge] [--hold=PORT] [--file-list=FILE,...]
[--define=NAME[=VALUE],...] [--include=DIR,...] [--parameter=NAME=VALUE,...] [--slang=WORD,...]
[--json] -- [DESCRIPTION] [SOURCE...]
--programs is the folder of gnomon-gen.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(TREE, 'boards', 'tool'))

import say  # noqa: E402  (of boards/tool)
from interpreter import with_slang  # noqa: E402
from say import Fault, shown  # noqa: E402

FORMS = ('wrapper', 'bind', 'open')
# roles of a monitor's inputs that the target drives; all others are pins
TARGET = {'clk', 'rst', 'word', 'when', 'pair', 'tap', 'port', 'line'}
NAME = re.compile(r'[A-Za-z_]\w*')
# a number, an expression, or a string, in which nothing is escaped
PARAMETER = re.compile(r"""[A-Za-z_]\w*=([\w'.+:*/()-]+|"[\w ./+:=@~()-]*")""", re.ASCII)
DEFINE = re.compile(r"[A-Za-z_]\w*(=[\w'.+*/()-]*)?")


GLOB = re.compile(r'[*?]')


def parse():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    for name in ('programs', 'top'):
        parser.add_argument('--' + name, required=True)
    for name in (
        *('list', 'output', 'form', 'name', 'hold'),
        *('file-list', 'define', 'include', 'parameter', 'slang'),
    ):
        parser.add_argument('--' + name)
    parser.add_argument('--bridge', action='store_true')
    parser.add_argument('--json', action='store_true')
    parser.add_argument('source', nargs='*')
    options = parser.parse_args()
    first = options.source[:1]
    options.description = None
    if first and first[0].endswith(('.yaml', '.yml')):
        options.description = options.source.pop(0)
    return options


def check_options(options):
    """Fails where an option's value cannot be, or does not fit the others."""
    options.name = options.name or options.top + '_gnomon'
    options.parameters = options.parameter.split(',') if options.parameter else []
    for name in (options.top, options.name):
        if not NAME.fullmatch(name):
            raise Fault(f"'{name}' is no name of a module")
    for text, pattern, form_of, more in (
        *((p, PARAMETER, 'parameter', ', or NAME="TEXT"') for p in options.parameters),
        *((d, DEFINE, 'macro', '') for d in (options.define or '').split(',') if d),
    ):
        if not pattern.fullmatch(text):
            raise Fault(f"bad {form_of} '{text}': NAME=VALUE, letters, digits and _'.+-*/(){more}")
    if options.list is None:
        check_files(options)
        return
    for name in (name for name in options.source if GLOB.search(name)):
        raise Fault(f"'{name}': --list takes one pattern")


def check_files(options):
    """What is made of the options without --list."""
    form = options.form = options.form or 'wrapper'
    if form not in FORMS:
        raise Fault(f"no form '{form}': {', '.join(FORMS)}")
    if not options.description:
        raise Fault("no description, a first argument that ends in '.yaml'; --list needs none")
    if not os.path.exists(options.description):
        raise Fault(f"no file '{options.description}', which is the description")
    if options.bridge and form == 'open':
        raise Fault('--bridge is for simulations, --form open for synthesis')
    if options.hold is not None and (form != 'wrapper' or not options.bridge):
        raise Fault('--hold needs --bridge and --form wrapper')


def print_list(options, files):
    """The signals that fit the pattern."""
    from design import Design

    design = Design(files, options.parameters, options.top)
    design.check()
    found = design.listed(options.list)
    if not found:
        names = design.nearest(options.list)
        hint = ': the nearest are ' + ', '.join(f"'{name}'" for name in names) if names else ''
        raise Fault(f"no signal '{options.list}' in '{options.top}'{hint}")
    rows = [design.row(name, symbol) for name, symbol in found]
    if options.json:
        for row in rows:
            row['bits'] = int(row['bits']) if row['bits'].isdecimal() else row['bits']
        print(json.dumps(rows, indent=1))
        return
    widths = [max(len(str(row[key])) for row in rows) for key in ('bits', 'name', 'type')]
    for row in rows:
        cells = (
            str(row['bits']).rjust(widths[0]),
            row['name'].ljust(widths[1]),
            row['type'].ljust(widths[2]),
        )
        print(shown('  '.join((*cells, row['place']))))


def generate(options, folder, again=False):
    """Generates the monitor in a folder; returns the manifest. `again`: warnings have been said."""
    done = subprocess.run(
        [os.path.join(options.programs, 'gnomon-gen'), '-o', folder, '--', options.description],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE if again else None,
        check=False,
    )
    if done.returncode:
        for line in (done.stderr or b'').decode(errors='surrogateescape').splitlines():
            print(shown(line), file=sys.stderr)
        sys.exit(done.returncode)  # it has said why
    with open(os.path.join(folder, 'manifest.json'), encoding='utf-8') as file:
        return json.load(file)


def probes_of(manifest, description):
    """The inputs of the monitor that the description connects, and a fault for each other."""
    from places import Places
    from probes import Probe

    if len({port['module'] for port in manifest['ports']}) > 1:
        raise Fault(f"'{description}': a monitor on several chips is not attached as a whole")
    places = Places(description)
    probes, faults = [], []
    for port in manifest['ports']:
        if 'connect' in port:
            try:
                probes.append(Probe(port, places.of(port)))
            except Fault as fault:
                faults.append(str(fault))
        elif port['direction'] == 'in' and port['role'] in TARGET:
            node = f" of node '{port['node']}'" if 'node' in port else ''
            signal = port.get('signal', port['name'])
            faults.append(f"{description}: nothing under 'connect' for '{signal}'{node}")
    if faults:
        raise Fault(*faults)
    return probes


def attach(options, files):
    from attached import Attached

    with tempfile.TemporaryDirectory() as folder:
        manifest = generate(options, os.path.join(folder, 'monitor'))
    probes = probes_of(manifest, options.description)
    made = Attached(options, files, manifest, probes)
    made.check()
    made.write(lambda folder: generate(options, folder, again=True))
    return made


def main():
    options = parse()
    check_options(options)
    with_slang(options.programs)
    from files import Files

    files = Files(options)
    if options.list is not None:
        print_list(options, files)
        return 0
    made = attach(options, files)
    if options.json:
        print(json.dumps(made.summary(), indent=1))
    else:
        for line in made.lines():
            print(shown(line))
    return 0


if __name__ == '__main__':
    say.run(main)
