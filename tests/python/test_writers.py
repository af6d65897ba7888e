# SPDX-License-Identifier: Apache-2.0
"""Writers of one data set in processes of their own, which are killed at any moment: whoever reads
it sees whole runs, and all those that no writer takes out.

As a program it is such a writer: test_writers.py OUT SEED FOLDER RUN...
"""

import collections
import os
import random
import shutil
import subprocess
import sys
from unittest import mock

TABLES = ['events', 'intervals']
TURNS = 60  # of a writer
READS = 40


def write(out, seed, folder, *runs):
    """Changes the data set as chance has it. `folder`: where the run directories are made again."""
    import gnomon
    import gnomon.bucket
    from test_dataset import again

    gnomon.bucket.LEASE = int(os.environ.get('GNOMON_TEST_LEASE', gnomon.bucket.LEASE))
    chance = random.Random(int(seed))
    for _ in range(TURNS):
        run = chance.choice(runs)
        path = os.path.join(folder, os.path.basename(run))
        change = chance.choice(['add', 'again', 'remove', 'compact', 'repair'])
        if change == 'again' and os.path.exists(path):
            again(path, chance.randrange(60))
        elif not os.path.exists(path):
            shutil.copytree(run, path)
        try:
            if change in ('add', 'again'):
                gnomon.dataset({'1.0': path}, out, TABLES)
            elif change == 'remove':
                gnomon.remove(out, '1.0', os.path.basename(run))
            else:
                getattr(gnomon, change)(out)
        except gnomon.Error as error:
            if 'another process' not in str(error) and 'no run of' not in str(error):
                raise


class Writers:
    """Two writers, which have runs of their own; each that ends, or is killed, is followed by
    another."""

    def __init__(self, place, chance, out, runs):
        self.place, self.chance, self.out, self.runs = place, chance, out, runs
        self.killed, self.failed = 0, []
        self.running = [self.start(number) for number in range(2)]

    def start(self, number):
        folder = self.place.new()
        os.makedirs(folder)
        words = [self.out, str(self.chance.randrange(1 << 30)), folder, *self.runs[number::2]]
        return subprocess.Popen(
            [sys.executable, '-B', __file__, *words], text=True, stderr=subprocess.PIPE,
            env={**os.environ, 'PYTHONPATH': ':'.join(sys.path)},
        )  # fmt: skip

    def end(self, number, kill=True):
        """Ends one of them, or waits for its end."""
        writer = self.running[number]
        running = writer.poll() is None
        if kill and running:
            writer.kill()
        said = writer.communicate()[1]
        self.killed += writer.returncode == -9
        if writer.returncode not in (0, -9):
            self.failed.append(said)

    def step(self):
        """Sometimes one is killed."""
        number = self.chance.randrange(2)
        if self.running[number].poll() is not None or not self.chance.randrange(4):
            self.end(number)
            self.running[number] = self.start(number)


def counted(place, out, reader):
    """How many rows each run has of the intervals, as this reader has them; None: a file is gone,
    and it says so."""
    import duckdb
    import gnomon
    import others

    try:
        if reader != 'gnomon':
            return others.counts(place, out, 'intervals', [reader])[reader]
        with gnomon.queries.engine_of(out) as duck:
            text = 'select run, count(*) as many from intervals group by run'
            return {row['run']: row['many'] for row in duck.rows(text)}
    except (FileNotFoundError, duckdb.IOException, gnomon.Error) as error:
        assert 'parquet' in str(error), error
        return None


def all_whole(have, full):
    """Whether each run that was read is whole. `full`: the rows of all of them by their names. A
    run that an earlier writer added from a folder of its own is another one, so the name of the
    next one has its folder, too."""
    return all(full.get(run.rpartition('.')[2]) == many for run, many in have.items())


def test_at_once(place):
    """Each read has all of a run or nothing of it, and the runs that stay, whatever happens."""
    import gnomon
    import others
    from test_whole import read_by_all, whole_only

    readers = ['gnomon', *(name for name in others.NEEDED if name != others.SPARK)]
    stay = [place.copy('kinds'), place.copy('pairs')]
    come = [place.copy(name) for name in ('random', 'kinds', 'pairs', 'random')]
    every, names = place.new(), {os.path.basename(run) for run in stay}
    gnomon.dataset({'1.0': stay + come}, every, TABLES)
    full = others.counts(place, every, 'intervals', ['polars'])['polars']
    for seed in 1, 2:
        chance, out, seen = random.Random(seed), place.new(), collections.Counter()
        for run in stay:
            gnomon.dataset({'1.0': run}, out, TABLES)
        writers = Writers(place, chance, out, come)
        for turn in range(READS):
            reader = readers[turn % len(readers)]
            have = counted(place, out, reader)
            if have is not None:
                assert all_whole(have, full), (seed, reader, have)
                assert names <= set(have), (seed, reader, have)
            seen[reader, have is not None] += 1
            writers.step()
        for number in range(2):
            writers.end(number)
        assert not writers.failed, writers.failed[0]
        assert writers.killed > 4 and all(seen[reader, True] > 4 for reader in readers), seen
        assert names <= read_by_all(place, out, spark=seed == 1)
        gnomon.repair(out)
        assert whole_only(out) and names <= read_by_all(place, out, spark=False)


def changed_while_listed(table, change):
    """Changes the data set once, after the files of a table were listed."""
    stamps, changes = sys.modules['gnomon.listing'].stamps, [change]

    def slow(folder):
        found = stamps(folder)
        if os.path.basename(folder) == table and changes:
            changes.pop()()
        return found

    return mock.patch('gnomon.listing.stamps', slow)


def test_changed_while_listed(place):
    """A part that comes to its place, or is replaced, while the folders are listed is no damage."""
    import gnomon

    first, second = place.copy('pairs'), place.copy('kinds')
    for table in [*TABLES, 'runs']:
        out = place.new()
        gnomon.dataset([first], out, TABLES)
        for change, many in (
            (lambda out=out: gnomon.dataset([second], out, TABLES), (1, 2)),
            (lambda out=out: gnomon.compact(out), (2,)),
            (lambda out=out: gnomon.remove(out, 'none', os.path.basename(second)), (1, 2)),
        ):
            with changed_while_listed(table, change):
                assert len(gnomon.Dataset(out).runs()) in many, (table, change)
        assert len(gnomon.Dataset(out).runs()) == 1


def test_changed_at_an_address(place):
    """The same of an address that Spark reads: each step of its list may come behind a change."""
    import gnomon
    from gnomon.engines import Remote

    first, second = place.copy('pairs'), place.copy('kinds')
    for step in 'found', 'unsettled':
        out = place.new()
        gnomon.dataset([first], out, TABLES)
        for change, many in (
            (lambda out=out: gnomon.dataset([second], out, TABLES), 2),
            (lambda out=out: gnomon.compact(out), 2),
            (lambda out=out: gnomon.remove(out, 'none', os.path.basename(second)), 1),
        ):
            whole, changes = getattr(Remote, step), [change]

            def slow(*words, whole=whole, changes=changes):
                found = whole(*words)
                if changes:
                    changes.pop()()
                return found

            with mock.patch.object(Remote, step, staticmethod(slow)):
                spark = gnomon.queries.Spark(f'file://{out}', place.spark)
            rows = spark.rows('select distinct run from intervals')
            assert len(rows) == many, (step, rows)


if __name__ == '__main__':
    write(*sys.argv[1:])
