/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_DIFF_BANKS_H
#define GNO_REPORT_DIFF_BANKS_H

/* What buckets and counters have in common. Between the files of this folder. */

#include "results/diff/rows.h"
#include "results/rows.h"

/* A unit of buckets, or a counter bank, that both runs have at a node. */
struct diff_unit {
	unsigned node;
	unsigned unit[2];	/* its place among those of its kind, in each run */
	unsigned place[2];	/* the same among all units */
	const char *what;	/* how its counts come: "bank", "snapshot" */
	struct gno_batches *of; /* of each run `rows` batches; NULL: they were not read */
	size_t rows;
	/* counters: snapshots in the cycle of the end point, where both runs have one */
	bool until;
	uint64_t end[2];  /* the cycle; of each run only what comes up to it is compared, */
	uint64_t seen[2]; /* so many of them */
};

static inline const struct report_unit *diff_unit_of(const struct report_diff *d,
						     const struct diff_unit *u, unsigned run)
{
	return &d->run[run]->node[u->node].unit[u->place[run]];
}

static inline const struct gno_preprocessors *diff_has(const struct report_diff *d, unsigned run,
						       unsigned node)
{
	return &d->run[run]->m->node[node].preprocessors;
}

/* Adds the counts of a bank of run `run` to the batches of that run. */
typedef void (*diff_bank_take)(void *to, unsigned run, struct gno_batches *of,
			       const struct report_bank_row *bank);

/* Reads the banks of both runs, if they are enough for a test: `rows` batches a run. u->of is the
 * caller's, also after a failure. GNO_ERR_NOMEM, or as gno_stream_read fails. */
int diff_banks_read(const struct report_diff *d, struct diff_unit *u, size_t rows,
		    diff_bank_take take, void *to, struct gno_err *err);

/* Judges a row of the unit, whose sides are filled in, with batches `at` of both runs. */
void diff_judge_banks(const struct report_diff *d, const struct diff_unit *u, size_t at,
		      struct diff_row *row);

#endif
