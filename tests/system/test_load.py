# SPDX-License-Identifier: Apache-2.0
"""Loading while the target runs: what each node records against the truth log, before, between and
after its load records.
"""

import json
import os
import re
import signal
import subprocess

from bed import (
    NODES,
    OBJDUMP,
    Simulator,
    check,
    elf,
    equal,
    gnomon,
    interrupted_when,
    journal,
    manifest,
    start_gnomon,
    stop_and_drain,
    wait_for,
    write,
)
from fault_proxy import TO_DEVICE, TO_HOST, FaultProxy, Single
from stream import EVENT, GAP, LOAD, RunDirectory
from truth import Truth

SETTLE = 64  # clocks before an `off` record and after a `live` one in which an event may be missed
ATTEMPTS = 5  # runs
LOADS = 6
# bytes to the device: within the tables of the first node, of the second one and of the last one
CUTS = (500, 2000, 3800)
ANSWERS = (600, 2400, 4600)  # bytes from the device: likewise


def inner_store():
    """Address of the last store of phase_multiply that is not to the stack; the instruction
    behind it runs as often."""
    listing = subprocess.run(
        [OBJDUMP, '-d', '--disassemble=phase_multiply', elf('matmul')],
        check=True,
        capture_output=True,
        text=True,
    )
    stores = re.findall(
        r'^\s*([0-9a-f]+):\s+[0-9a-f]+\s+sw\s+\w+,-?\d+\((?!sp)', listing.stdout, re.M
    )
    check(stores, 'phase_multiply stores nothing')
    return int(stores[-1], 16)


def experiment(path, points):
    """points: name -> (address, nodes)"""
    lines = [
        'gnomon: 1',
        f'manifest: {manifest("soc_bytes")}',
        f'program: {elf("matmul")}',
        'points:',
    ]
    lines += [
        f'  {name}: {{ address: {address}, nodes: [{", ".join(nodes)}] }}'
        for name, (address, nodes) in points.items()
    ]
    return write(path, '\n'.join(lines) + '\n')


def windows(records, journal, node):
    """(first, last, load) of the times in which a node's tables were those of a load: clocks in
    which every event must be there."""
    loads = [i for i, load in enumerate(journal['loads']) if node in load['nodes']]
    found, begin = [], -SETTLE
    for record in records:
        if record.kind == LOAD and record.code == 0:
            found.append((begin, record.time, loads[len(found)]))
        elif record.kind == LOAD:
            begin = record.time
    found.append((begin, records[-1].time, loads[len(found)]))
    equal(len(found), len(loads), f'loads that node {node} reports')
    return found


def check_node(records, journal, truth, node, addresses):
    """Events of all windows; addresses: by load, what is code 1 at the node. Returns how many
    came of each address."""
    equal([record.kind for record in records].count(GAP), 0, 'gaps: the test cannot decide')
    happened = [
        (cycle - truth.syncs[-1] - 1, pc)
        for cycle, pc in truth.retired(node)
        if cycle > truth.syncs[-1]
    ]
    events = {record.time: record.code for record in records if record.kind == EVENT}
    checked, counts = set(), {}
    for begin, end, load in windows(records, journal, node):
        should = {time for time, pc in happened if begin < time < end and pc == addresses[load]}
        there = {time for time in events if begin < time < end}
        check(
            there <= should, f'node {node}, load {load}: false events {sorted(there - should)[:3]}'
        )
        missed = {time for time in should - there if begin + SETTLE < time < end - SETTLE}
        check(not missed, f'node {node}, load {load}: missed {sorted(missed)[:3]}')
        checked |= there
        counts[addresses[load]] = counts.get(addresses[load], 0) + len(there)
    equal(set(events) - checked, set(), f'events of node {node} while its triggers were off')
    return counts


def drain_with_load(run, what, nodes, url):
    """A drain that loads into so many nodes first, until it has kept something of after
    the load; its messages."""
    loads = len(journal(run)['loads'])
    after = []

    def kept_more():
        now = journal(run)
        if (
            len(now['loads']) > loads
            and len(now['loads'][-1]['nodes']) == nodes
            and not now['loads'][-1]['off']
        ):
            after.append(now['position'])
        return after and after[-1] > after[0]

    return interrupted_when(
        kept_more, 'records after the load', 'drain', run, '--load', what, '--quiet', '-d', url
    )


def test_changing_patterns(folder):
    """Cores 1 and 3 get other patterns again and again; 0 and 2 miss nothing and are never off. On
    a machine that is busy the program can be over before the first load; that run is repeated."""
    for attempt in range(ATTEMPTS):
        here = os.path.join(folder, str(attempt))
        os.mkdir(here)
        total = change_patterns(here)
        if total is not None:
            return f'{total} events'
    raise AssertionError(f'{ATTEMPTS} times all loads were over before anything happened')


