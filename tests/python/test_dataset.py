# SPDX-License-Identifier: Apache-2.0
"""gnomon.dataset: what it writes, and what it leaves alone."""

import fcntl
import json
import os
import sys
from unittest import mock

import gnomon
import pyarrow
import pyarrow.dataset
from workplace import refused


def files(folder):
    """All files below a folder, with what is in them."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(place, name), 'rb') as file:
                found[os.path.relpath(os.path.join(place, name), folder)] = file.read()
    return found


def stored(path, table):
    """The rows of a table of a data set."""
    rows = pyarrow.dataset.dataset(os.path.join(path, table)).to_table().to_pylist()
    for row in rows:
        assert os.path.exists(f'{path}/runs/{row.pop("part")}.parquet')
    return rows


def test_rows(place):
    """Each row of each table is in the data set, with its run."""
    out = place.new()
    names = ['kinds', 'lossy', 'pairs', 'units', 'segments', 'rounds', 'hole', 'messages']
    paths = [place.runs[name] for name in names]
    done = gnomon.dataset(paths, out, tables=gnomon.TABLES)
    assert (done.written, done.kept, done.bad) == (paths, [], {})
    assert [(run['run'], run['version']) for run in done.runs()] == [(n, 'none') for n in names]
    for table in gnomon.TABLES:
        want = [
            {**row, 'version': 'none', 'run': name}
            for name in names
            for row in pyarrow.table(gnomon.open(place.runs[name]).table(table)).to_pylist()
        ]
        assert sorted(map(repr_of, stored(out, table))) == sorted(map(repr_of, want)), table
        assert want


def repr_of(row):
    return repr(sorted(row.items()))


def test_again(place):
    """A run that is there already is kept; a new one comes to it; one that was made again is
    written again."""
    out, first, second = place.new(), place.copy('random'), place.copy('lossy')
    gnomon.dataset({'1.0': first}, out)
    before = files(out)
    done = gnomon.dataset({'1.0': first}, out)
    assert (done.written, done.kept) == ([], [first]) and files(out) == before
    done = gnomon.dataset({'1.0': [first], '1.1': [second]}, out)
    assert (done.written, done.kept) == ([second], [first])
    after = files(out)
    assert before.items() < after.items()
    again(first)
    done = gnomon.dataset({'1.0': first}, out)
    assert (done.written, len(done.runs())) == ([first], 2)
    assert len(stored(out, 'events')) == sum(
        pyarrow.table(gnomon.open(path).events()).num_rows for path in (first, second)
    )


def again(run, second=0):
    """Another run is in the folder now, which began at this second."""
    with open(f'{run}/run.json', encoding='utf-8') as file:
        journal = json.load(file)
    journal['started'] = f'2026-11-22T09:00:{second:02}Z'
    with open(f'{run}/run.json', 'w', encoding='utf-8') as file:
        json.dump(journal, file)


def test_unchanged_without_reading(place):
    """A run whose files are as they were is not opened; one that is the same in new files is kept,
    and is not opened the next time."""
    out, run = place.new(), place.copy('random')
    gnomon.dataset([run], out)
    opened = mock.patch('gnomon.dataset.Run', side_effect=AssertionError('it is opened'))
    with opened:
        assert gnomon.dataset([run], out).kept == [run]
    os.utime(f'{run}/run.json', ns=(1, 1))
    with opened:
        refused(AssertionError, gnomon.dataset, [run], out)
    assert gnomon.dataset([run], out).kept == [run]
    before = stored(out, 'intervals')
    with opened:
        assert gnomon.dataset([run], out).kept == [run]
    assert stored(out, 'intervals') == before and len(stored(out, 'runs')) == 1


def test_names(place):
    """Runs of one name have as much of their paths as it takes."""
    folder, out = place.new(), place.new()
    for name in ('a/run', 'b/run', 'b/other', 'b/.odd name'):
        os.makedirs(os.path.dirname(f'{folder}/{name}'), exist_ok=True)
        os.rename(place.copy('pairs'), f'{folder}/{name}')
    names = ('a/run', 'b/run', 'b/other', 'b/.odd name')
    done = gnomon.dataset([f'{folder}/{name}' for name in names], out, tables=['gaps'])
    assert sorted(run['run'] for run in done.runs()) == ['a.run', 'b.run', 'odd_name', 'other']
    os.makedirs(f'{folder}/c')
    os.rename(place.copy('pairs'), f'{folder}/c/other')
    done = gnomon.dataset([f'{folder}/c/other'], out, tables=['gaps'])
    assert done.runs()[-1]['run'] == 'c.other'
    assert len(os.listdir(f'{out}/runs')) == 2
    refused(ValueError, gnomon.dataset, [place.runs['pairs']] * 2, place.new())
    for version in ('', '..', 'a/b', 'a=b', 'a b', 'a' * 201):
        refused(ValueError, gnomon.dataset, {version: place.runs['pairs']}, place.new())
    refused(ValueError, gnomon.dataset, [place.runs['pairs']], place.new(), tables=['event'])


def test_leaves_the_rest_alone(place):
    """Nothing that it did not make is overwritten or removed."""
    run = place.runs['pairs']
    for make in (
        lambda out: write(out, 'a file'),
        lambda out: write(f'{out}/mine', 'a file in a folder'),
        lambda out: write(f'{out}/gnomon-dataset.json', '{"mine": 1}'),
        lambda out: write(f'{out}/gnomon-dataset.json', '{"gnomon_dataset": 1, "runs": []}'),
        lambda out: write(
            f'{out}/gnomon-dataset.json',
            '{"gnomon_dataset": 4, "tables": ["gaps"], "columns": {"gaps": {"to": "date32"}}}',
        ),
    ):
        out = place.new()
        make(out)
        before = files(out) if os.path.isdir(out) else open(out, encoding='utf-8').read()
        refused(gnomon.Error, gnomon.dataset, [run], out, tables=['gaps'])
        assert before == (files(out) if os.path.isdir(out) else open(out, encoding='utf-8').read())
    out = place.new()
    write(f'{out}/gnomon-dataset.json', '{"gnomon_dataset": 3, "tables": [], "runs": []}')
    assert 'format 3' in refused(gnomon.Error, gnomon.dataset, [run], out)
    assert 'write it again' in refused(gnomon.Error, gnomon.queries.percentiles, out)
    out = place.new()
    gnomon.dataset([place.runs['lossy']], out, tables=['gaps'])
    mine = [f'{out}/gaps/part-0.parquet', f'{out}/_new/notes', f'{out}/runs/notes']
    for name in mine:
        write(name, 'mine')
    before = files(out)
    refused(gnomon.Error, gnomon.dataset, [run], out, tables=['events'])
    assert files(out) == before
    gnomon.dataset([run], out, tables=['gaps'])
    gnomon.compact(out)
    gnomon.remove(out, 'none')
    gnomon.repair(out)
    assert set(files(out)) == {os.path.relpath(name, out) for name in mine} | {
        'gnomon-dataset.json'
    }


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def test_bad_runs(place):
    """A run that cannot be read ends the call, or is left out; the others are in the data set."""
    good, bad = place.copy('random'), place.copy('lossy')
    with open(f'{bad}/manifest.json', 'w', encoding='utf-8') as file:
        file.write('{')
    out = place.new()
    assert bad in refused(gnomon.Error, gnomon.dataset, [good, bad], out)
    done = gnomon.dataset([good, bad], out, skip_bad=True)
    assert list(done.bad) == [bad] and done.written == [good]
    assert 'manifest.json' in done.bad[bad]
    assert [run['path'] for run in done.runs()] == [good]
    nothing = place.new()
    done = gnomon.dataset([nothing, good], place.new(), skip_bad=True)
    assert list(done.bad) == [nothing] and done.written == [good]


def test_filtered(place):
    """A filtered run is no whole one: it is taken only where that is asked for."""
    run, out = place.runs['filtered'], place.new()
    left_out = gnomon.open(run).about['left_out']
    message = f"run '{run}': a filter left out {left_out} of its records"
    assert left_out and refused(gnomon.Error, gnomon.dataset, [run], out) == message
    done = gnomon.dataset([run, place.runs['pairs']], out, skip_bad=True)
    assert list(done.bad) == [run] and done.written == [place.runs['pairs']]
    assert gnomon.dataset([run], out, filtered=True).written == [run]


def test_cut_off(place):
    """The intervals of a node whose trace was cut off are marked, and so are answers from them."""
    (path, _), whole, out = place.cut('random', 1, 48 + 1600), place.runs['random'], place.new()
    done = gnomon.dataset({'old': whole, 'new': path}, out)
    partial = {run['version']: run['about']['partial'] for run in done.runs()}
    assert partial == {'old': [], 'new': ['core1']}
    for row in stored(out, 'intervals'):
        assert row['complete'] == (row['version'] == 'old' or row['node'] != 'core1')
    seen = 0
    for row in gnomon.queries.percentiles(out, by=('version', 'node')):
        cut = row['version'] == 'new' and row['node'] == 'core1'
        assert row['incomplete'] == (row['count'] + row['unmeasured'] if cut else 0)
        seen += row['incomplete']
    rows = gnomon.queries.regressions(out, 'old', 'new')
    assert sum(row['new_incomplete'] for row in rows) == seen > 0
    assert not any(row['old_incomplete'] for row in rows)
    assert gnomon.open(place.runs['lossy']).about['partial'] == ['core0', 'core1', 'core2']


def failing(times):
    """gnomon.parts.stream, which fails where it is asked for samples as many times."""
    whole, left = sys.modules['gnomon.parts'].stream, [times]

    def stream(tables, name):
        left[0] -= name == 'samples'
        if name == 'samples' and not left[0]:
            raise gnomon.Error('it is bad')
        return whole(tables, name)

    return mock.patch('gnomon.parts.stream', stream)


def test_failed(place):
    """A data set that fails before a run is in it leaves nothing; a folder that was there stays."""
    bad, out, there = place.runs['lossy'], place.new(), place.new()
    os.mkdir(there)
    for run in (bad, place.new()):
        for folder in out, there:
            with failing(1):
                refused(gnomon.Error, gnomon.dataset, [run], folder)
        assert not os.path.lexists(out)
        assert os.listdir(there) == []


def test_bad_halfway(place):
    """Nothing is left of a run that turns out to be bad when some tables are written; one that was
    in the data set leaves it."""
    good, bad = place.runs['pairs'], place.copy('lossy')
    for before in [], [good, bad]:
        out = place.new()
        gnomon.dataset(before, out)
        if before:
            again(bad)
        with failing(1 if before else 2):
            done = gnomon.dataset([good, bad], out, skip_bad=True)
        assert done.bad == {bad: 'it is bad'} and [run['run'] for run in done.runs()] == ['pairs']
        for table in 'events', 'intervals', 'runs':
            assert {row['run'] for row in stored(out, table)} == {'pairs'}
            assert len(done.files(table)) == len(os.listdir(f'{out}/{table}')) == 1


def test_two_writers(place):
    out = place.new()
    gnomon.dataset([place.runs['pairs']], out)
    folder = os.open(out, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        message = refused(gnomon.Error, gnomon.dataset, [place.runs['lossy']], out)
        assert 'another process' in message
    finally:
        os.close(folder)
