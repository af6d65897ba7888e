# SPDX-License-Identifier: Apache-2.0
"""What the monitors look for in each program."""

import random

from measures import some_measures
from program import IRQ_ENTRY
from tables import Experiment

FEW = {
    'tight_one': 'record',
    'share': 'record',
    'barrier': 'record sample',
    'timer_handler': 'record',
    'done': 'record sample',
}
MANY = dict(
    FEW,
    fib='record sample',
    tight_two='record',
    tight_three='record',
    lock='record',
    unlock='record',
)
SYSTEM = {
    'request': 'record',
    'grant': 'record',
    'give_up': '',
    'begin': '',
    'data': 'record',
    'error': 'record mark',
    'heartbeat': '',
    'schedule': '',
    'pick_next': 'record',
    'barrier': 'record sample reset',
    'add_one': 'record',
    'timer_handler': 'record',
}
MEASURED = {
    'fib': 'sample',
    'tight_one': '',
    'share': 'record sample reset',
    'barrier': 'record sample',
    'timer_handler': 'record bank',
    'lock': '',
    'done': 'record bank sample',
}
LOCK = 0x80000020


def events_at(experiment, points, program):
    """A point at the entry of each function; returns name -> code."""
    codes = {name: code for code, name in enumerate(points, 1)}
    for name, code in codes.items():
        experiment.point(code, (program.functions[name][0],), points[name])
    return codes


def all_triggers(experiment):
    for trigger in experiment.node['triggers']:
        experiment.trigger(
            trigger['number'],
            {'timer': 'record sample', 'watchdog': 'record mark'}.get(trigger['kind'], 'record'),
        )


def system_of_pc(experiment, program):
    codes = events_at(experiment, SYSTEM, program)
    irq = len(codes) + 1
    experiment.point(irq, (IRQ_ENTRY,), 'record')
    if experiment.node['sequences']:
        experiment.step(0, [codes['request']])
        experiment.step(0, [codes['grant']], abort=[codes['give_up']], timeout=700)
        experiment.step(1, [codes['begin']])
        experiment.step(1, [codes['data']], abort=[codes['error']], count=4, timeout=600)
        experiment.step(2, [irq])
        experiment.step(2, [codes['schedule']], timeout=600)
        experiment.step(2, [codes['pick_next']], abort=[irq], timeout=400)
        experiment.step(3, [codes['heartbeat']], count=3, abort=[codes['add_one']])
        experiment.step(3, [codes['schedule'], codes['begin']], count=2, timeout=2200)
        experiment.step(3, [codes['heartbeat'], codes['request']], abort=[codes['error']])
    for index, name in enumerate(('request', 'data')):
        entry, size = program.functions[name]
        words = range(entry + 4, entry + min(size, 4 * experiment.stricts['steps']), 4)
        experiment.strict(index, codes[name], [(word,) for word in words])
    experiment.timer(1700, True)
    experiment.watchdog(2500, codes['heartbeat'])
    all_triggers(experiment)


def system_of_data(experiment, program):
    """Reads and writes of variables, of all cores and of one, and of a device."""
    counter, table = program.objects['counter'][0], program.objects['table'][0]
    experiment.point(1, (counter, 0), 'record')
    experiment.point(2, (counter, 1), 'record')
    for i in range(16):
        experiment.point(3, (table + 4 * i, 1), '')
    for core in range(4):
        experiment.point(4, (program.objects['flag'][0] + core, 1), 'record')
        experiment.point(5 + core, (program.objects['half'][0] + 2 * core, core % 2), 'record')
    experiment.point(200, (LOCK, 0), '')
    experiment.point(255, (LOCK, 1), 'record mark')
    experiment.step(0, [200])
    experiment.step(0, [1], count=1, timeout=60)
    experiment.step(0, [2], abort=[255], timeout=40)
    experiment.step(1, [3], count=4)
    all_triggers(experiment)


def measured(experiment, program, monitor):
    """Something of everything that the node measures, with a seed of its own."""
    rng = random.Random(f'{monitor} {experiment.node["index"]}')
    codes = events_at(experiment, MEASURED, program)
    experiment.measure(
        some_measures(
            rng,
            experiment.node['preprocessors'],
            monitor,
            [codes['share'], codes['lock'], codes['tight_one']],
        )
    )
    for trigger in experiment.node['triggers']:
        experiment.trigger(
            trigger['number'],
            {
                'timer': 'record sample reset',
                'host': 'record bank sample',
                'threshold': rng.choice(
                    ['record', 'record sample', 'reset', 'bank record', 'mark record']
                ),
            }.get(trigger['kind'], 'record'),
        )
    if experiment.node['timer']:
        experiment.timer(1999, False)


def experiment_of(node, name, program, many, monitor):
    """The Experiment of a node for the program of this name; many: one that makes more records
    than there is room for."""
    experiment = Experiment(node)
    if 'measure' in monitor:
        measured(experiment, program, monitor)
        return experiment
    if node['preprocessors']:
        experiment.plain_measure(monitor)
    if node['port']:
        experiment.port('record' if name == 'datums' else '')
    if name == 'events':
        events_at(experiment, MANY if many else FEW, program)
    elif node['watch']['fields'][0]['name'] == 'addr':
        if name == 'system':
            system_of_data(experiment, program)
    elif name == 'system':
        system_of_pc(experiment, program)
    else:
        codes = events_at(experiment, {'switch_to': 'record', 'work': 'record sample'}, program)
        experiment.timer(500, False)
        experiment.trigger(experiment.node['triggers'][-2]['number'], 'record')
        experiment.watchdog(10000, codes['work'])
    return experiment
