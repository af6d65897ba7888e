# SPDX-License-Identifier: Apache-2.0
"""What a monitor must have recorded of a run, by the model of the triggers (README.md has the
format of an experiment).

nodes = expected('build/tests/model/model', experiment_text, 'run.truth', until)
for record in nodes[0]: record.time, record.kind, record.code, record.aux, record.words
"""

import os
import subprocess
import tempfile
from collections import namedtuple

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

EVENT, RATIO, DATUM, BUCKET, TRIGGER, WORD, LOAD, COUNTER = 1, 2, 7, 9, 11, 12, 13, 14
UNSAMPLED, SAMPLED, STOPPED, MARKED = 1, 2, 4, 8

Record = namedtuple('Record', 'time kind code aux words')


def expected(model, experiment, truth, until=None, nodes=4):
    """The records of each node up to and including time `until`. Without sync, beat, gap and flush;
    every requested sample is there. ValueError: the experiment or the log is not good."""
    with tempfile.NamedTemporaryFile('w', suffix='.model') as file:
        file.write(experiment)
        file.flush()
        result = subprocess.run(
            [model, file.name, truth] + ([] if until is None else [str(until)]),
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
            check=False,
        )
    if result.returncode:
        raise ValueError(result.stderr.strip())
    records = [[] for _ in range(nodes)]
    for line in result.stdout.splitlines():
        node, time, kind, code, aux, *words = map(int, line.split())
        records[node].append(Record(time, kind, code, aux, tuple(words)))
    return records


def differences(records, wanted, most=10):
    """Lines that state how a node's records differ from the model's. A sample that the hardware
    could not take, or that counter banks left out, is none if its flag is set."""
    lines, i = [], 0
    wanted = list(wanted)
    for record in records:
        if i < len(wanted) and wanted[i].aux & SAMPLED and record.aux & UNSAMPLED:
            wanted[i] = wanted[i]._replace(aux=wanted[i].aux ^ SAMPLED & ~record.aux ^ UNSAMPLED)
            if not record.aux & SAMPLED:
                del wanted[i + 1]
        if i == len(wanted) or record != wanted[i]:
            lines.append(f'record {i}: {record}, not {wanted[i] if i < len(wanted) else None}')
            if len(lines) == most:
                return lines
        i += 1
    lines += [f'missing: {record}' for record in wanted[i : i + most - len(lines)]]
    return lines
