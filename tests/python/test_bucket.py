# SPDX-License-Identifier: Apache-2.0
"""Data sets that are written in a store of objects: the same calls make the same of a folder."""

import collections
import contextlib
import functools
import os
import random
import re
import time
from unittest import mock

import gnomon
import gnomon.bucket
import pyarrow.dataset
from gnomon.bucket import LOCK, Bucket, Lock
from gnomon.layout import key
from store import s3
from test_dataset import again
from test_whole import known
from test_writers import READS, Writers, all_whole, counted
from workplace import refused

ADDRESS = 's3://bucket/set'
TABLES = ['events', 'intervals']
TURNS = 16
LEASE = 2  # seconds; the store counts whole ones


@contextlib.contextmanager
def store():
    """A store that is empty, and the environment that knows it."""
    once = functools.cache(gnomon.bucket.client)  # it takes some time to make
    with s3.serving() as url, known(url), mock.patch('gnomon.bucket.client', once):
        yield


def name(run):
    return os.path.basename(run)


def described(out):
    """All that a data set has, but for the names of its parts."""
    data = gnomon.Dataset(out)
    found = {'runs': [without_part(run) for run in sorted(data.runs(), key=key)]}
    for table in data_tables(out):
        rows = collections.Counter()
        for file in data.files(table):
            rows.update(map(repr, map(without_part, rows_of(file))))
        found[table] = rows
    return found


def data_tables(out):
    return [table for table in TABLES if gnomon.Dataset(out).files(table)]


def rows_of(file):
    return pyarrow.dataset.dataset(file).to_table().to_pylist()


def without_part(row):
    return {name: value for name, value in row.items() if name != 'part'}


def objects():
    """The objects of the set."""
    return Bucket(ADDRESS).names()


def left_over():
    """The objects of the set that are of none of its parts."""
    data = gnomon.Dataset(ADDRESS)
    files = [file for table in [*TABLES, 'runs'] for file in data.files(table)]
    have = {file.removeprefix(f'{ADDRESS}/') for file in files} | {'gnomon-dataset.json'}
    return set(objects()) - have


def outcome(call, out):
    """What a call says of a data set: what it did, or its Error."""
    try:
        done = call(out)
    except gnomon.Error as error:
        return 'error', unnamed(str(error), out)
    bad = {unnamed(path, out): unnamed(why, out) for path, why in done.bad.items()}
    return done.written, done.kept, done.removed, bad


def unnamed(text, out):
    """A message without the name of the set, and what depends on that of a part."""
    text = re.sub(r'/p\d+-[0-9a-f]+\.', '/PART.', text.replace(out, 'SET'))
    return re.sub(r'bytes of \d+', 'bytes of SIZE', text)


def any_call(chance, runs):
    """A call that changes a data set, as chance has it."""
    run = chance.choice(runs)
    some = chance.sample(runs, chance.randrange(1, len(runs) + 1))
    calls = {
        'add': lambda out: gnomon.dataset({'1.0': run}, out, TABLES),
        'several': lambda out: gnomon.dataset({'1.1': some[:1], '1.2': some[1:]}, out, TABLES),
        'remove': lambda out: gnomon.remove(out, '1.0', name(run)),
        'version': lambda out: gnomon.remove(out, chance.choice(['1.1', '1.2'])),
        'compact': gnomon.compact,
        'repair': gnomon.repair,
        'tables': lambda out: gnomon.dataset({'1.0': run}, out, ['gaps']),
    }
    return calls[chance.choice(list(calls))]


def touch(chance, run):
    """A run directory has new times, or holds another run."""
    if chance.randrange(2):
        os.utime(f'{run}/run.json', ns=(chance.randrange(1 << 30), chance.randrange(1 << 30)))
    else:
        again(run, chance.randrange(60))


