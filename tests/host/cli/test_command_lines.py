#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Command lines of all commands, by what their help says: an option that is given twice, numbers
of each option, and a standard output that takes nothing. The pieces of a list, as `--node a --node
b`, are one list. Numbers of files and URLs have the same syntax.

usage: test_command_lines.py GNOMON GNOMON_GEN MAKE_RUN
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import check, equal

GNOMON, GEN, MAKE_RUN = map(os.path.abspath, sys.argv[1:4])
OPTION = re.compile(r'  (?:-(\w), |    )--([\w-]+)(\[=\S+?\]| \S+)?(?: |$)')
NUMBERS = {'N', 'CYCLE', 'MS', 'SECONDS', 'RATE', 'PERCENT', '[=SECONDS]', '[=N]'}
# what is no number anywhere: octal ones, signs, blanks, other bases and forms of other languages
BAD = ('070', '00', ' 5', '5 ', '+5', '-5', '0b101', '0o7', '1_0', '1e1', '5x', '0x', '')
# what a command needs besides, on whose options it decides first
NEEDS = {
    'load': ('--output=o', 'x'),
    'run': ('--output=o', 'x'),
    'status': (),
    'manifest': (),
    'reset': (),
    'serve-link': ('--device=tty:/dev/null',),
    'sync': ('--device=tty:/dev/null',),
    'diff': ('x', 'y'),
    'samples': ('--tick=1', 'x'),
    ('samples', 'width'): ('--tick=1', '--expect=1'),
    ('samples', 'quantile'): ('--tick=1', '--expect=1'),
    ('samples', 'part'): ('--zero=x',),
    'export': ('--format=csv', '--output=-', 'x'),
    ('report', 'html-events'): ('--html=-', 'x'),
    ('report', 'from'): ('--html=-', 'x'),
    ('report', 'to'): ('--html=-', 'x'),
}
# commands with an output of the run of this test, and those that need another run or a device
OF_RUN = ('report', 'events', 'messages', 'parallel')
ELSEWHERE = {'calls', 'causality', 'points', 'filter', 'gen', 'build'}
ELSEWHERE |= {'list', 'status', 'manifest', 'reset', 'load', 'start', 'stop', 'drain', 'run'}
ELSEWHERE |= {'attach', 'serve', 'serve-link', 'sync'}
EXPERIMENT = 'gnomon: 1\npoints: {{ a: {{ address: 16 }}, b: {{ {point} }} }}\n{more}'
DESCRIPTION = (
    'gnomon: 1\nname: m\nclock: {clock}\nnodes:\n  - name: core\n    sequences: {{ count: 1, steps: 2 }}\n'
    '    watch: {{ field: pc, bits: {bits}, kind: pc, skip: {skip} }}\n'
)


def run(*words, **how):
    return subprocess.run(
        words, capture_output='stdout' not in how, text=True, check=False, env=ENV, **how
    )


ENV = {**os.environ, 'LC_ALL': 'C', 'COLUMNS': '100'}


def commands():
    """The words of each command, and its options: letter, name, value."""
    names = re.findall(r'^  ([a-z-]+) ', run(GNOMON, '--help').stdout, re.M)
    check(len(names) >= 28, f'commands: {names}')
    for words in ((GEN,), (GEN, '--cost'), *((GNOMON, name) for name in names)):
        found = [OPTION.match(line) for line in run(*words, '--help').stdout.splitlines()]
        yield words, [match.groups() for match in found if match]


def test_twice():
    lists = []
    for words, options in commands():
        check(options, f'options of {words}')
        for letter, name, value in options:
            forms = [[f'--{name}={X}'] if value else [f'--{name}'] for X in 'ab']
            if letter:
                forms[1] = [f'-{letter}b' if value else f'-{letter}']
            if name == 'help':
                continue
            done = run(*words, *forms[0], *forms[1], '--no-such-option')
            equal(done.returncode, 2, f'{words} {name}')
            refused = f"option '--{name}' is given twice" in done.stderr
            wanted = value is not None and not value.endswith('[,...]')
            equal(refused, wanted, f'{words} --{name} twice: {done.stderr}')
            if value and value.endswith('[,...]'):
                lists.append((words[-1], name))
    check(len(lists) >= 6, f'lists: {lists}')


