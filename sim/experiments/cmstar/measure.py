# SPDX-License-Identifier: Apache-2.0
"""What a run shows: readings of the clock beside the exact cycles of the same reads.

A cycle is a tick of the clock. Exact times are those of the first and the last instruction of the
routine that reads it. "Error" is what the clock, or a method, says less the exact time.
"""

import numpy
from gnomon import clocks
from runs import CLOCK_CORE, READING, RECEIVED, ZERO_TIME
from simulated import Fault

COLD = 4  # first reads of a run, whose code comes into the cache


def spread(values):
    """Mean, standard deviation, least and greatest."""
    values = numpy.asarray(values, dtype=float)
    return {
        'count': len(values),
        'mean': float(values.mean()),
        'deviation': float(values.std()),
        'least': float(values.min()),
        'most': float(values.max()),
    }


def stamps(core, number, columns):
    """The readings with that number, as columns; they do not wrap in a run."""
    found = numpy.array(core.readings.get(number, []), dtype='i8')
    if not len(found) or len(found) % columns:
        raise Fault(f'{len(found)} readings of event {number}, which come by {columns}')
    return found.reshape(-1, columns).T


def reads(core):
    """The exact first and last cycles of the routine, in each call."""
    return numpy.array(core.reads, dtype='i8').T


def successive(core, half_bits):
    """Two successive reads, again and again: the elapsed time by the clock, by exact times from
    entry to entry, and where each read lies between both ends of the routine."""
    begun, ended = reads(core)
    readings = stamps(core, READING, 1)[0]
    if len(readings) != len(begun):
        raise Fault(f'{len(begun)} calls of the routine made {len(readings)} readings')
    begun, ended, readings = begun[COLD:], ended[COLD:], readings[COLD:]
    outside = (readings < begun) | (readings > ended)
    elapsed, exact = numpy.diff(readings), numpy.diff(begun)
    right = ~(outside[1:] | outside[:-1])
    return {
        'at': (begun[1:] - begun[0]).tolist(),
        'elapsed': elapsed.tolist(),
        'exact': exact.tolist(),
        'took': (ended - begun).tolist(),
        'wraps': ((begun >> half_bits) != (ended >> half_bits)).tolist(),
        'wrong': int(outside.sum()),
        'periods': int((ended[-1] >> half_bits) - (begun[0] >> half_bits)),
        'clock': spread(elapsed[right]),
        'truth': spread(exact[right]),
        'error': spread((elapsed - exact)[right]),
    }


def loads_between(series):
    """Of Varying-Read by one reader, for each elapsed time the loads of the clock between both
    significant loads of its low half: a call that takes longer than the others has four loads."""
    took = numpy.array(series['took'])
    longer = took > took.min()
    before, behind = longer[:-1], longer[1:]
    return (numpy.where(before, 0, 1) + 1 + numpy.where(behind, 2, 0)).tolist()


def improvement(measured, corrected):
    """k with its interval; None where the corrected durations do not vary."""
    try:
        found = clocks.improvement(measured, corrected)
    except ValueError:
        return None
    return {'k': found.k, 'low': found.low, 'high': found.high}


def exact_duration(before, begin, end):
    """From the return of the read that begins it to the call of the read that ends it, less what
    lies between two successive reads: the routine's own call. `before` is the calls of the read
    before `begin`, all as (first cycles, last cycles)."""
    return end[0] - begin[1] - (begin[0] - before[1]).min()


def durations(begin, end, exact, one, two, zero):
    """A duration, uncorrected and by each method; `zero` is what zero elapsed time took."""
    values = {
        'uncorrected': end - begin,
        'long-term': clocks.long_term(end - begin, zero),
        'Method I': one,
        'Method II': two,
    }
    return {
        'exact': spread(exact),
        'methods': {
            name: {'net': spread(net), 'error': spread(net - exact)} for name, net in values.items()
        },
        'values': {name: net.tolist() for name, net in values.items()},
    }


def zero(cores):
    """Zero elapsed time, between the second read and the third of four in succession; and k."""
    t = stamps(cores[0], READING, 4)
    p = stamps(cores[CLOCK_CORE], READING, 4)
    calls_of = [reads(cores[0])[:, i::4] for i in range(4)]
    found = durations(
        t[1],
        t[2],
        exact_duration(*calls_of[:3]),
        clocks.method_1(*t),
        clocks.method_2(t[1], t[2], (p[0], p[1]), (p[2], p[3])),
        t[2] - t[1],
    )
    for name in ('Method I', 'Method II'):
        found['methods'][name]['k'] = improvement(t[2] - t[1], found['values'][name])
    return found


def nearest(at, pairs):
    """How long the read of the pair took whose middle is nearest to each time; at a tie of the
    earlier one."""
    middle, took = pairs[0] + pairs[1], pairs[1] - pairs[0]
    behind = numpy.clip(numpy.searchsorted(middle, 2 * at), 1, len(middle) - 1)
    nearer = numpy.where(2 * at - middle[behind - 1] <= middle[behind] - 2 * at, behind - 1, behind)
    return took[nearer]


def calls(cores):
    """Latency and time of remote procedure calls, and zero elapsed time in each repetition."""
    a, b, c, d = stamps(cores[0], READING, 4)
    e, f = stamps(cores[1], RECEIVED, 2)[:, : len(a)]
    z = stamps(cores[0], ZERO_TIME, 4)
    pairs = stamps(cores[CLOCK_CORE], READING, 2)
    client = [reads(cores[0])[:, i::8] for i in range(8)]
    server = reads(cores[1])[:, ::2][:, : len(a)]

    def of(stamps_of, before, begin, end):
        """(T1 begins, begins, ends, T4 ends), and the exact calls."""
        first, begun, ended, last = stamps_of
        two = clocks.net(ended - begun, nearest(begun, pairs), nearest(ended, pairs))
        one = clocks.method_1(first, begun, ended, last)
        return durations(begun, ended, exact_duration(before, begin, end), one, two, z[2] - z[1])

    found = {
        'latency': of((a, b, e, f), client[0], client[1], server),
        'call': of((a, b, c, d), client[0], client[1], client[2]),
        'zero': of(z, *client[4:7]),
    }
    for name in ('Method I', 'Method II'):
        net = found['zero']['values'][name]
        found['zero']['methods'][name]['k'] = improvement(z[2] - z[1], net)
    return found


def modules(cores):
    """The same loop on each core: mean duration by the clock, and exactly; the greatest part by
    which two cores differ."""
    rows = []
    for number, core in sorted(cores.items()):
        exact = numpy.diff(numpy.array(core.works, dtype='i8'), axis=1)
        rows.append(
            {
                'core': number,
                'clock': spread(stamps(core, READING, 1)[0]),
                'exact': spread(exact[:, 0]),
            }
        )
    means = [row['clock']['mean'] for row in rows]
    exact = [row['exact']['mean'] for row in rows]
    return {
        'cores': rows,
        'differ': max(means) / min(means) - 1,
        'exactly': max(exact) / min(exact) - 1,
    }
