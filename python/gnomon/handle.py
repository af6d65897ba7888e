# SPDX-License-Identifier: Apache-2.0
"""What a caller has of a data set, wherever it is."""

from gnomon import layout
from gnomon.layout import RUNS
from gnomon.library import Error
from gnomon.listing import Folder
from gnomon.store import Store


def opened(path):
    """The parts of a data set in a folder, or at an address of a store of objects."""
    path = layout.place_of(path)
    return Store(path) if layout.in_store(path) else Folder(path)


class Dataset:
    """A data set, and what the call that gave it did: `written`, `kept` (they were there already),
    `removed` and `bad` (with why they could not be read), lists and a dict of run directories."""

    def __init__(self, path):
        self.path = layout.place_of(path)
        self.written, self.kept, self.removed, self.bad = [], [], [], {}

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return (
            f'<gnomon.Dataset {self.path}: {len(self.written)} runs written, '
            f'{len(self.kept)} kept, {len(self.removed)} removed, {len(self.bad)} bad>'
        )

    def runs(self):
        """What each run is: a list of dicts with version, run, path, about (of Run), and more of
        the table of the runs."""
        listing = opened(self.path)
        listing.check_all(listing.parts)
        return listing.runs()

    def files(self, table):
        """The Parquet files of a table, of whole parts: for other programs that read them. `runs`
        is a table, too."""
        listing = opened(self.path)
        if table != RUNS and table not in listing.mark['tables']:
            raise Error(f"data set '{self.path}' has no table '{table}'")
        listing.check_all(listing.parts)
        return listing.files(table, listing.parts)
