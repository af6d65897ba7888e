# SPDX-License-Identifier: Apache-2.0
"""Questions over a thousand runs in DuckDB, and over fewer in DuckDB and Spark, against the
numbers that went into the runs."""

import collections
import itertools
import json
import os
import random
import shutil
import statistics

import duckdb
import gnomon
from gnomon import queries
from many import VERSIONS
from workplace import opened, refused

PERCENTS = (1, 50, 90, 99, 99.9, 100)
sets = {}


def data_set(place, name):
    """The data set of the few or the thousand runs."""
    if name not in sets:
        paths, _ = getattr(place, name)
        versions = collections.defaultdict(list)
        for path, version in paths.items():
            versions[version].append(path)
        sets[name] = gnomon.dataset(versions, place.new(), tables=['intervals', 'gaps'])
        assert len(sets[name].written) == len(paths)
    return sets[name]


def nearest(values, percent):
    """The least value that is not less than so many per cent of all."""
    rank = -(-len(values) * round(percent * 10) // 1000)
    return sorted(values)[rank - 1]


def by_hand(truth, key):
    """What percentiles must give, by what `key` makes of (version, path, name)."""
    groups = collections.defaultdict(list)
    for version, path, name, cycles in truth:
        groups[key(version, path, name)].append(cycles)
    return {
        group: {
            'count': len(values),
            'incomplete': 0,
            'mean': sum(values) / len(values),
            'min': min(values),
            'max': max(values),
            **{f'p{percent:g}'.replace('.', '_'): nearest(values, percent) for percent in PERCENTS},
        }
        for group, values in groups.items()
    }


def test_percentiles_of_a_thousand_runs(place):
    paths, truth = place.thousand
    with queries.engine_of(data_set(place, 'thousand')) as engine:
        have = queries.percentiles(engine, percents=PERCENTS)
        assert [(row.pop('version'), row.pop('name')) for row in have] == [
            (version, name) for version in sorted(VERSIONS) for name in ('wait', 'work')
        ]
        want = by_hand(truth, lambda version, _, name: (version, name))
        for row, (key, numbers) in zip(have, sorted(want.items()), strict=True):
            assert row.pop('unmeasured') == (500 if key[1] == 'work' else 0)
            assert row == numbers, key
        have = queries.percentiles(engine, 'wait', percents=PERCENTS, by=('run',))
        want = by_hand(truth, lambda _, path, name: (path.rsplit('/', 1)[1], name))
        assert len(have) == len(paths)
        for row in have:
            del row['unmeasured']
            assert row == {
                'run': row['run'], 'name': 'wait', **want[row['run'], 'wait']
            }  # fmt: skip
        assert queries.percentiles(engine, "none'such") == []
        assert {row['node'] for row in queries.percentiles(engine, by='node')} == {'core0', 'core1'}
        ns = queries.percentiles(engine, 'wait', of='duration_ns')
        assert [row['p50'] for row in ns] == [
            10 * row['p50'] for row in queries.percentiles(engine, 'wait')
        ]


def test_regressions_of_a_thousand_runs(place):
    """A wait takes 20 cycles longer in one version, and work as much, which is few of many."""
    data = data_set(place, 'thousand')
    for sample in 'run', 'interval':
        rows = queries.regressions(data, '1.9', '1.10', sample=sample)
        assert [(row['name'], row['verdict']) for row in rows][0] == ('wait', 'longer')
        assert 0.15 < rows[0]['change'] < 0.25 and rows[0]['p'] < 1e-9
        back = queries.regressions(data, '1.10', '1.9', sample=sample)
        assert back[-1]['name'] == 'wait' and back[-1]['verdict'] == 'shorter'
        assert [row['p'] for row in back[::-1]] == [row['p'] for row in rows]
    assert queries.regressions(data, '1.9', '1.10')[0]['old_observations'] == 500
    same = queries.regressions(data, '1.9', '1.9')
    assert {(row['verdict'], row['change']) for row in same} == {('same', 0)}
    refused(ValueError, queries.regressions, data, '1.9', '2.0')
    large = queries.regressions(data, '1.9', '1.10', least=0.5)
    assert {row['verdict'] for row in large} == {'same'}


def exact_p(old, new):
    """p of the Mann-Whitney test, pair by pair."""
    import math

    u = sum((a > b) + (a == b) / 2 for a in old for b in new)
    n = len(old) + len(new)
    ties = sum(c**3 - c for c in collections.Counter(old + new).values())
    variance = len(old) * len(new) / 12 * (n + 1 - ties / (n * (n - 1)))
    return math.erfc(abs(u - len(old) * len(new) / 2) / math.sqrt(variance) / math.sqrt(2))


def test_chance_by_pairs(place):
    """p against a count of all pairs; of one run a version also the change that `gnomon diff` has,
    whose p does not take neighbours for independent."""
    paths, truth = place.few
    data = data_set(place, 'few')
    rows = {row['name']: row for row in queries.regressions(data, *VERSIONS, sample='interval')}
    for name in 'wait', 'work':
        sides = [[c for v, _, n, c in truth if (v, n) == (version, name)] for version in VERSIONS]
        assert abs(rows[name]['p'] - exact_p(*sides)) < 1e-12, name
    pair = {}
    for path, version in paths.items():
        pair.setdefault(version, path)
    two = gnomon.dataset(pair, place.new(), tables=['intervals'])
    said = json.loads(place.gnomon('diff', pair['1.9'], pair['1.10'], '--json', status=None))
    rows = {row['name']: row for row in queries.regressions(two, *VERSIONS, sample='interval')}
    for line in said['intervals']:
        assert abs(line['change'] - rows[line['name']]['change']) < 1e-9


def test_duckdb_and_spark(place):
    """Both give the same answers to all questions."""
    data = data_set(place, 'few')
    spark = queries.Spark(data, place.spark)
    with queries.engine_of(data) as duck:
        for words in (
            {'percents': PERCENTS},
            {'interval': 'wait', 'by': ('version', 'run', 'node'), 'of': 'duration_ns'},
        ):
            assert queries.percentiles(spark, **words) == queries.percentiles(duck, **words), words
        assert queries.regressions(spark, *VERSIONS) == queries.regressions(duck, *VERSIONS)
        text = 'select run, version, sum(cycles) as cycles, count(*) as many from intervals'
        text += ' where node = :node group by run, version order by run'
        have = [{k: plain(v) for k, v in row.items()} for row in spark.rows(text, node='core1')]
        assert have == [
            {k: plain(v) for k, v in row.items()} for row in duck.rows(text, node='core1')
        ]


def plain(value):
    return value if isinstance(value, str) else int(value)


def test_trend(place):
    """A row for each version and name, in the order of the first runs, from the numbers that went
    into the runs; of all versions or some."""
    paths, truth = place.few
    data = data_set(place, 'few')
    want = by_hand(truth, lambda version, _, name: (name, version))
    with queries.engine_of(data) as engine:
        have = queries.trend(engine, percents=PERCENTS)
        assert [(row['name'], row['version']) for row in have] == [
            (name, version) for name in ('wait', 'work') for version in VERSIONS
        ]
        for number, row in enumerate(have):
            key, before = (row['name'], row['version']), have[number - 1]['mean']
            assert {name: row[name] for name in want[key]} == want[key]
            assert row['change'] == (row['mean'] / before - 1 if number % 2 else None)
            assert row['runs'] == len(paths) // 2 and f'{row["started"]:%H:%M:%S}' == (
                f'00:00:0{number % 2}'
            )
        some = queries.trend(engine, 'wait', versions=VERSIONS[1:])
        assert [row['version'] for row in some] == [VERSIONS[1]] and some[0]['change'] is None
        assert engine.rows('select count(*) as many from runs')[0]['many'] == len(paths)
        for versions, where in ((None, 'the data set has'), (VERSIONS[1:], 'these versions have')):
            said = refused(ValueError, queries.trend, engine, 'wail', versions=versions)
            assert said == f"{where} no interval 'wail'"
    assert queries.trend(queries.Spark(data, place.spark)) == queries.trend(data)


