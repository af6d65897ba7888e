# SPDX-License-Identifier: Apache-2.0
"""The open form: Verilog of the whole design by Yosys, in which what the monitor reads is led up to
the monitor's instance. The monitor itself is not in it; `gnomon build` adds it.
"""

import json
import os
import re
import subprocess

import wrapper
from design import FAULTS_SHOWN, USUAL
from say import Fault, note, write_text
from tools import ANY, PATH, check_cache, tool

JOINT = 'attach.sv'  # binds the monitor
FILES = ('attach.ys', 'attach.log', 'attach.json', 'attach_ports.v')
OWN_TMP = "Yosys of PyPI has a /tmp of its own: run in '{}', with paths from there"
MISSING = re.compile(r"'(/tmp/[^']+)': No such file")
HIDDEN = "Yosys of PyPI finds no path with '..': run in a folder above all sources"
WORD = re.compile(rf'{PATH.pattern}|[\w=\'+*/().,-]+|\w+="[\w./+:=@~()-]*"')


def yosys():
    """Yosys with read_slang, which that of PyPI has."""
    command = tool('yosys', reversed(ANY))
    check_cache(command)
    return command


def quoted(word):
    if not WORD.fullmatch(word):
        raise Fault(f"'{word}': what Yosys reads has letters, digits and _ ./+,@=~()- only")
    return f'"{word}"' if ' ' in word else word


def reachable(path):
    """A path as Yosys of PyPI finds it: it has no '..', and a /tmp of its own."""
    here, real = os.path.realpath('.'), os.path.realpath(path)
    if os.path.commonpath([here, real]) == here:
        return os.path.relpath(real, here)
    if os.path.commonpath([real, '/tmp']) == '/tmp':
        raise Fault(f"'{path}': {OWN_TMP.format(os.path.dirname(real))}")
    return real


def source_words(files):
    """The sources on the command line of Yosys."""
    paths = {*files.lists, *files.sources, *files.folders}
    return [reachable(word) if word in paths else word for word in files.words()]


def leads(attached):
    """The commands that lead the pins of the monitor out of the top."""
    for pin in attached.pins:
        own, port = wrapper.PREFIX + pin['name'], pin['name']
        way = {'in': 'input', 'out': 'output'}[pin['direction']]
        yield f'add -{way} {own} {pin["width"]}'
        yield f'connect -port {wrapper.MONITOR} {port} {own}'


def script(attached):
    """The commands of Yosys, which runs where the user is."""
    name, top, monitor = attached.name, attached.options.top, attached.manifest['name']
    words = [
        *(*USUAL, '--top', top, '--blackboxed-module', monitor),
        *(word for value in attached.options.parameters for word in ('-G', value)),
        *source_words(attached.files),
        *(reachable(attached.path(f)) for f in ('attach_ports.v', attached.joint)),
    ]
    out, netlist = (reachable(attached.path(f)) for f in (attached.file('v'), 'attach.json'))
    return '\n'.join(
        [
            'read_slang ' + ' '.join(map(quoted, words)),
            f'cd {top}',
            *leads(attached),
            'cd ..',
            f'rename {top} {name}',
            f'hierarchy -check -top {name}',
            'opt_clean',
            f'write_json {quoted(netlist)}',
            f'delete ={monitor}',
            f'write_verilog {quoted(out)}',
            '',
        ]
    )


def make(attached, commands, stub):
    """Makes the Verilog; what a probe reads must be more than a constant."""
    write_text(attached.path('attach_ports.v'), stub)
    write_text(attached.path('attach.ys'), commands)
    note('netlist: yosys')
    with open(attached.path('attach.log'), 'w', encoding='utf-8') as log:
        status = subprocess.run(
            [yosys(), '-s', reachable(attached.path('attach.ys'))],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    with open(attached.path('attach.log'), encoding='utf-8', errors='replace') as log:
        text = log.read()
    if status:
        remove(attached)
        if 'Not supported' in text:
            raise Fault(f"{HIDDEN} (see '{attached.path('attach.log')}')")
        hidden = next(filter(os.path.exists, MISSING.findall(text)), None)
        if hidden:
            raise Fault(f"'{hidden}': {OWN_TMP.format(os.path.dirname(hidden))}")
        errors = re.findall(r'^.+: ERROR: .*', text, re.M) or re.findall(r'^ERROR: .*', text, re.M)
        errors = errors or text.splitlines()[-3:]
        raise Fault(*dict.fromkeys(placed(attached, error) for error in errors[:FAULTS_SHOWN]))
    check(attached)


def placed(attached, error):
    """An error of Yosys; one of a connection has the place in the description."""
    found = re.match(r'(.*?):(\d+): ERROR: (.*)', error)
    if not found or os.path.basename(found[1]) != attached.joint:
        return f"{error} (see '{attached.path('attach.log')}')"
    probe = attached.probe_of_line(int(found[2]))
    return f"{probe.place}: '{probe.text}': {found[3]}" if probe else error


def remove(attached):
    path = attached.path(attached.file('v'))
    if os.path.lexists(path):
        os.unlink(path)


def check(attached):
    with open(attached.path('attach.json'), encoding='utf-8') as file:
        modules = json.load(file)['modules']
    joined = modules[attached.name]['cells'][wrapper.MONITOR]['connections']
    faults = []
    for probe in attached.probes:
        bits = joined[probe.name]
        if probe.is_constant() or any(isinstance(bit, int) for bit in bits):
            continue
        value = ''.join(reversed(bits))
        faults.append(
            f"{probe.place}: '{probe.text}' is optimised away: it is always {len(bits)}'b{value}"
        )
    if faults:
        remove(attached)
        raise Fault(*faults)
