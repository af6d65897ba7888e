# SPDX-License-Identifier: Apache-2.0
"""Which parts of a data set may have a run: an index for its writers, who hold the lock (parts.py).

It is made from the lists of the runs, and never counts for more: a list whose size or times are not
those of the index is read again, and whether a part has a run is read in its list. An index that is
damaged, or of another start of the machine, which may have ended before all was on the disk, is
made again.
"""

import hashlib
import json
import os
import pathlib
import sqlite3

from gnomon.layout import INDEX, RUNS, drop, key
from gnomon.library import Error
from gnomon.listing import Lists, cannot_read, read_facts, stamps

FORMAT = 1
START = '/proc/sys/kernel/random/boot_id'  # differs from start to start
TABLES = (
    'create table parts (id integer primary key, part text, size integer, modified integer, '
    'changed integer, fact text)',
    'create table keys (hash integer, part integer, primary key (hash, part)) without rowid',
    'create table start (id text)',
    f'pragma user_version = {FORMAT}',
)
PARTS = 'select part, size, modified, changed, fact from parts'
HAVING = 'select parts.part from keys join parts on keys.part = parts.id where hash = ?'


def start():
    with open(START, encoding='ascii') as file:
        return file.read().strip()


def hashed(text):
    """The hash of what a run is found by: its path, or its version and its name."""
    digest = hashlib.blake2b(os.fsencode(text), digest_size=8).digest()
    return int.from_bytes(digest, 'big', signed=True)


def named(names):
    """(version, run) as a text, which is no path."""
    return '\0'.join(names)


def drop_index(out):
    for end in '', '-journal':
        drop(os.path.join(out, INDEX + end))


class Index:
    """The index of the data set in a folder, for `with`: at the end it has what was written."""

    def __init__(self, out):
        self.out, self.path, self.base = out, os.path.join(out, INDEX), None
        self.lists, self.found, self.filled = None, {}, False

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                found = stamps(os.path.join(self.out, RUNS), self.found)
                self.facts(Lists(self.out), found)
        finally:
            self.close()

    def facts(self, lists, found):
        """read_facts() of the parts that have these lists, {part: stamp}."""
        self.lists, self.found = lists, found
        return json.loads(f'[{",".join(self.tried(self.updated))}]')

    def having(self, keys):
        """The names of the parts that may have runs with these keys: paths, or texts of named()."""
        return self.tried(lambda: self.looked_up([hashed(key) for key in keys]))

    def tried(self, call):
        """What a call returns; of an index that cannot be read, when it is made again."""
        try:
            return call()
        except sqlite3.Error:
            pass
        try:
            self.make()
            return call()
        except FileNotFoundError:  # a list was removed
            raise
        except (sqlite3.Error, OSError) as error:
            raise Error(f"cannot write '{self.path}': {error}") from None

    def connect(self):
        """SQLite needs no lock of its own, which not all file systems have, and waits for no disk:
        see START."""
        address = pathlib.Path(os.path.abspath(self.path)).as_uri()
        self.base = sqlite3.connect(f'{address}?nolock=1', uri=True, isolation_level=None)
        self.base.execute('pragma synchronous = off')

    def close(self):
        if self.base:
            self.base.close()
        self.base = None

    def make(self):
        """Makes an index of no part."""
        self.close()
        self.filled = False
        drop_index(self.out)
        self.connect()
        for text in TABLES:
            self.base.execute(text)
        self.base.execute('insert into start values (?)', [start()])

    def holds(self):
        """Whether the index is of this form, and of this start of the machine."""
        (form,) = self.base.execute('pragma user_version').fetchone()
        return form == FORMAT and self.base.execute('select id from start').fetchone() == (start(),)

    def updated(self):
        """The facts of all parts, as JSON; lists that are not as the index has them are read."""
        if not self.base:
            self.connect()
        if not self.holds():
            self.make()
        new, kept, gone = dict(self.found), [], []
        for part, *stamp, fact in self.base.execute(PARTS):
            if new.get(part) == tuple(stamp):
                kept.append(fact)
                del new[part]
            else:
                gone.append((part,))
        rows = [
            (fact['part'], *new[fact['part']], json.dumps(fact))
            for fact in read_facts(self.lists, new)
        ]
        keys = [self.keys_of(part) for part, *_ in rows]
        if gone or rows:
            self.base.execute('begin')
            if gone:
                self.forget(gone)
            for row, hashes in zip(rows, keys, strict=True):
                self.add(row, hashes)
            self.base.execute('commit')
        self.filled = True
        return kept + [fact for *_, fact in rows]

    def keys_of(self, part):
        """The hashes of the keys of the runs of a part."""
        import pyarrow

        try:
            runs = self.lists.read([part], ['version', 'run', 'path']).to_pylist()
        except FileNotFoundError:
            raise
        except (OSError, pyarrow.ArrowException) as error:
            raise cannot_read(self.out, RUNS, part, error) from None
        return sorted({hashed(text) for run in runs for text in (run['path'], named(key(run)))})

    def forget(self, parts):
        """Takes parts out."""
        self.base.executemany('update parts set fact = null where part = ?', parts)
        self.base.execute(
            'delete from keys where part in (select id from parts where fact is null)'
        )
        self.base.execute('delete from parts where fact is null')

    def add(self, row, hashes):
        """Takes a part in."""
        new = self.base.execute('insert into parts values (null, ?, ?, ?, ?, ?)', row).lastrowid
        self.base.executemany('insert into keys values (?, ?)', [(one, new) for one in hashes])

    def looked_up(self, hashes):
        if not self.filled:
            self.updated()
        found = set()
        for one in hashes:
            found.update(part for (part,) in self.base.execute(HAVING, [one]))
        return found
