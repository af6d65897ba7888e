# SPDX-License-Identifier: Apache-2.0
"""A monitor in a LiteX SoC.

    from gnomon.litex import add_gnomon

    soc = SoC(platform)                                   # yours, with all its masters
    add_gnomon(soc, pads=platform.request('serial', 1))   # before Builder(soc).build()

There is a node for each VexRiscv, which watches the instructions that it retires, and one for the
SoC's Wishbone bus, behind a tap.
"""

import json
import os
import re
import subprocess

from litex import get_data_mod
from litex.gen import LiteXModule
from litex.soc.cores.cpu.vexriscv.core import CPU_VARIANTS, VexRiscv
from migen import Array, ClockSignal, Instance, ResetSignal, Signal

from gnomon.litex.description import description_of, family_of
from gnomon.litex.port import BytePort
from gnomon.litex.probes import RETIRED, ProbeError, led_up, port
from gnomon.program import find_program

__all__ = ['GnomonError', 'add_gnomon']

LINKS = {
    'uart': '{{ phy: uart, baud: {baud} }}',
    'bone': '{{ phy: bytes }}',
    'bridge': '{{ phy: bytes }}',
}
BUS = 'bus'
TAP = 'gnomon_tap_wishbone'
BAUD = 1000000
MADE = '# Written by gnomon.litex for its SoC: do not edit.\n'
INSTANCE = re.compile(r'^\s*(gnomon_\w+)\s+(?:#\s*\(|\w+\s*\()', re.M)  # of a module in Verilog


class GnomonError(Exception):
    """What add_gnomon cannot do, in one line."""


def said(*words):
    """What the program gnomon prints for a command."""
    program = find_program()
    if not program:
        raise GnomonError("no program 'gnomon': install it, or name it by the variable GNOMON")
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise GnomonError((done.stderr.splitlines() or [f"'gnomon {words[0]}' failed"])[0])
    return done.stdout


def generate(description, folder):
    """Runs gnomon gen; the manifest."""
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    said('gen', '-o', folder, '--', description)
    with open(os.path.join(folder, 'manifest.json'), encoding='utf-8') as file:
        return json.load(file)


def write_own(path, text):
    """Writes a file that only this module writes."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, encoding='utf-8', errors='replace') as file:
            if file.readline() != MADE:
                raise GnomonError(f"'{path}' was not written by gnomon")
    with open(path, 'w', encoding='utf-8') as file:
        file.write(MADE + text)


class Bus:
    """The signals of a SoC's one Wishbone bus, once its interconnect is there."""

    def __init__(self, bus):
        self.masters = list(bus.masters.values())
        arbiter = getattr(bus._interconnect, 'arbiter', None)
        if not self.masters:
            raise GnomonError('the bus of the SoC has no master: bus=False')
        if arbiter is None and len(self.masters) != 1:
            raise GnomonError('the SoC has a crossbar, which is not one bus to tap: bus=False')
        self.grant = arbiter.rr.grant if arbiter is not None and len(self.masters) > 1 else None

    def __getattr__(self, name):
        choices = [getattr(master, name) for master in self.masters]
        return choices[0] if self.grant is None else Array(choices)[self.grant]


