# SPDX-License-Identifier: Apache-2.0
"""Colours of the page, and how well they can be told from each other."""


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pairs(browser):
    """Text on each ground, and text on the colours of intervals: names, all colours, contrast."""
    names = ['bg', 'panel', 'fg', 'muted', 'accent', 'bad', *(f'kind-{i}' for i in range(10))]
    of = browser.js(
        f'Object.fromEntries({names}.map(name => [name, '
        "getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()]))"
    )
    of = {n: '#' + c[1] * 2 + c[2] * 2 + c[3] * 2 if len(c) == 4 else c for n, c in of.items()}
    on = [(text, 'bg') for text in ('fg', 'muted', 'accent', 'bad')]
    on += [(text, 'panel') for text in ('fg', 'muted')]
    on += [('bg', f'kind-{i}') for i in range(10)] + [('bg', 'accent')]
    for one, other in on:
        yield one, other, of, contrast(of[one], of[other])
