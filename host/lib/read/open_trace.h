/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_OPEN_TRACE_H
#define GNO_OPEN_TRACE_H

/* Inside of a trace. */

#include <jansson.h>
#include <sys/stat.h>
#include "read/order.h"
#include "read/stream.h"
#include "run/journal.h"

/* One node in the merge of all. */
struct lane {
	struct gno_batch batch;
	size_t i; /* record of the batch that comes next; batch.n: its hole */
	uint64_t time;
};

struct gno_trace {
	bool shares; /* all but its streams is another trace's */
	char *dir;
	struct gno_manifest *m;
	bool follows;	     /* of a run that is being drained: streams grow until it is complete */
	struct stat journal; /* the file that was read last */
	json_t *run_json;
	struct gno_journal contents; /* of run_json */
	struct gno_trace_run run;
	unsigned loads_changed;	   /* journals that list other loads than the one before */
	struct gno_stream *stream; /* one a node */
	unsigned streams;	   /* that were opened */
	struct lane *lane;	   /* one a node once gno_trace_next was called */
	struct order order;	   /* of the nodes that have a record */
	unsigned *dry;		   /* nodes without a record whose streams grow */
	unsigned dries;		   /* how many */
	struct gno_ratio *pair;	   /* of the record that was fetched last */
};

#endif
