/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_CAUSALITY_H
#define GNO_ANALYSIS_CAUSALITY_H

/*
 * Which way requests take through a server: causality strings and branches (Miller, "DPM", IV.B).
 * docs/answers/causality.md has the rules for users.
 *
 * A string begins where a process of the server receives a message from a requestor, and has a
 * letter for each process of the server that the request reaches. Each send of a process belongs
 * to the receive before it. Messages from and to other processes (of the system, or without a role)
 * are ignored. If a process sends several messages after a receive, the string goes on in several
 * strings, which have their beginning in common. A string ends with a message to a requestor, or
 * with a receive after which the process sends nothing before its next receive.
 *
 * A branch is a message to `next` by a process `at` that was sent after a receive from `from`;
 * requestors count as `from` and as `next`. Each message counts once, also where strings share it.
 *
 * Memory: 80 bytes for each beginning of a string that occurs, CAUSALITY_STRINGS of them at most;
 * beyond these and for strings of more than CAUSALITY_LONGEST letters 80 bytes for each branch that
 * occurs; 60 bytes for each receive that a process can still send after, or of which a message is
 * on its way; and the messages on their way (passes/messages/messages.h).
 */

#include "passes/messages/messages.h"
#include "passes/messages/processes.h"

#define CAUSALITY_LONGEST 255u /* letters of a string */
#define CAUSALITY_STRINGS 65536u

/* Why it is not known how a string begins or goes on. */
enum causality_cut {
	CAUSALITY_LOST,	     /* records were lost, or not collected */
	CAUSALITY_ENDED,     /* the run ended */
	CAUSALITY_UNMATCHED, /* a message has no other end, and nothing was lost */
	CAUSALITY_CUTS,
};

/* A process of the experiment that is a part of the server, then those that are requestors. */
struct causality_party {
	unsigned group; /* in the list of processes */
	const char *name;
};

struct causality_string {
	unsigned requestor;	/* place in the list of parties */
	const unsigned *letter; /* likewise, `length` of them */
	unsigned length;
	uint64_t answered; /* that ended with a message to a requestor */
	uint64_t silent;   /* that ended otherwise */
	uint64_t cut[CAUSALITY_CUTS];
};

#define CAUSALITY_NOTHING UINT32_MAX /* `next` of receives after which nothing was sent */

struct causality_branch {
	unsigned next;
	uint64_t count;
};

/* A process that has received a message from another one. */
struct causality_state {
	unsigned at, from;
	uint64_t receives;
	uint64_t known;		      /* sum of its branches */
	uint64_t cut[CAUSALITY_CUTS]; /* branches of which `next` is not known */
	uint64_t open;		      /* receives after which more may have been sent, or not */
	size_t first, branches;	      /* in the list of branches, in the order of `next` */
};

struct causality {
	struct processes *processes;
	struct causality_party *party;
	unsigned servers, parties;
	struct causality_string *string; /* in lexicographic order, then that of requestors */
	size_t strings;
	unsigned *letter;
	struct causality_state *state; /* in the order of `at`, then of `from` */
	size_t states;
	struct causality_branch *branch;
	size_t branches;
	struct causality_string others;	   /* too long, or too many: no letters */
	uint64_t requests;		   /* receives from requestors */
	uint64_t answered, silent;	   /* strings that ended */
	uint64_t cut[CAUSALITY_CUTS];	   /* strings whose end is not known */
	uint64_t headless[CAUSALITY_CUTS]; /* parts of strings whose begin is not known */
	uint64_t stray;			   /* messages in the server that no receive precedes */
	uint64_t ignored;		   /* messages between the server and the system */
	uint64_t unnamed;		   /* those with processes that have no role */
	struct message_counts messages;
};

/* "records lost or not collected", ...; the same for JSON: "lost". */
const char *causality_cut_text(enum causality_cut cut);
const char *causality_cut_key(enum causality_cut cut);

/*
 * The strings of a run (after gno_report_look or gno_report_build). *out is the caller's, also
 * after a failure. GNO_ERR_ARG: no event port, or the experiment names no requestors or no servers;
 * GNO_ERR_NOMEM, or as gno_stream_read fails.
 */
int causality_build(const struct gno_report *r, struct causality **out, struct gno_err *err);
void causality_free(struct causality *c);

/* Name of a string: a letter for each of up to 26 processes of the server, else their names. The
 * caller's; NULL: no memory. */
char *causality_string_name(const struct causality *c, const struct causality_string *s);
/* The letter of a party, or 0. */
char causality_letter(const struct causality *c, unsigned party);
/* Name of a party, or "nothing". */
const char *causality_party_name(const struct causality *c, unsigned party);
/* Strings that ended. */
static inline uint64_t causality_finished(const struct causality_string *s)
{
	return s->answered + s->silent;
}
/* Sum over all reasons. */
uint64_t causality_cut_sum(const uint64_t cut[CAUSALITY_CUTS]);

/* Writes it: `rows` strings of each list at most. GNO_ERR_NOMEM; the caller checks the file. */
int causality_text(const struct causality *c, size_t rows, FILE *f, struct gno_err *err);
/* The state diagram, for Graphviz. */
void causality_dot(const struct causality *c, FILE *f);

#endif
