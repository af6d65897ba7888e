# SPDX-License-Identifier: Apache-2.0
"""Compiles the program of a row, and reads from it where the inserted code is."""

import os
import shlex
import struct
import subprocess

from rows import NUMBERS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, '..', '..', '..'))
SOURCES = (
    'sim/programs/start.S',
    'sim/programs/soc.c',
    'sim/experiments/table1/program.c',
    'sim/programs/times.S',
    'sim/experiments/table1/routines.S',
)
LOCAL = 0x80050000  # the core's own memory
# Functions that only the inserted code calls, beside the routines in the core's own memory.
INSERTED = ('time_call', 'event_lost', 'capture_entry')


class Fault(Exception):
    """The command cannot go on: its message is for the user."""


def compile_program(row, program, size, ratios, masked, compiler, path):
    """Writes the ELF file at path."""
    command = shlex.split(compiler) + [
        f'-DROW={row.code}',
        f'-DRATIOS={int(ratios and not row.monitor and row.code > 0)}',
        f'-DSTORE={int(row.store)}',
        f'-DHEADENDS={int(row.headends)}',
        f'-DROUTINE={int(not row.cached)}',
        f'-DPROGRAM={NUMBERS[program]}',
        f'-DSIZE={size}',
        f'-DMASKED={-1 if masked is None else masked}',
        '-o',
        os.path.abspath(path),
        *SOURCES,
        '-lgcc',
    ]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError as err:
        raise Fault(f"cannot run '{command[0]}': {err.strerror}") from None
    if done.returncode:
        raise Fault(f'cannot compile the program of row {row.key}:\n{done.stderr}')


class Program:
    """blocks     (begin, end, event) of each place with inserted code; where no code is inserted
               begin is end
    functions  name -> (first address, size)
    """

    def __init__(self, path):
        with open(path, 'rb') as file:
            data = file.read()
        (shoff,) = struct.unpack_from('<I', data, 32)
        size, count, names = struct.unpack_from('<HHH', data, 46)
        sections = [struct.unpack_from('<10I', data, shoff + i * size) for i in range(count)]
        self.blocks, self.functions = [], {}
        for section in sections:
            name = self._text(data, sections[names][4] + section[0])
            body = data[section[4] : section[4] + section[5]]
            if name == '.events':
                self.blocks = sorted(set(struct.iter_unpack('<III', body)))
            elif section[1] == 2:
                strings = sections[section[6]][4]
                for at, value, extent, info, _, _ in struct.iter_unpack('<IIIBBH', body):
                    if info & 15 == 2:
                        self.functions[self._text(data, strings + at)] = (value, extent)
        self.events = {begin: number for begin, _, number in self.blocks}

    @staticmethod
    def _text(data, at):
        return data[at : data.index(0, at)].decode()

    def entry(self, name):
        return self.functions[name][0]

    def inserted(self):
        """The addresses of code that the events insert, and those of the routines."""
        blocks = {pc for begin, end, _ in self.blocks for pc in range(begin, end, 4)}
        for name in INSERTED[:2]:
            begin, size = self.functions.get(name, (0, 0))
            blocks |= set(range(begin, begin + size, 4))
        begin, size = self.functions.get(INSERTED[2], (0, 0))
        return blocks, set(range(begin, begin + size, 4)) | {0x10}
