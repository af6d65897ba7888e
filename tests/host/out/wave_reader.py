# SPDX-License-Identifier: Apache-2.0
"""Waveforms: VCD by a strict reader of IEEE 1364-2005, 18.2, on the tokens of pyvcd; FST (and
VCD once more) by wellen. Both give {name: [(time, value)]}, values as texts of 0, 1, x."""

import re
import subprocess

import pywellen
from vcd.reader import TokenKind, tokenize

# What a simulator may not use as the name of a wire.
NAME = re.compile(r'[A-Za-z_][A-Za-z0-9_$]*\Z')


def extended(value, bits):
    """A vector without its left bits: these are 0, or x where the leftmost one is."""
    assert 1 <= len(value) <= bits, (value, bits)
    return value.rjust(bits, 'x' if value[0] == 'x' else '0')


class Vcd:
    def __init__(self, path):
        with open(path, 'rb') as file:
            text = file.read()
        assert text.endswith(b'\n') and all(c == 10 or 32 <= c < 127 for c in text), 'not ASCII'
        self.scopes, self.vars, self.names, self.changes = [], {}, set(), {}
        self.units, self.at = [], None
        self.in_header, self.seen = True, set()
        with open(path, 'rb') as file:
            for token in tokenize(file):
                self.take(token)
        assert not self.in_header and not self.scopes and len(self.units) == 1
        for changes in self.changes.values():
            assert changes and changes[0][0] == 0, 'a variable without a value at time 0'

    def take(self, token):
        kind, data = token.kind, token.data
        if kind in (TokenKind.COMMENT, TokenKind.DATE, TokenKind.VERSION):
            return
        if kind == TokenKind.ENDDEFINITIONS:
            assert self.in_header
            self.in_header = False
        elif self.in_header:
            self.declare(kind, data)
        else:
            self.change(kind, data)

    def declare(self, kind, data):
        if kind == TokenKind.TIMESCALE:
            self.units.append(data)
        elif kind == TokenKind.SCOPE:
            path = '.'.join([*self.scopes, data.ident])
            assert NAME.match(data.ident) and path not in self.names, path
            self.names.add(path)
            self.scopes.append(data.ident)
        elif kind == TokenKind.UPSCOPE:
            self.scopes.pop()
        else:
            assert kind == TokenKind.VAR, kind
            path = '.'.join([*self.scopes, data.reference])
            assert self.scopes and NAME.match(data.reference) and path not in self.names, path
            assert re.match(r'[!-~]+\Z', data.id_code) and data.id_code not in self.vars
            if data.size > 1:
                assert data.bit_index == (data.size - 1, 0), data
            else:
                assert data.bit_index in (None, 0), data
            self.names.add(path)
            self.vars[data.id_code] = path, data.size
            self.changes[path] = []

    def change(self, kind, data):
        if kind == TokenKind.CHANGE_TIME:
            assert self.at is None or data > self.at, f'time {data} after {self.at}'
            self.at, self.seen = data, set()
            return
        assert self.at is not None, 'a value without a time'
        assert kind in (TokenKind.CHANGE_SCALAR, TokenKind.CHANGE_VECTOR), kind
        path, bits = self.vars[data.id_code]
        assert (bits == 1) == (kind == TokenKind.CHANGE_SCALAR), path
        assert path not in self.seen, f'{path} changes twice at {self.at}'
        self.seen.add(path)
        value = data.value
        if isinstance(value, int):
            value = f'{value:b}'
        value = extended(value, bits)
        assert not self.changes[path] or self.changes[path][-1][1] != value, 'no change'
        self.changes[path].append((self.at, value))


def wellen(path):
    found = {}
    for var in pywellen.Waveform(path).all_vars():
        changes = found[var.full_name] = []
        for at, value in var.tv:
            value = f'{value:0{var.bitwidth}b}' if isinstance(value, int) else value
            if not changes or changes[-1][1] != value:
                changes.append((at, value))
    return found


def gtkwave(path):
    """Of an FST, by the program of those that made the format."""
    text = f'{path}.vcd'
    subprocess.run(['fst2vcd', '-f', path, '-o', text], check=True, stderr=subprocess.PIPE)
    return wellen(text)


def values(changes, times):
    """The value at each of the times, which rise."""
    found, at = [], 0
    for time in times:
        while at + 1 < len(changes) and changes[at + 1][0] <= time:
            at += 1
        found.append(changes[at][1])
    return found