class Monitor(LiteXModule):
    """The monitor, and what leads to it. `hold`: 1 until the run starts, with link='bridge'."""

    def __init__(self, soc, manifest, link, pads, cpus, signals):
        self.manifest = manifest
        self.bus = lambda: Bus(soc.bus)  # LiteX looks for registers in what is no function
        self.ports = {
            entry['name']: entry
            for entry in manifest['ports']
            if entry['module'] == manifest['name']
        }
        self.tap = {}
        self.params = {'i_clk': ClockSignal(), 'i_rst': ResetSignal()}
        self.hold = Signal()
        self.sync_pulse = Signal()
        self.params['o_sync_o'] = self.sync_pulse
        getattr(self, 'link_' + link)(pads)
        self.targets(cpus, signals)

    def link_uart(self, pads):
        if not hasattr(pads, 'tx') or not hasattr(pads, 'rx'):
            raise GnomonError("link='uart' needs pads with 'tx' and 'rx': platform.request(...)")
        self.params.update(i_rx_i=pads.rx, o_tx_o=pads.tx)

    def link_bone(self, _pads):
        self.port = BytePort()
        self.byte_port(
            *(self.port.rx.valid, self.port.rx.ready, self.port.rx.data),
            *(self.port.tx.valid, self.port.tx.ready, self.port.tx.data),
        )

    def link_bridge(self, _pads):
        rx_valid, rx_ready, rx_data = Signal(), Signal(), Signal(8)  # to the monitor
        tx_valid, tx_ready, tx_data = Signal(), Signal(), Signal(8)
        self.byte_port(rx_valid, rx_ready, rx_data, tx_valid, tx_ready, tx_data)
        self.specials += Instance(
            'gnomon_bridge',
            name=self.manifest['name'] + '_bridge',
            p_MONITOR=self.manifest['name'],
            i_clk=ClockSignal(),
            i_rst=ResetSignal(),
            o_rx_valid_o=rx_valid,
            i_rx_ready_i=rx_ready,
            o_rx_data_o=rx_data,
            i_tx_valid_i=tx_valid,
            o_tx_ready_o=tx_ready,
            i_tx_data_i=tx_data,
            i_sync_i=self.sync_pulse,
            i_finish_i=0,
            o_hold_o=self.hold,
            o_done_o=Signal(),
            o_connected_o=Signal(),
        )

    def byte_port(self, rx_valid, rx_ready, rx_data, tx_valid, tx_ready, tx_data):
        self.params.update(i_rx_valid_i=rx_valid, o_rx_ready_o=rx_ready, i_rx_data_i=rx_data)
        self.params.update(o_tx_valid_o=tx_valid, i_tx_ready_i=tx_ready, o_tx_data_o=tx_data)

    def targets(self, cpus, signals):
        """What the nodes read: of the user, of the processors, of the bus's tap."""
        known = dict(signals)
        for node, probed in cpus.items():
            for name, value in probed.items():
                known.setdefault(f'{node}_{name}_i', value)
        unused = set(known) - set(self.ports)
        named = sorted(unused & set(signals))
        if named:
            raise GnomonError(f"the monitor has no port '{named[0]}', which signals= names")
        missing = []
        for name, entry in self.ports.items():
            if 'i_' + name in self.params or 'o_' + name in self.params:
                continue
            if entry['direction'] == 'out':
                self.params['o_' + name] = known.get(name, Signal(entry['width']))
            elif name in known:
                self.params['i_' + name] = known[name]
            elif entry.get('node') == BUS:
                self.tap[entry['signal']] = self.params['i_' + name] = Signal(entry['width'])
            else:
                missing.append(name)
        if missing:
            raise GnomonError(f'signals= must name what these ports read: {", ".join(missing)}')

    def do_finalize(self):
        if self.tap:
            self.connect_bus(self.bus())
        name = self.manifest['name']
        self.specials += Instance(name, name=name + '_monitor', **self.params)

    def connect_bus(self, bus):
        """The watched word from the bus, all else from its tap."""
        own = {'adr': bus.adr, 'taken': bus.cyc & bus.stb & bus.ack}
        for name, value in own.items():
            if name in self.tap:
                self.comb += self.tap.pop(name).eq(value)
        self.specials += Instance(
            TAP,
            name=self.manifest['name'] + '_tap',
            i_clk=ClockSignal(),
            i_rst=ResetSignal(),
            **{'i_' + name + '_i': getattr(bus, name) for name in ('cyc', 'stb', 'we', 'sel')},
            **{'i_' + name + '_i': getattr(bus, name) for name in ('ack', 'err')},
            i_stall_i=0,
            i_rty_i=0,
            **{'o_' + name + '_o': value for name, value in self.tap.items()},
        )


def processors(soc):
    """{node: VexRiscv} in the order in which the SoC got them."""
    found = [module for _, module in soc._submodules if isinstance(module, VexRiscv)]
    return {f'cpu{i}': cpu for i, cpu in enumerate(found)}


def probed(cpu, folder):
    """What an instruction's retirement is seen by: {signal: Signal}. The processor's module gets
    outputs for them, once."""
    if not hasattr(cpu, 'gnomon_probes'):
        if cpu.external_variant:
            raise GnomonError('a VexRiscv has a file of its own (use_external_variant)')
        made = os.path.join(folder, 'cpu', CPU_VARIANTS[cpu.variant] + '.v')
        source = os.path.join(
            get_data_mod('cpu', 'vexriscv').data_location, CPU_VARIANTS[cpu.variant] + '.v'
        )
        try:
            led_up(source, 'VexRiscv', RETIRED['vexriscv'], made)
        except ProbeError as error:
            raise GnomonError(str(error)) from error
        cpu.use_external_variant(made)
        cpu.gnomon_probes = {name: Signal(p.bits) for name, p in RETIRED['vexriscv'].items()}
        cpu.cpu_params.update({'o_' + port(n): s for n, s in cpu.gnomon_probes.items()})
    return cpu.gnomon_probes


def has_short_instructions(cpu):
    """Whether the variant has the C extension."""
    march = cpu.gcc_flags.split('-march=')[1].split()[0]
    return 'c' in march.partition('_')[2]


