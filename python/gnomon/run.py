# SPDX-License-Identifier: Apache-2.0
"""A run directory and its tables."""

import json
import os

from gnomon.library import Error, Tables, report

TABLES = ('events', 'intervals', 'samples', 'gaps', 'messages')
FOREVER = 2**64 - 1


class Table:
    """A table of a run, or a part of one. It holds no data: each reader that asks for a stream of
    Arrow (pyarrow.table, polars.DataFrame, DuckDB's `from`) makes it read the run from the
    beginning, in batches."""

    def __init__(self, path, name, options):
        self.path, self.name, self._options = path, name, options

    def __repr__(self):
        return f'<gnomon.Table {self.name} of {self.path}>'

    def __arrow_c_stream__(self, requested_schema=None):
        """A PyCapsule of an ArrowArrayStream. The types are always the table's own."""
        with Tables(self.path) as tables:
            tables.choose(*self._options)
            return tables.capsule(self.name)


class Run:
    """A run directory. `about` says what it is; the tables are read when something reads them."""

    def __init__(self, path):
        self.path = os.fspath(path)
        with Tables(self.path) as tables:
            self.about = json.loads(tables.about())

    def __repr__(self):
        return f'<gnomon.Run {self.path}>'

    @property
    def nodes(self):
        """The names of the nodes."""
        return self.about['nodes']

    @property
    def points(self):
        """The names of the points."""
        return self.about['points']

    @property
    def clock_hz(self):
        """Cycles a second."""
        return self.about['clock_hz']

    def table(self, name, nodes=None, columns=None, since=0, until=FOREVER, batch_rows=None):
        """A table by its name. `nodes`, `columns`: lists of names, None for all. `since`, `until`:
        the first and the last cycle. `batch_rows`: of a batch, None: the library chooses."""
        if since > until:
            raise ValueError(f'since {since!r} is after until {until!r}')
        options = (_names(nodes), _names(columns), _cycle(since), _cycle(until), _rows(batch_rows))
        table = Table(self.path, name, options)
        with Tables(self.path) as tables:  # a wrong name fails here and not in the reader
            tables.choose(*options)
            tables.capsule(name)
        return table

    def events(self, **part):
        """What fired, and where nothing is known, in order of time. `part`: as table()."""
        return self.table('events', **part)

    def intervals(self, **part):
        """Each interval, in order of the ends."""
        return self.table('intervals', **part)

    def samples(self, **part):
        """The counts of ratio counters, and what they measure, at each sample."""
        return self.table('samples', **part)

    def gaps(self, **part):
        """Each stretch of a node's time of which nothing is known."""
        return self.table('gaps', **part)

    def messages(self, **part):
        """Each message between processes, and sends and receives without the other end."""
        return self.table('messages', **part)

    def report(self, rows=0):
        """The report, as `gnomon report --json` has it; `rows`: of each list, 0 for all."""
        return json.loads(report(self.path, rows))

    def report_text(self):
        """The report as text, as `gnomon report` prints it."""
        return report(self.path, 0, text=True)


def _names(names):
    """A list of names for the library, which has commas between them."""
    if names is None:
        return None
    names = [names] if isinstance(names, str) else list(names)
    for name in names:
        if not isinstance(name, str) or not name or ',' in name or '\0' in name:
            raise ValueError(f'not a name: {name!r}')
    if not names:
        raise ValueError('a list without names')
    return names


def _cycle(cycle):
    if not 0 <= cycle <= FOREVER:
        raise ValueError(f'not a cycle: {cycle!r}')
    return cycle


def _rows(rows):
    if rows is None:
        return 0
    if not 0 < rows <= FOREVER:
        raise ValueError(f'not a number of rows: {rows!r}')
    return rows


def open(path):
    """Opens a run directory."""
    return Run(path)


def rounds(path):
    """The run directories of a folder: those of its rounds, or the folder itself. Error: it is
    neither."""
    found, number = [], 0
    while os.path.exists(os.path.join(path, f'round{number}', 'run.json')):
        found.append(os.path.join(path, f'round{number}'))
        number += 1
    if not found and not os.path.exists(os.path.join(path, 'run.json')):
        raise Error(f"'{os.fspath(path)}' is not a run directory and has no rounds")
    return found or [os.fspath(path)]
