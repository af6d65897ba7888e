# SPDX-License-Identifier: Apache-2.0
"""Runs the farm on simulated boards, and judges what the library makes of their times by the truth
of the simulation."""

import json
import os
import statistics
from dataclasses import asdict, dataclass
from itertools import pairwise

import simulated
from judge import judged

NAME = 'farm'
EXPERIMENT = 'sim/experiments/farm/experiment.yaml'
BOARDS = 8
HZ = 1_000_000

# Fleury's figures. What is simulated is shorter by SCALE and its clocks drift as much more, so all
# offsets are those of the paper. The interval is the library's choice.
SCALE = 10
DRIFT = 10_000  # ppb
APART = 100_000  # us between the first pulses
WANDER = 100  # ppb
POLLS = 8  # of a pulse
SHOWN = 0.1, 4  # mean work and pulses of the runs with a page


@dataclass(frozen=True)
class Setting:
    """build   folder of the build
    scratch  folder for runs
    jobs     runs at the same time
    say      a function for progress
    pages    folder for the pages of the runs that are shown, or None
    """

    build: str
    scratch: str
    jobs: int = 1
    say: object = print
    pages: str = None


@dataclass(frozen=True)
class Plan:
    """work    none, constant, truncated or quantised
    mean     of it in seconds, before the scale
    pulses   before the farm begins
    trips    round trips
    """

    work: str
    mean: float
    pulses: int
    trips: int
    seed: int

    @property
    def shown(self):
        """Whether it has a page: of each kind of work the shortest one, as the times are best."""
        return (self.mean, self.pulses) == SHOWN

    @property
    def name(self):
        return f'{self.work}-{self.mean:g}-{self.pulses}-{self.trips}-{self.seed}'

    @property
    def options(self):
        return {
            'boards': BOARDS,
            'work': self.work,
            'mean': round(self.mean * 1e6),
            'scale': SCALE,
            'trips': self.trips,
            'seed': self.seed,
            'link': 'slices',
            'drift': DRIFT * SCALE,
            'wander': WANDER * SCALE,
            'pulses': self.pulses,
            'polls': POLLS,
            'apart': APART // SCALE,
        }


def quantiles(rows):
    """Of errors and bounds, in us."""
    errors, bounds = zip(*rows, strict=True)
    return {
        'error_us_p50': statistics.median(errors) / 1e6,
        'error_us_max': max(errors) / 1e6,
        'bound_us_p50': statistics.median(bounds) / 1e6,
        'worst': max(error / bound for error, bound in rows),
    }


def apart(answers, first):
    """(least and greatest time between the begins of two pulses of a board, longest pulse) in ps:
    of those behind the `first` ones, but for the last, which comes at the end of the run. 0 where
    a board has fewer than two of them."""
    between, longest = [], 0
    for board in range(BOARDS):
        polls = sorted(row[1:3] for row in answers.rows['poll'] if row[0] == board)
        pulses = [polls[at : at + POLLS] for at in range(0, len(polls), POLLS)]
        begins = [pulse[0][0] for pulse in pulses]
        between += [b - a for a, b in pairwise(begins[first:-1])]
        longest = max(longest, *(pulse[-1][1] - pulse[0][0] for pulse in pulses))
    return min(between, default=0), max(between, default=0), longest


def timing(answers, first):
    """Of the whole: seconds before the scale, and how many pulses each board had."""
    share, wall = answers.busy()
    interval, guaranteed = answers.rows['interval'][0]
    least, greatest, longest = apart(answers, first)
    return {
        'wall_s': wall * SCALE / 1e12,
        'interval_s': interval * SCALE / 1e12,
        'guaranteed': bool(guaranteed),
        # the polls of a pulse take what they take, so these are as in the simulation
        'apart_s': [least / 1e12, greatest / 1e12],
        'longest_s': longest / 1e12,
        'pulses': len(answers.rows['poll']) // BOARDS // POLLS,
        # as many polls and stores as in a run of that wall; each takes what it takes
        'sync_s': share * wall / 1e12,
        'stores': sum(row[0] == 0 for row in answers.truth.rows['write']),
    }


def space_time(answers, count):
    """The first messages, by the common time: (sender, us, receiver, us)."""
    at = {(board, cycle): time for board, cycle, time, _ in answers.rows['late']}
    found = sorted(
        (at[sender, sent] / 1e6, sender, at[receiver, received] / 1e6, receiver)
        for sender, sent, receiver, received in answers.truth.messages()
    )[:count]
    begin = found[0][0]
    return [
        [sender, round(sent - begin, 1), receiver, round(received - begin, 1)]
        for sent, sender, received, receiver in found
    ]


def counted(setting, folder):
    """What `gnomon messages` says of the run of all boards."""
    gnomon = os.path.join(setting.build, 'bin', 'gnomon')
    text = simulated.perform([gnomon, 'messages', '--json', folder], 'gnomon messages', NAME)
    found = json.loads(text)
    return {key: found[key] for key in ('messages', 'between', 'tachyons', 'undecided')}


def alone(answers):
    """Tachyons where the first pulse of each board is all that is known of its clock."""
    first = {}
    for board, cycle, time, _ in answers.rows['pulse']:
        first.setdefault(board, (cycle, time))

    def time_of(board, at):
        cycle, time = first[board]
        return time + (at - cycle) * 10**12 // HZ

    return sum(
        time_of(receiver, received) < time_of(sender, sent)
        for sender, sent, receiver, received in answers.truth.messages()
    )


def put_page(setting, plan, folder):
    """The page of the run of all boards, on which messages between them are arrows."""
    os.makedirs(setting.pages, exist_ok=True)
    page = os.path.join(setting.pages, f'{plan.work}.html')
    if os.path.exists(page):  # gnomon replaces none
        os.remove(page)
    gnomon = os.path.join(setting.build, 'bin', 'gnomon')
    simulated.perform([gnomon, 'report', '--html', page, folder], 'gnomon report', NAME)


DRAWN = 60  # messages of the space-time diagram


def run(setting, plan):
    """What a run has shown."""
    folder = os.path.join(setting.scratch, plan.name)
    os.makedirs(folder, exist_ok=True)
    where = os.path.join(setting.build, 'sim', 'boards_1')
    given = [f'--{key}={value}' for key, value in plan.options.items()]
    simulated.perform(
        [
            *(os.path.join(where, 'boards'), '--experiment', EXPERIMENT),
            *('--manifest', os.path.join(where, 'out', 'manifest.json')),
            *('--out', folder, '--truth', os.path.join(folder, 'truth'), *given),
        ],
        f'the simulation of {plan.name}',
        NAME,
    )
    answers = judged(folder)
    if setting.pages and plan.shown:
        put_page(setting, plan, folder)
    setting.say(plan.name)
    return {
        'plan': asdict(plan),
        **timing(answers, plan.pulses),
        'alone': alone(answers),
        'live': asdict(answers.order('event')) | quantiles(answers.off['event']),
        'later': asdict(answers.order('late')) | quantiles(answers.off['late']),
        'gnomon': counted(setting, folder),
        'breaks': answers.breaks()[:10],
        'found': sorted(answers.found()),
        'first': space_time(answers, DRAWN),
    }
