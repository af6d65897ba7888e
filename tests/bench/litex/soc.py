# SPDX-License-Identifier: Apache-2.0
"""Writes the Verilog module `litex_soc`: a LiteX system of two VexRiscv cores with caches, a ROM
and a RAM on one Wishbone bus.

usage: soc.py PROGRAM -o FOLDER

PROGRAM is what the ROM holds, as bytes. FOLDER gets litex_soc.v and the words of the memories,
which the simulation reads from its working folder. Core 0 begins at address 0, core 1 at SECOND.
"""

import argparse
import contextlib
import logging
import os
import struct
import sys

with contextlib.redirect_stdout(sys.stderr):  # LiteX prints while it is imported
    from litex.build.generic_platform import GenericPlatform, Pins
    from litex.build.io import CRG
    from litex.soc.cores.cpu.vexriscv.core import VexRiscv
    from litex.soc.integration.soc_core import SoCCore

CLOCK = 50e6
ROM_BYTES = 0x1000
SECOND = 0x40
VARIANT = 'standard'


class Soc(SoCCore):
    def __init__(self, platform, words):
        SoCCore.__init__(
            self,
            platform,
            CLOCK,
            cpu_type='vexriscv',
            cpu_variant=VARIANT,
            integrated_rom_size=ROM_BYTES,
            integrated_rom_init=words,
            with_uart=False,
        )
        self.submodules.crg = CRG(platform.request('clk'), platform.request('rst'))
        self.submodules.second = second = VexRiscv(platform, VARIANT)
        second.set_reset_address(SECOND)
        self.bus.add_master('second_ibus', second.ibus)
        self.bus.add_master('second_dbus', second.dbus)


def rom_words(path):
    with open(path, 'rb') as file:
        code = file.read()
    if not SECOND < len(code) <= ROM_BYTES:
        raise SystemExit(f'{path}: {len(code)} bytes, and not {SECOND + 1} to {ROM_BYTES}')
    code += bytes(-len(code) % 4)
    return [word for (word,) in struct.iter_unpack('<I', code)]


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument('program')
    parser.add_argument('-o', '--output', required=True)
    options = parser.parse_args()
    logging.disable(logging.INFO)
    platform = GenericPlatform('', [('clk', 0, Pins(1)), ('rst', 0, Pins(1))], name='litex_soc')
    soc = Soc(platform, rom_words(options.program))
    soc.finalize()
    made = platform.get_verilog(soc, name='litex_soc')
    os.makedirs(options.output, exist_ok=True)
    os.chdir(options.output)  # there `write` puts the memories' words
    made.write('litex_soc.v')


if __name__ == '__main__':
    main()
