# SPDX-License-Identifier: Apache-2.0
"""What is in a data set: its parts, whether their files are as they were written, and its runs."""

import contextlib
import functools
import json
import operator
import os

from gnomon import layout
from gnomon.layout import END, NEW, RUNS, file_of
from gnomon.library import Error

TRIES = 100  # until no writer changes the set while it is read
MOST_KEYS = 500  # for more it takes less time to read all lists


def changing(path):
    return Error(f"data set '{path}' is changed by others: open it again")


class Listing:
    """The parts of a data set. `facts`: of each part its name, `files` and `replaces`. `there`: the
    files that are in the folder of a table, {table: {part: bytes}}. `listed`: the parts that have
    a list of their runs."""

    coming = frozenset()  # parts that are being written

    def __init__(self, path, mark, facts, there, listed):
        self.path, self.mark, self.there, self.listed = path, mark, there, set(listed)
        gone = {name for fact in facts for name in fact['replaces'] or ()}
        self.parts = {
            fact['part']: {file['table']: file for file in fact['files']}
            for fact in sorted(facts, key=lambda fact: fact['part'])
            if fact['part'] not in gone
        }
        self.replaced = gone

    def damage(self, part):
        """What is wrong with the files of a part; None: nothing."""
        for table, file in self.parts[part].items():
            path, size = file_of(self.path, table, part), self.there[table].get(part)
            if size is None:
                return f"'{path}' is missing"
            if size != file['bytes']:
                return f"'{path}' is damaged: {size} bytes of {file['bytes']}"
        return None

    def check(self, parts):
        """Error: a file of these parts is damaged."""
        for part in parts:
            wrong = self.damage(part)
            if wrong:
                raise Error(f'{wrong}; gnomon.repair mends the data set')

    def leftovers(self):
        """Parts of which there are files of tables, and no list of runs, though nobody is writing
        them: somebody removed the list."""
        data = {part for parts in self.there.values() for part in parts}
        return sorted(data - self.listed - self.coming)

    def check_all(self, parts):
        """Error: a file of these parts is damaged, or the list of the runs of a part is gone."""
        self.check(parts)
        for part in self.leftovers():
            path = file_of(self.path, RUNS, part)
            raise Error(f"'{path}' is missing; gnomon.repair mends the data set")

    def files(self, table, parts):
        """The files of a table of these parts."""
        return [file_of(self.path, table, part) for part in self.having_file(table, parts)]

    def having_file(self, table, parts):
        """Those of these parts that have rows in a table."""
        return [part for part in parts if table == RUNS or table in self.parts[part]]


class Readable(Listing):
    """The parts of a data set of which Arrow reads the files. `lists`: those of their runs."""

    def rows(self, columns, where=None, parts=None):
        """Columns of the table of the runs: of these parts, of those rows for which the expression
        of Arrow holds."""
        import pyarrow

        parts = self.parts if parts is None else parts
        try:
            return self.lists.read(parts, columns, where)
        except (OSError, pyarrow.ArrowException):
            for part in parts:
                wrong = self.unreadable_file(RUNS, part)
                if wrong:
                    raise wrong from None
            raise

    def unreadable_file(self, table, part):
        """The Error that a file of a part cannot be read to its end; None: it can be."""
        import pyarrow

        try:
            for _ in self.lists.file(table, part).to_batches():
                pass
        except (OSError, pyarrow.ArrowException) as error:
            return cannot_read(self.path, table, part, error)
        return None

    def runs(self, versions=None):
        """Each run of the data set, as Dataset.runs() has them."""
        import pyarrow.compute

        columns = ['version', 'run', 'path', 'about', 'started', 'partial', 'losses', 'part']
        where = None if versions is None else pyarrow.compute.field('version').isin(list(versions))
        found = self.rows(columns, where).to_pylist()
        for run in found:
            run['about'] = json.loads(run['about'])
        return found

    def of_versions(self, versions):
        """The parts that have runs of these versions; None: all."""
        if versions is None:
            return list(self.parts)
        import pyarrow.compute

        where = pyarrow.compute.field('version').isin(list(versions))
        return sorted(set(self.rows(['part'], where).column('part').to_pylist()))


