# SPDX-License-Identifier: Apache-2.0
"""What a monitor description requests, by docs/reference/description.md and docs/design/*.md: the
oracle for what the generator emits of it. Read by a YAML parser of its own."""

import math

import yaml

LUT_FAMILIES = ('ecp5', 'gowin', 'xilinx7', 'nexus')
LUT_BITS = 1024
LEVEL_MIN = 3  # clocks from a word to its code at least
UNITS = {'Hz': 1, 'kHz': 10**3, 'MHz': 10**6, 'GHz': 10**9}
INPUTS = ('of', 'from', 'to', 'in', 'clear')
BUSES = {  # prefix of the ports, and the ports: name, bits
    'strobe': ('port_', 'valid_i 1, addr_i 10, data_i 32'),
    'wishbone': (
        'wb_',
        'cyc_i 1, stb_i 1, we_i 1, adr_i 10, dat_i 32, sel_i 4, ack_o 1, stall_o 1, dat_o 32',
    ),
    'axilite': (
        'axi_',
        'awvalid_i 1, awready_o 1, awaddr_i 12, wvalid_i 1, wready_o 1, wdata_i 32, wstrb_i 4, '
        'bvalid_o 1, bready_i 1, bresp_o 2, arvalid_i 1, arready_o 1, araddr_i 12, rvalid_o 1, '
        'rready_i 1, rdata_o 32, rresp_o 2',
    ),
}


def log2_up(number):
    return (number - 1).bit_length()


def round_up(number):
    return 1 << log2_up(number)


def hertz(text):
    number, _, unit = str(text).partition(' ')
    return round(float(number) * UNITS[unit or 'Hz'])


def kept_runs(bits, skip):
    """The runs of bits that are not left out as [hi, lo], the lowest first."""
    skipped = set()
    for part in str(skip).replace(' ', '').split(',') if skip is not None else ():
        high, _, low = part.partition('..')
        skipped |= set(range(int(low or high), int(high) + 1))
    kept = [b for b in range(bits) if b not in skipped]
    lows = [b for b in kept if b - 1 not in kept]
    return [[next(h for h in range(lo, bits) if h + 1 not in kept), lo] for lo in lows]


SEED = 0x5614AB53  # of the places of random ticks, in each monitor


