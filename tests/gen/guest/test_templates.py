#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emitted instances in Verilog, VHDL, Amaranth and Chisel, and cores of FuseSoC: each is read by a
program of its language, but for Chisel, whose form is checked here. They have the ports of the
manifest, which test_ports.py holds against the modules.

test_templates.py GNOMON_GEN GHDL VERILATOR OUT_DIR PAGE DESCRIPTION...; PAGE:
docs/guide/languages.md, whose examples are read, too. Runs from the root of the repository; the
Python is that of the environment in which ./setup put pyslang, Amaranth and FuseSoC. FuseSoC lints
the monitor of the last description, and hands the constraints of another one to the tools.
"""

import fnmatch
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys

import pyslang
import yaml
from amaranth.back import rtlil
from amaranth.hdl import Signal
from pyslang import ast, syntax

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))
SOC_CORE = """CAPI=2:
name: test:test:soc:1
filesets:
  rtl:
    depend: [gnomon:monitor:{name}]
targets:
  default:
    filesets: [rtl]
    toplevel: {name}
    tools:
      vivado: {{part: xc7a35tcsg324-1}}
      quartus: {{family: Cyclone V, device: 5CGXFC5C6F27C7}}
      diamond: {{part: LFE5U-25F-6BG381C}}
      radiant: {{part: LIFCL-40-7BG400I}}