def test_lists(folder):
    """Lists in pieces, beside the same list in one."""
    for command, option, *values in (
        ('events', '--node', 'core0', 'core1'),
        ('events', '--kind', 'event', 'gap'),
        ('report', '--section', 'nodes', 'points'),
        ('export', '--node', 'core0', 'core1'),
    ):
        more = ('--format=csv', '--output=-') if command == 'export' else ()
        pieces = [word for value in values for word in (option, value)]
        whole = run(GNOMON, command, option, ','.join(values), *more, folder)
        equal(whole.returncode, 0, whole.stderr)
        apart = run(GNOMON, command, *pieces, *more, folder)
        equal(apart.stdout, whole.stdout, f'{command} {pieces}')
        one = run(GNOMON, command, *pieces[:2], *more, folder)
        check(one.stdout != whole.stdout, f'{command} {option}: the second piece matters')


def test_numbers_of_options():
    seen = 0
    for words, options in commands():
        for _, name, value in options:
            if (value or '').strip() not in NUMBERS:
                continue
            seen += 1
            for text in BAD if value[0] != '[' else BAD[:-1]:
                more = NEEDS.get((words[-1], name), NEEDS.get(words[-1], ('x',)))
                done = run(*words, f'--{name}={text}', *more)
                equal(done.returncode, 2, f"{words} --{name}='{text}': {done.stderr}")
                check(f"'{text}'" in done.stderr, f"{words} --{name}='{text}': {done.stderr}")
    check(seen > 35, f'{seen} options with numbers')


def test_numbers_of_files(folder):
    def experiment(point, more='', **_):
        path = os.path.join(folder, 'e.yaml')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(EXPERIMENT.format(point=point, more=more))
        manifest = os.path.join(folder, 'mon/manifest.json')
        return run(GNOMON, 'compile', '--json', '-m', manifest, path)

    def description(clock='50 MHz', bits='32', skip='1..0'):
        path = os.path.join(folder, 'd.yaml')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(DESCRIPTION.format(clock=clock, bits=bits, skip=skip))
        return run(GEN, path, '-o', os.path.join(folder, 'mon'))

    equal(description().stderr, '', 'a description')
    places = {
        'bits': lambda text: description(bits=text),
        'skip': lambda text: description(skip=text),
        'address': lambda text: experiment(f'address: {text}'),
        'match': lambda text: experiment(f'match: "pc == {text}"'),
        'within': lambda text: experiment(
            'address: 32', f'sequences: {{ s: "a then b within {text}" }}'
        ),
        'limit': lambda text: experiment('address: 32', f'limit: {text} s'),
        'clock': lambda text: description(clock=f'{text} MHz'),
    }
    for place, take in places.items():
        for text in BAD:
            if text.strip() != text and place != 'skip':
                continue  # blanks between words are YAML's
            if (place, text.strip()) in (('skip', '5'), ('match', '0b101')):
                continue  # bits between blanks; the language of patterns has binary numbers
            done = take(text)
            equal(done.returncode, 1, f"{place}: '{text}': {done.stdout}{done.stderr}")
            check('error: ' in done.stderr, f"{place}: '{text}': {done.stderr}")
        for text in ('0x10', '16') if place not in ('limit', 'clock') else ('16', '0.5', '1.25'):
            done = take(text)
            equal(done.returncode, 0, f"{place}: '{text}': {done.stderr}")
    for text in ('0x14', '20'):
        addresses = json.loads(experiment(f'address: {text}').stdout)['points'][1]['addresses']
        equal(addresses, [20], f'the address {text}')
        equal(description(bits=text).returncode, 0, f'{text} bits')
        with open(os.path.join(folder, 'mon/manifest.json'), encoding='utf-8') as file:
            equal(json.load(file)['nodes'][0]['watch']['bits'], 18, f'{text} bits but 2')
        description()


def test_numbers_of_urls():
    for url, problem in (
        ('tcp:127.0.0.1:{}', "'{}' is not a port"),
        ('tty:/dev/null@{}', "'{}' is not a rate"),
        ('usb:interface={}', "no interface '{}'"),
    ):
        for text in ('070', '00'):
            done = run(GNOMON, 'status', '-d', url.format(text))
            equal(done.returncode, 1, f'{url} {text}: {done.stderr}')
            check(problem.format(text) in done.stderr, f'{url} {text}: {done.stderr}')


