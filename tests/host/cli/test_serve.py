#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`gnomon serve` on a run that grows: it serves what the reports say, the parser of Prometheus's
client reads its metrics, and nobody gets what is not for them.

usage: test_serve.py GNOMON MODEL_SERVER     Debian's Python, which has Debian's prometheus_client
"""

import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
import checks
from checks import check, until
from growing_run import EVENTS, PAGE, Growing, make_run
from served import Served, end_all

from prometheus_client.parser import text_string_to_metric_families

GNOMON, MODEL = map(os.path.abspath, sys.argv[1:3])
CLOCK = 100_000_000  # of the model's manifest, in Hz
PAGE_FORM = ('--limit', '1000')  # of the report in the page's data
RUNNING = 'run"ning<b>\\n&'  # a state of the run: nothing in it may act


def gnomon(*args):
    answer = subprocess.run(
        [GNOMON, *args], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    if answer.returncode:
        sys.exit(f'test_serve: {args}: {answer.stderr}')
    return answer.stdout


# What a text refers to that is not in it: Prometheus and Grafana show one metric's help alone.
REFERS = r'\b(same|likewise|above|below|ditto|former|latter|this|these|those|that of|it)\b'
# The words of names that a help text says otherwise.
SAID = {
    'gnomon': None,
    'info': None,
    'per': r'\bin a second\b',
    'min': r'\bleast\b',
    'max': r'\bgreatest\b',
    'rate': r'_per_second\b',
    'left': r'\bleft out\b',
}


def check_help(name, text):
    """A help text alone says what the metric is: it has all words of its name, and so the unit."""
    check(re.fullmatch(r'(1 |[A-Z]).*\.', text), f'{name}: form of {text!r}')
    check(not re.search(REFERS, text), f'{name}: {text!r} refers to what is not in it')
    for word in name.split('_'):
        said = SAID.get(word, rf'\b{word.removesuffix("s")}s?\b')
        check(
            said is None or re.search(said, text, re.IGNORECASE), f'{name}: no {word} in {text!r}'
        )


class Server(Served):
    def __init__(self, run, *args, **environment):
        super().__init__(GNOMON, run, *args, **environment)

    def metrics(self):
        """{(name, labels): value}."""
        status, headers, body = self.get('/metrics')
        if status == 503:
            return {}
        check(status == 200, f'/metrics: {status} {body}')
        check(headers['Content-Type'].startswith('text/plain; version=0.0.4'), 'type of metrics')
        found = {}
        for family in text_string_to_metric_families(body):
            check(family.documentation and family.type != 'unknown', f'{family.name} has no head')
            check_help(family.name, family.documentation)
            for sample in family.samples:
                key = (sample.name, tuple(sorted(sample.labels.items())))
                check(key not in found, f'{key} twice')
                found[key] = sample.value
        return found

    def fault(self):
        """Why there are no newer metrics; '': there are, or there never were any."""
        labels = [dict(key[1]) for key in self.metrics() if key[0] == 'gnomon_snapshot_fault']
        return labels[0]['fault'] if labels else ''


def without_age(body):
    """The data without what is of the moment when they are served."""
    return {key: value for key, value in json.loads(body).items() if key not in ('age', 'fault')}


def wanted(run):
    """Metrics as events and report say them."""
    report = json.loads(gnomon('report', '--json', run))
    want = {('gnomon_run_cycles', ()): report['run']['end'] if 'run' in report else None}
    count, lost = {}, {}
    for line in gnomon('events', '--json', run).splitlines():
        event = json.loads(line)
        key = (event['node'], event['name'])
        count[key] = count.get(key, 0) + 1
        if event['kind'] == 'gap':
            lost[event['node']] = lost.get(event['node'], 0) + event['lost']
    for (node, name), many in count.items():
        if not name.startswith('('):
            want['gnomon_point_total', (('node', node), ('point', name))] = many
    for node in report['nodes']:
        label = ('node', node['name'])
        check(lost.get(node['name'], 0) == node['lost_buffer'] + node['lost_ring'], 'lost records')
        for full in ('buffer', 'ring'):
            check(node[f'lost_{full}'] > 0, f'nothing lost for a full {full}')
            key = (('full', full), label)
            want['gnomon_lost_records_total', key] = node[f'lost_{full}']
        for pair in node['ratios']:
            if pair['ratio'] is not None:
                key = (label, ('pair', pair['name']))
                want['gnomon_ratio', key] = pair['ratio']
                want['gnomon_ratio_min', key] = pair['ratio_min']
    return want


def looked(run):
    """{node: (cycle of its last record, records, events, triggers, lost records)}; the last three
    are counted in the list of events."""
    report = json.loads(gnomon('report', '--json', run))
    listed = [json.loads(line) for line in gnomon('events', '--json', run).splitlines()]
    looks = {}
    for node in report['nodes']:
        own = [event for event in listed if event['node'] == node['name']]
        events, triggers = (
            sum(event['kind'] == kind for event in own) for kind in ('event', 'trigger')
        )
        lost = sum(event['lost'] for event in own if event['kind'] == 'gap')
        looks[node['name']] = node['end'], node['records'], events, triggers, lost
    return looks


def add_rates(want, before, now):
    """The rates between two looks, or since the begin."""
    names = ('records', 'events', 'triggers', 'lost_records')
    for node, (cycle, *counts) in now.items():
        since, *base = before.get(node, (0, 0, 0, 0, 0))
        check(cycle > since, 'it has not grown')
        key = (('node', node),)
        want['gnomon_rate_seconds', key] = (cycle - since) / CLOCK
        for name, many, few in zip(names, counts, base, strict=True):
            want[f'gnomon_{name}_per_second', key] = (many - few) / ((cycle - since) / CLOCK)


def agrees(metrics, want):
    for key, value in want.items():
        if value is None:
            continue
        have = metrics.get(key)
        if have != value:
            return False
    return True


def test_growth(growing):
    growing.write('loaded', 0)
    server = Server(growing.to)
    check(server.get('/metrics')[0] == 503, 'a run that is not started')
    check(server.get('/')[0] == 200, 'the page of a run that is not started')
    before = {}
    for part in (0.2, 0.5, 0.9):
        growing.write(RUNNING, part)
        want, now = wanted(growing.to), looked(growing.to)
        add_rates(want, before, now)
        before = now
        check(sum(v for k, v in want.items() if k[0] == 'gnomon_point_total') > 0, 'no points')
        check(any(k[0] == 'gnomon_ratio' for k in want), 'no ratios')
        until(lambda want=want: agrees(server.metrics(), want), f'metrics of {part}')
        check(server.metrics()['gnomon_run_complete', ()] == 0, 'not complete')
        data = json.loads(server.get('/data.json', token=server.token)[2])
        check(data['over'] is False, 'more data will come')
    info = ('gnomon_run_info', (('monitor', 'model'), ('state', RUNNING)))
    check(server.metrics().get(info) == 1, 'state of the run')
    growing.write('complete', 1)
    want = wanted(growing.to)
    add_rates(want, before, looked(growing.to))
    until(lambda: agrees(server.metrics(), want), 'metrics of the whole')
    metrics = server.metrics()
    check(metrics['gnomon_run_complete', ()] == 1, 'complete')
    fired = [sum(v for k, v in m.items() if k[0] == 'gnomon_point_total') for m in (metrics, want)]
    check(fired[0] == fired[1] > EVENTS // 2, f'points fired {fired} times')
    status, _, body = server.get('/data.json', token=server.token)
    data, report = json.loads(body), json.loads(gnomon('report', '--json', *PAGE_FORM, growing.to))
    del report['time_line']  # which the page has in another form
    check(status == 200 and data['over'] is True, 'the data are the last')
    check(data['report'] == report, 'the data have the report')
    _, headers, page = server.get('/')
    check(headers['Content-Type'] == 'text/html; charset=utf-8', 'type of the page')
    check('Content-Security-Policy' in page and '"live":' in page, 'the page')
    check(server.token not in page and 'core0' not in page, 'the page holds nothing of the run')
    growing.write(RUNNING, 0.7)  # as another run in its place would have less
    want = {}
    add_rates(want, {}, looked(growing.to))
    until(lambda: agrees(server.metrics(), want), 'rates since the begin')
    shutil.rmtree(growing.to)
    until(lambda: 'cannot open' in server.fault(), 'a run that is gone')
    check(agrees(server.metrics(), want), 'the last metrics of a run that is gone')
    server.end(signal.SIGINT)


def test_reads_once(growing):
    """The metrics of a run that grows are made of what is new."""
    growing.write(RUNNING, 0.04)
    server = Server(growing.to)
    maker = server.child()
    until(server.metrics, 'the first metrics')

    def read():
        with open(f'/proc/{maker}/io') as file:  # with the processes that it waited for
            return int(file.readline().split()[1])

    before, steps = read(), 24
    for step in range(2, steps + 1):
        growing.write(RUNNING, step / (steps + 1))
        want = wanted(growing.to)
        until(lambda want=want: agrees(server.metrics(), want), f'metrics of step {step}')
    whole = sum(map(len, growing.whole))
    check(whole > 50 * PAGE, 'a short run')
    check(read() - before < 2 * whole, f'{read() - before} bytes read of {whole}')
    server.end(signal.SIGTERM)


def test_doors(run):
    server = Server(run)
    until(server.metrics, 'the first values')
    token = server.token
    own = f'localhost:{server.port}'
    for path in (
        '/data.json',
        '/whole.json',
        '/window.json?from=0&to=9',
        '/other',
        '/metrics/',
        '//',
        '/../run.json',
    ):
        check(server.get(path)[0] == 401, f'{path} without the token')
        check(server.get(path, token='0' * 32)[0] == 403, f'{path} with another')
        check(server.get(path, token=token[:-1])[0] == 403, f'{path} with a part of it')
    check(server.get('/other', token=token)[0] == 404, 'another path')
    check(server.get('/data.json', token=token, host=own)[0] == 200, 'localhost')
    for host in ('evil.example', f'evil.example:{server.port}', '127.0.0.1:1', '127.0.0.1', ''):
        for path in ('/', '/metrics', '/data.json'):
            check(server.get(path, host=host, token=token)[0] in (400, 403), f'{path} of {host!r}')
    for method in ('POST', 'PUT', 'DELETE', 'OPTIONS'):
        check(server.get('/', method=method)[0] == 405, method)
    status, headers, body = server.get('/metrics', method='HEAD')
    check(status == 200 and not body and int(headers['Content-Length']) > 0, 'HEAD')
    status, headers, _ = server.get('/data.json', token=token)
    tag = headers['ETag']
    check(server.get('/data.json', token=token, tag=tag)[0] == 304, 'nothing new')
    check(server.get('/data.json', token=token, tag='"x"')[0] == 200, 'another tag')
    check(headers['Cache-Control'] == 'no-store', 'no copies')
    check(server.get('/favicon.ico')[0] == 204, 'icon')
    # it listens on the loopback interface only, and has no thread beside the first
    with open('/proc/net/tcp') as file:
        ears = [line.split()[1] for line in file if line.split()[3] == '0A']
    check(
        [e for e in ears if e.endswith(f':{server.port:04X}')] == [f'0100007F:{server.port:04X}'],
        'where it listens',
    )
    check(len(os.listdir(f'/proc/{server.process.pid}/task')) == 1, 'threads')
    # rubbish, and clients that say nothing
    idle = [socket.create_connection(('127.0.0.1', server.port)) for _ in range(5)]
    idle[0].sendall(b'\x00\xff' * 5000)
    idle[1].sendall(b'GET /data.json HTTP/1.1\r\nHost: ')
    check(server.get('/metrics')[0] == 200, 'metrics beside others')
    taken = subprocess.run(
        [GNOMON, 'serve', run, '--port', str(server.port)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    check(
        taken.returncode == 1
        and taken.stdout == ''
        and f'cannot listen on 127.0.0.1:{server.port}: Address already in use' in taken.stderr,
        f'a port in use: {taken.stderr}',
    )
    server.end(signal.SIGTERM)
    for client in idle:
        client.close()
    again = Server(run, '--port', str(server.port))
    check(again.port == server.port and again.token != token, 'the same port, another token')
    again.end(signal.SIGINT)


class Slow(threading.Thread):
    """Clients that send a byte now and then, as many as there are places: all must lose theirs."""

    def __init__(self, run):
        super().__init__(daemon=True)
        self.server = Server(run)
        get = b'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n' % self.server.port
        post = get.replace(b'GET', b'POST')[:-2] + b'Content-Length: 99999\r\n\r\n'
        self.clients = []
        for begin in [get[:5]] * 20 + [get + get[:5]] * 6 + [post] * 6:
            client = socket.create_connection(('127.0.0.1', self.server.port))
            client.sendall(begin)
            self.clients.append(client)
        self.start()

    def run(self):
        while self.clients:
            time.sleep(0.05)
            for client in list(self.clients):
                try:
                    client.sendall(b'x')
                    client.setblocking(False)
                    ended = client.recv(65536) == b''
                except BlockingIOError:
                    ended = False
                except OSError:
                    ended = True
                client.setblocking(True)
                if ended:
                    client.close()
                    self.clients.remove(client)

    def end(self):
        status = self.server.get('/metrics')[0]  # as soon as there is a place
        check(status == 200, f'metrics behind slow clients: {status}')
        self.join(checks.HANG_SECONDS)
        check(not self.is_alive(), f'{len(self.clients)} slow clients keep their places')
        self.server.end(signal.SIGTERM)


def test_recovers(growing, place):
    """What went wrong once is tried again, also where the run does not change any more."""
    tmp = os.path.join(place, 'tmp')
    os.mkdir(tmp)
    growing.write(RUNNING, 0.2)
    server = Server(growing.to, TMPDIR=tmp)
    before = wanted(growing.to)
    until(lambda: agrees(server.metrics(), before), 'before')
    _, headers, data = server.get('/data.json', token=server.token)
    os.rename(tmp, tmp + '.away')
    growing.write(RUNNING, 0.5)
    until(lambda: 'cannot make a temporary file' in server.fault(), 'no folder for it')
    check(agrees(server.metrics(), before), 'the last values beside the fault')
    until(lambda: age(server)[0] > 1, 'they become old')

    def stale():
        return server.get('/data.json', token=server.token, tag=headers['ETag'])

    until(lambda: stale()[0] == 200, 'the fault has a tag of its own')
    _, old, body = stale()
    check('cannot make a temporary file' in json.loads(body)['fault'], 'the fault of the data')
    check(without_age(body) == without_age(data), 'the last data beside the fault')
    number = int(old['ETag'].strip('"').split('-')[1])
    check(number == int(headers['ETag'].strip('"').split('-')[1]) + 1, 'one fault, one tag')
    os.rename(tmp + '.away', tmp)
    want = wanted(growing.to)
    until(lambda: agrees(server.metrics(), want), 'metrics after the fault')
    room = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    writers = server.process.pid, server.child()
    for writer in writers:
        resource.prlimit(writer, resource.RLIMIT_FSIZE, (5000, room[1]))
    check(not server.fault(), 'no fault any more')
    growing.write('complete', 1)
    until(lambda: 'the report was not made' in server.fault(), 'no room for it')
    for writer in writers:
        if os.path.exists(f'/proc/{writer}'):
            resource.prlimit(writer, resource.RLIMIT_FSIZE, room)
    want = wanted(growing.to)
    until(lambda: agrees(server.metrics(), want), 'metrics after no room')
    number = server.get('/data.json', token=server.token)[1]['ETag']
    check(server.get('/data.json', token=server.token, tag=number)[0] == 304, 'no more tries')
    server.end(signal.SIGTERM)


def age(server):
    """Of the metrics and of the page's data, as all three ways say it: the least and the most."""
    metrics = server.get('/metrics')
    data = server.get('/data.json', token=server.token)
    for status, headers, _ in (metrics, data):
        check(status == 200 and headers['Age'].isdigit(), f'{status} {headers["Age"]}')
    check(re.match(r'\{"age":\d+\.\d{3},', data[2]), f'its form in JSON: {data[2][:40]}')
    exact = [
        float(re.search(r'^gnomon_snapshot_age_seconds (\S+)$', metrics[2], re.MULTILINE)[1]),
        json.loads(data[2])['age'],
    ]
    for (_, headers, _), seconds in zip((metrics, data), exact, strict=True):
        check(int(headers['Age']) == int(seconds), f'{headers["Age"]} and {seconds}')
    return min(exact), max(exact)


