# SPDX-License-Identifier: Apache-2.0
"""Writes a part of a data set (layout.py), which then comes to its place (places.py)."""

import datetime
import itertools
import json
import os
import secrets
import time

from gnomon import layout
from gnomon.layout import RUNS, file_of, key
from gnomon.library import Error, Tables
from gnomon.listing import cannot_read
from gnomon.run import FOREVER

RUNS_OF_PART, ROWS_OF_PART = 10_000, 4_000_000  # a part that has as many takes no more runs
GROUP = 1 << 16  # rows of a group in a file, about
PAUSE = 0.05  # seconds: a reader lists `runs` with the old files, or with the new one
OWN = ('version', 'run')  # the columns before those of the table; after them comes `part`


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

    def __init__(self, place, mark):
        self.place, self.mark, self.runs, self.replaces = place, mark, [], []
        self.name = free_name(place)
        self.folder, self.tables, self.none = None, {}, False

    def __enter__(self):
        self.folder = self.place.stage(self.name)
        self.tables = {name: self.table(name) for name in self.mark['tables']}
        return self

    def __exit__(self, *_):
        for table in self.tables.values():
            table.close()
        settled = self.none or self.place.is_listed(self.name)
        self.place.drop_unsettled(self.mark, self.name)
        if settled:
            if self.replaces:
                time.sleep(PAUSE)
            for part in self.replaces:
                self.place.unlist(self.mark, part)

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

    def copy(self, listing, part, without=(), stamps=None):
        """The rows of another part, which this one replaces, but for those of some runs. `stamps`:
        the others that runs get."""
        import pyarrow
        import pyarrow.parquet

        kept = [
            run
            for run in listing.rows(layout.runs_schema().names, parts=[part]).to_pylist()
            if key(run) not in without
        ]
        for run in kept if stamps else ():
            run['stamp'] = stamps.get(key(run), run['stamp'])
        self.runs += kept
        self.replaces.append(part)
        names = pyarrow.array(['/'.join(key(run)) for run in kept], pyarrow.string())
        for table in listing.parts[part]:
            path = file_of(listing.lists.root, table, part)
            try:
                with listing.lists.files.open_input_file(path) as file:
                    old = pyarrow.parquet.ParquetFile(file, page_checksum_verification=True)
                    for batch in old.iter_batches(GROUP):
                        self.tables[table].put(chosen(batch, names) if without else batch)
            except (OSError, pyarrow.ArrowException) as error:
                raise cannot_read(self.place.path, table, part, error) from None

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
            self.place.settle(self.name, [file['table'] for file in files] + [RUNS])

    def state_columns(self):
        """States the columns of the tables in the mark, of which some may have no rows."""
        columns = {
            name: {field.name: str(field.type) for field in table.schema}
            for name, table in self.tables.items()
            if table.schema
        }
        if not set(columns) <= set(self.mark['columns']):
            self.mark['columns'] = columns
            self.place.write_mark(self.mark)


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


def take_out(place, listing, part, without, stamps=None):
    """Writes a part again without some of its runs, and with other stamps of some."""
    with Part(place, listing.mark) as new:
        new.copy(listing, part, without, stamps)
        new.settle()


def restamp(place, listing, part, stamps):
    """Gives runs of a part, (version, run), other stamps: their rows are the same."""
    if not place.rewrites:
        take_out(place, listing, part, (), stamps)
        return
    rows = listing.rows(layout.runs_schema().names, parts=[part]).to_pylist()
    for row in rows:
        row['stamp'] = stamps.get(key(row), row['stamp'])
    try:
        write_runs(os.path.join(place.stage(part), RUNS + layout.END), rows)
        place.settle(part, [RUNS])
        listing.lists.forget(part)
    finally:
        place.drop_unsettled(listing.mark, part)


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


def free_name(place):
    """The name of a part that comes after all others."""
    found = [layout.PART.match(name) for name in place.lists()]
    number = max((int(match[1]) for match in found if match), default=0) + 1
    return f'p{number:07}-{secrets.token_hex(4)}'
