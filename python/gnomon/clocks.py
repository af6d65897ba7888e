# SPDX-License-Identifier: Apache-2.0
"""Durations by a clock whose read takes time, and more of it under load.

T. H. Kong, A. Z. Spector, D. P. Siewiorek, "Measuring Time in Cm*", CMU-CS-86-136 (1986), section
4.2. The numbers of equations are those of the paper. Time stamps and durations may be numbers or
arrays, one element for each repetition of an experiment. All are in ticks of the same clock, or in
the same unit of time, and never wrap. It needs NumPy.

    from gnomon import clocks

    net = clocks.method_1(before, start, end, behind)   # columns of time stamps
    found = clocks.improvement(end - start, net)
    print(found.k, found.low, found.high)
"""

import dataclasses
import math

import numpy

_ROUNDS = 2000  # of the bootstrap
_LEAST = 8  # repetitions of which an interval is made


def net(measured, first, last):
    """(1): the net duration of an experiment that took `measured` by the clock; `first` and `last`
    are how long two successive reads took near its begin and near its end."""
    return numpy.subtract(measured, (numpy.asarray(first) + numpy.asarray(last)) / 2)[()]


def _stamps(*columns):
    """The time stamps as floating-point numbers that are exact."""
    stamps = [numpy.asarray(column) for column in columns]
    for column in stamps:
        if column.dtype.kind not in 'iuf':
            raise TypeError('time stamps must be numbers')
    if len({column.shape for column in stamps}) > 1:
        raise ValueError('the columns of time stamps have different lengths')
    least = min((column.min() for column in stamps if column.size), default=0)
    shifted = [(column - least).astype(float) for column in stamps]
    if any((column >= 2**53).any() or not numpy.isfinite(column).all() for column in shifted):
        raise ValueError('the time stamps are too far apart')
    return shifted


def _forward(*columns):
    """Refuses a clock that runs backwards."""
    for i in range(1, len(columns)):
        back = numpy.flatnonzero(numpy.atleast_1d(columns[i] < columns[i - 1]))
        if back.size:
            raise ValueError(f'the clock runs backwards in repetition {back[0]}')


def method_1(before, start, end, behind):
    """Method I: the clock is read twice in succession before the experiment, and twice behind it,
    by whom it is measured. The experiment lies between the reads `start` and `end`; it begins with
    the second read of the first pair, and ends with the first read of the second pair."""
    before, start, end, behind = _stamps(before, start, end, behind)
    _forward(before, start, end, behind)
    return net(end - start, start - before, behind - end)


def method_2(start, end, pair_before, pair_behind):
    """Method II: a process of its own reads the clock in pairs of successive reads. `pair_before`
    and `pair_behind` are the time stamps of the last such pair before the experiment, or at its
    begin, and of the one behind it: (first reads, second reads). Each end of the experiment takes
    the pair whose middle is nearer, at a tie the earlier one."""
    start, end, *pairs = _stamps(start, end, *pair_before, *pair_behind)
    _forward(start, end)
    _forward(*pairs)
    took = pairs[1] - pairs[0], pairs[3] - pairs[2]
    middle2 = pairs[0] + pairs[1], pairs[2] + pairs[3]  # twice the middle, which is exact
    nearest = [
        numpy.where(abs(2 * at - middle2[0]) <= abs(2 * at - middle2[1]), *took)
        for at in (start, end)
    ]
    return net(end - start, *nearest)


def long_term(measured, zero):
    """Long-term averaging: less the mean of what zero elapsed time took (k = 1)."""
    zero = numpy.asarray(zero)
    if not zero.size:
        raise ValueError('no duration of zero elapsed time')
    return numpy.subtract(measured, zero.mean())[()]


@dataclasses.dataclass(frozen=True)
class Improvement:
    """The improvement factor k, and its confidence interval."""

    k: float
    low: float
    high: float
    block: int  # repetitions that were drawn together


