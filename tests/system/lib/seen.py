# SPDX-License-Identifier: Apache-2.0
"""How much of a node's time the report has seen."""

from bed import check, equal


def not_collected(experiment, node, end):
    """(from, to) of the clocks up to `end` in which collection was off, by what happened."""
    pauses, since = [], None if experiment.collect != 'on_event' else 0
    for time, code in node.expected:
        if time > end:
            break
        actions = node.actions[code]
        if 'start' in actions and since is not None:
            pauses += [(since, time - 1)] if since < time else []
            since = None
        if 'stop' in actions and not node.wrap and since is None:
            since = time + 1
    return pauses + ([(since, end)] if since is not None and since < end else [])


def uncovered(stretches, by):
    """A cycle of each stretch that is not in others, if there is any."""
    left = []
    for begin, end in stretches:
        for other, last in sorted(by):
            if other <= begin <= last:
                begin = last + 1
        if begin <= end:
            left.append(begin)
    return left


def check_seen(found, experiment, node, begin, flush, what):
    """Stretches without collection, what a recorder did not keep, and the share of the time that
    was seen."""
    blinds = [blind for blind in found['blinds'] if blind['why'] != 'freeze']
    kept, frozen = found['kept_until'], found['frozen']
    if kept is None:
        equal((frozen, blinds), (0, found['blinds']), f'{what}, frozen')
    else:
        (freeze,) = [blind for blind in found['blinds'] if blind['why'] == 'freeze']
        check(freeze['from'] - kept in (0, 1), f'{what}: kept until {kept}, then {freeze}')
        equal(freeze['to'], flush - 1, f'{what}, end of the freeze')
        equal(frozen, flush - freeze['from'], f'{what}, frozen')
    if node.whole() and not node.ended_early:
        pauses = not_collected(experiment, node, flush)
        equal(
            [(blind['from'], blind['to']) for blind in blinds],
            pauses,
            f'{what}, stretches without collection',
        )
        equal(found['off'], sum(end - begin + 1 for begin, end in pauses), f'{what}, off')
    elif not any({'start', 'stop'} & actions for actions in node.actions.values()):
        equal((blinds, found['off']), ([], 0), f'{what}, off')
    elif not node.ended_early:  # a start or a stop may be lost
        known = [(blind['from'], blind['to']) for blind in blinds]
        lost = [(gap_begin, resumed) for gap_begin, resumed, _ in node.gaps]
        left = uncovered(not_collected(experiment, node, flush), known + lost)
        check(not left, f'{what}: without collection and not reported: {left[:9]}')
    unseen = sum(resumed - begin + 1 for begin, resumed, _ in node.gaps)
    equal(found['unseen'], unseen, f'{what}, unseen')
    span = (flush if kept is None else kept) - begin
    check(
        not unseen or abs(found['seen'] - max(0, 1 - unseen / span)) < 1e-12,
        f'{what}: seen {found["seen"]}',
    )
    check(unseen or found['seen'] == 1, f'{what}: seen {found["seen"]}')
