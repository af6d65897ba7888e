# SPDX-License-Identifier: Apache-2.0
"""The Mann-Whitney test: do the values of one side tend to be greater than those of the other?

p is two-sided: how often a division of the same values into two such sides differs at least as
much.
"""

import math

P = 0.01  # below which a difference counts; as in `gnomon diff`
P_OF_FEW = 0.05  # where there are so few observations that no p is below P
FEW = 24  # so many observations: p by all divisions


def normal(a, b, u2, ties):
    """p of many observations, `a` and `b` of each side: by the normal distribution. `u2`: twice the
    test's U. `ties`: the sum of n^3 - n over the values, each of which n observations have."""
    n = a + b
    variance = a * b / 12 * (n + 1 - (ties / (n * (n - 1)) if n > 1 else 0))
    if variance <= 0:  # all are equal
        return 1.0
    return math.erfc(abs(u2 - a * b) / 2 / math.sqrt(variance) / math.sqrt(2))


def exact(groups):
    """p of few observations: `groups` has how many of each side have a value, for all values in
    ascending order."""
    a = sum(group[0] for group in groups)
    b = sum(group[1] for group in groups)
    ways = {(0, 0): 1}  # (observations of the first side, twice their ranks' sum): divisions
    seen, found = 0, 0
    for ours, theirs in groups:
        size = ours + theirs
        rank2 = 2 * seen + size + 1
        seen, found = seen + size, found + ours * rank2
        more = {}
        for (taken, total), many in ways.items():
            for count in range(min(size, a - taken) + 1):
                state = taken + count, total + count * rank2
                more[state] = more.get(state, 0) + many * math.comb(size, count)
        ways = more
    middle = a * (a + b + 1)
    far = sum(
        many
        for (taken, total), many in ways.items()
        if taken == a and abs(total - middle) >= abs(found - middle)
    )
    return far / math.comb(a + b, a)


def least_exact(groups):
    """The least p that any division of these values into two such sides has: one side has the
    lowest ones."""
    sizes = [ours + theirs for ours, theirs in groups]
    found = []
    for left in (sum(group[side] for group in groups) for side in (0, 1)):
        lowest = []
        for size in sizes:
            lowest.append((min(left, size), size - min(left, size)))
            left -= lowest[-1][0]
        found.append(exact(lowest))
    return min(found)


def level(a, b, asked=None):
    """Below which p a difference counts between so many observations of each side, None: they are
    too few for any. `asked`: the only one that will do."""
    if not a or not b:
        return None
    least = 2 / math.comb(a + b, a) if a + b <= FEW else normal(a, b, 0, 0)
    if asked is not None:
        return asked if least < asked else None
    return P if least < P else P_OF_FEW if least < P_OF_FEW else None
