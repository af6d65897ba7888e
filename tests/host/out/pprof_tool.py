# SPDX-License-Identifier: Apache-2.0
"""What `go tool pprof`, that of Debian's Go, prints of a file. GO is the folder with `go`."""

import os
import re
import subprocess

NUMBER = r'(-?[\d.]+)'
ROW = re.compile(rf'\s*{NUMBER}(ns)?\s+{NUMBER}%\s+{NUMBER}%\s+{NUMBER}(ns)?\s+{NUMBER}%\s+(.*)')
ALL = '-nodecount=100000', '-nodefraction=0', '-edgefraction=0'


def pprof(go, folder, *options):
    """Without a network, and with all that it may keep in `folder`."""
    go = os.path.abspath(go)
    env = {'GOROOT': go, 'HOME': folder, 'GOCACHE': folder, 'PPROF_TMPDIR': folder}
    env.update(PATH='/usr/bin:/bin', GOPROXY='off', GOFLAGS='-mod=readonly', GOENV='off')
    done = subprocess.run(
        [os.path.join(go, 'bin/go'), 'tool', 'pprof', *options],
        env=env,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


def top(go, folder, path, index, *options):
    """(name, its own value, with what it called, share of its own in per cent) in the order of the
    table, which must have them all."""
    unit = ['-unit=ns'] if index == 'time' else []
    text = pprof(go, folder, '-top', f'-sample_index={index}', *unit, *ALL, *options, path)
    head, table = re.split(r'\n +flat +flat% +sum% +cum +cum%\n', text)
    assert f'\nType: {index}\n' in head, head
    rows = []
    for line in table.splitlines():
        found = ROW.fullmatch(line)
        assert found and (found[2] == 'ns') == (index == 'time' and found[1] != '0'), line
        rows.append((found[8], float(found[1]), float(found[5]), float(found[3])))
    return rows


def raw(go, folder, path):
    """(values, {label: value}, frames) of each sample; a frame is what follows its address in the
    list of places, outermost first."""
    text = pprof(go, folder, '-raw', path)
    head, rest = text.split('\nSamples:\n')
    samples, rest = rest.split('\nLocations\n')
    places = {}
    for line in rest.split('\nMappings\n')[0].splitlines():
        number, place = line.split(': ', 1)
        places[int(number)] = place
    found = []
    for line in samples.splitlines()[1:]:
        sample = re.fullmatch(r'([ \d]+): ([\d ]+)', line)
        if sample:
            stack = [places[int(n)] for n in reversed(sample[2].split())]
            found.append((tuple(map(int, sample[1].split())), {}, stack))
        else:
            key, value = re.fullmatch(r'\s+(\w+):\[([^\]]*)\]\s*', line).groups()
            found[-1][1][key] = value
    return head, samples.splitlines()[0], found
