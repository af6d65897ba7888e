# SPDX-License-Identifier: Apache-2.0
"""A data set (dataset.py) in an engine that runs SQL: DuckDB on one machine, Spark on many.

Both take the same text, and read only the files of whole parts. Tables are views by their names;
`:name` stands for an argument.
"""

import hashlib
import os
import re

from gnomon.handle import opened
from gnomon.layout import END, MARK, NEW, PART, RUNS, parsed, runs_schema
from gnomon.library import Error
from gnomon.listing import TRIES, Folder, Listing, changing
from gnomon.store import Store

HIDDEN = {RUNS: ('stamp', 'part', 'files', 'replaces')}  # columns that the views leave out
HIDDEN_OF_TABLE = ('part',)
SQL = {
    'int64': 'bigint', 'uint64': 'decimal(20, 0)', 'double': 'double', 'bool': 'boolean',
    'string': 'string',
}  # fmt: skip


def no_runs(path, versions):
    which = f' of version {" or ".join(versions)}' if versions else ''
    return Error(f"data set '{path}' has no runs{which}")


def empty(columns):
    """A query for no rows of a table that has these columns, by their types."""
    columns = {'version': 'string', 'run': 'string', **columns}
    named = ', '.join(f'cast(null as {SQL[kind]}) as `{name}`' for name, kind in columns.items())
    return f'select {named} where 1 = 0'


def spark_schema(mark, table):
    """The columns of the files of a table, in Spark's words: then it reads no file to know them."""
    if table == RUNS:
        return ', '.join(f'{field.name} {of_spark(field.type)}' for field in runs_schema())
    columns = {'version': 'string', 'run': 'string', **mark['columns'][table], 'part': 'string'}
    return ', '.join(f'`{name}` {SQL[kind]}' for name, kind in columns.items())


def of_spark(kind):
    """A type of a column of the table of the runs."""
    import pyarrow.types

    if pyarrow.types.is_list(kind):
        return f'array<{of_spark(kind.value_type)}>'
    if pyarrow.types.is_struct(kind):
        return f'struct<{", ".join(f"{field.name}: {of_spark(field.type)}" for field in kind)}>'
    return 'timestamp_ntz' if pyarrow.types.is_timestamp(kind) else SQL[str(kind)]


def view_name(table, versions):
    """The view of a table of these versions; None: of all."""
    if versions is None:
        return table
    digest = hashlib.sha256(repr(sorted(versions)).encode()).hexdigest()[:16]
    return f'{table}_{digest}'


def of_versions(versions):
    """The condition that a row is of these versions."""
    if versions is None:
        return ''
    return f' where version in ({", ".join(map(quoted, sorted(versions)))})'


def quoted(text):
    """A text in SQL: DuckDB has no other escape, and a version nothing that has to be escaped."""
    return "'" + text.replace("'", "''") + "'"


def of_one(file):
    """The name of a file for DuckDB, to which * ? and [ are patterns: of its copies, too."""
    return quoted(re.sub(r'[*?[]', r'[\g<0>]', os.path.abspath(file)))


class DuckDB:
    """A data set in DuckDB, in a connection of its own. The path is a folder, or an address
    file://, s3:// or s3a:// (store.py). `versions`: those that are read, None: all of them."""

    def __init__(self, path, versions=None):
        import duckdb

        self.connection, self.failure = duckdb.connect(), duckdb.Error
        self.wrong = duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException
        self.listing = opened(path)
        self.parts = self.listing.of_versions(versions)
        self.listing.check_all(self.parts)
        if not self.parts:
            raise no_runs(path, versions)
        try:
            for table in [*self.listing.mark['tables'], RUNS]:
                self.make(table, table, self.parts, versions)
        except self.failure:
            self.name_damage()
            raise

    def make(self, name, table, parts, versions):
        """Makes the view of a table that has these parts."""
        files = self.listing.files(table, parts)
        hidden = ', '.join(HIDDEN.get(table, HIDDEN_OF_TABLE))
        if files:
            source = self.source(name, table, parts)
            text = f'select * exclude ({hidden}) from {source}{of_versions(versions)}'
        else:
            text = empty(self.listing.mark['columns'][table]).replace('`', '"')
        self.connection.execute(f'create or replace temp view {name} as {text}')

    def source(self, name, table, parts):
        """What has the rows of a table of these parts, for the view of this name."""
        if isinstance(self.listing, Store):
            self.connection.register(f'{name}_of_store', self.listing.rows_of(table, parts))
            return f'{name}_of_store'
        files = ', '.join(map(of_one, self.listing.files(table, parts)))
        return f'read_parquet([{files}], hive_partitioning = false)'

    def table(self, name, versions=None):
        """The view of a table that reads only the files that have runs of these versions."""
        view = view_name(name, versions)
        if versions is not None:
            some = [part for part in self.listing.of_versions(versions) if part in self.parts]
            self.make(view, name, some, versions)
        return view

    def rows(self, text, **arguments):
        """The rows that SQL returns, each as a dict."""
        text = re.sub(r':(\w+)', r'$\1', text)
        try:
            done = self.connection.execute(text, arguments)
            names = [column[0] for column in done.description]
            return [dict(zip(names, row, strict=True)) for row in done.fetchall()]
        except self.failure as error:
            if not isinstance(error, self.wrong):
                self.name_damage()
            raise

    def name_damage(self):
        """Error with the name of the first file that cannot be read; none: all can be."""
        for table in [*self.listing.mark['tables'], RUNS]:
            for part in self.listing.having_file(table, self.parts):
                wrong = self.listing.unreadable_file(table, part)
                if wrong:
                    raise wrong from None

    def close(self):
        self.connection.close()


