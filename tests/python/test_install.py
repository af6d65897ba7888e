# SPDX-License-Identifier: Apache-2.0
"""pip installs the module, without the network; it then finds the library by GNOMON_LIBRARY."""

import os
import shutil
import sys

import gnomon
from workplace import ROOT


def test_pip(place):
    source, out = place.new(), place.new()
    shutil.copytree(f'{ROOT}/python', source, ignore=shutil.ignore_patterns('__pycache__'))
    place.output(
        [
            *(sys.executable, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'),
            *('--no-index', '--no-deps', '--no-build-isolation', '--target', out, source),
        ]
    )
    with open(f'{ROOT}/VERSION', encoding='utf-8') as file:
        version = file.read().strip()
    assert f'gnomon-{version}.dist-info' in os.listdir(out)
    script = (
        f'import sys; sys.path.insert(0, {out!r}); import gnomon; '
        'print(gnomon.__file__, gnomon.library_version(), gnomon.__version__)'
    )
    file, *versions = place.output([sys.executable, '-I', '-B', '-c', script]).split()
    assert file == f'{out}/gnomon/__init__.py' and versions == [version, version]
    assert gnomon.__version__ == version
