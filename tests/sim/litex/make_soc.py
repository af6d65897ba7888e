# SPDX-License-Identifier: Apache-2.0
"""Writes the system of tests/bench/litex with three monitors of gnomon.litex, one a link.

usage: make_soc.py PROGRAM FOLDER    PROGRAM: what the ROM holds, as bytes. GNOMON: the program.

FOLDER gets litex_soc.v, its list of files litex_soc.f, the words of the memories, csr.csv, and a
folder of each monitor.
"""

import logging
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '..', '..', '..')
sys.path[:0] = [os.path.join(ROOT, 'tests', 'bench', 'litex'), os.path.join(ROOT, 'python')]

from soc import CLOCK, Soc, rom_words  # isort: skip: it also keeps LiteX from printing
from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
from litex.soc.integration.export import get_csr_csv

from gnomon.litex import add_gnomon

DIVISOR = 10  # clocks a bit of both UARTs, as in litex_tb.v


def serial(name):
    return (name, 0, Subsignal('tx', Pins(1)), Subsignal('rx', Pins(1)))


def main():
    program, folder = sys.argv[1], os.path.abspath(sys.argv[2])
    logging.disable(logging.INFO)
    pins = [('clk', 0, Pins(1)), ('rst', 0, Pins(1)), serial('bone'), serial('pins')]
    platform = GenericPlatform('', pins, name='litex_soc')
    soc = Soc(platform, rom_words(program))
    soc.add_uartbone(uart_name='bone', baudrate=CLOCK / DIVISOR)
    pads, own = platform.request('pins'), os.path.join(HERE, 'boned.yaml')
    for name, description, options in (
        ('held', None, {'link': 'bridge', 'slots': 256}),
        ('pinned', None, {'pads': pads, 'baud': int(CLOCK / DIVISOR), 'slots': 128, 'bus': False}),
        ('boned', own, {'link': 'bone', 'signals': {'cpu1_reset_i': soc.second.reset}}),
    ):
        add_gnomon(soc, description, name=name, folder=os.path.join(folder, name), **options)
    soc.finalize()
    made = platform.get_verilog(soc, name='litex_soc')
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)  # there `write` puts the memories' words
    made.write('litex_soc.v')
    with open('litex_soc.f', 'w', encoding='utf-8') as file:
        file.write(''.join(f'+incdir+{path}\n' for path in platform.verilog_include_paths))
        file.write(''.join(f'{path}\n' for path, *_ in platform.sources))
    with open('csr.csv', 'w', encoding='utf-8') as file:
        file.write(get_csr_csv(soc.csr_regions, soc.constants, soc.mem_regions))


if __name__ == '__main__':
    main()
