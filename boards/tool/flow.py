# SPDX-License-Identifier: Apache-2.0
"""The open tools of each FPGA family: synthesis, place and route, packing. The tools run in the
folder that has all files, so that no path is part of a command.
"""

import json
import os
import re
import subprocess

import crossings
from board import mhz
from clocks import Clocks
from say import Fault, note, write_text
from tools import check_cache, tool

# family of a description: Yosys, place and route, suffix of the pins, packer, suffix of the result
ICE40 = ('nextpnr-ice40', 'pcf', 'icepack', 'bin')
ECP5 = ('nextpnr-ecp5', 'lpf', 'ecppack', 'bit')
GOWIN = ('nextpnr-himbaechel-gowin', 'cst', 'gowin_pack', 'fs')
FAMILIES = {
    'ice40': ('synth_ice40 -abc9 -device hx', *ICE40),
    'up5k': ('synth_ice40 -abc9 -device u -spram', *ICE40),
    'ecp5': ('synth_ecp5 -abc9', *ECP5),
    'gowin': ('synth_gowin -family {series}', *GOWIN),
}
ROUTED = {
    'nextpnr-ice40': ('--asc', 'routed.asc'),
    'nextpnr-ecp5': ('--textcfg', 'routed.config'),
    'nextpnr-himbaechel-gowin': ('--write', 'routed.json'),
}
# what the report of place and route calls a resource, and what a user does
RESOURCES = {
    'ICESTORM_LC': 'logic cells',
    'ICESTORM_RAM': 'RAM blocks',
    'ICESTORM_SPRAM': 'SPRAM',
    'TRELLIS_COMB': 'logic cells',
    'TRELLIS_FF': 'flip-flops',
    'DP16KD': 'RAM blocks',
    'LUT4': 'LUTs',
    'ALU': 'ALUs',
    'DFF': 'flip-flops',
    'RAM16SDP4': 'LUT RAM',
    'BSRAM': 'RAM blocks',
}
USED = re.compile(r'^Info:\s+(\w+):\s+(\d+)/\s*(\d+)', re.M)
# how a constraint file states a frequency; what is stated for Gowin is a file of its own
STATED = re.compile(r'set_frequency\s+(\S+)|FREQUENCY\s+(?:NET|PORT)\s+"([^"]+)"', re.I)
CONSTRAINTS = {
    'pcf': 'set_frequency {name} {mhz:.9g}\n',
    'lpf': 'FREQUENCY NET "{name}" {mhz:.9g} MHZ;\n',
    'sdc': 'create_clock -name {{{name}}} -period {ns:.9g} [get_nets {{{name}}}]\n',
}


