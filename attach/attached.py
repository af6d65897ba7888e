# SPDX-License-Identifier: Apache-2.0
"""A design with a monitor: what is made of both, and what must hold first. Nothing is written
before all of it holds.
"""

import os
import re

import made
import netlist
import wrapper
from design import FAULTS_SHOWN, Design
from misses import names_fault
from probes import Checker
from say import Fault, write_text

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RTL = os.path.join(TREE, 'rtl')
# the sources of the bridge, in the tree and where they are installed
BRIDGES = (os.path.join(TREE, 'sim', 'bridge'), os.path.join(TREE, 'sim'))
JOINED = re.compile(r'\t+\.(\w+)\(')


def bridge_files(phy):
    """The Verilog of the bridge for a link."""
    folder = next((f for f in BRIDGES if os.path.isfile(os.path.join(f, 'gnomon_bridge.v'))), None)
    if not folder:
        raise Fault(f"no file '{BRIDGES[0]}/gnomon_bridge.v': the bridge is not installed")
    names = ['gnomon_bridge.v', *(['gnomon_bridge_uart.v'] if phy == 'uart' else [])]
    return [os.path.join(folder, name) for name in names]


def stub(manifest):
    """A module with the ports of the monitor and nothing in it; all outputs are 0."""
    way = {'in': 'input', 'out': 'output'}
    ports = ',\n'.join(
        f'\t{way[p["direction"]]} wire {wrapper.vector(p["width"])}{p["name"]}'
        for p in manifest['ports']
    )
    zeros = [f'\tassign {p["name"]} = 0;\n' for p in manifest['ports'] if p['direction'] == 'out']
    return f'module {manifest["name"]} (\n{ports}\n);\n{"".join(zeros)}endmodule\n'


