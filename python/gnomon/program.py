# SPDX-License-Identifier: Apache-2.0
"""Where the program gnomon is."""

import os
import shutil
import sys


def find_program():
    """That of the variable GNOMON, else that beside the interpreter, as a wheel installs it, else
    that of PATH; None: there is none."""
    named = os.environ.get('GNOMON')
    if named:
        return shutil.which(named)
    beside = os.path.join(os.path.dirname(sys.executable), 'gnomon')
    return beside if os.access(beside, os.X_OK) else shutil.which('gnomon')
