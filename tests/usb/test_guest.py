#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gnomon in a QEMU guest: test_guest.py REDIR MODEL_SERVER GNOMON KERNEL.

KERNEL is a folder with Debian's kernel and its modules. The guest has three devices, which usbredir
offers on the models of check-usb; xHCI, usbfs, ftdi_sio and cdc_acm are the kernel's. guest_init is
what runs in the guest. The oracle of a run is the script that the model of a monitor sends, and the
report of the same run without USB.
"""

import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

from lib import EVENTS, EXPERIMENT, HANG, NODES, Monitor, check, events_of, timeless
from lib import parts_of
import counted

ALL = EVENTS + NODES
MODULES = ('usb-common', 'usbcore', 'xhci-hcd', 'xhci-pci', 'usbserial', 'ftdi_sio', 'cdc-acm')
UNPLUG = 20000  # bytes; a run has some 49000
BAUD = 3000000  # of the monitors; at another rate bytes arrive as others
# Devices by their ports; each has a monitor of its own.
DEVICES = {
    'chip': {'baud': BAUD},
    'acm': {'baud': BAUD, 'acm': 1, 'chips': 0},
    'gone': {'baud': BAUD, 'unplug': UNPLUG},
}
PORTS = {
    'ftdi:path=1-1,channel=A': '/dev/ttyUSB0',
    'ftdi:path=1-1,channel=B': '/dev/ttyUSB1',
    'usb:GN0100,interface=1': '/dev/ttyACM0',
    'usb:GN0100,interface=2': None,
    'ftdi:path=1-3,channel=A': '/dev/ttyUSB2',
    'ftdi:path=1-3,channel=B': '/dev/ttyUSB3',
}
RUNS = ('ftdi', 'ftdi_tty', 'acm', 'acm_tty')
TWICE = {
    'chip_twice': ('ftdi:path=1-1,channel=B', 'tty:/dev/ttyUSB1@3000000'),
    'acm_twice': ('tty:/dev/ttyACM0', 'usb:path=1-2'),
}
COMMANDS = ('list', *RUNS, *TWICE, 'unplugged')
FILES = [f'{name}.{end}' for name in COMMANDS for end in ('out', 'err', 'status')] + ['dmesg']
XZ = b'\xfd7zXZ\0'


def libraries(program):
    """The shared objects of a program, the dynamic linker among them."""
    text = subprocess.run(['ldd', program], capture_output=True, text=True, check=True).stdout
    return re.findall(r'(/\S+) \(0x', text)


def put(source, root, *names):
    for name in names:
        path = os.path.join(root, name.lstrip('/'))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copy2(source, path)


def unpack_kernel(folder, kernel):
    """Takes the compressed kernel out of its file: an emulated processor would need seconds."""
    with open(os.path.join(kernel, 'vmlinuz'), 'rb') as f:
        image = f.read()
    path = os.path.join(folder, 'vmlinux')
    with open(path, 'wb') as f:
        f.write(lzma.LZMADecompressor().decompress(image[image.index(XZ) :]))
    return path


def make_initramfs(folder, gnomon, kernel, manifest):
    """Packs what the guest has into an archive of cpio."""
    root = os.path.join(folder, 'root')
    for name in 'proc', 'sys', 'dev', 'results', 'run', 'gnomon':
        os.makedirs(os.path.join(root, name))
    here = os.path.dirname(os.path.abspath(__file__))
    put(os.path.join(here, 'guest_init'), root, 'init')
    put(shutil.which('busybox'), root, 'bin/busybox')
    put(gnomon, root, 'bin/gnomon')
    for file in libraries(gnomon):
        put(file, root, file)
    for name in MODULES:
        put(os.path.join(kernel, f'{name}.ko'), root, f'modules/{name}.ko')
    put(manifest, root, 'gnomon/model.json')
    with open(os.path.join(root, 'gnomon/e.yaml'), 'w') as f:
        f.write(EXPERIMENT.format(manifest='/gnomon/model.json'))
    names = [
        os.path.relpath(os.path.join(top, name), root)
        for top, folders, files in os.walk(root)
        for name in folders + files
    ]
    archive = os.path.join(folder, 'initramfs')
    with open(archive, 'wb') as f:
        subprocess.run(
            ['cpio', '-o', '-H', 'newc', '--quiet'],
            cwd=root,
            stdout=f,
            text=True,
            input='\n'.join(sorted(names)) + '\n',
            check=True,
        )
    return archive


def start_redir(redir, folder, name, keys, monitor):
    """Offers a device at the socket `name`."""
    path = os.path.join(folder, name)
    words = [f'{k}={v}' for k, v in keys.items()]
    process = subprocess.Popen(
        [redir, path, f'port={monitor.port}', *words],
        env=dict(os.environ, BED_REPORT=f'{path}.report'),
    )
    while not os.path.exists(path) and process.poll() is None:
        time.sleep(0.02)
    return process


def boot(folder, vmlinux, initramfs):
    """Runs the guest to its end, at most HANG seconds."""
    command = ['qemu-system-x86_64', '-accel', 'tcg', '-cpu', 'max', '-M', 'q35', '-m', '512']
    command += ['-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot']
    command += ['-kernel', vmlinux, '-initrd', initramfs]
    command += ['-append', f'console=ttyS0 quiet panic=-1 hang={HANG}']
    command += ['-serial', f'file:{folder}/console', '-serial', f'file:{folder}/results.tar']
    command += ['-device', 'qemu-xhci,id=u']
    for port, name in enumerate(DEVICES, 1):
        command += ['-chardev', f'socket,id={name},path={folder}/{name}']
        command += ['-device', f'usb-redir,chardev={name},bus=u.0,port={port}']
    try:
        subprocess.run(command, stdin=subprocess.DEVNULL, check=True, timeout=HANG)
    except subprocess.SubprocessError as error:
        check('guest', False, error)


def read_results(folder):
    """The files that the guest left, by their names."""
    try:
        with tarfile.open(os.path.join(folder, 'results.tar')) as tar:
            files = [m for m in tar.getmembers() if m.isfile()]
            return {os.path.basename(m.name): tar.extractfile(m).read().decode() for m in files}
    except tarfile.TarError as error:
        check('archive of results', False, error)
        return {}


def run_guest(redir, folder, monitors, vmlinux, initramfs):
    """What the guest left, and the reports of the devices."""
    servers = [
        start_redir(redir, folder, name, keys, monitor)
        for (name, keys), monitor in zip(DEVICES.items(), monitors, strict=True)
    ]
    try:
        boot(folder, vmlinux, initramfs)
        for server in servers:
            check('device', server.wait(timeout=HANG) == 0, server.args)
    finally:
        for server in servers:
            server.kill()
            server.wait()
    parts = {}
    for name in DEVICES:
        with open(os.path.join(folder, f'{name}.report')) as f:
            parts[name] = parts_of(f.read())
    return read_results(folder), parts


def check_runs(results, plain):
    """The report of a run is that of the same run without USB."""
    check('run without USB', plain.returncode == 0 and events_of(plain.stdout) == ALL, plain)
    for name in RUNS:
        status, out = results[f'{name}.status'].strip(), results[f'{name}.out']
        same = status == '0' and timeless(out) == timeless(plain.stdout)
        check(f'run over {name}', same, f'status {status}: {results[f"{name}.err"]}')


def check_list(text):
    rows = {row['url']: row['port'] for row in json.loads(text or '[]')}
    check('list', rows == PORTS, rows)


def check_twice(results):
    """Two names of a device are refused, and the driver keeps it (check_drivers)."""
    for name, (one, other) in TWICE.items():
        status, err = results[f'{name}.status'].strip(), results[f'{name}.err']
        text = f"'{one}' and '{other}' are the same device; name each board once"
        check(name, status == '1' and text in err, f'status {status}: {err}')


def check_unplugged(results, parts):
    """The command ends with an error that names the device."""
    status, err = results['unplugged.status'].strip(), results['unplugged.err']
    text = "FTDI chip 0403:6010 'GN0001' at 1-3, channel B is gone; was it unplugged?"
    check('unplugged', status == '1' and text in err, f'status {status}: {err}')
    passed = parts['gone']['B']['passed']
    check('unplugged in time', UNPLUG <= passed < 2 * UNPLUG, passed)


def check_drivers(kernel_log, parts):
    """The kernel's drivers had the devices first, left them and got them back."""
    for what, text, count in (
        ('bound and back', 'Detected FT2232H', 5),
        ('detached', 'ftdi_sio 1-1:1.1: device disconnected', 1),
        ('other channel', 'ftdi_sio 1-1:1.0: device disconnected', 0),
        ('bridge bound and back', 'cdc_acm 1-2:1.0: ttyACM0: USB ACM device', 2),
        ('pulled out', 'usb 1-3: USB disconnect', 1),
    ):
        found = kernel_log.count(text)
        check(what, found == count, f'{text!r} is {found} times in the log of the kernel')
    chip, acm = parts['chip']['B'], parts['acm']['acm']
    check('two runs at the chip', chip['passed'] > 2 * UNPLUG and chip['latency'] == 1, chip)
    check('purged', chip['purges'] >= 1, chip)
    check('two runs at the bridge', acm['passed'] > 2 * UNPLUG and acm['bits'] == 8, acm)