"""


def fail(place, what):
    sys.exit(f'test_templates: {place}: {what}')


def equal(place, what, have, want):
    if have != want:
        fail(place, f'{what} are {have!r}, not {want!r}')


def run(place, command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, **more)
    if done.returncode:
        fail(place, f'{" ".join(command)}:\n{done.stdout}{done.stderr}')


def read(*path):
    with open(os.path.join(*path), encoding='utf-8') as file:
        return file.read()


class Emitted:
    """The files of a description; `modules`: (name, direction, width) of each port."""

    def __init__(self, gen, folder, description):
        run(folder, [gen, description, '-t', 'all', '-o', folder])
        manifest = json.loads(read(folder, 'manifest.json'))
        self.folder, self.name, self.modules = folder, manifest['name'], {}
        for p in manifest['ports']:
            port = p['name'], p['direction'], p['width']
            self.modules.setdefault(p['module'], []).append(port)

    def text(self, end):
        return read(self.folder, self.name + end)

    def check_verilog(self):
        """Around each instance a module: slang finds no fault, and each port connected."""
        text = '\n'.join(line for line in self.text('.veo').splitlines() if line[:2] != '//')
        parts = [part + ');\n' for part in text.split(');\n') if part.strip()]
        equal(self.folder, 'instances in Verilog', len(parts), len(self.modules))
        wrapped = ''.join(f'module w{k};\n{part}endmodule\n' for k, part in enumerate(parts))
        manager, options = pyslang.SourceManager(), ast.CompilationOptions()
        options.flags = ast.CompilationFlags.IgnoreUnknownModules
        unit = ast.Compilation(pyslang.Bag([options]))
        unit.addSyntaxTree(syntax.SyntaxTree.fromFile(f'{self.folder}/{self.name}.v', manager))
        unit.addSyntaxTree(syntax.SyntaxTree.fromText(wrapped, manager))
        engine, client = pyslang.DiagnosticEngine(manager), pyslang.TextDiagnosticClient()
        engine.addClient(client)
        engine.setWarningOptions(['default', 'no-shift-count-overflow'])
        for diagnostic in unit.getAllDiagnostics():
            engine.issue(diagnostic)
        if client.getString():
            fail(self.folder, client.getString())
        for part, (name, ports) in zip(parts, self.modules.items(), strict=True):
            wires = re.findall(r'^wire (?:\[(\d+):0\] )?(\w+);$', part, re.M)
            have = [(wire, int(high or 0) + 1) for high, wire in wires]
            equal(self.folder, 'wires', have, [(port, width) for port, _, width in ports])
            joined = re.findall(r'^\t\.(\w+) \(\1\),?(?= //)', part, re.M)
            equal(self.folder, 'ports in Verilog', joined, [port for port, _, _ in ports])
            if f'\n{name} u_{name} (\n' not in part:
                fail(self.folder, f'no instance of {name} in Verilog')

    def check_vhdl(self, ghdl):
        """A design that has the instances of the comments: GHDL analyses and elaborates it."""
        text = self.text('_component.vhd')
        parts = re.findall(r'  component (\S+)\n    port \(\n(.*?)\n    \);', text, re.S)
        maps = re.findall(r'^  -- (u_monitor : .*?\n  --   \);)$', text, re.M | re.S)
        found, signals, instances = [], [], []
        for k, ((name, body), joined) in enumerate(zip(parts, maps, strict=True)):
            rows = [
                re.fullmatch(r' *(\S+) : (in|out) (\w+)(.*?);? -- .+', line)
                for line in body.split('\n')
            ]
            ports = []
            for row in rows:
                high = re.fullmatch(r'\((\d+) downto 0\)', row[4])
                kind = 'std_logic_vector' if high else 'std_logic'
                equal(self.folder, f'type of {row[1]}', row[3], kind)
                ports.append((row[1].strip('\\'), row[2], int(high[1]) + 1 if high else 1))
                signals.append(f'    signal {row[1]} : {row[3]}{row[4]};')
            found.append((name.strip('\\'), ports))
            block = '\n'.join(signals)
            joined = re.sub(r'^  -- ', '    ', joined, flags=re.M)
            instances.append(f'  b{k} : block\n{block}\n  begin\n    {joined}\n  end block;')
            signals = []
        equal(self.folder, 'ports in VHDL', found, list(self.modules.items()))
        package = re.search(r'^package (\S+) is', text, re.M)[1]
        design = (
            f'use work.{package}.all;\nlibrary ieee;\nuse ieee.std_logic_1164.all;\n'
            'entity soc is end entity;\narchitecture mixed of soc is\nbegin\n'
            + '\n'.join(instances)
            + '\nend architecture;\n'
        )
        with open(f'{self.folder}/soc.vhd', 'w', encoding='utf-8') as file:
            file.write(design)
        options = ['--std=08', '-Wno-binding']
        for command in ('-a', f'{self.name}_component.vhd', 'soc.vhd'), ('-e', 'soc'):
            run(self.folder, [ghdl, command[0], *options, *command[1:]], cwd=self.folder)

    def check_amaranth(self):
        """RTLIL of each class: a cell of the module with its ports, on wires as wide as they."""
        path = f'{self.folder}/{self.name}_amaranth.py'
        spec = importlib.util.spec_from_file_location('emitted', path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, ports in self.modules.items():
            monitor = getattr(module, f'{name}_monitor')()
            hidden = [key for key, value in vars(monitor).items() if isinstance(value, Signal)]
            equal(path, 'hidden attributes', [key for key in hidden if key[0] == '_'], [])
            own = [value for value in vars(monitor).values() if isinstance(value, Signal)]
            text = rtlil.convert(monitor, ports=own)
            cell = re.search(rf'cell \\{name} \\monitor\n(.*?)\n  end', text, re.S)
            joined = dict(re.findall(r'connect \\(\w+) (.*)', cell[1]))
            equal(path, f'ports of {name}', sorted(joined), sorted(p[0] for p in ports))
            wires = {
                w[3]: (w[2], int(w[1]))
                for w in re.finditer(r'wire width (\d+) (input|output) \d+ +\\(\w+)$', text, re.M)
            }
            for port, direction, width in ports:
                wire = re.match(r'\\(\w+)', joined[port])[1]
                want = direction + 'put', width
                equal(path, f'direction and width of {port}', wires[wire], want)

    def check_chisel(self):
        text = self.text('_chisel.scala')
        if text.count('\nimport chisel3._\n') != 1 or '\\' in text:
            fail(self.folder, 'Chisel without its import, or with an escape')
        boxes = re.findall(
            r'^class (\w+)_monitor extends BlackBox \{\n  override def desiredName = "\1"\n'
            r'  val io = IO\(new Bundle \{\n(.*?)\n  \}\)\n\}$',
            text,
            re.M | re.S,
        )
        found = []
        for name, body in boxes:
            ports = []
            for line in body.split('\n'):
                m = re.fullmatch(
                    r'    val (\w+) = (In|Out)put\((Clock\(\)|Bool\(\)|UInt\((\d+)\.W\))\) // .+',
                    line,
                )
                if (m[1] == 'clk') != (m[3] == 'Clock()'):
                    fail(self.folder, f'type of {m[1]} in Chisel')
                ports.append((m[1], m[2].lower(), int(m[4] or 1)))
            found.append((name, ports))
        equal(self.folder, 'ports in Chisel', found, list(self.modules.items()))

    def check_core(self):
        """The core's names are texts: `on` is none in YAML as it is."""
        core = yaml.safe_load(self.text('.core').removeprefix('CAPI=2:'))
        equal(
            self.folder,
            'files of the core',
            core['filesets']['monitor']['files'],
            [f'{self.name}.v'],
        )
        equal(self.folder, 'top of the core', core['targets']['lint']['toplevel'], self.name)

    def fusesoc(self, work, *words):
        core = yaml.safe_load(self.text('.core').removeprefix('CAPI=2:'))
        for files in core['filesets'].values():
            for name in files['files']:
                shutil.copy(f'{self.folder}/{name}', f'{work}/core')
        shutil.copy(f'{self.folder}/{self.name}.core', f'{work}/core')
        places = {'HOME': work, 'XDG_CONFIG_HOME': work, 'XDG_DATA_HOME': work}
        paths = {'PATH': f'{work}/bin:{os.environ["PATH"]}', 'XDG_CACHE_HOME': work}
        command = [sys.executable, '-m', 'fusesoc.main', '--cores-root', f'{work}/core']
        command += ['--cores-root', os.path.abspath('rtl'), 'run', '--build-root', f'{work}/build']
        run(self.folder, [*command, *words], env={**os.environ, **places, **paths}, cwd=work)

    def check_constraints(self):
        """A core that depends on the monitor's: each tool gets its file, and no other's."""
        work = os.path.abspath(f'{self.folder}-constraints')
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(f'{work}/core')
        with open(f'{work}/core/soc.core', 'w', encoding='utf-8') as file:
            file.write(SOC_CORE.format(name=self.name))
        wanted = {
            'vivado': f'read_xdc {{*{self.name}.xdc',
            'quartus': f'-name SDC_FILE *{self.name}_quartus.sdc',
            'radiant': f'prj_add_source *{self.name}_radiant.sdc',
            'diamond': None,
        }
        for tool, line in wanted.items():
            self.fusesoc(work, '--setup', '--tool', tool, 'test:test:soc')
            folder = f'{work}/build/test_test_soc_1/default-{tool}'
            scripts = [name for name in os.listdir(folder) if name.endswith('.tcl')]
            lines = [line for name in scripts for line in read(folder, name).split('\n')]
            found = [one for one in lines if re.search(r'\.(xdc|sdc|lpf)\b', one)]
            right = [one for one in found if line and fnmatch.fnmatch(one, f'*{line}*')]
            equal(self.folder, f'constraints for {tool}', found, right)
            equal(self.folder, f'files of constraints for {tool}', len(found), int(bool(line)))

    def check_fusesoc(self, verilator):
        """The target lint, with a Verilator that is found by its name."""
        work = os.path.abspath(f'{self.folder}-fusesoc')
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(f'{work}/bin')
        os.symlink(shutil.which(verilator), f'{work}/bin/verilator')
        os.makedirs(f'{work}/core')  # without what the other checks put beside it
        self.fusesoc(work, '--target', 'lint', f'gnomon:monitor:{self.name}')
        lists = [
            os.path.join(path, name)
            for path, _, names in os.walk(f'{work}/build')
            for name in names
            if name.endswith('.vc')
        ]
        if not lists:
            fail(self.folder, 'FuseSoC made no list of files')
        if re.search(r'^\S+\.vh$', read(lists[0]), re.M):
            fail(self.folder, 'FuseSoC takes the constants for a file of modules')
        named = set(re.findall(r'(gnomon_\w+\.v)$', read(lists[0]), re.M))
        equal(self.folder, 'files', named, {n for n in os.listdir('rtl') if n.endswith('.v')})


