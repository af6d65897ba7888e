/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_MESSAGES_H
#define GNO_ANALYSIS_MESSAGES_H

/*
 * Messages between processes (Miller, "DPM", section IV): sends matched to receives, over all nodes
 * in one pass in order of time.
 *
 *	struct messages *l;
 *	const struct message *m;
 *
 *	rc = messages_open(r, &l, err);
 *	while (!rc && (rc = messages_next(l, &m, err)) > 0)
 *		if (m->fate == MESSAGE_MATCHED)
 *			draw(m->sent.node, m->sent.time, m->received.node, m->received.time);
 *	messages_close(l);
 *
 * An endpoint is a process on a node: (node, process register). A send and a receive belong
 * together where they have the same connection and sequence number, are of two endpoints, and no
 * other pair is possible:
 *
 * - A number means a message for as long as fewer than MESSAGE_WINDOW messages can have been sent
 *   on the connection since then: those that were recorded, and as many as breaks (gaps, holes,
 *   times without collection) can hide. After that the message is given up.
 * - If an endpoint sends a number again before it was received, or several receives or sends of
 *   other endpoints fit, none of them is matched, nor is that number for MESSAGE_WINDOW messages.
 * - An endpoint receives what it sent itself only where the connection has no other endpoint and
 *   nothing was lost in between.
 * - Between two boards the order of two events is known where their common times lie further apart
 *   than both bounds together; else it is undecided, and a message that seems to be received before
 *   it was sent is no tachyon. Where the declared floor of messages is above both bounds together,
 *   the order of their common times is known to be right, unless a message took less than the floor
 *   by more than both bounds: a floor or a bound is false then.
 * - In one cycle sends come before receives. A receive in an earlier cycle than its send is matched
 *   to it (a tachyon) only if no other send can be meant: no record was lost before the send, or
 *   the sender's number before it was sent and nothing of that node was lost since.
 *
 * Memory: 100 bytes for each message that waits, MESSAGE_WINDOW sends and MESSAGE_EARLY receives of
 * a connection at most; 16 bytes for each sequence number in use.
 */

#include <stdbool.h>
#include <stdint.h>
#include "read/reader.h"
#include "results/report.h"
#include "results/rows.h"

#define MESSAGE_WINDOW 32768u /* messages of a connection */
#define MESSAGE_EARLY 4096u   /* receives of a connection that wait for a send that comes later */

enum message_fate {
	MESSAGE_MATCHED,       /* `sent` and `received` hold */
	MESSAGE_SEND_ALONE,    /* only `sent` does; `reason` says why */
	MESSAGE_RECEIVE_ALONE, /* only `received` does */
	MESSAGE_QUEUED_ALONE,  /* likewise: a message_queued that is of no message */
	MESSAGE_FATES,
};

enum message_reason {
	MESSAGE_NO_REASON,	/* it is matched */
	MESSAGE_IN_FLIGHT,	/* a send: not received up to the end, and nothing was lost since */
	MESSAGE_OVERTAKEN,	/* a send: nor before MESSAGE_WINDOW later ones, likewise */
	MESSAGE_MAYBE_RECEIVED, /* a send: its receive may be among what was not recorded */
	/* a receive, or a queued one: nothing was lost, and no send was recorded */
	MESSAGE_NO_SEND,
	MESSAGE_MAYBE_SENT, /* the same, but the send may be among what was not recorded */
	MESSAGE_REPEATED,   /* the number was sent, received or queued again */
	MESSAGE_AMBIGUOUS,  /* several endpoints used the number at once */
	MESSAGE_REASONS,
};

/* A send or a receive. */
struct message_end {
	uint64_t time;	/* as in struct read_event, and so are these: */
	uint64_t cycle; /* of the node's own board */
	uint64_t bound; /* of `time` */
	unsigned board;
	unsigned node, process;
	unsigned bytes;
	uint32_t pc;  /* of the store; 0: the port does not record it */
	uint64_t tag; /* of message_match_take; else 0 */
};

struct message {
	enum message_fate fate;
	enum message_reason reason;
	unsigned connection, sequence;
	struct message_end sent, received; /* bytes of the message: those of `sent` */
	bool tachyon;			   /* received in an earlier cycle than it was sent */
	bool undecided;	  /* between two boards, and their bounds and the floor of messages leave
			   open which was first: no tachyon */
	bool below_floor; /* between two boards: it took less than the floor, whatever the bounds */
	bool queued;	  /* it is known when it was queued: */
	uint64_t queued_time, queued_cycle;
	bool called; /* it is known when the receiver began to wait (receive_call): */
	uint64_t called_time, called_cycle;
};

/* The most by which both ends of a matched message can be nearer or further apart than their times,
 * in cycles: of one between boards, whose times are common ones. */
static inline uint64_t message_bound(const struct message *m)
{
	return m->sent.board == m->received.board ? 0 : m->sent.bound + m->received.bound;
}

/* Whether it is known how long a matched message took, to within message_cycles_bound. */
static inline bool message_is_timed(const struct message *m)
{
	return !m->tachyon && m->received.time >= m->sent.time;
}

/* Cycles of common time from the send to the receive of a message that is timed: on one board by
 * the board's own cycles (report_shared). */
