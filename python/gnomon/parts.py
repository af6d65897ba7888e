# SPDX-License-Identifier: Apache-2.0
"""Writes a part of a data set (layout.py): the files of its tables come to their places first, and
then the list of its runs, with which the part is in the set."""

import contextlib
import datetime
import fcntl
import itertools
import json
import os
import secrets
import time

from gnomon import layout
from gnomon.layout import NEW, RUNS, drop, drop_folder, file_of, key
from gnomon.library import Error, Tables
from gnomon.run import FOREVER

RUNS_OF_PART, ROWS_OF_PART = 10_000, 4_000_000  # a part that has as many takes no more runs
GROUP = 1 << 16  # rows of a group in a file, about
PAUSE = 0.05  # seconds: a reader lists `runs` with the old files, or with the new one
OWN = ('version', 'run')  # the columns before those of the table; after them comes `part`


@contextlib.contextmanager
def locked(out):
    """Keeps other processes from writing the data set."""
    try:
        folder = os.open(out, os.O_RDONLY)
    except OSError as error:
        raise Error(f"cannot open data set '{out}': {error.strerror}") from None
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise Error(f"data set '{out}' is being written by another process") from None
    finally:
        os.close(folder)


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


def batches(reader):
    """The batches of a run, of which a damaged one is an Error."""
    import pyarrow

    with reader:
        while True:
            try:
                batch = reader.read_next_batch()
            except StopIteration:
                return
            except (pyarrow.ArrowException, OSError) as error:
                raise Error(str(error)) from None
            yield batch


class TableFile:
    """The file of a table of a part; it is made with its first row. Rows of many runs make a group
    together."""

    def __init__(self, path, part):
        self.path, self.part = path, part
        self.pending, self.count, self.rows = [], 0, 0
        self.schema = self.file = self.writer = None

    def put(self, batch, run=None):
        """Rows of a run as the library has them, or, without a run, as they are in a file."""
        if run is not None:
            self.schema = self.schema or stored(batch.schema)
        if batch.num_rows:
            self.pending.append((run, batch))
            self.count += batch.num_rows
            self.rows += batch.num_rows
            if self.count >= GROUP:
                self.flush()

    def flush(self):
        """Writes what was put."""
        import pyarrow

        if not self.pending:
            return
        made = itertools.groupby(self.pending, lambda rows: rows[0] is None)
        pieces = [self.whole(list(rows), in_file) for in_file, rows in made]
        table = pyarrow.concat_tables(pieces).combine_chunks()
        if not self.writer:
            self.open(table.schema)
        self.writer.write_table(table)
        self.pending, self.count = [], 0

    def whole(self, rows, in_file):
        """Batches as a table with the columns of the file."""
        import pyarrow

        table = pyarrow.Table.from_batches([batch for _, batch in rows])
        if in_file:
            column = pyarrow.repeat(self.part, table.num_rows)
            return table.set_column(table.num_columns - 1, 'part', column)
        try:
            table = table.cast(self.schema)
        except pyarrow.ArrowException as error:
            raise Error(str(error)) from None
        for place, name in enumerate(OWN):
            values = [pyarrow.repeat(run[name], batch.num_rows) for run, batch in rows]
            table = table.add_column(place, name, pyarrow.chunked_array(values))
        return table.append_column('part', pyarrow.repeat(self.part, table.num_rows))

    def open(self, schema):
        import pyarrow.parquet

        # pylint: disable-next=consider-using-with # end() and close() close it
        self.file = open(self.path, 'wb')  # opened here: pyarrow takes some names for addresses
        self.writer = pyarrow.parquet.ParquetWriter(
            self.file, schema, compression='zstd', write_page_checksum=True
        )

    def end(self):
        """Completes the file. What the list of the runs says of it; None: it has no rows."""
        self.flush()
        if not self.writer:
            return None
        self.writer.close()
        self.file.close()
        return {'rows': self.rows, 'bytes': os.path.getsize(self.path)}

    def close(self):
        """Ends it as it is."""
        if self.writer:
            self.writer.close()
            self.file.close()


