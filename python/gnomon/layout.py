# SPDX-License-Identifier: Apache-2.0
"""Where a data set (dataset.py) has what:

SET/gnomon-dataset.json                            which runs are in it, and which are whole
SET/intervals/version=v1.0/run=ra/part-0.parquet   a table of a run

The names of versions and runs have a letter before them in the folders: many readers take what
looks like a number for one, and then 1.10 is 1.1.
"""

import contextlib
import hashlib
import json
import os
import re

from gnomon.library import Error
from gnomon.run import TABLES

MARK = 'gnomon-dataset.json'
FORMAT = 3
PART = 'part-0.parquet'
LONGEST = 200  # a name is a part of a folder's name, of which file systems take 255 bytes
NAME = re.compile(r'[A-Za-z0-9+_-][A-Za-z0-9+._-]*')  # of a version: a folder in all file systems


def key(run):
    return run['version'], run['run']


def part(out, table, run):
    """The file of a table of a run."""
    version, name = key(run)
    return f'{os.fspath(out)}/{table}/version=v{version}/run=r{name}/{PART}'


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
        if mark['gnomon_dataset'] != FORMAT:
            found = mark['gnomon_dataset']
            raise Error(f"data set '{out}' is of format {found}, not {FORMAT}: write it again")
        for run in mark['runs']:
            if not is_name(run['version']) or not is_name(run['run']):
                raise KeyError('run')
            if run['whole']:
                run['sizes'] = {table: int(run['sizes'][table]) for table in mark['tables']}
        if not set(mark['tables']) <= set(TABLES):
            raise KeyError('tables')
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Error(f"'{os.path.join(out, MARK)}' is not what gnomon wrote") from None
    return mark


def write_mark(out, mark):
    path = os.path.join(out, MARK)
    new = path + '.new'
    try:
        with open(new, 'w', encoding='utf-8') as file:
            head = json.dumps({**mark, 'runs': []})[: -len(']}')]
            runs = ',\n'.join(json.dumps(run) for run in mark['runs'])
            file.write(f'{head}\n{runs}\n]}}\n')
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(new)
        raise


def damage(out, mark, run):
    """What is wrong with the files of a run that is marked as whole: None, nothing; '': none of
    them is there, for somebody removed the run."""
    wrong, there = None, 0
    for table in mark['tables']:
        path = part(out, table, run)
        try:
            size = os.path.getsize(path)
        except OSError as error:
            wrong = wrong or f"cannot read '{path}': {error.strerror}"
            continue
        there += 1
        if size != run['sizes'][table]:
            wrong = wrong or f"'{path}' is damaged: {size} bytes of {run['sizes'][table]}"
    return wrong if there else ''


def whole_runs(out, mark, versions=None):
    """The runs (of these versions) that are whole and were not removed. Error: a file of one is
    missing or damaged."""
    found = []
    for run in mark['runs']:
        if run['whole'] and (versions is None or run['version'] in versions):
            wrong = damage(out, mark, run)
            if wrong:
                raise Error(wrong)
            if wrong is None:
                found.append(run)
    return found
