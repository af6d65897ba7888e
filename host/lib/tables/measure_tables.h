/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MEASURE_TABLES_H
#define GNO_MEASURE_TABLES_H

/*
 * From what a node is to measure to the cells of its tables `router`, `gate`, `quantities`,
 * `thresholds` and `ranges0`, ... (docs/design/preprocessors.md, "Tables").
 */

#include <stdbool.h>
#include <stdint.h>
#include "gnomon/manifest.h"
#include "tables/route.h"

#define GNO_MAX_QUANTITIES 8
#define GNO_MAX_THRESHOLDS 8
#define GNO_MAX_UNITS 4 /* of buckets */

struct gno_threshold_limits {
	bool on, down, each;
	uint32_t fire, rearm;
};

struct gno_node_measures {
	const struct gno_route *route; /* one a line of the node's router; all 0: it is never 1 */
	uint8_t gate;		       /* bits GNO_GATE_... */
	uint16_t process, mask;
	uint32_t window[GNO_MAX_QUANTITIES]; /* clocks of a window less one; 0 for other kinds */
	struct gno_threshold_limits threshold[GNO_MAX_THRESHOLDS];
	const uint32_t *bound[GNO_MAX_UNITS]; /* of buckets 1 to count - 1 of each unit: the least
						 value in it */
};

/*
 * Fills one table of the node, given by its place in the list of the manifest, if it is one of
 * those above; `cell` has as many zeros as the table has cells. false: it is none of them.
 */
bool gno_measures_fill(const struct gno_node *n, const struct gno_node_measures *m, unsigned table,
		       uint8_t *cell);

#endif
