#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile names wherever one enters: what gnomon prints and generates never acts
on a terminal or in code.

hostile.py GNOMON GNOMON_GEN MODEL_SERVER ELF; runs from the root of the repository. ELF
is tests/host/elf/hostile.c.
"""

import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from acting import TEXTS, as_file, check, look, run, runs, write

GNOMON, GEN, SERVER, ELF = (os.path.abspath(path) for path in sys.argv[1:])
DESCRIPTION = 'tests/gen/good/one/monitor.yaml'


def descriptions(folder):
    """Names of a description's file, of its folder, and in it."""
    with open(DESCRIPTION, 'rb') as file:
        good = file.read()
    plain = run(GEN, DESCRIPTION, '-o', os.path.join(folder, 'plain'), status=0)
    check(b'one: 1 node' in plain, plain)
    with open(os.path.join(folder, 'plain/one.v'), 'rb') as file:
        verilog = file.read().split(b'\n')
    for text in TEXTS:
        run(GEN, text, status=(1, 2))
        run(GEN, DESCRIPTION, '--' + os.fsdecode(text), status=(0, 1, 2) if not text else 2)
        path, out = as_file(folder, text), os.path.join(folder, 'out')
        if path:
            write(path, good)
            run(GEN, path, '-o', out, status=0)
            for name in os.listdir(out):
                with open(os.path.join(out, name), 'rb') as file:
                    look(file.read(), f'{name} of {text!r}')
            with open(os.path.join(out, 'one.v'), 'rb') as file:
                now = file.read().split(b'\n')
            different = [i for i, (a, b) in enumerate(zip(verilog, now, strict=False)) if a != b]
            check(
                len(now) == len(verilog) and len(different) <= 1,
                f'{text!r} changed lines {different} of the Verilog',
            )
            write(path, good.replace(b'clock:', b'clok:'))
            run(GEN, path, '--check', status=1)
            os.unlink(path)
            run(GEN, DESCRIPTION, '-o', path, status=0)
            shutil.rmtree(path)
        quoted = json.dumps(text.decode(errors='surrogateescape')).encode()
        for key, value in (
            (b'name: one', b'name: ' + quoted),
            (b'clock', quoted),
            (b'core', quoted),
            (b'ice40', quoted),
        ):
            run(
                GEN,
                write(os.path.join(folder, 'd.yaml'), good.replace(key, value)),
                '--check',
                status=(0, 1),
            )


def experiments(folder, manifest):
    """Names of experiments, of what they name, and in them; arguments."""
    model = json.dumps(manifest)
    write(os.path.join(folder, 'm.json'), model)
    good = f'gnomon: 1\nmanifest: {folder}/m.json\npoints: {{ a: {{ address: 4 }}, b: {{ match: pc == 8 }} }}\n'.encode()
    for text in TEXTS:
        for command in (
            'compile',
            'report',
            'points',
            'status',
            'drain',
            'run',
            'measures',
            'ratios',
        ):
            run(GNOMON, command, text, status=(1, 2))
            run(GNOMON, command, '--' + os.fsdecode(text), 'x', status=(1, 2))
        run(GNOMON, text, status=2)
        run(GNOMON, 'status', '-d', text, status=(1, 2))
        run(GNOMON, 'status', '-d', b'tcp:' + text, status=1)
        run(GNOMON, 'points', ELF, '-n', text, status=0)
        run(GNOMON, 'points', ELF, '-L', text, status=(0, 1))
        path = as_file(folder, text)
        if path:
            write(path, good)
            out = os.path.join(folder, 'p.json')
            run(GNOMON, 'compile', path, '-o', out, status=0)
            run(GNOMON, 'compile', out, status=0)
            run(GNOMON, 'compile', '--json', path, status=0)
            write(path, good + b'bad: 1\n')
            run(GNOMON, 'compile', path, status=1)
            write(path, model)
            run(
                GNOMON,
                'compile',
                write(os.path.join(folder, 'e.yaml'), good),
                '-m',
                path,
                '-o',
                out,
                status=(0, 1),
            )
            run(
                GNOMON,
                'compile',
                '--json',
                os.path.join(folder, 'e.yaml'),
                '-m',
                path,
                status=(0, 1),
            )
            shutil.copy(ELF, path)
            run(GNOMON, 'points', path, status=0)
            run(GNOMON, 'points', '--json', path, status=0)
            run(
                GNOMON,
                'compile',
                os.path.join(folder, 'e.yaml'),
                '--program',
                path,
                '-o',
                out,
                status=0,
            )
            run(GNOMON, 'compile', '--json', out, status=0)
            os.unlink(path)
            run(GNOMON, 'compile', os.path.join(folder, 'e.yaml'), '-o', path, status=0)
            os.unlink(path)
        quoted = json.dumps(text.decode(errors='surrogateescape')).encode()
        for key, value in (
            (b'{ a:', b'{ ' + quoted + b':'),
            (b'pc == 8', quoted),
            (b'address', quoted),
            (b'm.json', quoted[1:-1]),
        ):
            bad = write(os.path.join(folder, 'e.yaml'), good.replace(key, value))
            run(GNOMON, 'compile', bad, status=(0, 1))
        for line in (
            b'actions: { ? : record }',
            b'until: { point: ? }',
            b'sequences: { s: ? }',
            b'intervals: { ?: { from: a, to: b } }',
            b'device: ?',
            b'program: ?',
            b'limit: ?',
            b'buffer: ?',
            b'?: 1',
            b'route: { ?: ? }',
            b'collect: ?',
        ):
            bad = write(os.path.join(folder, 'e.yaml'), good + line.replace(b'?', quoted) + b'\n')
            run(GNOMON, 'compile', bad, status=(0, 1))


