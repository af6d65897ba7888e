#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Other programs on an installed gnomon: check.py ROOT PREFIX LIBDIR MODEL_SERVER SOURCES OUT.

ROOT is what `make install DESTDIR=ROOT PREFIX=PREFIX LIBDIR=LIBDIR` filled. Programs in C (shared
and static), C++ and Python are built against it by pkg-config alone, run the same experiment on a
model of a monitor, and must get the report that the installed `gnomon` gets. The oracle of the
numbers is the script that the model sends.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from counted import check, verdict

ROOT, PREFIX, LIBDIR, SERVER, SOURCES, OUT = (os.path.abspath(a) for a in sys.argv[1:])
SENT = 500  # events of both nodes; one more of each is the end point
EVENTS = SENT + 2
HANG = int(os.environ.get('HANG_SECONDS', 1800))
LIB = ROOT + LIBDIR
# pkg-config does not take a space in its sysroot
PLAIN = OUT + '/root'
ENV = dict(
    os.environ,
    PKG_CONFIG_PATH=PLAIN + LIBDIR + '/pkgconfig',
    PKG_CONFIG_SYSROOT_DIR=PLAIN,
    LD_LIBRARY_PATH=LIB,
    PATH=ROOT + PREFIX + '/bin:' + os.environ['PATH'],
)
EXPERIMENT = """gnomon: 1
manifest: model.json
device: tcp:127.0.0.1:{port}
points:
  a: {{ address: 0x100 }}
  b: {{ address: 0x200 }}
  end: {{ address: 0x300 }}
intervals: {{ i: {{ from: a, to: b }} }}
until: {{ point: end }}
limit: 1 h
"""


def run(*command, env=ENV):
    return subprocess.run(command, env=env, cwd=OUT, capture_output=True, text=True, timeout=HANG)


def pkg_config(*words):
    return shlex.split(run('pkg-config', *words, 'gnomon').stdout)


def build(name, *command):
    """Compiles a program; without warnings, in the strictest form that a user would take."""
    done = run(*command, '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-o', f'{OUT}/{name}')
    check(f'build {name}', done.returncode == 0, done.stderr)


def serve():
    """The model of a monitor: (process, port)."""
    port_file = f'{OUT}/port'
    server = subprocess.Popen([SERVER, f'{OUT}/model.json', port_file, str(SENT)])
    end = time.monotonic() + HANG
    while not (os.path.exists(port_file) and open(port_file).read()):
        if server.poll() is not None or time.monotonic() > end:
            sys.exit('check.py: the model does not start')
        time.sleep(0.05)
    return server, open(port_file).read().strip()


def same_report(name, done, expected):
    """A program's report against that of `gnomon run`: but for paths and
    wall clock, every number."""
    check(f'run {name}', done.returncode == 0, done.stderr)
    if done.returncode == 0:
        check(
            f'report of {name}', timeless(done.stdout) == expected, 'another report than gnomon has'
        )


def timeless(text):
    """A report without what differs from run to run: number, clock, paths."""
    report = json.loads(text)
    for key in 'run', 'device', 'started', 'host_clock':
        del report['run'][key]
    for node in report['nodes']:
        del node['file']
    return report


def exported():
    """Names that gnomon.h declares."""
    header = open(ROOT + PREFIX + '/include/gnomon/gnomon.h').read()
    header = re.sub(r'/\*.*?\*/', '', header, flags=re.S)
    return set(re.findall(r'\b(gno_[a-z_]+)\(', header))


def names_of(library, *flags):
    table = run('nm', '--defined-only', '-P', *flags, library).stdout
    rows = [line.split() for line in table.splitlines() if len(line.split()) > 2]
    return {row[0].split('@')[0] for row in rows if row[1] in 'TDBRVW'}


