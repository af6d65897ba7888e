# SPDX-License-Identifier: Apache-2.0
"""A data set whose writer was interrupted, or whose files somebody changed: no reader takes a part
of a run for the run."""

import os
import re
import subprocess
import sys
from unittest import mock

import duckdb
import gnomon
import others
from gnomon.store import Store
from store import bucket, sets
from test_dataset import again, files
from workplace import refused

TABLES = ['events', 'intervals']
STEPS = ('replace', 'unlink', 'rmdir', 'makedirs')


class Killed(BaseException):
    """Nothing is done after it."""


def killed(step, call):
    """Whether a call is killed before so many steps in the file system: none comes after it, as
    the clean-up fails, too."""
    left = [step]

    def counted(do):
        def dies(*words, **named):
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return do(*words, **named)

        return dies

    try:
        with mock.patch.multiple('os', **{name: counted(getattr(os, name)) for name in STEPS}):
            call()
        return False
    except Killed:
        return True


def copy_of(place, folder):
    out = place.new()
    subprocess.run(['cp', '-r', folder, out], check=True)
    return out


def name(path):
    return os.path.basename(path)


def read_by_all(place, path, spark=True):
    """The runs that each reader has of each table: all must have the same rows, and the runs are
    returned."""
    data, seen = gnomon.Dataset(path), None
    with gnomon.queries.engine_of(path) as duck:
        engines = [duck]
        readers = [name for name in others.NEEDED if spark or name != others.SPARK]
        if spark:
            for address in path, f'file://{path}':
                engines.append(gnomon.queries.Spark(address, place.spark))
        for table in [*TABLES, 'runs']:
            rows = others.counts(place, path, table, readers)
            text = f'select run, count(*) as many from {table} group by run'
            for engine in engines:
                have = {row['run']: row['many'] for row in engine.rows(text)}
                assert all(have == other for other in rows.values()), (table, have, rows)
            assert seen in (None, set(have))
            seen = set(have)
    assert seen == {run['run'] for run in data.runs()}
    return seen


class States:
    """What readers have of a data set; once for each state of its folders."""

    def __init__(self, place):
        self.place, self.seen = place, {}

    def read(self, out):
        names = (re.sub('-[0-9a-f]{8}', '', file) for file in files(out))
        state = tuple(sorted(file for file in names if not file.startswith('_new')))
        if state not in self.seen:
            self.seen[state] = read_by_all(self.place, out, spark=False)
        return self.seen[state]


def test_killed(place):
    """A run is in all tables or in none, wherever the writer is killed; the next call has all."""
    runs = [place.copy('kinds'), place.copy('pairs')]
    first, step, seen, states = place.new(), 0, [], States(place)
    gnomon.dataset(runs[:1], first, tables=TABLES)
    while True:
        out = copy_of(place, first)
        if not killed(step, lambda out=out: gnomon.dataset(runs, out, tables=TABLES)):
            break
        seen.append(states.read(out))
        assert seen[-1] in ({name(runs[0])}, set(map(name, runs))), step
        gnomon.dataset(runs[:1], out, tables=TABLES)
        whole_only(out)
        assert states.read(out) == seen[-1]
        done = gnomon.dataset(runs, out, tables=TABLES)
        assert len(done.written) == 2 - len(seen[-1]), step
        step += 1
    last = seen.index(set(map(name, runs))) - 1  # before the list of the runs is there
    copy = copy_of(place, first)
    assert killed(last, lambda: gnomon.dataset(runs, copy, tables=TABLES)) and last > 3
    assert read_by_all(place, copy) == {name(runs[0])} and len(files(copy)) > len(files(first)) + 2


