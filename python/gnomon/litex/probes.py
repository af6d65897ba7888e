# SPDX-License-Identifier: Apache-2.0
"""Signals inside a processor, led to ports of its module.

LiteX instantiates a processor as a Verilog module, of which it sees the ports only. `led_up` copies
the module's file, its text unchanged but for an output and an assignment a probe.
"""

import os
from typing import NamedTuple

from pyslang import ast, syntax

PREFIX = 'gnomon_'


class Probe(NamedTuple):
    """A signal of a module, and its width in bits."""

    signal: str
    bits: int


# what a processor of LiteX (cpu.name) retires: the address, and in which cycles it counts
RETIRED = {
    'vexriscv': {'pc': Probe('lastStagePc', 32), 'retired': Probe('lastStageIsFiring', 1)},
}


class ProbeError(Exception):
    """A module that does not have what is to be led up."""


def port(name):
    """The output of the module for a probe."""
    return PREFIX + name


def declared(path, tree, module):
    """The module's declaration in the file's syntax tree."""
    unit = isinstance(tree.root, syntax.CompilationUnitSyntax)
    for member in tree.root.members if unit else [tree.root]:
        if isinstance(member, syntax.ModuleDeclarationSyntax):
            if member.header.name.value == module:
                return member
    raise ProbeError(f"'{path}': no module '{module}'")


def check(path, tree, module, probes):
    """Each probe is a signal of its width: Verilog would take a name that is not there as a wire of
    one bit."""
    compilation = ast.Compilation()
    compilation.addSyntaxTree(tree)
    root = compilation.getRoot()
    for probe in probes.values():
        found = root.lookupName(f'{module}.{probe.signal}')
        if found is None or not hasattr(found, 'type'):
            raise ProbeError(f"'{path}': no signal '{probe.signal}' in module '{module}'")
        if found.type.bitWidth != probe.bits:
            raise ProbeError(
                f"'{path}': '{module}.{probe.signal}' has {found.type.bitWidth} bits, and not "
                f'{probe.bits}'
            )


def led_up(path, module, probes, out):
    """Writes the file `path` to `out`, with each probe {name: Probe} as output gnomon_NAME of
    `module`. ProbeError where the module has not these signals."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    tree = syntax.SyntaxTree.fromText(text, path)
    declaration = declared(path, tree, module)
    check(path, tree, module, probes)
    ports = declaration.header.ports.closeParen.location.offset
    end = declaration.endmodule.location.offset
    data = text.encode()
    outputs = ''.join(
        f',\n  output wire [{probe.bits - 1}:0] {port(name)}' for name, probe in probes.items()
    )
    assigned = ''.join(
        f'  assign {port(name)} = {probe.signal};\n' for name, probe in probes.items()
    )
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with open(out, 'wb') as file:
        file.write(data[:ports] + outputs.encode() + b'\n' + data[ports:end])
        file.write(assigned.encode() + data[end:])
