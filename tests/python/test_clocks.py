# SPDX-License-Identifier: Apache-2.0
"""gnomon.clocks against numbers that were computed by hand, and against simulated reads."""

import itertools
import math

import numpy
from gnomon import clocks
from workplace import refused

PAIRS = list(itertools.combinations(range(1, 5), 2))


def near(found, wanted):
    assert abs(found - wanted) < 1e-9 * max(1, abs(wanted)), (found, wanted)


def test_methods(_place):
    """T_A = T_m - (T_1 + T_4) / 2 of one experiment, and of columns of integers."""
    assert clocks.net(100, 10, 20) == 85
    assert clocks.method_1(0, 10, 110, 130) == 85
    assert clocks.method_1(2**62, 2**62 + 10, 2**62 + 110, 2**62 + 131) == 84.5
    before, start, end, behind = numpy.array([[0, 10, 110, 130], [5, 6, 9, 17]], 'u8').T
    assert clocks.method_1(before, start, end, behind).tolist() == [85, -1.5]
    assert clocks.long_term([100, 110], [3, 5]).tolist() == [96, 106]
    assert clocks.long_term(100, [3, 5]) == 96


def test_nearest_pair(_place):
    """Method II: the nearer middle of a pair, at a tie the earlier one."""
    early, late = (0, 10), (100, 130)  # middles 5 and 115: as far from 60
    for start, end, wanted in (
        (20, 110, 90 - (10 + 30) / 2),
        (20, 60, 40 - 10),
        (20, 61, 41 - 20),
        (60, 60, -10),
        (61, 62, 1 - 30),
    ):
        assert clocks.method_2(start, end, early, late) == wanted, (start, end)
    found = clocks.method_2([20, 60], [110, 60], ([0, 0], [10, 10]), ([100, 100], [130, 130]))
    assert found.tolist() == [70, -10]


def test_variances(_place):
    """(2), (4) and (5) at their bounds, and against the variance of simulated reads."""
    near(clocks.variance_4(dict.fromkeys(PAIRS, 1)), 0)
    near(clocks.variance_4({(2, 3): 1, (1, 4): 1}, 3), 2 * 9)
    near(clocks.variance_4({}, 2), 4)
    near(clocks.variance_4({(1, 4): 1}), 1.5)  # of 0.5 uncorrected: k = 1/3, below the paper's 0.5
    near(clocks.variance_5(), 1.5)
    near(clocks.variance_5(1, 1, 1), 0)
    near(clocks.variance_5(rho14=1, sigma=2), 8)
    for one, pair in itertools.product((0.3, -0.2), PAIRS):  # each coefficient of (4)
        wanted = 0.5 if pair in ((2, 3), (1, 4)) else -0.5
        near(clocks.variance_4({pair: one}) - 1, wanted * one)
    chance = numpy.random.default_rng(1)
    mix = chance.normal(size=(4, 4))
    covariance = mix @ mix.T
    sigma = numpy.sqrt(numpy.diag(covariance))
    rho = {(i, j): covariance[i - 1, j - 1] / sigma[i - 1] / sigma[j - 1] for i, j in PAIRS}
    weight = numpy.array([-0.5, 1, 1, -0.5])
    near(clocks.variance_2(dict(enumerate(sigma, 1)), rho), weight @ covariance @ weight)


def reads(chance, rho, count):
    """How long three successive reads took: each an AR(1) sequence with the correlation rho."""
    took = chance.normal(size=(count, 3))
    for i in (1, 2):
        took[:, i] = rho * took[:, i - 1] + math.sqrt(1 - rho * rho) * took[:, i]
    return took


GOLDEN = {0: 0.6666666667, 0.5: 1.6, 0.8: 4.5454545455, 0.9: 9.5238095238, 2 - math.sqrt(3): 1}


def test_k_of_dependent_reads(_place):
    chance = numpy.random.default_rng(2)
    for rho, wanted in GOLDEN.items():
        near(round(1 / clocks.variance_5(rho, rho, rho * rho), 10), wanted)
        took = reads(chance, rho, 4000)
        stamps = numpy.cumsum(1000 + took, axis=1)
        corrected = clocks.method_1(0 * stamps[:, 0], *stamps.T)
        found = clocks.improvement(took[:, 1], corrected, confidence=0.999)
        assert found.low < wanted < found.high < 1.3 * found.low, (rho, found)
        near(found.k, numpy.var(took[:, 1]) / numpy.var(corrected))
    # one pair is nearest to both ends: T_1 = T_4, and k = 1 / (2 - 2 rho)
    near(1 / clocks.variance_5(0.5, 0.5, 1), 1 / (2 - 2 * 0.5))