class Attached:
    def __init__(self, options, files, manifest, probes):
        self.options, self.files, self.manifest, self.probes = options, files, manifest, probes
        self.name, self.output = options.name, options.output
        self.joint = netlist.JOINT if options.form == 'open' else f'{self.name}.sv'
        self.bridged = options.bridge or options.form == 'bind'
        self.bridge = bridge_files(manifest['link']['phy']) if self.bridged else []
        self.text = self.script = ''
        taken = set(probe.name for probe in probes)
        self.pins = [port for port in manifest['ports'] if port['name'] not in taken]

    def check(self):
        """Fails, with all that is wrong, where the monitor cannot read what is named."""
        options = self.options
        macros = ['SYNTHESIS'] if options.form == 'open' else []
        plain = Design(self.files, options.parameters, options.top, macros=macros)
        plain.check()
        self.check_modules(plain)
        self.refuse([(probe, names_fault(plain, probe)) for probe in self.probes])
        hold = wrapper.hold_of(options.hold, plain)
        self.text = self.verilog(plain, hold)
        texts = {self.joint: self.text, 'stub': stub(self.manifest)}
        around = options.form == 'wrapper'
        wrapped = Design(
            self.files,
            [] if around else options.parameters,
            self.name if around else options.top,
            texts=texts,
            macros=macros,
            more=self.bridge,
        )
        self.check_elaborated(wrapped)
        monitor = '.'.join([wrapper.MONITOR] * (2 if options.form == 'bind' else 1))
        checker = Checker(plain, wrapped, f'{wrapped.top}.{monitor}', hold)
        faults = [(probe, checker.fault(probe)) for probe in self.probes]
        self.refuse(faults)
        if options.form == 'open':
            self.script = netlist.script(self)

    def check_modules(self, plain):
        """The modules that are added are not among those of the design."""
        taken = {d.name for d in plain.compilation.getDefinitions()}
        for name in (self.name, self.manifest['name']):
            if name in taken:
                raise Fault(f"the design has a module '{name}' already: choose another name")

    def verilog(self, plain, hold):
        monitor = wrapper.Monitor(self.manifest, self.probes)
        options = self.options
        if options.form != 'wrapper':
            form = wrapper.bound if options.form == 'bind' else wrapper.inside
            return form(plain, monitor, self.name, options.description)
        return wrapper.wrapped(
            plain,
            monitor,
            self.name,
            options.parameters,
            options.description,
            options.bridge,
            hold,
        )

    def check_elaborated(self, wrapped):
        """The faults that slang finds in the connections, in terms of the description."""
        faults, others = [], []
        for fault in wrapped.faults:
            file, line = wrapped.split(fault.location)
            probe = self.probe_of_line(line) if file == self.joint else None
            message = wrapped.message(fault)
            if probe:
                faults.append((probe, f"'{probe.text}': {message}"))
            elif fault.isError():
                others.append(f'{wrapped.where(fault.location)}: {message}')
        self.refuse(dict(reversed(faults)).items())
        if others:
            raise Fault(*others[:FAULTS_SHOWN])

    def probe_of_line(self, line):
        """What is connected in a line of the text that was made; None: nothing of the design."""
        port = JOINED.match(self.text.split('\n')[line - 1])
        return next((p for p in self.probes if port and p.name == port[1]), None)

    @staticmethod
    def refuse(faults):
        lines = [f'{probe.place}: {text}' for probe, text in faults if text]
        if lines:
            raise Fault(*sorted(set(lines), key=lines.index))

    def file(self, suffix):
        return f'{self.name}.{suffix}'

    def path(self, name):
        return os.path.join(self.output, name)

    def monitor_files(self):
        """The Verilog of the monitor, by its list of files."""
        folder, name = self.path('monitor'), self.manifest['name'] + '.v'
        with open(os.path.join(folder, self.manifest['name'] + '.f'), encoding='utf-8') as file:
            listed = file.read().split()
        return [os.path.join(folder if f == name else RTL, f) for f in listed]

    def names(self):
        """The files that are made in the folder, beside the monitor's own."""
        if self.options.form != 'open':
            return [self.joint, self.file('f')]
        return [self.joint, self.file('v'), *netlist.FILES]

    def write(self, generate):
        """`generate` makes the monitor in a folder."""
        os.makedirs(self.output, exist_ok=True)
        for name in self.names():
            made.check_file(self.output, name)
        generate(self.path('monitor'))
        for name in self.names():
            made.remove_file(self.output, name)
        write_text(self.path(self.joint), self.text)
        if self.options.form == 'open':
            netlist.make(self, self.script, stub(self.manifest))
        else:
            write_text(self.path(self.file('f')), self.list_of_files())

    def list_of_files(self):
        """What tools read by -f, in the folder in which `gnomon attach` ran. `gnomon sim` names
        monitor and bridge with the C files of a simulation, so they are not here twice."""
        monitor = [f'+incdir+{RTL}', *self.monitor_files()]
        words = [
            *self.files.simulator_words(),
            *(monitor if not self.bridged else []),
            self.path(self.joint),
        ]
        for word in words:
            if re.search(r'\s', word.removeprefix('-f ')):
                raise Fault(f"'{word}': a list of files for simulators has no blanks in names")
        return '\n'.join([*words, ''])

    def result(self):
        return self.path(self.file('v') if self.options.form == 'open' else self.joint)

    def top(self):
        return self.options.top if self.options.form == 'bind' else self.name

    def summary(self):
        rows = [
            {'port': p.name, 'bits': p.width, 'connect': p.text, 'place': p.place}
            for p in self.probes
        ]
        listed = {} if self.options.form == 'open' else {'files': self.path(self.file('f'))}
        manifest = os.path.join(self.path('monitor'), 'manifest.json')
        return {
            **{'form': self.options.form, 'top': self.top(), 'verilog': self.result(), **listed},
            **{'manifest': manifest, 'probes': rows},
        }

    def lines(self):
        summary = self.summary()
        width = max(len(probe.name) for probe in self.probes)
        yield from (f'{probe.name.ljust(width)}  {probe.text}' for probe in self.probes)
        yield from (
            f'{key}: {summary[key]}'
            for key in ('top', 'verilog', 'files', 'manifest')
            if key in summary
        )
