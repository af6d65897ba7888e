#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The index of the modules of rtl/, made from their headers: docs/reference/modules.md.

usage: modules.py emit PAGE         prints the page, with the costs that PAGE has
       modules.py check PAGE        fails where PAGE is not the page that is printed, or where a
                                    header has no latency or another template than its module's
       modules.py cost YOSYS        prints the page with the costs that Yosys finds now
       modules.py templates         rewrites the templates of the headers

The header of a module has a line `// Room: NAME` and then `// MODULE: what it does.`; the page
takes the first part of that, up to a colon, a semicolon or a full stop. The name of a module begins
with its room: gnomon_ROOM_X, in the singular, or gnomon_ROOM. The bench of gnomon_ROOM_X is
tests/rtl/*/bench_X.v, in the rooms `taps` and `line` bench_ROOM_X.v; a module without one is tested
in the benches that reach it through other modules.

A header has a line `// Latency: ...` and ends with `// Instance:` and a template: an instance of
the module, with the defaults of its parameters. A module of docs/reference/instances.md refers to
that page instead.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap

import instances

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
ROOMS = {
    'trigger': 'What can fire: patterns, sequences, timer, watchdog, thresholds, the event port.',
    'count': 'Preprocessors: what a node counts and measures between two events.',
    'record': 'From events and samples to whole records in the FIFO of a node.',
    'ring': 'From the FIFOs of the nodes to the trace buffer.',
    'line': 'CAPTURE and REPORT as interrupts of all processors, and the time that pauses meanwhile.',
    'link': 'From the trace buffer to the host.',
    'taps': 'What a bus or a core does, as signals and values, beside the monitor.',
    'cells': 'Storage and counters of which the other rooms are built.',
}
PAGE_OF_INSTANCES = 'docs/reference/instances.md'
COLUMNS = 100
KEYWORDS = set('begin class event input real table time wait'.split())  # also of SystemVerilog
FLOW = 'synth_ice40 -abc9 -device hx'
HEAD = """# The modules of `rtl/`

Emitted by `docs/modules.py` from the headers of the modules: do not edit. The header of a module
has its rules, its latency, a table of values where timing matters, and an instance to copy.
[Hardware](../design/hardware.md) explains why the modules are built so; [instances](instances.md)
has instances of the taps and bridges, with a line for each port.

A latency of N cycles: an output in cycle t + N depends on the inputs of cycle t. A table of values
has a column for each cycle, with the values just before the clock edge that ends the cycle. `-`:
the value has no meaning.

The cost is that of the whole module, with the modules inside it, alone and with default parameters:
LUTs + flip-flops, and RAM blocks, of iCE40. %s, `%s`.
`python3 docs/modules.py cost YOSYS` measures it again. Defaults are not what a monitor uses:
`gnomon cost` prints the cost of yours. `-`: the module has no default parameters that are allowed.

A bench X is `tests/rtl/*/bench_X.v`; `tests/rtl/benches` has the parameters that it runs with. A
bench in brackets is named after another module; it drives this one too.
"""
YOSYS_LINE = re.compile(r'iCE40\. (.*), `')
ROW = re.compile(r'\| \[`(gnomon_\w+)`\]\(.*?\) \| .* \| (\S.*?) \| [^|]* \|$')
HEADER = re.compile('(//.*\n)*')  # the comment that a file begins with


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding='utf-8') as file:
        return file.read()


def modules():
    """The text of each module by its name."""
    paths = glob.glob(os.path.join(ROOT, 'rtl', '*.v'))
    names = sorted(os.path.basename(path)[:-2] for path in paths)
    return {name: read('rtl', f'{name}.v') for name in names}


def header(name, text):
    """(room, first sentence) of a module."""
    lines = [line[2:].strip() for line in HEADER.match(text)[0].splitlines()]
    room = [line[6:] for line in lines if line.startswith('Room: ')]
    first = [i for i, line in enumerate(lines) if line.startswith(f'{name}: ')]
    if len(room) != 1 or room[0] not in ROOMS or not first:
        sys.exit(
            f'rtl/{name}.v: the header needs a line "// Room: NAME", with NAME one of '
            f'{", ".join(ROOMS)}, and a line "// {name}: what it does."'
        )
    if name.split('_')[1] != room[0].rstrip('s'):
        sys.exit(
            f'rtl/{name}.v: a name of the room "{room[0]}" begins with gnomon_{room[0].rstrip("s")}'
        )
    paragraph = []
    for line in lines[first[0] :]:
        if not line:
            break
        paragraph.append(line)
    text = re.sub(r' \(docs/[^)]*\)', '', ' '.join(paragraph)[len(name) + 2 :])
    sentence = re.split(r'(?<=[.;:])\s(?![^(]*\))', text + ' ')[0].rstrip(' .;:')
    return room[0], sentence[0].upper() + sentence[1:]