def test(redir, server, gnomon, kernel, folder):
    monitors = [Monitor(server, folder, f'model_{name}') for name in DEVICES]
    experiment = os.path.join(folder, 'e.yaml')
    with open(experiment, 'w') as f:
        f.write(EXPERIMENT.format(manifest=monitors[0].manifest))
    command = ('run', experiment, '-o', os.path.join(folder, 'plain'), '-q', '--json')
    try:
        plain = monitors[0].direct(gnomon, *command)
        archive = make_initramfs(folder, gnomon, kernel, monitors[0].manifest)
        vmlinux = unpack_kernel(folder, kernel)
        results, parts = run_guest(redir, folder, monitors, vmlinux, archive)
    finally:
        for monitor in monitors:
            monitor.close()
    missing = [name for name in FILES if name not in results]
    check('results', not missing, f'missing {missing}')
    if not missing:
        check_list(results['list.out'])
        check_runs(results, plain)
        check_twice(results)
        check_unplugged(results, parts)
        check_drivers(results['dmesg'], parts)
    if counted.failed:
        with open(os.path.join(folder, 'console'), errors='replace') as f:
            print(f'the console of the guest:\n{f.read()}')
        print(f'the log of its kernel:\n{results.get("dmesg")}')


def main():
    redir, server, gnomon, kernel = sys.argv[1:]
    if not os.path.exists(os.path.join(kernel, 'vmlinuz')):
        raise SystemExit(f"test_guest.py: no kernel in '{kernel}': ./setup fpga brings it")
    with tempfile.TemporaryDirectory(prefix='gnomon-guest-') as folder:
        test(redir, server, gnomon, kernel, folder)
    return counted.verdict('guest')


if __name__ == '__main__':
    sys.exit(main())
