/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_SAMPLES_RUN_H
#define GNOMON_CLI_SAMPLES_RUN_H

/* Counts of ticks from a run, as `gnomon samples` judges them. */

#include "clocks/estimate.h"
#include "clocks/table.h"

/* An interval of a run at a node. */
struct samples_of {
	const char *run, *interval;
	const char *node; /* NULL: the only one with ticks and that interval */
};

/*
 * Reads how many ticks each finished interval took, in order of their ends, as a column of *t
 * (clocks_table_free), and fills in of *how what the run knows: the tick in cycles, whether it has
 * jitter, whether the intervals are contiguous. Prints what went wrong; 0, or the exit status.
 */
int samples_run_read(const struct samples_of *of, struct clocks_table *t, struct clocks_ask *how);

#endif
