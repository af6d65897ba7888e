# SPDX-License-Identifier: Apache-2.0
"""Who owns what: no copy, bounded memory, and streams that outlive all else or are left alone."""

import ctypes
import gc
import os
import re
import subprocess
import sys
import threading

import gnomon
import pyarrow
import runs
from gnomon.library import Stream, Tables, load
from workplace import HANG_SECONDS

NAME = b'arrow_array_stream'


class Array(ctypes.Structure):
    """struct ArrowArray."""


Array._fields_ = [
    *((name, ctypes.c_int64) for name in ('length', 'null_count', 'offset', 'n_buffers')),
    ('n_children', ctypes.c_int64),
    ('buffers', ctypes.POINTER(ctypes.c_void_p)),
    ('children', ctypes.POINTER(ctypes.POINTER(Array))),
    ('dictionary', ctypes.c_void_p),
    ('release', ctypes.c_void_p),
    ('private_data', ctypes.c_void_p),
]


def stream_of(path, table, columns=None):
    """A stream as C has it."""
    stream = Stream()
    library, _ = load()
    with Tables(path) as tables:
        tables.choose(None, columns, 0, 2**64 - 1, 0)
        tables.check(library.gno_tables_stream(tables.handle, table.encode(), ctypes.byref(stream)))
    return stream


def call(stream, name, *words):
    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, *[ctypes.c_void_p] * len(words))
    return function(getattr(stream, name))(ctypes.addressof(stream), *words)


def released(stream):
    return stream.release is None


def release(stream):
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(stream.release)(ctypes.addressof(stream))


def test_no_copy(place):
    """The buffers that pyarrow has lie where the library wrote them."""
    stream = stream_of(place.runs['random'], 'events', ['time', 'name', 'sampled'])
    array = Array()
    assert call(stream, 'get_next', ctypes.addressof(array)) == 0
    assert (array.length > 1000, array.n_children, array.null_count) == (True, 3, 0)
    places = [array.children[i].contents.buffers[1] for i in range(3)]
    before = pyarrow.total_allocated_bytes()
    types = [
        ('time', pyarrow.uint64()),
        ('name', pyarrow.dictionary(pyarrow.int32(), pyarrow.string())),
        ('sampled', pyarrow.bool_()),
    ]
    batch = pyarrow.RecordBatch._import_from_c(ctypes.addressof(array), pyarrow.schema(types))
    data = [
        (column.indices if pyarrow.types.is_dictionary(column.type) else column).buffers()[1]
        for column in batch.columns
    ]
    assert [buffer.address for buffer in data] == places
    assert pyarrow.total_allocated_bytes() == before
    release(stream)
    assert released(stream)
    assert len(set(batch.column('name').to_pylist())) > 4  # the stream is gone, the batch is not


def test_memory_of_a_long_run(place):
    """Reading a run of eight times as many records takes as much memory."""
    writer = place.few_writer
    most = []
    for count in (50_000, 400_000):
        path = place.new()
        record = 1 | writer.codes[0][0] << 16

        def fill(streams, count=count, record=record):
            for first in range(0, count, 10_000):
                words = runs.array.array('I', [record] * 10_000)
                streams[0].put_many(1 + 100 * first, 100, words)

        runs.make(path, writer.manifest, place.build, place.output, fill, writer.patterns)
        script = (
            'import re, sys, gnomon, pyarrow\n'
            'rows = 0\n'
            'for batch in pyarrow.RecordBatchReader.from_stream('
            'gnomon.open(sys.argv[1]).events(batch_rows=4096)):\n'
            '    rows += batch.num_rows\n'
            # ru_maxrss would be at least the peak of this process, which has tested much
            'status = open("/proc/self/status").read()\n'
            'print(rows, re.search(r"VmHWM:\\s*(\\d+) kB", status).group(1))\n'
        )
        rows, kilobytes = map(int, python(script, path).split())
        assert rows == count
        most.append(kilobytes)
    assert most[1] < most[0] + 4096, most  # all rows would take 70 MB