def test_reads_two_versions(place):
    """A question about versions reads only the files that have them, and of them only these."""
    runs = {f'1.{number}': place.copy('random') for number in range(4)}
    out, want = place.new(), None
    for version, run in runs.items():
        gnomon.dataset({version: run}, out, tables=['intervals'])
    for _ in range(2):
        have = queries.regressions(out, '1.1', '1.2')
        assert [row['old_count'] for row in have] == [row['new_count'] for row in have]
        assert want in (None, have)
        want = have
        assert {row['version'] for row in queries.percentiles(out, versions=['1.1', '1.3'])} == {
            '1.1', '1.3'
        }  # fmt: skip
        gnomon.compact(out)
    assert len(os.listdir(f'{out}/intervals')) == 1
    out = place.new()
    for version, run in runs.items():
        gnomon.dataset({version: run}, out, tables=['intervals'])
    of_version = {run['version']: run['part'] for run in gnomon.Dataset(out).runs()}
    spark = queries.Spark(f'file://{out}', place.spark)
    two = {f'{of_version[version]}.parquet' for version in ('1.1', '1.2')}
    for source in out, queries.Spark(out, place.spark), spark:
        names, have = opened(
            f'{out}/intervals', lambda source=source: queries.regressions(source, '1.1', '1.2')
        )
        assert {name for name in names if not name.endswith('.crc')} == two and have == want, source
    for version in '1.0', '1.3':
        os.unlink(f'{out}/intervals/{of_version[version]}.parquet')
    assert queries.regressions(out, '1.1', '1.2') == want
    assert queries.regressions(spark, '1.1', '1.2') == want
    refused(gnomon.Error, queries.regressions, out, '1.0', '1.2')


