# SPDX-License-Identifier: Apache-2.0
"""The Verilog of a target: a user's own files, or those of a board's demo, and the commands of
Yosys that read them. Files that a source includes are found beside it, in the folders of
--include, and beside the other sources. Data, such as what $readmemh reads, is copied.
"""

import os
import re
import subprocess

from board import BOARDS
from say import Fault
from tools import DEFINE, quoted

TREE = os.path.dirname(BOARDS)
READ = ('.v', '.sv')
HEADERS = ('.vh', '.svh', '.h', '.inc')
OTHERS = ('.vhd', '.vhdl')
NAME = re.compile(r'[A-Za-z0-9_][A-Za-z0-9_.-]*')
MODULE = re.compile(r'[A-Za-z_][A-Za-z0-9_$]*')
MADE = ('picorv32', 'blinker', 'sdram')  # modules in the folder that `make boards` fills


def suffix(path):
    return os.path.splitext(path)[1].lower()


def check_file(path):
    if os.path.isdir(path):
        raise Fault(f"'{path}' is a folder: name its files, or use --include for what they include")
    if not os.path.isfile(path):
        raise Fault(f"no file '{path}'")
    if suffix(path) in OTHERS:
        raise Fault(f"'{path}': a source is Verilog or SystemVerilog")


def make_demo(programs):
    """The folder with the demo's processor and program, made in the checkout."""
    folder = os.path.join(os.path.dirname(os.path.abspath(programs)), 'boards', 'demo')
    if not os.path.isfile(os.path.join(TREE, 'boards', 'boards.mk')):
        raise Fault("the demo is made in a checkout of gnomon: name its folder by '--demo'")
    done = subprocess.run(
        [
            'make',
            '-s',
            '-C',
            TREE,
            'BUILD=' + os.path.dirname(os.path.dirname(folder)),
            'demo-files',
        ],
        stdout=subprocess.DEVNULL,
        env={k: v for k, v in os.environ.items() if k not in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL')},
        check=False,
    )
    if done.returncode:
        raise Fault("the program of the demo cannot be made: './setup fpga' brings its compiler")
    return folder


def needed(top, folders):
    """The files of folders that a top needs, by the names of its modules: (sources, data)."""
    there = {}
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            module, end = os.path.splitext(name)
            if end == '.v' and not module.endswith('_top'):
                there.setdefault(module, os.path.join(folder, name))
    sources, data = [top], []
    for path in sources:
        with open(path, encoding='utf-8', errors='surrogateescape') as file:
            text = re.sub(r'//.*', '', file.read())
        for word in sorted(set(re.findall(r'\w+', text))):
            if word in there and there[word] not in sources:
                sources.append(there[word])
            elif word in MADE and word not in there:
                raise Fault(
                    f"no file '{os.path.join(folders[-1], word)}.v': 'make boards' makes it"
                )
        data += [name for name in re.findall(r'\$readmemh\("(\w+\.hex)"', text)]
    return sources, [os.path.join(folders[-1], name) for name in data]


class Sources:
    """What is read for a top module."""

    def __init__(self, paths, options, defines):
        for path in paths:
            check_file(path)
        self.module = os.path.splitext(os.path.basename(paths[0]))[0]
        if not MODULE.fullmatch(self.module):
            raise Fault(
                f"'{paths[0]}': a top is named like its module, which '{self.module}' is not"
            )
        self.paths = list(dict.fromkeys(paths))
        self.folders = options.include.split(',') if options.include else []
        self.defines = defines + (options.define.split(',') if options.define else [])
        for folder in self.folders:
            if not os.path.isdir(folder):
                raise Fault(f"no folder '{folder}', which --include names")
        for define in self.defines:
            if not DEFINE.fullmatch(define):
                raise Fault(f"bad macro '{define}': NAME or NAME=VALUE, letters, digits and _'.+-")

    @classmethod
    def of_user(cls, options):
        return cls([options.top, *options.source], options, [])

    @classmethod
    def of_demo(cls, options, board):
        """PicoRV32 has the ports of a retired instruction only if RISCV_FORMAL is defined."""
        folders = [os.path.dirname(board['top']) or '.', os.path.join(BOARDS, 'demo')]
        folders.append(options.demo or make_demo(options.programs))
        sources, data = needed(board['top'], folders)
        return cls([*sources, *data, *options.source], options, ['RISCV_FORMAL'])

    def inputs(self):
        return [*self.paths, *self.folders]

    def data(self):
        """Files that are copied. Of several with one name none is: Yosys finds it beside the
        source."""
        paths = [path for path in self.paths if suffix(path) not in (*READ, *HEADERS)]
        names = [os.path.basename(path) for path in paths]
        return [path for path, name in zip(paths, names, strict=True) if names.count(name) == 1]

    def data_names(self, taken):
        """Their names, which are none of those that the build itself makes."""
        names = [os.path.basename(path) for path in self.data()]
        for name in names:
            if not NAME.fullmatch(name):
                raise Fault(f"'{name}': a name of data has letters, digits, '_', '-' and '.' only")
            if name in taken:
                raise Fault(f"'{name}': the build has a file of this name")
        return names

    def commands(self, folder, monitor):
        """The commands of Yosys, which works in the folder that has the files of the monitor."""

        def from_there(path):
            return quoted(os.path.relpath(os.path.realpath(path), os.path.realpath(folder)))

        beside = [os.path.dirname(path) or '.' for path in self.paths if suffix(path) != '.v']
        folders = list(dict.fromkeys(map(from_there, [*self.folders, *beside])))
        for path in folders:
            if ' ' in path:
                raise Fault(f'{path}: a folder with included files must not have spaces')
        words = ' '.join(
            [*(f'-D{text}' for text in self.defines), '-I.', *(f'-I{f[1:-1]}' for f in folders)]
        )
        read = [path for path in self.paths if suffix(path) in READ]
        system = {'.v': '', '.sv': ' -sv'}
        return [
            *(f'read_verilog{system[suffix(path)]} {words} {from_there(path)}' for path in read),
            f'read_verilog {words} {" ".join(monitor)}',
        ]
