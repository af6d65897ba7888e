# SPDX-License-Identifier: Apache-2.0
"""The Python that has slang: this one, or one that lies where the tools of FPGAs do."""

import importlib.util
import os
import subprocess
import sys

from say import Fault

ASKED = 'GNOMON_ATTACH_PYTHON'  # set while another Python runs this program


def candidates(programs):
    """Where ./setup puts it beside the programs of a checkout, where pip puts it beside those of a
    wheel, and each folder of PATH."""
    folders = [os.path.join(programs, '..', 'venv', 'bin'), programs]
    folders += os.environ.get('PATH', os.defpath).split(os.pathsep)
    for folder in dict.fromkeys(folders):
        path = os.path.join(folder, 'python3')
        if os.path.isabs(path) and os.access(path, os.X_OK) and path != sys.executable:
            yield path


def with_slang(programs):
    """Goes on in a Python that has slang, which is this one where it has it. Tools beside it are
    in PATH."""
    if importlib.util.find_spec('pyslang'):
        path = os.environ.get('PATH', os.defpath)
        os.environ['PATH'] = f'{path}{os.pathsep}{os.path.dirname(sys.executable)}'
        return
    for path in candidates(programs) if ASKED not in os.environ else ():
        done = subprocess.run(
            [path, '-EB', '-c', 'import pyslang'],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode == 0:
            os.environ[ASKED] = path
            os.execv(path, [path, '-EB', *sys.argv])
    raise Fault(
        "'pyslang' is not installed: './setup' installs it in build/venv/bin, which must be in "
        "PATH; elsewhere 'pip install pyslang' does, into a Python in PATH"
    )