def check_names():
    names = exported()
    check('the header declares', len(names) > 15, names)
    check('the shared library exports', names_of(LIB + '/libgnomon.so', '-D') == names)
    check('the static library exports', names_of(LIB + '/libgnomon.a') == names)
    soname = run('objdump', '-p', LIB + '/libgnomon.so').stdout
    check('soname', 'libgnomon.so.0' in re.findall(r'SONAME\s+(\S+)', soname))


def completed(*words):
    """What bash offers for the last of these words."""
    script = (
        f'. {shlex.quote(ROOT)}{PREFIX}/share/bash-completion/completions/gnomon; '
        f'COMP_WORDS=({" ".join(words)}) COMP_CWORD={len(words) - 1}; _gnomon; echo "${{COMPREPLY[@]}}"'
    )
    return run('bash', '-c', script).stdout.split()


def check_boards():
    """The boards are installed where the program looks for them."""
    done = run('gnomon', 'flash', '--board', 'ulx3s', '--dry-run', os.path.abspath(__file__))
    check('the command that flashes', '-b ulx3s -f' in done.stdout, done.stderr)
    done = run('gnomon', 'build', '--board', 'ulx3s')
    check('a build without a target', '--demo' in done.stderr, done.stderr)


def check_attach():
    """The scripts of `gnomon attach` are found, and their Python by PATH."""
    env = dict(ENV, PATH=f'{ENV["PATH"]}:{os.path.dirname(OUT)}/../../venv/bin')
    design = f'{os.path.dirname(SOURCES)}/attach/design'
    words = ('-t', 'core_top', '-I', design, f'{design}/core.sv', '--list', '*retired')
    done = run('gnomon', 'attach', *words, env=env)
    check('signals of a design', done.stdout.count('core_pkg::retired_t') == 2, done.stderr)


def check_folders():
    """Each file is where a distribution has it, and the libraries where LIBDIR or libdir says."""
    found = {
        os.path.relpath(os.path.join(folder, name), ROOT)
        for folder, _, names in os.walk(ROOT)
        for name in names
    }
    library = LIBDIR[1:] + '/'
    others = [f for f in found if re.search(r'libgnomon|gnomon\.pc', f) and library not in f]
    check('libraries elsewhere', library + 'pkgconfig/gnomon.pc' in found and not others, others)
    tops = {f.split('/')[1] for f in found}
    check('folders', tops == {'bin', 'include', 'lib', LIBDIR.split('/')[2], 'share'}, tops)
    for words, folder in (
        ((), '/usr/local/lib'),
        (('PREFIX=/opt/x',), '/opt/x/lib'),
        (('PREFIX=/usr', 'libdir=/usr/lib64'), '/usr/lib64'),
        (('PREFIX=/usr', 'LIBDIR=/usr/lib64', 'libdir=/none'), '/usr/lib64'),
    ):
        done = subprocess.run(
            ['make', '-n', 'install', f'DESTDIR={OUT}/to', *words], capture_output=True, text=True
        )
        said = re.findall(r'^install .*libgnomon\.so\S* "(.*)"$', done.stdout, re.M)
        check(f'folder of {words}', said == [f'{OUT}/to{folder}'], (said, done.stderr))


def check_manual():
    """Each command has a page with all its options, and both shells complete them."""
    commands = re.findall(r'^  ([a-z-]+) ', run('gnomon', '--help').stdout, re.M)
    check('commands', len(commands) > 15, commands)
    for command in commands:
        text = run('gnomon', command, '--help').stdout
        options = re.findall(r'^  (?:-\w, |    )(--[a-z-]+)', text, re.M)
        page = open(f'{ROOT}{PREFIX}/share/man/man1/gnomon-{command}.1').read().replace('\\-', '-')
        missing = [o for o in options if o not in page]
        check(f'page of {command}', options and not missing, missing)
        offered = completed('gnomon', command, '--')
        check(
            f'completion of {command}',
            '--help' in offered and set(offered) == set(options),
            offered,
        )
    check('completion of commands', completed('gnomon', 'r') == ['reset', 'report', 'run'])
    check('completion of an option', completed('gnomon', 'run', '--fo') == ['--force'])
    check('completion of a path', completed('gnomon', 'run', 'e') == [])
    path = f'{ROOT}{PREFIX}/share/zsh/site-functions/_gnomon'
    zsh = run('zsh', '-n', path)
    check('zsh reads its completion', zsh.returncode == 0 and not zsh.stderr, zsh.stderr)
    check(
        'zsh knows options that take lists',
        "--node}'[of these nodes only]:NAME" in open(path).read(),
    )
    index = open(f'{ROOT}{PREFIX}/share/man/man1/gnomon.1').read().replace('\\-', '-')
    check('the page names all pages', all(f'gnomon-{c} ' in index for c in commands))


