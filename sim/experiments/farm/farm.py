#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The experiment of Fleury et al., "The Design of a Clock Synchronization Sub-system for Parallel
Embedded Systems": a farmer and seven workers on eight simulated boards, each with a clock of its
own, whose messages are put in order by the common time. `make farm` builds what it needs and runs
it.

Exit status: 0 if all bounds hold and no message is certainly received before it was sent; 1 if not,
or if a run failed; 2 on a wrong command line.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE), os.path.join(HERE, '..', '..', 'boards')]

import command
import figures
import picture
import show
from runs import NAME, Setting
from simulated import Progress


def arguments():
    parser = command.parser_of(
        'Puts the messages of a farm of eight boards in order by their common time.',
        'sim/README.md',
        'fewer round trips and sizes of work',
    )
    return command.parsed(parser)


def measured(options, scratch):
    setting = Setting(
        os.path.abspath(options.build),
        scratch,
        options.jobs,
        Progress(NAME, options.quiet),
        options.svg and os.path.abspath(options.svg),
    )
    return figures.all_of(setting, figures.SMALL if options.small else figures.FULL, options.seed)


def main():
    return command.perform(NAME, arguments(), measured, show.text, picture.draw, figures.faults)


if __name__ == '__main__':
    sys.exit(main())