def check_page(gen, ghdl, out, page):
    """The design in VHDL is elaborated, that in Amaranth has a monitor, joined to its ports."""
    blocks = dict(re.findall(r'^```(yaml|vhdl|python)\n(.*?)^```$', read(page), re.M | re.S))
    for name, text in (('one_core.yaml', 'yaml'), ('soc.vhd', 'vhdl'), ('soc.py', 'python')):
        with open(os.path.join(out, name), 'w', encoding='utf-8') as file:
            file.write(blocks[text])
    run(page, [gen, f'{out}/one_core.yaml', '-t', 'vhdl,amaranth', '-o', f'{out}/page'])
    options = ['--std=08', '-Wno-binding', '--workdir=page']
    run(page, [ghdl, '-a', *options, 'page/one_core_component.vhd', 'soc.vhd'], cwd=out)
    run(page, [ghdl, '-e', *options, 'soc'], cwd=out)
    sys.path[:0] = [f'{out}/page', out]
    soc = importlib.import_module('soc').Soc()
    text = rtlil.convert(soc, ports=[soc.rx, soc.tx, soc.pc, soc.retired])
    cell = re.search(r'cell \\one_core \\monitor\n(.*?)\n  end', text, re.S)[1]
    want = ['clk', 'core_pc_i', 'core_retired_i', 'rst', 'rx_i', 'sync_o', 'tx_o']
    equal(page, 'ports in Amaranth', sorted(re.findall(r'connect \\(\w+)', cell)), want)


def main():
    gen, ghdl, verilator, out, page, *descriptions = sys.argv[1:]
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    check_page(gen, ghdl, out, page)
    for k, description in enumerate(descriptions):
        emitted = Emitted(gen, f'{out}/{k}', description)
        emitted.check_verilog()
        emitted.check_vhdl(ghdl)
        emitted.check_amaranth()
        emitted.check_chisel()
        emitted.check_core()
    emitted.check_fusesoc(verilator)
    constrained = Emitted(gen, f'{out}/constrained', 'tests/gen/cases/ft245_sync.yaml')
    constrained.check_constraints()
    print(f'test_templates: instances of {len(descriptions)} monitors are read in each language')


if __name__ == '__main__':
    main()
