# SPDX-License-Identifier: Apache-2.0
"""The frequencies of the clocks of a netlist: the board's oscillator, what PLLs, dividers and
buffers make of it, and what the user states.

A flip-flop's output changes at most once a cycle, so a clock that it makes has at most half the
frequency of its own. All else, such as a gated clock or a second oscillator, must be stated.
"""

import json
import re

# cell: (input, output) of the same frequency
BUFFERS = {
    'SB_GB': ('USER_SIGNAL_TO_GLOBAL_BUFFER', 'GLOBAL_BUFFER_OUTPUT'),
    'IBUF': ('I', 'O'),
    'IB': ('I', 'O'),
    'BB': ('B', 'O'),
    'TRELLIS_IO': ('B', 'O'),
    'TLVDS_IBUF': ('I', 'O'),
    'BUFG': ('I', 'O'),
    'DCCA': ('CLKI', 'CLKO'),
    'DHCEN': ('CLKIN', 'CLKOUT'),
    'DQCE': ('CLKIN', 'CLKOUT'),
}
FLIP_FLOP = re.compile(r'SB_DFF\w*|TRELLIS_FF|DFF\w*')
ICE40_PLL = re.compile(r'SB_PLL40_(2F?_)?(CORE|PAD)')
EHXPLLL_FEEDBACK = {'OP': 'CLKOP', 'OS': 'CLKOS', 'OS2': 'CLKOS2', 'OS3': 'CLKOS3'}
MADE = re.compile(r'(\$SB_IO_IN|\$TRELLIS_IO_IN)?(_\$glb_\w+)?')  # ends of names of nextpnr


class Unknown(Exception):
    """The parameters do not state a ratio."""


def number(cell, name, default):
    """A parameter, which Yosys writes in binary where the source has a number."""
    text = str(cell['parameters'].get(name, default)).strip()
    try:
        return int(text, 2) if len(text) > 6 and set(text) <= {'0', '1'} else float(text)
    except ValueError:
        raise Unknown from None


def bits(cell, name, default=0):
    """A parameter of a few bits, which is binary in any case."""
    text = str(cell['parameters'].get(name, default)).strip().removeprefix('0b')
    if not set(text) <= {'0', '1'}:
        raise Unknown
    return int(text, 2)


def word(cell, name, default):
    return str(cell['parameters'].get(name, default)).strip()


def ice40_pll(cell):
    path = word(cell, 'FEEDBACK_PATH', 'SIMPLE')
    shift = 7 if bits(cell, 'SHIFTREG_DIV_MODE') else 4
    core = (bits(cell, 'DIVF') + 1) / (bits(cell, 'DIVR') + 1)
    if path == 'SIMPLE':
        core /= 1 << bits(cell, 'DIVQ')
    elif path == 'PHASE_AND_DELAY':
        core *= shift
    elif path != 'DELAY':
        raise Unknown
    selected = {'GENCLK': 1, 'GENCLK_HALF': 1 / 2}
    for port, key in (
        ('', 'PLLOUT_SELECT'),
        ('A', 'PLLOUT_SELECT_PORTA'),
        ('B', 'PLLOUT_SELECT_PORTB'),
    ):
        ratio = core * selected.get(word(cell, key, 'GENCLK'), 1 / shift)
        for kind in 'CORE', 'GLOBAL':
            yield f'PLLOUT{kind}{port}', ('REFERENCECLK', 'PACKAGEPIN'), ratio
    if '_2_' in cell['type']:  # port A has the reference itself
        for kind in 'CORE', 'GLOBAL':
            yield f'PLLOUT{kind}A', ('PACKAGEPIN',), 1


def ehxplll(cell):
    path = word(cell, 'FEEDBK_PATH', 'CLKOP')
    feedback = EHXPLLL_FEEDBACK.get(re.sub('^CLK|^INT_', '', path))
    if not feedback:
        raise Unknown
    vco = number(cell, 'CLKFB_DIV', 1) / number(cell, 'CLKI_DIV', 1)
    vco *= number(cell, feedback + '_DIV', 8)
    for port in EHXPLLL_FEEDBACK.values():
        yield port, ('CLKI',), vco / number(cell, port + '_DIV', 8)


def rpll(cell):
    if any(word(cell, f'DYN_{key}_SEL', 'false') != 'false' for key in ('IDIV', 'FBDIV')):
        raise Unknown
    ratio = (number(cell, 'FBDIV_SEL', 0) + 1) / (number(cell, 'IDIV_SEL', 0) + 1)
    divided = number(cell, 'DYN_SDIV_SEL', 2)
    for port, by in ('CLKOUT', 1), ('CLKOUTP', 1), ('CLKOUTD', divided), ('CLKOUTD3', 3):
        yield port, ('CLKIN',), ratio / by


