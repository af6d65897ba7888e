# SPDX-License-Identifier: Apache-2.0
"""gnomon build: from a description to a bitstream for a board, and what it costs.

The program gnomon parses its options and calls: build.py --programs=DIR --board=B [--boards=DIR]
[--output=DIR] [--top=FILE] [--demo=DIR] [--include=DIR,...] [--define=NAME[=VALUE],...]
[--clock=NET=FREQUENCY,...] [--register-taps] [--no-compare] [--json]
-- [DESCRIPTION [SOURCE...]]
--programs is the folder of gnomon-gen.
"""

import argparse
import json
import os
import re
import shutil
import subprocess

import board as boards
import crossings
import made
import say
from board import CLOCK, mhz
from flow import Flow
from say import Fault, note, shown, write_text
from sources import Sources

TREE = os.path.dirname(boards.BOARDS)
RTL = os.path.join(TREE, 'rtl')
# the flip-flops that keep the time of a monitor
RECORDER = re.compile(r'(^|[/|])gnomon_record_\w+\.v:')


def read_json(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def generate(options, description, folder):
    """Generates the monitor in a folder and returns its manifest."""
    more = ['--register-taps'] if options.register_taps else []
    done = subprocess.run(
        [os.path.join(options.programs, 'gnomon-gen'), *more, '-o', folder, '--', description],
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise Fault(f"no monitor of '{description}'")
    return read_json(os.path.join(folder, 'manifest.json'))


def cost(programs, description, *options):
    done = subprocess.run(
        [os.path.join(programs, 'gnomon-gen'), '--cost', *options, '--', description],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def monitor_sources(name, folder):
    """The Verilog of a generated monitor, by its list of files."""
    with open(os.path.join(folder, name + '.f'), encoding='utf-8') as file:
        listed = file.read().split()
    own = [os.path.join(folder, f) for f in ('gnomon_records.vh', name + '.v')]
    return own + [os.path.join(RTL, f) for f in listed if f != name + '.v']


def stub(name, folder):
    """A module with the ports of the monitor and nothing in it; all outputs are 0."""
    with open(os.path.join(folder, name + '.v'), encoding='utf-8') as file:
        header = re.search(rf'^module {name} \(\n.*?^\);\n', file.read(), re.M | re.S)
    if not header:
        raise Fault(f"'{folder}/{name}.v': no module '{name}'")
    ports = re.sub(
        r'^`.*\n', '', header[0], flags=re.M
    )  # what Icarus reads in its place ends there
    outputs = re.findall(r'^\toutput wire\s+(?:\[[^]]*\] )?(\w+)', ports, re.M)
    return ports + ''.join(f'\tassign {o} = 0;\n' for o in outputs) + 'endmodule\n'


def one_build(flow, sources, monitor, check=lambda: None):
    """Builds in the flow's folder. monitor: files, or the text of a stub. check: what must hold
    of the netlist."""
    stubbed = isinstance(monitor, str)
    copied = [] if stubbed else monitor
    names = ['gnomon_stub.v'] if stubbed else [os.path.basename(path) for path in monitor]
    made.replace_folder(flow.folder, [*flow.files(), *names, *sources.data_names(names)])
    for path in [*copied, *sources.data()]:
        shutil.copyfile(path, flow.path(os.path.basename(path)))
    if stubbed:
        write_text(flow.path(names[0]), monitor)
    read = [name for name in names if name.endswith('.v')]
    flow.synthesise(sources.commands(flow.folder, read), sources.module)
    check()
    return flow.place_and_route()


def check_clocks(flow, manifest, description, board):
    """The clocks that the user states are there, and that of the monitor is its description's."""
    missing = [name for name in flow.clocks.missing if name != board_clock(board)]
    if missing:
        raise Fault(*(f"no net '{name}' in the design, which --clock names" for name in missing))
    need = manifest['clock_hz'] / 1e6
    for name, rate in flow.clocks.of_sources(RECORDER):
        if rate and abs(rate / need - 1) > 1e-3:
            raise Fault(
                f"'{description}': clock of {need:.9g} MHz; the monitor's clock in the design, "
                f"'{name}', has {rate:.9g} MHz"
            )


def explain_size(result, programs, description):
    """Why a design does not fit, with the part that the monitor has in it."""
    over = [
        f'{used} {name} are needed, the device has {of}'
        for name, (used, of) in result['resources'].items()
        if used > of
    ]
    blocks = cost(programs, description).partition('RAM blocks and logic cells of the monitor')
    blocks = blocks[1] + blocks[2].partition('\n\n')[0]
    return (
        ['the design does not fit: ' + '; '.join(over), *blocks.splitlines()]
        + ["to save blocks: fewer 'buffer: slots', 'fifo: slots', pairs, buckets, or 'capacity';"]
        + ["'skip' bits of the watched word that never change; 'gnomon cost' compares plans"]
    )


def explain_timing(clocks, board):
    missed = [
        f"timing is missed: clock '{clock['name']}' reaches {clock['fmax_mhz']:.2f} MHz, and "
        f'{clock["target_mhz"]:.6g} MHz are needed'
        for clock in clocks
        if clock['fmax_mhz'] < clock['target_mhz']
    ]
    hint = (
        f"the critical path is in 'route.log'. Try a slower clock in the top of board "
        f"'{board['name']}', or 'goal: latency' and 'ring: wires' in the description"
    )
    return [*missed, hint] if missed else []


def table(summary):
    """What a user reads at the end."""
    with_it, without = summary['with_monitor'], summary.get('without_monitor')
    rows = [['', 'with monitor', 'without']]
    for name, (used, of) in with_it['resources'].items():
        bare = without['resources'].get(name, ['-'])[0] if without else '-'
        rows.append([name, f'{used} of {of} ({100 * used // of} %)', str(bare)])
    bare = {clock['name']: clock for clock in without['clocks']} if without else {}
    for clock in with_it['clocks']:
        alone = bare.get(clock['name'])
        ending = f" of '{clock['name']}'" if len(with_it['clocks']) > 1 else ''
        margin = 100 * (clock['fmax_mhz'] / clock['target_mhz'] - 1)
        rows.append(
            [
                'Fmax' + ending,
                f'{clock["fmax_mhz"]:.2f} MHz',
                f'{alone["fmax_mhz"]:.2f} MHz' if alone else '-',
            ]
        )
        rows.append(['target' + ending, f'{clock["target_mhz"]:.6g} MHz', ''])
        rows.append(['margin' + ending, f'{margin:.0f} %', ''])
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        print(shown('  '.join(cells).rstrip()))
    print(shown(f'bitstream: {summary["bitstream"]}'))
    print(shown(f'manifest: {summary["manifest"]}'))


def board_clock(board):
    """The port of the top with the board's oscillator."""
    return board.get('clock_port', 'clk')


def stated_clocks(options, board):
    """MHz of the board's clock, and of the clocks that the user states."""
    stated = {board_clock(board): mhz(board['clock'])}
    for text in options.clock.split(',') if options.clock else []:
        name, _, frequency = text.rpartition('=')
        if not name or not CLOCK.fullmatch(frequency) or not mhz(frequency):
            raise Fault(f"bad clock '{text}': NET=FREQUENCY, such as 'slow=3 MHz'")
        stated[name] = mhz(frequency)
    return stated


class Places:
    """Where a build writes. Nothing that gnomon did not make is replaced, and no input."""

    def __init__(self, output, bitstream):
        self.output, self.bitstream = output, bitstream
        self.folders = [os.path.join(output, name) for name in ('with', 'without')]
        self.monitor = os.path.join(output, 'monitor')

    def check(self, inputs):
        for folder in self.folders:
            made.check_folder(folder)
        made.check_file(self.output, self.bitstream)
        kept = [os.path.realpath(path) for path in [*self.folders, self.monitor]]
        kept.append(os.path.realpath(os.path.join(self.output, self.bitstream)))
        for path in inputs:
            real = os.path.realpath(path)
            for place in kept:
                if os.path.commonpath([real, place]) == place:
                    raise Fault(f"'{path}' lies where the build writes: name another --output")


def make_bitstream(options, board, places, sources, flow):
    """The build with the monitor: (its result, the manifest)."""
    description = options.description or board['monitor']
    made.remove_file(places.output, places.bitstream)  # a build that fails leaves none
    manifest = generate(options, description, places.monitor)
    family = json.loads(cost(options.programs, description, '--json'))['family']
    if family != board['family']:
        raise Fault(f"'{description}': family '{family}'; that of the board is '{board['family']}'")
    clock = mhz(board['clock']) * 1e6
    if not options.top and manifest['clock_hz'] != clock:
        raise Fault(
            f"'{description}': clock of {manifest['clock_hz']} Hz; that of the board has {clock:.0f} Hz"
        )
    result = one_build(
        flow,
        sources,
        monitor_sources(manifest['name'], places.monitor),
        lambda: check_clocks(flow, manifest, description, board),
    )
    if 'hold' in board and board['hold'] not in flow.clocks.bits:
        note(
            f"the top has no port '{board['hold']}': on board '{board['name']}' this pin must be 1 "
            'whatever a design does, see its README.md'
        )
    if 'clocks' not in result:
        raise Fault(*explain_size(result, options.programs, description))
    missed = explain_timing(result['clocks'], board) + crossings.explain(result['crossings'])
    if missed:
        raise Fault(*missed)
    flow.pack(os.path.join(places.output, places.bitstream))
    return result, manifest


def build(options):
    required = [*boards.BUILD, *([] if options.top else ['top'])]
    required += [] if options.description else ['monitor']
    board = boards.load(options.board, options.boards, required)
    if 'tools' in board:
        raise Fault(f"board '{board['name']}' is built with {board['tools']}: see its README.md")
    sources = Sources.of_user(options) if options.top else Sources.of_demo(options, board)
    output = options.output or os.path.join('build', 'boards', board['name'])
    stated = stated_clocks(options, board)
    flow = Flow(board, os.path.join(output, 'with'), stated)
    places = Places(output, f'{board["name"]}.{flow.suffix}')
    places.check([options.description or board['monitor'], board['pins'], *sources.inputs()])
    os.makedirs(output, exist_ok=True)
    made.lock(output)
    result, manifest = make_bitstream(options, board, places, sources, flow)
    worst = result['clocks'][0]
    summary = {
        'board': board['name'],
        'bitstream': os.path.join(output, places.bitstream),
        'manifest': os.path.join(places.monitor, 'manifest.json'),
        'target_mhz': worst['target_mhz'],
        'margin_percent': 100 * (worst['fmax_mhz'] / worst['target_mhz'] - 1),
        'with_monitor': result,
    }
    if not options.no_compare:
        bare = Flow(board, places.folders[1], stated, lenient=True)
        text = stub(manifest['name'], places.monitor)
        summary['without_monitor'] = one_build(bare, sources, text)
    return summary


def main():
    parser = argparse.ArgumentParser(prog='gnomon build', allow_abbrev=False)
    parser.add_argument('--programs', required=True)
    parser.add_argument('--board', required=True)
    parser.add_argument('--boards', default=boards.BOARDS)
    parser.add_argument('--output')
    parser.add_argument('--top')
    parser.add_argument('--demo')
    parser.add_argument('--include')
    parser.add_argument('--define')
    parser.add_argument('--clock')
    parser.add_argument('--register-taps', action='store_true')
    parser.add_argument('--no-compare', action='store_true')
    parser.add_argument('--json', action='store_true')
    parser.add_argument('description', nargs='?')
    parser.add_argument('source', nargs='*')
    options = parser.parse_args()
    if options.top and not options.description:
        raise Fault('--top needs the description of a monitor that fits it')
    summary = build(options)
    if options.json:
        print(json.dumps(summary, indent=2))
    else:
        table(summary)


if __name__ == '__main__':
    say.run(main)
