# SPDX-License-Identifier: Apache-2.0
"""The target without a monitor: its programs, its truth log, its outputs log, its command line.

usage: test_soc.py SIMULATOR PROGRAMS_DIR SCRATCH_DIR
"""

import os
import re
import signal
import subprocess
import sys
import time

from datums import port_writes
from machine import follow
from program import IRQ_ENTRY, Program
from suite import HANG_SECONDS, check, equal, let_run, of_module, run
from truth import (
    BEAT,
    BUS_WAIT,
    BYTES,
    DCACHE_ACCESS,
    DCACHE_HIT,
    GRANT,
    GRANTED,
    ICACHE_ACCESS,
    ICACHE_HIT,
    REQUEST,
    RETIRED,
    STALL,
    TLB_ACCESS,
    TLB_MISS,
    TRANSACTION,
    WAITING,
    WRITING,
    WRITING_DATA,
    Truth,
)

SIMULATOR, PROGRAMS, SCRATCH = sys.argv[1:4]
MATMUL, EVENTS, DATUMS, SYSTEM, EVENTS_ID = (
    os.path.join(PROGRAMS, name + '.elf')
    for name in ('matmul', 'events', 'datums', 'system', 'events_id')
)
CORES = 4
SUMMARY = re.compile(
    r'core (\d): retired (\d+), icache (\d+) of (\d+) hit, dcache (\d+) of (\d+) hit, '
    r'stall (\d+), waiting (\d+), grant (\d+)'
)
SUMMARY_FLAGS = (
    RETIRED,
    ICACHE_HIT,
    ICACHE_ACCESS,
    DCACHE_HIT,
    DCACHE_ACCESS,
    STALL,
    WAITING,
    GRANT,
)


def simulate(*args):
    return subprocess.run([SIMULATOR, *args], capture_output=True, text=True, timeout=HANG_SECONDS)


def scratch(name):
    return os.path.join(SCRATCH, name)


def check_flow(program, truth, core):
    """Each retired PC is code, and may follow the one before it; the first
    one is the reset vector."""
    previous, allowed, last_cycle = None, (0,), -1
    memo = {pc: program.successors(pc) for pc in program.code}
    for cycle, pc in truth.retired(core):
        good = pc in memo and (allowed is None or pc in allowed or pc == IRQ_ENTRY)
        if not good or cycle <= last_cycle:  # the words only where they are needed
            code = 'code' if pc in memo else 'not code'
            check(
                False,
                f'core {core} cycle {cycle}, after {last_cycle}: {pc:#x}, {code}, after {previous}',
            )
        previous, allowed, last_cycle = pc, memo[pc], cycle
    check(previous is not None, f'core {core} retired nothing')


def level_fault(flags):
    """What a core cannot do in one cycle, or None."""
    if flags & ICACHE_HIT and not flags & ICACHE_ACCESS:
        return 'hit without access'
    if flags & DCACHE_HIT and not flags & DCACHE_ACCESS:
        return 'hit without access'
    if flags & ICACHE_ACCESS and flags & DCACHE_ACCESS:
        return 'two accesses'
    return 'data while waiting' if flags & WAITING and flags & DCACHE_ACCESS else None


def check_levels(truth):
    """Hits only with accesses; the bus is granted to its owner, and only while it is busy."""
    changes = []
    for core, rows in enumerate(truth.cores):
        granted = 0
        for flags in set(rows.flags):
            fault = level_fault(flags)
            check(not fault, f'core {core} cycle {rows.cycle[rows.flags.index(flags)]}: {fault}')
        for cycle, flags in zip(rows.cycle, rows.flags, strict=True):
            if (flags & GRANT) != granted:
                granted = flags & GRANT
                changes.append((cycle, bool(granted), core))
    grants = sorted((cycle, core) for cycle, on, core in changes if on)
    starts = [(cycle, owner) for cycle, busy, owner in truth.bus if busy]
    equal(grants, starts, 'grants against bus owners')
    ends = sorted(cycle for cycle, on, _ in changes if not on)
    equal(
        ends,
        [cycle for cycle, busy, _ in truth.bus[1:] if not busy],
        'ends of grants against the busy bus',
    )


