/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_PATH_H
#define GNO_ANALYSIS_PATH_H

/* The longest path through a history graph, and how far from it all else is. */

#include "passes/parallel/history.h"

struct path_process {
	uint64_t on;	/* process time on the critical path */
	uint64_t slack; /* how much longer any one of its stretches may take */
};

struct path_connection {
	uint64_t messages, delivery; /* on the critical path */
	uint64_t slack;		     /* of the deliveries; SPOOL_UNKNOWN: no message */
};

struct path {
	struct history *h;
	uint64_t longest;
	struct path_process *process; /* one each of the history */
	struct path_connection connection[GNO_CONNECTIONS];
	uint64_t hops;
	uint32_t first; /* step of the critical path, plus one; 0: none */
	size_t last;	/* process in which it ends */
};

/* *out is the caller's, also after a failure. GNO_ERR_NOMEM; as spool_check. */
int path_find(struct history *h, struct path **out, struct gno_err *err);
void path_free(struct path *p);

/* A stretch of the critical path: a process, and the message with which the path leaves it. */
struct path_hop {
	size_t process;
	uint64_t from, to; /* cycles */
	uint64_t work;	   /* process time */
	bool leaves;	   /* with a message: */
	unsigned connection, sequence;
	uint32_t pc; /* of its send; 0: not known */
	uint64_t delivery;
};

/* The next stretch, from *at on, which is 0 at first: true; false: there are no more, or
 * spool_check fails. */
bool path_next(const struct path *p, uint32_t *at, bool *ended, struct path_hop *hop);

/*
 * How long the program would take with these processors: process i runs on processor `on[i]` of
 * `processors`, each of which runs one process at a time, and their stretches in the order in which
 * they ended in the run. `busy`: process time of each processor, added to. After path_find.
 * GNO_ERR_NOMEM; as spool_check.
 */
int path_place(struct history *h, const size_t *on, size_t processors, uint64_t *longest,
	       uint64_t *busy, struct gno_err *err);

#endif
