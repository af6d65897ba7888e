# SPDX-License-Identifier: Apache-2.0
"""Monitors that hold their manifest: what commands make of it without a file, and of each ROM that
is wrong. Python makes the ROMs.

test_rom.py GNOMON MODEL_SERVER LIBGNOMON
"""

import ctypes
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
import checks
from checks import HANG_SECONDS, check, equal, until

GNOMON, SERVER, LIBRARY = map(os.path.abspath, sys.argv[1:4])
EXPERIMENT = """gnomon: 1
{head}points:
  a: {{ address: 0x100 }}
  b: {{ address: 0x200 }}
  end: {{ address: 0x300 }}
until: {{ point: end }}
"""
SEED = 7
DAMAGED = 40  # ROMs with bytes that are others


def rom_of(text, mark=b'GNR\x01', length=None, level=9):
    stream = zlib.compress(text, level)
    return mark + struct.pack('<I', len(stream) if length is None else length) + stream


class Monitor:
    """The model as a process, with that ROM (None: it has none)."""

    def __init__(self, place, rom):
        self.place, self.rom = place, rom

    def __enter__(self):
        manifest, port, rom = (os.path.join(self.place, n) for n in ('m.json', 'port', 'rom'))
        if os.path.exists(port):
            os.unlink(port)
        more = []
        if self.rom is not None:
            with open(rom, 'wb') as file:
                file.write(self.rom)
            more = [rom]
        self.process = subprocess.Popen([SERVER, manifest, port, '300', *more])
        until(lambda: os.path.exists(port), 'the model comes up')
        with open(port, encoding='utf-8') as file:
            self.url = 'tcp:127.0.0.1:' + file.read().strip()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def gnomon(self, *args, status=0, says=''):
        answer = subprocess.run(
            [GNOMON, *args, '-d', self.url],
            cwd=self.place,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
        )
        err = answer.stderr.replace(self.url, 'URL')
        equal(answer.returncode, status, f'status of {args} ({err!r})')
        check(says in err, f'{args}: {says!r} in {err!r}')
        if status:
            check(is_plain(err), f'{args}: one plain line, {err!r}')
            equal(answer.stdout, '', f'{args}: standard output')
        return answer.stdout


def is_plain(text):
    """Whether it is one line, and nothing that acts on a terminal."""
    return re.fullmatch('[ -~]+\n', text) is not None


def session_manifest(url):
    """The manifest, or the message, that the library's session has for a URL."""
    library = ctypes.CDLL(LIBRARY)
    library.gno_session_new.restype = ctypes.c_void_p
    library.gno_session_error.restype = ctypes.c_char_p
    session, text = ctypes.c_void_p(library.gno_session_new()), ctypes.c_char_p()
    library.gno_session_set_device(session, url)
    if library.gno_session_manifest(session, ctypes.byref(text)):
        found = library.gno_session_error(session)
        equal(text.value, None, 'text of a failure')
    else:
        found = text.value
        library.gno_free(text)
    library.gno_session_free(session)
    return found


def read(*path):
    with open(os.path.join(*path), 'rb') as file:
        return file.read()


def write(text, *path):
    with open(os.path.join(*path), 'wb') as file:
        file.write(text)


def good(place, text):
    """Every command without a file, and the same with one."""
    long = rom_of(text, level=0)  # not compressed: more than one frame of the link
    check(len(long) > 2048, 'frames of a long ROM')
    with Monitor(place, long) as monitor:
        equal(monitor.gnomon('manifest').encode(), text, 'printed manifest')
    with Monitor(place, rom_of(text) + bytes(5)) as monitor:
        equal(monitor.gnomon('manifest').encode(), text, 'printed manifest')
        for _ in range(2):  # the second time in place of its own file
            monitor.gnomon('manifest', '-o', 'copy.json')
            equal(read(place, 'copy.json'), text, 'written manifest')
        write(b'a page\n', place, 'page')
        monitor.gnomon('manifest', '-o', 'page', status=1, says="'page' exists and is not replaced")
        equal(read(place, 'page'), b'a page\n', 'a file of the user')
        equal(session_manifest(monitor.url.encode()), text, 'manifest of a session')
        equal([n for n in os.listdir(place) if '.gnomon-' in n], [], 'what is left')

        with_file = json.loads(monitor.gnomon('status', '-m', 'm.json', '-j'))
        without = json.loads(monitor.gnomon('status', '-j'))
        cycles = with_file.pop('cycle'), without.pop('cycle')
        check(0 < cycles[0] < cycles[1], f'the time of a monitor grows: {cycles}')
        equal(without, with_file, 'status')
        said = monitor.gnomon('status').splitlines()
        found = [line.split() for line in said if line.startswith('time')]
        equal(
            [line[2:] for line in found],
            ['cycles since its start'.split()],
            'line of the time',
        )
        check(int(found[0][1]) > cycles[1], f'the time of a monitor grows: {found}')
        equal(
            without['nodes'][0]['name'], json.loads(text)['nodes'][0]['name'], 'a node by its name'
        )

        for name, head in (('file', 'manifest: m.json\n'), ('rom', '')):
            write(EXPERIMENT.format(head=head).encode(), place, f'{name}.yaml')
            monitor.gnomon('run', f'{name}.yaml', '-o', f'run-{name}', '-q', '-n')
            equal(read(place, f'run-{name}', 'manifest.json'), text, 'manifest of the run')
            for node in ('node_0', 'node_1'):
                path = 'trace', node
                equal(
                    len(read(place, 'run-file', *path)),
                    len(read(place, f'run-{name}', *path)),
                    node,
                )
        monitor.gnomon('load', 'rom.yaml', '-o', 'loaded')
        equal(read(place, 'loaded', 'manifest.json'), text, 'manifest that was loaded')
        for command in ('start', 'drain', 'stop'):
            monitor.gnomon(command, 'loaded')
        write(
            b'device: ' + monitor.url.encode() + b'\n' + read(place, 'rom.yaml'), place, 'own.yaml'
        )
        subprocess.run(
            [GNOMON, 'run', 'own.yaml', '-o', 'own', '-q', '-n'],
            cwd=place,
            check=True,
            capture_output=True,
            timeout=HANG_SECONDS,
        )
        equal(read(place, 'own', 'manifest.json'), text, 'manifest of a named device')

    answer = subprocess.run(
        [GNOMON, 'compile', 'rom.yaml'], cwd=place, capture_output=True, text=True
    )
    equal((answer.returncode, "'manifest' is missing" in answer.stderr), (1, True), 'compile')