class Folder(Readable):
    """The parts of a data set in a folder. Damaged lists of runs are an Error, unless they are to
    be in `unreadable`, {part: why}. `index`: that of a writer (index.py), who need not read all
    lists."""

    def __init__(self, path, unreadable=None, index=None):
        mark = layout.read_mark(path)
        for _ in range(TRIES):
            names = stamps(os.path.join(path, RUNS))  # first: their files are there
            there = {table: sizes(os.path.join(path, table)) for table in mark['tables']}
            self.lists = Lists(path)
            try:
                facts = (
                    index.facts(self.lists, names)
                    if index
                    else read_facts(self.lists, names, unreadable)
                )
            except FileNotFoundError:
                continue
            if index or names == stamps(os.path.join(path, RUNS)):  # writers have the lock
                break
        else:
            raise changing(path)
        super().__init__(path, mark, facts, there, names)
        self.unreadable, self.index = unreadable or {}, index

    def having(self, keys):
        """The parts that may have runs with these keys of the index."""
        if not self.index or len(keys) > MOST_KEYS:
            return list(self.parts)
        return sorted(self.index.having(keys) & set(self.parts))

    def leftovers(self):
        data = {part for parts in self.there.values() for part in parts}
        left = data - set(self.parts) - self.replaced - set(self.unreadable)
        return sorted(part for part in left if self.is_left(part))

    def is_left(self, part):
        """In this order, as a writer may bring it to its place, or remove it, meanwhile."""
        return (
            not os.path.exists(file_of(self.path, RUNS, part))
            and not os.path.exists(os.path.join(self.path, NEW, part))
            and any(os.path.exists(file_of(self.path, table, part)) for table in self.there)
            and not os.path.exists(file_of(self.path, RUNS, part))
        )


def among(column, values):
    """The condition that a column has one of these values; of few, readers find files by it."""
    import pyarrow.compute

    field = pyarrow.compute.field(column)
    if len(values) > 8:
        return field.isin(list(values))
    return functools.reduce(operator.or_, (field == value for value in values))


def cannot_read(path, table, part, why):
    return Error(f"cannot read '{file_of(path, table, part)}': {str(why).splitlines()[0]}")


def sizes(folder):
    """The parts that have a file in a folder, with their sizes."""
    return {part: size for part, (size, *_) in stamps(folder).items()}


def stamps(folder, known=None):
    """The parts that have a file in a folder, with the size and the times of the files. `known`:
    those of parts that need no look."""
    found, known = {}, known or {}
    with contextlib.suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            name, end = entry.name[: -len(END)], entry.name[-len(END) :]
            if end == END and name in known:
                found[name] = known[name]
            elif end == END and layout.PART.fullmatch(name):
                try:
                    stat = entry.stat()
                except FileNotFoundError:  # it was just replaced
                    continue
                found[name] = stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns
    return found


class Lists:
    """The lists of the runs of parts. What a file begins and ends with is read once. `files`: a
    file system of Arrow, in which the data set is at `root`; None: that of the machine."""

    def __init__(self, path, files=None, root=None):
        import pyarrow.dataset
        import pyarrow.fs

        self.path, self.schema, self.whole = path, layout.runs_schema(), {}
        self.format = pyarrow.dataset.ParquetFileFormat(page_checksum_verification=True)
        self.files = files or pyarrow.fs.LocalFileSystem()
        self.root = root or os.path.abspath(path)

    def forget(self, part):
        """The list of a part was written again."""
        self.whole.pop(part, None)

    def read(self, parts, columns, where=None, first=False):
        """Columns of these parts. `first`: only of their first rows, which say what they are."""
        import pyarrow.dataset

        pieces = [self.piece(part) for part in parts]
        if first:
            pieces = [piece.subset(row_group_ids=[0]) for piece in pieces]
        rows = pyarrow.dataset.FileSystemDataset(pieces, self.schema, self.format, self.files)
        return rows.to_table(columns=columns, filter=where)

    def piece(self, part):
        """The list of a part, for Arrow."""
        if part not in self.whole:
            self.whole[part] = self.file(RUNS, part)
        return self.whole[part]

    def file(self, table, part):
        """A file of a part, for Arrow."""
        return self.format.make_fragment(file_of(self.root, table, part), self.files)


def read_facts(lists, names, unreadable=None):
    """The name, files and replaced parts of each part. FileNotFoundError: a list was removed."""
    import pyarrow

    columns = ['part', 'files', 'replaces']
    names = sorted(set(names) - set(unreadable or ()))
    try:
        facts = lists.read(names, columns, first=True).to_pylist()
        if sorted(fact['part'] for fact in facts) == names:
            return facts
    except FileNotFoundError:
        raise
    except (OSError, pyarrow.ArrowException):
        pass  # the file is looked for one by one
    facts = []
    for name in names:
        try:
            found = lists.read([name], columns, first=True).to_pylist()
            wrong = '' if [fact['part'] for fact in found] == [name] else 'it is of another part'
        except FileNotFoundError:
            raise
        except (OSError, pyarrow.ArrowException) as error:
            found, wrong = [], str(error).splitlines()[0]
        facts += [] if wrong else found
        if wrong and unreadable is None:
            raise cannot_read(lists.path, RUNS, name, wrong)
        if wrong:
            unreadable[name] = wrong
    return facts
