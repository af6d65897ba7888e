#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emitted tops against their descriptions: ports, parameters of every instance, where each input of
an instance comes from, and the list of files.

test_top.py EMITTED_DIR...; DIR: where golden.sh left the emitted files, the description as
monitor.yaml, and the models. Runs from the root of the repository. What is inside the modules of
ranks and measures is simulated: test_ranks.py and test_preprocessors.py.
"""

import glob
import json
import os
import re
import sys

from described import BUSES, PHY_PORTS, Monitor, log2_up
from lines import PORT, ROUNDS, Lines
from verilog import Module, modules_of, used_modules

MAGIC = '034F4E47'  # version 3, 'ONG'
TO_MONITOR = 'op_valid op arg place wr_valid rd_next addr wr_data nonce busy'.split()
FROM_MONITOR = 'wr_ready rd_data reg_data'.split()
TO_PREPROCESSORS = (
    'class opens closes process events count first sample reset bank flush sample_pop block_pop'
).split()
FROM_PREPROCESSORS = (
    'fire sample_ready snap_ready sample_valid sample_word block_valid block_word block_last '
    'block_busy'
).split()
RTL = {os.path.basename(path)[:-2]: path for path in glob.glob('rtl/gnomon_*.v')}
LATER = 'a clock later'
ADAPTED = {'port_valid': 1, 'port_addr': 10, 'port_data': 32}  # bits of what an adapter drives


class Top(Lines):
    """The emitted file of a case, with its manifest and its description."""

    def __init__(self, folder, chip=''):
        self.d = Monitor(os.path.join(folder, 'monitor.yaml'))
        self.folder = folder
        with open(os.path.join(folder, 'manifest.json'), encoding='utf-8') as file:
            self.manifest = json.load(file)
        self.path = os.path.join(folder, self.d.name + '.v')
        self.modules = modules_of(self.path)
        self.top = self.modules[self.d.name + chip]
        self.nodes = self.d.nodes  # of the module
        self.sync = ('u_monitor' if self.d.single else 'u_center', 'sync_o')
        self.count = 0
        self.drivers = {
            net: (name, port)
            for name, i in self.top.instances.items()
            for port, net in i.joins.items()
            if port in self.module(i.module).outputs
        }

    def module(self, name) -> Module:
        if name not in self.modules:
            self.modules.update(modules_of(RTL[name]))
        return self.modules[name]

    def equal(self, what, have, want):
        self.count += 1
        if isinstance(have, dict) and have != want:
            both = {key: (have.get(key), want.get(key)) for key in {**have, **want}}
            what += ': ' + next(key for key, pair in both.items() if pair[0] != pair[1])
            have, want = next(pair for pair in both.values() if pair[0] != pair[1])
        if have != want:
            sys.exit(f'test_top: {self.path}: {what} is {have!r}, not {want!r}')

    def source(self, net):
        """Where a net comes from: (instance, port), (PORT, name), a number, or parts of ports;
        (LATER, that) of a register."""
        registered = self.top.registered
        if re.fullmatch(r'\w+( && \w+)+', net):
            return tuple(map(self.source, net.split(' && ')))
        if net in registered:
            return LATER, self.source(registered[net])
        if net in self.top.inputs:
            return PORT, net
        if net.startswith('{') or (' || ' in net and ', ' not in net):  # several nets
            mark = ', ' if ', ' in net else ' || '
            return tuple(map(self.source, net.strip('{}').split(mark)))
        bit = re.fullmatch(r'(\w+)\[(\d+)\]', net)
        if bit and bit[1] in self.drivers:
            return *self.drivers[bit[1]], int(bit[2])
        constant = re.fullmatch(r"\d+'[bd](\d+)", net)
        if constant:
            return int(constant[1])
        text = self.top.assigned.get(net, '')
        names = re.findall(r'[A-Za-z_]\w*', text)
        if names and all(name in registered for name in names):
            return LATER, re.sub(r'[A-Za-z_]\w*', lambda name: registered[name[0]], text)
        if not re.fullmatch(r'\w+', net):
            return net  # an expression
        whole = re.fullmatch(r'\w+( \|\| \w+)*', text)
        return self.drivers.get(net) or (self.source(text) if whole else text or None)

    def tap(self, source):
        """What a node gets of a signal of the target."""
        return (LATER, source) if self.d.register_taps else source

    def cells(self, n):
        """Tables of a node, by name, and the bits of a table address."""
        tables = self.manifest['nodes'][n.index]['tables']
        top = max(t['base'] + t['cells'] for t in tables)
        return {t['name']: t['base'] for t in tables}, log2_up(top)

    # --- what each instance must be

    def monitor_params(self):
        d, m = self.d, self.manifest
        want = {
            'IDENTITY': f"96'h{m['hash'].upper()}_{MAGIC}",
            'ADDR_W': m['addr_bits'],
            'TIME_W': d.time_bits,
            'SLOTS_LOG2': log2_up(d.slots),
            'WIDE': int(d.wide),
            'WRAP': int(d.wrap),
        }
        want.update({'SYNC': 1} if d.sync else {})
        want.update({'LATE': 1} if d.sync and d.register_taps else {})
        if d.single:
            n = d.nodes[0]
            tables, cell_bits = self.cells(n)
            want.update(CODE_W=n.code_bits, CELL_W=cell_bits, **self.actions_params(tables))
            want.update(WORD_W=n.word_bits)
            more = n.trigger_params(tables) if n.fires or n.gate or n.lines_driven else {}
            more.update(n.preprocessor_params(), EVENT_LINES_BASE=tables.get('events'))
            more.update(self.line_params(n))
            want.update({name: int(value) for name, value in more.items() if value})
            want.update(RANKS=n.stages(m['nodes'][0]['ranks']['levels'])[0])
            want.update(self.tick_params(n))
        else:
            want.update(NODES=len(d.nodes), RING_W=d.wires, LONG=int(d.long))
            want.update({'SPRAM': 1} if d.spram else {})
        want.update({'PORT': 1} if d.memory_port else {})
        return want

    def actions_params(self, tables):
        if 'rank_actions' in tables:
            return {'ACTIONS_BASE': 0, 'RANK_ACTIONS': 1}
        return {'ACTIONS_BASE': tables['actions']}

    def actions_source(self, n):
        """The actions beside the code; 0 where they have a table of their own."""
        tables, _ = self.cells(n)
        return (self.ranks_source(n)[0], 'actions0_o') if 'rank_actions' in tables else 0

    def tick_params(self, n):
        """Of a node whose time is coarser than a cycle; else both are absent."""
        want = {'TICK_LOG2': n.prescale.bit_length() - 1, 'SEED': n.seed}
        return {name: value for name, value in want.items() if value}

    def headend_params(self, n):
        d, port = self.d, n.port or {}
        tables, cell_bits = self.cells(n)
        codes = n.port_code_bits()
        want = {
            'NODE': n.index,
            'LAST': int(n is d.nodes[-1]),
            'TIME_W': d.time_bits,
            'CODE_W': n.code_bits,
            'RANKS': n.stages(self.manifest['nodes'][n.index]['ranks']['levels'])[0],
            'CELL_W': cell_bits,
            'FIFO_LOG2': log2_up((n.fifo or {}).get('slots', 256)),
            **self.line_params(n),
            'STORE': n.mark(),
            'ASKS': n.asks,
            'RING_W': d.wires,
            'WORD_W': n.word_bits,
            **n.trigger_params(tables),
            **n.preprocessor_params(),
            'PORT': bool(port),
            'PORT_PC': 'pc' in port,
            'PORT_TIME': port.get('process_time'),
            'PORT_CODES': codes,
            'PORT_DATA': codes and port.get('code_data'),
        }
        want.update(self.actions_params(tables))
        for table in 'codes', 'code_data':
            want[f'{table.upper()}_BASE'] = tables.get(table)
        want['CODE_ACTIONS_BASE'] = tables.get('code_actions')
        want['EVENT_LINES_BASE'] = tables.get('events')
        if port and n.group_lines:
            want['PORT_LINES'] = 1
        want.update(self.tick_params(n))
        return {name: int(value or 0) for name, value in want.items()}

    def settled(self, n):
        return n.stages(self.manifest['nodes'][n.index]['ranks']['levels'])[2]

    def station(self, n, way):
        """Name of the instance before or after a node on the ring; None: there is none."""
        if way < 0 and n.index == 0:
            return 'u_center'
        after = self.d.nodes[n.index + way :][:1]
        return f'u_{after[0].name}' if after else None

    def ranks_source(self, n):
        owner = self.d.nodes[n.owner]
        return f'u_{owner.name}_ranks', f'code{n.index - n.owner}_o'

    def table_bus(self, name):
        ports = ('table_o', 'table_addr_o', 'table_data_o')
        if self.d.single:
            name, ports = 'u_monitor', ('table_o', 'wr_addr_o', 'wr_data_o')
        wanted = zip(('wr_valid_i', 'wr_addr_i', 'wr_data_i'), ports, strict=True)
        return {port: (name, source) for port, source in wanted}

    def word_source(self, n):
        word = n.word()
        return self.tap((PORT, word) if word in self.top.inputs else word)

    def when_source(self, n):
        return self.tap((PORT, f'{n.name}_{n.when}_i')) if n.when else 1

    def port_joins(self, n):
        prefix = BUSES[n.port['bus']][0] if n.port else None
        names = ('valid', 'addr', 'data')
        if prefix is None:
            want = {f'port_{k}_i': 0 for k in names}
        elif n.port['bus'] == 'strobe':
            want = {f'port_{k}_i': self.tap((PORT, f'{n.name}_port_{k}_i')) for k in names}
        else:
            want = {f'port_{k}_i': self.tap((f'u_{n.name}_adapter', f'{k}_o')) for k in names}
        pc = (n.port or {}).get('pc')
        return {**want, 'port_pc_i': self.tap((PORT, f'{n.name}_{pc}_i')) if pc else 0}

    def headend_joins(self, n):
        before, after = self.station(n, -1), self.station(n, 1)
        return {
            'sync_i': self.tap(self.sync),
            'word_i': self.word_source(n),
            'when_i': self.when_source(n),
            'code_i': self.ranks_source(n),
            'actions_i': self.actions_source(n),
            **self.line_joins(n),
            **self.port_joins(n),
            **{f'dn_{k}_i': (before, f'dn_{k}_o') for k in ('valid', 'data')},
            **{f'up_{k}_i': after and (after, f'up_{k}_o') or 0 for k in ('valid', 'tag', 'data')},
            'up_ready_i': (before, 'up_ready_o'),
            **self.preprocessor_joins(n),
        }

    def preprocessor_joins(self, n):
        module = f'u_{n.name}_preprocessors'
        return {
            **{f'{k}_i': (module, f'{k}_o') if n.preprocessors else 0 for k in FROM_PREPROCESSORS},
            'kept_i': (module, 'kept_o') if n.segments else 0,
        }

    def node_instances(self, n):
        """Instances of a node: name to module, parameters, sources of the inputs."""
        want, own, d = {}, f'u_{n.name}', self.d
        if not self.d.single:
            lut = {'LUT_BITS': d.lut_bits} if d.lut_bits else {}
            params = {**self.headend_params(n), **lut}
            want[own] = ('gnomon_record_headend', params, self.headend_joins(n))
        late = max(map(self.settled, d.nodes)) - self.settled(n)
        if n.capture and late:
            joins = {'d_i': (self.headend(n), 'raise_o')}
            want[f'{own}_raise'] = ('gnomon_cell_delay', {'WIDTH': 1, 'CLOCKS': late}, joins)
        if n.rounds:
            want.update(self.line_instances(n))
        if n.owner == n.index:
            joins = {**self.table_bus(own), 'word0_i': self.word_source(n)}
            if n.shared:
                joins['word1_i'] = self.word_source(self.d.nodes[n.index + 1])
            want[f'{own}_ranks'] = (f'{self.d.name}_ranks', {}, joins)
        if n.port and n.port['bus'] != 'strobe':
            prefix, ports = BUSES[n.port['bus']]
            inputs = [p.split()[0] for p in ports.split(', ') if '_i ' in p]
            joins = {port: (PORT, f'{n.name}_{prefix}{port}') for port in inputs}
            want[f'{own}_adapter'] = (f'gnomon_trigger_{n.port["bus"]}', {}, joins)
        if n.preprocessors:
            headend = self.headend(n)
            joins = {f'{k}_i': (headend, f'{k}_o') for k in TO_PREPROCESSORS}
            joins.update(self.table_bus(own), sync_i=self.tap(self.sync))
            if n.segments:
                joins.update(word_i=self.word_source(n), when_i=self.when_source(n))
            joins['frozen_i'] = ('u_monitor', 'frozen_o')  # where a recorder needs it
            params = {'NODE': n.index} if n.units else {}
            want[f'{own}_preprocessors'] = (f'{self.d.name}_preprocessors', params, joins)
        return want

    def phy_instance(self, link, lut):
        d = self.d
        joins = {f'{k}_i': (link, f'{k}_o') for k in ('rx_ready', 'tx_valid', 'tx_data')}
        joins.update({p: (PORT, p) for p in PHY_PORTS[d.phy] if p.endswith('_i')})
        params = {
            'uart': {'DIVISOR': d.divisor, 'FRACTION': d.fraction, **lut},
            'ft245': {'CLOCK_MHZ': -(-d.clock // 1000000)},
            'ft245_sync': {},
        }
        return f'gnomon_link_{d.phy}', params[d.phy], joins

    def rom_instance(self, link, monitor, from_monitor):
        """the identity ROM, if there is one; it stands between the monitor and the link"""
        d = self.d
        if not d.rom:
            return {}
        read = 'rd_data' if d.wide else 'reg_data'
        from_monitor[f'{read}_i'] = ('u_link_rom', 'reg_data_o')
        joins = {f'{k}_i': (link, f'{k}_o') for k in ('op', 'addr')}
        joins['regs_data_i'] = (monitor, f'{read}_o')
        step = ('next', 'rd_next') if d.wide else ('lower', 'reg_lower')
        joins[f'{step[0]}_i'] = (link, f'{step[1]}_o')
        return {'u_link_rom': (f'{d.name}_rom', {}, joins)}

    def instances(self):
        d, link = self.d, 'u_link'
        monitor = 'u_monitor' if d.single else 'u_center'
        lut = {'LUT_BITS': d.lut_bits} if d.lut_bits else {}
        has_phy = d.phy != 'bytes'
        phy = ('rx_valid', 'rx_data', 'tx_ready')
        from_phy = {f'{k}_i': ('u_phy', f'{k}_o') if has_phy else (PORT, f'{k}_i') for k in phy}
        from_monitor = {f'{k}_i': (monitor, f'{k}_o') for k in FROM_MONITOR}
        if not d.wide:
            from_monitor['rd_ready_i'] = (monitor, 'rd_ready_o') if d.memory_port else 1
        want = self.rom_instance(link, monitor, from_monitor)
        want[link] = (
            'gnomon_link_wide' if d.wide else 'gnomon_link',
            {'ADDR_W': self.manifest['addr_bits']},
            {**from_phy, **from_monitor},
        )
        if has_phy:
            want['u_phy'] = self.phy_instance(link, lut)
        joins = {f'{k}_i': (link, f'{k}_o') for k in TO_MONITOR}
        joins['sync_i'] = self.tap(self.sync)
        joins['reg_lower_i'] = 0 if d.wide else (link, 'reg_lower_o')
        joins['taken_i'] = (from_phy['rx_valid_i'], (link, 'rx_ready_o')) if d.sync else 0
        if d.single:
            n = d.nodes[0]
            joins.update(when_i=self.when_source(n), code_i=self.ranks_source(n))
            joins.update(actions_i=self.actions_source(n), word_i=self.word_source(n))
            joins.update(self.preprocessor_joins(n), **self.line_joins(n))
        else:
            first = f'u_{self.nodes[0].name}' if self.nodes else 'u_ring_near'
            joins.update({f'up_{k}_i': (first, f'up_{k}_o') for k in ('valid', 'tag', 'data')})
            joins['fifo_high_i'] = (first, 'fifo_high_o') if d.form == 'alone' else 0
        joins['mem_i'] = 'mem_ready_i, mem_rvalid_i, mem_rdata_i' if d.memory_port else 0
        module = 'gnomon_record_single' if d.single else 'gnomon_ring_center'
        want[monitor] = (module, {**self.monitor_params(), **lut}, joins)
        want.update(self.wire_instances())
        for n in self.nodes:
            want.update(self.node_instances(n))
        return want

    # --- checks

    def check_ports(self):
        self.equal('ports', self.top.bits, self.d.ports())
        outputs = {port for port in self.d.ports() if port.endswith('_o')}
        self.equal('outputs', self.top.outputs, outputs)
        outer = {'sync_o': self.sync}
        phy = 'u_link' if self.d.phy == 'bytes' else 'u_phy'
        outer.update({p: (phy, p) for p in PHY_PORTS[self.d.phy] if p.endswith('_o')})
        for n in self.d.nodes:
            if n.port:
                prefix, ports = BUSES[n.port['bus']]
                for p in (p.split()[0] for p in ports.split(', ') if '_o ' in p):
                    outer[f'{n.name}_{prefix}{p}'] = (f'u_{n.name}_adapter', p)
            if n.processor:
                time = f'u_{n.name}_time'
                for line in n.rounds:
                    node, port = f'u_{n.name}_{ROUNDS[line][1]}', f'{n.name}_{line}'
                    outer.update({f'{port}_{p}_o': (node, f'{p}_o') for p in ('irq', 'state')})
                outer.update({f'{n.name}_{p}_o': (time, f'{p}_o') for p in ('time', 'real')})
        if self.d.memory_port:
            top = self.d.slots.bit_length() + 64  # valid, write, address, data
            monitor = 'u_monitor' if self.d.single else 'u_center'
            request = self.top.instances[monitor].joins['mem_o']
            parts = {'valid': top, 'write': top - 1, 'addr': f'{top - 2}:64', 'wdata': '63:0'}
            outer.update({f'mem_{k}_o': f'{request}[{bits}]' for k, bits in parts.items()})
        found = {p: self.drivers.get(p) or self.top.assigned.get(p) for p in outputs}
        self.equal('drivers of outputs', found, outer)

    def check_instance(self, name, module, params, joins):
        instance = self.top.instances[name]
        have = {k: int(v) if v.isdigit() else v for k, v in instance.params.items()}
        of_monitor = instance.module not in RTL  # and may have a number
        found = instance.module.rstrip('0123456789') if of_monitor else instance.module
        self.equal(f'module of {name}', found, module)
        self.equal(f'parameters of {name}', have, params)
        found = self.module(instance.module)
        common = {'clk': (PORT, 'clk'), 'rst': (PORT, 'rst')}
        for port in sorted(found.inputs):
            owner = name.removeprefix('u_').removesuffix('_preprocessors')
            measured = self.tap((PORT, f'{owner}_{port[3:]}'))
            target = {port: measured} if port.startswith('in_') else {}
            want = {**common, **target, **joins}.get(port, 'nothing known')
            have = self.source(instance.joins.get(port, 'nothing'))
            self.equal(f'source of {name}.{port}', have, want)

    def check_registers(self):
        """Each is as wide as what it takes; no signal of the target passes by one."""
        taken = self.top.registered
        self.equal('registers', sorted(self.top.reg_bits), sorted(taken))
        for net, source in taken.items():
            adapted = next((b for end, b in ADAPTED.items() if source.endswith(end)), None)
            bits = 1 if ']' in source else self.top.bits.get(source, adapted)
            if '_line_' in net:
                bits = 2 if net.endswith('_line_store_q') else len(self.d.rounds)
            self.equal(f'bits of {net}', self.top.reg_bits[net], bits)
        # of a node's lines: which is asserted, whether it is its own, whether it is late; of its
        # store, the latter two
        recorded = sum(3 + n.local for n in self.nodes if n.rounds)
        count = bool(self.d.register_taps) * (1 + recorded + sum(map(self.taps, self.nodes)))
        self.equal('number of registers', len(taken), count)

    def taps(self, n):
        """Registers of a node: its inputs, but those of a bus that has an adapter."""
        prefix, ports = BUSES[n.port['bus']] if n.port else ('', '')
        bus = [f'{n.name}_{prefix}{p.split()[0]}' for p in ports.split(', ') if p]
        adapter = n.port and n.port['bus'] != 'strobe'
        inputs = [p for p in n.ports() if p.endswith('_i') and not (adapter and p in bus)]
        return len(inputs) + (len(ADAPTED) if adapter else 0)

    def check_files(self):
        """What is listed is what the top needs, file by file; Verilator misses no other."""
        with open(os.path.join(self.folder, self.d.name + '.f'), encoding='utf-8') as file:
            names = file.read().split()
        self.equal('first file', names[0], self.d.name + '.v')
        listed = {name.removesuffix('.v') for name in names[1:]}
        self.equal('files listed twice', len(listed), len(names) - 1)
        needed, wanted = set(), used_modules(self.path, RTL)
        while needed != wanted & listed:
            needed = wanted & listed
            wanted = wanted.union(*(used_modules(RTL[name], RTL) for name in needed))
        self.equal('listed files', listed, needed)

    def check(self):
        wanted = self.instances()
        self.check_ports()
        self.check_registers()
        self.equal('instances', sorted(self.top.instances), sorted(wanted))
        for name, want in wanted.items():
            self.check_instance(name, *want)
        self.check_drives()
        self.check_files()
        return self.count


def check_model(top, folder):
    """The numbers of a node's triggers, and what of it asserts REPORT, in the C of a model."""
    with open(os.path.join(folder, top.d.name + '_model.c'), encoding='utf-8') as file:
        text = file.read()
    for n in top.d.nodes:
        row = re.search(rf'{{ /\* {n.name} \*/.*?}},\n(.*?)}},\n', text, re.S)[1]
        have = re.findall(r'\w+', row)[:11]
        kinds = [kind for kind, _ in n.triggers()]
        after = kinds[: len(kinds) - n.capture - bool(n.host) - len(n.thresholds)]
        before = [kind for kind in after if not kind.endswith(('_began', '_ended'))]
        sequences, strict = n.sequences or {}, n.strict or {}
        want = [sequences.get('count', 0), sequences.get('steps', 0), strict.get('count', 0)]
        want += ['false', 'true'][bool(n.timer)], ['false', 'true'][bool(n.watchdog)]
        want += [['false', 'true'][bool(n.host)], len(before), len(after)]
        want += [kinds.index('host') if n.host else 0, n.asks, n.mark()]
        top.equal(f'{n.name} in the model', have, [str(value) for value in want])


