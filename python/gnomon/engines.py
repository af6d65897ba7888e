# SPDX-License-Identifier: Apache-2.0
"""A data set (dataset.py) in an engine that runs SQL: DuckDB on one machine, Spark on many.

Both take the same text, and read only what the data set's mark says is whole. Tables are views by
their names; `:name` stands for an argument.
"""

import os
import re

from gnomon.layout import MARK, part, parsed, read_mark, whole_runs
from gnomon.library import Error

# A path ends in version=vVERSION/run=rRUN/FILE: what follows the letter of such a part.
AFTER_LETTER = "substr({0}, length('{1}=') + 2)"


def no_runs(path, versions):
    which = f' of version {" or ".join(versions)}' if versions else ''
    return Error(f"data set '{path}' has no runs{which}")


class DuckDB:
    """A data set in DuckDB, in a connection of its own. `versions`: those that are read, None: all
    of them."""

    def __init__(self, path, versions=None):
        import duckdb

        self.connection, self.failure = duckdb.connect(), duckdb.Error
        self.wrong = duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException
        mark = read_mark(path)
        runs = whole_runs(path, mark, versions)
        if not runs:
            raise no_runs(path, versions)
        self.files = [part(path, table, run) for table in mark['tables'] for run in runs]
        # The names are those at the end of the path: a folder above may be named version=7.
        names = ', '.join(
            AFTER_LETTER.format(f"split(filename, '/')[-{place}]", name) + f' as {name}'
            for place, name in ((3, 'version'), (2, 'run'))
        )
        for table in mark['tables']:
            files = ', '.join(quoted(part(path, table, run)) for run in runs)
            self.connection.execute(
                f'create view {table} as select * exclude (filename), {names} from '
                f'read_parquet([{files}], filename = true, hive_partitioning = false)'
            )

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
        for file in self.files:
            try:
                self.connection.execute(
                    f'select sum(hash(columns(*))) from read_parquet([{quoted(file)}])'
                ).fetchall()
            except self.failure as error:
                raise Error(f"cannot read '{file}': {str(error).splitlines()[0]}") from None

    def close(self):
        self.connection.close()


def quoted(text):
    """A text in DuckDB's SQL, which has no other escape."""
    return "'" + text.replace("'", "''") + "'"


class Spark:
    """A data set in a session of Spark, which is the caller's. The path is as Spark has it: a
    folder that all its machines see, or an address such as s3a://. The views are the session's."""

    GLOB = '__globPaths__'  # without it a path with [ or \\ is a pattern

    def __init__(self, path, session):
        self.session = session
        path = os.fspath(path)
        if os.path.isdir(path):
            mark = read_mark(path)
            runs = whole_runs(path, mark)
        else:
            mark = self.remote_mark(path)
            runs = [run for run in mark['runs'] if run['whole']]
        if not runs:
            raise no_runs(path, None)
        for table in mark['tables']:
            files = self.session.read.option(self.GLOB, 'false').option(
                'basePath', f'{path}/{table}'
            )
            view = files.parquet(*(part(path, table, run) for run in runs))
            others = [name for name in view.columns if name not in ('version', 'run')]
            view.selectExpr(
                *(f'`{name}`' for name in others), 'substr(version, 2) as version',
                'substr(run, 2) as run',
            ).createOrReplaceTempView(table)  # fmt: skip

    def remote_mark(self, path):
        """What the mark says, which Spark reads."""
        text = self.session.read.option(self.GLOB, 'false').text(f'{path}/{MARK}', wholetext=True)
        return parsed(text.first()[0], path)

    def rows(self, text, **arguments):
        """The rows that SQL returns, each as a dict."""
        return [row.asDict() for row in self.session.sql(text, args=arguments).collect()]

    def close(self):
        """The session is the caller's, and so is its end."""