def net(port, ports):
    """The net of a port in a template: its name without direction, where that is free."""
    word = re.sub(r'_[io]$', '', port)
    taken = [other for other in ports if re.sub(r'_[io]$', '', other) == word]
    return port if len(taken) > 1 or word in KEYWORDS else word


def filled(rows, first, rest):
    """Rows `.name(value), ...` in lines: the first one begins with `first`, others with `rest`."""
    text = ', '.join(f'.{name}({value})'.replace(' ', '\0') for name, value in rows)
    lines = textwrap.wrap(
        text,
        COLUMNS,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace('\0', ' ') for line in lines]


def template(name, text):
    """The lines of the header that end it: an instance of the module, or where there is one."""
    if any(path == f'rtl/{name}.v' for path, _ in instances.MODULES):
        return [f'// Instance: {PAGE_OF_INSTANCES}']
    parameters, ports = instances.parts(text, f'module {name}')
    names = [row[0] for row in ports]
    unit = f'u_{name[7:]} ('
    lines = ['// Instance:', f'//   {name} {unit}']
    if parameters:
        defaults = {row[0]: row[2] for row in parameters}
        rows = [
            (row[0], re.sub(r'\w+', lambda word: defaults.get(word[0], word[0]), row[2]))
            for row in parameters
        ]
        lines[1:] = filled(rows, f'//   {name} #(', '//     ')
        if len(f'{lines[-1]}) {unit}') <= COLUMNS and len(lines) == 2:
            lines[-1] += f') {unit}'
        else:
            lines += [f'//   ) {unit}']
    lines += filled([(port, net(port, names)) for port in names], '//     ', '//     ')
    return lines + ['//   );']


def split_header(text):
    """(header above its template, template, module): lines, lines and text."""
    head = HEADER.match(text)[0]
    lines = head.splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith('// Instance:')]
    start = starts[0] if starts else len(lines)
    return lines[:start], lines[start:], text[len(head) :]


def write_templates():
    for name, text in modules().items():
        above, found, module = split_header(text)
        if not found:
            continue
        with open(os.path.join(ROOT, 'rtl', f'{name}.v'), 'w', encoding='utf-8') as file:
            file.write('\n'.join(above + template(name, text)) + '\n' + module)


def header_faults(name, text):
    """What is wrong with the latency and the template of a header."""
    above, found, _ = split_header(text)
    if not found:
        yield 'the header needs a line "// Latency: ..." and, last, a line "// Instance:"'
        return
    if not any(line.startswith('// Latency: ') for line in above):
        yield 'the header needs a line "// Latency: ..."'
    expected = template(name, text)
    if found != expected:
        words = [set(re.findall(r'\.(\w+)\(', ' '.join(lines))) for lines in (expected, found)]
        missing, unknown = sorted(words[0] - words[1]), sorted(words[1] - words[0])
        yield (
            'the template at "// Instance:" is not what `docs/modules.py templates` writes'
            + ''.join(
                f'; {what}: {", ".join(these)}'
                for what, these in (('missing', missing), ('unknown', unknown))
                if these
            )
        )


def instantiated(text):
    """The modules of which a text has instances."""
    code = re.sub(r'//.*', '', text)
    return set(re.findall(r'^\s*(gnomon_\w+)\s*(?:#\s*\(|u_\w+)', code, re.M))


def bench_contents():
    """The modules of which each bench has instances, by itself or in a part that benches share."""
    paths = glob.glob(os.path.join(ROOT, 'tests', 'rtl', '*', '*.v'))
    texts = {os.path.basename(path)[:-2]: read(path) for path in paths}
    parts = {name: instantiated(texts[name]) for name in texts}
    return {
        name[6:]: parts[name].union(*(parts[part] for part in texts if part in texts[name]))
        for name in texts
        if name.startswith('bench_')
    }


