#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The experiment of Beilner, "Measuring with Slow Clocks" (1988): a ping-pong of two processes with
twelve measuring points, by clocks whose tick is longer than what is measured, with gnomon's exact
times of the same points beside. `make dash` builds what it needs and runs it.

Exit status: 0 if all bounds hold and the intervals cover; 1 if not, or if a run failed; 2 on a
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
        'Measures a ping-pong by slow clocks, and compares the means with exact ones.',
        'docs/guide/ticks.md',
        'fewer loops',
    )
    return command.parsed(parser)


def measured(options, scratch):
    setting = Setting(
        os.path.abspath(options.build),
        scratch,
        options.keep is not None,
        options.jobs,
        Progress(NAME, options.quiet),
    )
    return figures.all_of(setting, figures.SMALL if options.small else figures.FULL, options.seed)


def main():
    return command.perform(NAME, arguments(), measured, show.text, picture.draw, figures.faults)


if __name__ == '__main__':
    sys.exit(main())