def change_patterns(folder):
    """One such run; None: no core saw anything with the other patterns."""
    hot = inner_store()
    others = [NODES[1], NODES[3]]
    first = experiment(os.path.join(folder, 'first.yaml'), {'hot': (hot, NODES)})
    second = experiment(
        os.path.join(folder, 'second.yaml'),
        {'other': (hot + 4, others), 'hot': (hot, [NODES[0], NODES[2]])},
    )
    compiled = os.path.join(folder, 'second.json')
    run = os.path.join(folder, 'run')
    gnomon('compile', second, '-o', compiled)
    with Simulator(folder, 'soc_bytes', 'matmul') as simulator:
        gnomon('load', first, '-d', simulator.url, '-o', run)
        gnomon('start', run, '-d', simulator.url)
        for i in range(LOADS):
            what = first if i % 2 else compiled
            if i < LOADS // 2:
                err = gnomon('load', what, '--into', run, '-d', simulator.url).err
            else:
                err = drain_with_load(run, what, len(others), simulator.url)
            check('2 of 4 nodes got new tables' in err, err)
        simulator.wait_done()
        stop_and_drain(run, '-d', simulator.url)
        simulator.stop()
        truth = Truth(simulator.truth_path)
    directory = RunDirectory(run)
    equal(directory.journal['state'], 'complete', 'state')
    equal(
        [load['file'] for load in directory.journal['loads']],
        ['patterns.json'] + [f'patterns.{i + 2}.json' for i in range(LOADS)],
        'files of the loads',
    )
    report, total = json.loads(gnomon('report', '--json', run).out), 0
    for node, records in enumerate(directory.nodes()):
        changes = NODES[node] in others
        equal(
            sum(record.kind == LOAD for record in records),
            2 * LOADS if changes else 0,
            f'load records of node {node}',
        )
        addresses = [hot + 4 if changes and i % 2 else hot for i in range(LOADS + 1)]
        counts = check_node(records, directory.journal, truth, node, addresses)
        if changes and not counts.get(hot + 4):
            return None
        told = {
            point['name']: point['count']
            for point in report['nodes'][node]['points']
            if point['count']
        }
        names = {hot: 'hot', hot + 4: 'other'}
        equal(
            told,
            {names[address]: count for address, count in counts.items()},
            f'points of node {node} in the report',
        )
        total += sum(counts.values())
    return total


def killed(url, second, run):
    """Loads that are killed while they wait for an answer."""
    for place in ANSWERS:
        with FaultProxy(int(url.rpartition(':')[2]), Single(TO_HOST, place, 'hold')) as proxy:
            process = start_gnomon('load', second, '--into', run, '-d', proxy.url)
            try:
                wait_for(
                    lambda: proxy.faults.made or process.poll() is not None,
                    f'byte {place} of the answers',
                )
            finally:
                process.kill()
                process.communicate()
        equal(
            (proxy.faults.made, process.returncode), (1, -signal.SIGKILL), f'kills at byte {place}'
        )


def cut(place):
    """A load whose link breaks there."""

    def interrupt(url, second, run):
        with FaultProxy(int(url.rpartition(':')[2]), Single(TO_DEVICE, place, 'cut')) as proxy:
            gnomon('load', second, '--into', run, '-d', proxy.url, status=1)
            equal(proxy.faults.made, 1, f'cuts at byte {place}')

    return interrupt


def interrupted(folder, interrupt):
    """A load that does not come to its end leaves the old tables, none, or the new ones: never
    other events. A repeat completes it."""
    hot = inner_store()
    first = experiment(os.path.join(folder, 'first.yaml'), {'hot': (hot, NODES)})
    second = experiment(os.path.join(folder, 'second.yaml'), {'other': (hot + 4, NODES)})
    run = os.path.join(folder, 'run')
    with Simulator(folder, 'soc_bytes', 'matmul') as simulator:
        gnomon('load', first, '-d', simulator.url, '-o', run)
        gnomon('start', run, '-d', simulator.url)
        interrupt(simulator.url, second, run)
        gnomon('load', second, '--into', run, '-d', simulator.url)
        simulator.wait_done()
        stop_and_drain(run, '-d', simulator.url)
        simulator.stop()
        truth = Truth(simulator.truth_path)
    kept = journal(run)
    check(not kept['loads'][-1]['off'], 'nodes are off after the repeat')
    seen = 0
    for node, records in enumerate(RunDirectory(run).nodes()):
        retired = {
            cycle - truth.syncs[-1] - 1: pc
            for cycle, pc in truth.retired(node)
            if cycle > truth.syncs[-1]
        }
        live = [record.time for record in records if record.kind == LOAD and record.code]
        for record in records:
            if record.kind == EVENT:
                wanted = hot + 4 if live and record.time > live[0] else hot
                equal(retired.get(record.time), wanted, f'event of node {node} at {record.time}')
                seen += 1
        check(live, f'node {node} never went live again')
        after = {
            time
            for time, pc in retired.items()
            if time > live[-1] + SETTLE and pc == hot + 4 and time <= records[-1].time
        }
        there = {
            record.time for record in records if record.kind == EVENT and record.time > live[-1]
        }
        # a repeat after a broken link waits so long for answers that the program may have ended
        check(
            there or interrupt is not killed,
            f'node {node}: all was over before the load was repeated',
        )
        check(after <= there, f'node {node} missed {sorted(after - there)[:3]} after the load')
    return f'{seen} events, {len(kept["loads"])} loads'


TESTS = {
    'load/changing': test_changing_patterns,
    'load/killed': lambda folder: interrupted(folder, killed),
    **{
        f'load/cut/{place}': lambda folder, place=place: interrupted(folder, cut(place))
        for place in CUTS
    },
}