def benches(texts):
    """The benches of each module: its own, or in brackets those that reach it through others."""
    by_bench = bench_contents()
    users = {name: [user for user in texts if name in instantiated(texts[user])] for name in texts}
    found = {}
    for name in texts:
        long = '_tap_' in name or '_line_' in name
        own = name[7:] if long else name.split('_', 2)[-1]
        if own in by_bench:
            found[name] = f'`{own}`'
            continue
        layer, seen, names = [name], {name}, set()
        while layer and not names:
            names = {bench for bench, used in by_bench.items() if used & set(layer)}
            layer = [user for part in layer for user in users[part] if user not in seen]
            seen.update(layer)
        found[name] = ', '.join(f'(`{bench}`)' for bench in sorted(names)) or 'none'
    return found


def page(costs, yosys):
    texts = modules()
    benches_of = benches(texts)
    headers = {name: header(name, text) for name, text in texts.items()}
    out = HEAD % (yosys, FLOW)
    for room, what in ROOMS.items():
        out += f'\n## {room}\n\n{what}\n\n| module | what it does | cost | bench |\n'
        out += '|---|---|---|---|\n'
        for name in texts:
            if headers[name][0] == room:
                out += (
                    f'| [`{name}`](../../rtl/{name}.v) | {headers[name][1]} | '
                    f'{costs.get(name, "unknown")} | {benches_of[name]} |\n'
                )
    return out


def kept(path):
    """(costs, version of Yosys) that a page has."""
    if not os.path.exists(path):
        return {}, 'unknown'
    with open(path, encoding='utf-8') as file:
        text = file.read()
    rows = (ROW.match(line) for line in text.splitlines())
    version = YOSYS_LINE.search(text)
    return {row[1]: row[2] for row in rows if row}, version[1] if version else 'unknown'


def closure(name, texts):
    """The files that a module needs."""
    needed, todo = set(), {name}
    while todo:
        part = todo.pop()
        needed.add(part)
        todo |= {used for used in instantiated(texts[part]) if used in texts} - needed
    return sorted(needed)


def measured(yosys):
    """(costs, version) of all modules, each synthesised by itself."""
    texts, costs, version = modules(), {}, 'unknown'
    build = os.environ.get('BUILD', 'build')  # below ROOT: yowasp has a /tmp of its own
    with tempfile.TemporaryDirectory(dir=os.path.join(ROOT, build)) as folder:
        stat = os.path.join(build, os.path.basename(folder), 'stat.json')
        for name in texts:
            files = ' '.join(f'rtl/{part}.v' for part in closure(name, texts))
            flow = FLOW.replace('synth_ice40', f'synth_ice40 -top {name}')
            script = f'read_verilog -I rtl {files}; {flow}; tee -q -o {stat} stat -json'
            done = subprocess.run(
                [yosys, '-q', '-p', script], cwd=ROOT, capture_output=True, check=False
            )
            if done.returncode:
                costs[name] = '-'
                continue
            with open(os.path.join(ROOT, stat), encoding='utf-8') as file:
                result = json.load(file)
            version = ' '.join(result['creator'].split()[:2])
            costs[name] = cost_of(result['design']['num_cells_by_type'])
    return costs, version


def cost_of(cells):
    flops = sum(count for kind, count in cells.items() if kind.startswith('SB_DFF'))
    rams = ((cells.get('SB_RAM40_4K', 0), 'RAM'), (cells.get('SB_SPRAM256KA', 0), 'SPRAM'))
    logic = f'{cells.get("SB_LUT4", 0)} + {flops}'
    return ', '.join([logic] + [f'{count} {kind}' for count, kind in rams if count])


def check(path):
    with open(path, encoding='utf-8') as file:
        same = file.read() == page(*kept(path))
    if not same:
        print(f'FAIL {path} is not what docs/modules.py emits: run `make golden`')
    failed = int(not same)
    texts = modules()
    for name, text in texts.items():
        faults = list(header_faults(name, text))
        failed += bool(faults)
        for fault in faults:
            print(f'FAIL rtl/{name}.v: {fault}')
    print(f'{1 + len(texts) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    if len(sys.argv) == 3 and sys.argv[1] == 'emit':
        print(page(*kept(sys.argv[2])), end='')
    elif len(sys.argv) == 3 and sys.argv[1] == 'check':
        sys.exit(check(sys.argv[2]))
    elif len(sys.argv) == 3 and sys.argv[1] == 'cost':
        print(page(*measured(sys.argv[2])), end='')
    elif sys.argv[1:] == ['templates']:
        write_templates()
    else:
        sys.exit(__doc__)
