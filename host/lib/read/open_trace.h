/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_OPEN_TRACE_H
#define GNO_OPEN_TRACE_H

/* Inside of a trace. */

#include <jansson.h>
#include <sys/stat.h>
#include "read/stream.h"
#include "run/journal.h"

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
};

#endif
