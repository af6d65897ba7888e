# SPDX-License-Identifier: Apache-2.0
"""The plugin of pytest in a pytest of its own, and the steps of action.yml as a runner of GitHub
has them: their scripts in bash, their inputs in the environment."""

import json
import os
import random
import re
import subprocess
import sys

from workplace import HANG_SECONDS, ROOT

# Python of the system, which has YAML
READ = 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)'
SIMULATOR = """#!/usr/bin/python3
import shutil, sys
words = dict(word[1:].split('=', 1) for word in sys.argv[1:] if '=' in word)
if words['gnomon_experiment'] == 'bad.yaml':
    sys.exit('simulator: no such experiment')
shutil.copytree(words.get('from', {run!r}), words['gnomon_run'])
"""
TESTS = """
def test_holds(gnomon_run):
    run = gnomon_run('e.yaml', simulator={simulator!r})
    assert 'passed' in run.check('lost < 1000000')
    assert run.open().nodes
    run.diff(gnomon_run('e.yaml', simulator=[{simulator!r}, '+x=y']), exact=True)

def test_worse(gnomon_run):
    old = gnomon_run('e.yaml', simulator=[{simulator!r}, '+from={old}'])
    gnomon_run('e.yaml', simulator=[{simulator!r}, '+from={new}']).diff(old, exact=True)

def test_fails(gnomon_run):
    gnomon_run('e.yaml', simulator={simulator!r}).check('lost < 1000000', 'lost > 1000000')

def test_breaks(gnomon_run):
    gnomon_run('e.yaml', simulator={simulator!r}).check('nothing at all')

def test_stops(gnomon_run):
    gnomon_run('bad.yaml', simulator={simulator!r})

def test_device(gnomon_run):
    gnomon_run('e.yaml', device='tcp:127.0.0.1:1')
"""


def old_and_new(place):
    """Two runs; in the second one the waits take longer."""
    paths = place.new(), place.new()
    for number, (path, version) in enumerate(zip(paths, ('1.9', 'slow'), strict=True)):
        place.few_writer.run(path, number, random.Random(1), version)
    return paths


def pytest(folder, *words):
    """What pytest says of the tests in a folder, which finds gnomon's plugin among the sources."""
    env = {name: value for name, value in os.environ.items() if not name.startswith('PYTEST')}
    env.update(PYTHONPATH=f'{ROOT}/python', PYTHONDONTWRITEBYTECODE='1')
    command = [sys.executable, '-m', 'pytest', '-p', 'gnomon.pytest', '-p', 'no:cacheprovider']
    command += ['-q', '-rA', '--color=no', f'--basetemp={folder}/temp', *words]
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, timeout=HANG_SECONDS
    )
    return done.stdout + done.stderr


def test_plugin(place):
    folder = place.new()
    os.makedirs(folder)
    simulator = os.path.join(folder, 'simulator')
    with open(simulator, 'w', encoding='ascii') as file:
        file.write(SIMULATOR.format(run=place.runs['random']))
    os.chmod(simulator, 0o755)
    with open(f'{folder}/test_it.py', 'w', encoding='ascii') as file:
        old, new = old_and_new(place)
        file.write(TESTS.format(simulator=simulator, old=old, new=new))
    program = os.path.join(place.build, 'bin', 'gnomon')
    said = pytest(folder, f'--gnomon={program}')
    for name, result in (('holds', 'PASSED'), ('fails', 'FAILED'), ('worse', 'FAILED')):
        assert f'{result} test_it.py::test_{name}' in said, said
    assert re.search(r'lost > 1000000 +0 records +failed', said), said
    assert re.search(r"gnomon' ended with status 2: .*limit 'nothing at all'", said), said
    assert "simulator' ended with status 1: simulator: no such experiment" in said, said
    assert re.search(r"gnomon' ended with status 1: .*cannot open 'e.yaml'", said), said
    assert re.search(r'wait .* longer', said), said
    assert '5 failed, 1 passed' in said, said
    said = pytest(folder, '-k', 'holds', '--gnomon=/no/such/program')
    assert "cannot run '/no/such/program': No such file or directory" in said, said


class Action:
    """action.yml, and a runner's files."""

    def __init__(self, place):
        self.place, self.folder = place, place.new()
        os.makedirs(self.folder)
        path = os.path.join(ROOT, 'action.yml')
        self.action = json.loads(place.output(['/usr/bin/python3', '-c', READ, path]))
        self.steps = self.action['runs']['steps']
        self.summary = os.path.join(self.folder, 'summary.md')

    def run(self, step, **inputs):
        """(exit status, summary, what was printed) of a step with these inputs."""
        given = {name: row.get('default', '') for name, row in self.action['inputs'].items()}
        given.update(program=os.path.join(self.place.build, 'bin', 'gnomon'))
        given.update({name.replace('_', '-'): text for name, text in inputs.items()})
        env = {'PATH': '/usr/bin:/bin', 'GITHUB_STEP_SUMMARY': self.summary}
        env['RUNNER_TEMP'] = self.folder
        for name, text in self.steps[step]['env'].items():
            env[name] = given[re.fullmatch(r'\$\{\{ inputs\.([\w-]+) \}\}', text)[1]]
        with open(self.summary, 'w', encoding='ascii') as file:
            file.write('before\n')
        script = os.path.join(self.folder, 'step.sh')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(self.steps[step]['run'])
        done = subprocess.run(
            ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script],
            env=env,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
        )
        with open(self.summary, encoding='utf-8') as file:
            return done.returncode, file.read(), done.stdout + done.stderr


def test_action(place):
    action = Action(place)
    assert action.action['runs']['using'] == 'composite'
    assert [step['shell'] for step in action.steps] == ['bash', 'bash']
    assert not any('${{' in step['run'] for step in action.steps), 'an input becomes a script'
    run = place.runs['random']
    status, summary, said = action.run(0, run=run, limits='lost < 1000000\n\nlost >= 0\n')
    assert status == 0 and summary.startswith('before\n') and summary.count('| passed') == 2, said
    status, summary, said = action.run(0, run=run, limits='lost > 1000000')
    assert status == 3 and '**failed**' in summary and '**failed**' in said, (status, said)
    status, _, said = action.run(0, run=run, limits='lost == 0', allow_unknown='yes')
    assert (status, said) == (2, 'gnomon: allow-unknown is neither true nor false\n')
    hole = place.runs['hole']
    count = next(i for i in place.report(hole)['intervals'] if i['name'] == 'work')['all']['count']
    for allowed, wanted in (('false', 3), ('true', 0)):
        status, summary, said = action.run(
            0, run=hole, limits=f'count(work) == {count}', allow_unknown=allowed
        )
        assert status == wanted and 'unknown' in summary, (status, summary, said)
    status, summary, said = action.run(0, run=run, limits='$(touch made)`touch made`')
    assert status == 2 and summary == 'before\n' and not os.path.exists(f'{action.folder}/made')
    status, summary, said = action.run(1, run=run, against=run, exact='true')
    assert status == 0 and '|' in summary, said
    old, new = old_and_new(place)
    status, summary, said = action.run(1, run=new, against=old, exact='true')
    assert status == 3 and '| wait |' in summary and '**longer**' in summary, (status, summary)
    status, _, said = action.run(1, run=old, against=new, exact='true')
    assert status == 0 and 'shorter' in said, said
    status, _, said = action.run(1, run=run, against='nothing')
    assert status == 1 and 'nothing' in said
    status, _, said = action.run(1, run=run, against=run, least='x')
    assert status == 2 and 'least' in said
