#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Elaborates all Verilog by slang: slang.py GNOMON_GEN OUT. The root of the repository is the
working folder; the Python is that of the environment in which ./setup put pyslang.

slang requires a declaration before its use, as IEEE 1800 6.5, VCS, Questa, Xcelium, Vivado and
Icarus Verilog 13 do, and each connection, width and call as the standard has them:

1. each module of rtl/ as a top, at the parameters of tests/rtl/modules, in each of its forms;
2. what is emitted of each description, with registers on the taps and as a model, too, with the
   files of its own list;
3. the bridge, the simulated targets, the boards' tops and the testbenches.

What slang warns of by default is refused in 1 and 2, with one exception: a shift by the whole
width, which is 0 by the standard, and which the address of a small table needs. The last line
states how many passed and failed.
"""

import glob
import os
import re
import shutil
import subprocess
import sys

try:
    import pyslang
    from pyslang import ast, parsing, syntax
except ImportError as fault:
    sys.exit(f'slang: {fault}: ./setup fpga installs it')

WARNINGS = ['default', 'no-shift-count-overflow']
FAULT = 'module fault (input wire a, output wire b); assign b = c; wire c = a; endmodule\n'
RTL = sorted(glob.glob('rtl/*.v'))
BRIDGE = sorted(glob.glob('sim/bridge/*.v'))
SOC = sorted(glob.glob('sim/soc/soc_*.v'))
DEMO = sorted(glob.glob('boards/demo/*.v'))

INCLUDES = ['sim/soc', 'tests/rtl/fixture']

# The options of the target: those of sim/sim.mk
TIMES = ['TIME_CENTRAL=1', 'TIME_LOCAL=1', 'CAPTURE=1', 'REPORT=1', 'RATIOS=1', 'EVENTS=1']
TIMES += ['LIMIT=4000', 'LOCAL_LOG2=10']
ROUNDS = ['TIME_CENTRAL=1', 'TIME_LOCAL=1', 'CAPTURE=2', 'LOCAL_LOG2=10']
EIGHT = ['CORES=8', 'TIME_CENTRAL=1', 'LOCAL_LOG2=10', 'TIME_W=64']
# top, its monitor, macros, parameters, other files; {} is the folder of the monitor
SYSTEMS = [
    ('soc_sim', '', [], [], SOC),
    ('soc_sim', '', [], TIMES, SOC),
    ('soc_sim', '', [], [*TIMES, 'WINDOW_W=8', 'TIME_W=40'], SOC),
    ('soc_sim', 'sim/soc/monitors/quad.yaml', [], [], SOC),
    ('soc_sim', 'sim/soc/monitors/quad_uart.yaml', ['SOC_UART'], [], SOC),
    ('soc_sim', 'sim/soc/monitors/quad_data.yaml', ['SOC_PORT_WISHBONE'], [], SOC),
    ('soc_sim', 'sim/soc/monitors/quad_axi.yaml', ['SOC_PORT_AXILITE'], [], SOC),
    ('soc_sim', 'sim/soc/monitors/quad_taps.yaml', ['SOC_TAPS', 'SOC_PORT_AXILITE'], [], SOC),
    ('soc_sim', 'tests/system/monitors/quad_port.yaml', ['SOC_SLOTS_LOG2=13'], [], SOC),
    ('soc_sim', 'tests/system/monitors/quad_rounds.yaml', ['SOC_ROUNDS=1'], ROUNDS, SOC),
    (
        *('soc_sim', 'tests/system/monitors/quad_stores.yaml', ['SOC_ROUNDS=1', 'SOC_REPORTS=1']),
        *([*ROUNDS, 'REPORT=2'], SOC),
    ),
    (
        *('soc_sim', 'sim/experiments/cmstar/monitors/octo_cmstar.yaml', ['SOC_CORES=8']),
        *(EIGHT, SOC),
    ),
    ('soc_sim', 'sim/experiments/dash/monitors/quad_dash.yaml', ['SOC_DASH'], [], SOC),
    ('gnomon_bridge_uart', '', [], [], []),
    ('blinker_tb', 'sim/blinker/counter.yaml', [], [], glob.glob('sim/blinker/*.v')),
    (
        *('two_tb', 'sim/blinker/counter.yaml', [], []),
        ['tests/sim/run/two_tb.v', *glob.glob('sim/blinker/blinker*[rm].v')],
    ),
    ('unknown_tb', 'sim/blinker/counter.yaml', [], [], ['tests/sim/run/unknown_tb.v']),
    ('mute', '', [], [], ['tests/sim/run/mute.v']),
    ('echo', '', [], [], ['tests/sim/echo.v']),
    ('echo', '', ['ECHO_UART'], [], ['tests/sim/echo.v']),
    ('chips_center', 'tests/sim/chips/chain.yaml', [], [], ['tests/sim/chips/chips_center.v']),
    ('nodes_source', '', [], [], ['tests/sim/nodes/source.v']),
    ('traffic', 'tests/sim/cocotb/traffic.yaml', [], [], ['tests/sim/cocotb/traffic.v']),
    (
        'serv_sim',
        'tests/bench/serv/serv.yaml',
        ['SERV_MONITOR'],
        [],
        ['tests/bench/serv/serv_sim.v'],
    ),
    (
        *('litex_sim', 'tests/bench/litex/litex.yaml', ['LITEX_MONITOR'], []),
        ['tests/bench/litex/litex_sim.v'],
    ),
    (
        'bench_memory',
        '',
        [],
        [],
        [*DEMO, 'boards/sim/sdram_model.v', 'tests/boards/bench_memory.v'],
    ),
    ('ft245_model', '', [], [], ['boards/sim/ft245_model.v']),
]


class Reader:
    """Elaborates, and counts what has no fault and what has one."""

    def __init__(self):
        self.manager, self.trees, self.said = pyslang.SourceManager(), {}, set()
        self.passed = self.failed = 0
        self.engines = {}
        for name, options in ('strict', WARNINGS), ('errors', ['none']):
            client, engine = pyslang.TextDiagnosticClient(), pyslang.DiagnosticEngine(self.manager)
            engine.addClient(client)
            engine.setWarningOptions(options)
            self.engines[name] = engine, client

    def tree(self, path, macros, folders):
        key = (path, *macros, '-I', *folders)
        if key not in self.trees:
            options = parsing.PreprocessorOptions()
            options.predefines, options.additionalIncludePaths = macros, folders
            bag = pyslang.Bag([options])
            self.trees[key] = syntax.SyntaxTree.fromFile(path, self.manager, bag)
        return self.trees[key]

    def faults(self, unit, engine):
        (engine, client), faults = self.engines[engine], []
        for diagnostic in unit.getAllDiagnostics():
            client.clear()
            engine.issue(diagnostic)
            faults += [client.getString()] if client.getString() else []
        return faults

    def finds(self):
        """The fault that all this is for is found."""
        unit = ast.Compilation()
        unit.addSyntaxTree(syntax.SyntaxTree.fromText(FAULT, self.manager))
        for engine in self.engines:
            found = any('used before its declaration' in text for text in self.faults(unit, engine))
            self.passed, self.failed = self.passed + found, self.failed + (not found)
            if not found:
                print(f'fail {engine}: a use before the declaration is not found')

    def read(self, title, top, files, macros=(), folders=(), parameters=(), foreign=False):
        """foreign: modules that are not among the files are not of this repository. No top: all
        modules that no other has."""
        options = ast.CompilationOptions()
        options.topModules, options.paramOverrides = {top} if top else set(), list(parameters)
        options.errorLimit = 0
        options.defaultTimeScale = pyslang.TimeScale.fromString('1ns/1ps')
        if foreign:  # names of files and messages in vectors are of Verilog (IEEE 1364 17.2.1)
            options.flags = (
                ast.CompilationFlags.IgnoreUnknownModules
                | ast.CompilationFlags.RelaxStringConversions
            )
        unit = ast.Compilation(pyslang.Bag([options]))
        for path in files:
            unit.addSyntaxTree(self.tree(path, list(macros), ['rtl', *folders]))
        faults = self.faults(unit, 'errors' if foreign else 'strict')
        self.passed, self.failed = self.passed + (not faults), self.failed + bool(faults)
        for fault in faults:
            if fault not in self.said:  # once for all tops that have the module
                print(f'fail {title}: {fault}')
        self.said.update(faults)


def read_library(reader):
    with open('tests/rtl/modules', encoding='utf-8') as file:
        lines = [line.split() for line in file if not line.startswith('#')]
    for module, *lists in lines:
        with open(f'rtl/{module}.v', encoding='utf-8') as file:  # some have one for Verilator
            forms = [[], ['VERILATOR']] if 'ifdef VERILATOR' in file.read() else [[]]
        for words in lists:
            if words.startswith('!'):  # refused, by a module that does not exist
                continue
            parameters = [] if words == '-' else words.split(',')
            for macros in forms:
                title = ' '.join([module, words, *macros])
                reader.read(title, module, RTL, macros, parameters=parameters)


def descriptions():
    names = subprocess.run(
        ['git', 'ls-files', '--cached', '--others', '--exclude-standard', '*.yaml'],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    for name in names:
        with open(name, encoding='utf-8', errors='replace') as file:
            text = file.read()
        wanted = re.search(r'^nodes:', text, re.M) and re.search(r'^clock:', text, re.M)
        if wanted and not name.startswith('tests/gen/bad/'):
            yield name


def emit(generator, out, description, *options):
    """The Verilog of the list of what is emitted, and its folder."""
    folder = os.path.join(out, description.removesuffix('.yaml').replace('/', '-'), *options)
    shutil.rmtree(folder, ignore_errors=True)
    command = [generator, *options, description, '-o', folder]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(*glob.glob(f'{folder}/*.f'), encoding='utf-8') as file:
        names = [name for name in file.read().split() if name.endswith('.v')]
    return folder, [f'{"rtl" if os.path.exists(f"rtl/{n}") else folder}/{n}' for n in names]


def read_emitted(reader, generator, out):
    for description in descriptions():
        for options in [], ['--register-taps'], ['--model']:
            _, files = emit(generator, out, description, *options)
            reader.read(' '.join([description, *options]), '', files)
            if not options:
                reader.read(f'{description} for Icarus', '', files, ['__ICARUS__'])


def name_of(path):
    return os.path.basename(path).removesuffix('.v')


def read_systems(reader, generator, out):
    for top, description, macros, parameters, files in SYSTEMS:
        files = [*BRIDGE, *files]
        if description:
            _, emitted = emit(generator, out, description, '--register-taps')
            files += [path for path in emitted if not path.startswith('rtl/')]
            if top == 'soc_sim':
                macros = [f'SOC_MONITOR={name_of(files[-1])}', *macros]
        title = ' '.join([top, description, *macros])
        reader.read(title, top, [*files, *RTL], macros, INCLUDES, parameters, foreign=True)
    read = set()
    for board in sorted(glob.glob('boards/*/board.yaml')):
        with open(board, encoding='utf-8') as file:
            keys = dict(re.findall(r'^(top|monitor): (.*)$', file.read(), re.M))
        top = name_of(keys['top'])
        monitor = os.path.normpath(f'{os.path.dirname(board)}/{keys["monitor"]}')
        if (top, monitor) in read:
            continue  # of another board
        read.add((top, monitor))
        _, emitted = emit(generator, out, monitor, '--register-taps')
        files = [*DEMO, *(path for path in emitted if not path.startswith('rtl/')), *RTL]
        reader.read(board, top, files, ['RISCV_FORMAL'], foreign=True)


def read_benches(reader):
    fixture = 'tests/rtl/fixture'
    beside = [*glob.glob(f'{fixture}/*.v'), *glob.glob('sim/soc/*.v'), *RTL]
    for bench in sorted(glob.glob('tests/rtl/*/bench_*.v')):
        folder = os.path.dirname(bench)
        parts = [path for path in glob.glob(f'{folder}/*.v') if '/bench_' not in path]
        files = [bench, *parts, *(path for path in beside if path not in parts)]
        macros, folders = ['GNOMON_COLLISIONS'], [fixture, folder]
        reader.read(bench, name_of(bench), files, macros, folders, foreign=True)
    for path in sorted(glob.glob('tests/bench/fpga/*.v')):
        reader.read(path, '', [path, *RTL], foreign=True)


def main(generator, out):
    os.makedirs(out, exist_ok=True)
    reader = Reader()
    reader.finds()
    read_library(reader)
    read_emitted(reader, generator, out)
    read_systems(reader, generator, out)
    read_benches(reader)
    print(f'{reader.passed} passed, {reader.failed} failed')
    return 1 if reader.failed else 0


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