def damage(chance, out):
    """Removes a file of both data sets, which are whole, or cuts it, of the table of some part."""
    table = chance.choice(TABLES)
    try:
        files = [sorted(gnomon.Dataset(path).files(table), key=weight) for path in (out, ADDRESS)]
    except gnomon.Error:  # it is damaged already
        return
    if not files[0]:
        return
    place = chance.randrange(len(files[0]))
    own, bucket = files[0][place], Bucket(ADDRESS)
    object_name = files[1][place].removeprefix(f'{ADDRESS}/')
    assert weight(own) == weight(files[1][place])
    if chance.randrange(2):
        os.unlink(own)
        bucket.delete(object_name)
    else:
        os.truncate(own, 100)
        bucket.put(object_name, bytes(100))


def weight(file):
    """What a file has, whatever its part is called."""
    return sorted(map(repr, map(without_part, rows_of(file))))


def test_as_a_folder(place):
    """The same calls, as chance has them, leave the same data in a store and in a folder, and say
    the same; files are damaged in both. Nothing is left that is of no part."""
    runs = [place.copy(kind) for kind in ('pairs', 'kinds', 'random')]
    for seed in 1, 2:
        chance, out, seen = random.Random(seed), place.new(), collections.Counter()
        with store():
            for call in (
                lambda out: gnomon.dataset({'1.0': runs[:1]}, out, TABLES),
                *(any_call(chance, runs) for _ in range(TURNS)),
            ):
                if not chance.randrange(4):
                    touch(chance, chance.choice(runs))
                if not chance.randrange(5) and os.path.exists(out):
                    damage(chance, out)
                state, said = chance.getstate(), []
                for address in out, ADDRESS:
                    chance.setstate(state)
                    said.append(outcome(call, address))
                assert said[0] == said[1], (seed, said)
                seen[said[0][0] == 'error'] += 1
                if said[0][0] != 'error':
                    assert described(out) == described(ADDRESS), seed
                    assert not left_over()
        assert seen[True] > 2 and seen[False] > 5, seen


class Killed(BaseException):
    """Nothing of the writer comes to the store any more."""


def killed_at(number):
    """The writer dies before its request of that number; then something is in the list."""
    asked, left, died = Bucket.asked, [number], []

    def counting(bucket, call, **what):
        if not left[0]:
            died.append(True)
            raise Killed
        left[0] -= 1
        return asked(bucket, call, **what)

    return mock.patch.object(Bucket, 'asked', counting), died


def whole(runs):
    """The runs that readers see, each with all of its rows or it is not there."""
    with gnomon.queries.engine_of(ADDRESS) as engine:
        text = 'select run, count(*) as many from intervals group by run'
        have = {row['run']: row['many'] for row in engine.rows(text)}
    assert have.items() <= runs.items(), have
    return set(have)


def test_interrupted(place):
    """A writer that dies before one of its requests leaves a set of whole runs, that of before or
    after; the next one goes on when its lease is over, and leaves nothing of it."""
    first, second = place.copy('pairs'), place.copy('kinds')
    every, chance = place.new(), random.Random(5)
    gnomon.dataset({'1.0': [first, second]}, every, TABLES)
    with gnomon.queries.engine_of(every) as engine:
        text = 'select run, count(*) as many from intervals group by run'
        full = {row['run']: row['many'] for row in engine.rows(text)}
    calls = {
        'add': (lambda: gnomon.dataset({'1.0': second}, ADDRESS, TABLES), {name(second)}),
        'compact': (lambda: gnomon.compact(ADDRESS), set()),
        'remove': (lambda: gnomon.remove(ADDRESS, '1.0', name(second)), set()),
    }
    for what, (call, comes) in calls.items():
        number, died = chance.randrange(3), [True]
        while died:
            with store(), mock.patch.object(Lock, 'is_over', lambda *_: True):
                gnomon.dataset({'1.0': first}, ADDRESS, TABLES)
                before = {name(first)}
                if what != 'add':
                    gnomon.dataset({'1.0': second}, ADDRESS, TABLES)
                    before.add(name(second))
                dying, died = killed_at(number)
                with dying, contextlib.suppress(Killed):
                    call()
                left = before - ({name(second)} if what == 'remove' else set())
                assert whole(full) in (before, before | comes, left), (what, number)
                gnomon.dataset({'1.0': second}, ADDRESS, TABLES)
                assert whole(full) == {name(first), name(second)}, (what, number)
                assert not left_over(), (what, number)
            number += chance.randrange(1, 6)
        assert number > 8, (what, number)


