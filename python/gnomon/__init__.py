# SPDX-License-Identifier: Apache-2.0
"""Runs of gnomon as Arrow tables, for pyarrow, pandas, Polars and DuckDB.

    run = gnomon.open('build/demo/run')
    table = pyarrow.table(run.intervals(nodes=['core0']))
    gnomon.dataset(['run1', 'run2'], 'set')
    rows = gnomon.queries.percentiles('set')

It needs libgnomon. The environment variable GNOMON_LIBRARY names its file where the module does not
find it.
"""

from gnomon import queries
from gnomon.dataset import dataset
from gnomon.handle import Dataset
from gnomon.library import Error, library_version
from gnomon.run import TABLES, Run, Table, open, rounds
from gnomon.upkeep import compact, remove, repair

__version__ = '0.2.0'
__all__ = [
    'TABLES',
    'Dataset',
    'Error',
    'Run',
    'Table',
    'compact',
    'dataset',
    'library_version',
    'open',
    'queries',
    'remove',
    'repair',
    'rounds',
]
