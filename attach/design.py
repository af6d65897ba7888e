# SPDX-License-Identifier: Apache-2.0
"""A user's design as slang elaborates it: its files, its faults, its signals.

slang reads the files by its own command line, so that lists of files, macros, folders of included
files, libraries and parameters mean what they mean to it.
"""

import contextlib
import fnmatch
import os
import re
import sys
import tempfile

import symbols
from files import near, nearest
from pyslang import driver, syntax
from say import Fault
from symbols import Kind

# Names of unnamed generate blocks, and of nets declared below their use, are taken as simulators
# take them. Each instance is elaborated, as each can be read.
USUAL = ['--threads', '1', '--allow-genblk-reference', '--allow-use-before-declare']
USUAL += ['--timescale', '1ns/1ps']  # of files that have none beside some that do
FAULTS_SHOWN = 5
# characters of a word on the command line of slang, which is quoted
WORD = re.compile(r'[^"\\\x00-\x1f\x7f$`]+')
STRING = re.compile(r'(\w+=)"([^"]*)"')  # a parameter that is one
COMMAND_LINE = '<command-line>'  # where slang has what -G sets
NEAREST = 3
OUTSIDE = ('IndexOOB', 'RangeOOB', 'CannotIndexScalar')


def is_fault(diagnostic):
    """An error, or a part of a signal that it does not have, which to slang is a warning."""
    return diagnostic.isError() or str(diagnostic.code)[9:-1] in OUTSIDE


def quoted(word):
    text = STRING.fullmatch(word)
    if text and WORD.fullmatch(text[1] + text[2]):
        return f'"{text[1]}\\"{text[2]}\\""'
    if not WORD.fullmatch(word):
        raise Fault(f"'{word}': no quotes, backslashes, '$' or '`' in what slang is given")
    return f'"{word}"'


@contextlib.contextmanager
def captured(lines):
    """What slang writes to standard error, which is appended to the list."""
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            file.seek(0)
            lines += file.read().decode(errors='surrogateescape').splitlines()


def refuse(lines):
    """Fails with the first of them."""
    more = len(lines) - FAULTS_SHOWN
    raise Fault(*lines[:FAULTS_SHOWN], *([f'and {more} more'] if more > 0 else []))


class Design:
    """The files, elaborated with one top. `texts`: {name: text} of modules beside the files."""

    def __init__(self, files, parameters, top, texts=None, macros=(), more=()):
        self.files, self.parameters, self.top = files, parameters, top
        self.driver = driver.Driver()
        self.driver.addStandardArgs()
        words = [*USUAL, '--top', top]
        words += [word for name in parameters for word in ('-G', name)]
        words += [word for name in macros for word in ('-D', name)]
        self.parse([*words, *files.words(), *more])
        self.compilation = self.driver.createCompilation()
        for name, text in (texts or {}).items():
            tree = syntax.SyntaxTree.fromText(text, self.driver.sourceManager, name, name)
            self.compilation.addSyntaxTree(tree)
        self.root = self.compilation.getRoot()
        self.faults = list(filter(is_fault, self.compilation.getAllDiagnostics()))

    def parse(self, words):
        said = []
        with captured(said):
            good = (
                self.driver.parseCommandLine(' '.join(map(quoted, ['slang', *words])))
                and self.driver.processOptions()
                and self.driver.parseAllSources()
            )
        errors = [line.partition('error: ')[2] for line in said if 'error: ' in line]
        if errors or not good:
            refuse(list(dict.fromkeys(map(self.placed, errors or said))))

    def placed(self, line):
        """A message of slang's on a file, with where a list names it."""
        name = re.match(r"'([^']*)'", line)
        before, after = self.files.place(name[1]) if name else ('', '')
        return before + line + after

    def where(self, location):
        """FILE:LINE:COLUMN of a location."""
        manager = self.driver.sourceManager
        location = manager.getFullyExpandedLoc(location)
        name = manager.getFileName(location)
        line, column = manager.getLineNumber(location), manager.getColumnNumber(location)
        return f'{name}:{line}:{column}' if name else ''

    def split(self, location):
        """(file, line) of a location."""
        manager = self.driver.sourceManager
        location = manager.getFullyExpandedLoc(location)
        return manager.getFileName(location), manager.getLineNumber(location)

    def line(self, fault):
        """The message of a fault in the sources, with its place."""
        place = self.where(fault.location)
        if place.startswith(COMMAND_LINE):
            place = self.given(fault.location) or place
        return f'{place}: {self.message(fault)}' if place else self.message(fault)

    def given(self, location):
        """The parameter on the command line whose value is a text of slang's; empty: none."""
        text = self.driver.sourceManager.getSourceText(location.buffer).rstrip('\0')
        found = [word for word in self.parameters if word.partition('=')[2] == text]
        return f"-G '{found[0]}'" if found else ''

    def message(self, fault):
        return self.driver.diagEngine.formatMessage(fault)

    def check(self):
        """Fails where the top does not elaborate."""
        names = sorted({d.name for d in self.compilation.getDefinitions()})
        if self.top not in names:
            raise Fault(f"no module '{self.top}' in the sources{nearest(self.top, names)}")
        faults = [fault for fault in self.faults if fault.isError()]
        if faults:
            refuse([self.line(fault) for fault in faults])
        if not self.root.topInstances:
            raise Fault(f"'{self.top}' cannot be a top")
        named = [p.name for p in self.body().parameters if not p.isLocalParam]
        for name in (text.partition('=')[0] for text in self.parameters):
            if name not in named:
                hint = nearest(name, named) or parameters_of(named)
                raise Fault(f"-G: no parameter '{name}' of '{self.top}'{hint}")

    def body(self):
        return self.root.topInstances[0].body

    def find(self, name):
        """The symbol of a hierarchical name, or None."""
        try:
            return self.root.lookupName(name)
        except (RuntimeError, ValueError):  # no name
            return None

    def signals(self):
        """(name, symbol) of all signals, in the order of the sources."""
        return [(s.hierarchicalPath, s) for s in symbols.signals(self.body())]

    def row(self, name, symbol):
        kind = symbol.type
        place = self.where(symbol.location)
        return {'name': name, 'bits': bits_of(kind), 'type': str(kind), 'place': place}

    def nearest(self, name):
        """Signals whose names are most like one: the last part first, then the whole."""
        name = name.replace('*', '').replace('?', '')
        names = [found for found, _ in self.signals()]
        lasts = {found: found.rpartition('.')[2] for found in names}
        last = name.rpartition('.')[2]
        likely = [last] if last in lasts.values() else near(last, set(lasts.values()), NEAREST)
        like = [found for found in names if lasts[found] in likely] or names
        return near(name, like, NEAREST) or (like[:NEAREST] if likely else [])

    def listed(self, pattern):
        """(name, symbol) of the signals that fit a pattern."""
        fits = re.compile(fnmatch.translate(pattern.replace('[', '[[]'))).fullmatch
        return [(name, symbol) for name, symbol in self.signals() if fits(name)]


def parameters_of(names):
    """The end of a message that names the first of them."""
    return ': there are ' + ', '.join(f"'{name}'" for name in names[:NEAREST]) if names else ''


def bits_of(kind):
    """The width of a type: bits, `-` where it has none, COUNTxBITS of an array."""
    if kind.isIntegral:
        return str(kind.bitWidth)
    array = kind.canonicalType
    if array.kind == Kind.FixedSizeUnpackedArrayType:
        return f'{array.range.width}x{bits_of(array.elementType)}'
    return '-'
