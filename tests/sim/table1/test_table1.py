# SPDX-License-Identifier: Apache-2.0
"""The experiment of Carpenter's Table 1, by its command, at a small size: what a row changes and
what it does not, who is late, and each number of some rows from the truth log by another reader.

usage: test_table1.py BUILD_DIR SCRATCH_DIR
"""

import functools
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml
from collections import Counter

from suite import HANG_SECONDS, check, equal, of_module, run
from table1_runs import (
    BUILD,
    EXPERIMENT,
    HERE,
    SCRATCH,
    SIZE,
    Run,
    Table,
    command,
    gnomon_events,
    records,
)
from times import CORES, Line, Times, check_nodes

sys.path.insert(1, EXPERIMENT)
import measure  # of the experiment, as records: what the tests cannot see from outside
import records as table1_records

EVENTS = {'barrier': 16 * SIZE, 'lock': 16 * SIZE, 'single': 4 * SIZE}
LIMIT = 4000  # of a line; sim/sim.mk
PAGES = ('table1.svg', 'table1.txt', 'guide/table1.md')
ZEROS = (
    'extra_cycles',
    'extra_counted',
    'misses_added',
    'grants_added',
    'grants_reordered',
    'event_cycles',
    'routine_cycles',
)
WINDOW, CENTRAL, TIMER, PORTS = 0x80030000, 0x80040000, 0x80010000, 0x80060000


@functools.lru_cache(None)
def whole():
    """All rows, with ratio pairs."""
    table = Table('whole', '--no-cost', '--quiet')
    equal(table.done.returncode, 0, f'exit status: {table.done.stderr}, {table.done.stdout}')
    return table


def every(table):
    for program, result in table.json['programs'].items():
        for key, forms in result['rows'].items():
            for form, values in forms.items():
                yield f'{program}, row {key}, {form}', program, key, values


