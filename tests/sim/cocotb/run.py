# SPDX-License-Identifier: Apache-2.0
"""Runs test_traffic.py with cocotb in Icarus Verilog.

usage: run.py SIM_DIR SCRATCH_DIR     (SIM_DIR/icarus has gnomon_bridge.vpi, SIM_DIR/cocotb the
                                      generated monitor)
"""

import os
import shutil
import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def main():
    sim, scratch = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve() / 'cocotb'
    shutil.rmtree(scratch, ignore_errors=True)
    os.environ['REPORT'] = str(scratch / 'report.json')
    runner = get_runner('icarus')
    runner.build(
        sources=[
            HERE / 'traffic.v',
            sim / 'cocotb/traffic_monitor/traffic_monitor.v',
            ROOT / 'sim/bridge/gnomon_bridge.v',
        ],
        build_args=['-y', str(ROOT / 'rtl'), '-I', str(ROOT / 'rtl')],
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