def python(script, *words):
    """What a Python of its own prints."""
    root = os.path.dirname(os.path.dirname(gnomon.__file__))
    done = subprocess.run(
        [sys.executable, '-B', '-c', script, *words],
        env={**os.environ, 'PYTHONPATH': root},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    assert done.returncode == 0 and not done.stderr, (done.returncode, done.stderr)
    return done.stdout


def test_stream_outlives_the_run(place):
    run = gnomon.open(place.runs['lossy'])
    want = pyarrow.table(run.events())
    table = run.events(batch_rows=10)
    del run
    reader = pyarrow.RecordBatchReader.from_stream(table)
    del table
    gc.collect()
    batches = [reader.read_next_batch()]
    batches += list(reader)
    del reader
    gc.collect()
    assert pyarrow.Table.from_batches(batches).to_pylist() == want.to_pylist()


def open_files():
    return len(os.listdir('/proc/self/fd'))


def held_kb():
    """What this process holds now; what it once held does not hide what it loses."""
    with open('/proc/self/status', encoding='utf-8') as file:
        return int(re.search(r'VmRSS:\s*(\d+) kB', file.read()).group(1))


def test_streams_left_alone(place):
    """Capsules that nobody reads, and readers that are closed early, free what they hold."""
    run = gnomon.open(place.runs['random'])
    table = run.events(batch_rows=10)

    def leave():
        for _ in range(20):
            table.__arrow_c_stream__()
            pyarrow.RecordBatchReader.from_stream(table)
            with pyarrow.RecordBatchReader.from_stream(table) as reader:
                reader.read_next_batch()

    leave()
    gc.collect()
    files = open_files()
    memory = held_kb()
    for _ in range(10):
        leave()
    gc.collect()
    assert open_files() == files
    assert held_kb() < memory + 8192


def test_exception_passes_a_capsule(place):
    """A capsule that is destroyed while an exception passes does not disturb it."""
    table = gnomon.open(place.runs['random']).events()

    def fail():
        capsule = table.__arrow_c_stream__()
        raise KeyError(repr(capsule)[:9])

    for _ in range(5):
        try:
            fail()
        except KeyError as error:
            assert error.args == ('<capsule ',)


def test_end_of_python(place):
    """Python may end with capsules and readers that are still alive."""
    script = (
        'import sys, gnomon, pyarrow\n'
        'table = gnomon.open(sys.argv[1]).events(batch_rows=5)\n'
        'capsule = table.__arrow_c_stream__()\n'
        'reader = pyarrow.RecordBatchReader.from_stream(table)\n'
        'print(reader.read_next_batch().num_rows)\n'
    )
    assert python(script, place.runs['random']) == '5\n'


def test_capsule_is_read_once(place):
    table = gnomon.open(place.runs['random']).events()
    capsule = table.__arrow_c_stream__()
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    stream = Stream.from_address(get(capsule, NAME))
    assert not released(stream)
    reader = pyarrow.RecordBatchReader._import_from_c_capsule(capsule)
    assert released(stream)
    del capsule
    assert reader.read_all().num_rows == pyarrow.table(table).num_rows


def test_two_streams_at_once(place):
    run = gnomon.open(place.runs['lossy'])
    one, two = run.events(batch_rows=7), run.intervals(batch_rows=3)
    want = [pyarrow.table(table).to_pylist() for table in (one, one, two)]
    readers = [pyarrow.RecordBatchReader.from_stream(table) for table in (one, one, two)]
    have = [[], [], []]
    left = list(range(3))
    while left:
        for i in list(left):
            try:
                have[i] += readers[i].read_next_batch().to_pylist()
            except StopIteration:
                left.remove(i)
    assert have == want


def test_streams_of_threads(place):
    """Streams of one run in several threads, each begun in another one."""
    table = gnomon.open(place.runs['lossy']).events(batch_rows=16)
    want = pyarrow.table(table).to_pylist()
    readers = [pyarrow.RecordBatchReader.from_stream(table) for _ in range(4)]
    found = [None] * len(readers)

    def read(i):
        found[i] = readers[i].read_all().to_pylist()

    threads = [threading.Thread(target=read, args=(i,)) for i in range(len(readers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(rows == want for rows in found)
