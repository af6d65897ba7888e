# SPDX-License-Identifier: Apache-2.0
"""A data set in programs that know nothing of gnomon, as docs/answers/python.md reads it: by the
texts of this page, in which the data set is 'set' and the table is intervals."""

import collections
import os
import re

from workplace import ROOT


SPARK = 'pyspark.sql'
NEEDED = {
    'duckdb': lambda whole: whole.arrow(),
    'polars': lambda whole: whole.lazy().collect().to_arrow(),
    'pyarrow.dataset': lambda whole: whole if isinstance(whole, list) else whole.to_table(),
    SPARK: lambda whole: whole.toArrow(),
}


def pieces():
    """The texts of the page, by the reader that each is for."""
    with open(f'{ROOT}/docs/answers/python.md', encoding='utf-8') as page:
        text = page.read()
    found = re.findall(r'```python\n(.*?)```', text, re.S)
    named = {
        name: piece
        for piece in found
        for name in NEEDED
        if re.search(f'(import|from) {re.escape(name)}\\b', piece)
    }
    assert set(named) == set(NEEDED), list(named)
    return named


def tables(place, path, table, readers):
    """What these readers have of a table of whole runs, as Arrow tables."""
    import pyarrow

    link, found = place.new(), {}
    os.symlink(path, link)
    for name in readers:
        if name == SPARK:
            assert place.spark  # the session that the text gets
        text = pieces()[name].replace("'set/", f"'{link}/")
        text = text if table == 'runs' else text.replace('intervals', table)
        names = {}
        exec(text, names)  # noqa: S102
        have = NEEDED[name](names['runs' if table == 'runs' else 'whole'])
        if isinstance(have, list):
            have = pyarrow.Table.from_pylist(have)
        found[name] = have if isinstance(have, pyarrow.Table) else have.read_all()
    return found


def rows(place, path, table, columns, readers=NEEDED):
    """These columns of a table, as each reader has them."""
    return {
        name: [tuple(row.values()) for row in have.select(columns).to_pylist()]
        for name, have in tables(place, path, table, readers).items()
    }


def counts(place, path, table, readers):
    """How many rows each run has, as these readers have them."""
    return {
        name: dict(collections.Counter(run for (run,) in have))
        for name, have in rows(place, path, table, ['run'], readers).items()
    }