def test_two_writers(place):
    """While one writes, others are refused, also after its lease, as it renews it. One that is
    stopped for longer is taken over: it then changes nothing any more."""
    first, second = place.copy('pairs'), place.copy('kinds')
    with store(), mock.patch('gnomon.bucket.LEASE', LEASE):
        gnomon.dataset({'1.0': first}, ADDRESS, TABLES)
        bucket = Bucket(ADDRESS)
        with bucket.locked():
            tag = bucket.lock.tag
            for call in any_writers(second):
                assert 'another process' in refused(gnomon.Error, call)
            until = time.monotonic() + 3 * LEASE
            while time.monotonic() < until:
                assert 'another process' in refused(gnomon.Error, gnomon.compact, ADDRESS)
                time.sleep(0.05)
            assert bucket.lock.tag != tag
        stopped = mock.patch.object(Lock, 'renew_until_over', lambda lock: None)
        taken = []

        def takes(bucket, part, tables, settle=Bucket.settle):
            """Another writer comes just before the part comes to its place."""
            if not taken:
                taken.append(True)
                until = time.monotonic() + 5 * LEASE
                while time.monotonic() < until and len(taken) == 1:
                    with contextlib.suppress(gnomon.Error):
                        gnomon.dataset({'1.1': second}, ADDRESS, TABLES)
                        taken.append(True)
                    time.sleep(0.05)
            settle(bucket, part, tables)

        with stopped, mock.patch.object(Bucket, 'settle', takes):
            message = refused(gnomon.Error, gnomon.dataset, {'1.0': second}, ADDRESS, TABLES)
        assert 'taken over' in message and len(taken) == 2
        have = [key(run) for run in gnomon.Dataset(ADDRESS).runs()]
        assert have == [('1.0', name(first)), ('1.1', name(second))]
        gnomon.repair(ADDRESS)
        assert not left_over() and LOCK not in objects()


def any_writers(run):
    return (
        lambda: gnomon.dataset({'1.0': run}, ADDRESS, TABLES),
        lambda: gnomon.compact(ADDRESS),
        lambda: gnomon.repair(ADDRESS),
        lambda: gnomon.remove(ADDRESS, '1.0'),
    )


def test_at_once(place):
    """Writers in processes of their own, which are killed at any moment: each read has all of a run
    or nothing of it, and the runs that stay."""
    stay = [place.copy('kinds'), place.copy('pairs')]
    come = [place.copy(kind) for kind in ('random', 'kinds', 'pairs', 'random')]
    every, names = place.new(), {name(run) for run in stay}
    gnomon.dataset({'1.0': stay + come}, every, TABLES)
    full = counted(place, every, 'gnomon')
    chance, seen = random.Random(3), collections.Counter()
    environment = mock.patch.dict('os.environ', GNOMON_TEST_LEASE=str(LEASE))
    with store(), mock.patch('gnomon.bucket.LEASE', LEASE), environment:
        for run in stay:
            gnomon.dataset({'1.0': run}, ADDRESS, TABLES)
        writers = Writers(place, chance, ADDRESS, come)
        for _ in range(READS):
            have = counted(place, ADDRESS, 'gnomon')
            if have is not None:
                assert all_whole(have, full) and names <= set(have), have
            seen[have is not None] += 1
            writers.step()
        for number in range(2):
            writers.end(number)
        assert not writers.failed, writers.failed[0]
        assert writers.killed > 4 and seen[True] > 4, seen
        until = time.monotonic() + 5 * LEASE
        while LOCK in objects() and time.monotonic() < until:
            with contextlib.suppress(gnomon.Error):
                gnomon.repair(ADDRESS)
            time.sleep(0.05)
        assert not left_over()
        assert names <= set(counted(place, ADDRESS, 'gnomon'))
