# SPDX-License-Identifier: Apache-2.0
"""Of how many messages between boards the bounds leave the order open, with the pulses that the
library has measured over links with long delays: of those that really took longer than their
bounds, hardly any.

usage: test_orders.py SIMULATOR MANIFEST GNOMON SCRATCH_DIR
"""

import sys

from desk import HZ, Desk
from suite import check, equal, of_module, run


def test_orders():
    desk = Desk(
        *sys.argv[1:], 'orders', boards=8, trips=1000, work='none', link='frames', polls=8, seed=3
    )
    common = {(e['node'], e['time']): (e['common'], e['common_bound']) for e in desk.events()}
    rows = {(row['sender'], row['from']): row for row in desk.exported('messages')}
    equal(len(rows), 2000, 'messages')
    decidable = missed = undecided = 0
    for (sender, one), (receiver, other) in desk.pairs():
        begin, before = common[f'board{sender}.core', one[0]]
        end, behind = common[f'board{receiver}.core', other[0]]
        is_open = rows[f'board{sender}.core', str(begin)]['undecided'] == '1'
        took, both = (other[1] - one[1]) * HZ / 10**12, before + behind
        check(end > begin or is_open, 'the times are the wrong way round')
        check(not is_open or took <= 2 * both, f'open: {took} cycles, bounds {both}')
        undecided += is_open
        if took > both:
            decidable += 1
            missed += is_open
    check(undecided > 500, f'only {undecided} are open')
    check(decidable > 500, f'only {decidable} took longer than their bounds')
    check(missed <= decidable / 100, f'{missed} of {decidable} are open')
    return f'{missed} of {decidable}; {undecided} of all'


if __name__ == '__main__':
    sys.exit(run('orders', of_module(globals())))
