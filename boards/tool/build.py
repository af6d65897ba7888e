# SPDX-License-Identifier: Apache-2.0
"""gnomon build: from a description to a bitstream for a board, and what it costs.

The program gnomon parses its options and calls: build.py --programs=DIR --board=B [--boards=DIR]
[--output=DIR] [--top=FILE] [--demo=DIR] [--register-taps] [--no-compare] [--json]
-- [DESCRIPTION [SOURCE...]]
--programs is the folder of gnomon-gen.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys

import board as boards
from board import Fault, mhz
from flow import Flow

RTL = os.path.join(os.path.dirname(boards.BOARDS), 'rtl')
NAME = re.compile(r'[A-Za-z0-9_][A-Za-z0-9_.-]*')
MADE = ('picorv32.v', 'blinker.v', 'sdram.v', 'demo.hex')  # made by `make boards`


def read_json(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def generate(options, board, description, folder):
    """Generates the monitor in a folder and returns its manifest."""
    more = ['--register-taps'] if options.register_taps else []
    done = subprocess.run(
        [os.path.join(options.programs, 'gnomon-gen'), *more, '-o', folder, '--', description],
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise Fault(f"no monitor of '{description}'")
    manifest = read_json(os.path.join(folder, 'manifest.json'))
    clock = mhz(board['clock']) * 1e6
    if manifest['clock_hz'] != clock:
        raise Fault(
            f"'{description}': clock of {manifest['clock_hz']} Hz; that of the board has {clock:.0f} Hz"
        )
    return manifest


def cost(programs, description, *options):
    done = subprocess.run(
        [os.path.join(programs, 'gnomon-gen'), '--cost', *options, '--', description],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def gather(paths, folder):
    """Copies files into a folder; their names are parts of commands there."""
    for path in paths:
        name = os.path.basename(path)
        if not NAME.fullmatch(name):
            raise Fault(
                f"'{path}': the name of a source has letters, digits, '_', '-' and '.' only"
            )
        if os.path.exists(os.path.join(folder, name)):
            raise Fault(f"'{path}': there are two sources '{name}'")
        if not os.path.isfile(path):
            raise Fault(f"no file '{path}'")
        shutil.copy(path, folder)
    return [os.path.basename(path) for path in paths if path.endswith('.v')]


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
    outputs = re.findall(r'^\toutput wire\s+(?:\[[^]]*\] )?(\w+)', header[0], re.M)
    return header[0] + ''.join(f'\tassign {o} = 0;\n' for o in outputs) + 'endmodule\n'


def target_sources(options, board):
    """(top, files): those of the user, or those of the board's demo."""
    if options.top:
        return options.top, [options.top, *options.source]
    demo = os.path.dirname(board['top'])
    own = [
        os.path.join(demo, name)
        for name in sorted(os.listdir(demo))
        if name.endswith('.v') and not name.endswith('_top.v')
    ]
    if not options.demo:
        raise Fault("the demo needs --demo=DIR, the folder that 'make boards' fills; or use --top")
    made = [os.path.join(options.demo, name) for name in MADE]
    return board['top'], [board['top'], *own, *made, *options.source]


def one_build(flow, target, top, monitor):
    """Builds in the flow's folder. monitor: files, or the text of a stub."""
    shutil.rmtree(flow.folder, ignore_errors=True)
    os.makedirs(flow.folder)
    sources = gather(target, flow.folder)
    if isinstance(monitor, str):
        sources.append('gnomon_stub.v')
        with open(os.path.join(flow.folder, sources[-1]), 'w', encoding='utf-8') as file:
            file.write(monitor)
    else:
        sources += gather(monitor, flow.folder)
    flow.synthesise(sources, os.path.splitext(os.path.basename(top))[0])
    return flow.place_and_route()


def explain_size(result, programs, description):
    """Why a design does not fit, with the part that the monitor has in it."""
    over = [
        f'{used} {name} are needed, the device has {of}'
        for name, (used, of) in result['resources'].items()
        if used > of
    ]
    blocks = cost(programs, description).partition('RAM blocks of the monitor')
    return '\n'.join(
        ['the design does not fit: ' + '; '.join(over), blocks[1] + blocks[2].partition('\n\n')[0]]
        + ["to save blocks: fewer 'buffer: slots', 'fifo: slots', pairs, buckets, or 'capacity';"]
        + ["'skip' bits of the watched word that never change; 'gnomon cost' compares plans"]
    )