class Spark:
    """A data set in a session of Spark, which is the caller's. The path is as Spark has it: a
    folder that all its machines see, or an address such as s3a:// or file://. The views are the
    session's."""

    GLOB = '__globPaths__'  # without it a path with [ or \\ is a pattern

    def __init__(self, path, session):
        self.session = session
        path = os.fspath(path)
        self.listing = Folder(path) if os.path.isdir(path) else Remote(path, self.reader)
        parts = list(self.listing.parts)
        self.listing.check_all(parts)
        if not parts:
            raise no_runs(path, None)
        for table in [*self.listing.mark['tables'], RUNS]:
            self.make(table, table, parts, None)

    def reader(self):
        return self.session.read.option(self.GLOB, 'false')

    def read(self, table, files):
        """The rows of these files. Spark lists a folder at once; of several paths with [ or * it
        reads each several times."""
        path, schema = self.listing.path, spark_schema(self.listing.mark, table)
        names = ','.join(os.path.basename(file) for file in files)
        reader = self.reader().option('pathGlobFilter', f'{{{names}}}')
        rows = reader.schema(schema).parquet(f'{path}/{table}')
        if len(rows.inputFiles()) != len(files):
            raise changing(path)
        return rows

    def make(self, name, table, parts, versions):
        """Makes the view of a table that has these parts."""
        files = self.listing.files(table, parts)
        if files:
            view = self.read(table, files).drop(*HIDDEN.get(table, HIDDEN_OF_TABLE))
        else:
            view = self.session.sql(empty(self.listing.mark['columns'][table]))
        if versions is not None:
            view = view.where(view['version'].isin(sorted(versions)))
        view.createOrReplaceTempView(name)

    def table(self, name, versions=None):
        """The view of a table that reads only the files that have runs of these versions."""
        view = view_name(name, versions)
        if versions is not None:
            self.make(view, name, self.listing.of_versions(versions), versions)
        return view

    def rows(self, text, **arguments):
        """The rows that SQL returns, each as a dict."""
        return [row.asDict() for row in self.session.sql(text, args=arguments).collect()]

    def close(self):
        """The session is the caller's, and so is its end."""


class Remote(Listing):
    """The parts of a data set at an address. `reader` gives a reader of Spark, which has it."""

    def __init__(self, path, reader):
        mark = parsed(self.text_of(reader, f'{path}/{MARK}'), path)
        for _ in range(TRIES):
            there, self.coming = self.found(reader, path), self.unsettled(reader, path)
            runs = reader().schema(spark_schema(mark, RUNS))
            self.runs = runs.parquet(f'{path}/{RUNS}') if there.get(RUNS) else None
            rows = self.runs.where('files is not null').collect() if self.runs else []
            if there == self.found(reader, path):
                break
        else:
            raise changing(path)
        facts = [row.asDict(recursive=True) for row in rows]
        tables = {name: there.get(name, {}) for name in mark['tables']}
        super().__init__(path, mark, facts, tables, there.get(RUNS, {}))

    @staticmethod
    def text_of(reader, file):
        from pyspark.errors import PySparkException

        try:
            return reader().text(file, wholetext=True).first()[0]
        except PySparkException as error:
            raise Error(f"cannot read '{file}': {str(error).splitlines()[0]}") from None

    @staticmethod
    def found(reader, path):
        """The files of all tables, {table: {part: bytes}}: their content is not read."""
        files = reader().format('binaryFile').option('recursiveFileLookup', 'true').load(path)
        found = {}
        for row in files.select('path', 'length').collect():
            *_, table, name = row['path'].split('/')
            if name.endswith(END) and PART.fullmatch(name[: -len(END)]):
                found.setdefault(table, {})[name[: -len(END)]] = row['length']
        return found

    @staticmethod
    def unsettled(reader, path):
        """Parts that are not at their place as a whole."""
        from pyspark.errors import AnalysisException

        files = reader().format('binaryFile').option('recursiveFileLookup', 'true')
        try:
            return {
                row['path'].split('/')[-2]
                for row in files.load(f'{path}/{NEW}').select('path').collect()
            }
        except AnalysisException:  # there is no such folder
            return set()

    def of_versions(self, versions):
        """The parts that have runs of these versions."""
        rows = self.runs.where(self.runs['version'].isin(list(versions))).select('part').distinct()
        return sorted(row['part'] for row in rows.collect() if row['part'] in self.parts)
