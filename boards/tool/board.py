# SPDX-License-Identifier: Apache-2.0
"""A board's file board.yaml, checked. README.md of the folder of boards lists the keys."""

import os
import re
import sys

from say import Fault

try:
    import yaml
except ImportError:
    sys.exit(f"gnomon: python3-yaml is not installed for '{sys.executable}'")

BOARDS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORD = re.compile(r'[A-Za-z0-9][A-Za-z0-9_.+-]*')  # never an option
PART = re.compile(r'[A-Za-z0-9][A-Za-z0-9_.+/-]*')  # GW1NR-LV9QN88PC6/I5
PATH = re.compile(r'[A-Za-z0-9_.][A-Za-z0-9_./+-]*')  # relative to the board's folder
CLOCK = re.compile(r'(?=[0.]*[1-9])((?:0|[1-9][0-9]*)(?:\.[0-9]+)?) ?(kHz|MHz|GHz)')
UNITS = {'kHz': 1e-3, 'MHz': 1, 'GHz': 1e3}
TEXT = re.compile(r'[\x20-\x7e]+')

LARGEST = 1 << 16  # bytes of a board.yaml

# key: what its value must be
KEYS = {
    'title': TEXT,
    'family': WORD,
    'device': WORD,
    'package': PART,
    'clock': CLOCK,
    'pins': PATH,
    'top': PATH,
    'monitor': PATH,
    'demo': PATH,
    'speed': WORD,
    'fmax': CLOCK,
    'tools': WORD,
    'clock_port': WORD,
    'hold': WORD,
}
FLASH = {
    'tool': WORD,
    'board': WORD,
    'probe': WORD,
    'device': re.compile('[0-9a-f]{4}:[0-9a-f]{4}'),
    'alt': TEXT,
    'sram': TEXT,
    'flash_only': TEXT,
}
BUILD = ('family', 'device', 'package', 'clock', 'pins')  # what each build needs
FILES = ('pins', 'top', 'monitor', 'demo')


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


def take(node, keys, faults, inner=None):
    """The values of a mapping, as text. `inner`: key of a mapping in it, and its own keys."""
    values = {}
    for key_node, value_node in node.value:
        key, line = str(key_node.value), key_node.start_mark.line + 1
        if key in values:
            faults.append(f"{line}: key '{key}' is there twice")
        elif inner and key == inner[0]:
            if isinstance(value_node, yaml.MappingNode):
                values[key] = take(value_node, inner[1], faults)
            else:
                faults.append(f"{line}: '{key}' is not a mapping")
        elif key not in keys:
            faults.append(f"{line}: unknown key '{key}'")
        elif not isinstance(value_node, yaml.ScalarNode):
            faults.append(f"{line}: '{key}' must have a text or a number")
        elif not keys[key].fullmatch(value_node.value):
            faults.append(f"{line}: bad value '{value_node.value}' of '{key}'")
            values[key] = None
        else:
            values[key] = value_node.value
    return values


def parse(text, place, required):
    """The mapping of a board.yaml, checked; all its faults in one."""
    try:
        root = yaml.compose(text)
    except yaml.YAMLError as err:
        raise Fault(*f'{place}: {err}'.split('\n')) from err
    except RecursionError:
        raise Fault(f'{place}: too many levels') from None
    if not isinstance(root, yaml.MappingNode):
        raise Fault(f'{place}: no mapping')
    faults = []
    board = take(root, KEYS, faults, ('flash', FLASH))
    faults += [f" no key '{key}'" for key in required if key not in board]
    if 'tool' not in board.get('flash', {'tool': 0}):
        faults.append(" no key 'tool' in 'flash'")
    if faults:
        raise Fault(*(f'{place}:{fault}' for fault in faults))
    return board


def load(name, boards, required):
    """The board of that name, with these keys; paths in it become whole."""
    known = names(boards)
    if name not in known:
        raise Fault(f"no board '{name}' in '{boards}'; there are: {', '.join(known)}")
    folder = os.path.join(boards, name)
    place = os.path.join(folder, 'board.yaml')
    with open(place, encoding='utf-8', errors='replace') as file:
        text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise Fault(f"'{place}' is too large")
    board = parse(text, place, required)
    for key in FILES:
        if key in board:
            board[key] = os.path.normpath(os.path.join(folder, board[key]))
    board['name'] = name
    return board