def test_wide_addresses(folder):
    """Addresses of a field of 64 bits: the tables are those of the same comparison."""
    path, manifest, kept = (os.path.join(folder, name) for name in ('w.yaml', 'w', 'kept.json'))

    def compiled(point, *more):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(EXPERIMENT.format(point=point, more=''))
        done = run(GNOMON, 'compile', '--json', '-m', f'{manifest}/manifest.json', path, *more)
        return done.stderr or json.loads(done.stdout)

    for bits, most in (('64', 2**64 - 1), ('32', 2**32 - 1)):
        with open(os.path.join(folder, 'v.yaml'), 'w', encoding='utf-8') as file:
            file.write(DESCRIPTION.format(clock='1 MHz', bits=bits, skip='1..0'))
        equal(run(GEN, file.name, '-o', manifest).returncode, 0, f'{bits} bits')
        for address in (2**31, 2**32 - 4, 2**32, 2**53 - 4, 2**53, 2**63 + 16, 2**64 - 4, 2**64):
            found = compiled(f'address: {address:#x}')
            extended = 2**64 - (most + 1) // 2 <= address < 2**64  # the sign of what has fewer bits
            if address > most and not extended:
                check('error: ' in found, f'{address:#x} in {bits} bits: {found}')
                continue
            wanted = compiled(f'match: "pc == {address & most}"')
            equal(found['nodes'], wanted['nodes'], f'tables of {address:#x} in {bits} bits')
            written = [address if address < 2**53 else str(address)]
            equal(found['points'][1]['addresses'], written, f'{address:#x} in {bits} bits')
            compiled(f'address: {address}', '-o', kept)
            again = run(GNOMON, 'compile', '--json', '-m', f'{manifest}/manifest.json', kept)
            equal(json.loads(again.stdout)['points'], found['points'], f'{address:#x}, read again')


def test_output(folder, run_folder):
    """A standard output that is closed, and one without room: each command that prints says so."""
    os.chdir(folder)
    shutil.copytree(run_folder, 'other')
    with open('bitstream.bin', 'wb') as file:
        file.write(b'\xff\x00\x00\xff\x7e\xaa\x99\x7e\x51\x00\x01\x05\x82\x00\x00\x11\x01\x01')
    manifest = os.path.join(folder, 'mon/manifest.json')
    printing = [(GNOMON, '--help'), (GNOMON, '--version'), (GEN, '--version')]
    printing += [(*words, '--help') for words, _ in commands()]
    printing += [
        (GEN, 'd.yaml', '--check'),
        (GEN, 'd.yaml', '-o', 'fresh'),
        (GEN, 'd.yaml', '--check', '--json'),
        (GEN, '--reference', 'records'),
        (GNOMON, 'cost', 'd.yaml'),
        (GNOMON, 'compile', 'e.yaml', '-m', manifest),
        (GNOMON, 'compile', 'e.yaml', '-m', manifest, '-o', 'fresh.json', '--json'),
        (GNOMON, 'measures', manifest),
        (GNOMON, 'diff', 'other', run_folder),
        (GNOMON, 'samples', '--tick', '1', '--expect', '0.3'),
        (GNOMON, 'check', run_folder, 'lost == 0'),
        (GNOMON, 'check', run_folder, 'lost > 1000'),
        (GNOMON, 'sim', '--icarus', 'mon'),
        (GNOMON, 'sim', '--vpi', '--json'),
        (GNOMON, 'flash', '--board', 'icestick', '--dry-run', 'bitstream.bin'),
        (GNOMON, 'report', run_folder, '--html=-'),
        (GNOMON, 'export', run_folder, '--format=csv', '--output=-'),
    ]
    for command in OF_RUN:
        printing += [(GNOMON, command, run_folder), (GNOMON, command, run_folder, '--json')]
    names = {words[1] for words, _ in commands() if words[0] == GNOMON}
    tried = {words[1] for words in printing if words[0] == GNOMON and words[-1] != '--help'}
    equal(names - tried, ELSEWHERE, 'commands that are not tried but for their help')
    for words in printing:
        for name, how in (
            ('closed', {'preexec_fn': lambda: os.close(1)}),
            ('full', {'stdout': open('/dev/full', 'wb')}),
        ):
            with how.get('stdout') or open(os.devnull, 'rb'):
                done = subprocess.run(words, stderr=subprocess.PIPE, check=False, **how)
            equal(done.returncode, 1, f'{words}, {name}: {done.stderr}')
            check(b'cannot write' in done.stderr, f'{words}, {name}: {done.stderr}')
        for made in 'fresh', 'fresh.json':  # a file that is written is never standard output
            if os.path.isfile(made):
                with open(made, encoding='utf-8') as file:
                    json.load(file)
                os.remove(made)
            shutil.rmtree(made, ignore_errors=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        made = json.loads(run(MAKE_RUN, '1').stdout)['dir']
        try:
            test_twice()
            test_lists(made)
            test_numbers_of_options()
            test_numbers_of_files(folder)
            test_numbers_of_urls()
            test_wide_addresses(folder)
            test_output(folder, made)
        finally:
            shutil.rmtree(made)
    print('test_command_lines: passed')


main()