def test_age(growing):
    """What was made last is served with its age while nothing can be made."""
    growing.write(RUNNING, 0.2)
    server = Server(growing.to)
    child = server.child()
    until(lambda: server.get('/metrics')[0] == 200, 'metrics')
    want = wanted(growing.to)
    until(lambda: agrees(server.metrics(), want), 'metrics of the begin')
    until(lambda: age(server)[1] < 0.5, 'the run is as the metrics say')
    os.kill(child, signal.SIGSTOP)
    stopped = time.monotonic()
    growing.write(RUNNING, 0.5)
    until(lambda: age(server)[0] > 1, 'the metrics become old')
    check(age(server)[1] <= time.monotonic() - stopped + 1, 'they are no older')
    check(agrees(server.metrics(), want), 'metrics of before')
    tag = server.get('/metrics')[1]['ETag']
    status, headers, body = server.get('/metrics', tag=tag)
    check(status == 304 and not body and int(headers['Age']) >= 1, 'the age of what has a tag')
    window = threading.Thread(target=server.get, args=('/window.json?from=0&to=9',))
    window.start()
    check(server.get('/')[0] == 200, 'the page beside what waits')
    os.kill(child, signal.SIGCONT)
    window.join()
    want = wanted(growing.to)
    until(lambda: agrees(server.metrics(), want), 'metrics once it goes on')
    until(lambda: age(server)[1] < 0.5, 'which are not old')

    def dies():
        child = server.child()
        os.kill(child, signal.SIGSTOP)
        growing.write(RUNNING, 0.9)  # so that it has something to do
        until(lambda: age(server)[0] > 2, 'a request is at hand')
        os.kill(child, signal.SIGKILL)
        while True:
            status, headers, body = server.get('/metrics')
            if 'the report was not made: Killed' in body:
                check(status == 200 and int(headers['Age']) >= 2, 'the last values and their age')
                return True
            if status == 200 and headers['Age'] == '0':  # the next child was faster
                return False

    until(dies, 'a child that is killed')
    want = wanted(growing.to)
    until(lambda: agrees(server.metrics(), want), 'metrics of another child')
    server.end(signal.SIGTERM)