def test_wrong_questions(place):
    data = data_set(place, 'few')
    refused(ValueError, queries.percentiles, data, percents=[0])
    refused(ValueError, queries.percentiles, data, percents=[99.99999])
    refused(ValueError, queries.percentiles, data, by=('program',))
    refused(ValueError, queries.percentiles, data, of='time')
    refused(ValueError, queries.regressions, data, *VERSIONS, sample='node')
    refused(ValueError, queries.regressions, data, *VERSIONS, level=0)
    refused(gnomon.Error, queries.percentiles, place.folder + '/nowhere')
    for nowhere in place.folder + '/nowhere', f'file://{place.folder}/nowhere':
        message = refused(gnomon.Error, queries.Spark, nowhere, place.spark)
        assert f"cannot read '{nowhere}/gnomon-dataset.json'" in message
    empty = gnomon.dataset([], place.new())
    assert 'no runs' in refused(gnomon.Error, queries.percentiles, empty)


def test_odd_paths(place):
    """Paths with what SQL and patterns of files take for something else, beside copies that have
    files of the same names."""
    folder = place.new()
    names = ("it's", 'a[b]*?', 'ab', 'a b', '[!x]', 'xy', 'x*', 'x?', '**')
    for version, run in ('10', 'random'), ('11', 'pairs'):
        gnomon.dataset({version: place.runs[run]}, f'{folder}/abx', tables=['intervals'])
    want = queries.percentiles(f'{folder}/abx', by=('version', 'run'))
    assert {(row['version'], row['run']) for row in want} == {('10', 'random'), ('11', 'pairs')}
    for name in names:
        shutil.copytree(f'{folder}/abx', f'{folder}/{name}')
    here = os.getcwd()
    os.chdir(folder)
    try:
        for name in names:
            for path in name, f'{folder}/{name}':
                assert queries.percentiles(path, by=('version', 'run')) == want, path
    finally:
        os.chdir(here)


def divisions(old, new):
    """p by all divisions of the values into two sides."""
    values = old + new

    def far(chosen):
        ours = [values[i] for i in chosen]
        rest = [values[i] for i in range(len(values)) if i not in chosen]
        return abs(sum((a > b) - (a < b) for a in ours for b in rest))

    have = far(range(len(old)))
    all_of_them = list(itertools.combinations(range(len(values)), len(old)))
    return sum(far(chosen) >= have for chosen in all_of_them) / len(all_of_them)


