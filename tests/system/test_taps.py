# SPDX-License-Identifier: Apache-2.0
"""A monitor that is fed by taps: every sample, block and event against what the taps must show,
which is known from the truth log and the program's code alone (tests/sim/taps.py), to the clock;
and what gnomon reports.
"""

import json
import os

from bed import LIMIT, Simulator, check, elf, equal, gnomon, manifest, read, write
from expect import check_preprocessors
from preprocessors import Expected, Node, check_blocks, check_records, times_sampled
from program import IRQ_ENTRY, Program
from spans import spans
from stream import FLUSH, RunDirectory
from taps import Taps, either
from test_events import bare_outputs
from truth import Truth

SIMULATOR = 'soc_taps'
OPTIONS = ['--translate', '--activity']
CORES = [f'core{core}' for core in range(4)]
MAILBOX, LOCKS, TIMER = 0x80000000, 0x80000020, 0x80010000


def first(program, function, opcode):
    """The first instruction of a function with that opcode."""
    begin, size = program.functions[function]
    return next(pc for pc in range(begin, begin + size, 4) if program.code[pc] & 0x7F == opcode)


# --- a run with everything

# what is observed on the bus, the first that it is: in an experiment, and by hand
BUS = {
    'lock': (
        'addr in 0x80000020..0x8000003f and not we',
        lambda address, write: LOCKS <= address < TIMER and not write,
    ),
    'unlock': (
        'addr in 0x80000020..0x8000003f and we',
        lambda address, write: LOCKS <= address < TIMER and write,
    ),
    'exit': ('addr == 0x8000000c and we', lambda address, write: address == MAILBOX + 12 and write),
    'mailbox': (
        'addr in 0x80000000..0x8000001f',
        lambda address, write: MAILBOX <= address < LOCKS,
    ),
    'timers': ('addr in 0x80010000..0x8001000f', lambda address, write: address >= TIMER),
    'code': ('addr < 0x20000', lambda address, write: address < 0x20000),
    'stack': (
        'addr in 0x3c000..0x3ffff and not we',
        lambda address, write: address >= 0x3C000 and not write,
    ),
    'stacked': (
        'addr in 0x3c000..0x3ffff and we',
        lambda address, write: address >= 0x3C000 and write,
    ),
    'data': ('not we', lambda address, write: not write),
    'stored': ('we', lambda address, write: write),
}
BUS_ACTIONS = {'lock': ['record'], 'unlock': ['record', 'sample'], 'exit': ['record', 'stop']}
ROUTES = {
    'p0.a': 'load or store',
    'p0.b': 'rvfi_retired',
    'p1.a': 'jump or taken',
    'p1.b': 'interrupt or muldiv or other',
    'classes.15': 'alu and not trap',
}
BUS_ROUTES = {
    'p0.a': 'writing and memory',
    'p0.b': 'writing',
    'p1.a': 'rise(cycle)',
    'p1.b': 'cycle',
    'p2.a': 'beat_write',
    'p2.b': 'beat',
    'p3.a': 'waits',
    'p3.b': 'request',
}
MAP = [0x20000 + 0x40 * i for i in range(20)] + [0x3C000, 0x3D000, 0x3E000, 0x3F000, MAILBOX, TIMER]
BOUNDS = {
    'load_map': MAP,
    'store_map': MAP,
    'lat_buckets': [1, 2, 3, 4, 5, 6, 7],
    'axi_lat_buckets': [1, 2, 3, 4, 5, 6, 7],
    'tenure_buckets': list(range(1, 20)),
    'map': list(range(1, 16)),
}
LONG = 8, 2  # clocks of a tenure: fires, and is armed again below
TICK = 4001  # clocks between samples


def routed(wires, name):
    """What the routes are, by hand."""
    if name == 'bus':
        return {
            'p0.a': wires['writing_data'],
            'p0.b': wires['writing'],
            'p1.a': wires['cycle'].rises(),
            'p1.b': wires['cycle'],
            'p2.a': wires['beat_write'],
            'p2.b': wires['beat'],
            'p3.a': wires['waits'],
            'p3.b': wires['request'],
        }
    return {
        'p0.a': either(wires['load'], wires['store']),
        'p0.b': wires['rvfi_retired'],
        'p1.a': either(wires['jump'], wires['taken']),
        'p1.b': either(wires['interrupt'], wires['muldiv'], wires['other']),
        'classes.15': wires['alu'],
    }


def opening(program):
    return ['gnomon: 1', f'manifest: {manifest(SIMULATOR)}', f'program: {elf(program)}']


