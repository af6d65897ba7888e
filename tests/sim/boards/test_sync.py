# SPDX-License-Identifier: Apache-2.0
"""Refreshes of the time of simulated boards, through the register of the real monitors and links
with random delays: whether the bound that the library states for each time holds, against the truth
of the simulation, which the library has no part in; and whether the library finds that a bound was
broken where one of its hypotheses does not hold.

usage: test_sync.py SIMULATOR MANIFEST SCRATCH_DIR SEEDS
"""

import os
import subprocess
import sys

from suite import HANG_SECONDS, check, equal, of_module, run

sys.path[1:1] = [os.path.abspath('sim/boards')]
from judge import judged

SIMULATOR, MANIFEST, SCRATCH = map(os.path.abspath, sys.argv[1:4])
SEEDS = int(sys.argv[4])
EXPERIMENT = os.path.abspath('tests/sim/boards/experiment.yaml')
BOARDS = 4
WORDS = 'live', 'pulse', 'after'
US = 10**6  # in ps
TICK = US  # of a board
DRIFT, WANDER = 100_000, 3_000  # ppb
COMMON = {
    'boards': BOARDS,
    'drift': DRIFT,
    'wander': WANDER,
    'wander_time': 700,
    'link': 'random',
}


def simulated(name, **options):
    """The answers of a run, judged."""
    out = os.path.join(SCRATCH, name)
    os.makedirs(out, exist_ok=True)
    given = [f'--{key.replace("_", "-")}={value}' for key, value in (COMMON | options).items()]
    subprocess.run(
        [
            *(SIMULATOR, '--experiment', EXPERIMENT, '--manifest', MANIFEST),
            *('--out', out, '--truth', f'{out}/truth', *given),
        ],
        check=True,
        timeout=HANG_SECONDS,
    )
    return judged(out)


def seeds(count):
    return range(1, 1 + count)


def test_holds():
    """Over random drifts, wanders, floors, delays and asymmetries no bound is broken."""
    refreshes, answers, worst = 0, 0, dict.fromkeys(WORDS, 0)
    for seed in seeds(SEEDS):
        answered = simulated('holds', seed=seed, refreshes=100)
        check(not answered.breaks(), f'seed {seed}: {answered.breaks()[:3]}')
        equal(answered.found(), set(), f'seed {seed}: found')
        equal(len(answered.rows['poll']), 100 * 4 * BOARDS, 'polls')
        refreshes += 100 * BOARDS
        for word in WORDS:
            off = answered.off[word]
            answers += len(off)
            worst[word] = max(worst[word], *(error / bound for error, bound in off))
    for word in WORDS:  # else the truth cannot have been asked for
        check(worst[word] > 0.3, f'no answer of kind {word} is off by more than {worst[word]}')
    return f'{refreshes} refreshes, {answers} times, worst {max(worst.values()):.3f} of the bound'


def test_grows():
    """Of a wire, whose bounds are short, and of a single pulse, whose bound grows by what both
    clocks may drift: one clock's drift alone would not do."""
    apart, grown = [], 0
    for seed in seeds(4 * SEEDS):
        answered = simulated('grows', seed=seed, refreshes=2, interval=300000, link='direct')
        check(not answered.breaks(), f'seed {seed}: {answered.breaks()[:3]}')
        equal(answered.found(), set(), f'seed {seed}: found')
        for error, bound in answered.off['pulse']:
            check(bound < 25 * US, f'a pulse has a bound of {bound} ps')
            apart.append(error)
        grown = max(grown, *(error for error, _ in answered.off['live']))
    check(max(apart) > US / 4, f'no pulse is off by more than {max(apart)} ps')
    check(grown > 1.2 * 300000 * DRIFT / 1e9 * US, f'no time is off by more than {grown} ps')
    return f'{len(apart)} pulses'


def test_ordered():
    """In a run whose interval guarantees the order of messages, (6), no time of a receive is before
    that of its send, whether by the pulses so far or by all; the run ends after some intervals."""
    for seed in seeds(max(1, SEEDS // 3)):
        answered = simulated(
            *('ordered',),
            **{'seed': seed, 'boards': 3, 'link': 'direct', 'wander': 1000, 'pulses': 2},
            **{'apart': 10000, 'trips': 60, 'work': 'constant', 'mean': 30000},
        )
        check(not answered.breaks(), f'seed {seed}: {answered.breaks()[:3]}')
        interval, guaranteed = answered.rows['interval'][0]
        check(guaranteed, f'seed {seed}: no interval guarantees the order')
        refreshes = len(answered.rows['poll']) // 3 // 4
        check(refreshes >= 5, f'seed {seed}: {refreshes} refreshes, one each {interval} ps')
        for word in 'event', 'late':
            order = answered.order(word)
            equal((order.messages, order.tachyons), (120, 0), f'seed {seed}, {word}: messages')


def test_tight():
    """The bound of a pulse is that of (9), with each direction's floor, and not 5 % more."""
    answered = simulated('tight', seed=3, refreshes=100)
    floors = answered.truth.floors()
    lengths = {}
    for board, sent, received, cycle in answered.rows['poll']:
        lengths.setdefault((board, cycle), []).append(received - sent)
    for board, cycle, _, bound in answered.rows['pulse']:
        length = min(lengths[board, cycle])
        formula = (length - sum(floors[board])) / 2 + TICK + 2 * length * 2 * (DRIFT + WANDER) / 1e9
        check(bound <= 1.05 * formula, f'board {board}: bound {bound}, formula {formula}')


def broken(name, checks, **options):
    """Runs with a hypothesis that does not hold. In how many a bound is broken; in each of these
    the library says so, by one of the checks."""
    breaks = 0
    for seed in seeds(max(2, SEEDS // 2)):
        answered = simulated(name, **({'seed': seed, 'refreshes': 60} | options))
        found = answered.found()
        check(found <= checks, f'seed {seed}: found by {found}')
        check(found or not answered.breaks(), f'seed {seed}: not found')
        breaks += bool(answered.breaks())
    check(breaks, 'no bound is broken')
    return f'in {breaks} runs'


def test_false_floor():
    """A floor declared too high: round trips that are shorter show it, and jumps of the middle."""
    return broken(
        'floor', {'floor', 'intervals', 'band', 'rates', 'lies'}, link='usb', declared_floor=500
    )


def test_false_wander():
    """A rate that wanders further than declared leads out of the band of the pulses around."""
    return broken(
        *('wander', {'intervals', 'band', 'rates'}),
        **{
            'link': 'direct',
            'drift': 1000,
            'wander': 100000,
            'wander_time': 3000,
            'declared_wander': 1,
        },
    )


def test_jump():
    """A clock that stands still for longer than two bounds: two intervals are disjoint."""
    return broken(
        *('jump', {'intervals'}),
        **{'link': 'direct', 'drift': 10000, 'interval': 100000, 'refreshes': 12},
        **{'jump': 70000, 'jump_at': 700},
    )


def test_lie():
    """One that stands still for so long that its rate cannot be."""
    return broken('lie', {'lies'}, link='usb', jump=500000, jump_at=500)


if __name__ == '__main__':
    sys.exit(run('sync', of_module(globals())))
