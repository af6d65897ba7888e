# SPDX-License-Identifier: Apache-2.0
"""Many runs as one partitioned Parquet data set (layout.py).

The tables of a run are written into a folder of their own, and come to their places when all of
them are there. The mark says then that the run is whole.
"""

import collections
import contextlib
import fcntl
import os

from gnomon import layout
from gnomon.layout import MARK, key, read_mark, short, write_mark
from gnomon.library import Error, Tables
from gnomon.run import TABLES, Run, rounds

NEW = '.new'  # the folder of tables that have no place yet
NO_VERSION = 'none'
USUAL = ('events', 'intervals', 'samples', 'gaps')


class Dataset:
    """A data set, and what the call that gave it did: `written`, `kept` (they were there already)
    and `bad` (with why they could not be read), lists and a dict of run directories."""

    def __init__(self, path):
        self.path = os.fspath(path)
        self.written, self.kept, self.bad = [], [], {}

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return (
            f'<gnomon.Dataset {self.path}: {len(self.written)} runs written, '
            f'{len(self.kept)} kept, {len(self.bad)} bad>'
        )

    def runs(self):
        """What each whole run is: a list of dicts with version, run, path and about (of Run)."""
        return layout.whole_runs(self.path, read_mark(self.path))

    def files(self, table):
        """The Parquet files of a table, of all whole runs: for other programs that read them."""
        if table not in read_mark(self.path)['tables']:
            raise Error(f"data set '{self.path}' has no table '{table}'")
        return [layout.part(self.path, table, run) for run in self.runs()]


def dataset(dirs, out, tables=USUAL, skip_bad=False, filtered=False):
    """Writes the tables of run directories into the folder `out` as Parquet files, partitioned by
    version and run.

    `dirs`: run directories, or a dict {version: run directories}. Without versions it is the build
    id of the program that was measured. A folder of rounds is a run for each round.
    `out`: a folder that is not there, or is empty, or is a data set of this function. There a run
    that is in it already is kept, and written again only where its folder holds another run now,
    or where its files in the data set are damaged or were removed. What an interrupted call left
    is removed. Files that this function did not make are never overwritten.
    `filtered`: take runs, too, from which `gnomon filter` left out records, though they have fewer
    events and intervals than there were; otherwise they count as runs that cannot be read.
    `skip_bad`: a run that cannot be read is left out, and is in `bad` of what is returned;
    otherwise the first one raises Error.
    """
    unknown = [name for name in tables if name not in TABLES]
    if unknown or isinstance(tables, str):
        raise ValueError(f'tables are {", ".join(TABLES)}: not {tables!r}')
    result = Dataset(out)
    made = begin(result.path, tables)
    with locked(result.path), dropped_if_failed(result.path, made):
        mark = read_mark(result.path)
        clear(result.path, mark)
        wanted = find(dirs, result, skip_bad, filtered)
        name_runs(wanted, mark)
        new = [run for run in wanted if choose(run, mark, result)]
        check_free(mark, result.path, new)
        if new:
            write_all(result, mark, new, skip_bad)
        else:
            write_mark(result.path, mark)
    return result