class Flow:
    """One build of a top module for a board, in a folder. `lenient`: for comparison only, so that
    the board's clock is assumed where nothing states another."""

    def __init__(self, board, folder, stated, lenient=False):
        if board['family'] not in FAMILIES:
            raise Fault(f"board '{board['name']}': no tools for family '{board['family']}'")
        self.board, self.folder, self.stated = board, folder, stated
        self.lenient = lenient
        self.synthesis, self.router, self.pins, self.packer, self.suffix = FAMILIES[board['family']]
        self.synthesis = self.synthesis.format(series=board['device'][:4].lower())
        self.clocks = None
        for name in 'yosys', self.router, self.packer:
            check_cache(tool(name))

    def files(self):
        """What the tools make in the folder."""
        steps = [step + '.log' for step in ('synthesis', 'route', 'pack')]
        routed = ROUTED[self.router][1]
        pins = ['pins.' + self.pins, 'pins.sdc']
        return [*steps, 'synthesis.ys', 'netlist.json', *pins, 'report.json', routed, 'bitstream']

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, step, words):
        """Runs a tool; its output goes into STEP.log. Returns (status, text of the log)."""
        note(f'{step}: {words[0]}')
        path = self.path(step + '.log')
        with open(path, 'w', encoding='utf-8') as log:
            status = subprocess.run(
                [tool(words[0]), *words[1:]],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
            ).returncode
        with open(path, encoding='utf-8', errors='replace') as log:
            return status, log.read()

    def must(self, step, words, hint=None):
        status, log = self.run(step, words)
        if status:
            self.failed(step, log, hint)

    def failed(self, step, log, hint=None):
        errors = re.findall(r'^(?:ERROR|.*: ERROR): .*', log, re.M) or log.splitlines()[-3:]
        place = f"{step} failed, see '{self.path(step + '.log')}'"
        raise Fault(place, *errors[:5], *([hint] if hint else []))

    def synthesise(self, reads, top):
        """`reads`: commands of Yosys that read the sources."""
        script = [*reads, f'{self.synthesis} -top {top} -json netlist.json']
        write_text(self.path('synthesis.ys'), '\n'.join(script) + '\n')
        system = any(' -sv ' in command for command in reads)
        hint = 'Yosys reads a part of SystemVerilog: sv2v converts a source to Verilog'
        self.must('synthesis', ['yosys', '-q', '-s', 'synthesis.ys'], hint if system else None)
        self.clocks = Clocks(self.path('netlist.json'), top, self.stated)

    def part(self, pins):
        """The words by which place and route knows the device and its pins."""
        device, package = self.board['device'], self.board['package']
        if self.board['family'] == 'gowin':
            words = ['--device', package, '--vopt', f'family={device}', '--vopt', f'cst={pins}']
            return [*words, '--sdc', 'pins.sdc']
        speed = ['--speed', self.board['speed']] if 'speed' in self.board else []
        return ['--' + device, '--package', package, *speed, '--' + self.pins, pins]

    def margin(self):
        """What place and route must reach, as a multiple of what is there."""
        clock = mhz(self.board['clock'])
        return mhz(self.board['fmax']) / clock if 'fmax' in self.board else 1

    def constrain(self, pins):
        """Adds the frequencies of all clocks to the board's file of pins."""
        with open(self.board['pins'], encoding='utf-8', errors='surrogateescape') as file:
            text = file.read()
        there = {a or b for a, b in STATED.findall(text)}
        suffix = self.pins if self.pins in CONSTRAINTS else 'sdc'
        more = ''.join(
            CONSTRAINTS[suffix].format(name=name, mhz=rate, ns=1e3 / rate)
            for name, rate in self.goals().items()
            if name not in there
        )
        write_text(self.path(pins), f'{text}\n{more}' if suffix == self.pins else text)
        write_text(self.path('pins.sdc'), more if suffix == 'sdc' else '')

    def goals(self):
        return {name: rate * self.margin() for name, rate in self.clocks.constraints().items()}

    def place_and_route(self):
        """{'clocks': [...], 'crossings': [...], 'resources': {name: (used, available)}}; no
        'clocks': it does not fit."""
        target = mhz(self.board.get('fmax', self.board['clock']))
        pins = 'pins.' + self.pins
        self.constrain(pins)
        status, log = self.run(
            'route',
            [
                self.router,
                *self.part(pins),
                *('--json', 'netlist.json', '--freq', f'{target:g}'),
                *(*ROUTED[self.router], '--report', 'report.json', '--timing-allow-fail'),
                '--detailed-timing-report',
            ],
        )
        found = {name: (int(used), int(of)) for name, used, of in USED.findall(log)}
        resources = {text: found[name] for name, text in RESOURCES.items() if name in found}
        if any(used > of for used, of in resources.values()):
            return {'resources': resources}
        if status:
            self.failed('route', log)
        with open(self.path('report.json'), encoding='utf-8', errors='replace') as file:
            report = json.load(file)
        if not report['fmax'] and not self.lenient:
            raise Fault(f"no clock in the design, see '{self.path('route.log')}'")
        clocks = self.judged(report['fmax'], target)
        crossed = crossings.judged(report, self.clocks, self.router)
        return {'resources': resources, **clocks, 'crossings': crossed}

    def judged(self, report, usual):
        """What each clock of a report reaches, and must; first the one with the least margin. A
        clock for which only the usual frequency was assumed is refused."""
        clocks, unknown = [], []
        for made, clock in report.items():
            name, bit = self.clocks.find(made)
            rate = self.clocks.mhz(bit)
            own = clock.get('constraint', usual)  # of the board's file, or a PLL's by nextpnr
            goals = [rate * self.margin()] if rate else []
            # nextpnr counts in whole picoseconds
            if abs(own - usual) > 1e-3 * usual and own > 1.001 * max([*goals, 0]):
                goals.append(own)
            if goals or self.lenient:
                reached = clock['achieved']
                clocks.append(
                    {'name': name, 'fmax_mhz': reached, 'target_mhz': max([*goals, 0]) or own}
                )
            else:
                unknown.append(f"--clock '{name}=FREQUENCY'")
        if unknown:
            raise Fault(f'nothing states the frequency of these clocks: {", ".join(unknown)}')
        clocks.sort(key=lambda clock: clock['fmax_mhz'] / clock['target_mhz'])
        return {'clocks': clocks, **({'fmax_mhz': clocks[0]['fmax_mhz']} if clocks else {})}

    def pack(self, path):
        routed = ROUTED[self.router][1]
        if self.packer == 'icepack':
            words = ['icepack', routed, 'bitstream']
        elif self.packer == 'gowin_pack':
            words = ['gowin_pack', '-d', self.board['device'], '-o', 'bitstream', routed]
        else:
            words = ['ecppack', '--compress', '--input', routed, '--bit', 'bitstream']
        self.must('pack', words)
        os.replace(self.path('bitstream'), path)
