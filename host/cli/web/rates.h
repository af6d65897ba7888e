/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_RATES_H
#define GNOMON_CLI_RATES_H

/*
 * What came in between two looks at a run. At each node the last stretch of its time in which
 * records came is kept, until there is another one.
 */

#include <stdint.h>
#include "results/report.h"

/* A node at a look. */
struct rates_look {
	uint64_t cycle; /* of its last record */
	uint64_t records, events, triggers, lost;
};

/* All zero before the first look. */
struct rates {
	unsigned run; /* its number */
	struct rates_node {
		struct rates_look from, to;
	} node[GNO_MAX_NODES];
};

/* Takes a look. The first one, and the first one of another run, has the run from its begin. */
void rates_look(struct rates *rates, const struct gno_report *r);

#endif
