# SPDX-License-Identifier: Apache-2.0
"""What add_gnomon refuses, each with one line; nothing else is said or made.

usage: test_bad.py PROGRAM GNOMON SCRATCH
"""

import logging
import os
import shutil
import sys

PROGRAM, GNOMON, SCRATCH = (os.path.abspath(path) for path in sys.argv[1:])
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..')
sys.path[:0] = [os.path.join(ROOT, 'tests', 'bench', 'litex'), os.path.join(ROOT, 'python')]
os.environ['GNOMON'] = GNOMON

from soc import CLOCK, Soc, rom_words  # isort: skip: it also keeps LiteX from printing
from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
from migen import Signal
from suite import check, equal, of_module, run

from gnomon.litex import GnomonError, add_gnomon, probes

OWN = """gnomon: 1
name: own
clock: {clock}
link: {{ phy: bytes }}
nodes:
  - name: {node}
    watch: {{ field: pc, bits: 32, when: retired }}
"""


def system(**options):
    pins = [('clk', 0, Pins(1)), ('rst', 0, Pins(1))]
    pins.append(('serial', 0, Subsignal('tx', Pins(1)), Subsignal('rx', Pins(1))))
    soc = Soc(GenericPlatform('', pins, name='soc'), rom_words(PROGRAM))
    for name, value in options.items():
        setattr(soc.bus, name, value)
    return soc


def refused(soc, *words, **options):
    options.setdefault('folder', os.path.join(SCRATCH, 'made'))
    try:
        add_gnomon(soc, *words, **options)
    except GnomonError as error:
        equal(str(error).count('\n'), 0, str(error))
        return str(error)
    raise AssertionError(f'{words} {options}: not refused')


def described(**values):
    path = os.path.join(SCRATCH, 'own.yaml')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(OWN.format(**{'clock': '50 MHz', 'node': 'cpu0', **values}))
    return path


def test_link():
    equal(refused(system(), link='jtag'), "link='jtag': one of uart, bone, bridge", 'link')


def test_no_pads():
    equal(
        refused(system()),
        "link='uart' needs pads with 'tx' and 'rx': platform.request(...)",
        'pads',
    )


def test_twice_finalized():
    soc = system()
    soc.finalize()
    equal(
        refused(soc, link='bone'),
        'the SoC is finalized: add the monitor before Builder(soc)',
        'finalized',
    )


def test_other_bus():
    said = refused(system(standard='axi'), link='bone')
    equal(said, 'the bus is axi, and not Wishbone: bus=False', 'bus')


def test_crossbar():
    soc = system(interconnect='crossbar')
    add_gnomon(soc, link='bone', folder=os.path.join(SCRATCH, 'crossbar'))
    try:
        soc.finalize()
    except GnomonError as error:
        equal(
            str(error), 'the SoC has a crossbar, which is not one bus to tap: bus=False', 'crossbar'
        )
        return
    raise AssertionError('a crossbar is not refused')


def test_clock():
    path = described(clock='25 MHz')
    equal(
        refused(system(), path, link='bone'),
        f"'{path}': clock of 25000000 Hz; the SoC's has {CLOCK:.0f} Hz",
        'clock',
    )


def test_description():
    path = described(node='0')
    check(path + ':6' in refused(system(), path, link='bone'), 'place of the fault')


def test_unknown_port():
    said = refused(system(), described(), link='bone', signals={'cpu0_idle_i': Signal()})
    equal(said, "the monitor has no port 'cpu0_idle_i', which signals= names", 'port')


def test_missing_port():
    said = refused(system(), described(node='dma'), link='bone')
    equal(said, 'signals= must name what these ports read: dma_pc_i, dma_retired_i', 'missing')


def test_foreign_file():
    folder = os.path.join(SCRATCH, 'foreign')
    os.makedirs(folder)
    path = os.path.join(folder, 'monitor.yaml')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('mine\n')
    said = refused(system(), link='bone', folder=folder)
    equal(said, f"'{path}' was not written by gnomon", 'foreign')
    with open(path, encoding='utf-8') as file:
        equal(file.read(), 'mine\n', 'the file')


def test_probe():
    """A signal that is not there, one of another width, and a module that is not there."""
    path, out = os.path.join(SCRATCH, 'cpu.v'), os.path.join(SCRATCH, 'out', 'cpu.v')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('module VexRiscv (input wire clk);\n  wire [31:0] pc;\nendmodule\n')
    for module, signal, bits, message in (
        ('VexRiscv', 'pd', 32, f"'{path}': no signal 'pd' in module 'VexRiscv'"),
        ('VexRiscv', 'pc', 1, f"'{path}': 'VexRiscv.pc' has 32 bits, and not 1"),
        ('Vex', 'pc', 32, f"'{path}': no module 'Vex'"),
    ):
        try:
            probes.led_up(path, module, {'pc': probes.Probe(signal, bits)}, out)
        except probes.ProbeError as error:
            equal(str(error), message, 'probe')
        else:
            raise AssertionError(f'{signal}: not refused')
        check(not os.path.exists(out), 'no file')


if __name__ == '__main__':
    logging.disable(logging.INFO)
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(SCRATCH)
    sys.exit(run('litex_bad', of_module(globals())))
