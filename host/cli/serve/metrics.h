/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_METRICS_H
#define GNOMON_CLI_METRICS_H

/* A report as metrics in the text format of Prometheus, version 0.0.4, with the rates of late. */

#include <stdint.h>
#include <stdio.h>
#include "results/report.h"

/*
 * -- rates --
 *
 * What came in between two looks at a run. At each node the last stretch of its time in which
 * records came is kept, until there is another one.
 */

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

/* -- metrics -- */

#define METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"

/* Writes what is not known before they are served: the metric of their age and, where no newer ones
 * can be made, that of the fault (NULL: they can). */
void metrics_age(uint64_t ms, const char *fault, FILE *f);

/* Writes the metrics of a report, and the rates of the last look, which was at this report. A value
 * that is not known is left out. The caller must check `f` for faults. */
void metrics_write(const struct gno_report *r, const struct rates *rates, FILE *f);

#endif
