# SPDX-License-Identifier: Apache-2.0
"""What a report must say where the trace of node 1 was cut off."""

import re

from bed import NODES, check, equal, gnomon


def check_bounds(report, good, what):
    """Figures of node 1 and of all nodes are bounds, the others are those of the whole run."""
    for k, (node, whole) in enumerate(zip(report['nodes'], good['nodes'], strict=True)):
        cut = k == 1
        equal((node['at_least'], node['lost_at_least']), (cut, cut), f'{what}, node {k}')
        for point, true in zip(node['points'], whole['points'], strict=True):
            equal(point['at_least'], cut, f'{what}, {point["name"]} at node {k}')
            check(
                point['count'] == true['count'] or (cut and point['count'] < true['count']),
                f'{what}, {point["name"]} at node {k}: {point["count"]} of {true["count"]}',
            )
    there = [point['name'] for point in good['nodes'][1]['points']]
    for interval, whole in zip(report['intervals'], good['intervals'], strict=True):
        here = interval['from'] in there and interval['to'] in there
        for part, true in zip(
            [*interval['nodes'], interval['all']], [*whole['nodes'], whole['all']], strict=True
        ):
            cut = here and part['node'] in (NODES[1], None)
            keys = ('count', 'total', 'min', 'max')
            seen, wanted = ([one[key] for key in keys] for one in (part, true))
            equal(part['at_least'], cut, f'{what}, {interval["name"]} at {part["node"]}')
            check(
                seen == wanted
                or (cut and not part['count'])
                or (
                    cut
                    and all(
                        a <= b
                        for a, b in zip(seen[:2] + seen[3:], wanted[:2] + wanted[3:], strict=True)
                    )
                    and seen[2] >= wanted[2]
                ),
                f'{what}, {interval["name"]} at {part["node"]}: {seen} of {wanted}',
            )


def check_early_end(run, records, missing):
    """What fits on a screen names the node and the cycle of its last record."""
    text = gnomon('report', run).out
    line = (
        f'\n{NODES[1]}: its records end early, at cycle {records[-1].time}, [^\n]*: its trace was '
        f'cut off, {missing} bytes are missing\n'
    )
    check(re.search(line, text), f'{missing} bytes off: {line!r} in:\n{text}')
    equal(text.count('end early'), 1, f'{missing} bytes off: early ends')
    check('\nlosses: >= 0 of >= ' in text, f'losses are no bound:\n{text}')
