# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel: wheel.py LINKED TREE OUT.

LINKED has the two programs and the library, which look for libraries in lib/gnomon. TREE is what
`make install` installed elsewhere. The wheel in OUT has the Python module and TREE, with LINKED in
the place of its programs, and with the libraries that a fresh system lacks.
"""

import base64
import csv
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

from flit_core import buildapi

HERE = os.path.dirname(os.path.abspath(__file__))
SONAME = 'libgnomon.so.0'
# Of each system: the C library with its parts, and those of the compiler.
SYSTEM = re.compile(
    r'(linux-vdso|ld-linux[\w-]*|libc|libm|libpthread|libdl|librt|libgcc_s|libstdc\+\+)\.so'
)
DATE = (1980, 1, 1, 0, 0, 0)  # of all files, so that the same tree gives the same wheel
PC = """prefix=${{pcfiledir}}/../..
libdir=${{prefix}}/lib
includedir=${{prefix}}/include

Name: gnomon
Description: runs experiments on gnomon's hardware monitors and reports them
Version: {version}
Libs: -L"${{libdir}}" -l:{soname}
Cflags: -I"${{includedir}}"
"""


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def needed(files):
    """Paths of the libraries that these files need and a fresh system lacks, by their names."""
    found = {}
    for path in files:
        for name, place in re.findall(r'^\t(\S+) (?:=> (.+) )?\(0x', output('ldd', path), re.M):
            if not SYSTEM.match(os.path.basename(name)):
                found[name] = os.path.realpath(place)
        if 'not found' in output('ldd', path):
            sys.exit(f'wheel.py: {path} needs a library that is not there')
    return found


def licence(library):
    """(name of the package, path of its terms) of a library that Debian has."""
    plain = library.removeprefix('/usr')
    for path in library, plain:
        done = subprocess.run(['dpkg-query', '-S', path], capture_output=True, text=True)
        if done.returncode == 0:
            package = done.stdout.split(':')[0]
            return package, f'/usr/share/doc/{package}/copyright'
    return sys.exit(f"wheel.py: no Debian package has '{library}', so its licence is not known")


def fill(linked, tree):
    """Puts what the wheel has beside or in the place of what is installed into the tree."""
    version = output(f'{linked}/gnomon', '--version').split()[1]
    for name in 'gnomon', 'gnomon-gen':
        shutil.copy(f'{linked}/{name}', f'{tree}/bin/{name}')
    for name in os.listdir(f'{tree}/lib'):
        if name.startswith('libgnomon'):
            os.remove(f'{tree}/lib/{name}')
    shutil.copy(f'{linked}/{SONAME}', f'{tree}/lib/{SONAME}')
    with open(f'{tree}/lib/pkgconfig/gnomon.pc', 'w', encoding='ascii') as file:
        file.write(PC.format(version=version, soname=SONAME))
    shutil.rmtree(f'{tree}/share/gnomon/python')
    os.makedirs(f'{tree}/lib/gnomon')
    os.makedirs(f'{tree}/share/gnomon/licences')
    for name, place in needed(f'{linked}/{n}' for n in ('gnomon', 'gnomon-gen', SONAME)).items():
        shutil.copy(place, f'{tree}/lib/gnomon/{name}')
        package, terms = licence(place)
        shutil.copy(terms, f'{tree}/share/gnomon/licences/{package}')


def tag():
    libc = os.confstr('CS_GNU_LIBC_VERSION').split()[1].replace('.', '_')
    return f'py3-none-manylinux_{libc}_{platform.machine()}'


def module(out):
    """The wheel of the Python module alone, as (its name, its files as bytes by their names)."""
    os.chdir(HERE)
    name = buildapi.build_wheel(out)
    with zipfile.ZipFile(os.path.join(out, name)) as wheel:
        return name, {entry: wheel.read(entry) for entry in wheel.namelist()}


def installed(tree, data):
    """(name in the wheel, path) of the files of the tree."""
    for folder, folders, names in os.walk(tree):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            yield f'{data}/data/{os.path.relpath(path, tree)}', path


def write(path, files, record):
    """Writes (name, bytes, mode) into a new wheel, and the record of them."""
    rows = io.StringIO()
    lines = csv.writer(rows, lineterminator='\n')
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as wheel:
        for name, content, mode in files:
            entry = zipfile.ZipInfo(name, DATE)
            entry.external_attr = (0o100000 | mode) << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode()
            lines.writerow((name, f'sha256={digest.rstrip("=")}', len(content)))
        lines.writerow((record, '', ''))
        wheel.writestr(zipfile.ZipInfo(record, DATE), rows.getvalue(), zipfile.ZIP_DEFLATED)


def main():
    linked, tree, out = (os.path.abspath(word) for word in sys.argv[1:])
    fill(linked, tree)
    with tempfile.TemporaryDirectory() as scratch:
        name, own = module(scratch)
    name, version = name.split('-')[:2]
    info, data = f'{name}-{version}.dist-info', f'{name}-{version}.data'
    wheel = own[f'{info}/WHEEL'].decode()
    wheel = wheel.replace('Root-Is-Purelib: true', 'Root-Is-Purelib: false')
    own[f'{info}/WHEEL'] = re.sub(r'Tag: .*', f'Tag: {tag()}', wheel).encode()
    record = f'{info}/RECORD'
    files = [(entry, own[entry], 0o644) for entry in sorted(own) if entry != record]
    for entry, path in installed(tree, data):
        with open(path, 'rb') as file:
            files.append((entry, file.read(), os.stat(path).st_mode & 0o755))
    write(f'{out}/{name}-{version}-{tag()}.whl', files, record)


if __name__ == '__main__':
    main()
