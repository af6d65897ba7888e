# SPDX-License-Identifier: Apache-2.0
"""What a run took, from the truth log alone, and how far it is from the unmonitored run."""

from build import LOCAL


def region(truth, program):
    """The measured part: from the first core that calls begin() to the last that calls end()."""
    first, last = program.entry('begin'), program.entry('end')
    begins = [next(cycle for cycle, pc in rows if pc == first) for rows in truth.retired]
    ends = [next(cycle for cycle, pc in rows if pc == last) for rows in truth.retired]
    return min(begins), max(ends)


CODE, ROUTINE = 1, 2


def inserted(truth, program):
    """Of each core: (last cycle, cycles, CODE or ROUTINE) of each instruction that the row has
    inserted, in an event or in a routine of the lines. An instruction takes the cycles from the
    one before it to its own."""
    blocks, routines = program.inserted()
    found = []
    for rows in truth.retired:
        own, before = [], 0
        for cycle, pc in rows:
            if pc in blocks:
                own.append((cycle, cycle - before, CODE))
            elif pc in routines or pc >= LOCAL:
                own.append((cycle, cycle - before, ROUTINE))
            before = cycle
        found.append(own)
    return found


def of_program(grants, added):
    """The owners of the grants that are not for an instruction in `added`. A grant is for the
    instruction of its core that retires next."""
    spans = [{cycle for end, took, _ in own for cycle in range(end - took, end)} for own in added]
    return [owner for cycle, owner in grants if cycle not in spans[owner]]


def executed(truth, program, begin, end):
    """Of each core: (cycle, event) of each event, where its code begins, or its place is."""
    return [
        [
            (cycle, program.events[pc])
            for cycle, pc in rows
            if pc in program.events and begin <= cycle <= end
        ]
        for rows in truth.retired
    ]


def common(a, b):
    """Length of a longest common subsequence, by one addition of long numbers an element."""
    masks = {}
    for place, symbol in enumerate(a):
        masks[symbol] = masks.get(symbol, 0) | 1 << place
    full = (1 << len(a)) - 1
    row = full
    for symbol in b:
        mask = masks.get(symbol, 0)
        match = row & mask
        row = (row + match | row & ~mask) & full
    return len(a) - row.bit_count()


def reordered(before, after):
    """How many grants of the shorter one of two sequences of bus owners have no place in a longest
    common subsequence. With as many grants in both it is 0 if and only if they are the same."""
    return min(len(before), len(after)) - common(before, after)


class Run:
    """The measured part of a run.

    cycles    from begin to end; counted: those in which the time counters count
    rounds    (first cycle, one after the last) of each round of CAPTURE, and of REPORT, that begins
              in it
    late      (first cycle of the round, line, core) of each node that a time-out of one releases
    events    of each core: (cycle, event)
    code, routines  cycles in inserted code, in routines of the lines, of all cores
    grants    transactions of the bus; owners: of those that the program itself makes
    """

    def __init__(self, truth, lines, program):
        self.truth, self.lines, self.program = truth, lines, program
        self.begin, self.end = begin, end = region(truth, program)
        self.cycles = end - begin
        self.counted = self.cycles - sum(lines.paused[begin:end])
        self.rounds = [[one for one in rounds if begin <= one[0] <= end] for rounds in lines.rounds]
        self.late = [one for one in lines.late if begin <= one[0] <= end]
        self.events = executed(truth, program, begin, end)
        added = inserted(truth, program)
        self.code, self.routines = (
            sum(
                took
                for own in added
                for cycle, took, what in own
                if what == kind and begin <= cycle <= end
            )
            for kind in (CODE, ROUTINE)
        )
        self.misses = truth.misses(begin, end)
        grants = [(cycle, owner) for cycle, owner in truth.grants if begin <= cycle <= end]
        self.grants = len(grants)
        self.owners = of_program(grants, added)

    @property
    def event_count(self):
        return sum(map(len, self.events))


def compare(base, run):
    """The perturbation: numbers that are all 0 for a run that is the same as the unmonitored."""
    return {
        'extra_cycles': run.cycles - base.cycles,
        'extra_counted': run.counted - base.counted,
        'misses_added': run.misses - base.misses,
        'grants_added': run.grants - base.grants,
        'grants_reordered': reordered(base.owners, run.owners),
        'event_cycles': run.code / run.event_count if run.event_count else 0.0,
        'routine_cycles': run.routines / run.event_count if run.event_count else 0.0,
    }


def same(base, run):
    """The program did the same in the same cycles, from the target's first one to the end of the
    measured part: every instruction, grant, access and look-up of a cache."""

    def until_end(rows):
        return [row for row in rows if row[0] <= base.end]

    pairs = [(base.truth.grants, run.truth.grants)]
    for name in ('retired', 'accesses', 'lookups', 'ports'):
        pairs += zip(getattr(base.truth, name), getattr(run.truth, name), strict=True)
    return all(until_end(one) == until_end(other) for one, other in pairs)
