# SPDX-License-Identifier: Apache-2.0
"""What a slow clock shows: times of exact cycles, in ticks.

Period q of a clock has the cycles q * tick to (q + 1) * tick - 1 and one tick, behind the cycle at
its place. A time is the number of ticks before its cycle. docs/design/interfaces.md has the rule of
the places that a node draws.
"""

import numpy

TAPS = 1 << 22 | 1 << 2 | 1 << 1 | 1  # of x^32 + x^22 + x^2 + x + 1
WIDTH = 32


def shifted(state, count):
    """x^count times the state."""
    for _ in range(count):
        state = (state << 1 ^ (TAPS if state >> (WIDTH - 1) else 0)) & 0xFFFFFFFF
    return state


def places_of_node(seed, tick, count):
    """The places of the ticks of `count` periods, by the rule of a node with jitter."""
    of_bit = [shifted(1 << bit, tick) for bit in range(WIDTH)]
    of_byte = [[0] * 256 for _ in range(WIDTH // 8)]
    for part, table in enumerate(of_byte):
        for value in range(1, 256):
            lowest = value & -value
            table[value] = table[value ^ lowest] ^ of_bit[8 * part + lowest.bit_length() - 1]
    found, state = [], seed
    for _ in range(count):
        found.append(state % tick)
        state = (
            of_byte[0][state & 255]
            ^ of_byte[1][state >> 8 & 255]
            ^ of_byte[2][state >> 16 & 255]
            ^ of_byte[3][state >> 24]
        )
    return numpy.array(found)


def fixed(cycles, tick, phase=0):
    """Counts by a clock whose periods begin `phase` cycles before cycle 0; its ticks are behind
    the last cycle of each."""
    return (cycles + phase) // tick


def jittered(cycles, tick, places, phase=0):
    """The same, with the place of the tick in each period."""
    period, rest = numpy.divmod(cycles + phase, tick)
    return period + (rest > places[period])


def periods(cycles, tick):
    """As many as a clock of any phase has up to the last of the cycles."""
    return int(cycles[-1]) // tick + 2