def leaves(value, path=()):
    """Where the texts of a JSON value are, and its keys."""
    if isinstance(value, str):
        yield path, False
    children = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, child in children:
        if isinstance(key, str):
            yield (*path, key), True
        yield from leaves(child, (*path, key))


def spoiled(value, path, is_key, text):
    """A copy in which the text or the key at the path is another one."""
    value = copy.deepcopy(value)
    inside = value
    for key in path[:-1]:
        inside = inside[key]
    if is_key:
        inside[text] = inside.pop(path[-1])
    else:
        inside[path[-1]] = text
    return value


def texts_in_turn():
    """The texts that JSON can hold, over and over."""
    while True:
        for text in TEXTS:
            try:
                yield text.decode()
            except UnicodeDecodeError:
                pass


def manifests(folder, manifest):
    """Every text and every key of a manifest."""
    path = os.path.join(folder, 'm.json')
    experiment = write(
        os.path.join(folder, 'e.yaml'),
        f'gnomon: 1\nmanifest: {path}\npoints: {{ a: {{ address: 4 }} }}\n',
    )
    texts = texts_in_turn()
    for where, is_key in list(leaves(manifest)):
        for _ in range(2):
            write(path, json.dumps(spoiled(manifest, where, is_key, next(texts))))
            run(GNOMON, 'compile', experiment, status=(0, 1))
        run(GNOMON, 'measures', path, status=(0, 1))


def runs_of(folder, url):
    """Every text and every key of a run's journal."""
    out = os.path.join(folder, 'run')
    experiment = write(
        os.path.join(folder, 'e.yaml'),
        f'gnomon: 1\nmanifest: {folder}/model.json\ndevice: {url}\n'
        'points: { a: { address: 0x100 }, b: { address: 0x200 }, end: { address: 0x300 } }\n'
        'intervals: { i: { from: a, to: b } }\nuntil: { point: end }\n',
    )
    run(GNOMON, 'run', experiment, '-o', out, '-q', status=0)
    with open(os.path.join(out, 'run.json'), encoding='utf-8') as file:
        journal = json.load(file)
    texts = texts_in_turn()
    for where, is_key in list(leaves(journal)):
        for _ in range(4):
            write(
                os.path.join(out, 'run.json'),
                json.dumps(spoiled(journal, where, is_key, next(texts))),
            )
            for command in (['report'], ['report', '--json'], ['drain'], ['stop'], ['ratios']):
                run(GNOMON, *command, out)
    write(os.path.join(out, 'run.json'), json.dumps(journal))
    run(GNOMON, 'report', out, status=0)
    for text in TEXTS:
        path = as_file(folder, text)
        if path:
            run(GNOMON, 'run', experiment, '-o', path, '-q', status=0)
            run(GNOMON, 'report', '--json', path, status=0)
            shutil.rmtree(path)
        run(GNOMON, 'report', '-i', text, out, status=(0, 1))


def programs(folder):
    """Names of functions, data, labels, points and source files."""
    with open(ELF, 'rb') as file:
        good = file.read()
    path = os.path.join(folder, 'h.elf')
    experiment = os.path.join(folder, 'e.yaml')
    for text in TEXTS:
        text = (text + b'y' * 16)[:16] if text else b'\0' * 16
        for letter in b'NDLPF':
            check(bytes([letter]) * 16 in good, f'no {chr(letter)} in the program')
            write(path, good.replace(bytes([letter]) * 16, text))
            for options in ([], ['--json'], ['-D'], ['-D', '--json'], ['-L', 'F']):
                run(GNOMON, 'points', path, *options, status=(0, 1))
            for point in (
                'entry: NNNN',
                'symbol: DDDD',
                'point: PPPP',
                'source: "FFFF:9"',
                'access: DDDD',
                'match: pc == yyyyyyyy',
            ):
                write(
                    experiment,
                    f'gnomon: 1\nmanifest: {folder}/m.json\nprogram: {path}\npoints: {{ a: {{ {point} }} }}\n',
                )
                run(GNOMON, 'compile', experiment, status=1)


def main():
    with tempfile.TemporaryDirectory(prefix='gnomon-hostile-') as folder:
        server = subprocess.Popen(
            [SERVER, os.path.join(folder, 'model.json'), os.path.join(folder, 'port'), '100']
        )
        try:
            while not os.path.exists(os.path.join(folder, 'port')):
                time.sleep(0.05)
            with open(os.path.join(folder, 'port'), encoding='ascii') as file:
                url = 'tcp:127.0.0.1:' + file.read().strip()
            with open(os.path.join(folder, 'model.json'), encoding='utf-8') as file:
                manifest = json.load(file)
            descriptions(folder)
            experiments(folder, manifest)
            write(os.path.join(folder, 'm.json'), json.dumps(manifest))
            programs(folder)
            manifests(folder, manifest)
            runs_of(folder, url)
        finally:
            server.kill()
            server.wait()
    print(f'hostile: nothing acted in {len(runs)} commands')
    print('1 passed, 0 failed')


main()
