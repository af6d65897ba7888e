# SPDX-License-Identifier: Apache-2.0
"""A data set whose writer was interrupted, or whose files somebody changed: no reader takes a part
of a run for the run."""

import json
import os
import subprocess
import sys

import duckdb
import gnomon
import polars
from test_dataset import files
from workplace import ROOT, refused

TABLES = ['events', 'intervals']
KILLED = """
import os, sys
import gnomon, gnomon.dataset
left, replace = int(sys.argv[1]), os.replace
def dies(*words):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    replace(*words)
os.replace = dies
gnomon.dataset(sys.argv[3:], sys.argv[2], tables=['events', 'intervals'])
"""


def documented(place, path, table):
    """The runs that a table has by the SQL of the page, which names the data set 'set'."""
    with open(f'{ROOT}/docs/answers/python.md', encoding='utf-8') as page:
        text = page.read().split('duckdb <<END\n')[1].split('END\n')[0]
    link = place.new()
    os.symlink(path, link)
    text = text.replace("'set/", f"'{link}/").replace('intervals', table)
    return {row[1] for row in duckdb.sql(text).fetchall()}


def read_by_all(place, path, address=None):
    """The runs that each reader has of each table: all must have the same, which are returned."""
    data, seen = gnomon.Dataset(path), []
    with gnomon.queries.engine_of(path) as duck:
        for table in TABLES:
            rows = duck.rows(f'select distinct run from {table}')
            seen += [{row['run'] for row in rows}]
            rows = polars.scan_parquet(data.files(table), hive_partitioning=True).collect()
            seen += [{name[1:] for name in rows['run']}]
            seen += [{name[1:] for name in documented(place, path, table)}]
    spark = gnomon.queries.Spark(address or path, place.spark)
    seen += [{row['run'] for row in spark.rows(f'select distinct run from {t}')} for t in TABLES]
    assert all(runs == seen[0] for runs in seen), seen
    assert seen[0] == {run['run'] for run in data.runs()}
    return seen[0]


def test_killed(place):
    """A run is in all tables or in none, wherever the writer is killed; the next call has all."""
    runs = [place.copy('kinds'), place.copy('pairs')]
    names = {os.path.basename(path) for path in runs}
    first, out = place.new(), place.new()
    gnomon.dataset(runs[:1], first, tables=TABLES)
    whole = files(gnomon.dataset(runs, out, tables=TABLES).path)
    environment = {**os.environ, 'PYTHONPATH': f'{ROOT}/python'}
    for step in range(4):  # the mark, a table, another one, the mark
        out = place.new()
        subprocess.run(['cp', '-r', first, out], check=True)
        done = subprocess.run(
            [sys.executable, '-c', KILLED, str(step), out, *runs], env=environment, check=False
        )
        assert done.returncode == 9, step
        assert read_by_all(place, out, f'file://{out}') == {os.path.basename(runs[0])}, step
        gnomon.dataset(runs[:1], out, tables=TABLES)
        assert files(out) == files(first), step
    done = gnomon.dataset(runs, out, tables=TABLES)
    assert files(out) == whole and read_by_all(place, out) == names
    assert done.kept == [runs[0]]


def interrupted(call, step):
    """Interrupts a call where it makes the n-th table or moves the n-th file. False: it made
    fewer, and has ended."""
    module, left = sys.modules['gnomon.dataset'], [step]
    write, replace = module.write_table, os.replace

    def count():
        left[0] -= 1
        if left[0] < 0:
            left[0] = 1000
            raise KeyboardInterrupt

    def write_table(path, table):
        write(path, table)
        count()

    def move(*words):
        replace(*words)
        count()

    module.write_table, os.replace = write_table, move
    try:
        call()
        return False
    except KeyboardInterrupt:
        return True
    finally:
        module.write_table, os.replace = write, replace


