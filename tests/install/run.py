#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A Python program on the installed library, by ctypes: run.py LIBRARY
EXPERIMENT RUN. Prints the report.

The class is the seed of a module: it has no number of a header in it.
"""

import ctypes
import sys

NOTE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
PROGRESS = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64
)
FAULT = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_int, ctypes.c_char_p
)


class Error(Exception):
    """The message of a failed call of the library."""


class Session:
    """A gno_session; its methods raise Error."""

    def __init__(self, library):
        self.lib = ctypes.CDLL(library)
        for name in 'gno_session_new', 'gno_session_error', 'gno_version':
            getattr(self.lib, name).restype = ctypes.c_void_p
        self.handle = ctypes.c_void_p(self.lib.gno_session_new())
        self.events = 0
        self.faults = []
        self.kept = [PROGRESS(self._progress), FAULT(self._fault)]  # for as long as the session
        self.lib.gno_session_on_progress(self.handle, self.kept[0], None)
        self.lib.gno_session_on_fault(self.handle, self.kept[1], None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lib.gno_session_free(self.handle)

    def _progress(self, _ctx, _records, events, _lost):
        self.events = events

    def _fault(self, _ctx, line, column, warning, text):
        self.faults.append((line, column, bool(warning), text.decode()))

    def _text(self, name, *args):
        return ctypes.string_at(getattr(self.lib, name)(*args)).decode()

    def _check(self, code):
        if code:
            raise Error(self._text('gno_session_error', self.handle))

    def version(self):
        return self._text('gno_version')

    def run(self, experiment, run):
        self._check(self.lib.gno_session_run(self.handle, experiment.encode(), run.encode()))

    def report(self, run, rows=0):
        """The report as a JSON text."""
        text = ctypes.c_void_p()
        self._check(
            self.lib.gno_session_report(
                self.handle, run.encode(), ctypes.c_uint64(rows), ctypes.byref(text)
            )
        )
        try:
            return ctypes.string_at(text).decode()
        finally:
            self.lib.gno_free(text)


def main():
    library, experiment, run = sys.argv[1:]
    with Session(library) as session:
        try:
            session.run(experiment, run)
            print(session.report(run))
        except Error as error:
            print(f'run.py: {error}', file=sys.stderr)
            for line, column, _, text in session.faults:
                print(f'{line}:{column}: {text}', file=sys.stderr)
            return 1
        print(f'gnomon {session.version()}: {session.events} events', file=sys.stderr)
    return 0


if __name__ == '__main__':
    sys.exit(main())
