/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PREPROCESSOR_TABLE_H
#define GNO_PREPROCESSOR_TABLE_H

/*
 * From what a node is to measure to the cells of its tables (docs/design/preprocessors.md,
 * "Tables"). A table is a row of table.c.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "monitor/manifest.h"

#define GNO_MAX_QUANTITIES 8
#define GNO_MAX_THRESHOLDS 8
#define GNO_MAX_UNITS 4	    /* of buckets */
#define GNO_ROUTE_SIGNALS 4 /* that a line is a function of, at most */

/* A line of the router, as its cells are. */
struct gno_route {
	unsigned signals;
	uint8_t signal[GNO_ROUTE_SIGNALS]; /* numbers, in the order in which they were named */
	uint16_t table; /* bit {s3, s2, s1, s0}: the function; unused signals do not matter */
	uint8_t mode;	/* GNO_ROUTE_LEVEL, ... */
};

struct gno_threshold_limits {
	bool on, down, each;
	uint32_t fire, rearm;
};

struct gno_node_settings {
	const struct gno_route *route; /* one a line of the node's router; all 0: it is never 1 */
	uint8_t gate;		       /* bits GNO_GATE_... */
	uint16_t process, mask;
	uint32_t window[GNO_MAX_QUANTITIES]; /* clocks of a window less one; 0 for other kinds */
	struct gno_threshold_limits threshold[GNO_MAX_THRESHOLDS];
	const uint32_t *bound[GNO_MAX_UNITS]; /* of buckets 1 to count - 1 of each unit: the least
						 value in it */
};

struct gno_preprocessor_table {
	const char *name;
	unsigned row; /* cells of a row, of 8 bits each */
	bool apart;   /* a row can be written while the others are in use */

	/* How many such tables a node has, whose names end in their numbers; NULL: one. */
	unsigned (*units)(const struct gno_preprocessors *m);
	/* Rows that the table has at least; 0: the node needs no such table. */
	unsigned (*rows)(const struct gno_preprocessors *m, unsigned unit);
	/* `cell` has as many zeros as the table has cells. */
	void (*fill)(const struct gno_preprocessors *m, const struct gno_node_settings *to,
		     unsigned unit, uint8_t *cell);
};

/* Table `i`; NULL behind the last. */
const struct gno_preprocessor_table *gno_preprocessor_table_at(size_t i);

#define GNO_PREPROCESSOR_TABLE_NAME 24 /* room for a name */

/* The name of a table of a unit, and how many units there are. */
void gno_preprocessor_table_name(const struct gno_preprocessor_table *t, unsigned unit, char *name);
unsigned gno_preprocessor_table_units(const struct gno_preprocessor_table *t,
				      const struct gno_preprocessors *m);

/* Cells of a row of the table of that name, where rows can be written apart; else 0. */
unsigned gno_preprocessor_row_apart(const char *name);

/*
 * Fills one table of the node, given by its place in the list of the manifest, if it is one of
 * those above; `cell` has as many zeros as the table has cells. false: it is none of them.
 */
bool gno_preprocessors_fill(const struct gno_node *n, const struct gno_node_settings *m,
			    unsigned table, uint8_t *cell);

/* What a node can have at most of what fires: docs/reference/description.md has the same limits. */

#define GNO_MAX_SEQUENCES 8
#define GNO_MAX_STEPS 16
#define GNO_MAX_STRICT 16
#define GNO_MAX_STRICT_STEPS 8
/* also timer, watchdog, host, capture, and two for the rounds of each line */
#define GNO_MAX_TRIGGERS                                                                           \
	(2 * GNO_MAX_SEQUENCES + GNO_MAX_STRICT + GNO_MAX_THRESHOLDS + 4 + 2 * GNO_LINES)
#define GNO_EVENT_CODES 256 /* event codes there can be, with 0: none */

#define GNO_CODES_MAX 255    /* codes of the writes to an event port there can be */
#define GNO_CODE_DATA_BITS 8 /* of the data that such a code can depend on */

#endif