def experiment(path, program, points, actions, bus_actions, more):
    """points: of the cores, name -> address; more: further lines."""
    lines = [*opening(program), 'points:'] + [
        f'  {name}: {{ address: {address} }}' for name, address in points.items()
    ]
    lines += [f'  {name}: {{ match: "{text}", nodes: bus }}' for name, (text, _) in BUS.items()] + [
        'route:'
    ]
    lines += [
        f'  - {{ nodes: {nodes}, {", ".join(f"{line}: {text!r}" for line, text in routes.items())} }}'
        for nodes, routes in ((f'[{", ".join(CORES)}]', ROUTES), ('bus', BUS_ROUTES))
    ]
    lines += ['buckets:'] + [
        f'  {name}: {{ bounds: {bounds} }}' for name, bounds in BOUNDS.items() if name != 'map'
    ]
    lines += [
        f'thresholds: {{ long: {{ above: {LONG[0]}, rearm: {LONG[1]} }} }}',
        *more,
        'until: { point: done }',
        LIMIT,
        'actions:',
    ]
    actions = {**{name: [] for name in BUS}, **actions, **bus_actions, 'long': ['record']}
    lines += [f'  {name}: [{", ".join(some)}]' for name, some in actions.items()]
    return write(path, '\n'.join(lines) + '\n')


def node_of(taps, number, plan, points, actions, bus_actions):
    """A node with what its points must have matched."""
    if plan['name'] == 'bus':
        at = [
            (
                time,
                next(name for name, (_, hits) in BUS.items() if hits(address & ~3, strobes != 0)),
            )
            for time, address, strobes, _ in taps.words
        ]
        names, actions = BUS, bus_actions
    else:
        places = {address: name for name, address in points.items()}
        at = [
            (time, places[pc])
            for time, pc in taps.since(taps.truth.retired(number))
            if pc in places
        ]
        names = points
    return Node(
        plan['name'],
        plan,
        taps.nodes[plan['name']],
        at,
        {name: actions.get(name, []) for name in names},
        dict(enumerate(names, 1)),
    )


def passes(rows, fire, rearm):
    """Times at which a threshold fires."""
    times, armed = [], True
    for time, value in rows:
        if value >= fire and armed:
            times.append(time)
            armed = False
        elif value < rearm:
            armed = True
    return times


def measure(folder, program, points, actions, bus_actions, options, more, outputs=False):
    """One run; returns its directory, and what the taps must have shown."""
    run = os.path.join(folder, 'run')
    path = experiment(
        os.path.join(folder, 'experiment.yaml'), program, points, actions, bus_actions, more
    )
    with Simulator(
        folder, SIMULATOR, program, options=['--activity', *options], outputs=outputs
    ) as process:
        gnomon('run', path, '-d', process.url, '-o', run, '-q', '-n')
        process.stop()
    return run, Taps(Truth(process.truth_path), elf(program))


def compare(run, taps, points, actions, bus_actions, ticks=False):
    """All of a run against the taps. Returns the nodes with what was expected of them, and
    how much was compared."""
    directory, nodes, samples, blocks = RunDirectory(run), [], 0, 0
    for number, (plan, records) in enumerate(
        zip(directory.manifest['nodes'], directory.nodes(), strict=True)
    ):
        node = node_of(taps, number, plan, points, actions, bus_actions)
        flush = next(record.time for record in records if record.kind == FLUSH)
        expected = Expected(
            node, routed(node.wires, node.name), BOUNDS, flush - 1, times_sampled(records)
        )
        triggers = {('timer', 0): range(TICK, expected.stop + 1, TICK) if ticks else ()}
        if node.name == 'bus':
            triggers['threshold', 1] = passes(expected.quantities['tenure'], *LONG)
        samples += check_records(node, expected, records, triggers)
        blocks += check_blocks(node, expected, records, directory.manifest['time_bits'])
        nodes.append((node, expected))
    return nodes, f'{samples} samples, {blocks} blocks'


