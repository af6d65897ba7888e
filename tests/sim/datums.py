# SPDX-License-Identifier: Apache-2.0
"""What the program datums (sim/programs/datums.c) writes to each core's event port, from reading
it, not from running it.
"""

CONTROL, USER = 0, 1
(
    SEND,
    RECEIVE_CALL,
    RECEIVE,
    MESSAGE_QUEUED,
    CREATE_PATH,
    DESTROY_PATH,
    CREATE_PROCESS,
    START_PROCESS,
    STOP_PROCESS,
    DESTROY_PROCESS,
) = range(4, 14)
PROCESS, RUNNABLE, START, STOP, TIME_STOP, TIME_START, MARK = range(7)


def port_writes(core, cores):
    """(page, sub, data) of each write, in order."""
    before = (core - 1) % cores
    sender, receiver, worker = 10 + core, 20 + core, 100 + core
    rows = []
    for count, process in enumerate((sender, receiver, worker), 1):
        rows += [(CREATE_PROCESS, 0, process), (CONTROL, RUNNABLE, count)]
    rows.append((CREATE_PATH, core, (core + 1) % cores))
    for message in range(12):
        told = message << 16 | (4, 8, 12, 16, 20, 24, 28, 32)[message % 8]
        rows += [
            (CONTROL, MARK, message),
            (CONTROL, PROCESS, sender),
            (START_PROCESS, 0, sender),
            (SEND, core, told),
            (STOP_PROCESS, 0, sender),
            (CONTROL, PROCESS, receiver),
            (START_PROCESS, 0, receiver),
            (RECEIVE_CALL, before, 0),
            (MESSAGE_QUEUED, before, told),
            (RECEIVE, before, told),
            (STOP_PROCESS, 0, receiver),
            (CONTROL, PROCESS, worker),
            (START_PROCESS, 0, worker),
        ]
    rows += [(USER, 5, data) for data in (0xA0, 0xA100, 0xA20000, 0xA3000000, 0xBE00, 0xBE020000)]
    rows += [
        (CONTROL, sub, 0)
        for sub in (TIME_STOP, TIME_STOP, TIME_START, TIME_START, TIME_STOP, TIME_START)
    ]
    rows += [(1, 0, core), (3, 63, 0xFFFFFFFF), (14, 0, 0), (15, 63, 0x12345678)]
    rows += [
        (CONTROL, STOP, 0),
        (1, 1, 1),
        (1, 2, 2),
        (CONTROL, START, 0),
        (1, 3, 3),
        (1, 4, 4),
        (1, 5, 5),
        (1, 6, 6),
    ]
    rows.append((DESTROY_PATH, core, 0))
    for left, process in zip((2, 1, 0), (sender, receiver, worker), strict=True):
        rows += [(DESTROY_PROCESS, 0, process), (CONTROL, RUNNABLE, left)]
    return rows
