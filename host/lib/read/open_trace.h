/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_OPEN_TRACE_H
#define GNO_OPEN_TRACE_H

/* Inside of a trace. */

#include <jansson.h>
#include <sys/stat.h>
#include "read/boards.h"
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
	unsigned loads_changed;	     /* journals that list other loads than the one before */
	struct gno_stream *stream;   /* one a node, of a run of one board */
	unsigned streams;	     /* that were opened */
	struct trace_boards *boards; /* of a run of several: their runs; NULL: of one */
};

/* -- the run directory of one monitor: what read/trace.h says of a trace, of such a one -- */

/* `follows`: as gno_trace_follow, else as gno_trace_open. */
int single_open(const char *dir, bool follows, struct gno_trace **out, struct gno_err *err);
int single_share(const struct gno_trace *of, struct gno_trace **out, struct gno_err *err);
int single_refresh(struct gno_trace *t, struct gno_err *err);
int single_refresh_with(struct gno_trace *t, const struct gno_trace *other, struct gno_err *err);
int single_settle(struct gno_trace *t, struct gno_err *err);
bool single_grows(const struct gno_trace *t);
void single_close(struct gno_trace *t);

int single_loaded(const struct gno_trace *t, const char *file, unsigned node);
int single_load_frozen(const struct gno_trace *t, const char *file);
bool single_reached(const struct gno_trace *t, unsigned node);
bool single_flushed(const struct gno_trace *t, unsigned node);

#endif
