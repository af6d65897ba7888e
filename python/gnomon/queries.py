# SPDX-License-Identifier: Apache-2.0
"""Questions to a data set of many runs. DuckDB and Spark give the same answers.

    gnomon.queries.percentiles('set', 'barrier')                      # in DuckDB
    gnomon.queries.percentiles(gnomon.queries.Spark('set', session))  # all intervals, in Spark

All numbers are exact: each interval counts, in the same way in both.
"""

import contextlib
import os

from gnomon import ranks
from gnomon.engines import DuckDB, Spark

__all__ = ['DuckDB', 'Spark', 'percentiles', 'regressions', 'trend']

BY = ('version', 'run', 'node')
OF = ('cycles', 'self', 'duration_ns')

# `many` of a value, `upto` it: of few rows each, however many intervals there are.
PERCENTILES = """
with part as (
    select {by}, name, {of} as value, complete from {intervals} {where}
), whole as (
    select {by}, name, count(value) as many, count(*) - count(value) as unmeasured,
           count(case when not complete then 1 end) as incomplete,
           sum(value) as total, min(value) as shortest, max(value) as longest
    from part group by {by}, name
), counted as (
    select {by}, name, value, count(*) as many from part where value is not null
    group by {by}, name, value
), ranked as (
    select *, sum(many) over (partition by {by}, name order by value
                              rows between unbounded preceding and current row) as upto,
           sum(many) over (partition by {by}, name) as every_one
    from counted
), chosen as (
    select {by}, name{chosen} from ranked group by {by}, name
)
select {by}, name, whole.many, whole.unmeasured, whole.incomplete, whole.total, whole.shortest,
       whole.longest{columns}
from whole left join chosen using ({by}, name) order by {by}, name
"""

# What one run, or one interval, has of a name.
BY_RUN = """
    select version, name, cast(sum({of}) as double) / cast(count({of}) as double) as value
    from {intervals} where {of} is not null group by version, run, name
"""
BY_INTERVAL = """
    select version, name, {of} as value
    from {intervals} where {of} is not null
"""

COUNTED = """
with observed as (
    {observed}
), counted as (
    select name, value, count(case when version = :old then 1 end) as a,
           count(case when version = :new then 1 end) as b
    from observed group by name, value
)"""

# The sums of the Mann-Whitney test: twice U, and those of the ties. `old_lowest`, `new_lowest`:
# twice U, of the side that is named, if this side had the lowest of all values.
TEST = (
    COUNTED
    + """, ranked as (
    select *, coalesce(sum(b) over (partition by name order by value
                       rows between unbounded preceding and 1 preceding), 0) as below,
           coalesce(sum(a + b) over (partition by name order by value
                    rows between unbounded preceding and 1 preceding), 0) as before,
           sum(a) over (partition by name) as all_a, sum(b) over (partition by name) as all_b
    from counted
), sorted as (
    select *, least(greatest(all_a - before, 0), a + b) as first_a,
           least(greatest(all_b - before, 0), a + b) as first_b from ranked
)
select name, sum(a) as old, sum(b) as new, sum(a * (2 * below + b)) as u2,
       sum(first_a * (2 * greatest(before - all_a, 0) + a + b - first_a)) as old_lowest,
       sum(first_b * (2 * greatest(before - all_b, 0) + a + b - first_b)) as new_lowest,
       sum(cast(a + b as decimal(12, 0)) * cast(a + b as decimal(12, 0))
           * cast(a + b as decimal(12, 0)) - cast(a + b as decimal(12, 0))) as ties
from sorted group by name order by name
"""
)

# All values of names with few observations, and how many of each version have it.
FEW = (
    COUNTED
    + """, sized as (
    select *, sum(a + b) over (partition by name) as total from counted
)
select name, a, b from sized where total <= :most order by name, value
"""
)


@contextlib.contextmanager
def engine_of(source, versions=None):
    """An engine, or a path, which is opened in DuckDB; of that only these versions are read."""
    if not isinstance(source, (str, os.PathLike)):
        yield source
        return
    engine = DuckDB(source, versions)
    try:
        yield engine
    finally:
        engine.close()