def test_few_runs(place):
    """With too few runs the verdict is that; what few runs can show is found."""
    folder, truth, versions = place.new(), [], {}
    chance = random.Random(3)
    for number in range(8):
        version = ('1.9', 'slow')[number % 2]
        path = f'{folder}/{version}/run{number}'
        found = place.few_writer.run(path, number, chance, version)
        truth += [(version, path, name, cycles) for name, cycles in found]
        versions.setdefault(version, []).append(path)
    means = by_hand(truth, lambda version, path, name: (name, version, path))
    for count in 1, 2, 3, 4:
        part = {version: paths[:count] for version, paths in versions.items()}
        data = gnomon.dataset(part, place.new(), tables=['intervals'])
        rows = {row['name']: row for row in queries.regressions(data, '1.9', 'slow')}
        for name, row in rows.items():
            sides = [[means[name, v, path]['mean'] for path in part[v]] for v in ('1.9', 'slow')]
            assert abs(row['p'] - divisions(*sides)) < 1e-12, (name, count)
        if count < 4:
            assert {row['verdict'] for row in rows.values()} == {'few'}, count
    assert rows['wait']['verdict'] == 'longer' and rows['wait']['change'] > 1
    back = {row['name']: row for row in queries.regressions(data, 'slow', '1.9')}
    assert back['wait']['verdict'] == 'shorter'
    strict = {row['verdict'] for row in queries.regressions(data, '1.9', 'slow', level=0.01)}
    assert strict == {'few'}, 'no p of 4 against 4 is below 0.01'


def test_reached(place):
    """The least p that any order of the same values reaches: of few ones by all orders, of many as
    SQL has it."""
    chance = random.Random(11)
    for _ in range(40):
        old, new = ([chance.randrange(3) for _ in range(chance.randrange(1, 5))] for _ in range(2))
        groups = [(old.count(value), new.count(value)) for value in sorted({*old, *new})]
        orders = set(itertools.permutations(old + new))
        want = min(divisions(list(order[: len(old)]), list(order[len(old) :])) for order in orders)
        assert abs(queries.ranks.least_exact(groups) - want) < 1e-12, (old, new)
        with duckdb.connect() as connection:
            connection.execute('create table v (version text, name text, value int)')
            rows = [('a', 'x', value) for value in old] + [('b', 'x', value) for value in new]
            connection.executemany('insert into v values (?, ?, ?)', rows)
            text = queries.TEST.format(observed='select * from v').replace(':', '$')
            names = [column[0] for column in connection.execute(text, {'old': 'a', 'new': 'b'})
                     .description]  # fmt: skip
            row = dict(zip(names, connection.fetchone(), strict=True))
        ends = {u2 for order in orders for u2 in [twice_u(order[: len(old)], order[len(old) :])]}
        assert int(row['old_lowest']) == min(ends)
        assert int(row['new_lowest']) == 2 * len(old) * len(new) - max(ends)


def twice_u(old, new):
    return sum(2 * (a > b) + (a == b) for a in old for b in new)


def test_too_many_ties(place):
    """Where nearly all runs are alike no order has a p below the level: that is no `same`."""
    side = {'count': 12, 'mean': 100.0}
    for old, new in ((6, 6), (40, 40)):
        test = {'old': old, 'new': new, 'groups': [(old, new - 1), (0, 1)] if old == 6 else []}
        test.update(u2=old * (new - 1), old_lowest=old * (new - 1), new_lowest=(old - 1) * new)
        test['ties'] = (old + new - 1) ** 3 - (old + new - 1)
        p, reached = queries.chances(test)
        for mean in 100.0, 100.5, 110.0:
            words = (side, {**side, 'mean': mean}, test, p, reached, 0.01, None)
            assert queries.verdict_of(*words) == 'few', (old, mean)
    assert queries.verdict_of(None, None, None, None, None, 0.01, None) == 'few'


class Counted:
    """An engine that has a run for each of these values, {version: values}."""

    def __init__(self, values):
        self.connection = duckdb.connect()
        self.connection.execute(
            'create table intervals (version text, run text, name text, cycles bigint, self bigint,'
            ' duration_ns bigint, complete boolean)'
        )
        rows = [
            (version, str(number), 'x', value, value, value, True)
            for version, many in values.items()
            for number, value in enumerate(many)
        ]
        self.connection.executemany('insert into intervals values (?, ?, ?, ?, ?, ?, ?)', rows)

    def table(self, name, _):
        return name

    rows = queries.DuckDB.rows
    failure, wrong = duckdb.Error, duckdb.Error