def check_stalls(report, run):
    """Classes add up to the clocks that passed: in each snapshot as far as it can be known, at the
    flush exactly."""
    counters = json.loads(
        gnomon('report', '--section', 'counters', '--json', '--limit', 1000000, run).out
    )['nodes']
    for node in counters:
        end = next(one['end'] for one in report['nodes'] if one['name'] == node['name'])
        bank = node['counters'][-1]
        groups = {group['group']: group for group in bank['snapshots'][-1]['stall']}
        equal(
            sorted(groups),
            ['stall_'] if node['name'] == 'bus' else ['read_stall_', 'write_stall_'],
            f'{node["name"]}: classes',
        )
        equal(
            [one['whole'] for snapshot in bank['snapshots'] for one in snapshot['stall']],
            [True] * len(bank['snapshots']) * len(groups),
            'classes add up',
        )
        equal(
            sum(
                sum(
                    count
                    for name, count in zip(
                        bank['inputs'], bank['snapshots'][-1]['totals'], strict=True
                    )
                    if name.startswith(group)
                )
                for group in groups
            ),
            end * len(groups),
            f'{node["name"]}: clocks of the classes',
        )
    text = gnomon('report', run, '--section', 'counters').out
    lines = [line for line in text.splitlines() if 'classes' in line and 'add up' in line]
    whole = [line for line in lines if '..' not in line.rsplit(' of ', 1)[1]]  # not of a snapshot
    check(
        len(whole) == 9
        and all(line.endswith('as it must be') for line in lines)
        and 'NOT as it must be' not in text,
        f'classes in the report: {lines}',
    )


def check_report(run, nodes, intervals):
    report = json.loads(gnomon('report', run, '--json').out)
    for interval in report['intervals']:
        ends = intervals[interval['name']]
        for found, (node, expected) in zip(interval['nodes'], nodes, strict=True):
            events = [(time, name) for time, name in node.at if time <= expected.stop]
            there = spans([events], *ends)[0] if set(ends) <= set(node.actions) else []
            lengths = [length for _, length in there]
            check_preprocessors(
                found,
                lengths,
                report['run']['clock_hz'],
                f'interval {interval["name"]} at {node.name}',
            )
    for found, (node, expected) in zip(report['nodes'], nodes, strict=True):
        for pair in found['ratios'] if found['ratios_complete'] else ():
            a, b = (
                expected.wire(pair['name'], side, plan[side])
                for plan in expected.plan['pairs']
                if plan['name'] == pair['name']
                for side in 'ab'
            )
            for side, wire in (('a', a), ('b', b)):
                equal(
                    pair[side]['value'],
                    float(wire.until(expected.last)),
                    f'{node.name}, {pair["name"]}.{side}',
                )
    check_stalls(report, run)
    return report


def cores_and_bus(folder):
    """RVFI of the cores and Wishbone, of a program like an operating system."""
    program = Program(elf('system'))
    # each an instruction of a class of its own, so that its own clock shows whether it was counted
    points = {
        'heartbeat': program.functions['heartbeat'][0],
        'load': first(program, 'request', 0x03),
        'store': first(program, 'grant', 0x23),
        'branch': first(program, 'ask', 0x63),
        'barrier': program.functions['barrier'][0],
        'jump': first(program, 'pick_next', 0x67),
        'interrupt': IRQ_ENTRY,
        'done': program.functions['done'][0],
    }
    sample = ['record', 'sample']
    actions = {
        'heartbeat': ['record'],
        'load': sample,
        'store': ['record', 'sample', 'reset'],
        'barrier': ['record', 'bank'],
        'branch': sample,
        'jump': ['record'],
        'interrupt': sample,
        'done': ['record', 'stop'],
        'timer': sample,
    }
    intervals = {'turn': ('load', 'load'), 'held': ('lock', 'unlock')}
    more = [
        f'timer: {{ every: {TICK}, nodes: all }}',
        'intervals: { turn: { from: load, to: load }, held: { from: lock, to: unlock } }',
    ]
    bus_actions = dict(BUS_ACTIONS, unlock=['record', 'sample', 'bank'])
    run, taps = measure(folder, 'system', points, actions, bus_actions, ['--translate'], more)
    nodes, words = compare(run, taps, points, actions, bus_actions, ticks=True)
    check_report(run, nodes, intervals)
    return words


def ports(folder):
    """The event ports, as AXI4-Lite and as AXI4, sampled by the writes themselves; and the
    target is none the wiser."""
    program = Program(elf('datums'))
    points = {
        name: program.functions[name][0] for name in ('switch_to', 'narrow', 'user_events', 'done')
    }
    actions = {
        'switch_to': ['record'],
        'narrow': ['record', 'bank'],
        'user_events': ['record', 'bank'],
        'done': ['record', 'stop'],
    }
    bus_actions = dict(BUS_ACTIONS, timers=['record', 'sample'])
    run, taps = measure(
        folder,
        'datums',
        points,
        actions,
        bus_actions,
        [],
        ['port: { actions: [record, sample] }'],
        outputs=True,
    )
    nodes, words = compare(run, taps, points, actions, bus_actions)
    report = check_report(run, nodes, {})
    for found, (node, expected) in zip(report['nodes'][:4], nodes[:4], strict=True):
        latency = next(pair for pair in found['ratios'] if pair['name'] == 'port_latency')
        check(
            latency['a']['value'] > 50
            and expected.quantities['axi_lat'] == expected.quantities['lat'],
            f'{node.name}: {latency}',
        )
    check(
        read(os.path.join(folder, 'outputs')) == bare_outputs(folder, 'datums'),
        'the outputs of the target are not those of the bare target',
    )
    return words


