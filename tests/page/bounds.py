# SPDX-License-Identifier: Apache-2.0
"""Which figures of a page are bounds (≥, ≤): those of nodes whose records may be missing. Each
picture of such a run has a mark that it shows what was seen."""

PICTURES = 'timeline', 'hotspots', 'matrix', 'history', 'durations', 'flame', 'critical'


def signs(row, *places):
    """The signs of cells, in the order of their places."""
    return ''.join(row[i][0] if row[i][0] in '≥≤' else ' ' for i in places)


def lacks(node):
    return node['lost'] or not node['flushed']


def of_nodes(report, rows):
    for node in report['nodes']:
        wanted = ' ≤≥≥' if not node['flushed'] else '  ≥ ' if node['lost'] else '    '
        yield f'bounds, {node["name"]}', signs(rows[node['name']], 1, 9, 2, 6), wanted


def of_points(report, rows):
    wanted = ''.join('≥' if lacks(node) else ' ' for node in report['nodes'])
    for name, row in rows.items():
        yield f'bounds of points, {name}', signs(row, *range(len(row))), wanted


def of_intervals(report, rows):
    for (name, where), row in rows.items():
        nodes = [node for node in report['nodes'] if where in ('all', node['name'])]
        wanted = '≥≥ ≤≥' if any(map(lacks, nodes)) else '     '
        yield f'bounds of {name} at {where}', signs(row, *range(2, 7)), wanted


def of_losses(report, text):
    """The line of the summary, which names nodes whose records end early."""
    early = [node for node in report['nodes'] if not node['flushed']]
    lost = sum(node['lost'] for node in report['nodes'])
    begin = f'{"≥ " if early else ""}{lost:,} of '
    yield 'losses in the summary', text[: len(begin)], begin
    known = ' of the time of every node was seen' in text
    yield 'how much was seen', known and 'was seen is not known' not in text, not early
    yield 'early ends', text.count('end early'), len(early)
    for node in early:
        words = f'; the records of {node["name"]} end early, at cycle {node["end"]:,}'
        yield f'early end of {node["name"]}', words in text, True


def of_length(report, text):
    run = report['run']
    early = any(not node['flushed'] for node in report['nodes'])
    begin = f'{"≥ " if early else ""}{run["end"] - run["begin"]:,} cycles'
    yield 'length in the summary', text[: len(begin)], begin


def of_pictures(browser, report, parallel):
    """The marks, and which nodes they name; the critical path can lack messages of whole nodes."""
    seen = browser.js(
        "[...document.querySelectorAll('section')].flatMap(s => [...s.querySelectorAll('.of-seen')]"
        '.filter(mark => mark.clientWidth).map(mark => [s.id, mark.textContent]))'
    )
    names = [node['name'] for node in report['nodes'] if lacks(node)]
    of = ' and '.join(filter(None, [', '.join(names[:-1]), *names[-1:]]))
    text = f'Of what was seen, not of the run: records of {of} may be missing.'
    wanted = [[part, text] for part in PICTURES] if names else []
    if not names and not parallel['complete']:
        text = 'Of what was seen, not of the run: messages have no other end.'
        wanted = [['critical', text]]
    yield 'marks of pictures', seen, wanted


def of_processes(browser, report):
    """The share of a process is that of the report: of the time of which it knows the process."""
    rows = browser.js(
        "[...document.querySelectorAll('#hotspots table')].filter(t => t.caption.textContent"
        ".startsWith('Processes')).flatMap(t => [...t.tBodies[0].rows])"
        '.map(row => [...row.cells].map(cell => cell.textContent))'
    )
    unknown = sum(node['port']['process_unknown'] for node in report['nodes'])
    head = browser.js(
        "[...document.querySelectorAll('#hotspots th')].map(cell => cell.textContent)"
        ".find(text => text.startsWith('share'))"
    )
    yield 'what shares are of', 'known' in head, unknown > 0
    nodes = {node['name']: node['port']['processes'] for node in report['nodes']}
    for name, share, *_ in rows:
        node, number = name.split(':')
        cycles = {p['process']: p['cycles'] for p in nodes[node]}
        wanted = f'{100 * cycles[int(number)] / sum(cycles.values()):.1f} %'
        yield f'share of {name}', share, wanted
    yield 'processes', len(rows), len(nodes)


def compare(report, nodes, points, intervals, summary):
    """(what, as the page has it, as it must be)."""
    yield from of_length(report, summary[1])
    early = any(not node['flushed'] for node in report['nodes'])
    yield 'a share of the time', 'of the time of all nodes' in summary[4], not early
    yield from of_nodes(report, nodes)
    yield from of_points(report, points)
    yield from of_intervals(report, intervals)
    yield from of_losses(report, summary[8])
