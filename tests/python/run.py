#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the Python module: run.py BUILD [PART [FOLDER]]

Each function test_* of the files test_*.py here, or of a folder that is here, is a test; with PART
those whose names, FILE.TEST, have it in them.
"""

import importlib
import os
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [
    HERE,
    *(os.path.join(HERE, '..', room) for room in ('', 'bench', 'page', 'host/out', '../python')),
]


def main(build, part='', room=''):
    build = os.path.abspath(build)
    os.environ['GNOMON_LIBRARY'] = os.path.join(build, 'lib', 'libgnomon.so.0')
    import workplace

    tests = os.path.join(HERE, room)
    sys.path.insert(0, tests)
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix='gnomon-python-') as folder:
        place = workplace.Place(build, folder)
        for file in sorted(os.listdir(tests)):
            if not file.startswith('test_') or not file.endswith('.py'):
                continue
            module = importlib.import_module(file[:-3])
            for name, test in sorted(vars(module).items()):
                if not name.startswith('test_') or part not in f'{module.__name__}.{name}':
                    continue
                begin = time.monotonic()
                try:
                    test(place)
                    passed += 1
                except Exception:
                    failed += 1
                    print(f'FAIL {module.__name__}.{name}')
                    traceback.print_exc()
                if os.environ.get('V') == '1':
                    print(f'{time.monotonic() - begin:6.2f} s  {module.__name__}.{name}')
        place.close()
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
