# SPDX-License-Identifier: Apache-2.0
"""The Verilog that joins a monitor to a design: a module around it, or one that `bind` puts into
it. Each connection to the design is a line of its own.
"""

import re

from files import nearest
from pyslang import ast
from say import Fault, shown

PREFIX = 'gnomon_'  # of the ports that the monitor adds
MONITOR, BRIDGE = 'u_gnomon', 'u_gnomon_bridge'
HOLD = PREFIX + 'hold'
INSIDE = ('sync_o',)  # pins that only the bridge needs where the design waits by itself
IDENTIFIER = re.compile(r'[A-Za-z_][\w$]*')
NUMBER = re.compile(r"-?\d+('s?[bdh][\da-f]+)?")
DIRECTIONS = {
    ast.ArgumentDirection.In: 'input',
    ast.ArgumentDirection.Out: 'output',
    ast.ArgumentDirection.InOut: 'inout',
}
# what a bridge is connected to: the ports of the monitor, by those of the bridge
BYTES = {
    'rx_valid_o': 'rx_valid_i',
    'rx_ready_i': 'rx_ready_o',
    'rx_data_o': 'rx_data_i',
    'tx_valid_i': 'tx_valid_o',
    'tx_ready_o': 'tx_ready_i',
    'tx_data_i': 'tx_data_o',
}
UART = {'txd_o': 'rx_i', 'rxd_i': 'tx_o'}
BRIDGES = {'bytes': ('gnomon_bridge', BYTES), 'uart': ('gnomon_bridge_uart', UART)}


def spelled(name):
    """A name as Verilog has it: one that is no identifier is escaped."""
    return name if IDENTIFIER.fullmatch(name) else f'\\{name} '


def vector(width):
    return f'[{width - 1}:0] ' if width > 1 else ''


def declared(port, place):
    """The type of a port of the design, and the dimensions behind its name."""
    kind, dimensions = port.type, ''
    while kind.canonicalType.kind == ast.SymbolKind.FixedSizeUnpackedArrayType:
        array = kind.canonicalType
        dimensions += f' [{array.range.left}:{array.range.right}]'
        kind = array.elementType
    word = 'wire ' if not dimensions else 'logic '
    if kind.isEnum and re.fullmatch(r'\w+::\w+', str(kind)):
        return f'{word}{kind} ' if not dimensions else f'{kind} ', dimensions
    if not kind.isIntegral or kind.isEnum:
        raise Fault(
            f"{place}: port '{port.name}' of the top has type '{kind}', which a module "
            "around it cannot have: '--form bind' needs none"
        )
    return word + vector(kind.bitWidth), dimensions


def ports_of(design):
    """(direction, type, name, dimensions) of the ports of the top."""
    found = []
    for port in design.body().portList:
        place = design.where(port.location)
        if port.kind != ast.SymbolKind.Port or port.direction not in DIRECTIONS or not port.name:
            raise Fault(
                f"{place}: port '{port.name}' of the top is an interface, or none that has "
                "one direction: '--form bind' needs no module around it"
            )
        found.append((DIRECTIONS[port.direction], *declared(port, place), port.name))
    return found


def settled(design):
    """{name: value} of the parameters of the top that are numbers, as slang elaborated it."""
    found = {}
    for parameter in design.body().parameters:
        number = parameter.kind == ast.SymbolKind.Parameter and parameter.type.isIntegral
        if not number or parameter.type.isEnum or parameter.isLocalParam:
            continue
        if IDENTIFIER.fullmatch(parameter.name) and NUMBER.fullmatch(str(parameter.value)):
            found[parameter.name] = str(parameter.value)
    return found


def declared_parameters(own):
    """The parameters as those of the module around the design."""
    lines = ',\n'.join(f'\tparameter {name} = {value}' for name, value in own.items())
    return f'#(\n{lines}\n) ' if own else ''


def given_values(own, parameters):
    """The parameters of the instance; those that are no numbers are as --parameter has them."""
    others = dict(text.split('=', 1) for text in parameters)
    values = {**others, **{name: name for name in own}}
    text = ', '.join(f'.{name}({value})' for name, value in values.items())
    return f'#({text}) ' if text else ''


