# SPDX-License-Identifier: Apache-2.0
"""Where a data set (dataset.py) has what:

SET/gnomon-dataset.json          the form of the set, and which tables it has
SET/runs/PART.parquet            a row for each run of a part: the part is in the set if this is
SET/intervals/PART.parquet       the rows that these runs have in a table; none: no file
SET/_new/PART/TABLE.parquet      a part that is being written
SET/_index.sqlite                which parts may have a run, for writers (index.py)

A part has up to 10,000 runs, and its files never change. The runs of a part that replaces others
name them in `replaces`: from then on those count no more, and their files are removed.
"""

import contextlib
import hashlib
import json
import os
import re
import urllib.parse
import urllib.request

from gnomon.library import Error
from gnomon.run import TABLES

MARK = 'gnomon-dataset.json'
FORMAT = 4
RUNS = 'runs'  # the table of the runs
NEW = '_new'  # readers of Parquet leave out names that begin so
INDEX = '_index.sqlite'
END = '.parquet'
LONGEST = 200  # of a name
NAME = re.compile(r'[A-Za-z0-9+_-][A-Za-z0-9+._-]*')
PART = re.compile(r'p(\d+)-[0-9a-f]+')
STORE = re.compile('s3a?://')
TYPES = ('int64', 'uint64', 'double', 'bool', 'string')  # of the columns of a table


def in_store(path):
    """Whether a path is an address of a store of objects that Arrow reads."""
    return bool(STORE.match(os.fspath(path)))


def place_of(path):
    """Where a data set is that is to be read: a folder, or an address of a store."""
    return os.fspath(path).rstrip('/') if in_store(path) else folder_of(path)


def folder_of(path):
    """The folder that a path, or an address file://, names."""
    path = os.fspath(path)
    if path.startswith('file://'):
        return urllib.request.url2pathname(urllib.parse.urlsplit(path).path)
    if re.match(r'[A-Za-z][A-Za-z0-9+.-]+://', path):
        raise Error(f"'{path}' is no folder: only gnomon.queries.Spark reads such an address")
    return path


def key(run):
    return run['version'], run['run']


def file_of(out, table, part):
    """The file of a table of a part."""
    return f'{os.fspath(out)}/{table}/{part}{END}'


def is_name(text):
    return bool(NAME.fullmatch(text)) and len(text) <= LONGEST


def short(path, parts):
    """The last parts of a path, as a name."""
    name = '.'.join(path.split(os.sep)[-parts:])
    name = re.sub(r'[^A-Za-z0-9+._-]', '_', name).lstrip('.') or '_'
    if len(name) > LONGEST:
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        name = f'{name[: LONGEST - 17]}-{digest}'
    return name


def runs_schema():
    """The columns of the table of the runs. `files` and `replaces` are of the part, and in its
    first row."""
    import pyarrow

    text, number = pyarrow.string(), pyarrow.int64()
    size = pyarrow.struct([('table', text), ('rows', number), ('bytes', number)])
    return pyarrow.schema(
        [
            ('version', text),
            ('run', text),
            ('started', pyarrow.timestamp('us')),  # UTC
            ('clock_hz', number),
            ('seconds', pyarrow.float64()),
            ('partial', pyarrow.list_(text)),
            ('losses', number),
            ('lost', number),
            ('left_out', number),
            ('monitor', text),
            ('experiment', text),
            ('build', text),
            ('path', text),
            ('about', text),
            ('stamp', text),
            ('part', text),
            ('files', pyarrow.list_(size)),
            ('replaces', pyarrow.list_(text)),
        ]
    )


def table_schema(mark, table):
    """The columns of the files of a table."""
    import pyarrow

    columns = {'version': 'string', 'run': 'string', **mark['columns'][table], 'part': 'string'}
    return pyarrow.schema([(name, pyarrow.type_for_alias(kind)) for name, kind in columns.items()])


def read_mark(out):
    path = os.path.join(out, MARK)
    try:
        with open(path, encoding='utf-8') as file:
            return parsed(file.read(), out)
    except OSError as error:
        raise Error(f"cannot read '{path}': {error.strerror}") from None
    except UnicodeDecodeError:
        raise Error(f"'{path}' is not what gnomon wrote") from None


def parsed(text, out):
    """What the text of a mark says."""
    try:
        mark = json.loads(text)
        found = mark['gnomon_dataset']
        if found != FORMAT:
            raise Error(
                f"data set '{out}' is of format {found}, not {FORMAT}: write it again from its "
                f'run directories, whose paths are in {MARK}, into a new folder'
            )
        if not set(mark['tables']) <= set(TABLES) or not set(mark['columns']) <= set(TABLES):
            raise KeyError('tables')
        for columns in mark['columns'].values():
            if not set(columns.values()) <= set(TYPES):
                raise KeyError('columns')
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Error(f"'{os.path.join(out, MARK)}' is not what gnomon wrote") from None
    return mark


def write_mark(out, mark):
    path = os.path.join(out, MARK)
    new = path + '.new'
    try:
        with open(new, 'w', encoding='utf-8') as file:
            json.dump(mark, file, indent=1)
            file.write('\n')
        os.replace(new, path)
    except BaseException:
        drop(new)
        raise


def drop(path):
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def drop_folder(path):
    """Removes a folder that is empty."""
    with contextlib.suppress(OSError):
        os.rmdir(path)