# What users without root must reach: FTDI's chips, iCELink, DAPLink, pico-ice.
BRIDGES = {('0403', p) for p in ('6001', '6010', '6011', '6014', '6015')}
BRIDGES |= {('1d50', '602b'), ('0d28', '0204'), ('1209', 'b1c0')}
# Of systemd itself: the one group that each of its systems has for serial ports.
GROUP = 'dialout'
WORD = r'([A-Z]+)(?:\{(\w+)\})?(==|!=|\+=|=)"([^"]*)"'  # of a rule: key, attribute, operator, value


def udev_rules(text):
    """The rules as lists of words; a line that is none of udev's is a fault."""
    lines = [line for line in text.splitlines() if line and not line.startswith('#')]
    bad = [line for line in lines if not re.fullmatch(f'{WORD}(?:, {WORD})*', line)]
    check('udev rules', lines and not bad, bad)
    return [re.findall(WORD, line) for line in lines]


def udev_does(rules, device):
    """What the rules assign to a device, by udev's meaning of matches and jumps."""
    done, label = {}, None
    for words in rules:
        if ('LABEL', '', '=', label) in words:
            label = None
        if label or not all(
            re.fullmatch(value, device.get(attribute or key, '')) is not None
            if operator == '=='
            else re.fullmatch(value, device.get(attribute or key, '')) is None
            for key, attribute, operator, value in words
            if operator in ('==', '!=')
        ):
            continue
        for key, attribute, operator, value in words:
            if operator in ('=', '+=') and key not in ('LABEL', 'GOTO'):
                done[attribute or key] = value
        label = next((value for key, *_, value in words if key == 'GOTO'), None)
    check('a jump of the udev rules ends', label is None, label)
    return done


def check_rules():
    """The udev rules give the bridges, and nothing else, to users; udev reads 60-* before it uses
    uaccess."""
    with open(f'{ROOT}{PREFIX}/lib/udev/rules.d/60-gnomon.rules', encoding='utf-8') as file:
        rules = udev_rules(file.read())
    named = {
        (words[0][3], words[1][3])
        for words in rules
        if [word[1] for word in words[:2]] == ['idVendor', 'idProduct']
    }
    check('bridges of the udev rules', named == BRIDGES, named)
    wanted = {'TAG': 'uaccess', 'GROUP': GROUP, 'MODE': '0660', 'ID_MM_DEVICE_IGNORE': '1'}
    for vendor, product in BRIDGES:
        for subsystem in 'usb', 'tty':
            device = {'idVendor': vendor, 'idProduct': product, 'SUBSYSTEM': subsystem}
            got = udev_does(rules, {**device, 'ACTION': 'add'})
            check(f'udev, {vendor}:{product}, {subsystem}', got == wanted, got)
            got = udev_does(rules, {**device, 'ACTION': 'remove'})
            check(f'udev, {vendor}:{product} is gone', not got, got)
        got = udev_does(rules, {**device, 'SUBSYSTEM': 'block'})
        check('udev, another subsystem', not got, got)
    modem = {'idVendor': '12d1', 'idProduct': '6001', 'SUBSYSTEM': 'tty', 'ACTION': 'add'}
    check('udev, a modem', not udev_does(rules, modem), udev_does(rules, modem))