def test_interrupted(place):
    """Ctrl-C leaves no file behind, and what was in the data set before is in it."""
    runs = [place.copy('kinds'), place.copy('pairs')]
    out = place.new()
    step = 0
    while interrupted(lambda: gnomon.dataset(runs[1:], out, tables=TABLES), step):
        assert not os.path.lexists(out) or whole_only(out), step
        out, step = place.new(), step + 1
    assert step > 4
    out = place.new()
    gnomon.dataset(runs[:1], out, tables=TABLES)
    before, step = files(out), 0
    with open(f'{runs[0]}/run.json', encoding='utf-8') as file:
        journal = json.load(file)
    journal['started'] = '2026-11-22T09:00:00Z'  # another run is in the folder now
    with open(f'{runs[0]}/run.json', 'w', encoding='utf-8') as file:
        json.dump(journal, file)
    while True:
        out = place.new()
        os.mkdir(out)
        for name, text in before.items():
            os.makedirs(os.path.dirname(f'{out}/{name}'), exist_ok=True)
            with open(f'{out}/{name}', 'wb') as file:
                file.write(text)
        if not interrupted(lambda: gnomon.dataset(runs, out, tables=TABLES), step):
            break
        whole_only(out)
        step += 1
    assert step > 8


def whole_only(out):
    """All files of a data set are those of whole runs."""
    data = gnomon.Dataset(out)
    own = {os.path.relpath(path, out) for table in TABLES for path in data.files(table)}
    assert set(files(out)) == own | {'gnomon-dataset.json'}
    assert all(os.listdir(place) for place, _, _ in os.walk(out)), 'a folder is empty'
    return True


def test_removed(place):
    """A run that somebody removed is not kept but written; a part of one is no run."""
    runs = [place.copy('kinds'), place.copy('pairs')]
    out = place.new()
    data = gnomon.dataset(runs, out, tables=TABLES)
    whole, mark = files(out), 'gnomon-dataset.json'
    events, intervals = (data.files(table)[0] for table in TABLES)
    for gone in ([events, intervals], [intervals]):
        for path in gone:
            os.unlink(path)
        if len(gone) == 1:
            assert intervals in refused(gnomon.Error, gnomon.queries.percentiles, out)
        else:
            assert read_by_all(place, out) == {os.path.basename(runs[1])}
        done = gnomon.dataset(runs, out, tables=TABLES)
        assert (done.written, done.kept) == ([runs[0]], [runs[1]])
        assert {**files(out), mark: 0} == {**whole, mark: 0}
    os.unlink(events)
    os.unlink(intervals)
    gnomon.dataset([runs[1]], out, tables=TABLES)
    with open(f'{out}/gnomon-dataset.json', encoding='utf-8') as file:
        assert len(json.load(file)['runs']) == 1


def test_damaged(place):
    """A damaged file is named, and only where it is asked for."""
    out, old, new, other = place.new(), *(place.copy('pairs') for _ in range(3))
    data = gnomon.dataset({'1': old, '2': new, '0': other}, out, tables=['intervals'])
    good = gnomon.queries.regressions(out, '1', '2')
    bad = [path for path in data.files('intervals') if 'version=v0' in path][0]
    size = os.path.getsize(bad)
    for change in (
        lambda file: file.truncate(size - 9),
        lambda file: file.write(b'none' + bytes(size - 4)),
        lambda file: (file.seek(8), file.write(bytes(size // 3))),
    ):
        with open(bad, 'r+b') as file:
            change(file)
        assert gnomon.queries.regressions(out, '1', '2') == good
        assert bad in refused(gnomon.Error, gnomon.queries.percentiles, out)
        os.truncate(bad, size - 1)
        assert gnomon.dataset({'0': other}, out, tables=['intervals']).written == [other]
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
    for name in ('a\\b', 'version=7', 'run=9', "it's [1]*{2}?", 'file:x', 'ü %20'):
        out = f'{place.new()}/{name}'
        os.makedirs(os.path.dirname(out))
        data = gnomon.dataset(paths, out, tables=['intervals'])
        with gnomon.queries.engine_of(out) as duck:
            for engine in (duck, gnomon.queries.Spark(out, place.spark)):
                rows = engine.rows('select distinct version, run from intervals')
                assert {(row['version'], row['run']) for row in rows} == want, (name, engine)
    lazy = polars.scan_parquet(f'{out}/intervals')
    plain = place.spark.read.parquet(f'{out}/intervals').select('version', 'run').distinct()
    for rows in (lazy.select('version', 'run').collect().rows(), plain.collect()):
        assert {(row[0][1:], row[1][1:]) for row in rows} == want
    assert len(data.files('intervals')) == len(versions)
    message = refused(ValueError, gnomon.dataset, {'a' * 300: paths['1']}, place.new())
    assert '200' in message
    long = f'{place.new()}/{"r" * 250}'
    os.makedirs(os.path.dirname(long))
    os.rename(place.copy('pairs'), long)
    assert gnomon.dataset([long], place.new()).written == [long]