def frame(wires, number, words):
    return sum(-(-bits // wires) for bits in (6 + number, 32 * words, 16))


def number_bits(wires, delay):
    """As many frames as there are until an acknowledgement comes, and two."""
    for bits in range(3, 7):
        up, down = frame(wires, bits, 2), frame(wires, bits, 1)
        if (2**bits - 3) * up >= up + 2 * down + 2 * delay + 16:
            return bits
    return 6


class Chip(Top):
    """The module of a chip: `number` 0 has the trace buffer."""

    def __init__(self, folder, number):
        super().__init__(folder)
        name = self.d.chips[number - 1] if number else None
        if number:
            super().__init__(folder, f'_chip_{name}')
        self.number = number
        self.nodes = [n for n in self.d.nodes if n.chip == name]
        self.more = number < len(self.d.chips)
        self.sync = ('u_ring_sync' if number else 'u_ring_pulse', 'sync_o')

    def station(self, n, way):
        at = self.nodes.index(n) + way
        if at < 0:
            return 'u_ring_far' if self.number else 'u_center'
        if at < len(self.nodes):
            return f'u_{self.nodes[at].name}'
        return 'u_ring_near' if self.more else None

    def hop_params(self):
        d = self.d
        lut = {'LUT_BITS': d.lut_bits} if d.lut_bits else {}
        number = number_bits(d.wires, d.delay)
        return {'RING_W': d.wires, 'NUMBER_W': number, 'DELAY': d.delay, **lut}

    def near(self):
        top = 'u_ring_far' if self.number else 'u_center'
        above = f'u_{self.nodes[-1].name}' if self.nodes else top
        joins = {f'dn_{k}_i': (above, f'dn_{k}_o') for k in ('valid', 'data')}
        joins.update(sync_i=self.sync, up_ready_i=(above, 'up_ready_o'))
        return (
            'gnomon_ring_wires_near',
            self.hop_params(),
            {**joins, 'wires_i': (PORT, 'ring_up_i')},
        )

    def far(self):
        first = f'u_{self.nodes[0].name}'
        joins = {f'up_{k}_i': (first, f'up_{k}_o') for k in ('valid', 'tag', 'data')}
        joins.update(sync_i=self.sync, wires_i=(PORT, 'ring_dn_i'))
        joins['quiet_i'] = ('u_ring_near', 'quiet_o') if self.more else 1
        params = {**self.hop_params(), 'STATIONS': len(self.nodes)}
        return 'gnomon_ring_wires_far', params, joins

    def instances(self):
        """Those of the monitor, and the ends of the hops."""
        d, chips = self.d, len(self.d.chips)
        if self.number:
            want = {'u_ring_far': self.far()}
            wait = (chips - self.number) * (d.delay + 1)
            joins = {'wire_i': (PORT, 'ring_sync_i')}
            want['u_ring_sync'] = ('gnomon_ring_wires_sync', {'WAIT': wait}, joins)
            for n in self.nodes:
                want.update(self.node_instances(n))
        else:
            want = super().instances()
            answers = ('u_center', 'wr_ready_o'), ('u_ring_near', 'quiet_o')
            want['u_link'][2]['wr_ready_i'] = (*answers, ('u_ring_pulse', 'quiet_o'))
            params = {'WAIT': chips * d.delay + chips - 1}
            joins = {'sync_i': ('u_center', 'sync_o')}
            want['u_ring_pulse'] = ('gnomon_ring_wires_pulse', params, joins)
        if self.more:
            want['u_ring_near'] = self.near()
        return want

    def check_ports(self):
        d = self.d
        want = {'ring_damaged_o': 1}
        for here, way in ((self.more, 'oio'), (self.number, 'ioi')):
            names = zip(
                ('ring_dn', 'ring_up', 'ring_sync'), way, (d.wires, d.wires, 1), strict=True
            )
            want.update({f'{name}_{end}': bits for name, end, bits in names if here})
        own = {port for n in self.nodes for port in n.ports()}
        others = {port for n in d.nodes for port in n.ports()} - own
        every = {'clk', 'rst', 'sync_o'} | own
        want.update({
            port: bits for port, bits in d.ports().items()
            if port not in others and (not self.number or port in every)
        })  # fmt: skip
        self.equal('ports', self.top.bits, want)
        outer = {'sync_o': self.sync, 'ring_dn_o': ('u_ring_near', 'wires_o')}
        outer['ring_up_o'] = ('u_ring_far', 'wires_o')
        source = ('u_ring_sync' if self.number else 'u_ring_pulse', 'wire_o')
        outer['ring_sync_o'] = source
        for port in outer:
            if port in want:
                self.equal(f'driver of {port}', self.drivers.get(port), outer[port])
        parts = ['far_damaged'] * bool(self.number) + ['near_damaged'] * self.more
        self.equal('ring_damaged_o', self.top.assigned['ring_damaged_o'], ' || '.join(parts))
        for end in parts:
            instance = 'u_ring_' + end.partition('_')[0]
            self.equal(end, self.drivers[end], (instance, 'damaged_o'))


def tops_of(folder):
    """What checks an emitted file: a monitor of one chip, or each chip."""
    top = Top(folder)
    chips = len(top.d.chips)
    return [Chip(folder, number) for number in range(chips + 1)] if chips else [top]


def main():
    tops = [top for folder in sys.argv[1:] for top in tops_of(folder)]
    if not any(isinstance(top, Chip) for top in tops):
        sys.exit('test_top: no description has further chips')
    count = sum(top.check() for top in tops)
    models = {top: re.sub(r'(golden)(-others)?/', r'\1-models/', top.folder) for top in tops}
    for top, folder in models.items():
        with open(os.path.join(folder, 'manifest.json'), encoding='utf-8') as file:
            if json.load(file)['hash'] == top.manifest['hash']:  # two have one name
                check_model(top, folder)
    print(f'test_top: {len(tops)} tops are wired as described, {count} values')


if __name__ == '__main__':
    main()
