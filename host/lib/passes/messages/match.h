/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_MATCH_H
#define GNO_ANALYSIS_MATCH_H

/* What the matching knows between two events. Between the files of this folder. */

#include "passes/messages/waiting.h"

struct match_node {
	uint64_t breaks;
	bool dark; /* its writes are not recorded: */
	uint64_t since;
};

struct message_match {
	struct connection connection[GNO_CONNECTIONS];
	struct match_node *node;
	unsigned nodes;
	struct waiting waiting;
	uint64_t breaks; /* that began or ended */
	/* the last breaks with a known end: they last up to this cycle; `hidden` before them */
	bool unseen;
	uint64_t unseen_to, unseen_hidden;
	/* writes that breaks can hide: so many, and one in each cycle of nodes that are dark */
	uint64_t hidden, dark, dark_since;
	uint64_t floor; /* the least time of a message between boards; 0: none is known */
	message_sink sink;
	void *to;
	struct message_counts counts;
	unsigned flushed; /* connections */
};

#endif