@contextlib.contextmanager
def locked(out):
    """Keeps other processes from writing the data set."""
    folder = os.open(out, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise Error(f"data set '{out}' is being written by another process") from None
    finally:
        os.close(folder)


@contextlib.contextmanager
def dropped_if_failed(out, made):
    """Removes a data set that was made (`made` as of begin()) if no run came into it."""
    try:
        yield
    except BaseException:
        if made and not read_mark(out)['runs']:
            os.unlink(os.path.join(out, MARK))
            for path, _, _ in os.walk(out, topdown=False):
                if path != out or made == 'folder':
                    with contextlib.suppress(OSError):
                        os.rmdir(path)
        raise


def begin(out, tables):
    """Makes the data set where it is missing. Returns what it made: 'folder', 'mark' in a folder
    that was there, or None."""
    if os.path.lexists(os.path.join(out, MARK)):
        there = read_mark(out)['tables']
        if there != list(tables):
            raise Error(f"data set '{out}' has the tables {', '.join(there)}")
        return None
    if os.path.lexists(out) and (not os.path.isdir(out) or os.listdir(out)):
        raise Error(f"'{out}' exists and is not a data set of gnomon: it is left as it is")
    made = 'mark' if os.path.lexists(out) else 'folder'
    os.makedirs(out, exist_ok=True)
    write_mark(out, {'gnomon_dataset': layout.FORMAT, 'tables': list(tables), 'runs': []})
    return made


def find(dirs, result, skip_bad, filtered):
    """What each run is, in order."""
    versions = dirs.items() if isinstance(dirs, dict) else [(None, dirs)]
    found, seen = [], set()
    for version, paths in versions:
        if version is not None and not layout.is_name(version):
            most = f'letters, digits, + . _ -; at most {layout.LONGEST}'
            raise ValueError(f'not a version ({most}): {version!r}')
        if isinstance(paths, (str, os.PathLike)):
            paths = [paths]
        for path in map(os.path.realpath, all_rounds(paths, result, skip_bad)):
            if path in seen:
                raise ValueError(f'named twice: {path}')
            seen.add(path)
            try:
                about = Run(path).about
                if about['left_out'] and not filtered:
                    raise Error(f'a filter left out {about["left_out"]} of its records')
            except Error as error:
                bad(result, path, error, skip_bad)
                continue
            own = short((about['build_id'] or NO_VERSION).split(':')[-1], 1)[:12]
            found.append({'version': version or own, 'path': path, 'about': about})
    return found


def all_rounds(folders, result, skip_bad):
    for folder in folders:
        try:
            yield from rounds(folder)
        except Error as error:
            bad(result, os.fspath(folder), error, skip_bad)


def bad(result, path, error, skip):
    if not skip:
        raise Error(f"run '{path}': {error}") from None
    result.bad[path] = str(error)


def name_runs(runs, mark):
    """Gives each run a name: the one it has in the data set, or as many of the last parts of its
    path as it takes to differ from all others of its version."""
    known = {(old['version'], old['path']): old['run'] for old in mark['runs']}
    taken = set(map(key, mark['runs']))
    fresh = []
    for run in runs:
        run['run'] = known.get((run['version'], run['path']))
        if not run['run']:
            fresh.append(run)
    parts = 1
    while fresh:
        names = [(run['version'], short(run['path'], parts)) for run in fresh]
        many = collections.Counter(names)
        left = []
        for run, name in zip(fresh, names, strict=True):
            if many[name] == 1 and name not in taken:
                run['run'] = name[1]
                taken.add(name)
            elif parts > run['path'].count(os.sep):
                raise Error(f"the data set has another run '{name[1]}' of version '{name[0]}'")
            else:
                left.append(run)
        fresh, parts = left, parts + 1


def choose(run, mark, result):
    """Whether a run has to be written."""
    for old in mark['runs']:
        if key(old) == key(run) and old['about'] == run['about']:
            if layout.damage(result.path, mark, old) is None:
                result.kept.append(run['path'])
                return False
    return True


def clear(out, mark):
    """Removes what an interrupted call left, and forgets runs that somebody removed."""
    for name in mark['tables']:
        drop(staged(out, name))
    drop_folder(os.path.join(out, NEW))
    kept = []
    for run in mark['runs']:
        if not run['whole']:
            remove(out, mark, run)
        elif layout.damage(out, mark, run) != '':
            kept.append(run)
    mark['runs'] = kept


def check_free(mark, out, runs):
    """Fails where a file that is not the data set's own is in the way."""
    own = set(map(key, mark['runs']))
    for run in runs:
        for table in mark['tables']:
            folder = os.path.dirname(layout.part(out, table, run))
            empty = os.path.isdir(folder) and not os.listdir(folder)
            if key(run) not in own and os.path.lexists(folder) and not empty:
                raise Error(f"'{folder}' is in the way: gnomon did not make it")


def write_all(result, mark, runs, skip_bad):
    """Writes runs. Until the end the mark says of all of them that they are not whole; a run that
    is not written, and was in the data set, stays as it was."""
    old = {key(run): run for run in mark['runs']}
    done = {key(run): old.get(key(run)) for run in runs}
    rest = [run for run in mark['runs'] if key(run) not in done]
    try:
        coming = [{**run, 'whole': False} for run in runs]
        write_mark(result.path, {**mark, 'runs': rest + coming})
        for run in runs:
            try:
                sizes = stage(result.path, mark, run)
            except Error as error:
                done[key(run)] = None
                remove(result.path, mark, run)
                bad(result, run['path'], error, skip_bad)
                continue
            done[key(run)] = None
            settle(result.path, mark, run)
            done[key(run)] = {**run, 'whole': True, 'sizes': sizes}
            result.written.append(run['path'])
    finally:
        for name in mark['tables']:
            drop(staged(result.path, name))
        drop_folder(os.path.join(result.path, NEW))
        for run in runs:
            if not done[key(run)]:
                remove(result.path, mark, run)
        mark['runs'] = rest + [run for run in done.values() if run]
        write_mark(result.path, mark)


def staged(out, table):
    return os.path.join(out, NEW, table + '.parquet')


def stage(out, mark, run):
    """Writes all tables of a run, which have no place yet. Returns their sizes."""
    sizes = {}
    os.makedirs(os.path.join(out, NEW), exist_ok=True)
    with Tables(run['path']) as tables:
        for table in mark['tables']:
            write_table(staged(out, table), OneTable(tables, table))
            sizes[table] = os.path.getsize(staged(out, table))
    return sizes


def settle(out, mark, run):
    """Puts the tables of a run in their places."""
    for table in mark['tables']:
        path = layout.part(out, table, run)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.replace(staged(out, table), path)


def remove(out, mark, run):
    """Removes the tables of a run, and nothing else that may be in their folders."""
    for table in mark['tables']:
        path = layout.part(out, table, run)
        drop(path)
        for _ in range(3):  # of the run, the version, the table
            path = os.path.dirname(path)
            drop_folder(path)


def drop(path):
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def drop_folder(path):
    with contextlib.suppress(OSError):
        os.rmdir(path)


def stored(schema):
    """The types in the files. Those without a sign, which not all engines have, become wider or
    signed; a watched word keeps all its bits."""
    import pyarrow

    kinds = {
        pyarrow.uint32(): pyarrow.int64(),
        pyarrow.uint64(): pyarrow.int64(),
    }
    return pyarrow.schema(
        [
            field.with_type(
                pyarrow.string()
                if pyarrow.types.is_dictionary(field.type)
                else field.type
                if field.name == 'word'
                else kinds.get(field.type, field.type)
            )
            for field in schema
        ]
    )


class OneTable:
    """A table of a run that is open, for a reader."""

    def __init__(self, tables, name):
        self.tables, self.name = tables, name

    def __arrow_c_stream__(self, requested_schema=None):
        return self.tables.capsule(self.name)


def write_table(path, table):
    """One table of one run, in batches."""
    import pyarrow
    import pyarrow.parquet

    reader = pyarrow.RecordBatchReader.from_stream(table)
    schema = stored(reader.schema)
    with (
        open(path, 'wb') as file,  # opened here: pyarrow takes some names for addresses
        pyarrow.parquet.ParquetWriter(file, schema, compression='zstd') as writer,
    ):
        for batch in batches(reader, schema):
            writer.write_batch(batch)


def batches(reader, schema):
    """The batches of a run, of which a damaged one is an Error."""
    import pyarrow

    with reader:
        while True:
            try:
                batch = reader.read_next_batch().cast(schema)
            except StopIteration:
                return
            except (pyarrow.ArrowException, OSError) as error:
                raise Error(str(error)) from None
            yield batch
