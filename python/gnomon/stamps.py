# SPDX-License-Identifier: Apache-2.0
"""Whether a run directory holds what it held, by the sizes and the times of its files."""

import hashlib
import os
import re

CONTENT = re.compile(r'.*\.json|node_\d+')  # the files of a run directory that make it what it is
HALF = 16  # signs: of the files, and of these and their folders


def digest(facts):
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:HALF]


def alike(first, second):
    """Whether two stamps are of the same files."""
    return first is not None and second is not None and first[:HALF] == second[:HALF]


class Stamper:
    """Makes stamps. Most runs have folders and files of the same names as the last one: where the
    times of the folders are as they were, no file has come or gone, and no folder is listed."""

    def __init__(self):
        self.folders, self.files = [], []

    def unchanged(self, path, stamp):
        """Whether the files and folders are those of the stamp. False: it takes stamp() to say."""
        try:
            return bool(self.folders and stamp) and self.whole(path) == stamp[HALF:]
        except OSError:
            return False

    def whole(self, path):
        facts = [os.stat(path + folder).st_mtime_ns for folder in self.folders]
        for file in self.files:
            stat = os.stat(path + file)
            facts += [stat.st_size, stat.st_mtime_ns]
        return digest([self.folders, self.files, facts])

    def stamp(self, path):
        """What changes with the content of a run directory, without reading it; None: it cannot be
        listed."""
        times, found, left = {}, {}, [path]
        try:
            while left:
                folder = left.pop()
                times[folder[len(path) :]] = os.stat(folder).st_mtime_ns  # before it is listed
                with os.scandir(folder) as entries:
                    for entry in entries:
                        if CONTENT.fullmatch(entry.name):
                            stat = entry.stat()
                            found[entry.path] = stat.st_size, stat.st_mtime_ns
                        elif entry.is_dir(follow_symlinks=False):
                            left.append(entry.path)
        except OSError:
            return None
        names = sorted(found)
        self.folders, self.files = sorted(times), [name[len(path) :] for name in names]
        facts = [times[folder] for folder in self.folders]
        facts += [fact for name in names for fact in found[name]]
        content = digest([(name, *found[name]) for name in names])
        return content + digest([self.folders, self.files, facts])
