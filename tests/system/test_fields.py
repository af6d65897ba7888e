# SPDX-License-Identifier: Apache-2.0
"""Fields with their properties: kinds, units, a qualifier for each field, and the nodes of a whole
file, against the truth log.
"""

import os

from bed import CORES, LIMIT, Listing, Simulator, check, elf, equal, gnomon, manifest, write
from stream import EVENT, RunDirectory
from triggers import patterns_of
from truth import Truth

PROGRAM = 'datums'
WORD = 4  # bytes of a step of the field `word`

POINTS = """points:
  stored: { match: "word in slots..slots+16 and is_store" }
  sent: { entry: send_message }
  slots: { access: slots }
  done: { entry: done }
"""


def measured(folder, lines, program):
    """The run directory of an experiment with those lines."""
    head = f'gnomon: 1\nmanifest: {manifest("soc_fields")}\nprogram: {elf(PROGRAM)}\n'
    path = write(
        os.path.join(folder, 'fields.yaml'),
        head + lines + 'until: { point: done }\n' + LIMIT + '\n',
    )
    run = os.path.join(folder, 'run')
    with Simulator(folder, 'soc_fields', PROGRAM) as process:
        gnomon('run', path, '-d', process.url, '-o', run)
        process.stop()
    return run, Truth(os.path.join(folder, 'truth'))


def times(run, name):
    """When a point was recorded, of each core; None where it is not."""
    codes = {
        point['name']: point['codes']
        for point in patterns_of(os.path.join(run, 'patterns.json'))['points']
    }[name]
    return [
        None
        if code is None or code < 0
        else [record.time for record in records if record.kind == EVENT and record.code == code]
        for code, records in zip(codes, RunDirectory(run).nodes(), strict=True)
    ]


def known(truth, core):
    """What the truth log has of each clock of the run: {time: (pc or None,
    address or None, write)}."""
    zero = truth.syncs[-1] + 1
    clocks = {}
    for cycle, pc in truth.retired(core):
        clocks[cycle - zero] = (pc, None, 0)
    for cycle, address, is_write in truth.accesses[core]:
        clocks[cycle - zero] = (clocks.get(cycle - zero, (None,))[0], address, is_write)
    return {time: clock for time, clock in clocks.items() if time >= 0}


def of_run(run, truth, holds):
    """Times at which the predicate holds in the part of each core's time that the run covers."""
    last = [records[-1].time for records in RunDirectory(run).nodes()]
    return [
        sorted(
            time
            for time, clock in known(truth, core).items()
            if time <= last[core] and holds(*clock)
        )
        for core in range(CORES)
    ]


def kinds(folder):
    """Functions are looked for in the field of kind pc, accesses in words, each only where
    its own qualifier is 1."""
    run, truth = measured(folder, POINTS, PROGRAM)
    listing = Listing(elf(PROGRAM))
    first, size = listing.objects['slots']

    def among(address, ends):
        return address is not None and ends[0] // WORD <= address // WORD <= ends[1] // WORD

    # in the order of the file: the first point that matches a word gets it
    rules = {
        'stored': lambda pc, address, is_write: among(address, (first, first + 16)) and is_write,
        'sent': lambda pc, address, is_write: pc == listing.functions['send_message'],
        'slots': lambda pc, address, is_write: among(address, (first, first + size - 1)),
        'done': lambda pc, address, is_write: pc == listing.functions['done'],
    }

    def winner(*clock):
        return next((name for name, holds in rules.items() if holds(*clock)), None)

    counts = {}
    for name in rules:
        found = times(run, name)
        equal(found, of_run(run, truth, lambda *clock: winner(*clock) == name), f'times of {name}')
        counts[name] = sum(len(core) for core in found)
        check(counts[name] >= CORES, f'{name} came {counts[name]} times only')
    return ', '.join(f'{count} {name}' for name, count in counts.items())


TESTS = {'fields/kinds': kinds}
