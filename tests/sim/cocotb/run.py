# SPDX-License-Identifier: Apache-2.0
"""Runs test_traffic.py with cocotb in Icarus Verilog.

usage: run.py GNOMON SIM_DIR SCRATCH_DIR     (SIM_DIR/icarus has gnomon_bridge.vpi, SIM_DIR/cocotb
                                             the generated monitor)
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent


def main():
    gnomon, sim, scratch = (Path(word).resolve() for word in sys.argv[1:])
    scratch = scratch / 'cocotb'
    shutil.rmtree(scratch, ignore_errors=True)
    os.environ['REPORT'] = str(scratch / 'report.json')
    command = [gnomon, 'sim', '--cocotb', '--json', sim / 'cocotb/traffic_monitor']
    lists = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    runner = get_runner('icarus')
    runner.build(
        sources=[HERE / 'traffic.v', *lists['sources']],
        build_args=lists['build_args'],
        hdl_toplevel='traffic',
        build_dir=scratch,
    )
    results = runner.test(
        test_module='test_traffic',
        hdl_toplevel='traffic',
        build_dir=scratch,
        test_dir=HERE,
        results_xml=str(scratch / 'results.xml'),
        test_args=['-M', str(sim / 'icarus'), '-m', 'gnomon_bridge'],
        plusargs=[
            f'+gnomon_experiment={HERE / "experiment.yaml"}',
            f'+gnomon_run={scratch / "run"}',
            f'+gnomon_report={os.environ["REPORT"]}',
        ],
    )
    tests, failed = get_results(results)
    print(f'{tests - failed} passed, {failed} failed')
    return 1 if failed or tests != 1 else 0


if __name__ == '__main__':
    sys.exit(main())
