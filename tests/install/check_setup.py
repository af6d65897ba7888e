#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`./setup --list` with a stand-in of dpkg-query: which Debian packages it says are missing, and
what of a new folder of builds.

dpkg-query fails where it has never heard of a package, as on a fresh machine.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from counted import check, verdict

HANG = int(os.environ.get('HANG_SECONDS', 1800))
STAND_IN = """#!/bin/sh
shift 3
status=0
for name in "$@"; do
	case " $UNHEARD " in *" $name "*) status=1; continue ;; esac
	case " $REMOVED " in *" $name "*) state=config-files ;; *) state=installed ;; esac
	echo "$name $state"
done
exit $status
"""


def missing(folder, unheard=(), removed=()):
    """(exit status, the packages that it names)."""
    env = dict(os.environ, UNHEARD=' '.join(unheard), REMOVED=' '.join(removed))
    env['PATH'] = folder + ':' + env['PATH']
    done = subprocess.run(
        ['./setup', 'fpga', 'long', '--list'], env=env, capture_output=True, text=True, timeout=HANG
    )
    found = re.search(r'^missing Debian packages: (.*)$', done.stdout, re.M)
    return done.returncode, sorted(found[1].split()) if found else []


def main():
    with open('setup', encoding='utf-8') as file:
        parts = re.findall(r'packages\+?=\(([^)]*)\)', file.read())
    every = sorted(name for part in parts for name in part.split())
    check('packages of setup', len(every) > 30 and len(parts) == 3, every)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'dpkg-query')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(STAND_IN)
        os.chmod(path, 0o755)
        for name, unheard, removed, wanted in (
            ('a fresh machine', every, (), every),
            ('one is not known', ['verilator'], (), ['verilator']),
            ('one was removed', (), ['check'], ['check']),
            ('both', ['gcc', 'zsh'], ['make'], ['gcc', 'make', 'zsh']),
        ):
            status, named = missing(folder, unheard, removed)
            check(name, (status, named) == (1, wanted), (status, named))
        check('nothing', missing(folder)[1] == [], missing(folder))
        env = dict(os.environ, BUILD=folder)
        done = subprocess.run(
            ['./setup', 'fpga', 'long', '--list'], env=env, capture_output=True, text=True
        )
        for line in (
            'missing npm packages of: .*host/page',
            'missing npm packages of: .*tests/host/out/readers',
            'missing Java libraries of: tests/python/store/pom.xml',
            'missing kernel of QEMU.s guest: linux-image-amd64',
            'missing pprof: golang-go',
        ):
            check(line, re.search(f'^{line}', done.stdout, re.M) and done.returncode == 1, done)


if __name__ == '__main__':
    main()
    sys.exit(verdict())
