# SPDX-License-Identifier: Apache-2.0
"""Many runs as a data set of Parquet files (layout.py): which of them have to be written."""

import collections
import contextlib
import functools
import hashlib
import os
import re

from gnomon import layout, upkeep
from gnomon.handle import Dataset
from gnomon.index import Index, drop_index, named
from gnomon.layout import MARK, key, short
from gnomon.library import Error
from gnomon.listing import Folder, among
from gnomon.parts import Part, locked, restamp
from gnomon.run import TABLES, Run, rounds

NO_VERSION = 'none'
USUAL = ('events', 'intervals', 'samples', 'gaps')
CONTENT = re.compile(r'.*\.json|node_\d+')  # the files of a run directory that make it what it is


def dataset(dirs, out, tables=USUAL, skip_bad=False, filtered=False):
    """Writes the tables of run directories into the folder `out` as Parquet files, each of which
    has many runs.

    `dirs`: run directories, or a dict {version: run directories}. Without versions it is the build
    id of the program that was measured. A folder of rounds is a run for each round.
    `out`: a folder that is not there, or is empty, or is a data set of this function. There a run
    that is in it already is kept, and written again only where its folder holds another run now.
    What an interrupted call left is removed, and files that are damaged or missing are written
    again, as `repair` does. Files that this function did not make are never overwritten.
    `filtered`: take runs, too, from which `gnomon filter` left out records, though they have fewer
    events and intervals than there were; otherwise they count as runs that cannot be read.
    `skip_bad`: a run that cannot be read is left out, and is in `bad` of what is returned;
    otherwise the first one raises Error.
    """
    unknown = [name for name in tables if name not in TABLES]
    if unknown or isinstance(tables, str):
        raise ValueError(f'tables are {", ".join(TABLES)}: not {tables!r}')
    result = Dataset(layout.folder_of(out))
    made = begin(result.path, tables)
    with locked(result.path), dropped_if_failed(result.path, made), Index(result.path) as index:
        listing = upkeep.mended(result, index)
        wanted = find(dirs, result, listing, skip_bad, filtered)
        name_runs(wanted, listing)
        write_all(result, listing, [run for run in wanted if 'about' in run], skip_bad)
        order = {run['path']: place for place, run in enumerate(wanted)}
        result.written.sort(key=lambda path: order.get(path, -1))
        result.kept += [run['path'] for run in wanted if 'about' not in run]
    return result


@contextlib.contextmanager
def dropped_if_failed(out, made):
    """Removes a data set that was made (`made` as of begin()) if no run came into it."""
    try:
        yield
    except BaseException:
        if made and not Folder(out).parts:
            os.unlink(os.path.join(out, MARK))
            drop_index(out)
            if made == 'folder':
                layout.drop_folder(out)
        raise


def begin(out, tables):
    """Makes the data set where it is missing. Returns what it made: 'folder', 'mark' in a folder
    that was there, or None."""
    if os.path.lexists(os.path.join(out, MARK)):
        there = layout.read_mark(out)['tables']
        if there != list(tables):
            raise Error(f"data set '{out}' has the tables {', '.join(there)}")
        return None
    if os.path.lexists(out) and (not os.path.isdir(out) or os.listdir(out)):
        raise Error(f"'{out}' exists and is not a data set of gnomon: it is left as it is")
    made = 'mark' if os.path.lexists(out) else 'folder'
    os.makedirs(out, exist_ok=True)
    mark = {'gnomon_dataset': layout.FORMAT, 'tables': list(tables), 'columns': {}}
    layout.write_mark(out, mark)
    return made


def find(dirs, result, listing, skip_bad, filtered):
    """Each run, in order: its version and path; of one that is to be written also `about` and the
    rest of what the table of the runs says of it; of one that the data set has, `old`."""
    named = named_paths(dirs, result, skip_bad)
    found, known = [], known_runs(listing, [path for _, path in named])
    for version, path in named:
        mark = stamp(path)
        same = [
            old
            for old in known.get(path, ())
            if old['version'] == (version or old['build']) and mark == old['stamp']
        ]
        if same:
            left_out, run = same[0]['left_out'], {'version': same[0]['version'], 'path': path}
        else:
            try:
                run = opened(path, version, mark)
            except Error as error:
                bad(result, path, error, skip_bad)
                continue
            left_out = run['about']['left_out']
        if left_out and not filtered:
            error = Error(f'a filter left out {left_out} of its records')
            bad(result, path, error, skip_bad)
            continue
        old = [old for old in known.get(path, ()) if old['version'] == run['version']]
        found.append({**run, 'old': old[0] if old else None})
    return without_unchanged(found, listing)


