# SPDX-License-Identifier: Apache-2.0
"""The page docs/start/board.md: each of its commands is run as it is written there, in a copy of
the checkout, and a command that no row of COMMANDS knows is a fault.

usage: test_page.py

The monitors are simulators of the boards behind a pseudoterminal, which each run is told: that a
run finds the one board is tests/usb/test_search.py. Nothing is installed. Stand-ins of the FPGA
tools write files with nothing in them but a header, and one of openFPGALoader writes down its
arguments; test_tools.py has the real tools.
"""

import contextlib
import os
import pty
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import tty

from stand_ins import stand_in
from simulated import BUILD, simulated
from suite import HANG_SECONDS, check, equal, run

PAGE = 'docs/start/board.md'
OUTPUTS = (
    'with monitor',
    'intervals of all nodes (cycles',
)  # blocks of the page that show what is printed
FAMILIES = {'iCE40', 'ECP5', 'Gowin'}  # headings of the page


def text_of(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def blocks(text):
    """(heading, lines) of each block of code of a page."""
    heading, block = '', []
    for line in [*text.splitlines(), '']:
        if line.startswith('    '):
            block.append(line)
            continue
        if block and line == '':
            yield heading, block
            block = []
        if line.startswith('#'):
            heading = line.lstrip('# ')


def shown(block):
    """The block shows what a command prints."""
    return block[0].strip().startswith(OUTPUTS)


def commands(text):
    """(heading, command) of the page; a command can have several lines."""
    for heading, block in blocks(text):
        if not shown(block):
            for command in '\n'.join(block).replace('\\\n', ' ').splitlines():
                yield heading, ' '.join(command.partition(' # ')[0].split())


def table(text, first):
    """The rows of the block that begins so, without its head."""
    block = next(block for _, block in blocks(text) if block[0].strip().startswith(first))
    return [line.split() for line in block[1:]]


@contextlib.contextmanager
def serial_line(port):
    """The path of a pseudoterminal that leads to a TCP port."""
    near, far = pty.openpty()
    tty.setraw(far)  # far stays open, so that near can be read before the program opens it
    with socket.create_connection(('127.0.0.1', port)) as wire:

        def to_host():
            while data := wire.recv(4096):
                os.write(near, data)

        def to_monitor():
            with contextlib.suppress(OSError):
                while data := os.read(near, 4096):
                    wire.sendall(data)

        for way in to_host, to_monitor:
            threading.Thread(target=way, daemon=True).start()
        yield os.ttyname(far)
        wire.shutdown(socket.SHUT_RDWR)
    os.close(far)


class Checkout:
    """A copy of the checkout in which the page's commands can write, and its user's shell."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, 'gnomon')
        self.bitstreams, self.board, self.page = set(), None, text_of(PAGE)
        os.makedirs(self.path('build/boards'))
        for source, where in (('.', '.'), (BUILD, 'build'), (f'{BUILD}/boards', 'build/boards')):
            for name in os.listdir(source):
                if name not in ('.git', 'build', 'boards') or (source, name) == ('.', 'boards'):
                    here = os.path.abspath(os.path.join(source, name))
                    if source != f'{BUILD}/boards' or name == 'demo':
                        os.symlink(here, self.path(where, name))
        stand_in(os.path.join(folder, 'tools'))
        self.env = {k: v for k, v in os.environ.items() if not re.match('MAKE|MFLAGS|BUILD$', k)}
        self.env['PATH'] = os.path.join(folder, 'tools') + ':' + self.env['PATH']

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def shell(self, command):
        """What a command prints."""
        done = subprocess.run(
            ['sh', '-c', command],
            cwd=self.folder,
            env=self.env,
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
        )
        check(done.returncode == 0, f'{command!r} ends with {done.returncode}: {done.stderr}')
        return done.stdout

    # --- the commands of the page

    def setup(self, command):
        """Nothing may be missing; a test installs nothing."""
        self.shell(command.replace('./setup', './setup --list'))

    def make(self, command):
        self.took_bitstream(self.shell(command))

    def assign(self, command):
        self.env['PATH'] = self.shell(f'{command}; printf %s "$PATH"')

    def build(self, command):
        """With files of a user: those of the demo under other names."""
        words = shlex.split(command)
        for name, sources in (
            ('monitor.yaml', ['boards/icebreaker/monitor.yaml']),
            (
                'my_top.v',
                [f'boards/demo/demo_{part}.v' for part in ('top', 'uart', 'reset')],
            ),
            ('my_cpu.v', ['boards/demo/demo_target.v', 'build/boards/demo/picorv32.v']),
        ):
            check(name in words, f'{command!r} has no {name}')
            with open(self.path(name), 'w', encoding='utf-8') as file:
                for source in sources:
                    file.write(text_of(self.path(source)).replace('demo_top', 'my_top'))
        self.took_bitstream(self.shell(command))

    def took_bitstream(self, printed):
        """What gnomon build printed: the rows of the page's table, and where the bitstream is."""
        found = re.search(r'^bitstream: (.*)$', printed, re.M)
        if not found:
            return
        check(os.path.exists(self.path(found[1])), f'no {found[1]}')
        self.bitstreams.add(found[1])
        rows = [line.split('  ')[0].strip() for line in printed.splitlines()]
        for row in table(self.page, 'with monitor'):
            check(any(name and ' '.join(row).startswith(name) for name in rows), f'no row {row}')

    def flash(self, command):
        words = shlex.split(command)
        self.board = words[words.index('--board') + 1]
        check(
            words[-1] in self.bitstreams, f'{words[-1]} was not built; there are {self.bitstreams}'
        )
        self.shell(command)
        said = text_of(self.path('said')).splitlines()
        flash = re.search(
            r'^flash:.* board: (\S+)', text_of(f'boards/{self.board}/board.yaml'), re.M
        )
        which = words.index('--serial') + 1 if '--serial' in words else 0
        equal(
            said,
            [
                *('-b', flash[1]),
                *(['--ftdi-serial', words[which]] if which else []),
                *('-m' if '--sram' in words else '-f', os.path.realpath(self.path(words[-1]))),
            ],
            'arguments',
        )

    def rule(self, command):
        source = shlex.split(command)[2]
        check('idVendor' in text_of(self.path(source)), f'{source} has no rule')

    def run(self, command):
        """A run on the board that was flashed last."""
        command = re.sub(r' -d tty:/dev/\w+', '', command)  # of a board that no search finds
        check(' -d ' not in command, f'{command!r} names no serial port')
        with tempfile.TemporaryDirectory() as folder:
            with simulated(self.board, folder) as port, serial_line(port) as line:
                printed = self.shell(f'{command} -d tty:{line}')
        shutil.rmtree(self.path('run'))
        # on a slow machine records may be lost: figures are bounds then
        rows = [re.sub('[<>]= ', '', line).split() for line in printed.splitlines()]
        for name, *numbers in table(self.page, 'intervals of all nodes (cycles')[1:]:
            there = next((row for row in rows if row[:1] == [name]), [])
            check(len(there) > 6 and int(there[1]) > 10, f'no interval {name}: {printed}')
            if numbers[2] == numbers[5]:  # least and greatest: it always takes the same time
                equal(there[2:7], numbers[1:6], f'times of {name}')


COMMANDS = (
    (r'\./setup fpga', Checkout.setup),
    (r'make all|make boards BOARDS=\w+', Checkout.make),
    (r'PATH=\S+', Checkout.assign),
    (r'sudo cp \S+ /etc/udev/rules.d', Checkout.rule),
    (r'sudo udevadm control --reload', None),
    (r'gnomon build .*', Checkout.build),
    (r'gnomon flash .*', Checkout.flash),
    (r'gnomon run .*', Checkout.run),
)


def way_of(command):
    for form, way in COMMANDS:
        if re.fullmatch(form, command):
            return way
    raise AssertionError(f'{PAGE}: no test runs {command!r}')


def test_commands():
    listed = [(heading, command, way_of(command)) for heading, command in commands(text_of(PAGE))]
    measured = {heading.split(':')[0] for heading, _, way in listed if way is Checkout.run}
    equal(measured, FAMILIES, 'families with a run')
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(os.path.realpath(folder))
        for _, command, way in listed:
            if way:
                way(checkout, command)
    return f'{len(listed)} commands'


if __name__ == '__main__':
    sys.exit(run('boards', [('page', test_commands)]))
