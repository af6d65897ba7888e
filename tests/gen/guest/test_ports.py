#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`ports` of emitted manifests: against the modules, as slang elaborates them, and against the
descriptions, also with a `connect` for inputs that are chosen at random.

test_ports.py GNOMON_GEN PYTHON OUT_DIR DIR...; PYTHON: the one that has slang; DIR: where emitted
files are, with the description as monitor.yaml, or those of a model without it. Runs from the root
of the repository.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys

import yaml

sys.path.insert(0, 'tests/gen')
from described import INPUTS, LINE_PORTS, PHY_PORTS, Monitor  # noqa: E402

KEYS = ('name', 'module', 'direction', 'width', 'role', 'node', 'signal', 'meaning', 'connect')
RING = {'ring_dn': 0, 'ring_up': 0, 'ring_sync': 1, 'ring_damaged': 1}  # bits; 0: the wires
TEXTS = (
    'soc.cpu{}.pc',
    'soc.gen[{}].u_x.word[31:0]',
    '!soc.rst_n',
    '! a',
    "1'b0",
    "'1",
    "32'hdead_beef",
    '0',
    'top.s.member[3].x[4+:2]',
    '$root.top.\\odd-name! .pc',
    'a' * 1000,
)


def fail(place, what):
    sys.exit(f'test_ports: {place}: {what}')


def equal(place, what, have, want):
    if have != want:
        fail(place, f'{what} is {have!r}, not {want!r}')


def ports_of(folder):
    with open(os.path.join(folder, 'manifest.json'), encoding='utf-8') as file:
        manifest = json.load(file)
    return manifest, manifest['ports']


def check_modules(python, folders):
    """The lists are those of the modules; how many ports they have."""
    read = [(folder, *ports_of(folder)) for folder in folders]
    requests = [
        (os.path.join(folder, m['name'] + '.v'), list(dict.fromkeys(p['module'] for p in ports)))
        for folder, m, ports in read
    ]
    command = [python, '-B', 'tests/gen/guest/elaborate.py']
    done = subprocess.run(command, input=json.dumps(requests), capture_output=True, text=True)
    if done.returncode:
        fail(command[-1], done.stderr)
    for (folder, _, ports), want in zip(read, json.loads(done.stdout), strict=True):
        have = [[p['module'], p['name'], p['direction'], p['width']] for p in ports]
        equal(folder, 'ports', have, want)
        for p in ports:
            equal(folder, f'keys of {p["name"]}', list(p), [key for key in KEYS if key in p])
            if not p['meaning'] or '\n' in p['meaning']:
                fail(folder, f'meaning of {p["name"]} is {p["meaning"]!r}')
    return sum(len(ports) for _, _, ports in read)


def node_ports(n, d):
    """Ports of a node that are named by its description: name of the port to (role, signal)."""
    qualifiers = [n.when, *(f.get('when') for f in n.fields)]
    pairs = [p.get(k) for p in n.pairs for k in ('a', 'b', 'gate')]
    taps = [s['name'] for s in n.signals]
    taps += [v.get(k) for v in n.values for k in ('name', 'when')]
    taps += [q.get(k) for q in n.quantities for k in INPUTS]
    taps += [i for c in n.counters for i in c['inputs']]
    pc = (n.port or {}).get('pc')
    groups = [
        ('when', qualifiers),
        ('word', [f['name'] for f in n.fields]),
        ('pair', pairs),
        ('tap', taps),
        ('port', [pc]),
    ]
    named = {}
    for role, signals in groups:
        for signal in filter(None, signals):
            named.setdefault(f'{n.name}_{signal}_i', (role, signal))
    return named


def wanted(d):
    """Of each port: role, node, signal."""
    want = {'clk': ('clk', None, None), 'rst': ('rst', None, None), 'sync_o': ('sync', None, None)}
    want.update({port: ('link', None, None) for port in PHY_PORTS[d.phy]})
    for way in 'io':
        want.update({f'{name}_{way}': ('ring', None, None) for name in RING if d.chips})
    for n in d.nodes:
        named = node_ports(n, d)
        for port in n.ports():
            role, signal = named.get(port, ('port', None))
            want[port] = role, n.name, signal
        if n.processor:
            lines = [f'{n.name}_{line}_{port}' for line in d.rounds for port in LINE_PORTS]
            lines += [f'{n.name}_time_o', f'{n.name}_real_o']
            want.update({port: ('line', n.name, None) for port in lines})
    for port in d.ports():
        want.setdefault(port, ('memory', None, None))
    return want


