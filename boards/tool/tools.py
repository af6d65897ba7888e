# SPDX-License-Identifier: Apache-2.0
"""Where the tools of the FPGA families are, and what may be written into their commands."""

import os
import re
import shutil

from say import Fault

# characters of a path in a command of Yosys, within quotes
PATH = re.compile(r'[\w ./+,@=~()-]+')
DEFINE = re.compile(r'[A-Za-z_]\w*(=[\w\'.+-]*)?')


# tools of the distribution, and those of PyPI
ANY = ('', 'yowasp-')


def tool(name, prefixes=ANY):
    """The command of a tool: the first that there is, by what its name begins with."""
    for command in (prefix + name for prefix in prefixes):
        found = shutil.which(command)
        if found:
            return found
    raise Fault(
        f"'{name}' is not installed, nor is 'yowasp-{name}': './setup fpga' installs it in "
        'build/venv/bin, which must be in PATH'
    )


def quoted(path):
    if not PATH.fullmatch(path):
        raise Fault(f"'{path}': the path of a source has letters, digits and _ ./+,@=~()- only")
    return f'"{path}"'


def check_cache(command):
    """The tools of PyPI keep what they compiled, by default in HOME; they fail without it."""
    if not os.path.basename(command).startswith('yowasp-'):
        return
    home = os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache')
    folder = os.path.abspath(os.environ.get('YOWASP_CACHE_DIR') or os.path.join(home, 'YoWASP'))
    if os.path.isdir(folder):
        return
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK | os.X_OK):
        raise Fault(
            f"cannot write '{folder}', where the tools of YoWASP keep what they compile: "
            'set YOWASP_CACHE_DIR to another folder'
        )