def explain_timing(result, board, target):
    return (
        f'timing is missed: {result["fmax_mhz"]:.2f} MHz, and {target:g} MHz are needed; '
        f"the critical path is in 'route.log'. Try a slower clock in the top of board "
        f"'{board['name']}', or 'goal: latency' and 'ring: wires' in the description"
    )


def table(summary):
    """What a user reads at the end."""
    with_it, without = summary['with_monitor'], summary.get('without_monitor')
    rows = [['', 'with monitor', 'without']]
    for name, (used, of) in with_it['resources'].items():
        bare = without['resources'].get(name, ['-'])[0] if without else '-'
        rows.append([name, f'{used} of {of} ({100 * used // of} %)', str(bare)])
    bare = f'{without["fmax_mhz"]:.2f} MHz' if without else '-'
    rows.append(['Fmax', f'{with_it["fmax_mhz"]:.2f} MHz', bare])
    rows.append(['target', f'{summary["target_mhz"]:g} MHz', ''])
    rows.append(['margin', f'{summary["margin_percent"]:.0f} %', ''])
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in rows:
        print(
            '  '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        )
    print(f'bitstream: {summary["bitstream"]}\nmanifest: {summary["manifest"]}')


def build(options):
    board = boards.load(options.board, options.boards)
    if 'tools' in board:
        raise Fault(f"board '{board['name']}' is built with {board['tools']}: see its README.md")
    output = options.output or os.path.join('build', 'boards', board['name'])
    description = options.description or board['monitor']
    if options.top and not options.description:
        raise Fault('--top needs the description of a monitor that fits it')
    top, target = target_sources(options, board)
    flow = Flow(board, os.path.join(output, 'with'))
    monitor = os.path.join(output, 'monitor')
    bitstream = os.path.join(output, f'{board["name"]}.{flow.suffix}')
    os.makedirs(output, exist_ok=True)
    if os.path.exists(bitstream):
        os.unlink(bitstream)  # a build that fails leaves none
    manifest = generate(options, board, description, monitor)
    family = json.loads(cost(options.programs, description, '--json'))['family']
    if family != board['family']:
        raise Fault(f"'{description}': family '{family}'; that of the board is '{board['family']}'")
    name = manifest['name']
    result = one_build(flow, target, top, monitor_sources(name, monitor))
    if 'fmax_mhz' not in result:
        raise Fault(explain_size(result, options.programs, description))
    goal = mhz(board.get('fmax', board['clock']))
    if result['fmax_mhz'] < goal:
        raise Fault(explain_timing(result, board, goal))
    flow.pack(bitstream)
    summary = {
        'board': board['name'],
        'bitstream': bitstream,
        'manifest': os.path.join(monitor, 'manifest.json'),
        'target_mhz': goal,
        'margin_percent': 100 * (result['fmax_mhz'] / goal - 1),
        'with_monitor': result,
    }
    if not options.no_compare:
        bare = Flow(board, os.path.join(output, 'without'))
        summary['without_monitor'] = one_build(bare, target, top, stub(name, monitor))
    return summary


def main():
    parser = argparse.ArgumentParser(prog='gnomon build', allow_abbrev=False)
    parser.add_argument('--programs', required=True)
    parser.add_argument('--board', required=True)
    parser.add_argument('--boards', default=boards.BOARDS)
    parser.add_argument('--output')
    parser.add_argument('--top')
    parser.add_argument('--demo')
    parser.add_argument('--register-taps', action='store_true')
    parser.add_argument('--no-compare', action='store_true')
    parser.add_argument('--json', action='store_true')
    parser.add_argument('description', nargs='?')
    parser.add_argument('source', nargs='*')
    options = parser.parse_args()
    summary = build(options)
    if options.json:
        print(json.dumps(summary, indent=2))
    else:
        table(summary)


if __name__ == '__main__':
    try:
        main()
    except Fault as fault:
        sys.exit(f'gnomon: {fault}')
    except OSError as error:
        sys.exit(f"gnomon: '{error.filename}': {error.strerror}")
