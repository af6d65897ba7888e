#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emitted manifests against their descriptions: a manifest states exactly what the description
requests, its tables have places of their own, and its ranks see every bit of the word once.

test_manifest.py PRINT_METADATA DIR...; DIR: where golden.sh left the emitted files, the description
as monitor.yaml and the summary as summary.json. PRINT_METADATA prints what the host makes of a
manifest. Runs from the root of the repository.
"""

import json
import os
import re
import subprocess
import sys
from itertools import pairwise

from described import Monitor, log2_up

QUANTITY_KEYS = ('name', 'kind', 'of', 'from', 'to', 'in', 'clear')


class Check:
    """Compares, and counts what was compared."""

    def __init__(self, place):
        self.place, self.count = place, 0

    def equal(self, what, have, want):
        self.count += 1
        if have != want:
            sys.exit(f'test_manifest: {self.place}: {what} is {have!r}, not {want!r}')

    def true(self, what, holds):
        self.equal(what, bool(holds), True)


def single_of(d):
    """What the slots of the single form can be beside records, or None."""
    first = d.nodes[0]
    waits = d.memory_port and d.wrap  # a flight recorder whose gaps have marked halves
    if not d.single or not (first.triggers() or first.sample_words() or first.units or waits):
        return None
    return {
        'triggers': len(first.triggers()),
        'word_bits': first.word_bits if first.timer or first.capture else 0,
    }


def format_of(d, single, tables):
    if single:
        return 13 if d.nodes[0].capture or d.nodes[0].rounds else 12
    if 'rank_actions' in tables:
        return 10
    return 9 if any(n.prescale > 1 for n in d.nodes) else 8


def check_root(check, m, d):
    with open('VERSION', encoding='utf-8') as file:
        version = file.read().strip()
    check.true('the hash has 16 digits', re.fullmatch('[0-9a-f]{16}', m['hash']))
    cells = [log2_up(max(t['base'] + t['cells'] for t in n['tables'])) for n in m['nodes']]
    tables = {t['name'] for n in m['nodes'] for t in n['tables']}
    select = 12 if any(n.host for n in d.nodes) else 11  # bits of the argument of SELECT
    single = single_of(d)
    want = {
        'gnomon': format_of(d, single, tables),
        'generator': version,
        'name': d.name,
        'hash': m['hash'],
        'form': d.form,
        'clock_hz': d.clock,
        'time_bits': d.time_bits,
        'slots': d.slots,
        'slots_log2': log2_up(d.slots),
        'granule_slots': 16,
        'addr_bits': max(*cells, select + 3, log2_up(d.slots) + 1 + 3, 17 if d.rom else 0),
        'link': {'phy': d.phy, 'baud': d.baud, 'divisor': d.divisor, 'fraction': d.fraction},
        'ring': {'wires': d.wires},
        **({'sync': True} if d.sync else {}),
        **({'single': single} if single else {}),
        **({} if d.wrap else {'wrap': False}),
    }
    for key in want:
        check.equal(key, m.get(key), want[key])
    check.equal('keys', sorted(m), sorted([*want, 'nodes', 'ports']))
    check.equal('its nodes', [n['name'] for n in m['nodes']], [n.name for n in d.nodes])


def check_tables(check, node, n):
    """Tables are those of the node, with their sizes, and no table cell is in two of them."""
    tree = node['ranks']['tree']
    want = {r['table']: (max(8, 1 << index_bits(tree, r)), r['code_bits']) for r in tree}
    want = {**(want if n.owner == n.index else {}), **n.tables(index_bits(tree, tree[-1]))}
    have = {t['name']: (t['cells'], t['bits']) for t in node['tables']}
    check.equal('names of tables', len(have), len(node['tables']))
    check.equal('sizes of tables', have, want)
    places = sorted((t['base'], t['base'] + t['cells']) for t in node['tables'])
    for (_, end), (begin, _) in pairwise(places):
        check.true(f'a table begins at {begin}, behind that which ends at {end}', begin >= end)
    for t in node['tables']:
        check.equal(f'{t["name"]} begins at a multiple of its size', t['base'] % t['cells'], 0)


def index_bits(tree, rank):
    return sum(i['bits'] if 'lo' in i else tree[i['rank']]['code_bits'] for i in rank['inputs'])


def check_ranks(check, node, n, d):
    ranks = node['ranks']
    tree = ranks['tree']
    check.equal('levels', ranks['levels'], tree[-1]['level'])
    want = {
        'capacity': (1 << n.code_bits) - 1,
        'code_bits': n.code_bits,
        'levels': ranks['levels'],
        'owner': n.owner,
        'family': d.family,
        'goal': n.goal,
        'tree': tree,
    }
    check.equal('ranks', ranks, want)
    check.equal('bits of the event', tree[-1]['code_bits'], n.code_bits)
    bits, codes = [], []
    for k, rank in enumerate(tree):
        check.equal('name of a rank', rank['table'], f'rank{k}')
        before = [i['rank'] for i in rank['inputs'] if 'rank' in i]
        check.true('a rank looks at earlier ones', all(i < k for i in before))
        level = 1 + max((tree[i]['level'] for i in before), default=0)
        check.equal(f'level of rank {k}', rank['level'], level)
        codes += before
        for i in rank['inputs']:
            bits += range(i['lo'], i['lo'] + i['bits']) if 'lo' in i else ()
    check.equal('bits that the ranks look at', sorted(bits), list(range(n.word_bits)))
    check.equal('ranks that others look at', sorted(codes), list(range(len(tree) - 1)))


def wanted_preprocessors(node, n):
    if not n.preprocessors:
        return None
    of = [{'name': q['name'], 'of': q['of']} for q in n.thresholds]
    quantities = []
    for q in n.quantities:
        wanted = {k: q[k] for k in QUANTITY_KEYS if k in q}
        wanted['bits'] = n.quantity_bits(q)
        if q['kind'] == 'latency':
            wanted['outstanding'] = q.get('outstanding', 8)
        quantities.append(wanted)
    want = {
        'stage': n.stages(node['ranks']['levels'])[1],
        'signals': [s['name'] for s in n.signals],
        'lines': n.lines(),
        'event_lines': n.event_lines,
        'values': [{'name': v['name'], 'bits': v['bits']} for v in n.values],
        'gate': bool(n.gate),
        'form': n.form,
        'pairs': [{'gate': None, **p} for p in n.pairs],
        'quantities': quantities,
        'thresholds': of,
        'extremes': n.extremes,
        'buckets': [{'count': 64, 'banks': 2, 'bits': 32, **b} for b in n.buckets],
        'counters': n.counters,
        'segments': [
            {'keep': 'cycles', 'before': 24, 'after': 23, 'count': 4, **s} for s in n.segments
        ],
    }
    if n.groups:
        want.update(groups=n.groups, group_lines=n.group_lines)
    return want


def wanted_port(n):
    if not n.port:
        return None
    bits = n.port_code_bits()
    return {
        'bus': n.port['bus'],
        'pc': n.port.get('pc'),
        'process_time': bool(n.port.get('process_time')),
        'code_bits': bits,
        'data_bits': n.port.get('code_data', 0) if bits else 0,
    }


def wanted_sequences(n):
    if not n.sequences:
        return None
    presets = {'count_bits': 8, 'timeout_bits': 24, 'overlap': False}
    return {**presets, **n.sequences}


def check_node(check, node, n, d, manifest):
    want = {
        'index': n.index,
        'name': n.name,
        'watch': {'fields': n.fields, 'bits': n.word_bits, 'when': n.when},
        'depth': d.depth(n, manifest),
        'fifo_slots': 0 if d.single else (n.fifo or {}).get('slots', 256),
        'store': 'local' if n.local else 'ring',
        'ranks': node['ranks'],
        'tables': node['tables'],
        'triggers': [
            {'number': k, 'kind': kind, 'index': i} for k, (kind, i) in enumerate(n.triggers())
        ],
        'sequences': wanted_sequences(n),
        'strict': n.strict,
        'timer': bool(n.timer),
        'watchdog': bool(n.watchdog),
        'port': wanted_port(n),
        'preprocessors': wanted_preprocessors(node, n),
        'stream': f'node_{n.index}',
        'stream_id': node['stream_id'],
    }
    if n.prescale > 1:
        want['time'] = {'prescale': n.prescale, 'seed': n.seed}
    for key in want:
        check.equal(f'{n.name}: {key}', node.get(key), want[key])
    check.equal(f'{n.name}: keys', sorted(node), sorted(want))
    check_ranks(check, node, n, d)
    check_tables(check, node, n)


def records_of(n):
    """What the streams of nodes with the same records have in common."""
    sampled = n.pairs or n.gate
    return (
        bool(n.triggers()),
        bool(n.timer),
        bool(n.buckets),
        bool(n.counters),
        n.segments and (True, n.word_bits > 32),
        n.port and ('pc' in n.port or bool(n.port.get('process_time'))),
        sampled and (n.form, bool(n.gate), [p['name'] for p in n.pairs]),
        [x['name'] for x in n.extremes],
    )


def kinds_of(n):
    """Names of the kinds of records that a node can send."""
    kinds = {'event', 'gap', 'beat', 'sync', 'flush', 'load'}
    return kinds.union(
        {'ratio'} if n.sample_words() else (),
        {'datum'} if n.port else (),
        {'trigger'} if n.triggers() else (),
        {'word'} if n.timer else (),
        {'capture'} if n.capture else (),
        {'line'} if n.rounds else (),
        {'bucket'} if n.buckets else (),
        {'counter'} if n.counters else (),
        {'segment'} if n.segments else (),
    )


def check_streams(check, m, d, metadata):
    classes = []
    for node, n in zip(m['nodes'], d.nodes, strict=True):
        if records_of(n) not in classes:
            classes.append(records_of(n))
        check.equal(f'{n.name}: stream_id', node['stream_id'], classes.index(records_of(n)))
    for stream, n in {
        node['stream_id']: n for node, n in zip(m['nodes'], d.nodes, strict=True)
    }.items():
        declared = len(re.findall(rf'^stream {{\n\tid = {stream};', metadata, re.M))
        check.equal(f'streams {stream} in the metadata', declared, 1)
        kinds = re.findall(rf'\tname = "(\w+)";\n\tid = \d+;\n\tstream_id = {stream};', metadata)
        check.equal(f'kinds of records of stream {stream}', set(kinds), kinds_of(n))
    frequency = re.findall(r'^\tfreq = (\d+);', metadata, re.M)
    check.equal('frequency in the metadata', frequency, [str(d.clock)])


def metadata_of(tool, folder):
    """The CTF metadata that the host makes of the manifest."""
    command = [tool, os.path.join(folder, 'manifest.json')]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def check_summary(check, m, d, summary):
    """What --check --json prints; blocks and logic are held against Yosys elsewhere."""
    alike = ('name', 'hash', 'form', 'clock_hz', 'time_bits', 'slots', 'addr_bits')
    nodes = [
        {
            'name': n.name,
            'word_bits': n.word_bits,
            'capacity': node['ranks']['capacity'],
            'ranks': len(node['ranks']['tree']),
            'levels': node['ranks']['levels'],
        }
        for node, n in zip(m['nodes'], d.nodes, strict=True)
    ]
    costs = ('ram_blocks', 'spram_blocks', 'logic_cells')
    for had, n in zip(summary['nodes'], d.nodes, strict=True):
        paid = sum(had.pop(key) for key in costs)
        check.equal(f'{n.name}: has ranks that cost', paid > 0, n.owner == n.index)
    want = {key: m[key] for key in alike}
    want.update(family=d.family, phy=d.phy, baud=d.baud, nodes=nodes)
    check.equal('summary', summary, want)


def read_json(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        return json.load(file)


def main():
    count = 0
    tool, *folders = sys.argv[1:]
    for folder in folders:
        check = Check(folder)
        d = Monitor(os.path.join(folder, 'monitor.yaml'))
        m = read_json(folder, 'manifest.json')
        check_root(check, m, d)
        for node, n in zip(m['nodes'], d.nodes, strict=True):
            check_node(check, node, n, d, m)
        check_streams(check, m, d, metadata_of(tool, folder))
        check_summary(check, m, d, read_json(folder, 'summary.json'))
        count += check.count
    print(f'test_manifest: {len(folders)} manifests state what was described, {count} values')


if __name__ == '__main__':
    main()