def check_description(folder):
    d, (_, ports) = Monitor(os.path.join(folder, 'monitor.yaml')), ports_of(folder)
    want = wanted(d)
    for p in ports:
        have = p['role'], p.get('node'), p.get('signal')
        equal(folder, p['name'], have, want[p['name']])
        if 'node' in p:
            chip = next(n.chip for n in d.nodes if n.name == p['node'])
            module = f'{d.name}_chip_{chip}' if chip else d.name
            equal(folder, f'module of {p["name"]}', p['module'], module)
    modules = {d.name, *(f'{d.name}_chip_{chip}' for chip in d.chips)}
    equal(folder, 'modules', {p['module'] for p in ports}, modules)
    missing = set(d.ports()) - {p['name'] for p in ports}
    equal(folder, 'ports that are missing', missing, set())


def connect(rng, ports, numbered):
    """Texts for some of the inputs: by the name in `connect`."""
    names = [name.removesuffix('_i') for name in ports if not name.endswith('_o')]
    chosen = rng.sample(names, rng.randrange(len(names) + 1))
    texts = TEXTS[:2] * 3 + TEXTS if numbered else TEXTS[2:]
    return {name: rng.choice(texts) for name in chosen}


def with_numbers(value):
    """The same with numbers where the text is one: they are not quoted."""
    if isinstance(value, dict):
        return {key: with_numbers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_numbers(item) for item in value]
    return int(value) if re.fullmatch('0|-?[1-9][0-9]*', value) else value


def check_connect(gen, out, folder, rng):
    """With `connect` the manifest has the texts, and all else is the same."""
    with open(os.path.join(folder, 'monitor.yaml'), encoding='utf-8') as file:
        description = yaml.load(file, yaml.BaseLoader)
    _, ports = ports_of(folder)
    first = [p['name'] for p in ports if 'node' not in p]
    description['connect'] = connect(rng, sorted(set(first)), False)
    want = {(None, name): text for name, text in description['connect'].items()}
    for entry in description['nodes']:
        count = int(entry.get('count', 0))
        name = entry['name'] + ('0' if count else '')
        own = [p['name'].removeprefix(name + '_') for p in ports if p.get('node') == name]
        entry['connect'] = connect(rng, own, count)
        for k in range(count or 1):
            node = entry['name'] + (str(k) if count else '')
            for key, text in entry['connect'].items():
                want[node, key] = text.replace('{}', str(k))
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, 'monitor.yaml')
    with open(path, 'w', encoding='utf-8') as file:
        yaml.safe_dump(with_numbers(description), file, sort_keys=False)
    done = subprocess.run([gen, path, '-o', f'{out}/with'], capture_output=True, text=True)
    if done.returncode:
        fail(path, done.stderr)
    manifest, connected = ports_of(f'{out}/with')
    for p in connected:
        name = p['name'].removeprefix(p['node'] + '_') if 'node' in p else p['name']
        name = None if name.endswith('_o') else name.removesuffix('_i')
        text = want.get((p.get('node'), name))
        equal(path, f'connect of {p["name"]}', p.pop('connect', None), text)
    without, _ = ports_of(folder)
    equal(path, 'manifest without connect', manifest, without)
    check_hardware(folder, f'{out}/with', manifest['name'])
    return len(want)


def check_hardware(one, other, name):
    """Equal Verilog, but for the lines of the banner that name the description and its hash."""
    texts = []
    for folder in one, other:
        with open(os.path.join(folder, name + '.v'), encoding='utf-8') as file:
            texts.append([line for line in file if 'xxh64' not in line.lower()])
    equal(other, 'Verilog', texts[1], texts[0])


def main():
    gen, python, out, *folders = sys.argv[1:]
    shutil.rmtree(out, ignore_errors=True)
    rng, connected = random.Random(1), 0
    for k, folder in enumerate(folders):
        if os.path.exists(os.path.join(folder, 'monitor.yaml')):
            check_description(folder)
            connected += check_connect(gen, f'{out}/{k}', folder, rng)
    ports = check_modules(python, folders)
    if not ports or not connected:
        fail(out, 'there are no ports')
    print(f'test_ports: {ports} ports are as in the manifest, {connected} of them connected')


if __name__ == '__main__':
    main()
