# SPDX-License-Identifier: Apache-2.0
"""gnomon.dataset: what it writes, and what it leaves alone."""

import fcntl
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from unittest import mock

import gnomon
import pyarrow
import pyarrow.dataset
import pyarrow.parquet
from gnomon.layout import INDEX, key
from gnomon.stamps import Stamper, alike
from workplace import opened, refused

ONE = ['intervals']
TURNS = 80  # of changes to a data set


def files(folder):
    """All files below a folder, with what is in them, but for the index of writers."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in set(names) - {INDEX}:
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


def name(path):
    return os.path.basename(path)


def listed(out):
    """The runs of a data set, as the lists alone have them: (version, run): path."""
    rows = []
    for file in os.listdir(f'{out}/runs') if os.path.isdir(f'{out}/runs') else []:
        rows += pyarrow.parquet.read_table(f'{out}/runs/{file}').to_pylist()
    found = {key(row): row['path'] for row in rows}
    assert len(found) == len(rows), 'a run is there twice'
    return found


def hurt(chance, index, old):
    """Does something to the index; returns what."""
    size = os.path.getsize(index)
    does = chance.choice(['nothing', 'removed', 'cut', 'zeros', 'empty', 'no base', 'old', 'start'])
    if does == 'removed':
        os.unlink(index)
    elif does == 'cut':
        os.truncate(index, chance.randrange(size))
    elif does == 'zeros':
        with open(index, 'r+b') as file:
            file.seek(chance.randrange(size // 4096) * 4096)
            file.write(bytes(4096))
    elif does == 'empty':
        os.truncate(index, 0)
    elif does == 'no base':
        with open(index, 'wb') as file:
            file.write(b'no base' * 1000)
    elif does == 'old':
        shutil.copy(old, index)
    elif does == 'start':
        with sqlite3.connect(index) as base:
            base.execute("update start set id = 'another'")
            base.execute('delete from keys')
        base.close()
    return does


def test_index_is_hurt(place):
    """Whatever happened to the index, a call does what it has to."""
    chance, out, done = random.Random(9), place.new(), {}
    runs = [place.copy('pairs') for _ in range(9)]
    gnomon.dataset({'1': runs[:1]}, out, ONE)
    want, index, old = {('1', name(runs[0])): runs[0]}, f'{out}/{INDEX}', place.new()
    shutil.copy(index, old)
    for turn in range(TURNS):
        does = hurt(chance, index, old)
        change = chance.choice(['add', 'add', 'again', 'remove', 'compact', 'repair'])
        some = chance.sample(runs, 2)
        if change in ('add', 'again'):
            there = [run for run in some if run in want.values()]
            if change == 'again' and there:
                again(there[0], turn % 60)
                there = there[1:]
            result = gnomon.dataset({'1': some}, out, ONE)
            assert set(result.kept) == set(there), (turn, does, change)
            want.update({('1', name(run)): run for run in some})
        elif change != 'remove':
            getattr(gnomon, change)(out)
        elif len(want) > 1:
            gone = chance.choice(sorted(want))
            assert gnomon.remove(out, *gone).removed == [want.pop(gone)]
        assert listed(out) == want, (turn, does, change)
        done[does, change] = True
        if not chance.randrange(8):
            shutil.copy(index, old)
    with sqlite3.connect(index) as base:
        keys = base.execute(
            'select count(*) from parts join keys on parts.id = keys.part'
        ).fetchone()[0]
        assert keys == base.execute('select count(*) from keys').fetchone()[0] == 2 * len(want)
    base.close()
    assert len({does for does, _ in done}) == 8 and len({change for _, change in done}) == 5


def test_lists_that_are_read(place):
    """A new run, of however many parts: no other list is read than its own. Of one that is there,
    only the list that has it."""
    out, runs = place.new(), [place.copy('pairs') for _ in range(12)]
    parts = {}
    for run in runs:
        names, _ = opened_lists(out, run)
        parts[run] = set(os.listdir(f'{out}/runs')) - set().union(*parts.values())
        assert len(parts[run]) == 1 and names <= parts[run], names
    for run in runs:
        names, result = opened_lists(out, run)
        assert names == parts[run] and result.kept == [run]
    with mock.patch('gnomon.listing.MOST_KEYS', 0):
        names, _ = opened_lists(out, runs[0])
    assert names == set().union(*parts.values())
    subprocess.run(['touch', '-d', '2026-01-01', *(f'{out}/runs/{x}' for x in parts[runs[3]])],
                   check=True)  # fmt: skip
    names, _ = opened_lists(out, runs[0])
    assert names == parts[runs[0]] | parts[runs[3]]


def opened_lists(out, run):
    if not os.path.isdir(f'{out}/runs'):
        return set(), gnomon.dataset({'1': run}, out, ONE)
    return opened(f'{out}/runs', lambda: gnomon.dataset({'1': run}, out, ONE))


def test_damaged_list(place):
    """A list of runs that somebody changed is read, and is damaged."""
    out, runs = place.new(), [place.copy('pairs') for _ in range(2)]
    for run in runs:
        gnomon.dataset({'1': run}, out, ONE)
    file = sorted(os.listdir(f'{out}/runs'))[0]
    size = os.path.getsize(f'{out}/runs/{file}')
    with open(f'{out}/runs/{file}', 'r+b') as damaged:
        damaged.seek(8)
        damaged.write(bytes(size // 3))
    message = refused(gnomon.Error, gnomon.dataset, {'1': runs[1]}, out, ONE)
    assert f"cannot read '{out}/runs/{file}'" in message
    assert list(gnomon.repair(out).bad) == [f'{out}/runs/{file}']
    assert gnomon.dataset({'1': runs}, out, ONE).written == runs[:1]
    assert listed(out) == {('1', name(run)): run for run in runs}


def test_index_is_not_written(place):
    """An index that cannot be written is an Error that names it."""
    out = place.new()
    gnomon.dataset({'1': place.runs['pairs']}, out, ONE)
    os.unlink(f'{out}/{INDEX}')
    os.mkdir(f'{out}/{INDEX}')
    message = refused(gnomon.Error, gnomon.dataset, {'1': place.runs['pairs']}, out, ONE)
    assert f"cannot write '{out}/{INDEX}'" in message


def content(path):
    """The files that make a run directory what it is."""
    found = {}
    for folder, _, names in os.walk(path):
        for name in names:
            if name.endswith('.json') or re.fullmatch('node_[0-9]+', name):
                stat = os.stat(f'{folder}/{name}')
                found[f'{folder}/{name}'] = stat.st_size, stat.st_mtime_ns
    return found


def change(chance, path):
    """Changes something in a run directory, or nothing; returns what."""
    does = chance.choice(['nothing', 'time', 'size', 'new', 'gone', 'other', 'folder', 'renamed'])
    file = chance.choice(sorted(content(path)))
    new = f'{path}/{chance.choice(["", "trace/", "more/"])}{chance.choice(["a.json", "node_77"])}'
    if does == 'time':
        os.utime(file, ns=(chance.randrange(10**18),) * 2)
    elif does == 'size':
        os.truncate(file, chance.randrange(1000))
    elif does in ('new', 'other', 'folder'):
        new = {'new': new, 'other': f'{path}/notes', 'folder': f'{path}/more/any'}[does]
        write(new, 'any')
    elif does == 'gone':
        os.unlink(file)
    elif does == 'renamed':
        os.rename(file, f'{os.path.dirname(file)}/node_{chance.randrange(100, 200)}')
    return does


def test_stamps(place):
    """A stamp is another one if a file came, went or changed; whatever else the folders have. The
    quick look never calls a run unchanged that is not."""
    chance, stamper, seen = random.Random(31), Stamper(), set()
    for _ in range(12):
        path, other = place.copy('pairs'), place.copy(chance.choice(['pairs', 'kinds', 'lossy']))
        for _ in range(12):
            for folder, _, _ in os.walk(path):
                os.utime(folder, ns=(1, 1))  # a change of them is seen, however soon it comes
            mark, had = stamper.stamp(path), content(path)
            if chance.randrange(3) == 0:
                stamper.stamp(other)  # of other names, perhaps
            quick = stamper.folders, stamper.files
            does = change(chance, path)
            same, now = content(path) == had, stamper.unchanged(path, mark)
            assert same or not now, does
            assert alike(stamper.stamp(path), mark) == same, does
            if does == 'nothing':
                assert now == (quick == (stamper.folders, stamper.files))
            seen.add((does, now, same))
    assert {does for does, _, _ in seen} >= {'time', 'size', 'new', 'gone', 'renamed', 'folder'}
    assert {('nothing', True, True), ('nothing', False, True), ('other', False, True)} <= seen
    assert stamper.stamp(place.new()) is None and not alike(None, None)
    assert not stamper.unchanged(path, None)


def test_no_folder_is_listed(place):
    """Of runs that are as they were no folder is listed, but those of the first one; an index that
    is made when they are opened is no change."""
    out, runs = place.new(), [place.copy('pairs') for _ in range(5)]
    opens = mock.patch('gnomon.dataset.Run', side_effect=lambda path: (
        write(f'{path}/trace.index', 'an index'), gnomon.open(path))[1])  # fmt: skip
    with opens:
        assert gnomon.dataset(runs, out, ONE).written == runs
    listed, scandir = [], os.scandir

    def counted(path):
        listed.append(path)
        return scandir(path)

    with mock.patch('os.scandir', counted):
        assert gnomon.dataset(runs, out, ONE).kept == runs
    assert {path for path in listed if path.startswith(tuple(runs))} == {
        runs[0], f'{runs[0]}/trace'
    }  # fmt: skip