static inline uint64_t message_cycles(const struct gno_report *r, const struct message *m)
{
	return m->sent.board == m->received.board
		   ? report_shared(r, m->received.node, m->received.cycle - m->sent.cycle)
		   : m->received.time - m->sent.time;
}

/* The most by which that can be wrong; `one`: the same of a time on the receiver's board. */
static inline uint64_t message_cycles_bound(const struct gno_report *r, const struct message *m,
					    bool one)
{
	if (!one && m->sent.board != m->received.board)
		return message_bound(m);
	return r->m->node[m->received.node].own_hz != 0;
}

/* When a matched message came into the queue of its receiver: when it was queued, or if that is not
 * known when it was sent. It waits there up to its receive; a tachyon never does. */
static inline uint64_t message_arrived(const struct message *m)
{
	return m->queued ? m->queued_time : m->sent.time;
}

/* Cycles for which a message that is timed waited there, as message_cycles. */
static inline uint64_t message_waited(const struct gno_report *r, const struct message *m)
{
	return m->queued ? report_shared(r, m->received.node, m->received.cycle - m->queued_cycle)
			 : message_cycles(r, m);
}

/* Cycles for which the receiver waited, where that is known (`called`), as message_cycles. */
static inline uint64_t message_blocked(const struct gno_report *r, const struct message *m)
{
	return report_shared(r, m->received.node, m->received.cycle - m->called_cycle);
}

struct message_counts {
	uint64_t matched;
	uint64_t tachyons;    /* of these */
	uint64_t undecided;   /* likewise */
	uint64_t below_floor; /* likewise; of these some are tachyons, or undecided */
	uint64_t turned;      /* undecided ones whose common times are the wrong way round */
	uint64_t between;     /* likewise: between two boards */
	uint64_t other_bytes; /* of these: the receive reports other bytes than the send */
	uint64_t alone[MESSAGE_FATES][MESSAGE_REASONS];
	uint64_t breaks; /* where writes of a node with a port may be missing */
};

/* "matched", "send", "receive", "queued". */
const char *message_fate_name(enum message_fate fate);
/* "in flight", "may be received in a gap", ...; the same for JSON: "in_flight". */
const char *message_reason_text(enum message_reason reason);
const char *message_reason_key(enum message_reason reason);

/* -- a list of all messages of a run -- */

struct messages;

/*
 * Begins the list of all of a run (after gno_report_look or gno_report_build). Nothing else is to
 * read the run up to messages_close. *out is the caller's, also after a failure. GNO_ERR_NOMEM.
 */
int messages_open(const struct gno_report *r, struct messages **out, struct gno_err *err);
/*
 * The same of a part: of the messages with an end from `from` to `to` (both included), and some
 * others. Those of the part come as in the list of all, in the same order. What comes before is
 * read from the last place of the run's index on; what comes behind, until it is known what
 * becomes of the part's messages. Also GNO_ERR_FORMAT: the index is damaged.
 */
int messages_open_part(const struct gno_report *r, uint64_t from, uint64_t to,
		       struct messages **out, struct gno_err *err);
/*
 * The next message, which holds until the next call: 1; 0 after the last one; or as
 * gno_stream_read fails. A message comes when its fate is known: a matched one with the later of
 * its two events, one that stays alone some time later or after all others.
 */
int messages_next(struct messages *l, const struct message **out, struct gno_err *err);
/* What was handed out so far; of a part, counted since it was opened. */
const struct message_counts *messages_counts(const struct messages *l);
void messages_close(struct messages *l);

struct message_listener;

/* Hands all messages of a part to the listener, and those that were on their way during all of it;
 * *breaks: of all of the run (message_counts). As messages_open_part and messages_next fail. */
int messages_hand_out(const struct gno_report *r, uint64_t from, uint64_t to,
		      const struct message_listener *listener, uint64_t *breaks,
		      struct gno_err *err);

/* -- the matching by itself, for passes of their own -- */

struct message_match;

/* The writes that it wants. */
#define MESSAGE_PAGES (READ_MESSAGES | READ_PAGE(GNO_PAGE_RECEIVE_CALL))

/* As a pass by itself, with tags of 0. */
extern const struct pass message_match_pass;

/* Takes a message whose fate is known. A failure ends the call that it is made from. */
typedef int (*message_sink)(void *to, const struct message *m);

struct message_listener {
	message_sink take; /* fails with GNO_ERR_NOMEM only */
	void *to;
};

/* NULL: no memory. */
struct message_match *message_match_new(const struct gno_report *r, message_sink sink, void *to);
/* Takes the next event; `tag` returns as that of the end. GNO_ERR_NOMEM or what the sink returns.
 */
int message_match_take(struct message_match *m, const struct read_event *v, uint64_t tag);
/* After the last event: hands out one of those that are still waiting: 1; 0: there are none. */
int message_match_flush(struct message_match *m);
/* Whether one waits that came in that time: its fate is not known. */
bool message_match_waits(const struct message_match *m, uint64_t from, uint64_t to);
const struct message_counts *message_match_counts(const struct message_match *m);
void message_match_free(struct message_match *m);

#endif