def checks(own):
    """The names were looked up with these values; another one is refused by a name that says so."""
    lines = []
    for name, value in own.items():
        lines += [f'\t\tif ({name} != {value}) begin : gen_{name}']
        lines += [f'\t\t\tattached_with_another_{name} u_bad ();', '\t\tend']
    return ['\tgenerate', *lines, '\tendgenerate', ''] if own else []


class Monitor:
    """What the manifest says of a monitor. `probes`: its inputs that the design drives."""

    def __init__(self, manifest, probes):
        self.name, self.link = manifest['name'], manifest['link']
        self.ports, self.probes = manifest['ports'], {p.name: p for p in probes}
        self.pins = [p for p in self.ports if p['name'] not in self.probes]

    def bridge(self):
        if self.link['phy'] not in BRIDGES:
            raise Fault(f"no bridge for a link by '{self.link['phy']}': bytes, or uart")
        return BRIDGES[self.link['phy']]

    def declaration(self, port):
        """A port of the monitor as one of the module around it."""
        direction = {'in': 'input', 'out': 'output'}[port['direction']]
        return f'{direction} wire {vector(port["width"])}{PREFIX}{port["name"]}'

    def instance(self, replaced=None):
        lines = []
        for port in self.ports:
            name = port['name']
            probe = self.probes.get(name)
            to = probe.verilog(replaced) if probe else PREFIX + name
            lines.append(f'\t\t.{name}({to})')
        return [f'\t{self.name} {MONITOR} (', ',\n'.join(lines), '\t);']

    def bridge_lines(self, clk, rst):
        """(the wires of the link, the bridge that they lead to in place of pins)."""
        module, joins = self.bridge()
        linked = [p for p in self.pins if p['name'] in joins.values()]
        wires = [f'\twire {vector(p["width"])}{PREFIX}{p["name"]};' for p in linked]
        values = [f'.MONITOR("{self.name}")']
        values += [f'.DIVISOR({self.link["divisor"]})'] if self.link['phy'] == 'uart' else []
        lines = [f'\t\t.clk({clk})', f'\t\t.rst({rst})']
        lines += [f'\t\t.{own}({PREFIX}{name})' for own, name in joins.items()]
        lines += [f'\t\t.sync_i({PREFIX}sync_o)', "\t\t.finish_i(1'b0)", f'\t\t.hold_o({HOLD})']
        lines += ['\t\t.done_o()', '\t\t.connected_o()']
        return wires, [f'\t{module} #({", ".join(values)}) {BRIDGE} (', ',\n'.join(lines), '\t);']

    def outer_pins(self, bridged):
        """The pins that come out: without those of the link where there is a bridge."""
        inner = self.bridge()[1].values() if bridged else ()
        return [p for p in self.pins if p['name'] not in inner]


def banner(name, top, description):
    return [
        '// SPDX-License-Identifier: Apache-2.0',
        f'// {name}: {top} with the monitor of {shown(description)}. Made by `gnomon attach`.',
        '',
    ]


class Hold:
    """The reset of the target that waits for the run: PORT, or !PORT where it is active low."""

    def __init__(self, text, design):
        self.low, self.top = text.startswith(('!', '~')), design.top
        self.port = text[self.low :]
        inputs = [
            port.name
            for port in design.body().portList
            if port.kind == ast.SymbolKind.Port and port.direction == ast.ArgumentDirection.In
        ]
        if self.port in inputs:
            return
        own = self.port.removeprefix(self.top + '.')
        hint = f": write '{self.sign()}{own}'" if own in inputs else nearest(own, inputs)
        raise Fault(f"--hold: no input '{self.port}' of '{self.top}'{hint}")

    def sign(self):
        return '!' if self.low else ''

    def written(self):
        """The reset as a description names it."""
        return f'{self.sign()}{self.top}.{self.port}'

    def joined(self):
        return f'{self.port} & ~{HOLD}' if self.low else f'{self.port} | {HOLD}'

    def replaced(self):
        """The monitor has the reset from outside, which does not wait for the monitor."""
        return {f'{self.top}.{self.port}': self.port}


def hold_of(text, design):
    return None if text is None else Hold(text, design)


def check_ports(top, ports, pins):
    """The ports of the top have no names of the module around it."""
    taken = {port[-1] for port in ports}
    if top in taken:
        raise Fault(
            f"a port of '{top}' has its name, so a module around it cannot name it: "
            "'--form bind' needs none"
        )
    for own in [*pins, MONITOR, BRIDGE, HOLD]:
        if own in taken:
            raise Fault(f"'{top}' has a port '{own}', which is a name of the monitor's")