def test_k_of_long_term(_place):
    chance = numpy.random.default_rng(3)
    took = reads(chance, 0.5, 1000)[:, 1]
    found = clocks.improvement(took, clocks.long_term(took, took))
    near(found.k, 1)
    near(found.low, 1)
    near(found.high, 1)


def interrupted(chance, count, period, every):
    """As reads, with an interrupt that comes each `period`, and lengthens the read it falls into;
    a repetition begins `every` on average."""
    took = chance.gamma(4, 2, (count, 3)) + 10
    begin = chance.uniform(0, period) + numpy.cumsum(chance.normal(every, 1, count))
    edges = begin[:, None] + numpy.cumsum(numpy.column_stack((numpy.zeros(count), took)), axis=1)
    return took + 60 * numpy.diff(numpy.floor(edges / period), axis=1)


def covered(make, rounds=400, count=600):
    """How often the interval of 95 % has the k of very many repetitions."""
    many = make(400000)
    wanted = many[:, 1].var() / (many[:, 1] - (many[:, 0] + many[:, 2]) / 2).var()
    hits = 0
    for seed in range(rounds):
        took = make(count)
        corrected = took[:, 1] - (took[:, 0] + took[:, 2]) / 2
        found = clocks.improvement(took[:, 1], corrected, rounds=400, seed=seed)
        hits += found.low <= wanted <= found.high
    return hits / rounds


def test_interval_of_k_covers(_place):
    """Three standard deviations of such a share are 0.033."""
    chance = numpy.random.default_rng(4)
    assert covered(lambda count: reads(chance, 0, count)) > 0.917
    assert covered(lambda count: reads(chance, 0.8, count)) > 0.917
    for period, every in ((1000, 137.7), (300, 97)):
        share = covered(lambda count: interrupted(chance, count, period, every))  # noqa: B023
        assert share > 0.917, (period, every, share)


def test_interval_of_locked_repetitions(_place):
    """An interrupt in each repetition, or in every second or fourth one, at a phase that hardly
    changes: the interval covers too seldom, after eight times as many repetitions, too."""
    chance = numpy.random.default_rng(6)
    few = [(600, every, 200) for every in (1000, 500, 250)]
    for count, every, rounds in (*few, (5000, 500, 60)):
        share = covered(
            lambda count: interrupted(chance, count, 1000, every),  # noqa: B023
            rounds,
            count,
        )
        assert 0.5 < share < 0.8, (count, every, share)


def test_interval_of_dependent_repetitions(_place):
    """Repetitions that depend on each other for long: the interval is wider, as its blocks are."""
    chance = numpy.random.default_rng(5)
    load = numpy.repeat(chance.gamma(1, 1, 100), 40)[:, None] + 0.1
    took = load * chance.normal(size=(4000, 3))
    corrected = took[:, 1] - (took[:, 0] + took[:, 2]) / 2
    whole = clocks.improvement(took[:, 1], corrected)
    single = clocks.improvement(took[:, 1], corrected, block=1)
    assert whole.block >= 40 and single.block == 1, whole
    assert whole == clocks.improvement(took[:, 1], corrected), 'the same seed, the same numbers'


def test_refused(_place):
    some = [1.0, 2, 4, 3, 5, 9, 2, 6, 5]
    for message, call, *words in (
        ('runs backwards in repetition 1', clocks.method_1, [0, 9], [1, 8], [2, 10], [3, 11]),
        ('runs backwards in repetition 0', clocks.method_2, 5, 4, (0, 1), (7, 8)),
        ('runs backwards in repetition 0', clocks.method_2, 4, 5, (0, 1), (8, 7)),
        ('different lengths', clocks.method_1, [0, 9], [1], [2, 10], [3, 11]),
        ('too far apart', clocks.method_1, 0, 1, 2, 2**60),
        ('too far apart', clocks.method_1, 0.0, 1.0, 2.0, math.nan),
        ('no duration', clocks.long_term, [1], []),
        ('as many', clocks.improvement, some, some[1:]),
        ('too few', clocks.improvement, some[:1], some[:1]),
        ('all equal', clocks.improvement, some, [1] * 9),
        ('not a number', clocks.improvement, some, [*some[1:], math.inf]),
        ('confidence', clocks.improvement, some, some, 95),
        ('confidence', clocks.improvement, some, some, 0),
        ('block', clocks.improvement, some, some, 0.9, 0),
        ('block', clocks.improvement, some, some, 0.9, 10),
        ('no correlation (2, 1)', clocks.variance_4, {(2, 1): 1}),
    ):
        found = refused(ValueError, call, *words)
        assert message in found, (message, found)
    refused(TypeError, clocks.method_1, 'a', 'b', 'c', 'd')
