# SPDX-License-Identifier: Apache-2.0
"""Writes the Verilog module `sdram`: LiteDRAM's controller for an SDRAM of 32 Mbytes with 16 data
pins, which needs no processor.

usage: sdram.py 25 MHz -o FILE

Ports: clk, rst; the pins of the SDRAM but its clock; one native port of LiteDRAM, as wide as a slot
of the trace buffer; init_done_o. LiteDRAM expects a processor that initialises the memory. Here a
state machine does it; until it has ended, it drives the pins and the controller is in reset.
"""

import argparse
import contextlib
import math
import sys

with contextlib.redirect_stdout(sys.stderr):  # LiteX prints while it is imported
    from litedram.core.controller import LiteDRAMController
    from litedram.core.crossbar import LiteDRAMCrossbar
    from litedram.modules import SDRModule, _SpeedgradeTimings, _TechnologyTimings
    from litedram.phy.dfi import Interface
    from litedram.phy.gensdrphy import GENSDRPHY
    from migen import (
        FSM,
        ClockDomain,
        If,
        Module,
        NextState,
        NextValue,
        ResetInserter,
        Signal,
    )
    from migen.fhdl import verilog

UNITS = {'kHz': 1e3, 'MHz': 1e6}
SLOT_BITS = 64
CAS_LATENCY = 2
POWER_UP = 200e-6  # seconds without a command
REFRESHES = 8  # before the mode register is written
MODE_CYCLES = 2  # from there to the first command
ALL_BANKS = 1 << 10  # A10 of PRECHARGE
PINS = {
    **{'a': 13, 'ba': 2, 'dq': 16, 'dm': 2},
    **{'cke': 1, 'cs_n': 1, 'ras_n': 1, 'cas_n': 1, 'we_n': 1},
}


class Sdram(SDRModule):
    """The slowest of MT48LC16M16A2-75, W9825G6KH-6 and IS42S16160G-7 in each time (ns)."""

    nbanks = 4
    nrows = 8192
    ncols = 512
    # 8192 refreshes in 64 ms are one in 7812 ns; LiteDRAM rounds up to cycles and then takes some
    # more to close the rows
    technology_timings = _TechnologyTimings(
        tREFI=7400, tWTR=(2, None), tCCD=(1, None), tRRD=(None, 15)
    )
    speedgrade_timings = {
        'default': _SpeedgradeTimings(tRP=20, tRCD=20, tWR=20, tRFC=(None, 70), tFAW=None, tRAS=45)
    }


class Pads:
    """The pins, by the names that GENSDRPHY wants."""

    def __init__(self):
        for name, width in PINS.items():
            setattr(self, name, Signal(width, name='sdram_' + name))


class Initialisation(Module):
    """Drives a phase of the DFI: PRECHARGE ALL, refreshes, mode register; then `done` is 1."""

    def __init__(self, phase, clock, timing):
        self.done = Signal()
        # (state in which it is given, cycles until the next one, (ras_n, cas_n, we_n), address)
        steps = [('PRECHARGE', timing.tRP, (0, 1, 0), ALL_BANKS)]
        steps += [(f'REFRESH{i}', timing.tRFC, (0, 0, 1), 0) for i in range(REFRESHES)]
        steps += [('MODE', MODE_CYCLES, (0, 0, 0), CAS_LATENCY << 4)]
        power_up = math.ceil(POWER_UP * clock)
        wait = Signal(max=power_up + 1, reset=power_up)
        self.submodules.fsm = fsm = FSM(reset_state=steps[0][0])
        self.comb += [
            phase.cke.eq(1),
            phase.cs_n.eq(wait != 0),
            phase.ras_n.eq(1),
            phase.cas_n.eq(1),
            phase.we_n.eq(1),
        ]
        following = [name for name, *_ in steps[1:]] + ['DONE']
        for (name, cycles, (ras_n, cas_n, we_n), address), then in zip(
            steps, following, strict=True
        ):
            fsm.act(
                name,
                phase.ras_n.eq(ras_n),
                phase.cas_n.eq(cas_n),
                phase.we_n.eq(we_n),
                phase.address.eq(address),
                NextValue(wait, wait - 1),
                If(wait == 0, NextValue(wait, cycles), NextState(then)),
            )
        fsm.act('DONE', If(wait != 0, NextValue(wait, wait - 1)).Else(self.done.eq(1)))


class Core(Module):
    """Initialisation, controller, PHY and the native port; `ports` are those of the module."""

    def __init__(self, clock):
        self.clock_domains.cd_sys = ClockDomain('sys')
        self.cd_sys.clk.name_override, self.cd_sys.rst.name_override = 'clk', 'rst'
        pads, memory = Pads(), Sdram(clock, '1:1')
        geometry = memory.geom_settings
        self.submodules.phy = phy = GENSDRPHY(pads, clock, CAS_LATENCY)
        self.submodules.controller = controller = ResetInserter()(
            LiteDRAMController(phy.settings, geometry, memory.timing_settings, clock)
        )
        self.submodules.crossbar = crossbar = LiteDRAMCrossbar(controller.interface)
        first = Interface(geometry.addressbits, geometry.bankbits, 1, phy.settings.dfi_databits)
        self.submodules.init = init = Initialisation(first.p0, clock, memory.timing_settings)
        self.comb += [
            controller.reset.eq(~init.done),
            If(init.done, controller.dfi.connect(phy.dfi)).Else(first.connect(phy.dfi)),
        ]
        native = crossbar.get_port(data_width=SLOT_BITS)
        self.ports = {self.cd_sys.clk, self.cd_sys.rst, *vars(pads).values()}
        self.output('init_done_o', init.done)
        self.input('cmd_valid_i', native.cmd.valid)
        self.output('cmd_ready_o', native.cmd.ready)
        self.input('cmd_we_i', native.cmd.we)
        self.input('cmd_addr_i', native.cmd.addr)
        self.input('wdata_valid_i', native.wdata.valid)
        self.output('wdata_ready_o', native.wdata.ready)
        self.input('wdata_i', native.wdata.data)
        self.comb += native.wdata.we.eq(2 ** (SLOT_BITS // 8) - 1)
        self.output('rdata_valid_o', native.rdata.valid)
        self.comb += native.rdata.ready.eq(1)
        self.output('rdata_o', native.rdata.data)

    def port(self, name, signal):
        port = Signal(len(signal), name_override=name)
        self.ports.add(port)
        return port

    def input(self, name, signal):
        self.comb += signal.eq(self.port(name, signal))

    def output(self, name, signal):
        self.comb += self.port(name, signal).eq(signal)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument('clock', type=float)
    parser.add_argument('unit', choices=UNITS)
    parser.add_argument('-o', '--output', required=True)
    options = parser.parse_args()
    core = Core(options.clock * UNITS[options.unit])
    text = str(verilog.convert(core, core.ports, name='sdram'))
    with open(options.output, 'w', encoding='utf-8') as file:
        file.write(text)


if __name__ == '__main__':
    main()
