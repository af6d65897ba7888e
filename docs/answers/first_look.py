# SPDX-License-Identifier: Apache-2.0
"""A first look at runs from Python: each cell is a question. Editors that know `# %%` run the cells
one by one; as a program it takes run directories:

    PYTHONPATH=python build/look/bin/python docs/answers/first_look.py build/demo/run
"""

# %% Open a run
import sys
import tempfile

import duckdb
import gnomon
import pandas
import polars
import pyarrow

RUNS = sys.argv[1:] or ['build/demo/run']
run = gnomon.open(RUNS[0])
print(f'{run.about["experiment"]} on {run.about["monitor"]}: nodes {", ".join(run.nodes)}')

# %% How long did each interval take? (pandas)
intervals = pandas.DataFrame.from_arrow(run.intervals())
done = intervals[intervals.status == 'finished']
print(done.groupby(['name', 'node'], observed=True).cycles.agg(['count', 'sum', 'min', 'max']))

# %% Which were the three longest, and when? (Polars)
longest = polars.DataFrame(run.intervals(columns=['name', 'node', 'from', 'cycles']))
print(longest.sort('cycles', descending=True, nulls_last=True).head(3))

# %% What happened in the last microsecond? (DuckDB, which reads the run in batches)
events = run.events()
print(
    duckdb.sql(
        'select node, kind, name, count(*) as many from events '
        'where ns + 1000 >= (select max(ns) from events) group by all order by all'
    )
)

# %% Is anything missing?
gaps = pyarrow.table(run.gaps())
print(f'{gaps.num_rows} stretches of which nothing is known')
if run.about['left_out']:
    print(f'a filter left out {run.about["left_out"]} records: there was more than is counted here')
if run.about['partial']:
    print(f'more may have happened than is counted here at {", ".join(run.about["partial"])}')
for row in gaps.slice(0, 3).to_pylist():
    print(f'  {row["node"]} from {row["from"]} to {row["to"]}: {row["why"]}')

# %% What is the ratio of each pair of counters? The counts go on until a reset: so the last row
# since each reset has the counts. Sum A and B, then divide.
counts = ['a_min', 'a_max', 'b_min', 'b_max']
samples = pandas.DataFrame.from_arrow(run.samples(columns=['node', 'from', 'pair', *counts]))
last = samples.groupby(['node', 'pair', 'from'], observed=True)[counts].last()
total = last.groupby(['node', 'pair'], observed=True).sum()
total['least'] = total.a_min / total.b_max
total['most'] = total.a_max / total.b_min
print(total[total.b_min > 0].to_string())

# %% Many runs: percentiles over all of them
with tempfile.TemporaryDirectory() as folder:
    data = gnomon.dataset(RUNS, folder + '/set', filtered=True)
    for row in gnomon.queries.percentiles(data):
        print(row)
