# SPDX-License-Identifier: Apache-2.0
"""The open tools of each FPGA family: synthesis, place and route, packing. The tools run in the
folder that has all files, so that no path is part of a command.
"""

import json
import os
import re
import shutil
import subprocess
import sys

from board import Fault, mhz

# family of a description: Yosys, place and route, suffix of the pins, packer, suffix of the result
ICE40 = ('nextpnr-ice40', 'pcf', 'icepack', 'bin')
ECP5 = ('nextpnr-ecp5', 'lpf', 'ecppack', 'bit')
GOWIN = ('nextpnr-himbaechel-gowin', 'cst', 'gowin_pack', 'fs')
FAMILIES = {
    'ice40': ('synth_ice40 -abc9 -device hx', *ICE40),
    'up5k': ('synth_ice40 -abc9 -device u -spram', *ICE40),
    'ecp5': ('synth_ecp5 -abc9', *ECP5),
    'gowin': ('synth_gowin -family gw1n', *GOWIN),
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


def tool(name):
    """The command of a tool: from the distribution, or from PyPI, whose names begin with yowasp."""
    for command in name, 'yowasp-' + name:
        found = shutil.which(command)
        if found:
            return found
    raise Fault(
        f"'{name}' is not installed, nor is 'yowasp-{name}': './setup fpga' installs it in "
        'build/venv/bin, which must be in PATH'
    )


class Flow:
    """One build of a top module for a board, in a folder."""

    def __init__(self, board, folder):
        if board['family'] not in FAMILIES:
            raise Fault(f"board '{board['name']}': no tools for family '{board['family']}'")
        self.board, self.folder = board, folder
        self.synthesis, self.router, self.pins, self.packer, self.suffix = FAMILIES[board['family']]
        for name in 'yosys', self.router, self.packer:
            tool(name)

    def run(self, step, words):
        """Runs a tool; its output goes into STEP.log. Returns (status, text of the log)."""
        print(f'gnomon: {step}: {words[0]}', file=sys.stderr, flush=True)
        path = os.path.join(self.folder, step + '.log')
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

    def must(self, step, words):
        status, log = self.run(step, words)
        if status:
            errors = re.findall(r'^(?:ERROR|.*: ERROR): .*', log, re.M) or log.splitlines()[-3:]
            raise Fault('\n'.join([f'{step} failed, see {self.folder}/{step}.log', *errors[:5]]))

    def synthesise(self, sources, top):
        script = [
            f'read_verilog -DRISCV_FORMAL -I. {" ".join(sources)}',
            f'{self.synthesis} -top {top} -json netlist.json',
        ]
        with open(os.path.join(self.folder, 'synthesis.ys'), 'w', encoding='utf-8') as file:
            file.write('\n'.join(script) + '\n')
        self.must('synthesis', ['yosys', '-q', '-s', 'synthesis.ys'])

    def part(self, pins):
        """The words by which place and route knows the device and its pins."""
        device, package = self.board['device'], self.board['package']
        if self.board['family'] == 'gowin':
            return ['--device', package, '--vopt', f'family={device}', '--vopt', f'cst={pins}']
        speed = ['--speed', self.board['speed']] if 'speed' in self.board else []
        return ['--' + device, '--package', package, *speed, '--' + self.pins, pins]

    def place_and_route(self):
        """{'fmax_mhz', 'resources': {name: (used, available)}}; no 'fmax_mhz': it does not fit."""
        target = mhz(self.board.get('fmax', self.board['clock']))
        pins = 'pins.' + self.pins
        shutil.copy(self.board['pins'], os.path.join(self.folder, pins))
        report = os.path.join(self.folder, 'report.json')
        status, log = self.run(
            'route',
            [
                self.router,
                *self.part(pins),
                *('--json', 'netlist.json', '--freq', f'{target:g}'),
                *(*ROUTED[self.router], '--report', 'report.json', '--timing-allow-fail'),
            ],
        )
        found = {name: (int(used), int(of)) for name, used, of in USED.findall(log)}
        resources = {text: found[name] for name, text in RESOURCES.items() if name in found}
        if any(used > of for used, of in resources.values()):
            return {'resources': resources}
        if status:
            errors = re.findall(r'^ERROR: .*', log, re.M)
            raise Fault('\n'.join([f'route failed, see {self.folder}/route.log', *errors[:5]]))
        with open(report, encoding='utf-8') as file:
            clocks = json.load(file)['fmax'].values()
        if not clocks:
            raise Fault(f'no clock in the design, see {self.folder}/route.log')
        return {'resources': resources, 'fmax_mhz': min(c['achieved'] for c in clocks)}

    def pack(self, path):
        routed = ROUTED[self.router][1]
        if self.packer == 'icepack':
            words = ['icepack', routed, 'bitstream']
        elif self.packer == 'gowin_pack':
            words = ['gowin_pack', '-d', self.board['device'], '-o', 'bitstream', routed]
        else:
            words = ['ecppack', '--compress', '--input', routed, '--bit', 'bitstream']
        self.must('pack', words)
        os.replace(os.path.join(self.folder, 'bitstream'), path)