def ways(cell):
    """(output, inputs, ratio) of a cell that hands a clock on; only one of the inputs is wired."""
    kind = cell['type']
    if kind in BUFFERS:
        source, out = BUFFERS[kind]
        yield out, (source,), 1
    elif kind in ('SB_IO', 'SB_GB_IO'):
        for out in 'D_IN_0', 'GLOBAL_BUFFER_OUTPUT':
            yield out, ('PACKAGE_PIN',), 1
    elif FLIP_FLOP.fullmatch(kind):
        yield 'Q', ('C', 'CLK'), 1 / 2
    elif ICE40_PLL.fullmatch(kind):
        yield from ice40_pll(cell)
    elif kind == 'EHXPLLL':
        yield from ehxplll(cell)
    elif kind in ('rPLL', 'PLLVR'):
        yield from rpll(cell)
    elif kind == 'CLKDIVF':
        yield 'CDIVX', ('CLKI',), 1 / number(cell, 'DIV', 2)
    elif kind == 'CLKDIV':
        yield 'CLKOUT', ('HCLKIN',), 1 / number(cell, 'DIV_MODE', 2)


def oscillator(cell):
    """(output, MHz) of an oscillator in the FPGA."""
    kind = cell['type']
    if kind == 'SB_HFOSC':
        yield 'CLKHF', 48 / (1 << bits(cell, 'CLKHF_DIV'))
    elif kind == 'SB_LFOSC':
        yield 'CLKLF', 0.01
    elif kind == 'OSCG':
        yield 'OSC', 310 / number(cell, 'DIV', 128)


def attempt(way, cell):
    """What a function yields, if the parameters of the cell state it."""
    try:
        return list(way(cell))
    except (Unknown, ZeroDivisionError):
        return []


class Clocks:
    """The clocks of the module `top` of a netlist of Yosys. `stated`: MHz of ports and nets."""

    def __init__(self, path, top, stated):
        with open(path, encoding='utf-8', errors='replace') as file:
            module = json.load(file)['modules'][top]
        self.cells = module['cells']
        self.names = {}  # bit: its names
        self.bits = {}  # name: bit
        for name, net in module['netnames'].items():
            for i, bit in enumerate(net['bits']):
                text = name if len(net['bits']) == 1 else f'{name}[{i + net.get("offset", 0)}]'
                self.bits[text] = bit
                self.names.setdefault(bit, []).append(text)
        self.missing = [name for name in stated if name not in self.bits]
        self.known = {self.bits[name]: mhz for name, mhz in stated.items() if name in self.bits}
        self.made = {}  # bit: (bit that it is made of, ratio)
        for cell in self.cells.values():
            self.add(cell)

    def add(self, cell):
        wires = {port: bits[0] for port, bits in cell['connections'].items() if bits}
        for out, mhz in attempt(oscillator, cell):
            if out in wires:
                self.known.setdefault(wires[out], mhz)
        for out, sources, ratio in attempt(ways, cell):
            source = next((wires[port] for port in sources if port in wires), None)
            if out in wires and source is not None:
                self.made[wires[out]] = (source, ratio)

    def mhz(self, bit):
        """The frequency of a net; None: nothing states it."""
        ratio, seen = 1, set()
        while bit not in self.known:
            if bit not in self.made or bit in seen:
                return None
            seen.add(bit)
            bit, by = self.made[bit]
            ratio *= by
        return self.known[bit] * ratio

    def name(self, bit):
        return min(self.names.get(bit, ['?']), key=len)

    def find(self, name):
        """(name, bit) of the net that place and route calls so; a bit of None: there is none."""
        name = name.removeprefix('$glbnet$')
        for end in range(len(name), 0, -1):
            if name[:end] in self.bits and MADE.fullmatch(name[end:]):
                return name[:end], self.bits[name[:end]]
        return name, None

    def constraints(self):
        """{name: MHz} of all nets that hand a clock on, for place and route."""
        slow = {
            cell['connections']['Q'][0]
            for cell in self.cells.values()
            if FLIP_FLOP.fullmatch(cell['type'])
        }
        found = {}
        for bit in [*self.known, *self.made]:
            mhz = self.mhz(bit)
            name = min(self.names.get(bit, ['']), key=len)
            if mhz and bit not in slow and re.fullmatch(r'[\w.$\[\]]+', name):
                found[name] = mhz
        return found

    def of_sources(self, form):
        """(name, MHz) of the clocks of all flip-flops whose source is a file of that form."""
        found = {}
        for cell in self.cells.values():
            if FLIP_FLOP.fullmatch(cell['type']) and form.search(cell['attributes'].get('src', '')):
                wires = cell['connections']
                bit = wires.get('C', wires.get('CLK'))[0]
                found[self.name(bit)] = self.mhz(bit)
        return sorted(found.items())
