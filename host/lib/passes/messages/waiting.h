/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_WAITING_H
#define GNO_ANALYSIS_WAITING_H

/* What the matching keeps: messages that wait, by connection and sequence number, and who used a
 * connection. Between the files of this folder. */

#include "passes/messages/messages.h"

#define NUMBERS 65536
#define PAGE_BITS 10
#define PAGE_NUMBERS (1u << PAGE_BITS)
#define PAGES (NUMBERS / PAGE_NUMBERS)
#define ENDPOINTS_MAX 256 /* of a connection that are remembered */
#define RECEIVERS 2	  /* of a connection whose receives of a number are remembered */

/* A send, or a receive without a send so far, that waits. */
struct entry {
	struct message m;
	uint32_t next;	       /* of the same number; 0: none */
	uint32_t newer, older; /* of the same list */
	uint32_t sends, count; /* of the connection then: sends; of its own kind */
	uint64_t breaks;       /* as long as these are the same, nothing was lost since */
	uint64_t hidden;       /* writes that may have been lost before it */
	bool early;	       /* a receive */
};

/* A sequence number of a connection. */
struct number {
	uint32_t first; /* that waits; 0: none */
	/* when it became useless: sends of the connection, plus one, then the lowest bit: several
	 * endpoints had used it at once; 0: it did not */
	uint32_t spoilt;
	/* when an endpoint received it last: its receives, plus one; 0: never */
	uint32_t received[RECEIVERS];
};

/* What an endpoint did on a connection. */
struct endpoint {
	unsigned node, process;
	bool sent, called;
	uint16_t last;	      /* number that it sent */
	uint64_t sent_breaks; /* of its node then */
	uint64_t hidden;      /* of all nodes then */
	uint32_t sends;	      /* of the connection then */
	uint64_t call_breaks; /* of its node at the receive_call */
	uint64_t call, call_cycle;
	uint32_t received; /* how often it did */
	int receiver;	   /* which of those that are remembered, -1: none */
};

/* Entries in the order of time. */
struct list {
	uint32_t oldest, newest, length;
};

struct connection {
	struct number *page[PAGES];
	uint32_t sends, receives;
	struct list waiting, early;
	struct endpoint *endpoint;
	unsigned endpoints, at; /* `at`: the last one that was found */
	unsigned receivers;
	bool several;	/* endpoints */
	bool irregular; /* its numbers do not count up by one */
};

/* All entries; the first one is none. */
struct waiting {
	struct entry *entry;
	uint32_t entries, free;
};

/* GNO_ERR_NOMEM. */
int waiting_begin(struct waiting *w);
void waiting_free(struct waiting *w);

/* A number of a connection, NULL: no memory. */
struct number *waiting_number(struct connection *c, unsigned sequence);

/* A new entry behind all others of its kind: its message, `breaks` and `hidden` are to be set.
 * NULL: no memory. */
struct entry *waiting_add(struct waiting *w, struct connection *c, struct number *n, bool early);
void waiting_remove(struct waiting *w, struct connection *c, uint32_t at);

/* The endpoint of a connection, NULL: there is no room for more. */
struct endpoint *waiting_endpoint(struct connection *c, const struct message_end *who);

void waiting_free_connection(struct connection *c);

#endif
