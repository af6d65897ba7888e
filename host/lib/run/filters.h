/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RUN_FILTERS_H
#define GNO_RUN_FILTERS_H

/* The filters that a run went through, as its journal states them. */

#include <stddef.h>
#include <stdint.h>

/* Records that a filter left out at a node, of a point or of a kind. */
struct gno_left_out {
	unsigned node;
	const char *point; /* by name, the trace's; NULL: of a kind */
	unsigned kind;	   /* GNO_KIND_*, likewise */
	uint64_t records;
	uint64_t from, to; /* cycles between which, both included, it left out none; from > to:
			      there is no such stretch */
};

/* A filter that the run went through (`gnomon filter`). */
struct gno_trace_filter {
	char *keep, *drop;	 /* its expressions; NULL: none */
	uint64_t kept, left_out; /* records of all nodes */
	struct gno_left_out *part;
	size_t parts;
};

#endif
