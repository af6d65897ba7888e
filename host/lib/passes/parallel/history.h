/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_HISTORY_H
#define GNO_ANALYSIS_HISTORY_H

/*
 * The program history graph (Miller, "DPM", IV.C): sends and receives of each process, with the
 * process time between them, and the delivery time of each message.
 *
 * Process time: the cycles for which the process register held the process, up to the last write
 * of its node, without those from a receive_call to its receive. Where it is not known which
 * process ran, the cycles are `unknown`; the process's own time in a later record shows how much of
 * that was its, where the port records it. That, too, may have been a wait: where writes of a node
 * are missing, only what is process time in any case counts as such, and the rest is `unsure`.
 */

#include "passes/messages/messages.h"
#include "passes/parallel/spool.h"
#include "passes/messages/processes.h"

/* A process that ran. */
struct history_process {
	bool used;
	uint64_t total;	      /* process time */
	uint64_t waited;      /* from a receive_call to its receive */
	uint64_t after;	      /* process time after its last step */
	uint64_t first, last; /* cycles in which it ran first, and up to which it ran */
	uint64_t worked;      /* cycle up to which it worked: it may have waited since */
	uint32_t step;	      /* its last one, plus one */
	bool talks;	      /* it has sends or receives */
	bool idle; /* process 0 of a node that has others, or may have, and without messages: not
		      counted */
	/* while the graph is made */
	bool calling;	  /* it may be waiting */
	bool called;	  /* that is certain: */
	bool listed;	  /* among those of its node that ran since the last loss there: */
	size_t next;	  /* the next one of these, plus one */
	uint64_t call;	  /* cycle of the receive_call */
	uint64_t pending; /* process time since then */
	bool timed;	  /* a record has had its own time: */
	uint32_t own;
	uint64_t own_at, own_since; /* when; process time since then */
};

struct history {
	const struct gno_report *r;
	struct processes *processes;
	struct history_process *process; /* one each of `processes` */
	size_t room;
	struct spool spool;
	uint64_t shortest[GNO_CONNECTIONS]; /* delivery of a message; SPOOL_UNKNOWN: none known */
	struct message_counts counts;
	uint64_t estimated; /* messages whose delivery time is an estimate */
	uint64_t unqueued;  /* messages without a message_queued */
	uint64_t unknown;   /* cycles of nodes of which it is not known which process ran */
	uint64_t unsure;    /* cycles that may be process time or not */
	uint64_t total;	    /* process time of all that are counted */
	struct history_builder *builder; /* while the graph is made */
};

/*
 * Adds the pass that makes the graph of a run (after gno_report_look); `listener` (NULL: none) gets
 * its messages, as from messages_next. *out is the caller's, also after a failure. GNO_ERR_ARG: no
 * node has an event port.
 */
int history_add(const struct gno_report *r, const struct message_listener *listener,
		struct reader *reader, struct history **out, struct gno_err *err);
void history_free(struct history *h);

#endif
