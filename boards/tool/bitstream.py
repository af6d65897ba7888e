# SPDX-License-Identifier: Apache-2.0
"""What a bitstream is for, by its own header: the FPGA family, and the device where it says so.
The formats are those that the open packers write, and Vivado's.
"""

import re

BYTES = 1 << 16  # of a file; a comment before the preamble is shorter

ICE40 = re.compile(rb'(?:\xff\x00.*?\x00\xff)?\x7e\xaa\x99\x7e(.*)', re.S)
ECP5 = re.compile(rb'(?:\xff\x00[^\xff]*)?\xff*\xbd\xb3(.*)', re.S)
GOWIN_TEXT = re.compile(rb'\s*(?://[^\n]*\n\s*)*[01]{8}[01\s]*')
GOWIN_SYNC, GOWIN_ID = b'\xa5\xc3', b'\x06\x00\x00\x00'
XILINX_FILE = b'\x00\x09\x0f\xf0\x0f\xf0\x0f\xf0\x0f\xf0\x00\x00\x01a'
XILINX_SYNC = b'\xaa\x99\x55\x66'

# columns of a bank of the configuration: devices with that die, as board.yaml calls them
ICE40_DIES = {
    332: ('ice40', 'hx1k', 'lp1k'),
    872: ('ice40', 'hx4k', 'hx8k', 'lp4k', 'lp8k'),
    692: ('up5k', 'up5k'),
}
ECP5_IDS = {
    0x21111043: '12k',
    0x41111043: '25k',
    0x41112043: '45k',
    0x41113043: '85k',
    0x01111043: 'um-25k',
    0x01112043: 'um-45k',
    0x01113043: 'um-85k',
    0x81111043: 'um5g-25k',
    0x81112043: 'um5g-45k',
    0x81113043: 'um5g-85k',
}
GOWIN_IDS = {
    0x1100381B: 'GW1N-4',
    0x0100481B: 'GW1NR-9',
    0x1100481B: 'GW1N-9C',
    0x0900281B: 'GW1N-1',
    0x0100681B: 'GW1NZ-1',
    0x0100981B: 'GW1NS-4',
    0x0000081B: 'GW2A-18C',
    0x0001281B: 'GW5A-25A',
}
FAMILY_NAMES = {
    'ice40': 'iCE40 LP/HX',
    'up5k': 'iCE40 UP5K',
    'ecp5': 'ECP5',
    'gowin': 'Gowin',
    'xilinx7': 'Xilinx',
}


def ice40(data):
    """Commands follow the preamble: four bits of what they do, four of how many bytes follow."""
    found = ICE40.match(data)
    if not found:
        return None
    rest = found[1]
    while rest:
        size = rest[0] & 15
        if rest[0] >> 4 == 6:  # how wide a bank is
            width = int.from_bytes(rest[1 : 1 + size], 'big') + 1
            family, *devices = ICE40_DIES.get(width, (None,))
            return family, devices
        rest = rest[1 + size :]
    return None


def ecp5(data):
    """The IDCODE follows the command that compares it."""
    found = ECP5.match(data)
    if not found:
        return None
    place = found[1].find(b'\xe2\x00\x00\x00')
    code = int.from_bytes(found[1][place + 4 : place + 8], 'big') if place >= 0 else None
    return 'ecp5', [ECP5_IDS[code]] if code in ECP5_IDS else []


def gowin(data):
    """A text of bits, or their bytes: the preamble, and the IDCODE after its command."""
    if GOWIN_TEXT.match(data):
        digits = re.sub(rb'//[^\n]*\n|\s', b'', data)
        digits = re.match(rb'[01]*', digits)[0]
        bits = digits[: len(digits) // 8 * 8]
        data = int(b'1' + bits, 2).to_bytes(len(bits) // 8 + 1, 'big')[1:]
    sync = data.find(GOWIN_SYNC)
    if sync < 0 or data[:sync].strip(b'\xff'):
        return None
    place = data.find(GOWIN_ID, sync)
    if place < 0:
        return None
    code = int.from_bytes(data[place + 4 : place + 8], 'big')
    return 'gowin', [GOWIN_IDS[code]] if code in GOWIN_IDS else []


def xilinx(data):
    """A .bit file names its part; a .bin file begins with what the FPGA skips."""
    if data.startswith(XILINX_FILE):
        part = re.search(rb'\x00b\x00.([0-9a-z]+)', data[:512])
        return 'xilinx7', ['xc' + part[1].decode()] if part else []
    sync = data.find(XILINX_SYNC)
    if sync < 0 or data[:sync].translate(None, b'\xff\x00\xbb\x11\x22\x44'):
        return None
    return 'xilinx7', []


def identify(data):
    """(family, devices) of a bitstream; a family that no board has is None, no devices: it does
    not say. None: it is no bitstream."""
    for reader in ice40, ecp5, gowin, xilinx:
        found = reader(data)
        if found:
            return found
    return None


def fault(board, path):
    """Why this file must not be written into that board; None: it may. What board.yaml does not
    say is not compared."""
    with open(path, 'rb') as file:
        found = identify(file.read(BYTES))
    if not found:
        return f"'{path}' is not a bitstream: it has no header of iCE40, ECP5, Gowin or Xilinx"
    family, devices = found
    there = FAMILY_NAMES.get(family, 'another FPGA')
    named = f"'{path}' is a bitstream for {there}" + (f' ({devices[0]})' if devices else '')
    wanted, device = board.get('family', family), board.get('device', '')
    if family != wanted:
        has = FAMILY_NAMES.get(wanted, wanted)
        return f"{named}: board '{board['name']}' has an FPGA of {has}"
    if devices and not [name for name in devices if name.startswith(device)]:
        return f"{named}: the FPGA of board '{board['name']}' is {device}"
    return None