def test_killed_while_it_keeps(place):
    """Compaction, removal, and a run that was made again: the runs before or those after."""
    runs = [place.copy('kinds'), place.copy('pairs'), place.copy('random')]
    names, first = set(map(name, runs)), place.new()
    for count in 1, 2, 3:
        gnomon.dataset(runs[:count], first, tables=TABLES)
    two = copy_of(place, first)
    gnomon.compact(two)
    assert len(files(two)) == 4, 'two tables, the runs, the mark'
    again(runs[2])
    for change, before, after in (
        (gnomon.compact, first, names),
        (lambda out: gnomon.remove(out, 'none', name(runs[1])), two, names - {name(runs[1])}),
        (lambda out: gnomon.dataset(runs, out, tables=TABLES), two, names),
    ):
        step, seen, states = 0, [], States(place)
        while True:
            out = copy_of(place, before)
            if not killed(step, lambda change=change, out=out: change(out)):
                break
            seen.append(states.read(out))
            assert seen[-1] in (names, after), step
            gnomon.repair(out)
            whole_only(out)
            assert states.read(out) == seen[-1], step
            step += 1
        assert step > 5 and read_by_all(place, out, spark=False) == seen[-1] == after


def interrupted(call, step):
    """Interrupts a call where it asks for the n-th table or has moved the n-th file. False: it made
    fewer, and has ended."""
    stream, replace, left = sys.modules['gnomon.parts'].stream, os.replace, [step]

    def count():
        left[0] -= 1
        if left[0] < 0:
            left[0] = 1000
            raise KeyboardInterrupt

    def table(*words):
        count()
        return stream(*words)

    def move(*words):
        replace(*words)
        count()

    try:
        with mock.patch('gnomon.parts.stream', table), mock.patch('os.replace', move):
            call()
        return False
    except KeyboardInterrupt:
        return True


def test_interrupted(place):
    """Ctrl-C leaves no file behind, and what was in the data set before is in it."""
    runs = [place.copy('kinds'), place.copy('pairs')]
    out = place.new()
    step = 0
    while interrupted(lambda: gnomon.dataset(runs[1:], out, tables=TABLES), step):
        assert not os.path.lexists(out) or whole_only(out), step
        out, step = place.new(), step + 1
    assert step > 4
    first = place.new()
    gnomon.dataset(runs[:1], first, tables=TABLES)
    again(runs[0])
    step = 0
    while True:
        out = copy_of(place, first)
        if not interrupted(lambda: gnomon.dataset(runs, out, tables=TABLES), step):
            break
        whole_only(out)
        assert name(runs[0]) in read_by_all(place, out, spark=False)
        step += 1
    assert step > 8


def whole_only(out):
    """All files of a data set are those of whole runs."""
    data = gnomon.Dataset(out)
    tables = [*TABLES, 'runs'] if data.runs() else []
    own = {os.path.relpath(path, out) for table in tables for path in data.files(table)}
    assert set(files(out)) == own | {'gnomon-dataset.json'}
    assert all(os.listdir(place) for place, _, _ in os.walk(out)), 'a folder is empty'
    return True


def test_removed_by_hand(place):
    """A file that somebody removed is noticed, and written again from its runs."""
    runs = [place.copy('kinds'), place.copy('pairs')]
    out = place.new()
    data = gnomon.dataset(runs, out, tables=TABLES)
    want = read_by_all(place, out, spark=False)
    for table in TABLES:
        for mend in gnomon.repair, lambda out: gnomon.dataset(runs[:1], out, tables=TABLES):
            gone = data.files(table)[0]
            os.unlink(gone)
            for read in (
                gnomon.queries.percentiles,
                lambda out: gnomon.queries.Spark(out, place.spark),
                lambda out: gnomon.queries.Spark(f'file://{out}', place.spark),
                lambda out: gnomon.Dataset(out).runs(),
                gnomon.compact,
            ):
                message = refused(gnomon.Error, read, out)
                assert gone in message and 'is missing; gnomon.repair' in message
            assert set(mend(out).written) == set(runs)
            assert read_by_all(place, out, spark=False) == want and whole_only(out)
    gone = data.files('runs')[0]
    os.unlink(gone)
    for source in out, f'file://{out}':
        assert gone in refused(gnomon.Error, gnomon.queries.Spark, source, place.spark)
    for read in gnomon.queries.percentiles, lambda out: gnomon.dataset(runs, out, TABLES):
        assert f"'{gone}' is missing" in refused(gnomon.Error, read, out)
    assert gnomon.repair(out).bad == {gone: 'the list of its runs is missing'}
    assert set(files(out)) == {'gnomon-dataset.json'}
    assert gnomon.dataset(runs, out, tables=TABLES).written == runs
    assert read_by_all(place, out, spark=False) == want