def wrapped(design, monitor, name, parameters, description, bridge, hold):
    """The text of the module around a design."""
    ports = ports_of(design)
    top, pins = design.top, monitor.outer_pins(bridge)
    check_ports(top, ports, [PREFIX + pin['name'] for pin in pins])
    lines = [f'\t{way} {kind}{spelled(port)}{ends}' for way, kind, ends, port in ports]
    outside = [pin for pin in pins if not hold or pin['name'] not in INSIDE]
    lines += ['\t' + monitor.declaration(pin) for pin in outside]
    lines += [f'\toutput wire {HOLD}'] if bridge and not hold else []
    own = settled(design)
    joins = []
    for *_, port in ports:
        held = hold and port == hold.port
        joins.append(f'\t\t.{spelled(port)}({hold.joined() if held else spelled(port)})')
    replaced = hold.replaced() if hold else {}
    wires, bridge_lines = [], []
    if bridge:
        clk, rst = (monitor.probes[pin].verilog(replaced) for pin in ('clk', 'rst'))
        wires, bridge_lines = monitor.bridge_lines(clk, rst)
    if hold:
        own_wires = [PREFIX + pin['name'] for pin in pins if pin not in outside]
        wires = [*(f'\twire {wire};' for wire in [*own_wires, HOLD]), *wires]
    text = [
        *banner(name, top, description),
        f'module {spelled(name)} {declared_parameters(own)}(',
        ',\n'.join(lines),
        ');',
        *checks(own),
        f'\t{spelled(top)} {given_values(own, parameters)}{spelled(top)} (',
        ',\n'.join(joins),
        '\t);',
        '',
        *wires,
        *monitor.instance(replaced),
        *bridge_lines,
    ]
    return '\n'.join([*text, 'endmodule', ''])


def check_free(design, names):
    """The top has nothing of these names."""
    for name in names:
        if design.body().find(name) is not None:
            raise Fault(f"'{design.top}' has a '{name}', which is a name of the monitor's")


def bind(design, module, monitor, names):
    """Puts a module into the top, with the probes on its ports; other ports stay open."""
    joins = [
        f'\t.{name}({monitor.probes[name].verilog(within=design.top)})'
        if name in monitor.probes
        else f'\t.{name}()'
        for name in names
    ]
    head = f'bind {spelled(design.top)} {spelled(module)} {MONITOR} ('
    return [head, ',\n'.join(joins), ');', '']


def inside(design, monitor, name, description):
    """The monitor as it is, put into the top; its pins stay open."""
    check_free(design, [MONITOR, *(PREFIX + pin['name'] for pin in monitor.pins)])
    names = [port['name'] for port in monitor.ports]
    return '\n'.join(
        [*banner(name, design.top, description), *bind(design, monitor.name, monitor, names)]
    )


def bound(design, monitor, name, description):
    """The text of a module with monitor and bridge, and of the `bind` that puts it into the top."""
    check_free(design, [MONITOR])
    outer = monitor.outer_pins(True)
    for pin in outer:
        if pin['direction'] == 'in':
            raise Fault(
                f"'{pin['name']}' of the monitor has no pin in a bind: '--form wrapper' has"
            )
    inputs = [port for port in monitor.ports if port['name'] in monitor.probes]
    lines = [f'\tinput wire {vector(p["width"])}{p["name"]}' for p in inputs]
    wires = [f'\twire {vector(p["width"])}{PREFIX}{p["name"]};' for p in outer]
    joins = [
        f'\t\t.{p["name"]}({p["name"] if p in inputs else PREFIX + p["name"]})'
        for p in monitor.ports
    ]
    linked, bridge_lines = monitor.bridge_lines('clk', 'rst')
    return '\n'.join(
        [
            *banner(name, design.top, description),
            f'module {spelled(name)} (',
            ',\n'.join(lines),
            ');',
            *(*wires, *linked, f'\twire {HOLD};'),
            f'\t{monitor.name} {MONITOR} (',
            ',\n'.join(joins),
            '\t);',
            *bridge_lines,
            'endmodule',
            '',
            *bind(design, name, monitor, [port['name'] for port in inputs]),
        ]
    )