def test_first(run):
    """The address is there before the run is read, and then what is known of the reading."""
    for _ in range(100):
        server = Server(run)
        child = server.child()
        os.kill(child, signal.SIGSTOP)
        status, headers, body = server.get('/metrics')
        if status == 503:
            break
        os.kill(child, signal.SIGCONT)  # it was faster
        server.end(signal.SIGTERM)
    check(status == 503 and headers['Retry-After'] == '1', f'before the first values: {status}')
    check('the run is being read' in body, body)
    status, _, body = server.get('/data.json', token=server.token)
    check(status == 503 and 'the run is being read' in body, f'no data: {status} {body}')
    check(server.get('/')[0] == 200, 'the page before the first values')
    check(re.search(r': \d+ MB so far, its trace has \d+ MB$', body.strip()), f'progress: {body}')
    os.kill(child, signal.SIGCONT)
    until(server.metrics, 'the first values')
    server.end(signal.SIGTERM)


def test_no_values(run, place):
    """Where there never were values, there is only the fault."""
    tmp = os.path.join(place, 'later')
    server = Server(run, TMPDIR=tmp)
    for path in ('/metrics', '/data.json', '/whole.json'):
        status, headers, body = server.get(path, token=server.token)
        check(status == 503 and headers['Retry-After'] == '1', f'{path}: {status}')
        check('cannot make a temporary file' in body, f'{path}: {body}')
    os.mkdir(tmp)
    until(server.metrics, 'the first values, late')
    check(not server.fault(), 'no fault any more')
    server.end(signal.SIGTERM)


