/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_TRAFFIC_H
#define GNO_ANALYSIS_TRAFFIC_H

/*
 * Communication statistics (Miller, "DPM", IV.A): who sends to whom, how much, how often, how long
 * messages take, and how long they wait. docs/answers/messages.md has the rules. Memory grows with
 * the pairs of processes that exchange messages, and with the messages that wait.
 */

#include <stdio.h>
#include "passes/messages/messages.h"
#include "passes/messages/processes.h"
#include "passes/messages/overlap.h"
#include "common/stats.h"

#define TRAFFIC_PARTS 48 /* of the time, in which messages are counted */

/* How a number is distributed. */
struct traffic_spread {
	struct gno_stats stats;
	struct gno_histogram histogram;
	unsigned bound; /* of times: by which each can be wrong; 0: they are exact */
};

/* From a group of processes to another one. */
struct traffic_route {
	unsigned from, to;    /* groups */
	uint64_t connections; /* a bit each */
	uint64_t tachyons;
	uint64_t other_bytes;		 /* messages of which the receive reports other bytes */
	struct traffic_spread size;	 /* of each message: count and bytes */
	struct traffic_spread transit;	 /* cycles from send to receive, but for tachyons */
	uint64_t history[TRAFFIC_PARTS]; /* receives, by time */
};

/* The messages that a group of processes receives. */
struct traffic_receiver {
	unsigned group;
	uint64_t queued; /* messages with a message_queued; others arrive as they are sent */
	struct traffic_spread wait;    /* from the arrival to the receive */
	struct traffic_spread blocked; /* from a receive_call to the receive */
	struct overlap queue;
};

struct traffic {
	const struct gno_report *r;
	struct processes *processes;
	uint64_t from, to;	     /* both included */
	struct traffic_route *route; /* most bytes first */
	size_t routes;
	struct traffic_receiver *receiver; /* most messages first */
	size_t receivers;
	uint64_t messages, bytes, tachyons;
	/* of several boards: messages between two of them, and as in struct message_counts */
	uint64_t between, undecided, below_floor;
	/* of those that stay alone in this time */
	uint64_t alone[MESSAGE_FATES][MESSAGE_REASONS][GNO_CONNECTIONS];
	bool any_alone;
	uint64_t breaks; /* of the whole run */
};

/*
 * Reads the messages of a run (after gno_report_look): those received from cycle `from` to `to`,
 * and those that stay alone there. *out is the caller's, also after a failure. GNO_ERR_ARG: no node
 * has an event port; else as messages_next.
 */
int traffic_build(const struct gno_report *r, uint64_t from, uint64_t to, struct traffic **out,
		  struct gno_err *err);
void traffic_free(struct traffic *t);

/* Cycles of the time. */
uint64_t traffic_cycles(const struct traffic *t);

/* Tables with `rows` rows at most. GNO_ERR_NOMEM. */
int traffic_text(const struct traffic *t, size_t rows, FILE *f, struct gno_err *err);

#endif