def check_program(elf, console, calls):
    name = os.path.splitext(os.path.basename(elf))[0]
    path = scratch(name + '.truth')
    result = simulate('--program', elf, '--exit-when-done', '--truth', path)
    equal(result.returncode, 0, f'exit status of {name}')
    lines = [
        line
        for line in result.stdout.splitlines()
        if line.startswith(console[0].partition(':')[0] + ':')
    ]
    equal(sorted(lines), console, 'console')
    truth, program = Truth(path), Program(elf)
    equal(''.join(chr(byte) for _, byte in truth.console).splitlines(), lines, 'console in the log')
    equal(
        {core: code for core, (_, code) in truth.exits.items()},
        {core: 0 for core in range(CORES)},
        'exits',
    )
    equal(truth.holds, [(0, 0)], 'reset')
    equal(truth.syncs, [], 'syncs')
    for core in range(CORES):
        check_flow(program, truth, core)
        entries = {}
        for _, pc in truth.retired(core):
            entries[pc] = entries.get(pc, 0) + 1
        for function, expected in calls.items():
            count = entries.get(program.functions[function][0], 0)
            check(expected(count), f'core {core}: {count} calls of {function}')
    check_levels(truth)
    check_summary(result.stdout, truth)
    return truth


def check_summary(text, truth):
    """The log's counts are those that the harness counted without it."""
    last = truth.cycles - 1
    equal(
        re.search(r'^cycles (\d+), bus busy (\d+)$', text, re.M).groups(),
        (str(truth.cycles), str(truth.bus_count(last))),
        'cycles and busy bus',
    )
    rows = SUMMARY.findall(text)
    equal(len(rows), CORES, 'cores in the summary')
    for core, row in enumerate(rows):
        counts = [truth.count(core, flag, last) for flag in SUMMARY_FLAGS]
        equal(counts, [int(value) for value in row[1:]], f'counts of core {core}')


def check_accesses(elf, truth):
    """Every load and store, and every write of the event ports, against the program's code."""
    accesses, ports = follow(elf, truth)
    for core in range(CORES):
        for what, is_rows, should in (
            ('access', truth.accesses[core], accesses[core]),
            ('write', truth.ports[core], ports[core]),
        ):
            bad = [(a, b) for a, b in zip(is_rows, should, strict=False) if a != b]
            check(not bad, f'core {core}: {what}, log and code: {bad[:1]}')
            check(
                len(should) <= len(is_rows) <= len(should) + 1,
                f'core {core}: {len(is_rows)} of {what}, not {len(should)}',
            )
    return f'{sum(map(len, accesses))} accesses, {sum(map(len, ports))} writes of ports'


def exactly(n):
    return lambda count: count == n


def test_matmul():
    truth = check_program(
        MATMUL,
        ['matmul: 46 x 46 on 4 cores: pass'],
        {
            'phase_init': exactly(1),
            'phase_multiply': exactly(1),
            'phase_check': exactly(1),
            'barrier': exactly(3),
            'done': exactly(1),
            'main': exactly(1),
        },
    )
    check(1e6 < truth.cycles < 3e6, f'{truth.cycles} cycles')
    check(
        all(truth.count(core, WAITING, truth.cycles - 1) > 1000 for core in range(CORES)),
        'no core waits',
    )


def test_events():
    # fib(11) makes 2 * fib(12) - 1 = 287 calls
    truth = check_program(
        EVENTS,
        [f'events: core {core}: pass' for core in range(CORES)],
        {
            'fib': exactly(3 * 287),
            'tight': exactly(3),
            'tight_one': exactly(300),
            'tight_two': exactly(300),
            'tight_three': exactly(300),
            'share': exactly(3),
            'barrier': exactly(4),
            'done': exactly(1),
            'timer_handler': lambda count: count >= 30,
        },
    )
    check(truth.cycles < 300000, f'{truth.cycles} cycles')
    return check_accesses(EVENTS, truth)


def test_build_id():
    """The same program linked with a build-id, which gnomon reads, starts and does the same."""
    check_program(
        EVENTS_ID,
        [f'events: core {core}: pass' for core in range(CORES)],
        {'fib': exactly(3 * 287), 'share': exactly(3), 'barrier': exactly(4), 'done': exactly(1)},
    )


