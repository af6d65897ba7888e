# SPDX-License-Identifier: Apache-2.0
"""Writes two logic analysers in the FPGA, made by their packages: `litescope.v` in Verilog and
`manta.il` in the language of Yosys. Each has 33 probes, 512 samples and a UART of 12 Mbaud at
120 MHz, as the monitors of tests/bench/whole/ have; what they compare, count and repair differs.

usage: peers.py FOLDER

Both have the ports clk, rst, pc and valid; the line is serial_rx and serial_tx, or rx and tx.
"""

import contextlib
import logging
import os
import sys

with contextlib.redirect_stdout(sys.stderr):  # LiteX prints while it is imported
    from amaranth.back import rtlil
    from amaranth.hdl import Signal
    from litescope import LiteScopeAnalyzer
    from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
    from litex.build.io import CRG
    from litex.soc.integration.soc_core import SoCMini
    from manta import Manta
    from manta.logic_analyzer import LogicAnalyzerCore
    from manta.uart import UARTInterface

CLOCK_HZ, BAUD, SAMPLES = 120_000_000, 12_000_000, 512
IO = [
    ('clk', 0, Pins(1)),
    ('rst', 0, Pins(1)),
    ('serial', 0, Subsignal('rx', Pins(1)), Subsignal('tx', Pins(1))),
    ('pc', 0, Pins(32)),
    ('valid', 0, Pins(1)),
]


class Scope(SoCMini):
    def __init__(self, platform):
        SoCMini.__init__(self, platform, CLOCK_HZ, with_timer=False)
        self.submodules.crg = CRG(platform.request('clk'), platform.request('rst'))
        self.add_uartbone('serial', baudrate=BAUD)
        probes = [platform.request('pc'), platform.request('valid')]
        self.submodules.analyzer = LiteScopeAnalyzer(
            probes, depth=SAMPLES, clock_domain='sys', samplerate=CLOCK_HZ
        )


def litescope():
    platform = GenericPlatform('', IO, name='litescope')
    soc = Scope(platform)
    soc.finalize()
    platform.get_verilog(soc, name='litescope').write('litescope.v')


def manta():
    made = Manta()
    made.interface = UARTInterface(port='auto', baudrate=BAUD, clock_freq=CLOCK_HZ)
    pc, valid = Signal(32, name='pc'), Signal(1, name='valid')
    made.cores.analyzer = LogicAnalyzerCore(sample_depth=SAMPLES, probes=[pc, valid])
    ports = [made.interface.rx, made.interface.tx, pc, valid]
    with open('manta.il', 'w', encoding='utf-8') as file:
        file.write(rtlil.convert(made, name='manta', ports=ports))


if __name__ == '__main__':
    logging.disable(logging.INFO)
    os.makedirs(sys.argv[1], exist_ok=True)
    os.chdir(sys.argv[1])
    litescope()
    manta()
