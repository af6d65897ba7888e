# SPDX-License-Identifier: Apache-2.0
"""What the library answers in a simulation of boards (host_answers.c), judged by the truth of the
harness (truth.hpp). The mapping of cycles to true times is by what the harness wrote alone."""

import bisect
from dataclasses import dataclass, field

SEGMENT = {'host': 2**20}  # ticks of a segment; of boards:
SEGMENT_OF_BOARDS = 2**14
SEND, RECEIVE = 4, 6  # pages


def lines(path):
    with open(path, encoding='ascii') as file:
        for line in file:
            word, *row = line.split()
            yield word, row


class Truth:
    """rows     of each other word, as numbers where they are some
    host()   where a cycle of a board really was, on the host's clock
    """

    def __init__(self, path):
        self.edges, self.zero, self.rows = {}, {}, {}
        for word, row in lines(path):
            if word == 'edges':
                self.edges.setdefault(row[0], []).append(int(row[2]))
                continue
            if word == 'start':  # the last one counts
                self.zero[row[0]] = int(row[1])
            elif word == 'host':
                self.begin = 1000 * int(row[0])
            self.rows.setdefault(word, []).append([int(x) if x.isdigit() else x for x in row])

    def _place(self, clock, at, within, of):
        begins = self.edges[clock]
        return begins[at] + within * (begins[at + 1] - begins[at]) // of

    def real(self, board, cycle):
        """In fs since the beginning of the simulation."""
        edge = self.zero[str(board)] + cycle
        return self._place(str(board), *divmod(edge, SEGMENT_OF_BOARDS), SEGMENT_OF_BOARDS)

    def host(self, board, cycle):
        """In ps."""
        time = self.real(board, cycle)
        begins, of = self.edges['host'], SEGMENT['host']
        at = bisect.bisect(begins, time) - 1
        length = begins[at + 1] - begins[at]
        return self.begin + 1000 * at * of + (time - begins[at]) * 1000 * of // length

    def floors(self):
        """Of each board, in ps: of requests, and of answers."""
        return {row[0]: row[1:] for row in self.rows['floor']}

    def messages(self):
        """(sender, cycle, receiver, cycle) of each, by the writes of both ends."""
        cycles = {(row[0], row[2], row[3], row[4]): row[1] for row in self.rows.get('write', ())}
        for connection, sequence, sender, receiver, size, *times in self.rows.get('message', ()):
            data = (sequence & 0xFFFF) << 16 | size
            ends = []
            for board, page, time in zip((sender, receiver), (SEND, RECEIVE), times, strict=True):
                ends += [board, cycles[board, page * 64 + connection, data, time]]
            yield tuple(ends)


@dataclass
class Order:
    """What mapped times say of messages.

    messages   that have times at both ends
    tachyons   whose receive is mapped before their send, whatever the bounds say
    broken     of these: further before it than both bounds allow
    undecided  whose ends lie so close together that the bounds, and the declared floor of
               messages, leave their order open
    decidable  that really took longer than both bounds, or whose bounds are below the floor
    missed     of these: undecided
    failed     undecided, although no error that the bounds allow can have left them so
    """

    messages: int = 0
    tachyons: int = 0
    broken: int = 0
    undecided: int = 0
    decidable: int = 0
    missed: int = 0
    failed: int = 0


@dataclass
class Answers:
    """rows    by their first word
    off     kind of answer -> (error, bound) of each, in ps
    """

    rows: dict
    truth: Truth
    off: dict = field(default_factory=dict)

    def __post_init__(self):
        for word in TIMES:
            self.off[word] = [
                (abs(self.truth.host(board, cycle) - self.zero - time), bound)
                for board, cycle, time, bound in self.rows.get(word, ())
            ]

    @property
    def zero(self):
        return 1000 * self.rows['zero'][0][0]

    def busy(self):
        """Of each board, the share of the time from the first poll to the last one that polls take,
        and this time in ps."""
        polls = self.rows['poll']
        wall = max(row[2] for row in polls) - min(row[1] for row in polls)
        return sum(row[2] - row[1] for row in polls) / len(self.rows['board']) / wall, wall

    def breaks(self):
        return [
            f'{word}: off by {error} ps, bound {bound} ps'
            for word, rows in self.off.items()
            for error, bound in rows
            if error > bound
        ]

    def found(self):
        """The checks by which the library has found a bound broken, or a board at fault."""
        names = {name for row in self.rows['board'] for name in row[1:3]}
        return names - {'ok', 'none'}

    def order(self, word):
        """Of all messages, by the answers of a kind."""
        at = {(board, cycle): answer for board, cycle, *answer in self.rows.get(word, ())}
        floor = self.rows['message_floor'][0][0]
        result = Order()
        for sender, sent, receiver, received in self.truth.messages():
            ends = at.get((sender, sent)), at.get((receiver, received))
            if None in ends:
                continue
            (begin, before), (end, behind) = ends
            result.messages += 1
            result.tachyons += end < begin
            result.broken += end + behind < begin - before
            took = self.truth.host(receiver, received) - self.truth.host(sender, sent)
            both = before + behind
            undecided = abs(end - begin) <= both >= floor
            decidable = took > both or floor > both
            result.undecided += undecided
            result.decidable += decidable
            result.missed += undecided and decidable
            result.failed += undecided and (took > 2 * both or floor > both)
        return result


# the answers that are times: live ones by the pulses so far, and those by all pulses
TIMES = 'live', 'event', 'pulse', 'after', 'late'


def judged(folder):
    """The answers of a simulation that wrote into this folder, with its truth beside them."""
    rows = {}
    for word, row in lines(f'{folder}/answers'):
        rows.setdefault(word, []).append([int(x) if x.lstrip('-').isdigit() else x for x in row])
    return Answers(rows, Truth(f'{folder}/truth'))