def named_paths(dirs, result, skip_bad):
    """The version, None without one, and the path of each run directory."""
    versions = dirs.items() if isinstance(dirs, dict) else [(None, dirs)]
    found, seen, place = [], set(), functools.lru_cache(maxsize=None)(os.path.realpath)
    for version, paths in versions:
        if version is not None and not layout.is_name(version):
            most = f'letters, digits, + . _ -; at most {layout.LONGEST}'
            raise ValueError(f'not a version ({most}): {version!r}')
        if isinstance(paths, (str, os.PathLike)):
            paths = [paths]
        for path in all_rounds(paths, result, skip_bad):
            if os.path.islink(path) or os.path.basename(path) in ('', os.curdir, os.pardir):
                path = os.path.realpath(path)
            else:
                path = os.path.join(place(os.path.dirname(path)), os.path.basename(path))
            if path in seen:
                raise ValueError(f'named twice: {path}')
            seen.add(path)
            found.append((version, path))
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


def stamp(path):
    """What changes with the content of a run directory, without reading it."""
    found, folders = [], [path]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if CONTENT.fullmatch(entry.name):
                        stat = entry.stat()
                        found.append((entry.path, stat.st_size, stat.st_mtime_ns))
                    elif entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
        except OSError:
            return None
    return hashlib.sha256(repr(sorted(found)).encode()).hexdigest()[:16]


def opened(path, version, mark):
    """A run that is to be written."""
    about = Run(path).about
    build = short((about['build_id'] or NO_VERSION).split(':')[-1], 1)[:12]
    return {
        'version': version or build,
        'path': path,
        'about': about,
        'build': build,
        'stamp': mark,
    }


def known_runs(listing, paths):
    """What the data set has of these paths, {path: rows}."""
    found = collections.defaultdict(list)
    columns = ['version', 'run', 'path', 'build', 'stamp', 'left_out', 'part']
    parts = listing.having(paths)
    if paths and parts:
        for row in listing.rows(columns, among('path', paths), parts).to_pylist():
            found[row['path']].append(row)
    return found


def without_unchanged(found, listing):
    """The runs, without `about` for those that have another stamp and are the same; they get this
    stamp in the data set."""
    import json

    import pyarrow.compute

    stamps = collections.defaultdict(dict)
    doubtful = {run['path']: run for run in found if 'about' in run and run['old']}
    if doubtful:
        where = pyarrow.compute.field('path').isin(list(doubtful))
        parts = {run['old']['part'] for run in doubtful.values()}
        for row in listing.rows(['version', 'path', 'about'], where, parts).to_pylist():
            run = doubtful[row['path']]
            if row['version'] == run['version'] and json.loads(row['about']) == run['about']:
                del run['about']
                stamps[run['old']['part']][key(run['old'])] = run['stamp']
    for part, changed in stamps.items():
        restamp(listing, part, changed)
    return found


def name_runs(runs, listing):
    """Gives each run a name: the one it has in the data set, or as many of the last parts of its
    path as it takes to differ from all others of its version."""
    fresh = []
    for run in runs:
        if run['old']:
            run['run'] = run['old']['run']
        else:
            fresh.append(run)
    parts, taken = 1, {key(run) for run in runs if run['old']}
    while fresh:
        names = [(run['version'], short(run['path'], parts)) for run in fresh]
        many, there = collections.Counter(names), taken | in_set(listing, names)
        left = []
        for run, name in zip(fresh, names, strict=True):
            if many[name] == 1 and name not in there:
                run['run'] = name[1]
                taken.add(name)
            elif parts > run['path'].count(os.sep):
                raise Error(f"the data set has another run '{name[1]}' of version '{name[0]}'")
            else:
                left.append(run)
        fresh, parts = left, parts + 1


def in_set(listing, names):
    """Those of these (version, run) that the data set has."""
    parts = listing.having([named(name) for name in names])
    if not parts:
        return set()
    where = among('version', {version for version, _ in names})
    where &= among('run', {name for _, name in names})
    return {key(row) for row in listing.rows(['version', 'run'], where, parts).to_pylist()}


def write_all(result, listing, runs, skip_bad):
    """Writes runs: those that replace some of a part together with what is left of it, the others
    in parts of their own, sorted by versions."""
    groups = collections.defaultdict(list)
    for run in sorted(runs, key=lambda run: run['version']):
        groups[run['old'] and run['old']['part']].append(run)
    for part, group in groups.items():
        without = set(map(key, group))
        while group:
            group = write_part(result, listing, part, without, group, skip_bad)
        if part and part in listing.parts:
            upkeep.take_out(result.path, listing, part, without)


def write_part(result, listing, old, without, runs, skip_bad):
    """Writes a part of as many of these runs as it takes. Returns those that are left; of bad ones,
    all others: then the part is written again without them."""
    with Part(result.path, listing.mark) as part:
        if old:
            part.copy(listing, old, without)
        taken = 0
        for run in runs:
            try:
                part.add(run)
            except Error as error:
                bad(result, run['path'], error, skip_bad)
                return [other for other in runs if other is not run]
            taken += 1
            if part.full() and not old:
                break
        part.settle()
    listing.parts.pop(old, None)
    result.written += [run['path'] for run in runs[:taken]]
    return runs[taken:]
