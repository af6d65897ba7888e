# SPDX-License-Identifier: Apache-2.0
"""Many runs as one partitioned Parquet data set:

SET/gnomon-dataset.json                          what is in it
SET/intervals/version=1.0/run=a/part-0.parquet   a table of a run
"""

import collections
import contextlib
import fcntl
import json
import os
import re

from gnomon.library import Error, Tables
from gnomon.run import TABLES, Run, rounds

MARK = 'gnomon-dataset.json'
FORMAT = 1
NO_VERSION = 'none'
PART = 'part-0.parquet'
NAME = re.compile(r'[A-Za-z0-9+_-][A-Za-z0-9+._-]*')  # of a version: a folder in all file systems


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
        """What each run is: a list of dicts with version, run, path and about (that of Run)."""
        return read_mark(self.path)['runs']


def dataset(dirs, out, tables=TABLES, skip_bad=False, filtered=False):
    """Writes the tables of run directories into the folder `out` as Parquet files, partitioned by
    version and run.

    `dirs`: run directories, or a dict {version: run directories}. Without versions it is the build
    id of the program that was measured. A folder of rounds is a run for each round.
    `out`: a folder that is not there, or is empty, or is a data set of this function. There a run
    that is in it already is kept, and written again only where its folder holds another run now.
    Files that this function did not make are never overwritten.
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
        wanted = find(dirs, result, skip_bad, filtered)
        name_runs(wanted, mark)
        new = [run for run in wanted if choose(run, mark, result)]
        check_free(mark, result.path, new)
        names = set(map(key, new))
        mark['runs'] = [old for old in mark['runs'] if key(old) not in names]
        mark['runs'] += [{**run, 'whole': False} for run in new]
        try:
            if new:
                write_mark(result.path, mark)
                write_all(result, mark, new, skip_bad)
        finally:
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


def key(run):
    return run['version'], run['run']


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
        raise Error(f"'{out}' exists and is no data set of gnomon: it is left as it is")
    made = 'mark' if os.path.lexists(out) else 'folder'
    os.makedirs(out, exist_ok=True)
    write_mark(out, {'gnomon_dataset': FORMAT, 'tables': list(tables), 'runs': []})
    return made


def read_mark(out):
    path = os.path.join(out, MARK)
    try:
        with open(path, encoding='utf-8') as file:
            mark = json.load(file)
        if mark['gnomon_dataset'] != FORMAT:
            raise Error(f"data set '{out}' is of format {mark['gnomon_dataset']}, not {FORMAT}")
        for run in mark['runs']:
            if not NAME.fullmatch(run['version']) or not NAME.fullmatch(run['run']):
                raise KeyError('run')
        if not set(mark['tables']) <= set(TABLES):
            raise KeyError('tables')
    except OSError as error:
        raise Error(f"cannot read '{path}': {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise Error(f"'{path}' is not what gnomon wrote") from None
    return mark


def write_mark(out, mark):
    path = os.path.join(out, MARK)
    with open(path + '.new', 'w', encoding='utf-8') as file:
        head = json.dumps({**mark, 'runs': []})[: -len(']}')]
        runs = ',\n'.join(json.dumps(run) for run in mark['runs'])
        file.write(f'{head}\n{runs}\n]}}\n')
    os.replace(path + '.new', path)


def find(dirs, result, skip_bad, filtered):
    """What each run is, in order."""
    versions = dirs.items() if isinstance(dirs, dict) else [(None, dirs)]
    found, seen = [], set()
    for version, paths in versions:
        if version is not None and not NAME.fullmatch(version):
            raise ValueError(f'not a version (letters, digits, + . _ -): {version!r}')
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


def short(path, parts):
    """The last parts of a path, as a name."""
    name = '.'.join(path.split(os.sep)[-parts:])
    return re.sub(r'[^A-Za-z0-9+._-]', '_', name).lstrip('.') or '_'


def choose(run, mark, result):
    """Whether a run has to be written."""
    for old in mark['runs']:
        if key(old) == key(run):
            if old['whole'] and old['about'] == run['about']:
                result.kept.append(run['path'])
                return False
    return True


def place(out, table, run):
    return os.path.join(out, table, f'version={run["version"]}', f'run={run["run"]}')


def check_free(mark, out, runs):
    """Fails where a folder that is not the data set's own is in the way."""
    own = set(map(key, mark['runs']))
    for run in runs:
        for table in mark['tables']:
            folder = place(out, table, run)
            if key(run) not in own and os.path.lexists(folder):
                raise Error(f"'{folder}' is in the way: gnomon did not make it")


def write_all(result, mark, runs, skip_bad):
    entries = {key(run): run for run in mark['runs']}
    for run in runs:
        try:
            with Tables(run['path']) as tables:
                for table in mark['tables']:
                    write_table(place(result.path, table, run), OneTable(tables, table))
        except Error as error:
            for table in mark['tables']:
                remove(place(result.path, table, run))
            mark['runs'].remove(entries[key(run)])
            bad(result, run['path'], error, skip_bad)
            continue
        entries[key(run)]['whole'] = True
        result.written.append(run['path'])


def remove(folder):
    """Removes a table of a run, and nothing else that may be in its folder."""
    for name in PART, '.' + PART:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(folder, name))
    with contextlib.suppress(OSError):
        os.rmdir(folder)


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


def write_table(folder, table):
    """One table of one run, in batches."""
    import pyarrow
    import pyarrow.parquet

    reader = pyarrow.RecordBatchReader.from_stream(table)
    schema = stored(reader.schema)
    os.makedirs(folder, exist_ok=True)
    new = os.path.join(folder, '.' + PART)
    with pyarrow.parquet.ParquetWriter(new, schema, compression='zstd') as writer:
        for batch in batches(reader, schema):
            writer.write_batch(batch)
    os.replace(new, os.path.join(folder, PART))


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
