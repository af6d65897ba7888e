# SPDX-License-Identifier: Apache-2.0
"""The checks themselves: a run, and its report, that differ in any one thing from
the truth must not pass.
"""

import copy
import json
import os
import random

import expect
from bed import check, gnomon
from stream import EVENT, GAP, RATIO, RunDirectory
from test_events import check_run, measure, run_files
from test_losses import MANY, variant

SEED = 3
CASES = 250  # changed numbers of the report
# the parts of a report that are not about the target; `self`, `until` and `over` are compared with
# counts by hand and brute force in check_report_shown
NOT_TOLD = {
    'self',
    'until',
    'over',
    'gnomon',
    'run',
    'time_line',
    'index',
    'code',
    'foreign_slots',
    'samples_seen',
    'marks_seen',
    'unfinished',
    'unmatched',
    'cut',
}


def passes(check_it):
    try:
        check_it()
    except AssertionError:
        return False
    return True


def changed_records(records, chance):
    """(what, records) with one thing changed."""
    for kind, field, change in (
        (EVENT, 'time', 1),
        (EVENT, 'time', -1),
        (EVENT, 'code', 1),
        (EVENT, 'aux', 1),
        (EVENT, 'aux', 4),
        (GAP, 'time', 1),
        (GAP, 'time', -1),
        (GAP, 'resumed', 4000),
        (GAP, 'lost', 1),
        (GAP, 'lost', -1),
        (RATIO, 'time', 1),
        (RATIO, 'code', 1),
    ):
        at = chance.choice([i for i, record in enumerate(records) if record.kind == kind])
        record = records[at]._replace(**{field: getattr(records[at], field) + change})
        yield f'{field} of {records[at]} by {change}', records[:at] + [record] + records[at + 1 :]
    for word in range(8):
        at = chance.choice([i for i, record in enumerate(records) if record.kind == RATIO])
        words = list(records[at].words)
        words[word] += chance.choice((-1, 1))
        yield (
            f'word {word} of {records[at]}',
            records[:at] + [records[at]._replace(words=tuple(words))] + records[at + 1 :],
        )
    for kind in (EVENT, GAP, RATIO):
        at = chance.choice([i for i, record in enumerate(records) if record.kind == kind])
        yield f'without {records[at]}', records[:at] + records[at + 1 :]
        yield f'{records[at]} twice', records[: at + 1] + records[at:]
    yield 'without the end', records[:-2]


def numbers(value, path=()):
    """Paths of the numbers in JSON."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in NOT_TOLD:
                yield from numbers(part, path + (key,))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from numbers(part, path + (i,))
    elif isinstance(value, (int, float)):
        yield path


def change_number(report, path, chance):
    """A report in which a number is another one, by a thousandth at least; a truth value the other
    one. Only what leads to it is copied."""
    changed = place = copy.copy(report)
    for part in path[:-1]:
        place[part] = copy.copy(place[part])
        place = place[part]
    old = place[path[-1]]
    place[path[-1]] = (
        not old
        if isinstance(old, bool)
        else old + chance.choice((-1, 1))
        if isinstance(old, int)
        else old + max(abs(old) / 1000, 1e-6)
    )
    return changed


def every_change_is_seen(folder):
    experiment = variant(
        MANY,
        actions={'lock': ['record', 'sample', 'reset'], 'barrier': ['record', 'sample']},
        lossy=True,
    )
    truth = measure(folder, 'soc_bytes', experiment)
    checks, nodes = check_run(folder, 'soc_bytes', experiment, truth)
    check(any(node.gaps for node in checks), 'a run without gaps does not do')
    chance, seen = random.Random(SEED), 0
    for core, records in enumerate(nodes):
        if not checks[core].gaps:
            continue
        for what, changed in changed_records(records, chance):
            check(
                not passes(lambda: expect.NodeCheck(experiment, truth, core, changed)),
                f'passed: {what}',
            )
            seen += 1
    report = json.loads(gnomon('report', '--json', run_files(folder)).out)
    paths = list(numbers(report))
    few = [path for path in paths if path[0] != 'samples']
    for path in chance.sample(few, min(len(few), CASES)) + chance.sample(
        [path for path in paths if path[0] == 'samples'], CASES
    ):
        if not loose(report, path):
            changed = change_number(report, path, chance)
            check(
                not passes(lambda: expect.check_report(changed, experiment, checks, nodes)),
                f'passed: {path}',
            )
            seen += 1
    check(os.path.exists(RunDirectory(run_files(folder)).path), 'the run')
    return f'{seen} changes'


def loose(report, path):
    """What a node whose counts are incomplete adds up to is not checked."""
    return (
        path[0] == 'nodes' and 'ratios' in path and not report['nodes'][path[1]]['ratios_complete']
    )


TESTS = {'checks/every_change_is_seen': every_change_is_seen}