def one_of(words, word):
    if word not in words:
        raise ValueError(f'one of {", ".join(words)}: not {word!r}')
    return word


def percentiles(
    source, interval=None, percents=(50, 90, 99), by=('version',), of='cycles', versions=None
):
    """Percentiles of the durations of intervals over all runs.

    `source`: the path of a data set, or DuckDB(path), or Spark(path, session). `interval`: the name
    of one; None: all. `by`: what has a row of its own, of version, run, node. `of`: cycles, self
    (cycles in which no interval inside was open), or duration_ns. `versions`: a list of those that
    are read; None: all.
    Returns a list of dicts: those of `by`, name, count, mean, min, max, and p50 and so on, each the
    shortest duration that is not shorter than so many per cent of all. `unmeasured`: intervals that
    are in no number, since they were cut by a gap, or have no begin or no end. `incomplete`: how
    many of all are of nodes that lost records, or whose trace was cut off: there were more of them,
    perhaps, which are in no number either.
    """
    by = ', '.join(one_of(BY, word) for word in ([by] if isinstance(by, str) else by))
    parts = {}
    for percent in percents:
        if not 0 < percent <= 100 or percent * 1000 != int(percent * 1000):
            raise ValueError(f'not a percentage: {percent!r}')
        parts['p' + f'{percent:g}'.replace('.', '_')] = int(percent * 1000)
    text = PERCENTILES.format(
        intervals='{intervals}',
        by=by,
        of=one_of(OF, of),
        where='' if interval is None else 'where name = :interval',
        chosen=''.join(
            f', min(case when upto * 100000 >= {part} * every_one then value end) as {name}'
            for name, part in parts.items()
        ),
        columns=''.join(f', {name}' for name in parts),
    )
    arguments = {} if interval is None else {'interval': interval}
    with engine_of(source, versions) as engine:
        text = text.format(intervals=engine.table('intervals', versions))
        return [shown(row) for row in engine.rows(text, **arguments)]


def shown(row):
    """A row as a caller has it."""
    out = {}
    for name, value in row.items():
        if name == 'many':
            out['count'] = value
        elif name == 'total':
            out['mean'] = None if value is None else int(value) / row['many']
        else:
            out[{'shortest': 'min', 'longest': 'max'}.get(name, name)] = value
    return out


RUNS = 'select version, min(started) as started, count(*) as runs from {runs} group by version'


def trend(source, interval=None, versions=None, percents=(50, 90, 99), of='cycles'):
    """How the durations of intervals went from version to version, in the order in which the first
    run of each was started.

    The arguments are those of percentiles. Returns a list of dicts, the rows of a name together:
    name, version, started (of its first run, UTC; None: not known), runs (how many it has), change
    (of the mean, from the version before that has any; 0.1: ten per cent longer), and what
    percentiles gives. ValueError: no run of these versions has an interval of that name.
    """
    with engine_of(source, versions) as engine:
        rows = percentiles(engine, interval, percents, of=of, versions=versions)
        of_version = engine.rows(RUNS.format(runs=engine.table('runs', versions)))
    if interval is not None and not rows:
        where = 'the data set has' if versions is None else 'these versions have'
        raise ValueError(f'{where} no interval {interval!r}')
    of_version = {row.pop('version'): row for row in of_version}
    out, before = [], {}
    for row in sorted(rows, key=lambda row: order(row, of_version[row['version']]['started'])):
        name, mean, last = row['name'], row['mean'], before.get(row['name'])
        change = mean / last - 1 if mean is not None and last else None
        head = {'name': name, 'version': row['version'], **of_version[row['version']]}
        out.append({**head, 'change': change, **row})
        before[name] = last if mean is None else mean
    return out


def order(row, started):
    """Of the rows of a trend."""
    return row['name'], started is None, started or row['version'], row['version']


