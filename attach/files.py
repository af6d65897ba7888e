# SPDX-License-Identifier: Apache-2.0
"""The sources of a design, as the user names them."""

import difflib
import os
import re

from say import Fault, fault_of


def near(name, names, count=1):
    """The names that are most like one; capital letters are as small ones."""
    lower = {}
    for found in sorted(names):
        lower.setdefault(found.lower(), []).append(found)
    if name.lower() in lower:
        return lower[name.lower()][:count]
    likely = difflib.get_close_matches(name.lower(), lower, count, 0.5)
    return [found for key in likely for found in lower[key]][:count]


def nearest(name, names):
    """The end of a message that names the most like one."""
    found = near(name, names)
    return f": the nearest is '{found[0]}'" if found else ''


VARIABLE = re.compile(r'\$[{(]?(\w+)[)}]?')


class Files:
    """The sources as the user names them. `words`: the same as the command line of a simulator."""

    def __init__(self, options):
        self.lists = options.file_list.split(',') if options.file_list else []
        self.defines = options.define.split(',') if options.define else []
        self.folders = options.include.split(',') if options.include else []
        self.more = options.slang.split(',') if options.slang else []
        self.sources = options.source
        if not self.sources and not self.lists:
            raise Fault('no sources: name files of the design, or a list of files by --file-list')
        for path in [*self.lists, *self.sources]:
            check_file(path)
        for folder in self.folders:
            if not os.path.isdir(folder):
                raise Fault(f"no folder '{folder}', which -I names")

    def words(self):
        """For slang and Yosys, as their command line."""
        listed = [word for path in self.lists for word in ('-f', path)]
        defines = [word for define in self.defines for word in ('-D', define)]
        folders = [word for folder in self.folders for word in ('-I', folder)]
        return [*self.more, *defines, *folders, *listed, *self.sources]

    def simulator_words(self):
        """For the list of files that simulators read."""
        return [
            *(f'+define+{define}' for define in self.defines),
            *(f'+incdir+{folder}' for folder in self.folders),
            *(f'-f {path}' for path in self.lists),
            *self.sources,
        ]

    def place(self, name):
        """Where a list names a file, as a prefix of a message, and what is to say behind it: of
        variables that are not set. Empty: no list does."""
        for path in self.lists:
            with open(path, encoding='utf-8', errors='surrogateescape') as file:
                for number, line in enumerate(file, 1):
                    column = max(line.find(name), -1 if name not in expanded(line) else 0)
                    if column >= 0:
                        return f'{path}:{number}:{column + 1}: ', unset(line)
        return '', ''


def expanded(line):
    """A line of a list, as slang reads it."""
    return VARIABLE.sub(lambda found: os.environ.get(found[1], ''), line)


def unset(line):
    names = dict.fromkeys(found for found in VARIABLE.findall(line) if not os.environ.get(found))
    return ''.join(
        f": the variable '{name}' is {'empty' if name in os.environ else 'not set'}"
        for name in names
    )


def check_file(path):
    if os.path.isfile(path):
        return
    folder = os.path.dirname(path)
    try:
        names = os.listdir(folder or '.')
    except OSError:
        names = []
    hint = near(os.path.basename(path), names)
    hint = f": the nearest is '{os.path.join(folder, hint[0])}'" if hint else ''
    try:
        with open(path, 'rb'):
            raise Fault(f"'{path}' is not a file{hint}")
    except OSError as error:
        if hint:
            raise Fault(f"'{path}': {error.strerror}{hint}") from error
        raise fault_of(error) from error