class Node:
    """A node of the description; `entry`: its mapping, `number`: which of its nodes."""

    def __init__(self, entry, number, index, family, lines):
        self.entry, self.number, self.index = entry, number, index
        self.capture, self.rounds = lines
        self.processor = bool(self.rounds) and entry.get('processor', True)
        self.local = entry.get('store') == 'local'
        self.registered = family in LUT_FAMILIES
        self.name = entry['name'] + (str(number) if 'count' in entry else '')
        self.owner = index - number % 2 if entry.get('share') == 'pairs' else index
        self.shared = entry.get('share') == 'pairs'
        tick = entry.get('time', {})
        self.prescale = tick.get('prescale', 1)
        self.seed = SEED if tick.get('jitter') else 0
        self.read_watch(entry['watch'])
        self.read_preprocessors(entry)
        self.read_groups()

    def __getattr__(self, key):
        """What is not worked out here is as in the description, or nothing."""
        return self.entry.get(key)

    def read_watch(self, watch):
        self.when = watch.get('when')
        self.goal = watch.get('goal', 'ram')
        self.code_bits = max(4, watch.get('capacity', 15).bit_length())
        fields = watch.get('fields') or [
            {'bits': 32, **watch, 'name': watch['field'], 'when': None}
        ]
        names = [f['name'] for f in fields]
        for qualifier in dict.fromkeys(f.get('when') for f in fields):
            if qualifier and qualifier not in names:
                fields = fields + [{'name': qualifier, 'bits': 1, 'kind': 'data'}]
        self.fields = [
            {
                'name': f['name'],
                'bits': f['bits'],
                'kept': kept_runs(f['bits'], f.get('skip')),
                'kind': f.get('kind', {'pc': 'pc', 'addr': 'address'}.get(f['name'], 'data')),
                'unit': f.get('unit', 1),
                'when': f.get('when'),
            }
            for f in fields
        ]
        self.word_bits = sum(hi - lo + 1 for f in self.fields for hi, lo in f['kept'])

    def read_preprocessors(self, entry):
        ratios = entry.get('ratios', {})
        self.form = ratios.get('form', 'full')
        self.pairs = ratios.get('pairs', [])
        self.signals = [s if isinstance(s, dict) else {'name': s} for s in entry.get('signals', [])]
        for key in (
            *('values', 'quantities', 'thresholds', 'extremes'),
            *('buckets', 'counters', 'segments'),
        ):
            setattr(self, key, entry.get(key, []))
        self.event_lines = entry.get('event_lines', [])
        self.units = len(self.buckets) + len(self.counters) + len(self.segments)
        self.joins_all = bool(
            self.signals
            or self.values
            or self.event_lines
            or self.quantities
            or self.counters
            or self.gate
        )
        self.preprocessors = bool(self.pairs or self.joins_all)
        self.fires = bool(
            self.sequences
            or self.strict
            or self.port
            or self.timer
            or self.watchdog
            or self.thresholds
            or self.host
            or self.capture
            or self.rounds
        )
        asks = 'report' in self.rounds and 'report' in self.event_lines
        self.asks = self.event_lines.index('report') + 1 if asks else 0

    def group_of(self, part):
        """Number of the group of a part; the last one is of all that are in none."""
        groups = self.groups or []
        return next((g for g, group in enumerate(groups) if part in group['of']), len(groups))

    def read_groups(self):
        """Lines of the groups: (name or None, action) in order, and the runs of the pairs."""
        names = [g['name'] for g in self.groups or []] + [None]
        held = {
            key: {self.group_of(part['name']) for part in getattr(self, key)}
            for key in ('pairs', 'extremes', 'buckets', 'counters')
        }
        read = held['pairs'] | held['extremes'] | ({len(names) - 1} if self.gate else set())
        choices = {'reset': read, 'sample': read | held['counters'], 'bank': held['buckets']}
        lined = {**choices, 'sample': held['counters']}
        self.group_lines = [
            {'group': names[g], 'action': action}
            for action in choices
            if self.groups and len(choices[action]) > 1
            for g in sorted(lined[action])
        ]
        self.runs = []
        before = None
        for g in [self.group_of(p['name']) for p in self.pairs] + [len(names) - 1] * bool(
            self.gate
        ):
            if g != before:
                self.runs.append(0)
            self.runs[-1] += 1
            before = g
        self.lines_driven = len(self.event_lines) + len(self.group_lines)

    def sample_words(self):
        halves = {'full': 4, 'compressed': 1, 'compressed32': 2}[self.form]
        words = sum((halves * pairs + 3) // 4 * 2 for pairs in self.runs)
        return words + 6 * len(self.extremes)

    def mark(self):
        """Entries of a local store that assert REPORT: eight of the FIFO stay free, and samples
        are kept in twice as many words as it has slots."""
        if not self.local:
            return 0
        slots, words = (self.fifo or {}).get('slots', 256), self.sample_words()
        kept = min(slots, 2 * slots // words) if words else slots
        return self.almost_full or min(max(1, 3 * kept // 4), slots - 8)

    def lines(self):
        """Names of the router's lines."""
        looked = [(p['name'], k, p[k]) for p in self.pairs for k in 'ab']
        looked += [(q['name'], k, q[k]) for q in self.quantities for k in INPUTS if k in q]
        looked += [(c['name'], k, i) for c in self.counters for k, i in enumerate(c['inputs'])]
        gate = ['gate'] if self.gate and self.signals else []
        return [f'{name}.{key}' for name, key, of in looked if of == 'route'] + gate

    def quantity_bits(self, quantity):
        if quantity['kind'] == 'class':
            return self.code_bits
        if quantity['kind'] == 'value':
            return next(v['bits'] for v in self.values if v['name'] == quantity['of'])
        return quantity.get('bits', 16)

    def trigger_params(self, tables):
        """Parameters of the triggers that any form has; None and 0 where the node lacks one."""
        sequences, strict = self.sequences or {}, self.strict or {}
        want = {
            'HOST': self.host,
            'SEQUENCES': sequences.get('count'),
            'STEPS': sequences.get('steps'),
            'COUNT_W': sequences and sequences.get('count_bits', 8),
            'TIMEOUT_W': sequences and sequences.get('timeout_bits', 24),
            'OVERLAP': sequences.get('overlap'),
            'STRICT': strict.get('count'),
            'STRICT_STEPS': strict.get('steps'),
            'TIMER': self.timer,
            'WATCHDOG': self.watchdog,
        }
        for table in 'steps limits words triggers timer watchdog'.split():
            want[f'{table.upper()}_BASE'] = tables.get(table)
        return want

    def preprocessor_params(self):
        """Parameters of what a headend of any form gets of the node's preprocessors."""
        return {
            'SAMPLE_WORDS': self.sample_words(),
            'THRESHOLDS': len(self.thresholds),
            'GATE': self.gate,
            'BLOCKS': self.units > 0,
            'PREPROCESSORS': self.joins_all,
            'KEPT': bool(self.segments),
            'EVENT_LINES': self.lines_driven,
        }

    def has_entries_of_a_slot(self):
        """Whether it has nothing that needs a FIFO of its own."""
        return not (
            len(self.triggers()) > 7
            or (self.timer and self.word_bits > 56)
            or (self.capture and self.word_bits > 53)
            or self.port
            or 'report' in self.rounds
        )

    def last_slots(self):
        """Slots of the single form that the blocks of the flush take at most: a head of 8 words,
        and 64 counts or 64 (of a long word 48) words of entries, by twos, and behind seven of
        these slots, or fewer at the end, one more."""
        blocks = [(b.get('count', 64), 64, 1, b.get('banks', 2)) for b in self.buckets]
        blocks += [(len(c['inputs']), 64, 1, 1) for c in self.counters]
        many, words = (32, 2) if self.word_bits <= 32 else (16, 3)
        for s in self.segments:
            entries = s.get('before', 24) + 1 + s.get('after', 23)
            blocks += [(entries, many, words, s.get('count', 4)), (0, many, words, 1)]
        slots = 0
        for parts, many, words, times in blocks:
            while True:
                two = (8 + min(parts, many) * words + 1) // 2
                slots += times * (two + -(-two // 7))
                parts -= many
                if parts <= 0:
                    break
        return slots

    def triggers(self):
        """Kinds and indices of the triggers, by number."""
        sequences = self.sequences['count'] if self.sequences else 0
        counts = (
            ('sequence', sequences),
            ('timeout', sequences),
            ('strict', self.strict['count'] if self.strict else 0),
            ('timer', int(bool(self.timer))),
            ('watchdog', int(bool(self.watchdog))),
            *(
                (f'{line}_{end}', int(line in self.rounds))
                for line in ('capture', 'report')
                for end in ('began', 'ended')
            ),
            ('threshold', len(self.thresholds)),
            ('host', int(bool(self.host))),
            ('capture', int(self.capture)),
        )
        return [(kind, i) for kind, count in counts for i in range(count)]

    def port_code_bits(self):
        return (self.port or {}).get('codes', 0).bit_length()

    def columns(self):
        """Columns of the table of steps."""
        columns = self.lines_driven + bool(self.watchdog) + 2 * bool(self.gate)
        if self.sequences:
            columns += 2 * self.sequences['count'] * self.sequences['steps']
        if self.strict:
            columns += log2_up(self.strict['count']) + 1
        return columns

    def has_rank_actions(self, index_bits):
        """Whether the actions are beside the codes of a last rank with such an index: its block of
        iCE40 has 256 words of 16 bits."""
        return not self.registered and index_bits <= 8

    def tables(self, index_bits):
        """Cells and bits of each table, but for the ranks'. index_bits: of the last rank."""
        code, triggers = 1 << self.code_bits, len(self.triggers())
        if self.has_rank_actions(index_bits):
            found = {'rank_actions': (1 << index_bits, 8)}
        else:
            found = {'actions': (code, 8)}
        if self.columns():
            found['steps'] = (round_up((self.columns() + 7) // 8) * code, 8)
        if self.sequences:
            s = self.sequences
            found['limits'] = (round_up(s['count']) * round_up(s['steps']) * 8, 8)
        if self.strict:
            s = self.strict
            found['words'] = (round_up(s['steps'] - 1) * round_up(s['count']) * 16, 8)
        if triggers or self.port:
            found['triggers'] = (triggers + 1, 8)
        if self.timer:
            found['timer'] = (8, 8)
        if self.watchdog:
            found['watchdog'] = (8, 8)
        if self.lines_driven and (triggers or (self.port and self.group_lines)):
            found['events'] = (triggers + 1, 8)
        found.update(self.code_tables())
        found.update(self.preprocessor_tables())
        return {name: (max(8, round_up(cells)), bits) for name, (cells, bits) in found.items()}

    def code_tables(self):
        bits, found = self.port_code_bits(), {}
        if bits:
            found['codes'] = (1024, bits)
            if self.port.get('code_data'):
                found['code_data'] = (1 << bits + self.port['code_data'], bits)
            lanes = 1 + bool(self.gate) + (self.lines_driven > 0)
            found['code_actions'] = (round_up(lanes) << bits, 8)
        return found

    def preprocessor_tables(self):
        found = {}
        if self.lines():
            found['router'] = (round_up(len(self.lines())) * 8, 8)
        if self.gate:
            found['gate'] = (8, 8)
        windows = [k for k, q in enumerate(self.quantities) if q['kind'] == 'window']
        if windows:
            found['quantities'] = ((windows[-1] + 1) * 8, 8)
        if self.thresholds:
            found['thresholds'] = (len(self.thresholds) * 16, 8)
        for k, unit in enumerate(self.buckets):
            found[f'ranges{k}'] = (unit.get('count', 64) * 4, 8)
        return found

    def stages(self, levels):
        """Clocks from a word to its code, to the preprocessors' inputs, and until all that fires
        is known."""
        code = levels
        if self.registered:  # behind each rank and the last, or in deep trees the last alone
            code = 2 * levels + 1 if levels < 6 else levels + 1
        inner = max(LEVEL_MIN, code) + (4 if self.fires or self.joins_all else 1)
        return code, inner, inner + (4 if self.thresholds else 0)

    def ports(self):
        """Ports of the top for this node: name to bits; outputs end in _o."""
        named = {f['name']: f['bits'] for f in self.fields}
        if self.when:
            named[self.when] = 1
        named.update({s['name']: 1 for s in self.signals})
        values = {v['name']: v for v in self.values}
        for v in self.values:
            named[v['name']] = v['bits']
            named.update({v['when']: 1} if 'when' in v else {})
        looked = [p.get(k) for p in self.pairs for k in ('a', 'b', 'gate')]
        looked += [q.get(k) for q in self.quantities for k in INPUTS]
        looked += [i for c in self.counters for i in c['inputs']]
        for name in looked:
            if name not in (None, 'always', 'route', *values, *self.event_lines):
                named[name] = 1
        ports = {f'{self.name}_{name}_i': bits for name, bits in named.items()}
        if self.port:
            prefix, some = BUSES[self.port['bus']]
            for port, bits in (p.split() for p in some.split(', ')):
                ports[f'{self.name}_{prefix}{port}'] = int(bits)
            if 'pc' in self.port:
                ports[f'{self.name}_{self.port["pc"]}_i'] = 32
        return ports

    def word(self):
        """The watched word as Verilog, the highest bits first."""
        parts = []
        for f in reversed(self.fields):
            port = f'{self.name}_{f["name"]}_i'
            for hi, lo in reversed(f['kept']):
                whole = hi - lo + 1 == f['bits']
                parts.append(
                    port if whole else f'{port}[{hi}:{lo}]' if hi > lo else f'{port}[{lo}]'
                )
        return ', '.join(parts)


def divided(cycles):
    """Cycles a bit, whole and in 256ths: in the coarsest parts that miss by 0.1 % at most."""
    for part in (256 >> k for k in range(9)):
        parts = part * math.floor(cycles * 256 / part + 0.5)
        if abs(parts / 256 / cycles - 1) <= 0.001:
            return divmod(parts, 256)
    raise ValueError(f'{cycles} cycles a bit')


# what a processor has of a line in its interrupt form, beside its times
LINE_PORTS = {'raise_i': 1, 'done_i': 1, 'round_i': 4, 'irq_o': 1, 'state_o': 8}
FT245 = {f'{k}_n_{d}': 1 for k, d in zip('rxf txe rd wr siwu'.split(), 'iiooo', strict=True)}
FT245.update(d_i=8, d_o=8, d_oe_o=1)
PHY_PORTS = {
    'bytes': {
        **{'rx_valid_i': 1, 'rx_ready_o': 1, 'rx_data_i': 8},
        **{'tx_valid_o': 1, 'tx_ready_i': 1, 'tx_data_o': 8},
    },
    'uart': {'rx_i': 1, 'tx_o': 1},
    'ft245': FT245,
    'ft245_sync': {**FT245, 'ft_clk_i': 1, 'oe_n_o': 1},
}


class Monitor:
    def __init__(self, path):
        with open(path, encoding='utf-8') as file:
            d = yaml.safe_load(file)
        self.name = d['name']
        self.clock = hertz(d['clock'])
        self.family = d.get('family', 'ice40')
        self.lut_bits = LUT_BITS if self.family in LUT_FAMILIES else None
        self.time_bits = d.get('time', {}).get('bits', 32)
        self.slots = d.get('buffer', {}).get('slots', 1024)
        self.spram = d.get('buffer', {}).get('memory') == 'spram'
        self.memory_port = d.get('buffer', {}).get('memory') == 'port'
        self.phy = d.get('link', {}).get('phy', 'bytes')
        self.baud = hertz(d['link']['baud']) if self.phy == 'uart' else 0
        self.rom = d.get('rom', False)
        self.wrap = d.get('buffer', {}).get('wrap', True)
        self.sync = d.get('sync', False)
        self.register_taps = d.get('register_taps', False)
        self.wide = d.get('link', {}).get('wide', False) in (True, 'yes')
        self.wide = self.wide or self.phy == 'ft245_sync'
        self.divisor, self.fraction = divided(self.clock / self.baud) if self.baud else (0, 0)
        counted = [(entry, k) for entry in d['nodes'] for k in range(entry.get('count', 1))]
        self.read_lines(d.get('capture'), d.get('report'))
        lines = self.capture is not None, self.rounds
        self.nodes = [Node(e, k, index, self.family, lines) for index, (e, k) in enumerate(counted)]
        first = self.nodes[0]
        self.single = not (
            len(self.nodes) > 1
            or not first.has_entries_of_a_slot()
            or first.chip
            or self.spram
            or (self.wrap and 4 * first.last_slots() > 3 * self.slots)
        )
        self.read_form(d.get('ring', {}))
        self.has_groups = any(n.groups for n in self.nodes)
        self.chips = list(dict.fromkeys(n.chip for n in self.nodes if n.chip))
        self.long = any(n.units or n.sample_words() > 28 for n in self.nodes)

    def read_form(self, ring):
        alone = len(self.nodes) == 1 and not self.nodes[0].chip
        self.form = 'single' if self.single else 'alone' if alone else 'ring'
        self.wires = 0 if alone else ring.get('wires', 8)
        self.delay = ring.get('delay', 0)

    def read_lines(self, capture, report):
        """The CAPTURE line, and `rounds`: limits of the lines in their interrupt form."""
        self.capture, self.rounds = capture, {}
        if (capture or {}).get('interrupt'):
            self.rounds['capture'] = capture.get('limit', 0)
        if report is not None:
            self.rounds['report'] = report.get('limit', 0)
        self.line_registers = {**(report or {}), **(capture or {})}.get('registers', 0)

    def depth(self, n, manifest):
        """Clocks from a word to its record. With a CAPTURE line all nodes wait for the latest, the
        registers of the line each way, its own and one more."""
        known = [
            node.stages(there['ranks']['levels'])[2]
            for node, there in zip(self.nodes, manifest['nodes'], strict=True)
        ]
        if self.capture is None:
            return known[n.index]
        return max(known) + 2 * self.line_registers + 2

    def ports(self):
        ports = {'clk': 1, 'rst': 1, 'sync_o': 1, **PHY_PORTS[self.phy]}
        if self.memory_port:
            ports.update(mem_valid_o=1, mem_ready_i=1, mem_write_o=1, mem_wdata_o=64)
            ports.update(mem_addr_o=self.slots.bit_length() - 1, mem_rvalid_i=1, mem_rdata_i=64)
        for n in self.nodes:
            ports.update(n.ports())
            if n.processor:
                for line in self.rounds:
                    own = {f'{n.name}_{line}_{port}': bits for port, bits in LINE_PORTS.items()}
                    ports.update(own)
                ports.update({f'{n.name}_{port}': self.time_bits for port in ('time_o', 'real_o')})
        return ports
