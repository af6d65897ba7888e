# SPDX-License-Identifier: Apache-2.0
"""libgnomon by ctypes: its functions as gnomon/gnomon.h declares them, its failures as Error."""

import ctypes
import functools
import os
import sysconfig
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint64, c_void_p

SONAME = 'libgnomon.so.0'


class Error(Exception):
    """What a call of the library failed of, in the library's words."""


class Stream(ctypes.Structure):
    """struct ArrowArrayStream."""

    _fields_ = [
        (name, c_void_p)
        for name in ('get_schema', 'get_next', 'get_last_error', 'release', 'private_data')
    ]


FUNCTIONS = {
    'gno_version': (c_char_p, []),
    'gno_free': (None, [c_void_p]),
    'gno_session_new': (c_void_p, []),
    'gno_session_free': (None, [c_void_p]),
    'gno_session_error': (c_char_p, [c_void_p]),
    'gno_session_report': (c_int, [c_void_p, c_char_p, c_uint64, POINTER(c_void_p)]),
    'gno_session_report_text': (c_int, [c_void_p, c_char_p, c_uint64, POINTER(c_void_p)]),
    'gno_tables_new': (c_void_p, []),
    'gno_tables_free': (None, [c_void_p]),
    'gno_tables_error': (c_char_p, [c_void_p]),
    'gno_tables_open': (c_int, [c_void_p, c_char_p]),
    'gno_tables_about': (c_char_p, [c_void_p]),
    'gno_tables_set_range': (None, [c_void_p, c_uint64, c_uint64]),
    'gno_tables_set_nodes': (c_int, [c_void_p, c_char_p]),
    'gno_tables_set_columns': (c_int, [c_void_p, c_char_p]),
    'gno_tables_set_rows': (None, [c_void_p, c_size_t]),
    'gno_tables_stream': (c_int, [c_void_p, c_char_p, POINTER(Stream)]),
}


def places():
    """Where the library may be, in the order in which it is looked for."""
    named = os.environ.get('GNOMON_LIBRARY')
    if named:
        return [named]
    here = os.path.dirname(os.path.abspath(__file__))
    built = os.path.join(here, '..', '..', 'build', 'lib', SONAME)  # gnomon's sources
    beside = os.path.join(here, '..', '..', '..', '..')  # share/ of what `make install` installed
    return [built, *installed(beside), SONAME, *installed('/usr/local')]


def installed(prefix):
    """Where `make install` puts the library below a prefix: LIBDIR is another for each system."""
    multiarch = sysconfig.get_config_var('MULTIARCH')
    folders = ['lib', 'lib64'] + ([os.path.join('lib', multiarch)] if multiarch else [])
    return [os.path.join(prefix, folder, SONAME) for folder in folders]


@functools.lru_cache(maxsize=None)
def load():
    """The library, and its function that makes a capsule, which runs with Python's lock."""
    failures = []
    for place in places():
        try:
            library = ctypes.CDLL(place)
            for name, (result, arguments) in FUNCTIONS.items():
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
            capsule = ctypes.PyDLL(place).gno_tables_capsule
        except (OSError, AttributeError) as error:
            failures.append(str(error))
            continue
        capsule.restype, capsule.argtypes = ctypes.py_object, [POINTER(Stream)]
        return library, capsule
    raise Error(f'cannot load libgnomon (GNOMON_LIBRARY names its file): {"; ".join(failures)}')


def library_version():
    """Version of libgnomon, '0.2.0'."""
    return load()[0].gno_version().decode()


def encoded(path):
    """A path for the library."""
    path = os.fsencode(path)
    if b'\0' in path:
        raise ValueError(f'not a path: {path!r}')
    return path


class Tables:
    """A gno_tables; to be used with `with`."""

    def __init__(self, path):
        self.library, self.capsule_of = load()
        self.handle = self.library.gno_tables_new()
        if not self.handle:
            raise MemoryError
        try:
            self.check(self.library.gno_tables_open(self.handle, encoded(path)))
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.library.gno_tables_free(self.handle)
        self.handle = None

    def check(self, code):
        if code:
            raise Error(self.library.gno_tables_error(self.handle).decode(errors='replace'))

    def about(self):
        return self.library.gno_tables_about(self.handle).decode()

    def choose(self, nodes, columns, since, until, rows):
        """What the streams that begin from now on have."""
        for names, function in (
            (nodes, self.library.gno_tables_set_nodes),
            (columns, self.library.gno_tables_set_columns),
        ):
            self.check(function(self.handle, None if names is None else ','.join(names).encode()))
        self.library.gno_tables_set_range(self.handle, since, until)
        self.library.gno_tables_set_rows(self.handle, rows)

    def capsule(self, table):
        """A stream, in a capsule."""
        stream = Stream()
        self.check(self.library.gno_tables_stream(self.handle, table.encode(), byref(stream)))
        try:
            return self.capsule_of(byref(stream))
        finally:
            if stream.release:
                ctypes.CFUNCTYPE(None, c_void_p)(stream.release)(ctypes.addressof(stream))


def report(path, rows, text=False):
    """The report of a run: JSON, or as `gnomon report` prints it."""
    library, _ = load()
    session = library.gno_session_new()
    if not session:
        raise MemoryError
    function = library.gno_session_report_text if text else library.gno_session_report
    out = c_void_p()
    try:
        if function(session, encoded(path), rows, byref(out)):
            raise Error(library.gno_session_error(session).decode(errors='replace'))
        return ctypes.string_at(out).decode()
    finally:
        library.gno_free(out)
        library.gno_session_free(session)