class Part:
    """A part that is being written, for `with`: without settle() nothing of it stays."""

    def __init__(self, out, mark):
        self.out, self.mark, self.runs, self.replaces = out, mark, [], []
        self.name = free_name(out)
        self.folder = os.path.join(out, NEW, self.name)
        self.tables, self.none = {}, False

    def __enter__(self):
        os.makedirs(self.folder)
        self.tables = {name: self.table(name) for name in self.mark['tables']}
        return self

    def __exit__(self, *_):
        for table in self.tables.values():
            table.close()
        settled = self.none or os.path.exists(file_of(self.out, RUNS, self.name))
        drop_unsettled(self.out, self.mark, self.name)
        if settled:
            if self.replaces:
                time.sleep(PAUSE)
            for part in self.replaces:
                remove(self.out, self.mark, part)

    def table(self, name):
        return TableFile(os.path.join(self.folder, name + layout.END), self.name)

    def full(self):
        rows = sum(table.rows for table in self.tables.values())
        return len(self.runs) >= RUNS_OF_PART or rows >= ROWS_OF_PART

    def add(self, run):
        """The rows of a run directory. After an Error some of them may be in the part."""
        losses, lost = 0, 0
        with Tables(run['path']) as tables:
            for name, table in self.tables.items():
                for batch in stream(tables, name):
                    table.put(batch, run)
            tables.choose(None, ['lost'], 0, FOREVER, 0)
            for batch in stream(tables, 'gaps'):
                losses += batch.num_rows
                lost += sum(value or 0 for value in batch.column(0).to_pylist())
        self.runs.append({**described(run), 'losses': losses, 'lost': lost})

    def copy(self, listing, part, without=()):
        """The rows of another part, which this one replaces, but for those of some runs."""
        import pyarrow
        import pyarrow.parquet

        kept = [
            run
            for run in listing.rows(layout.runs_schema().names, parts=[part]).to_pylist()
            if key(run) not in without
        ]
        self.runs += kept
        self.replaces.append(part)
        names = pyarrow.array(['/'.join(key(run)) for run in kept], pyarrow.string())
        for table in listing.parts[part]:
            path = file_of(self.out, table, part)
            try:
                with open(path, 'rb') as file:
                    old = pyarrow.parquet.ParquetFile(file, page_checksum_verification=True)
                    for batch in old.iter_batches(GROUP):
                        self.tables[table].put(chosen(batch, names) if without else batch)
            except (OSError, pyarrow.ArrowException) as error:
                raise Error(f"cannot read '{path}': {error}") from None

    def settle(self):
        """Brings the part to its place; those that it replaces no longer count."""
        self.none = not self.runs
        if self.runs:
            files = [(name, table.end()) for name, table in self.tables.items()]
            files = [{'table': name, **file} for name, file in files if file]
            own = {'part': self.name, 'files': None, 'replaces': None}
            rows = [{**run, **own} for run in self.runs]
            rows[0].update(files=files, replaces=self.replaces)
            write_runs(os.path.join(self.folder, RUNS + layout.END), rows)
            self.state_columns()
            for name in [file['table'] for file in files] + [RUNS]:
                place = file_of(self.out, name, self.name)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                os.replace(os.path.join(self.folder, name + layout.END), place)

    def state_columns(self):
        """States the columns of the tables in the mark, of which some may have no rows."""
        columns = {
            name: {field.name: str(field.type) for field in table.schema}
            for name, table in self.tables.items()
            if table.schema
        }
        if not set(columns) <= set(self.mark['columns']):
            self.mark['columns'] = columns
            layout.write_mark(self.out, self.mark)


def write_runs(path, rows):
    """Writes the list of the runs of a part."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.Table.from_pylist(rows, schema=layout.runs_schema())
    with open(path, 'wb') as file:
        with pyarrow.parquet.ParquetWriter(
            file, table.schema, compression='zstd', write_page_checksum=True
        ) as writer:
            for piece in table.slice(0, 1), table.slice(1):  # the first has what the part is
                if piece.num_rows:
                    writer.write_table(piece)


def restamp(listing, part, stamps):
    """Gives runs of a part, (version, run), other stamps: their rows are the same."""
    rows = listing.rows(layout.runs_schema().names, parts=[part]).to_pylist()
    for row in rows:
        row['stamp'] = stamps.get(key(row), row['stamp'])
    staged = os.path.join(listing.path, NEW, part, RUNS + layout.END)
    try:
        os.makedirs(os.path.dirname(staged), exist_ok=True)
        write_runs(staged, rows)
        os.replace(staged, file_of(listing.path, RUNS, part))
        listing.lists.forget(part)
    finally:
        drop_unsettled(listing.path, listing.mark, part)


def stream(tables, name):
    """The batches of a table; without rows one that has none."""
    import pyarrow

    reader = pyarrow.RecordBatchReader.from_stream(OneTable(tables, name))
    empty = pyarrow.RecordBatch.from_pylist([], schema=reader.schema)
    return itertools.chain([empty], batches(reader))


def chosen(batch, names):
    """The rows of these runs."""
    import pyarrow.compute

    have = pyarrow.compute.binary_join_element_wise(batch['version'], batch['run'], '/')
    return batch.filter(pyarrow.compute.is_in(have, value_set=names))


def described(run):
    """What the table of the runs says of a run."""
    about = run['about']
    return {
        **{name: run[name] for name in ('version', 'run', 'path', 'build', 'stamp')},
        'started': moment(about.get('started')),
        **{name: about.get(name) for name in ('clock_hz', 'seconds', 'monitor', 'experiment')},
        'partial': about['partial'],
        'left_out': about['left_out'],
        'about': json.dumps(about),
    }


def moment(text):
    """A time of run.json, without its zone, which is UTC; None: it has none."""
    try:
        return datetime.datetime.fromisoformat(text.removesuffix('Z'))
    except (AttributeError, ValueError):
        return None


def free_name(out):
    """The name of a part that comes after all others."""
    names = os.listdir(os.path.join(out, RUNS)) if os.path.isdir(os.path.join(out, RUNS)) else []
    found = [layout.PART.match(name) for name in names]
    number = max((int(match[1]) for match in found if match), default=0) + 1
    return f'p{number:07}-{secrets.token_hex(4)}'


def remove(out, mark, part):
    """Removes the files of a part, as of one that was never brought to its place."""
    try:
        os.makedirs(os.path.join(out, NEW, part), exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            os.replace(file_of(out, RUNS, part), os.path.join(out, NEW, part, RUNS + layout.END))
    finally:
        drop_unsettled(out, mark, part)


def drop_unsettled(out, mark, part):
    """Removes what is left of a part that was being written; one that is in its place stays."""
    if not os.path.exists(file_of(out, RUNS, part)):
        for table in [*mark['tables'], RUNS]:
            drop(file_of(out, table, part))
            drop_folder(os.path.join(out, table))
    folder = os.path.join(out, NEW, part)
    for table in [*mark['tables'], RUNS]:
        drop(os.path.join(folder, table + layout.END))
    drop_folder(folder)
    drop_folder(os.path.join(out, NEW))


def clear(out, mark):
    """Removes what interrupted calls left of parts without a list."""
    folder = os.path.join(out, NEW)
    for part in os.listdir(folder) if os.path.isdir(folder) else []:
        if layout.PART.fullmatch(part):
            drop_unsettled(out, mark, part)
    drop_folder(folder)
