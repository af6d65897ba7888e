# SPDX-License-Identifier: Apache-2.0
"""Whether a run came to its end point, from its events."""

from bed import equal


def check_until(report, experiment, checks):
    """What is known of the end point: where records were lost, only that it came."""
    equal(report['run']['end_at_least'], False, 'end of a run of which every node has its flush')
    if report['run']['until'] is None:
        return
    equal(report['run']['until'], experiment.until, 'end point')
    known = []
    for found, node in zip(report['nodes'], checks, strict=True):
        if found['until'] is None:
            continue
        code = next(c for c, n in experiment.names(found['name']).items() if n == experiment.until)
        reached = any(event == code for _, event in node.events)
        lost = any(lost for _, _, lost in node.gaps)
        known.append(True if reached else None if lost else False)
        equal(
            (found['until']['reached'], found['until']['unknown']),
            (known[-1], 'records were lost' if known[-1] is None else None),
            f'end point at {found["name"]}',
        )
    equal(
        report['run']['until_reached'],
        False if False in known else None if None in known else True,
        'end point of the run',
    )
