#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A program with the locale of its user, in which 1.5 is 1,5: what the library and the commands
read and print has the same bytes as in the locale "C", and the program's own functions run in its
own locale.

usage: test_locale.py LIBGNOMON GNOMON MAKE_RUN
"""

import ctypes
import json
import locale
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import check, equal

LIBRARY, GNOMON, MAKE_RUN = map(os.path.abspath, sys.argv[1:4])
KINDS = ((), ('messages',), ('calls',), ('both',), ('segments',))
GERMAN = 'de_DE.UTF-8'
EXPERIMENT = (
    'gnomon: 1\nmanifest: {}/manifest.json\ndevice: tcp:127.0.0.1:1\n'
    'points: {{ a: {{ match: any }} }}\nlimit: {} s\n'
)
NOTE = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_int, ctypes.c_char_p
)


def printed():
    """A number as C prints it for this program."""
    text = ctypes.create_string_buffer(32)
    ctypes.CDLL(None).snprintf(text, 32, b'%.1f', ctypes.c_double(1.5))
    return text.value.decode()


class Library:
    def __init__(self):
        self.lib = ctypes.CDLL(LIBRARY)
        for name, result in (
            ('session_new', ctypes.c_void_p),
            ('tables_new', ctypes.c_void_p),
            ('session_error', ctypes.c_char_p),
            ('tables_about', ctypes.c_char_p),
        ):
            getattr(self.lib, f'gno_{name}').restype = result
        self.session = ctypes.c_void_p(self.lib.gno_session_new())
        self.tables = ctypes.c_void_p(self.lib.gno_tables_new())

    def report(self, function, run):
        text = ctypes.c_void_p()
        rc = getattr(self.lib, function)(
            self.session, run.encode(), ctypes.c_uint64(0), ctypes.byref(text)
        )
        equal(rc, 0, self.lib.gno_session_error(self.session))
        found = ctypes.string_at(text)
        self.lib.gno_free(text)
        return found

    def about(self, run):
        equal(self.lib.gno_tables_open(self.tables, run.encode()), 0, 'the tables of a run')
        return self.lib.gno_tables_about(self.tables)

    def run(self, path, folder):
        self.lib.gno_session_run(self.session, path.encode(), f'{folder}/o'.encode())
        return self.lib.gno_session_error(self.session).decode()


def outputs(library, runs):
    return [
        take(run)
        for run in runs
        for take in (
            lambda run: library.report('gno_session_report', run),
            lambda run: library.report('gno_session_report_text', run),
            library.about,
        )
    ]


def commands(runs, **env):
    found = []
    for run in runs:
        for words in (
            ('report', run, '--all'),
            ('report', run, '--json'),
            ('report', run, '--html=-'),
            ('export', run, '--format=csv', '--output=-'),
            ('export', run, '--format=perfetto', '--output=-'),
            ('calls', run),
            ('parallel', run),
            ('events', run, '--json'),
        ):
            done = subprocess.run(
                [GNOMON, *words], capture_output=True, check=False, env={**os.environ, **env}
            )
            found.append((words, done.returncode, done.stdout, done.stderr))
    return found


def test_outputs(library, runs):
    locale.setlocale(locale.LC_ALL, 'C')
    wanted = outputs(library, runs)
    check(any(b'.5' in text for text in wanted), 'numbers with fractions')
    locale.setlocale(locale.LC_ALL, GERMAN)
    equal(printed(), '1,5', 'the locale of this program')
    for found, text in zip(outputs(library, runs), wanted, strict=True):
        check(found == text, f'{found[:3000]} in German, {text[:3000]} in C')
    equal(printed(), '1,5', 'the locale after the calls')
    found, wanted = commands(runs, LC_ALL=GERMAN), commands(runs, LC_ALL='C.UTF-8')
    check(sum(status == 0 for _, status, *_ in found) > 20, 'commands that print')
    for german, other in zip(found, wanted, strict=True):
        check(german == other, f'{german[0]}: {german[1:]!r:.2000}, not {other[1:]!r:.2000}')


def test_experiments(library, folder, run):
    """What is read, and in which locale a function of the program is called."""
    seen = []
    hook = NOTE(lambda _, line, *__: seen.append((line, printed())))
    library.lib.gno_session_on_fault(library.session, hook, None)
    path = os.path.join(folder, 'e.yaml')
    for limit, problem in (('1.5', 'cannot connect'), ('1,5', 'has 1 fault')):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(EXPERIMENT.format(run, limit))
        error = library.run(path, folder)
        check(problem in error, f'limit: {limit} s: {error}')
        shutil.rmtree(f'{folder}/o', ignore_errors=True)
    equal(seen, [(5, '1,5')], 'faults that the program was told, and its locale')


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ['LOCPATH'] = folder
        subprocess.run(
            ['localedef', '-i', 'de_DE', '-f', 'UTF-8', os.path.join(folder, GERMAN)], check=True
        )
        runs = []
        for kind in KINDS:
            made = subprocess.run([MAKE_RUN, '3', *kind], capture_output=True, check=True)
            runs.append(json.loads(made.stdout)['dir'])
        try:
            library = Library()
            test_outputs(library, runs)
            test_experiments(library, folder, runs[0])
        finally:
            for run in runs:
                shutil.rmtree(run)
    print(f'test_locale: {len(KINDS)} runs have the same outputs')


main()
