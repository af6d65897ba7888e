# SPDX-License-Identifier: Apache-2.0
"""CAPTURE and REPORT in an emitted top, by its description: wires, what each node has of them, and
what drives them."""

PORT = 'port of the top'
# of a line in its interrupt form: instances of its wire, and of its nodes; the lowest one first
ROUNDS = {'capture': ('round', 'line'), 'report': ('report', 'report')}


class Lines:
    """The part of a Top for the lines: `d` is the description, `source` tells where a net is from,
    `tap` what a node gets of it, `settled` the clocks of a node, `equal` compares."""

    def seen(self, wire, n):
        """What a node sees of a line."""
        return (
            (f'u_{wire}', 'line_o', n.index) if len(self.d.nodes) > 1 else (f'u_{wire}', 'line_o')
        )

    def lines(self, n):
        """Wires and a node's instances of the lines in their interrupt form, the highest first."""
        found = [(wire, f'u_{n.name}_{node}') for wire, node in map(ROUNDS.get, n.rounds)]
        return found[::-1]

    def round_joins(self, n):
        """What the records of a node say of the lines, and whether its store sends."""
        want = {'line_i': [], 'own_i': [], 'late_i': []}
        store = f'u_{n.name}_store'
        for wire, node in self.lines(n):
            own = node, 'own_o'
            want['line_i'].append(self.seen(wire, n))
            want['own_i'].append((own, (store, 'own_o')) if n.local and wire == 'report' else own)
            want['late_i'].append((node, 'timed_out_o'))
        want['store_i'] = [(store, 'timed_out_o'), (store, 'own_o')] if n.local else []
        of_one = {port: tuple(of) if len(of) > 1 else (of or [0])[0] for port, of in want.items()}
        recorded = {port: self.tap(of) if of else 0 for port, of in of_one.items()}
        return {**recorded, 'send_i': self.seen('report', n) if 'report' in n.rounds else 0}

    def headend(self, n):
        """The instance of a node's headend."""
        return 'u_monitor' if self.d.single else f'u_{n.name}'

    def line_joins(self, n):
        """What a headend gets of the lines."""
        return {
            'capture_i': self.seen('capture', n) if n.capture else 0,
            **self.round_joins(n),
        }

    def line_params(self, n):
        return {
            'CAPTURE': n.capture,
            'HOLD': self.d.depth(n, self.manifest) - self.settled(n),
            'LINE': len(n.rounds),
        }

    def reset(self):
        """The start of a run releases the lines."""
        return (PORT, 'rst'), self.sync

    def line_instances(self, n):
        """What a node has of the lines in their interrupt form."""
        own, d = f'u_{n.name}', self.d
        headend = self.headend(n)
        want = {}
        for line, (wire, node) in zip(reversed(n.rounds), self.lines(n), strict=True):
            raised = headend, 'raise_o' if line == 'capture' else 'ask_o'
            nodes = {node: (raised, 1)}
            if n.local and line == 'report':
                nodes[f'{own}_store'] = (headend, 'full_o'), (headend, 'sent_o')
            for name, (raises, done) in nodes.items():
                joins = {
                    'rst': self.reset(),
                    'line_i': self.seen(wire, n),
                    'expire_i': (f'u_{wire}_limit', 'expire_o'),
                    'raise_i': raises,
                    'done_i': done,
                    'round_i': f'{name[2:]}_state[3:0]',
                }
                want[name] = ('gnomon_line_node', {}, joins)
            if n.processor:
                port = f'{n.name}_{line}'
                joins = want[node][2]
                joins.update({f'{k}_i': (PORT, f'{port}_{k}_i') for k in ('done', 'round')})
                joins['raise_i'] = raised, (PORT, f'{port}_raise_i')
        if n.processor:
            bits = [
                f'{wire}_line' + f'[{n.index}]' * (len(d.nodes) > 1) for wire, _ in self.lines(n)
            ]
            line = f'|{{{", ".join(bits)}}}' if len(bits) > 1 else bits[0]
            joins = {'pause_i': f'{line} && !sync_o', 'clear_i': self.reset()}
            params = {'WIDTH': d.time_bits, 'REAL': 1}
            want[f'{own}_time'] = ('gnomon_line_time', params, joins)
        return want

    def wire_instances(self):
        """The wires of the lines, and their limits; two in their interrupt form take turns."""
        d, want = self.d, {}
        params = {'NODES': len(d.nodes), 'STAGES': d.line_registers}
        if d.capture is not None:
            drives = ', '.join(f'{n.name}_drive' for n in reversed(d.nodes))
            joins = {'drive_i': self.source(drives), 'wait_i': 0}
            want['u_capture'] = ('gnomon_line_wire', params, joins)
        waits = dict.fromkeys(d.rounds, 0)
        if len(d.rounds) > 1:
            waits['capture'] = 'u_report', 'here_o'
            waits['report'] = ('u_round', 'here_o'), ('u_round', 'asked_o')
        for line, limit in d.rounds.items():
            wire, node = ROUNDS[line]
            drives = [f'{n.name}_{node}_drive' for n in d.nodes]
            if line == 'report':
                store = [f' || {n.name}_store_drive' if n.local else '' for n in d.nodes]
                drives = [drive + more for drive, more in zip(drives, store, strict=True)]
            drives = ', '.join(reversed(drives))
            joins = {'rst': self.reset(), 'drive_i': self.source(drives), 'wait_i': waits[line]}
            want[f'u_{wire}'] = ('gnomon_line_wire', params, joins)
            seen = self.seen(wire, d.nodes[0])
            joins = {'rst': self.reset(), 'line_i': seen, 'limit_i': limit}
            want[f'u_{wire}_limit'] = ('gnomon_line_limit', {'WIDTH': 32}, joins)
        return want

    def check_drives(self):
        """What each node drives the CAPTURE line with, in the same cycle as all others; and what it
        drives the lines in their interrupt form with."""
        late = max(map(self.settled, self.d.nodes))
        for n in self.d.nodes if self.d.capture is not None else ():
            wait = (f'u_{n.name}_raise', 'q_o'), (self.headend(n), 'raise_o')
            have = self.drivers[f'{n.name}_drive']
            self.equal(f'driver of {n.name}', have, wait[self.settled(n) == late])
        for n in self.d.nodes:
            names = [ROUNDS[line][1] for line in n.rounds] + ['store'] * n.local
            for node in (f'{n.name}_{name}' for name in names):
                have = self.drivers[f'{node}_drive']
                self.equal(f'driver of {node}_drive', have, (f'u_{node}', 'drive_o'))
                if not node.endswith('_store') and n.processor:
                    continue
                # its own count of rounds: the lower half of its state
                have = self.drivers[f'{node}_state']
                self.equal(f'driver of {node}_state', have, (f'u_{node}', 'state_o'))
