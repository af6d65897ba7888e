# SPDX-License-Identifier: Apache-2.0
"""Modules, ports and instances of emitted Verilog and of rtl/, by regular expressions."""

import re

MODULE = re.compile(r'^module (\w+)(.*?)^endmodule', re.M | re.S)
PORT = re.compile(r'\b(input|output)\s+(?:wire|reg)\s+(?:\[([^\]]*):0\]\s*)?(\w+)')
INSTANCE = re.compile(r'^\t+(\w+) (?:#\((.*?)\n?\t*\) )?(u_\w+) \(\n(.*?)\n\t+\);', re.M | re.S)
JOIN = re.compile(r'\.(\w+)\s*\((.*?)\),?$', re.M)
REG = re.compile(r'^\treg +(?:\[(\d+):0\] *)?(\w+);', re.M)
NEXT = re.compile(r'^\t\t(\w+) <= ([\w\[\]]+|\{[^}]*\});$', re.M)
VALUE = re.compile(r'^\twire +(\w+) = (.*);$', re.M)
ASSIGN = re.compile(r'^\tassign (\w+) = \{?(.*?)\}?;$', re.M)
FOR_ICARUS = re.compile(r'^`ifdef __ICARUS__\n(.*?)(?:^`else\n(.*?))?^`endif\n', re.M | re.S)
KEYWORDS = ('module', 'begin', 'end', 'else', 'if', 'generate')


class Instance:
    def __init__(self, module, params, name, joins):
        self.module, self.name = module, name
        self.params, self.joins = dict(JOIN.findall(params)), dict(JOIN.findall(joins))


class Module:
    def __init__(self, name, text):
        self.name = name
        head, _, self.body = text.partition(');\n')
        ports = PORT.findall(head)
        self.inputs = {port for way, _, port in ports if way == 'input'}
        self.outputs = {port for way, _, port in ports if way == 'output'}
        # those of the library have widths that depend on parameters
        self.bits = {port: int(top) + 1 if top.isdigit() else 1 for _, top, port in ports}
        found = [Instance(*match) for match in INSTANCE.findall(self.body)]
        self.instances = {i.name: i for i in found}
        self.assigned = dict(VALUE.findall(self.body) + ASSIGN.findall(self.body))
        # registers of the top itself, and what they take in each clock
        self.registered = dict(NEXT.findall(self.body))
        self.reg_bits = {name: int(top or 0) + 1 for top, name in REG.findall(self.body)}


def text_of(path, icarus=False):
    """The text of a file, as Icarus Verilog or as another tool reads it."""
    with open(path, encoding='utf-8') as file:
        return FOR_ICARUS.sub(r'\1' if icarus else r'\2', file.read())


def modules_of(path, icarus=False):
    return {name: Module(name, text) for name, text in MODULE.findall(text_of(path, icarus))}


def used_modules(path, known):
    """Which of the known modules a file instantiates."""
    with open(path, encoding='utf-8') as file:
        words = re.findall(r'^\s*(\w+)\s+(?:#\s*\(|u_\w+)', file.read(), re.M)
    return set(words) & set(known)