def check_python():
    """The installed module finds the installed library, and has its version."""
    folder = f'{ROOT}{PREFIX}/share/gnomon/python'
    script = 'import gnomon; print(gnomon.library_version(), gnomon.__version__)'
    env = {**os.environ, 'PYTHONPATH': folder, 'PYTHONDONTWRITEBYTECODE': '1'}
    env.pop('GNOMON_LIBRARY', None)
    done = run('python3', '-c', script, env=env)
    with open('VERSION', encoding='utf-8') as file:
        version = file.read().strip()
    check('Python module', done.stdout.split() == [version, version], (done.stdout, done.stderr))


def check_simulation():
    """The C files for simulations compile with what is installed, as Verilator compiles them."""
    folder = f'{ROOT}{PREFIX}/share/gnomon/sim'
    files = [f for f in sorted(os.listdir(folder)) if f.endswith('.c') and not f.endswith('_vpi.c')]
    check('C files for simulations', sum(f.startswith('gnomon_model') for f in files) > 5, files)
    for name in files:
        done = run('c++', '-xc++', '-fsyntax-only', '-I', folder, *pkg_config('--cflags'),
                   f'{folder}/{name}')  # fmt: skip
        check(f'compile {name}', done.returncode == 0, done.stderr)


def main():
    os.makedirs(OUT)
    os.symlink(ROOT, PLAIN)
    check_simulation()
    check_python()
    check_names()
    check_rules()
    check_folders()
    check_manual()
    check_boards()
    check_attach()
    flags = pkg_config('--cflags', '--libs')
    static = pkg_config('--static', '--cflags', '--libs')
    static = [w if w != '-lgnomon' else LIB + '/libgnomon.a' for w in static]
    build('run_c', 'cc', '-std=c11', SOURCES + '/run.c', *flags)
    build('run_static', 'cc', '-std=c11', SOURCES + '/run.c', *static)
    build('run_cpp', 'c++', '-std=c++17', SOURCES + '/run.cpp', *flags)
    server, port = serve()
    try:
        with open(f'{OUT}/e.yaml', 'w') as f:
            f.write(EXPERIMENT.format(port=port))
        tool = run('gnomon', 'run', 'e.yaml', '-o', 'tool', '--json', '--quiet')
        check('run gnomon', tool.returncode == 0, tool.stderr)
        expected = timeless(tool.stdout)
        check('events', f' {EVENTS} events' in tool.stderr, tool.stderr)
        counts = sum(node['events'] for node in expected['nodes'])
        check('events of the report', counts == EVENTS, counts)
        same_report('run_c', run('./run_c', 'e.yaml', 'c'), expected)
        same_report('run_static', run('./run_static', 'e.yaml', 'static'), expected)
        python = run('python3', SOURCES + '/run.py', LIB + '/libgnomon.so', 'e.yaml', 'python')
        same_report('run.py', python, expected)
        check('progress in Python', f' {EVENTS} events' in python.stderr, python.stderr)
        cpp = run('./run_cpp', 'e.yaml', 'cpp', port)
        same_report('run_cpp', cpp, expected)
        check('interrupt', 'second run: interrupted' in cpp.stderr, cpp.stderr)
        check('what an interrupt keeps', os.path.exists(f'{OUT}/cpp2/run.json'))
        again = run('./run_c', 'e.yaml', 'c')
        check('a run directory is not replaced', "'c' exists already" in again.stderr, again.stderr)
        with open(f'{OUT}/bad.yaml', 'w') as f:
            f.write(EXPERIMENT.format(port=port).replace('0x200', '0x2g0'))
        bad = run('./run_c', 'bad.yaml', 'bad')
        check('a fault has a place', bad.stderr.startswith('6:'), bad.stderr)
    finally:
        server.kill()
        server.wait()
    return verdict('install')


if __name__ == '__main__':
    sys.exit(main())
