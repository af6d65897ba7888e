# SPDX-License-Identifier: Apache-2.0
"""Many runs as a data set of Parquet files (layout.py): which of them have to be written."""

import collections
import contextlib
import functools
import os

from gnomon import layout, upkeep
from gnomon.handle import Dataset
from gnomon.index import named
from gnomon.layout import key, short
from gnomon.library import Error
from gnomon.listing import among
from gnomon.parts import Part, restamp, take_out
from gnomon.places import place_at
from gnomon.run import TABLES, Run, rounds
from gnomon.stamps import Stamper, alike

NO_VERSION = 'none'
USUAL = ('events', 'intervals', 'samples', 'gaps')


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
    place = place_at(out)
    result = Dataset(place.path)
    made = begin(place, tables)
    with place.locked(), dropped_if_failed(place, made), place.index() as index:
        listing = upkeep.mended(place, result, index)
        wanted, stamps = find(dirs, result, listing, skip_bad, filtered)
        name_runs(wanted, listing)
        write_all(place, result, listing, [run for run in wanted if 'about' in run], skip_bad)
        for part, changed in stamps.items():
            if place.is_listed(part):
                restamp(place, listing, part, changed)
        order = {run['path']: place for place, run in enumerate(wanted)}
        result.written.sort(key=lambda path: order.get(path, -1))
        result.kept += [run['path'] for run in wanted if 'about' not in run]
    return result


@contextlib.contextmanager
def dropped_if_failed(place, made):
    """Removes a data set that was made (`made` as of begin()) if no run came into it."""
    try:
        yield
    except BaseException:
        if made and not place.listing().parts:
            place.unmake(made)
        raise


def begin(place, tables):
    """Makes the data set where it is missing. Returns what it made, as place.make(), or None."""
    if place.is_set():
        there = place.read_mark()['tables']
        if there != list(tables):
            raise Error(f"data set '{place.path}' has the tables {', '.join(there)}")
        return None
    return place.make({'gnomon_dataset': layout.FORMAT, 'tables': list(tables), 'columns': {}})


def find(dirs, result, listing, skip_bad, filtered):
    """Each run, in order: its version and path; of one that is to be written also `about` and the
    rest of what the table of the runs says of it; of one that the data set has, `old`. And the
    stamps of runs that are the same in new files, {part: {(version, run): stamp}}."""
    stamper, given = Stamper(), given_paths(dirs)
    known, asked = known_runs(listing, [path for _, path, _ in given]), {run[1] for run in given}
    marks = unchanged(stamper, known)
    named = named_paths(given, marks, result, skip_bad)
    known.update(known_runs(listing, [path for _, path in named if path not in asked]))
    found = []
    for version, path in named:
        mark = marks.get(path) or stamper.stamp(path)
        same = [
            old
            for old in known.get(path, ())
            if old['version'] == (version or old['build']) and alike(mark, old['stamp'])
        ]
        if same:
            left_out, run = same[0]['left_out'], {'version': same[0]['version'], 'path': path}
        else:
            try:
                run = opened(path, version, mark, stamper)
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


def given_paths(dirs):
    """What was given, of each its version, None without one, its path without links, and itself."""
    versions = dirs.items() if isinstance(dirs, dict) else [(None, dirs)]
    place, found = functools.lru_cache(maxsize=None)(os.path.realpath), []
    for version, paths in versions:
        if version is not None and not layout.is_name(version):
            most = f'letters, digits, + . _ -; at most {layout.LONGEST}'
            raise ValueError(f'not a version ({most}): {version!r}')
        if isinstance(paths, (str, os.PathLike)):
            paths = [paths]
        found += [(version, without_links(os.fspath(path), place), path) for path in paths]
    return found


def without_links(path, place=os.path.realpath):
    """The path of a run directory. `place`: that of its folder."""
    folder, name = os.path.split(path)
    if name in ('', os.curdir, os.pardir) or os.path.islink(path):
        return os.path.realpath(path)
    return os.path.join(place(folder), name)


def unchanged(stamper, known):
    """The stamps of the runs that are as they were, {path: stamp}."""
    found = {}
    for path, rows in known.items():
        for row in rows:
            quick = stamper.unchanged(path, row['stamp'])
            mark = row['stamp'] if quick else stamper.stamp(path)
            if alike(mark, row['stamp']):
                found[path] = mark
    return found


def named_paths(given, same, result, skip_bad):
    """The version and the path of each run directory. Those in `same` are no folders of rounds."""
    found, seen = [], set()
    for version, path, folder in given:
        if path in same:
            runs = [path]
        else:
            try:
                runs = [without_links(run) for run in rounds(folder)]
            except Error as error:
                bad(result, os.fspath(folder), error, skip_bad)
                continue
        for run in runs:
            if run in seen:
                raise ValueError(f'named twice: {run}')
            seen.add(run)
            found.append((version, run))
    return found


def bad(result, path, error, skip):
    if not skip:
        raise Error(f"run '{path}': {error}") from None
    result.bad[path] = str(error)


def opened(path, version, mark, stamper):
    """A run that is to be written. The first who opens it may put an index beside its files."""
    about = Run(path).about
    later = stamper.stamp(path)
    mark = later if alike(mark, later) else mark
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
    """The runs, without `about` for those that have another stamp and are the same; and these
    stamps."""
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
    return found, stamps


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


def write_all(place, result, listing, runs, skip_bad):
    """Writes runs: those that replace some of a part together with what is left of it, the others
    in parts of their own, sorted by versions."""
    groups = collections.defaultdict(list)
    for run in sorted(runs, key=lambda run: run['version']):
        groups[run['old'] and run['old']['part']].append(run)
    for part, group in groups.items():
        without = set(map(key, group))
        while group:
            group = write_part(place, result, listing, part, without, group, skip_bad)
        if part and part in listing.parts:
            take_out(place, listing, part, without)


def write_part(place, result, listing, old, without, runs, skip_bad):
    """Writes a part of as many of these runs as it takes. Returns those that are left; of bad ones,
    all others: then the part is written again without them."""
    with Part(place, listing.mark) as part:
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
