# SPDX-License-Identifier: Apache-2.0
"""Writes boards.json, the times of the boards of a run of several (host/lib/sync/file.h)."""

import json
import os

PLAN = {'message_floor_ps': 0, 'rounds': 4, 'first_pulses': 4, 'apart_ps': 0, 'interval_ps': 0}
PLAN |= {'refreshes': 3, 'guaranteed': False, 'host_drift_ppb': 0}
BOARD = {'state': 'ok', 'fast_ppm': 0, 'drift_ppb': 50_000, 'host_drift_ppb': 50_000}
BOARD |= {'wander_ppb': 0, 'floor_out_ps': 0, 'floor_back_ps': 0, 'tick_ps': 0, 'since_ps': 0}
BOARD |= {'polls': 12, 'failed': 0, 'rejected': 0, 'floorless': 0, 'broken': None}


def write(folder, boards, **plan):
    """`boards`: of each its name, its clock_hz, its pulses as (cycle, ps, bound in ps), and what
    else differs from BOARD. Its run is in the folder of its name. `plan`: what differs from
    PLAN."""
    rows = [
        {
            **{'name': board['name'], 'device': f'desk:{board["name"]}', 'folder': board['name']},
            **BOARD,
            **board,
            'pulses': [
                dict(zip(('cycle', 'time_ps', 'bound_ps'), pulse, strict=True))
                for pulse in board['pulses']
            ],
        }
        for board in boards
    ]
    document = {'gnomon_boards': 1, 'version': '0', 'reference': 'host', 'raw_ns': 0}
    with open(os.path.join(folder, 'boards.json'), 'w', encoding='utf-8') as file:
        json.dump({**document, 'plan': {**PLAN, **plan}, 'boards': rows}, file)