def instantiated(rtl, module):
    """The files of a module and of all that it instantiates."""
    files, waiting = [], [module]
    while waiting:
        path = os.path.join(rtl, waiting.pop() + '.v')
        if path not in files and os.path.exists(path):
            files.append(path)
            with open(path, encoding='utf-8') as file:
                waiting += INSTANCE.findall(file.read())
    return files


def add_sources(platform, folder, name, link):
    """The monitor's files, and those that it needs."""
    lists = json.loads(said('sim', '--cocotb', '--json', '--', folder))
    arguments = lists['build_args']
    rtl = arguments[arguments.index('-y') + 1]
    with open(os.path.join(folder, name + '.f'), encoding='utf-8') as file:
        listed = file.read().split()
    for path in listed:
        platform.add_source(os.path.join(folder if path == name + '.v' else rtl, path))
    for path in instantiated(rtl, TAP):
        platform.add_source(path)
    platform.add_verilog_include_path(folder)
    platform.add_verilog_include_path(rtl)
    if link == 'bridge':
        for path in lists['sources']:
            platform.add_source(path)


def check_system(soc, link, bus):
    """What cannot be done, before anything is made."""
    if link not in LINKS:
        raise GnomonError(f"link='{link}': one of {', '.join(LINKS)}")
    if getattr(soc, 'finalized', False):
        raise GnomonError('the SoC is finalized: add the monitor before Builder(soc)')
    if bus and soc.bus.standard != 'wishbone':
        raise GnomonError(f'the bus is {soc.bus.standard}, and not Wishbone: bus=False')
    if link == 'bone' and soc.csr.data_width != 32:
        raise GnomonError("link='bone' needs registers of 32 bits: csr_data_width=32")


def add_gnomon(
    soc,
    description=None,
    *,
    link='uart',
    pads=None,
    baud=BAUD,
    slots=1024,
    family=None,
    bus=True,
    signals=None,
    name='gnomon',
    folder=None,
):
    """Adds a monitor to `soc`, a SoCCore with all its masters, and returns its module.

    description: a monitor description's file. Without it there is a node `cpu0`, `cpu1`, ... for
        each VexRiscv, and with `bus` one called `bus`. In a description, nodes of these names are
        connected the same way: `pc` and `retired` of a processor; of the bus `adr`, `taken` (a word
        is transferred) and all outputs of gnomon_tap_wishbone.
    link: 'uart', at `pads` (tx, rx) with `baud` bits a second; 'bone', a register on the SoC's bus
        for UARTBone and its like, which `python3 -m gnomon.litex` serves; 'bridge', gnomon's bridge,
        in a simulation: it holds the processors in reset until the run starts.
    slots: of the trace buffer, 64 bits each. family: of the FPGA, by default the platform's.
    signals: {port of the monitor: Migen value} for all further ports.
    name: of the monitor, and of the SoC's submodule. folder: for what is made, by default
        build/PLATFORM/NAME; its `monitor/manifest.json` is what gnomon's commands take.
    GnomonError where it cannot be done.
    """
    check_system(soc, link, bus)
    folder = os.path.abspath(folder or os.path.join('build', soc.platform.name, name))
    cpus = processors(soc)
    if description is None:
        description = os.path.join(folder, 'monitor.yaml')
        if not cpus and not bus:
            raise GnomonError('the SoC has no VexRiscv, and bus=False: there is nothing to watch')
        text = description_of(
            name,
            int(soc.sys_clk_freq),
            family or family_of(soc.platform.device) or 'ice40',
            slots,
            LINKS[link].format(baud=baud),
            {node: has_short_instructions(cpu) for node, cpu in cpus.items()},
            (BUS, soc.bus.address_width - 2) if bus else None,
        )
        write_own(description, text)
    made = os.path.join(folder, 'monitor')
    manifest = generate(description, made)
    if abs(manifest['clock_hz'] / soc.sys_clk_freq - 1) > 1e-3:
        raise GnomonError(
            f"'{description}': clock of {manifest['clock_hz']} Hz; the SoC's has "
            f'{soc.sys_clk_freq:.0f} Hz'
        )
    watched = {entry['node'] for entry in manifest['ports'] if 'node' in entry}
    probes = {node: probed(cpu, folder) for node, cpu in cpus.items() if node in watched}
    monitor = Monitor(soc, manifest, link, pads, probes, signals or {})
    soc.add_module(name=name, module=monitor)
    add_sources(soc.platform, made, manifest['name'], link)
    if link == 'bridge':
        for cpu in cpus.values():
            cpu.cpu_params['i_reset'] = cpu.cpu_params['i_reset'] | monitor.hold
    return monitor
