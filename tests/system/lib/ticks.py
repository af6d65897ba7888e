# SPDX-License-Identifier: Apache-2.0
"""Times that are coarser than a cycle, by brute force: the register of random ticks is shifted a
bit each cycle."""

TAPS = 1 << 22 | 1 << 2 | 1 << 1 | 1  # of x^32 + x^22 + x^2 + x + 1


def ticks(prescale, seed, cycles):
    """For each of so many cycles of a run, whether time changes behind it."""
    state, out = seed, []
    for cycle in range(cycles):
        if cycle % prescale == 0:
            place = state % prescale if seed else prescale - 1
        out.append(cycle % prescale == place)
        state = (state << 1 ^ (TAPS if state >> 31 else 0)) & 0xFFFFFFFF
    return out


def furthest(node):
    """How many cycles may be behind the time that a node, of the manifest, gives them."""
    tick = node.get('time')
    return tick['prescale'] - 1 if tick else 0


def times(node, run, cycles):
    """What a node, of the manifest, calls each of so many cycles of that run."""
    tick = node.get('time')
    if not tick:
        return range(cycles)
    now, out = 0, []
    seed = tick['seed'] and tick['seed'] ^ run
    for change in ticks(tick['prescale'], seed, cycles):
        out.append(now)
        now += tick['prescale'] * change
    return out