def test_filtered(run, place):
    left = os.path.join(place, 'left')
    done = json.loads(gnomon('filter', run, left, '--drop', 'node == core0', '--json'))
    for path, count in ((run, 0), (left, done['left_out'])):
        server = Server(path)
        until(server.metrics, f'metrics of {path}')
        have = server.metrics().get(('gnomon_run_left_out_records', ()))
        check(have == count, f'{path}: {have} records left out, not {count}')
        server.end(signal.SIGTERM)
    check(done['left_out'] > 0, 'nothing left out')


def test_faults(place):
    for args, status, part in (
        (['serve'], 2, 'argument missing'),
        (['serve', place, '--port', '70000'], 2, '--port'),
        (['serve', os.path.join(place, 'nothing')], 1, 'cannot open'),
    ):
        answer = subprocess.run(
            [GNOMON, *args], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
        check(
            answer.returncode == status and part in answer.stderr and not answer.stdout,
            f'{args}: {answer.returncode}: {answer.stderr}',
        )


def main():
    with tempfile.TemporaryDirectory(prefix='gnomon-serve-') as place:
        try:
            run = make_run(GNOMON, MODEL, place)
            slow = Slow(run)
            test_growth(Growing(run, os.path.join(place, 'growing')))
            test_reads_once(Growing(run, os.path.join(place, 'once')))
            test_recovers(Growing(run, os.path.join(place, 'recovers')), place)
            test_age(Growing(run, os.path.join(place, 'age')))
            test_first(run)
            test_no_values(run, place)
            test_doors(run)
            test_filtered(run, place)
            test_faults(place)
            slow.end()
        finally:
            end_all()
    print(f'test_serve: {checks.made} passed')


main()