def test_entry_elsewhere():
    """A program that begins elsewhere than the cores do is refused."""
    with open(EVENTS, 'rb') as file:
        data = bytearray(file.read())
    data[24:28] = (0x30).to_bytes(4, 'little')  # e_entry
    path = scratch('elsewhere.elf')
    with open(path, 'wb') as file:
        file.write(data)
    done = subprocess.run(
        [SIMULATOR, '--program', path],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    check(
        done.returncode == 1 and 'does not begin at address 0' in done.stderr,
        f'{done.returncode}: {done.stderr}',
    )


def test_datums():
    truth = check_program(
        DATUMS,
        [f'datums: core {core}: pass' for core in range(CORES)],
        {
            'switch_to': exactly(36),
            'send_message': exactly(12),
            'receive_message': exactly(12),
            'done': exactly(1),
            'timer_handler': lambda count: count >= 3,
        },
    )
    for core in range(CORES):
        equal(
            [write[1:4] for write in truth.ports[core]],
            port_writes(core, CORES),
            f'writes of port {core}',
        )
    return check_accesses(DATUMS, truth)


def test_system():
    truth = check_program(
        SYSTEM,
        [f'system: core {core}: pass' for core in range(CORES)],
        {
            'request': exactly(10),
            'grant': exactly(8),
            'give_up': exactly(2),
            'begin': exactly(10),
            'data': exactly(38),
            'error': exactly(3),
            'heartbeat': exactly(30),
            'syscall': exactly(14),
            'depth': exactly(35),
            'add_one': exactly(5),
            'done': exactly(1),
            'timer_handler': lambda count: count >= 5,
        },
    )
    return check_accesses(SYSTEM, truth)


WALK = 20  # clocks of a look-up that misses


def cycles_of(rows, end, bit):
    """The cycles in which a bit of the activity is 1."""
    return [
        cycle
        for (begin, now), (after, _) in zip(rows, rows[1:] + [(end, 0)], strict=True)
        if now & bit
        for cycle in range(begin, after)
    ]


ACTIVITIES = (
    WRITING,
    WRITING_DATA,
    REQUEST,
    GRANTED,
    BUS_WAIT,
    TRANSACTION,
    BEAT,
    TLB_ACCESS,
    TLB_MISS,
)


def check_bus_turns(seen, own, what):
    """Requests, waits and transactions of a core, by when it has the bus; returns when it has it:
    (begins, ends)."""
    grants, last = [], 0
    for cycle, flags in zip(own.cycle, own.flags, strict=True):
        if (flags & GRANT) != last:
            grants.append(cycle)
            last = flags & GRANT
    begins, ends = grants[::2], grants[1::2]
    equal(seen[GRANTED][: len(ends)], begins[: len(ends)], f'{what}: the bus is its own from')
    equal(seen[TRANSACTION][: len(ends)], [cycle - 1 for cycle in ends], f'{what}: last words')
    wait = set(seen[BUS_WAIT])
    equal(
        len(wait),
        sum(b - a for a, b in zip(seen[REQUEST], seen[GRANTED], strict=True))
        + len(seen[REQUEST][len(begins) :]),
        f'{what}: clocks of waiting',
    )
    for request, granted in zip(seen[REQUEST], seen[GRANTED], strict=True):
        check(
            request < granted and request in wait and granted - 1 in wait and granted not in wait,
            f'{what}: request {request}, grant {granted}',
        )
    return begins, ends


def check_beats(beats, rows, begins, ends, what):
    """Words lie within transactions, which have the sizes of loads, stores and lines."""
    moved, at, sizes = dict(rows), 0, set()
    for begin, end in zip(begins, ends, strict=True):
        amount = 0
        while at < len(beats) and beats[at] < end:
            check(beats[at] >= begin, f'{what}: a word in cycle {beats[at]}')
            row = max(cycle for cycle in range(beats[at] - 3, beats[at] + 1) if cycle in moved)
            amount += moved[row] >> BYTES
            at += 1
        sizes.add(amount)
    check(
        sizes == {1, 2, 4, 16} or sizes == {4, 16} or sizes == {1, 4, 16},
        f'{what}: transactions of {sizes} bytes',
    )


def check_pages(seen, own, translate, what):
    """Look-ups of pages come before those of the caches; returns how many missed."""
    lookups = [
        cycle
        for cycle, flags in zip(own.cycle, own.flags, strict=True)
        if flags & (ICACHE_ACCESS | DCACHE_ACCESS)
    ]
    missed = set(seen[TLB_MISS])
    if not translate:
        equal((seen[TLB_ACCESS], seen[TLB_MISS]), ([], []), f'{what}: pages')
        return 0
    should = [cycle + WALK * (cycle in missed) for cycle in seen[TLB_ACCESS]]
    equal(
        should[: len(lookups)],
        lookups,
        f'{what}: look-ups of the caches after those of the pages',
    )
    check(
        missed and missed <= set(seen[TLB_ACCESS]) and len(should) - len(lookups) < 2,
        f'{what}: pages',
    )
    return len(missed)


def check_activity(truth, core, translate):
    what, rows, own = f'core {core}', truth.activity[core], truth.cores[core]
    seen = {bit: cycles_of(rows, truth.cycles, bit) for bit in ACTIVITIES}
    begins, ends = check_bus_turns(seen, own, what)
    check_beats(seen[BEAT], rows, begins, ends, what)
    writes, data = set(seen[WRITING]), set(seen[WRITING_DATA])
    for cycle, address, write in truth.accesses[core]:
        check(
            (cycle in writes) == bool(write)
            and (cycle in data) == bool(write and not address >> 31),
            f'{what}: access in cycle {cycle}',
        )
    return check_pages(seen, own, translate, what)


def check_words(truth):
    """The words of the bus are those that were reported to each core, of as many bytes, and each
    store is one of them."""
    for core, rows in enumerate(truth.activity):
        words = {
            cycle: (address, strobes)
            for cycle, address, strobes, owner in truth.words
            if owner == core
        }
        check(
            sorted(words) == cycles_of(rows, truth.cycles, BEAT),
            f'core {core}: words of the bus are not in the clocks of its beats',
        )
        moved = {
            cycle: now >> BYTES
            for (begin, now), (after, _) in zip(rows, rows[1:] + [(truth.cycles, 0)], strict=True)
            if now & BEAT
            for cycle in range(begin, after)
        }
        for cycle, (_, strobes) in words.items():
            equal(
                moved[cycle],
                bin(strobes).count('1') if strobes else 4,
                f'core {core}: bytes in cycle {cycle}',
            )
        for cycle, address, write in truth.accesses[core]:
            if write and address >> 12 != 0x80020:
                equal(
                    (words[cycle][0] & ~3, bool(words[cycle][1] >> (address & 3) & 1)),
                    (address & ~3, True),
                    f'core {core}: store in cycle {cycle}',
                )
    return len(truth.words)


def test_activity():
    notes = []
    for translate in (False, True):
        path = scratch('activity.truth')
        result = simulate(
            '--program',
            SYSTEM,
            '--exit-when-done',
            '--truth',
            path,
            '--activity',
            *(['--translate'] if translate else []),
        )
        equal(result.returncode, 0, 'exit status')
        truth = Truth(path)
        notes.append(sum(check_activity(truth, core, translate) for core in range(CORES)))
        words = check_words(truth)
    return f'{notes[1]} pages missed, {words} words'


def test_outputs_same():
    logs = []
    for i in range(2):
        path = scratch(f'outputs{i}')
        equal(
            simulate(
                '--program', EVENTS, '--exit-when-done', '--outputs', path, '--outputs-every', '100'
            ).returncode,
            0,
            'exit',
        )
        with open(path, encoding='ascii') as file:
            logs.append(file.read())
    equal(logs[0], logs[1], 'second run')
    lines = logs[0].splitlines()
    hashes = [line.split()[1] for line in lines if len(line.split()) == 2]
    check(len(set(hashes)) == len(hashes) > 1000, 'the hash does not change')
    equal(sum(' exit ' in line for line in lines), CORES, 'exits')
    check(lines[-1].split()[1] == 'end', 'no end')


def test_command_line():
    for args, status, message in (
        (['--help'], 0, ''),
        ([], 2, 'no program given'),
        (['--program', MATMUL, 'more'], 2, "unexpected argument 'more'"),
        (['--program', MATMUL, '--max-cycles', '0'], 2, "bad number '0'"),
        (['--program', MATMUL, '--max-cycles', 'x'], 2, "bad number 'x'"),
        (['--program', MATMUL, '--port', '1'], 2, 'has no monitor'),
        (['--program', MATMUL, '--dump', 'x.fst'], 2, 'built without tracing'),
        (['--nonsense'], 2, ''),
        (['--program', scratch('nothing')], 1, 'cannot open'),
        (['--program', sys.argv[0]], 1, 'not a 32-bit RISC-V executable'),
        (['--program', SIMULATOR], 1, 'not a 32-bit RISC-V executable'),
        (['--program', MATMUL, '--truth', SCRATCH + '/no/such'], 1, 'cannot create'),
        (
            [
                '--program',
                MATMUL,
                '--truth',
                '/dev/full',
                '--exit-when-done',
                '--max-cycles',
                '9999',
            ],
            1,
            'cannot write',
        ),
        (['--program', MATMUL, '--max-cycles', '5000'], 1, 'limit of 5000 cycles reached'),
    ):
        result = simulate(*args)
        equal(result.returncode, status, f'exit status of {args}')
        check(message in result.stderr, f'{args}: {result.stderr!r}')


def test_stop_by_signal():
    path = scratch('stopped.truth')
    for done in (False, True):
        if os.path.exists(path):
            os.remove(path)
        with subprocess.Popen(
            [SIMULATOR, '--program', EVENTS if done else MATMUL, '--truth', path],
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            for _ in range(CORES if done else 0):
                process.stdout.readline()
            while not os.path.exists(path):
                time.sleep(0.005)
            if done:
                let_run(process, 0.1)  # a few hundred clocks are left
            process.send_signal(signal.SIGTERM)
            process.stdout.read()
            equal(process.wait(HANG_SECONDS), 0 if done else 1, f'exit status, done {done}')
        equal(len(Truth(path).exits), CORES if done else 0, 'exits in the log')
        check(Truth(path).cycles is not None, 'the log has no end')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('sim', of_module(globals())))
