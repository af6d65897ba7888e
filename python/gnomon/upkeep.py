# SPDX-License-Identifier: Apache-2.0
"""Keeps a data set (layout.py) in order: few files, all of whole runs, none damaged."""

from gnomon.handle import Dataset
from gnomon.layout import RUNS, file_of, key
from gnomon.library import Error
from gnomon.parts import ROWS_OF_PART, RUNS_OF_PART, Part, take_out
from gnomon.places import place_at
from gnomon.run import Run


def compact(out):
    """Makes few files of many: parts with few runs become parts with many. Programs that have the
    data set open may have to open it again. Returns the Dataset."""
    place = place_at(out)
    result = Dataset(place.path)
    with place.locked(), place.index() as index:
        listing = cleared(place, index=index)
        listing.check_all(listing.parts)
        for group in groups(listing):
            with Part(place, listing.mark) as part:
                for name in group:
                    part.copy(listing, name)
                part.settle()
    return result


def groups(listing):
    """The parts that are to become one, each a list of names; their runs are of neighbouring
    versions."""
    first, many = {}, {}
    for row in listing.rows(['part', 'version']).to_pylist():
        first.setdefault(row['part'], row['version'])
        many[row['part']] = many.get(row['part'], 0) + 1
    found, group, runs, rows = [], [], 0, 0
    for part in sorted(listing.parts, key=lambda part: (first[part], part)):
        size = sum(file['rows'] for file in listing.parts[part].values())
        if many[part] * 2 > RUNS_OF_PART or size * 2 > ROWS_OF_PART:
            continue
        if group and (runs + many[part] > RUNS_OF_PART or rows + size > ROWS_OF_PART):
            found.append(group)
            group, runs, rows = [], 0, 0
        group, runs, rows = [*group, part], runs + many[part], rows + size
    return [group for group in [*found, group] if len(group) > 1]


def remove(out, version, run=None):
    """Takes a run out of a data set, or all runs of a version. Returns the Dataset, whose `removed`
    has the paths of their directories, which stay."""
    import pyarrow.compute

    place = place_at(out)
    result = Dataset(place.path)
    with place.locked(), place.index() as index:
        listing = mended(place, result, index)
        where = pyarrow.compute.field('version') == version
        if run is not None:
            where &= pyarrow.compute.field('run') == run
        rows = listing.rows(['version', 'run', 'path', 'part'], where).to_pylist()
        if not rows:
            name = version if run is None else f'{version}, {run}'
            raise Error(f"data set '{result.path}' has no run of {name}")
        for part in sorted({row['part'] for row in rows}):
            gone = [row for row in rows if row['part'] == part]
            take_out(place, listing, part, set(map(key, gone)))
            result.removed += [row['path'] for row in gone]
    return result


def repair(out):
    """Reads all files of a data set, and writes the runs of those that are damaged or missing
    again from their run directories. Runs that cannot be read again, or whose directory holds
    another run now, leave the data set: they are in `bad` of the Dataset that is returned, as are
    files without a readable list of their runs, which are removed; gnomon.dataset writes their runs
    again. The runs that were written are in `written`."""
    place = place_at(out)
    result = Dataset(place.path)
    with place.locked():
        place.drop_index()
        with place.index():
            mend(place, result)
    return result


def mend(place, result):
    listing = cleared(place, unreadable={})
    for part in listing.parts:
        wrong = listing.unreadable_file(RUNS, part)
        if wrong:
            listing.unreadable[part] = str(wrong)
    for part, why in listing.unreadable.items():
        listing.parts.pop(part, None)
        drop_part(place, result, listing, part, why)
    for part in listing.leftovers():
        drop_part(place, result, listing, part, 'the list of its runs is missing')
    for part in list(listing.parts):
        if listing.damage(part) or any(
            listing.unreadable_file(table, part) for table in listing.parts[part]
        ):
            rewrite(place, result, listing, part, leave_out=True)


def drop_part(place, result, listing, part, why):
    result.bad[file_of(place.path, RUNS, part)] = why
    place.unlist(listing.mark, part)


def cleared(place, unreadable=None, index=None):
    """What is in a data set, without what interrupted calls left."""
    place.clear(place.read_mark())
    listing = place.listing(unreadable, index)
    for part in sorted(listing.replaced & listing.listed):
        place.unlist(listing.mark, part)
    return listing


def mended(place, result, index):
    """What is in a data set; files that are damaged or missing are written again. Error: they
    cannot be."""
    listing = cleared(place, index=index)
    wrong = [part for part in listing.parts if listing.damage(part)]
    for part in wrong:
        rewrite(place, result, listing, part, leave_out=False)
    listing = place.listing(index=index) if wrong else listing
    listing.check_all(listing.parts)
    return listing


def rewrite(place, result, listing, part, leave_out):
    """Writes all runs of a damaged part again, from their run directories."""
    columns = ['version', 'run', 'path', 'build', 'stamp', 'about']
    runs = listing.rows(columns, parts=[part]).to_pylist()
    while runs is not None:
        runs = rewritten(place, result, listing, part, runs, leave_out)


def rewritten(place, result, listing, old, runs, leave_out):
    """Writes the runs. None: it is done; else a run could not be read, and these are left."""
    import json

    with Part(place, listing.mark) as part:
        part.replaces.append(old)
        for run in runs:
            try:
                about = Run(run['path']).about
                if about != json.loads(run['about']):
                    raise Error('the directory holds another run now')
                part.add({**run, 'about': about})
            except Error as error:
                if not leave_out:
                    raise Error(
                        f'{listing.damage(old)}, and cannot be written again: run '
                        f"'{run['path']}': {error}; gnomon.repair leaves such runs out"
                    ) from None
                result.bad[run['path']] = str(error)
                return [other for other in runs if other is not run]
        part.settle()
    result.written += [run['path'] for run in runs]
    return None