def test_not_mended(place):
    """A run whose directory is gone, or holds another one, leaves a damaged data set only where
    that is asked for."""
    runs = [place.copy('kinds'), place.copy('pairs'), place.copy('random')]
    out = place.new()
    data = gnomon.dataset(runs, out, tables=TABLES)
    os.unlink(data.files('events')[0])
    again(runs[0])
    os.rename(runs[1], runs[1] + '.gone')
    message = refused(gnomon.Error, gnomon.dataset, runs[2:], out, tables=TABLES)
    assert data.path in message and 'leaves such runs out' in message
    before = files(out)
    done = gnomon.repair(out)
    assert done.written == runs[2:] and set(done.bad) == set(runs[:2])
    assert 'another run' in done.bad[runs[0]] and before != files(out)
    assert read_by_all(place, out, spark=False) == {name(runs[2])} and whole_only(out)


def runs_of(out):
    return gnomon.Dataset(out).runs()


def test_damaged(place):
    """A damaged file is named, and only where it is asked for."""
    out, old, new, other = place.new(), *(place.copy('pairs') for _ in range(3))
    gnomon.dataset({'0': other}, out, tables=['intervals'])
    gnomon.dataset({'1': old, '2': new}, out, tables=['intervals'])
    good = gnomon.queries.regressions(out, '1', '2')
    for table in 'intervals', 'runs':
        for change in (
            lambda file, size: file.truncate(size - 9),
            lambda file, size: file.write(b'none' + bytes(size - 4)),
            lambda file, size: (file.seek(8), file.write(bytes(size // 3))),
        ):
            part = [run['part'] for run in gnomon.Dataset(out).runs() if run['version'] == '0'][0]
            bad = f'{out}/{table}/{part}.parquet'
            with open(bad, 'r+b') as file:
                change(file, os.path.getsize(bad))
            if table == 'intervals':
                assert gnomon.queries.regressions(out, '1', '2') == good
            read = {'intervals': gnomon.queries.percentiles, 'runs': runs_of}[table]
            assert bad in refused(gnomon.Error, read, out)
            done = gnomon.repair(out)
            if table == 'intervals':
                assert done.written == [other]
            else:
                assert list(done.bad) == [bad]
                assert gnomon.dataset({'0': other}, out, tables=['intervals']).written == [other]
            assert len(gnomon.queries.percentiles(out)) == 3 * len(good)
    refused(duckdb.Error, gnomon.queries.DuckDB(out).rows, 'select nothing from intervals')


def test_strange_names(place):
    """Versions and runs that look like numbers, dates or nothing, in a folder of any name."""
    versions = ['1.1', '1.10', '1.100', '11e-1', '1', '01', '2026-11-28', 'NaN', '1f', 'true']
    versions += ['__HIVE_DEFAULT_PARTITION__', 'v1.1', 'a' * 200]
    paths = {}
    for number, version in enumerate(versions):
        paths[version] = f'{place.new()}/{"0" * number}1'
        os.makedirs(os.path.dirname(paths[version]))
        os.rename(place.copy('pairs'), paths[version])
    want = {(version, os.path.basename(path)) for version, path in paths.items()}
    for folder in ('a\\b', 'version=7', 'run=9', "it's [1]*{2}?", 'file:x', 'ü %20'):
        out = f'{place.new()}/{folder}'
        os.makedirs(os.path.dirname(out))
        gnomon.dataset(paths, out, tables=['intervals'])
        gnomon.compact(out)
        with gnomon.queries.engine_of(out) as duck:
            for engine in (duck, gnomon.queries.Spark(out, place.spark)):
                rows = engine.rows('select distinct version, run from intervals')
                assert {(row['version'], row['run']) for row in rows} == want, (folder, engine)
    for reader, rows in others.rows(place, out, 'intervals', ['version', 'run']).items():
        assert set(rows) == want, reader
    message = refused(ValueError, gnomon.dataset, {'a' * 300: paths['1']}, place.new())
    assert '200' in message
    long = f'{place.new()}/{"r" * 250}'
    os.makedirs(os.path.dirname(long))
    os.rename(place.copy('pairs'), long)
    assert gnomon.dataset([long], place.new()).written == [long]


def known(url):
    """The environment in which Arrow knows the store at this address."""
    return mock.patch.dict(
        'os.environ',
        AWS_ENDPOINT_URL=url,
        AWS_DEFAULT_REGION='us-east-1',
        AWS_ACCESS_KEY_ID='key',
        AWS_SECRET_ACCESS_KEY='secret',
        AWS_EC2_METADATA_DISABLED='true',
        AWS_ALLOW_HTTP='true',
    )


def by_polars(path):
    """The rows that Polars reads by the text of the page."""
    names = {}
    exec(others.pieces()['polars'].replace("'set/", f"'{path}/"), names)  # noqa: S102
    return sorted(map(repr, names['whole'].collect().rows()))


def test_store_in_duckdb(place):
    """At an address of a store of objects the answers and complaints are those of the folder."""
    folder, out, complaints = sets.make(place)
    with bucket.serving(folder) as url, known(url), gnomon.queries.engine_of(out) as duck:
        for address in [f's3a://bucket/{data}' for data in sets.WHOLE] + ['s3://bucket/set/']:
            with gnomon.queries.engine_of(address) as engine:
                assert sets.asked(engine) == sets.asked(duck), address
            have, want = gnomon.Dataset(address), gnomon.Dataset(out)
            assert have.runs() == want.runs()
            assert [file.removeprefix(address.rstrip('/')) for file in have.files('events')] == [
                file.removeprefix(out) for file in want.files('events')
            ]
        assert by_polars('s3://bucket/set') == by_polars(out) != []
        for data, said in complaints.items():
            address = f's3a://bucket/{data}'
            message = refused(gnomon.Error, gnomon.queries.percentiles, address)
            assert f"'{address}/" in message and said in message, message
        part = gnomon.Dataset(out).runs()[0]['part']
        for table, data in zip(('intervals', 'runs'), sets.WHOLE, strict=True):
            with open(f'{folder}/{data}/{table}/{part}.parquet', 'r+b') as file:
                file.seek(8)
                file.write(bytes(os.path.getsize(file.name) // 3))
            message = refused(gnomon.Error, gnomon.queries.trend, f's3a://bucket/{data}')
            assert f"cannot read 's3a://bucket/{data}/{table}/{part}.parquet'" in message
    for address in 'gs://bucket/set', 'hdfs:///set':
        assert 'only gnomon.queries.Spark' in refused(
            gnomon.Error, gnomon.queries.percentiles, address
        )


def test_store_that_changes(place):
    """A part that comes to its place, or is replaced, while a store is listed is no damage."""
    first, second, folder = place.copy('pairs'), place.copy('kinds'), place.new()
    out, found = f'{folder}/set', Store.found
    os.mkdir(folder)
    gnomon.dataset([first], out, TABLES)
    with bucket.serving(folder) as url, known(url):
        for change, many in (
            (lambda: gnomon.dataset([second], out, TABLES), 2),
            (lambda: gnomon.compact(out), 2),
            (lambda: gnomon.remove(out, 'none', name(second)), 1),
        ):
            changes = [change]

            def slow(store, changes=changes):
                listed = found(store)
                if changes:
                    changes.pop()()
                return listed

            with mock.patch.object(Store, 'found', slow):
                assert len(gnomon.Dataset('s3a://bucket/set').runs()) == many