def _block_of(values):
    """Repetitions that depend on each other, by the greatest lag at which they are correlated; at
    least the cube root of all."""
    count = len(values)
    least, most = math.ceil(count ** (1 / 3)), max(count // 25, 1)
    values = values - values.mean()
    square = numpy.dot(values, values)
    limit = 2.6 * square / math.sqrt(count)  # 1 % of independent ones are beyond, at each lag
    size = 1 << (2 * count).bit_length()
    spectrum = numpy.fft.rfft(values, size)
    lags = numpy.fft.irfft(spectrum * spectrum.conj(), size)[1 : most + 1]
    run = 0
    for lag, found in enumerate(lags, 1):
        if abs(found) <= limit:
            if lag - run > 5:
                break
        else:
            run = lag
    return min(max(least, 2 * run), most)


def improvement(measured, corrected, confidence=0.95, block=None, rounds=_ROUNDS, seed=1):
    """k = V(measured) / V(corrected) of the repetitions of one fixed duration, and its confidence
    interval by a circular block bootstrap over the pairs (measured, corrected), in their order.

    `block` is how many neighbouring repetitions are drawn together; it must be longer than what
    makes neighbours depend on each other. Without it the autocorrelation decides."""
    x, y = (numpy.asarray(values, dtype=float) for values in (measured, corrected))
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError('measured and corrected must be as many')
    if not 0 < confidence < 1:
        raise ValueError('the confidence must be above 0 and below 1')
    count = len(x)
    if count < _LEAST:
        raise ValueError(f'{count} repetitions are too few for an interval')
    if not numpy.isfinite(x).all() or not numpy.isfinite(y).all():
        raise ValueError('a duration is not a number')
    x, y = x - x.mean(), y - y.mean()
    if not y.any():
        raise ValueError('the corrected durations are all equal: k is not known')
    if block is None:
        block = max(_block_of(x * x), _block_of(y * y), _block_of(x), _block_of(y))
    if not 1 <= block <= count:
        raise ValueError(f'no block of {block} among {count} repetitions')
    wrapped = [numpy.concatenate(([0], numpy.cumsum(numpy.concatenate((v, v[: block - 1])))))
               for v in (x, x * x, y, y * y)]  # fmt: skip
    sums = [total[block:] - total[:-block] for total in wrapped]
    pieces = -(-count // block)
    drawn = numpy.random.default_rng(seed).integers(count, size=(rounds, pieces))
    mean_x, square_x, mean_y, square_y = (
        total[drawn].sum(axis=1) / (pieces * block) for total in sums
    )
    below = square_y - mean_y**2
    found = (square_x - mean_x**2)[below > 0] / below[below > 0]
    if len(found) < rounds:
        raise ValueError('the corrected durations hardly vary: k is not known')
    low, high = numpy.quantile(found, ((1 - confidence) / 2, (1 + confidence) / 2))
    return Improvement(float(x.var() / y.var()), float(low), float(high), int(block))


def variance_2(sigma, rho):
    """(2): the variance of a net duration. `sigma[i]` is the standard deviation of T_i, `rho[i, j]`
    with i < j the correlation of T_i and T_j, both for i and j from 1 to 4; a pair that is not
    there is not correlated. T_2 and T_3 are what a read takes on the experiment's side, T_1 and T_4
    how long two successive reads took."""
    unknown = {*rho} - {(i, j) for i in range(1, 5) for j in range(i + 1, 5)}
    if unknown:
        raise ValueError(f'no correlation {sorted(unknown)[0]}')
    weight = {1: -0.5, 2: 1, 3: 1, 4: -0.5}
    return sum((weight[i] * sigma[i]) ** 2 for i in weight) + sum(
        2 * weight[i] * weight[j] * value * sigma[i] * sigma[j] for (i, j), value in rho.items()
    )


def variance_4(rho, sigma=1.0):
    """(4): the same where each of T_2 and T_3 is half of a read, and V(T_1) = V(T_4) = sigma^2. The
    uncorrected variance is that of T_2 + T_3, sigma^2 / 2 * (1 + rho[2, 3])."""
    return variance_2({1: sigma, 2: sigma / 2, 3: sigma / 2, 4: sigma}, rho)


def variance_5(rho13=0.0, rho34=0.0, rho14=0.0, sigma=1.0):
    """(5): the same of a duration so short that T_2 and T_3 are one read, T_3."""
    return sigma**2 * (1.5 - rho13 - rho34 + 0.5 * rho14)
