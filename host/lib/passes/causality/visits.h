/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_VISITS_H
#define GNO_ANALYSIS_VISITS_H

/*
 * Visits: what a process of the server does from a receive up to its next one. A visit is known by
 * its number. Where a receive is recorded before its send, the string of a visit becomes known
 * later; what follows from it waits until then. A visit is there while it is the current one of its
 * process, while a message that it sent is on its way, or while its own message is.
 */

#include "passes/causality/strings.h"

/* Visits that are always there: of processes that have received nothing, and of those of which it
 * is not known what they received. */
enum { VISIT_NONE, VISIT_STRAY, VISIT_LOST };

enum visit_origin {
	VISIT_MATCHING, /* the send of its message is not known yet */
	VISIT_BOUND,	/* it is, and the string of the sender is not */
	VISIT_KNOWN,	/* its string is known */
	VISIT_NOWHERE,	/* it belongs to no string that is known */
	VISIT_IGNORED,	/* its message was of the system: it is a part of the visit before */
};

struct visit {
	enum visit_origin origin;
	unsigned letter; /* party that has received */
	uint32_t node;	 /* of the strings, of one that is known */
	uint32_t refs;
	uint32_t before; /* the visit before at the same process, while that matters */
	uint32_t parent; /* visit that it is bound to */
	uint32_t bound;	 /* first of those that are bound to it */
	uint32_t next;	 /* of those that are bound to the same, or that are free */
	bool ended;
	enum causality_cut end;	      /* why its end is not known; CAUSALITY_CUTS: it is */
	uint32_t sent;		      /* messages whose receivers are known */
	uint32_t cut[CAUSALITY_CUTS]; /* messages whose receivers are not */
};

struct visits {
	struct strings *strings;
	struct visit *visit;
	uint32_t count, free;
	uint64_t headless[CAUSALITY_CUTS], stray;
};

/* GNO_ERR_NOMEM; `s` is to be freed also then. */
int visits_begin(struct visits *s, struct strings *strings);
void visits_free(struct visits *s);

/* A receive of a party: *visit is the current one from now on, in the place of `before`. */
int visits_receive(struct visits *s, uint32_t before, unsigned letter, uint32_t *visit);
/* The visit that is current in place of one that has turned out to be a part of it. */
uint32_t visits_current(struct visits *s, uint32_t visit);
/* A message leaves. */
void visits_send(struct visits *s, uint32_t visit);
/* One that has left has its fate, which one of the functions below has set. */
void visits_release(struct visits *s, uint32_t visit);

/* What a receive was: from a requestor, from another visit, from the system, or it is not known. */
int visits_request(struct visits *s, uint32_t visit, unsigned requestor);
int visits_follow(struct visits *s, uint32_t visit, uint32_t sender);
int visits_ignore(struct visits *s, uint32_t visit);
int visits_lose(struct visits *s, uint32_t visit, enum causality_cut why);
/* What a send was: an answer, or it is not known. visits_follow takes one to a visit. */
int visits_answer(struct visits *s, uint32_t visit, unsigned requestor);
void visits_cut(struct visits *s, uint32_t visit, enum causality_cut why);

/* A process gives up its current visit for one of those that are always there, or for none. */
uint32_t visits_leave(struct visits *s, uint32_t visit, enum causality_cut why, uint32_t to);
/* After the last message: counts what waits in a circle. */
void visits_finish(struct visits *s);

#endif
