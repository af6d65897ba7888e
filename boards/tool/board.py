# SPDX-License-Identifier: Apache-2.0
"""A board's file board.yaml, checked. README.md of the folder of boards lists the keys."""

import os
import re
import sys

try:
    import yaml
except ImportError:
    sys.exit('gnomon: python3-yaml is not installed')

BOARDS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORD = re.compile(r'[A-Za-z0-9][A-Za-z0-9_.+-]*')  # never an option
PART = re.compile(r'[A-Za-z0-9][A-Za-z0-9_.+/-]*')  # GW1NR-LV9QN88PC6/I5
PATH = re.compile(r'[A-Za-z0-9_.][A-Za-z0-9_./+-]*')  # relative to the board's folder
CLOCK = re.compile(r'(\d+(?:\.\d+)?) ?(kHz|MHz|GHz)')
UNITS = {'kHz': 1e-3, 'MHz': 1, 'GHz': 1e3}
TEXT = re.compile(r'[\x20-\x7e]+')

# key: what its value must be
REQUIRED = {
    'title': TEXT,
    'family': WORD,
    'device': WORD,
    'package': PART,
    'clock': CLOCK,
    'pins': PATH,
    'top': PATH,
    'monitor': PATH,
    'demo': PATH,
}
OPTIONAL = {'speed': WORD, 'fmax': CLOCK, 'tools': WORD}
FLASH = {'tool': WORD, 'board': WORD}


class Fault(Exception):
    """What the user must change; it is printed without a trace."""


def mhz(text):
    number, unit = CLOCK.fullmatch(text).groups()
    return float(number) * UNITS[unit]


def names(boards):
    """The boards of a folder."""
    try:
        entries = os.listdir(boards)
    except OSError as err:
        raise Fault(f"cannot read '{boards}': {err.strerror}") from err
    return sorted(e for e in entries if os.path.isfile(os.path.join(boards, e, 'board.yaml')))


def take(keys, mapping, place):
    """The values of these keys, as text; the rest of the mapping is refused by the caller."""
    values = {}
    for key, form in keys.items():
        if key in mapping:
            value = str(mapping[key])
            if not form.fullmatch(value):
                raise Fault(f"{place}: bad value '{value}' of '{key}'")
            values[key] = value
    return values


def parse(text, place):
    """The mapping of a board.yaml, checked."""
    try:
        mapping = yaml.safe_load(text)
    except yaml.YAMLError as err:
        raise Fault(f'{place}: {err}') from err
    if not isinstance(mapping, dict) or not isinstance(mapping.get('flash'), dict):
        raise Fault(f"{place}: no mapping with a mapping 'flash'")
    board = take({**REQUIRED, **OPTIONAL}, mapping, place)
    board['flash'] = take(FLASH, mapping['flash'], place)
    for key in REQUIRED:
        if key not in board:
            raise Fault(f"{place}: no key '{key}'")
    if 'tool' not in board['flash']:
        raise Fault(f"{place}: no key 'tool' in 'flash'")
    for keys, given in (({**REQUIRED, **OPTIONAL, 'flash': 0}, mapping), (FLASH, mapping['flash'])):
        for key in given:
            if key not in keys:
                raise Fault(f"{place}: unknown key '{key}'")
    return board


def load(name, boards):
    """The board of that name, with `folder`; paths in it become whole."""
    known = names(boards)
    if name not in known:
        raise Fault(f"no board '{name}' in '{boards}'; there are: {', '.join(known)}")
    folder = os.path.join(boards, name)
    place = os.path.join(folder, 'board.yaml')
    with open(place, encoding='utf-8') as file:
        board = parse(file.read(), place)
    for key in 'pins', 'top', 'monitor', 'demo':
        board[key] = os.path.normpath(os.path.join(folder, board[key]))
    board['name'] = name
    return board
