# SPDX-License-Identifier: Apache-2.0
"""The tables of a page against the JSON of the report."""

import bounds
from suite import cells, check, number, same


def check_tables(browser, report):
    nodes = {row[0]: row for row in cells(browser, 'Nodes')}
    for node in report['nodes']:
        row = nodes[node['name']]
        seen = [number(row[i]) for i in (1, 2, 6, 7)]
        wanted = [node['records'], node['events'], node['lost'], len(node['gaps'])]
        same(f'table of nodes, {node["name"]}', seen, wanted)
    points = {row[0]: row[2:] for row in cells(browser, 'Points')}
    for i, point in enumerate(report['nodes'][0]['points']):
        wanted = [node['points'][i]['count'] for node in report['nodes']]
        same(f'table of points, {point["name"]}', list(map(number, points[point['name']])), wanted)
    intervals = {tuple(row[:2]): row for row in cells(browser, 'Intervals')}
    for interval in report['intervals']:
        for one in [*interval['nodes'], {**interval['all'], 'node': 'all'}]:
            row = intervals[interval['name'], one['node']]
            seen = [number(row[2]), number(row[3].split(' (')[0]), number(row[5]), number(row[6])]
            wanted = [one['count'], one['total'], one['min'], one['max']]
            same(f'table of intervals, {interval["name"]} at {one["node"]}', seen, wanted)
    ratios = cells(browser, 'Ratio counters')
    wanted = [[r['name'], n['name']] for n in report['nodes'] for r in n['ratios']]
    same('table of ratios', [row[:2] for row in ratios], wanted)
    seen = browser.js("[...document.querySelectorAll('.advice .seen')].map(p => p.textContent)")
    same('advice', sorted(seen), sorted(piece['seen'] for piece in report['advice']))
    check('some advice', len(seen) > 0)
    kinds = {(piece['rule'], piece['means'], piece['change']) for piece in report['advice']}
    pieces = browser.js("document.querySelectorAll('.advice li').length")
    same('pieces of advice', pieces, len(kinds))
    summary = browser.js("[...document.querySelectorAll('.summary dd')].map(d => d.textContent)")
    for what in bounds.compare(report, nodes, points, intervals, summary):
        same(*what)
