# SPDX-License-Identifier: Apache-2.0
"""The intervals of a node, from its events: their lengths, percentiles and the longest ones."""

import collections

from bed import equal

PERCENTS = 50, 90, 99
LONGEST = 3  # that a report keeps
EXACT = 128  # lengths below it have a class each; above, an octave has 64 classes


def spans(segments, begin, end):
    """(begin, length) of each interval in the order of their ends, and how many ends and beginnings
    have no partner; where it is open several times, the innermost ends first. Nothing reaches over
    a gap."""
    found, ends, beginnings = [], 0, 0
    for segment in segments:
        opened = []
        for time, code in segment:
            if code == end and opened:
                since = opened.pop()
                found.append((since, time - since))
            elif code == end != begin:
                ends += 1
            if code == begin:
                opened.append(time)
        beginnings += len(opened)
    return found, ends, beginnings


def outermost(segments, begin, end):
    """Lengths of the intervals that did not begin while another was open."""
    lengths = []
    for segment in segments:
        opened = []
        for time, code in segment:
            if code == end and opened:
                first, inner = opened.pop()
                if not inner:
                    lengths.append(time - first)
            if code == begin:
                opened.append((time, bool(opened)))
    return lengths


def class_of(length):
    """First and last length of its class in a histogram."""
    if length < EXACT:
        return length, length
    width = 1 << length.bit_length() - 7
    return length - length % width, length - length % width + width - 1


def check_histogram(found, lengths, what):
    """The classes that have a length, within the shortest and the longest one."""
    counts = collections.Counter(class_of(length) for length in lengths)
    wanted = [
        {'lo': max(first, min(lengths)), 'hi': min(last, max(lengths)), 'count': count}
        for (first, last), count in sorted(counts.items())
    ]
    equal(found['histogram'], wanted, f'{what}: histogram')


def check_percentiles(found, lengths, what):
    """By nearest rank, as the class of the length at that rank among those of the histogram."""
    for percent in PERCENTS:
        told, wanted = found['percentiles'][str(percent)], None
        if lengths:
            first, last = class_of(sorted(lengths)[-(-percent * len(lengths) // 100) - 1])
            wanted = {'lo': max(first, min(lengths)), 'hi': min(last, max(lengths))}
        equal(told, wanted, f'{what}: percentile {percent}')
    check_histogram(found, lengths, what)


def check_longest(found, intervals, what):
    """The longest first; of equal ones that which ended first."""
    wanted = sorted(intervals, key=lambda one: -one[1])[:LONGEST]
    equal([(one['from'], one['cycles']) for one in found['longest']], wanted, f'{what}: longest')
