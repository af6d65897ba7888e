# SPDX-License-Identifier: Apache-2.0
"""A data set (dataset.py) in an engine that runs SQL: DuckDB on one machine, Spark on many.

Both take the same text. Tables are views by their names; `:name` stands for an argument.
"""

import glob
import os
import re

from gnomon.dataset import PART, read_mark
from gnomon.library import Error
from gnomon.run import TABLES


class DuckDB:
    """A data set in DuckDB, in a connection of its own."""

    def __init__(self, path):
        import duckdb

        self.connection = duckdb.connect()
        for table in read_mark(path)['tables']:
            files = os.path.join(glob.escape(os.path.join(path, table)), '*', '*', PART)
            if not glob.glob(files):
                raise Error(f"data set '{path}' has no runs")
            text = files.replace("'", "''")  # there is no other escape in a text of DuckDB
            self.connection.execute(
                f"create view {table} as select * from read_parquet('{text}', "
                'hive_partitioning = true, hive_types_autocast = false)'
            )

    def rows(self, text, **arguments):
        """The rows that SQL returns, each as a dict."""
        text = re.sub(r':(\w+)', r'$\1', text)
        done = self.connection.execute(text, arguments)
        names = [column[0] for column in done.description]
        return [dict(zip(names, row, strict=True)) for row in done.fetchall()]

    def close(self):
        self.connection.close()


class Spark:
    """A data set in a session of Spark, which is the caller's. The path is as Spark has it: a
    folder that all its machines see, or an address such as s3a://. The views are the session's."""

    GUESS = 'spark.sql.sources.partitionColumnTypeInference.enabled'

    def __init__(self, path, session):
        self.session = session
        path = os.fspath(path)
        tables = read_mark(path)['tables'] if os.path.isdir(path) else TABLES
        before = session.conf.get(self.GUESS)
        session.conf.set(self.GUESS, 'false')  # version 1.10 is not the number 1.1
        try:
            for table in tables:
                session.read.parquet(f'{path}/{table}').createOrReplaceTempView(table)
        finally:
            session.conf.set(self.GUESS, before)

    def rows(self, text, **arguments):
        """The rows that SQL returns, each as a dict."""
        return [row.asDict() for row in self.session.sql(text, args=arguments).collect()]

    def close(self):
        """The session is the caller's, and so is its end."""