# --- Table 2

MEASURES = (
    'access latency',
    '{ measure: access latency, a: b_take, b: write_outstanding, name: port latency }',
    'icache hit ratio',
    'dcache hit ratio',
    'bus occupancy',
    'percent time writing',
    '{ measure: percent time writing data, a: writing and memory, b: always }',
    'transactions',
    'processor idle',
    'translation misses',
    'event duration of cycle',
    'number of events of write',
    'memory access distribution',
)


def counts_of(wires, end):
    """What each measure is of, and its A (None: it has none) and B."""
    always = wires['always']
    if 'cycle' in wires:
        measures = {
            'access latency': ('b/a', wires['answer'], wires['outstanding']),
            'bus occupancy': ('a/b', wires['cycle'], always),
            'percent time writing': ('a/b', wires['writing'], always),
            'percent time writing data': ('a/b', wires['writing_data'], always),
            'transactions': ('b', None, wires['answer']),
            'event duration of cycle': ('b/a', wires['cycle'].rises(), wires['cycle']),
            'number of events of write': ('b', None, wires['write'].rises()),
        }
    else:
        measures = {
            'port latency': ('b/a', wires['b_take'], wires['write_outstanding']),
            'bus occupancy': ('a/b', wires['port_busy'], always),
            'percent time writing': ('a/b', wires['port_writing'], always),
            'icache hit ratio': ('a/b', wires['icache_hit'], wires['icache_access']),
            'dcache hit ratio': ('a/b', wires['dcache_hit'], wires['dcache_access']),
            'processor idle': ('a/b', wires['idle'], always),
            'translation misses': ('a', wires['tlb_miss'], wires['tlb_access']),
        }
    return {
        name: (kind, *(wire and wire.until(end) for wire in (a, b)))
        for name, (kind, a, b) in measures.items()
    }


def table_2(folder):
    """Each row of Table 2 that taps show, by its name, in rounds, each of which
    restarts the program."""
    path, run = os.path.join(folder, 'experiment.yaml'), os.path.join(folder, 'run')
    lines = [
        *opening('datums'),
        f'points: {{ done: {{ address: {Program(elf("datums")).functions["done"][0]} }} }}',
        'measures:',
    ]
    write(
        path,
        '\n'.join(lines + [f'  - {text}' for text in MEASURES] + ['until: { point: done }', LIMIT])
        + '\n',
    )
    with Simulator(folder, SIMULATOR, 'datums', options=OPTIONS) as process:
        gnomon('run', '--rounds', path, '-d', process.url, '-o', run, '-q', '-n')
        process.stop()
    truth, seen = Truth(process.truth_path), set()
    rounds = sorted(
        name
        for name in os.listdir(run)
        if name.startswith('round') and os.path.isdir(os.path.join(run, name))
    )
    for number, name in enumerate(rounds):
        # a round is two starts: that of its reset, and its own
        taps = Taps(truth, elf('datums'), 2 * (number - len(rounds)) + 1)
        for node in json.loads(gnomon('report', os.path.join(run, name), '--json').out)['nodes']:
            wanted, pairs = (
                counts_of(taps.nodes[node['name']], node['end'] - 1),
                {pair['name']: pair for pair in node['ratios']},
            )
            for found in node['measures']:
                kind, a, b = wanted[found['name']]
                what = f'{name}, {node["name"]}, {found["name"]}'
                pair = pairs[found['pair']]
                equal(
                    (found['is'], pair['a']['value'] if kind != 'b' else None, pair['b']['value']),
                    (kind, a, b),
                    what,
                )
                check(b > 0, f'{what}: nothing was measured')
                true = {'b': lambda: b, 'a': lambda: a, 'b/a': lambda: b / a, 'a/b': lambda: a / b}[
                    kind
                ]()
                check(
                    abs(found['value'] - true) < 1e-9 * true + 1e-12, f'{what}: {found}, not {true}'
                )
                seen.add((node['name'], found['name']))
    equal(len(seen), 7 + 4 * 7, f'measures seen, {sorted(seen)}')
    return f'{len(seen)} measures in {len(rounds)} rounds'


TESTS = {
    'taps/ports': ports,
    'taps/table 2': table_2,
    'taps/cores and bus': cores_and_bus,
}