def test_complete():
    """Each program under each row; every event is recorded."""
    table = whole()
    keys = list(table.json['titles'])
    equal(sorted({int(key.split()[0]) for key in keys}), list(range(1, 13)), 'rows')
    count = 0
    for what, program, key, values in every(table):
        share = 2 if key == '11' else 1  # a sequence is two events
        equal(values['events'], EVENTS[program], f'{what}: events')
        equal(values['recorded'], EVENTS[program] // share, f'{what}: recorded')
        equal((values['lost'], values['faults'], values['timeouts']), (0, [], []), what)
        count += 1
    equal(count, len(keys) * 2 * len(EVENTS), 'runs')
    equal(table.done.stderr, '', 'progress, with --quiet')
    return f'{count} runs'


def test_zero():
    """Patterns change nothing at all: the whole program, cycle for cycle; all other rows do."""
    for what, _, key, values in every(whole()):
        numbers = {name: values[name] for name in ZEROS}
        if key in ('10', '11'):
            equal(set(numbers.values()), {0}, f'{what}: {numbers}')
        else:
            check(values['event_cycles'] > 0, f'{what}: no code')
        equal(values['same'], key in ('10', '11'), f'{what}: the same as unmonitored')


def test_outputs():
    """All outputs of the target in each cycle, with a monitor that records and without one."""
    elf = whole().path('lock', '10', 'program.elf')
    logs = []
    for name, options in (
        ('soc_bare', []),
        (
            'soc_table1',
            [
                '--wait-start',
                f'+gnomon_experiment={whole().path("lock", "10", "experiment.yaml")}',
                f'+gnomon_run={os.path.join(whole().folder, "again")}',
            ],
        ),
    ):
        path = os.path.join(SCRATCH, f'table1.{name}.outputs')
        done = subprocess.run(
            [
                *(os.path.join(BUILD, 'sim', name), '--program', elf, '--exit-when-done'),
                *('--quiet', '--outputs', path, *options),
            ],
            capture_output=True,
            timeout=HANG_SECONDS,
            check=False,
        )
        equal(done.returncode, 0, f'{name}: {done.stderr}')
        with open(path, encoding='ascii') as file:
            logs.append(file.read())
    check(len(logs[0].splitlines()) > 10, 'no outputs')
    equal(logs[0], logs[1], 'outputs')


def inserted(table, program, key):
    values = table.values(program, key)
    return values['event_cycles'] + values['routine_cycles']


CACHED = ('4 copied', '5', '7', '9')  # whose routines also run through the cache
# (more, less) cycles an event, where the paper says which is which
ORDER = (
    ('1', '2'),
    ('2', '3'),
    ('3', '3 local'),
    ('4 copied', '3 local'),
    ('4 copied', '4'),
    ('4', '8'),
    ('5', '4 copied'),
    ('5', '5 headends'),
    ('5 headends', '4'),
    ('2', '6'),
    ('7', '6'),
    ('6', '8'),
    ('9', '8'),
    ('7', '9'),
    ('5', '9'),
    ('8', '12'),
    ('12', '10'),
    *((f'{row} cached', row) for row in CACHED),
)


def test_order():
    """What Table 1 says: who perturbs more. Through the cache, a routine costs more, and lines of
    the program's caches."""
    table = whole()
    for program in EVENTS:
        for more, less in ORDER:
            values = [inserted(table, program, key) for key in (more, less)]
            check(values[0] > values[1], f'{program}: row {more} {values[0]}, {less} {values[1]}')
        for row in ('4', *CACHED):
            added = [table.values(program, key)['misses_added'] for key in (f'{row} cached', row)]
            check(added[0] > added[1], f'{program}: cache misses of row {row}: {added}')
        worst = max(table.values(program, key)['extra_cycles'] for key in table.json['titles'])
        equal(table.values(program, '1')['extra_cycles'], worst, f'{program}: row 1')


def test_ratios():
    """By a call, by the program, automatically: the last one costs nothing, but that a round of
    REPORT has more to send."""
    table, taken, longer = whole(), 0, {}
    for what, program, key, plain in every(table):
        if not what.endswith('plain'):
            continue
        ratios = table.values(program, key, 'ratios')
        more = ratios['event_cycles'] - plain['event_cycles']
        if table.json['ratio_pairs'][key] == 'automatically':
            if ratios['rounds']['report']:  # the program waits until local stores have sent them
                longer[program, key] = ratios['extra_cycles'] - plain['extra_cycles']
                check(abs(more) < 1, f'{what}: {more} cycles more in inserted code')
            else:
                equal(
                    {name: ratios[name] for name in ZEROS},
                    {name: plain[name] for name in ZEROS},
                    what,
                )
            check(ratios['samples'] > 0, f'{what}: no samples')
            taken += ratios['samples']
            records = ratios['recorded'] + ratios['states']
            equal(ratios['samples'] + ratios['unsampled'], records, f'{what}: samples')
        else:
            check(more > 2000 if key == '1' else 20 < more < 200, f'{what}: {more} cycles more')
    check(longer['barrier', '4'] > 0, f'rounds with samples are not longer: {longer}')
    return f'{taken} samples'


def test_numbers():
    """Cycles, misses and grants are those of the truth log."""
    table = whole()
    for program in EVENTS:
        base = Run(table, program, '0')
        result = table.json['programs'][program]
        equal(
            (result['cycles'], result['misses'], result['grants']),
            (base.end - base.begin, base.misses(), base.grants()),
            f'{program}: unmonitored',
        )
        for key in ('2', '4', '4 copied', '7', '8', '11'):
            this, values = Run(table, program, key), table.values(program, key)
            equal(
                tuple(values[name] for name in ('extra_cycles', 'misses_added', 'grants_added')),
                (
                    this.end - this.begin - (base.end - base.begin),
                    this.misses() - base.misses(),
                    this.grants() - base.grants(),
                ),
                f'{program}: row {key}',
            )


def test_event_cycles():
    """The cycles of inserted code, which are those of its instructions; rows without routines."""
    table = whole()
    for key in ('2', '3 local', '6', '8', '12'):
        this = Run(table, 'barrier', key)
        spans, total, count = this.places, 0, 0
        for core in range(CORES):
            before = 0
            for cycle, pc in this.truth.retired(core):
                own = any(begin <= pc < end for begin, end, _ in spans)
                total += (cycle - before) * (own and this.begin <= cycle <= this.end)
                before = cycle
            count += len(this.events(core))
        equal(table.values('barrier', key)['event_cycles'], total / count, f'row {key}')


def test_records_in_memory():
    """Rows 1 to 3: each event of each core, with the time of the cycle in which it was read."""
    for key, window, later in (('1', TIMER, 1), ('2', CENTRAL, 2), ('3', WINDOW, 1)):
        this = Run(whole(), 'lock', key)
        for core in range(CORES):
            events = [number for _, number in this.events(core)]
            times = [cycle - later for cycle in this.loads(core, window)]
            words = this.dumped(core)
            equal(
                list(zip(words[::2], words[1::2], strict=True)),
                list(zip(times, events, strict=False)),
                f'row {key}: records of core {core}',
            )


def test_states():
    """Row 5: in each round of CAPTURE each core saves the time of the round, which is the same for
    all, and an address in the program at which it then continues."""
    this = Run(whole(), 'barrier', '5')
    times = Times(os.path.join(this.folder, 'times'))
    rounds = times.rounds()
    check(len(rounds) > 2 * SIZE, f'{len(rounds)} rounds')
    should = [times.cores[0][begin + 2][0] for begin, _ in rounds]
    for core in range(CORES):
        words = this.dumped(core)
        states = [
            (time, what) for time, what in zip(words[::2], words[1::2], strict=True) if what > 15
        ]
        equal([time for time, _ in states], should, f'core {core}: times of its states')
        retired = [pc for _, pc in this.truth.retired(core)]
        check({pc for _, pc in states} <= set(retired), f'core {core}: addresses')
        events = Counter(what for what in words[1::2] if what < 4)
        equal(events, Counter(number for _, number in this.events(core)), f'core {core}: events')
    return f'{len(rounds)} rounds'


def test_central_port():
    """Row 6: the record of each store has its cycle and the number of the core that the bus shows;
    the core of the truth log is the one that wrote."""
    this, found, wanted = Run(whole(), 'lock', '6'), [], []
    for record in records(this):
        if record['node'] == 'bus':
            number = record['number'] - 64
            found.append((record['time'] + this.start, number // 16, number % 16, record['data']))
    for core in range(CORES):
        stores = [
            (cycle, (address - PORTS) // 4 - 64)
            for cycle, address, write in this.truth.accesses[core]
            if write and address >> 12 == PORTS >> 12
        ]
        equal([n for _, n in stores], [n for _, n in this.events(core)], f'core {core}: stores')
        wanted += [(cycle, core, number, 0x1000 + core) for cycle, number in stores]
    equal(sorted(found), sorted(wanted), 'records')
    check(len({core for _, core, _, _ in found}) == CORES, 'not all cores')


def test_central_writes():
    """The hardware names the core, whatever the program writes; bytes that a narrow store does not
    select are 0; reads give 0 and are no events."""
    run_path, experiment = (os.path.join(SCRATCH, f'central.{end}') for end in ('run', 'yaml'))
    shutil.rmtree(run_path, ignore_errors=True)
    manifest = os.path.join(BUILD, 'sim', 'quad_table1', 'manifest.json')
    with open(experiment, 'w', encoding='utf-8') as file:
        file.write(f'gnomon: 1\nmanifest: {manifest}\nport: {{ nodes: bus, actions: [record] }}\n')
    done = subprocess.run(
        [
            os.path.join(BUILD, 'sim', 'soc_table1'),
            *('--program', os.path.join(BUILD, 'tests', 'sim', 'central.elf')),
            *('--wait-start', '--exit-when-done', '--quiet', '--max-cycles', '2000000'),
            *(f'+gnomon_experiment={experiment}', f'+gnomon_run={run_path}'),
        ],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    equal(done.returncode, 0, f'exit status: {done.stdout}{done.stderr}')
    wanted = []
    for core in range(CORES):
        wanted += [(64 * page + 16 * core + 5, 0x11223344 + core) for page in (1, 2, 3)]
        wanted += [(64 + 16 * core + 6, 0xAB00), (64 + 16 * core + 7, 0xABCD0000)]
    found = [
        (record['number'], record['data'])
        for record in gnomon_events(run_path)
        if record['kind'] == 'write'
    ]
    equal(sorted(found), sorted(wanted), 'writes')


def test_ports_and_patterns():
    """Rows 8 and 10: each event, at its core, in its cycle."""
    for key in ('8', '10'):
        this, found, wanted = Run(whole(), 'barrier', key), [], []
        for record in records(this):
            at = record['time'] + this.start
            if key == '8' and record['kind'] == 'write' and at <= this.end:
                found.append((at, record['node'], record['number'] - 64))
            elif key == '10' and record.get('name') in ('e0', 'e1', 'e2', 'e3'):
                found.append((at, record['node'], int(record['name'][1])))
        for core in range(CORES):
            if key == '8':
                own = [
                    (cycle, page * 64 + sub - 64)
                    for cycle, page, sub, _, _ in this.truth.ports[core]
                    if cycle <= this.end
                ]
            else:
                own = this.events(core)
            wanted += [(cycle, f'core{core}', number) for cycle, number in own]
        equal(sorted(found), sorted(wanted), f'row {key}')
        equal(len(found), EVENTS['barrier'], f'row {key}: records')


def test_lines():
    """Each signal of CAPTURE and of REPORT in each cycle, as the model of a line has it."""
    this = Run(whole(), 'lock', '5')
    path, counts = os.path.join(this.folder, 'times'), []
    for report in (False, True):
        times, model = Times(path, report), Line(LIMIT)
        for cycle, nodes in enumerate(zip(*times.nodes, strict=True)):
            check_nodes(nodes, model.step([node.store for node in nodes]), f'{report=}', cycle)
        counts.append(len(times.rounds()))
    values = whole().values('lock', '5')
    equal(counts, [values['rounds']['capture'], values['rounds']['report']], 'rounds')
    check(min(counts) > 2, f'{counts} rounds')
    return f'{counts[0]} rounds of CAPTURE, {counts[1]} of REPORT'


def test_masked():
    """A core that masks its interrupts: each round ends by the time-out, which is reported, and so
    is each record that is lost."""
    table = Table(
        'masked',
        *('--no-cost', '--no-ratios', '--quiet', '--mask', 1),
        *('--rows', '4,5,7,9', '--programs', 'lock'),
        size=5,
    )
    equal(table.done.returncode, 0, f'exit status: {table.done.stderr}')
    for key in ('4', '4 copied', '5', '5 headends', '7', '9', '5 cached'):
        values = table.values('lock', key)
        lines = [
            name
            for name in ('REPORT', 'CAPTURE')
            if name == 'REPORT' and key[0] in '45' or name == 'CAPTURE' and key[0] != '4'
        ]
        rounds = values['rounds']
        wanted = [
            f'core 1 in {rounds[line.lower()]} of {rounds[line.lower()]} rounds of {line}'
            for line in sorted(lines)
        ]
        equal(values['timeouts'], wanted, f'row {key}: time-outs')
        for late in wanted:
            check(f'row {key}: TIME-OUT: {late}' in table.done.stdout, f'{late} is not reported')
        equal(values['faults'], [], f'row {key}')
        check(values['extra_cycles'] > LIMIT, f'row {key}: {values["extra_cycles"]} cycles')
    # nobody takes the records of the masked core from its store: 16 fit; a headend sends them
    lost = [table.values('lock', key)['lost'] for key in ('4', '4 copied', '5 headends')]
    equal(lost, [0, 4 * 5 - 16, 0], 'records lost')


def test_lost():
    """A store that is full, since its core takes no REPORT, loses records, and the row says how
    many."""
    folder = os.path.join(SCRATCH, 'lost.json')
    done = command(
        '--no-cost',
        '--no-ratios',
        '--quiet',
        '--mask',
        0,
        '--rows',
        '4 copied',
        '--programs',
        'single',
        '--size',
        9,
        '--json',
        folder,
    )
    equal(done.returncode, 0, f'exit status: {done.stderr}')
    with open(folder, encoding='utf-8') as file:
        values = json.load(file)['programs']['single']['rows']['4 copied']['plain']
    equal((values['events'], values['recorded'], values['lost']), (36, 16, 20), 'events')
    check('20 records lost, and reported as lost' in done.stdout, 'the loss is not reported')


def slow_common(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        above, row = row, [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
    return row[-1]


def test_reordered():
    """The measure of reordering, against the textbook's; 0 exactly where nothing is moved."""
    rng = random.Random(3)
    for _ in range(300):
        a, b = ([rng.randrange(4) for _ in range(rng.randrange(30))] for _ in range(2))
        equal(measure.common(a, b), slow_common(a, b), f'{a}, {b}')
    for a, b in itertools.product(itertools.product(range(3), repeat=4), repeat=2):
        equal(measure.reordered(a, b) == 0, a == b, f'{a}, {b}')


def test_expect():
    """What is missing without a report of a loss is a fault, and so is any other record."""
    for found, wanted, lost, faults in (
        ([1, 2, 3], [3, 2, 1], 0, 0),
        ([1, 2], [1, 2, 3], 0, 1),
        ([1, 2], [1, 2, 3], 1, 0),
        ([1], [1, 2, 3], 1, 1),
        ([1, 2, 2], [1, 2], 1, 1),
        ([1, 4], [1, 2], 1, 1),
    ):
        result = table1_records.Result()
        result.expect(found, wanted, 'records', lost)
        equal(len(result.faults), faults, f'{found}, {wanted}, {lost} lost')


def test_rates():
    """Bursts: every event is recorded or reported as lost; a row without code is the fastest."""
    rates = whole().json['rates']
    for key, rate in rates.items():
        equal(rate['recorded'] + rate['lost'], rate['events'], f'row {key}')
        check(rate['recorded'] > 0, f'row {key}: nothing recorded')
        a_second = rate['recorded'] * whole().json['clock'] / rate['cycles']
        equal(rate['events_a_second'], a_second, f'row {key}: rate')
    fastest = max(rates, key=lambda key: rates[key]['events_a_second'])
    equal(fastest, '10', 'the fastest row')
    return ', '.join(f'{key} {rates[key]["events_a_second"] / 1e6:.2f}' for key in ('1', '6', '10'))


def test_picture():
    """A bar for each row and program; those of rows 10 and 11 have no length."""
    root = xml.parse(whole().picture).getroot()
    space = '{http://www.w3.org/2000/svg}'
    colors = ('#1f77b4', '#ff7f0e', '#2ca02c')
    bars = [
        rect
        for rect in root.iter(f'{space}rect')
        if rect.get('fill') in colors and rect.get('height') != '12'
    ]
    titles = whole().json['titles']
    equal(len(bars), 2 * 3 * len(titles), 'bars')
    shown = [float(bar.get('width')) for bar in bars]
    rows = list(titles)
    for place, width in enumerate(shown):
        row = rows[place // 3 % len(rows)]
        if row in ('10', '11'):
            equal(width, 0.0, f'row {row}: bar')
    words = [text.text for text in root.iter(f'{space}text')]
    for key, title in titles.items():
        check(key in words and title in words, f'row {key} is not in the picture')


def test_text():
    """A table of each program, and one of rates, with each row."""
    out = whole().done.stdout
    for program in EVENTS:
        check(re.search(rf'^{program}: {EVENTS[program]} events, ', out, re.M), program)
    for key, title in whole().json['titles'].items():
        lines = re.findall(rf'^{re.escape(key)} +{re.escape(title)}  ', out, re.M)
        equal(len(lines), len(EVENTS) + 1, f'rows {key}')


def test_page():
    """The text, the picture and the guide are those of the table that lies beside them."""
    docs, path = os.path.join(HERE, '../../../docs'), os.path.join(SCRATCH, 'page.svg')
    table = os.path.join(docs, 'table1.json')
    done = command('--from', table, '--svg', path)
    equal(done.returncode, 0, f'exit status: {done.stderr}')
    texts = []
    for name in (path, *(os.path.join(docs, name) for name in PAGES)):
        with open(name, encoding='utf-8') as file:
            texts.append(file.read())
    equal(texts[0], texts[1], 'picture')
    equal(done.stdout, texts[2], 'text')
    with open(table, encoding='utf-8') as file:
        there = json.load(file)
    equal(list(there['titles']), list(whole().json['titles']), 'rows')
    row = re.compile(r'^\| (\d+(?: \w+(?=:))?).*? \| ([\d.,| ]+) \| ', re.M)
    rows = row.findall(texts[3])
    equal(len(rows), 14, 'rows of the guide')
    for key, shown in rows:
        form = there['programs']['barrier']['rows'][key]['plain']
        numbers = (
            f'{form["event_cycles"]:,.1f}',
            f'{100 * form["extra_cycles"] / form["base_cycles"]:.2f}',
            f'{there["rates"][key]["events_a_second"] / 1e6:.2f}',
            f'{there["costs"][key]["luts"]:,}',
        )
        equal(shown, ' | '.join(numbers), f'row {key} of the guide')


def test_cost():
    """Logic of a row's parts, by Yosys: two counters of 32 bits at least, and those of programs."""
    folder = os.path.join(SCRATCH, 'cost.json')
    done = command(
        '--rows',
        '2',
        '--programs',
        'single',
        '--size',
        2,
        '--quiet',
        '--no-ratios',
        '--json',
        folder,
    )
    equal(done.returncode, 0, f'exit status: {done.stderr}')
    with open(folder, encoding='utf-8') as file:
        table = json.load(file)
    cost = table['costs']['2']
    check(cost['flops'] >= 64 and cost['luts'] > 100 and cost['blocks'] == 0, f'{cost}')
    check(cost['ratios_flops'] >= 4 * 4 * 32, f'{cost}')
    check(f'{cost["luts"]}' in done.stdout and table['tool'].startswith('Yosys'), done.stdout)


def test_command():
    """Its help, what it refuses, and what it cannot do."""
    equal(command('--help').returncode, 0, '--help')
    for args, words in (
        (('--size', 1), '--size must be 2 to'),
        (('--size', 'x'), 'invalid int value'),
        (('--rows', '13'), "no row ['13']"),
        (('--rows', ''), 'no row'),
        (('--programs', 'matmul'), "not ['matmul']"),
        (('--mask', 4), 'invalid choice'),
        (('--nothing',), 'unrecognized arguments'),
    ):
        done = command(*args)
        check(done.returncode == 2 and words in done.stderr, f'{args}: {done.stderr}')
    small = ('--rows', '10', '--size', 2, '--programs', 'single', '--no-cost', '--quiet')
    for args, build, words in (
        ((), os.path.join(SCRATCH, 'nowhere'), 'make table1 makes it'),
        (('--json', '/nowhere/x'), BUILD, "cannot write '/nowhere/x'"),
        (('--svg', '/nowhere/x'), BUILD, "cannot write '/nowhere/x'"),
        (('--keep', '/dev/null/x'), BUILD, '/dev/null/x: Not a directory'),
    ):
        done = command(*small, *args, build=build)
        check(done.returncode == 1 and words in done.stderr, f'{args}: {done.stderr}')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('table1', of_module(globals())))
