# SPDX-License-Identifier: Apache-2.0
"""`gnomon build` takes an attached design: bitstream by the real tools, within the board's clock.

usage: test_build.py FOLDER
"""

import os
import shutil
import sys

sys.path.append('tests')
from counted import check, same, verdict
from fixture import GNOMON, attach, run

HERE = 'tests/attach/board'


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    description, source = f'{HERE}/lamp.yaml', f'{HERE}/lamp.v'
    done = attach('-t', 'lamp', '--form', 'open', '-o', f'{folder}/lamp', description, source)
    same('attach', done.returncode, 0)
    done = run(
        *(GNOMON, 'build', '--board', 'icestick', '--no-compare', '-o', f'{folder}/built'),
        *('--top', f'{HERE}/lamp_top.v', description, f'{folder}/lamp/lamp_gnomon.v'),
    )
    same('build', done.returncode, 0)
    rows = {line.split('  ')[0]: line.split()[2] for line in done.stdout.splitlines()[1:4]}
    # the monitor alone needs more, so it is there, and its inputs are what keeps it
    check('logic cells', int(rows.get('logic cells', 0)) > 300, done)
    check('the bitstream', os.path.getsize(f'{folder}/built/icestick.bin') > 10000, done)
    return verdict('attach, build')


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
