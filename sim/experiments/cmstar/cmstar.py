#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The experiments of Kong, Spector and Siewiorek, "Measuring Time in Cm*" (1986): a clock on a
shared bus, read in each of their ways, with gnomon's exact times of the same reads beside. `make
cmstar` builds what it needs and runs it.

Exit status: 0 if what the paper's figures must show is there; 1 if not, or if a run failed; 2 on a
wrong command line.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]

import command
import figures
import picture
import show
from runs import NAME, Setting
from simulated import Progress


def arguments():
    parser = command.parser_of(
        'Reads a clock on a shared bus in each way of the paper, and compares the readings with '
        'exact times.',
        'docs/guide/clocks.md',
        'fewer runs and repetitions',
    )
    parser.add_argument(
        '--far',
        type=int,
        default=0,
        metavar='N',
        help='cycles, 0 to 255, that an access of the clock takes to get there (0)',
    )
    return command.parsed(parser, far=(0, 255))


def measured(options, scratch):
    setting = Setting(
        os.path.abspath(options.build),
        scratch,
        options.far,
        options.keep is not None,
        options.jobs,
        options.seed,
        Progress(NAME, options.quiet),
    )
    return figures.all_of(setting, figures.SMALL if options.small else figures.FULL)


def main():
    return command.perform(NAME, arguments(), measured, show.text, picture.draw, figures.faults)


if __name__ == '__main__':
    sys.exit(main())