def bad_roms(text):
    rom = rom_of(text)
    damaged = bytearray(rom)
    damaged[len(rom) // 2] ^= 4
    other = json.loads(text)
    other['hash'] = 'fedcba9876543210'
    cut = b"the ROM of the monitor at 'URL' is damaged: its contents are cut off"
    length = 'is damaged: its length cannot be right'
    return {
        'none': (
            None,
            "the monitor at 'URL' has no ROM with its manifest: name the manifest's file",
        ),
        'empty': (b'', 'is damaged: it does not begin with its mark'),
        'other mark': (
            rom_of(text, mark=b'GNX\x01'),
            'is damaged: it does not begin with its mark',
        ),
        'newer': (rom_of(text, mark=b'GNR\x02'), 'has format 2, this program reads format 1'),
        'a bit': (bytes(damaged), "the ROM of the monitor at 'URL' is damaged: "),
        'checksum': (rom[:-1] + bytes([rom[-1] ^ 1]), 'is damaged: incorrect data check'),
        'cut off': (rom_of(text, length=len(rom) - 8 - 20), cut.decode()),
        'too long': (
            rom_of(text, length=len(rom) - 8 + 3),
            'is damaged: its contents end before its length',
        ),
        'length 0': (rom_of(text, length=0), length),
        'length too large': (rom_of(text, length=65529), length),
        'length huge': (rom_of(text, length=0xFFFFFFFF), length),
        'no end': (rom_of(bytes(1 << 24)), 'is damaged: its manifest has no end'),
        'a zero': (rom_of(text[:100] + b'\0' + text[100:]), 'is damaged: its manifest is not text'),
        'no JSON': (rom_of(b'\x1b[2J'), "manifest 'ROM of URL' is not JSON"),
        'no manifest': (rom_of(b'{}'), "'ROM of URL'"),
        'another monitor': (
            rom_of(json.dumps(other).encode()),
            "the ROM of the monitor at 'URL' is that of another monitor: its manifest has plan hash "
            'fedcba9876543210',
        ),
    }


def damage(rom, chance):
    """The ROM with some other bytes."""
    damaged = bytearray(rom)
    for at in chance.sample(range(len(rom)), chance.randint(1, 8)):
        damaged[at] ^= chance.randint(1, 255)
    return bytes(damaged)


def main():
    with tempfile.TemporaryDirectory() as place:
        with Monitor(place, None):
            text = read(place, 'm.json')
        good(place, text)
        for name, (rom, says) in bad_roms(text).items():
            with Monitor(place, rom) as monitor:
                monitor.gnomon('manifest', '-o', 'none.json', status=1, says=says)
                said = session_manifest(monitor.url.encode()).decode().replace(monitor.url, 'URL')
                check(says in said, f'{name}: message of a session')
                monitor.gnomon('run', 'rom.yaml', '-o', 'none', status=1, says=says)
                monitor.gnomon('load', 'rom.yaml', '-o', 'none', status=1, says=says)
                check(not os.path.exists(os.path.join(place, 'none.json')), f'{name}: files')
                check(not os.path.exists(os.path.join(place, 'none')), f'{name}: runs')
                # a status can do without names, but not with wrong ones
                monitor.gnomon(
                    'status', status=int(rom is not None), says='' if rom is None else says
                )
                monitor.gnomon('status', '-m', 'm.json')
        chance = random.Random(SEED)
        for _ in range(DAMAGED):
            with Monitor(place, damage(rom_of(text), chance)) as monitor:
                monitor.gnomon('manifest', status=1, says="the ROM of the monitor at 'URL' ")
                monitor.gnomon('run', 'rom.yaml', '-o', 'none', status=1, says="'URL' ")
    print(f'test_rom: {checks.made} checks of monitors with good and bad ROMs')


main()