def regressions(source, old, new, sample='run', least=0.01, of='cycles', level=None):
    """What takes longer in the runs of version `new` than in those of `old`.

    `sample`: 'run': the mean of a run is one observation. 'interval': each interval is one, as in
    `gnomon diff`; then p is too small where intervals of a run depend on each other. `least`: a
    smaller change of the mean does not count. `level`: below which p a change counts; None: 0.01,
    or 0.05 where so few observations have no p below 0.01. `source`, `of`: as in percentiles.
    Returns a list of dicts, what became longer most first: name, verdict ('longer', 'shorter',
    'same', 'few', 'new', 'gone'), change (0.1: ten per cent longer), p (of the two-sided
    Mann-Whitney test, exact where there are few observations), the number of observations, and
    old_count, new_count, old_mean, ... as percentiles gives them. 'few': too few runs to tell, as
    no order of the observations has a p below the level; then it is never 'same', unless there are
    enough for the level and all are equal.
    """
    of, sample = one_of(OF, of), one_of(('run', 'interval'), sample)
    if level is not None and not 0 < level < 1:
        raise ValueError(f'not a level: {level!r}')
    versions = {'old': old, 'new': new}
    with engine_of(source, (old, new)) as engine:
        intervals = engine.table('intervals', (old, new))
        observed = {'run': BY_RUN, 'interval': BY_INTERVAL}[sample]
        observed = observed.format(of=of, intervals=intervals)
        tests = engine.rows(TEST.format(observed=observed), **versions)
        few = engine.rows(FEW.format(observed=observed), **versions, most=ranks.FEW)
        rows = percentiles(engine, of=of, versions=(old, new))
    tests = {row['name']: {**row, 'groups': []} for row in tests}
    for row in few:
        tests[row['name']]['groups'].append((int(row['a']), int(row['b'])))
    sides = [{row['name']: row for row in rows if row['version'] == v} for v in (old, new)]
    for version, side in zip((old, new), sides, strict=True):
        if not side:
            raise ValueError(f'the data set has no interval of version {version!r}')
    out = [
        judge(name, tests.get(name), [side.get(name) for side in sides], least, level)
        for name in sorted(set(sides[0]) | set(sides[1]))
    ]
    return sorted(out, key=lambda row: -row['change'] if row['change'] is not None else 1)


def chances(test):
    """p of the Mann-Whitney test, and the least p that these values can have; None without
    observations on both sides."""
    a, b, u2, ties = (int(test[name]) for name in ('old', 'new', 'u2', 'ties'))
    if not a or not b:
        return None, None
    if test['groups']:
        return ranks.exact(test['groups']), ranks.least_exact(test['groups'])
    ends = int(test['old_lowest']), int(test['new_lowest'])
    return ranks.normal(a, b, u2, ties), min(ranks.normal(a, b, end, ties) for end in ends)


def verdict_of(old, new, test, p, reached, least, level):
    """What became of an interval: its rows of percentiles in two versions, None without one."""
    if not old or not new:
        return 'gone' if old else 'new' if new else 'few'
    a, b = int(test['old']), int(test['new'])
    level = ranks.level(a, b, level)
    alike = int(test['ties']) == (a + b) ** 3 - (a + b)
    if level is None or (reached >= level and not alike):
        return 'few'
    change = new['mean'] / old['mean'] - 1 if old['mean'] else float('inf')
    if old['mean'] == new['mean'] or abs(change) < least or p >= level:
        return 'same'
    return 'longer' if new['mean'] > old['mean'] else 'shorter'


def judge(name, test, sides, least, level):
    """The row of an interval."""
    old, new = (side if side and side['count'] else None for side in sides)
    p, reached = chances(test) if test else (None, None)
    change = new['mean'] / old['mean'] - 1 if old and new and old['mean'] else None
    verdict = verdict_of(old, new, test, p, reached, least, level)
    row = {'name': name, 'verdict': verdict, 'change': change, 'p': p}
    for version, side in zip(('old', 'new'), sides, strict=True):
        row[f'{version}_observations'] = int(test[version]) if test else 0
        for key in 'count', 'unmeasured', 'incomplete', 'mean', 'p50', 'p99':
            row[f'{version}_{key}'] = side[key] if side else (0 if key == 'count' else None)
    return row
