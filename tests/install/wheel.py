#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A wheel in a new virtual environment: wheel.py PIP WHEEL_FOLDER MAKE_RUN OUT.

PIP is a pip that installs into another environment. Nothing comes from a network, and in PATH is
the environment alone, which has no compiler, but for the simulation at the end.
"""

import glob
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from counted import check, verdict

PIP, FOLDER, MAKE_RUN, OUT = (os.path.abspath(word) for word in sys.argv[1:])
HANG = int(os.environ.get('HANG_SECONDS', 1800))
VENV = OUT + '/venv'
ENV = {'PATH': VENV + '/bin', 'HOME': OUT, 'LC_ALL': 'C.UTF-8'}
COUNTER = os.path.abspath('sim/blinker/counter.yaml')
# What Debian has in each system: of glibc and gcc.
BASE = r'linux-vdso|/lib64/ld-linux|lib(c|m|pthread|gcc_s|stdc\+\+)\.so'


def run(*command, path=VENV + '/bin'):
    return subprocess.run(
        command, cwd=OUT, env={**ENV, 'PATH': path}, capture_output=True, text=True, timeout=HANG
    )


def good(name, *command, **options):
    """What a command prints that must succeed."""
    done = run(*command, **options)
    check(name, done.returncode == 0, done.stdout + done.stderr)
    return done.stdout


def files():
    found = {os.path.join(at, name) for at, _, names in os.walk(VENV) for name in names}
    return {path for path in found if os.path.isfile(path) and '__pycache__' not in path}


def gnomon(name, *words):
    return good(name, f'{VENV}/bin/gnomon', *words)


def pip(*words):
    return good(f'pip {words[0]}', PIP, '--python', f'{VENV}/bin/python', *words,
                '--disable-pip-version-check', path='/usr/bin:/bin')  # fmt: skip


def check_libraries():
    """The programs and the library find all that no system has in the environment."""
    for name in 'bin/gnomon', 'bin/gnomon-gen', 'lib/libgnomon.so.0':
        table = good(f'ldd of {name}', 'ldd', f'{VENV}/{name}', path='/usr/bin:/bin')
        rows = [row.split() for row in table.splitlines()]
        strange = [row for row in rows if not re.match(BASE, row[0])]
        away = [row for row in strange if not row[2].startswith(os.path.realpath(VENV))]
        check(f'libraries of {name}', len(strange) > 2 and not away, away)
    bundled = os.listdir(f'{VENV}/lib/gnomon')
    terms = os.listdir(f'{VENV}/share/gnomon/licences')
    check('licences', 'libyaml-0-2' in terms and len(terms) > 8, (bundled, terms))


def check_programs(version):
    check('version', gnomon('gnomon', '--version').split() == ['gnomon', version])
    gnomon('gen', 'gen', COUNTER, '-o', 'out')
    check('what gen makes', os.path.isfile(OUT + '/out/counter.v'))
    check('cost', 'RAM blocks' in gnomon('cost', 'cost', COUNTER))
    lists = json.loads(gnomon('sim', 'sim', '--icarus', '--json', 'out'))
    there = [path for path in lists['sources'] if not path.startswith(os.path.realpath(OUT))]
    check('files of simulations', lists['sources'] and not there, there)
    made = json.loads(subprocess.run([MAKE_RUN, '1'], stdout=subprocess.PIPE).stdout)['dir']
    report = json.loads(gnomon('report', 'report', '--json', made))
    check('the report', report['nodes'] and sum(n['events'] for n in report['nodes']) > 0)
    script = 'import gnomon, sys; print(gnomon.__version__, gnomon.library_version()); '
    script += f'print(gnomon.open({made!r}).report()["nodes"][0]["name"]); print(gnomon.__file__)'
    told = good('python', f'{VENV}/bin/python', '-c', script).split()
    wanted = [version, version, report['nodes'][0]['name']]
    check('the module', told[:3] == wanted and told[3].startswith(VENV), told)
    gnomon('page', 'report', '--html', 'page.html', made)
    check('manual', os.path.isfile(f'{VENV}/share/man/man1/gnomon-run.1'))
    done = run(f'{VENV}/bin/gnomon', 'flash', '--board', 'nothing', '--dry-run', 'x')
    script = 'from importlib.metadata import entry_points; '
    script += 'print([point.module for point in entry_points(group="pytest11")])'
    told = good('entry points', f'{VENV}/bin/python', '-c', script).strip()
    check('the plugin of pytest', told == "['gnomon.pytest']", told)
    told = f"python3-yaml is not installed for '{VENV}/bin/python3'"
    check('scripts run in the environment', told in done.stderr, done.stderr)


def check_simulation():
    """What needs a compiler is there, too: the testbench of --init, in Icarus Verilog."""
    path = f'{VENV}/bin:/usr/bin:/bin'
    gnomon('init', 'sim', '--init', 'try', COUNTER)
    for command in (
        'cd try && gnomon gen monitor.yaml -o out',
        'iverilog-vpi $(gnomon sim --vpi)',
        'iverilog -o tb.vvp $(gnomon sim --icarus try/out) try/counter_tb.v',
        'vvp -M . -m gnomon_bridge tb.vvp +gnomon_experiment=try/experiment.yaml +gnomon_run=run',
    ):
        good(command, 'sh', '-c', command, path=path)
    report = json.loads(gnomon('report of the simulation', 'report', '--json', 'run'))
    row = report['intervals'][0]['all']
    check('the interval', (row['min'], row['max']) == (128, 128) and row['count'] > 70, row)


def check_library(version):
    """A program in C by pkg-config alone."""
    with open(OUT + '/program.c', 'w', encoding='ascii') as file:
        file.write('#include <gnomon/gnomon.h>\n#include <stdio.h>\n'
                   'int main(void) { return puts(gno_version()) < 0; }\n')  # fmt: skip
    command = (
        f'export PKG_CONFIG_PATH={VENV}/lib/pkgconfig; '
        f'cc program.c -o program $(pkg-config --cflags --libs gnomon) -Wl,-rpath,{VENV}/lib'
    )
    good(command, 'sh', '-c', command, path='/usr/bin:/bin')
    check('a program', good('program', './program').strip() == version)


def main():
    os.makedirs(OUT)
    wheels = glob.glob(FOLDER + '/*.whl')
    check('one wheel', len(wheels) == 1, wheels)
    with open('VERSION', encoding='utf-8') as file:
        version = file.read().strip()
    good('venv', '/usr/bin/python3', '-m', 'venv', '--without-pip', VENV)
    before = files()
    pip('install', '--quiet', '--no-index', wheels[0])
    check_libraries()
    check_programs(version)
    check_simulation()
    check_library(version)
    pip('uninstall', '--quiet', '--yes', 'gnomon')
    check('what pip leaves', files() == before, files() ^ before)
    return verdict('wheel')


if __name__ == '__main__':
    sys.exit(main())
