# SPDX-License-Identifier: Apache-2.0
"""Where a data set (layout.py) is written: a folder, or a store of objects (bucket.py). A writer
has a place for itself, and brings the files of a part there: those of its tables first, and then
the list of its runs, with which the part is in the set."""

import contextlib
import fcntl
import os

from gnomon import layout
from gnomon.index import Index, drop_index
from gnomon.layout import END, MARK, NEW, RUNS, drop, drop_folder, file_of
from gnomon.library import Error
from gnomon.listing import Folder


def place_at(path):
    """The place that a path or an address names."""
    if not layout.in_store(path):
        return Local(layout.folder_of(path))
    from gnomon.bucket import Bucket

    return Bucket(layout.place_of(path))


def busy(path):
    return Error(f"data set '{path}' is being written by another process")


class Local:
    """A folder."""

    rewrites = True  # a list of runs that is written again is read as a whole

    def __init__(self, path):
        self.path = path

    @contextlib.contextmanager
    def locked(self):
        """Keeps other processes from writing the data set."""
        try:
            folder = os.open(self.path, os.O_RDONLY)
        except OSError as error:
            raise Error(f"cannot open data set '{self.path}': {error.strerror}") from None
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise busy(self.path) from None
        finally:
            os.close(folder)

    def index(self):
        """Which parts may have a run, for `with`."""
        return Index(self.path)

    def drop_index(self):
        drop_index(self.path)

    def listing(self, unreadable=None, index=None):
        """The parts of the set, as listing.Folder has them."""
        return Folder(self.path, unreadable, index)

    # what the set is

    def read_mark(self):
        return layout.read_mark(self.path)

    def write_mark(self, mark):
        layout.write_mark(self.path, mark)

    def is_set(self):
        return os.path.lexists(os.path.join(self.path, MARK))

    def make(self, mark):
        """Makes the data set where nothing is. Returns what it made: 'folder', or 'mark' in a
        folder that was there."""
        there = os.path.lexists(self.path)
        if there and (not os.path.isdir(self.path) or os.listdir(self.path)):
            raise Error(
                f"'{self.path}' exists and is not a data set of gnomon: it is left as it is"
            )
        os.makedirs(self.path, exist_ok=True)
        self.write_mark(mark)
        return 'mark' if there else 'folder'

    def unmake(self, made):
        """Removes what make() made."""
        os.unlink(os.path.join(self.path, MARK))
        drop_index(self.path)
        if made == 'folder':
            drop_folder(self.path)

    # parts

    def lists(self):
        """The names of the lists of runs that are there."""
        folder = os.path.join(self.path, RUNS)
        return os.listdir(folder) if os.path.isdir(folder) else []

    def is_listed(self, part):
        return os.path.exists(file_of(self.path, RUNS, part))

    def stage(self, part):
        """The folder in which the files of a part are written."""
        folder = os.path.join(self.path, NEW, part)
        os.makedirs(folder, exist_ok=True)
        return folder

    def settle(self, part, tables):
        """Brings the files of a part, which were written, to their places."""
        for table in tables:
            place = file_of(self.path, table, part)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.replace(os.path.join(self.path, NEW, part, table + END), place)

    def unlist(self, mark, part):
        """Removes a part: first it no longer counts."""
        try:
            folder = self.stage(part)
            with contextlib.suppress(FileNotFoundError):
                os.replace(file_of(self.path, RUNS, part), os.path.join(folder, RUNS + END))
        finally:
            self.drop_unsettled(mark, part)

    def drop_unsettled(self, mark, part):
        """Removes what is left of a part that was being written; one that is in its place stays."""
        if not self.is_listed(part):
            for table in [*mark['tables'], RUNS]:
                drop(file_of(self.path, table, part))
                drop_folder(os.path.join(self.path, table))
        folder = os.path.join(self.path, NEW, part)
        for table in [*mark['tables'], RUNS]:
            drop(os.path.join(folder, table + END))
        drop_folder(folder)
        drop_folder(os.path.join(self.path, NEW))

    def clear(self, mark):
        """Removes what interrupted calls left of parts without a list."""
        folder = os.path.join(self.path, NEW)
        for part in os.listdir(folder) if os.path.isdir(folder) else []:
            if layout.PART.fullmatch(part):
                self.drop_unsettled(mark, part)
        drop_folder(folder)