def judged(old, new, level, least=0.01):
    """The verdict by all divisions of the values."""
    values, a = old + new, len(old)
    places = range(len(values))
    apart = []  # of each division; that which was observed is the first
    for some in itertools.combinations(places, a):
        rest = [values[i] for i in places if i not in some]
        apart.append(abs(sum((values[i] > r) - (values[i] < r) for i in some for r in rest)))
    distinct = 2 / len(apart)  # the least p of values that all differ
    if level is None:
        level = 0.01 if distinct < 0.01 else 0.05
    reached = apart.count(max(apart)) / len(apart)
    if distinct >= level or (reached >= level and len(set(values)) > 1):
        return 'few'
    change = statistics.mean(new) / statistics.mean(old) - 1
    if abs(change) < least or sum(far >= apart[0] for far in apart) / len(apart) >= level:
        return 'same'
    return 'longer' if change > 0 else 'shorter'


def test_verdicts(place):
    """The verdict of few runs, by all divisions: none that cannot reach the level is `same`."""
    chance, seen = random.Random(17), collections.Counter()
    for turn in range(60):
        spread = chance.choice([1, 2, 3, 100])
        shift = chance.choice([0, 0, 200])
        sides = [
            [1000 + move + chance.randrange(spread) for _ in range(chance.randrange(1, 6))]
            for move in (0, shift)
        ]
        level = chance.choice([None, 0.01, 0.05, 0.2])
        engine = Counted({'a': sides[0], 'b': sides[1]})
        (row,) = queries.regressions(engine, 'a', 'b', level=level)
        want = judged(*sides, level)
        assert row['verdict'] == want, (turn, sides, level, row)
        seen[want, level] += 1
        alike = len(set(sides[0] + sides[1])) == 1
        close = abs(row['change']) < 0.01
        seen[want, 'alike' if alike else 'close' if close else 'far'] += 1
        engine.connection.close()
    for case in ('few', 'close'), ('same', 'close'), ('few', 'alike'), ('same', 'alike'):
        assert seen[case], seen
    assert {verdict for verdict, _ in seen} == {'few', 'same', 'longer'}, seen


def test_verdicts_of_many(place):
    """The same of more runs, p by the normal distribution: of values of which nearly all are equal,
    the two orders that have the least p are made."""
    chance, seen = random.Random(23), collections.Counter()
    for turn in range(30):
        sides, most = [], chance.choice([1, 2, 12])
        for size in chance.randrange(13, 20), chance.randrange(13, 20):
            odd = chance.randrange(most)
            sides.append([1000] * (size - odd) + [chance.choice([999, 1001]) for _ in range(odd)])
        level = chance.choice([None, 0.01, 0.0001])
        engine = Counted({'a': sides[0], 'b': sides[1]})
        (row,) = queries.regressions(engine, 'a', 'b', level=level)
        engine.connection.close()
        a, b = map(len, sides)
        values = sorted(sides[0] + sides[1])
        ties = sum(values.count(value) ** 3 - values.count(value) for value in set(values))
        least = min(
            queries.ranks.normal(a, b, twice_u(some, rest), ties)
            for some, rest in ((values[:a], values[a:]), (values[b:], values[:b]))
        )
        told = least < (level or 0.01) or len(set(values)) == 1
        assert row['verdict'] == ('same' if told else 'few'), (turn, sides, level, row)
        seen[row['verdict']] += 1
    assert min(seen.values()) > 3 and len(seen) == 2, seen


def test_exact_chance(place):
    """p of few observations with ties, against all divisions; and of more, as the normal
    distribution has it."""
    chance = random.Random(5)
    for _ in range(60):
        old, new = ([chance.randrange(5) for _ in range(chance.randrange(1, 6))] for _ in range(2))
        groups = [(old.count(value), new.count(value)) for value in sorted({*old, *new})]
        assert abs(queries.ranks.exact(groups) - divisions(old, new)) < 1e-12, (old, new)
    groups = [(i % 2, 1 - i % 2) for i in range(24)]
    u2 = sum(2 * sum(b for _, b in groups[:i]) for i in range(24) if groups[i][0])
    assert abs(queries.ranks.exact(groups) - queries.ranks.normal(12, 12, u2, 0)) < 0.03
    assert [queries.ranks.level(*sides) for sides in ((1, 1), (3, 3), (1, 200), (4, 4))] == [
        None, None, None, 0.05
    ]  # fmt: skip
    assert queries.ranks.level(5, 5) == queries.ranks.level(500, 500) == 0.01
