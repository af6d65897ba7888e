/* SPDX-License-Identifier: Apache-2.0 */
/* Messages between processes, and sends and receives that belong to none. */
#include "passes/messages/messages.h"

#include <stdlib.h>

#include "results/columns/names.h"
#include "results/select.h"

#define OF(fate) (UINT32_C(1) << (fate))
#define OF_MATCHED OF(MESSAGE_MATCHED)
#define OF_ALONE (OF(MESSAGE_SEND_ALONE) | OF(MESSAGE_RECEIVE_ALONE) | OF(MESSAGE_QUEUED_ALONE))
#define OF_SENT (OF_MATCHED | OF(MESSAGE_SEND_ALONE))
#define OF_RECEIVED (OF_MATCHED | OF(MESSAGE_RECEIVE_ALONE))
#define OF_RECEIVER (OF_RECEIVED | OF(MESSAGE_QUEUED_ALONE))

static const struct message *of(const void *row)
{
	return row;
}

static void look(const void *row, struct column_look *out)
{
	out->kind = of(row)->fate;
}

static const char *kind_name(unsigned kind)
{
	return kind < MESSAGE_FATES ? message_fate_name((enum message_fate)kind) : NULL;
}

static const char *kind_text(struct column_source *s, const void *row)
{
	(void)s;
	return message_fate_name(of(row)->fate);
}

static void kind_names(struct column_source *s, column_tell *tell, void *ctx)
{
	(void)s;
	for (unsigned i = 0; i < MESSAGE_FATES; i++)
		tell(ctx, i, message_fate_name((enum message_fate)i));
}

static bool get_cycles(struct column_source *s, const void *row, struct cell *c)
{
	c->number = message_cycles(s->r, of(row));
	return message_is_timed(of(row));
}

static bool get_cycles_bound(struct column_source *s, const void *row, struct cell *c)
{
	c->number = message_cycles_bound(s->r, of(row), false);
	return gno_trace_boards(s->r->trace) && message_is_timed(of(row));
}

static bool get_undecided(struct column_source *s, const void *row, struct cell *c)
{
	c->number = of(row)->undecided;
	return gno_trace_boards(s->r->trace);
}

static const char *sender_text(struct column_source *s, const void *row)
{
	return s->r->m->node[of(row)->sent.node].name;
}

static const char *receiver_text(struct column_source *s, const void *row)
{
	return s->r->m->node[of(row)->received.node].name;
}

static bool get_bytes(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = OF(of(row)->fate) & OF_SENT ? of(row)->sent.bytes : of(row)->received.bytes;
	return true;
}

static bool get_queued(struct column_source *s, const void *row, struct cell *c)
{
	const bool alone = of(row)->fate == MESSAGE_QUEUED_ALONE;

	(void)s;
	c->number = alone ? of(row)->received.time : of(row)->queued_time;
	return alone || of(row)->queued;
}

static bool get_called(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->called_time;
	return of(row)->called;
}

static const char *reason_text(struct column_source *s, const void *row)
{
	(void)s;
	return message_reason_key(of(row)->reason);
}

static void reason_names(struct column_source *s, column_tell *tell, void *ctx)
{
	(void)s;
	for (unsigned i = MESSAGE_NO_REASON + 1; i < MESSAGE_REASONS; i++)
		tell(ctx, i, message_reason_key((enum message_reason)i));
}

#define ROW(member) COLUMN_AT(struct message, member)

static const struct column columns[] = {
    {"kind", COLUMN_NAME, NULL, ROW(fate), .text = kind_text, .names = kind_names,
     .about = "`matched`: a send and its receive; `send`, `receive`, `queued`: without the other "
	      "end"},
    {"connection", COLUMN_U32, NULL, ROW(connection), .about = "its number"},
    {"sequence", COLUMN_U32, NULL, ROW(sequence), .about = "number within the connection"},
    {"from", COLUMN_U64, "cycle", OF_SENT, ROW(sent.time), .about = "of the send"},
    {"to", COLUMN_U64, "cycle", OF_RECEIVED, ROW(received.time), .about = "of the receive"},
    {"from_ns", COLUMN_NS, "ns", OF_SENT, ROW(sent.time), .drawn = true,
     .about = "`from` in nanoseconds, by the clock of the manifest, rounded down"},
    {"to_ns", COLUMN_NS, "ns", OF_RECEIVED, ROW(received.time), .drawn = true,
     .about = "`to` in the same way"},
    {"cycles", COLUMN_U64, "cycles", OF_MATCHED, .get = get_cycles,
     .about = "from the send to the receive; none where it was received in an earlier cycle"},
    {"cycles_bound", COLUMN_U64, "cycles", OF_MATCHED, .get = get_cycles_bound,
     .about = "of a run of several boards: the most by which that can be wrong"},
    {"undecided", COLUMN_BOOL, NULL, OF_MATCHED, .get = get_undecided,
     .about = "likewise: the bounds leave open whether it was received after it was sent, and the "
	      "declared floor does not decide it"},
    {"sender", COLUMN_NAME, NULL, OF_SENT, ROW(sent.node), .text = sender_text,
     .names = columns_node_names, .about = "node of the send"},
    {"sender_process", COLUMN_U32, NULL, OF_SENT, ROW(sent.process),
     .about = "process of the send"},
    {"receiver", COLUMN_NAME, NULL, OF_RECEIVER, ROW(received.node), .text = receiver_text,
     .names = columns_node_names, .about = "node of the receive, or of `message_queued`"},
    {"receiver_process", COLUMN_U32, NULL, OF_RECEIVER, ROW(received.process),
     .about = "process of the receive, or of `message_queued`"},
    {"bytes", COLUMN_U32, "bytes", .get = get_bytes,
     .about = "that the send states; else that the receive does"},
    {"queued", COLUMN_U64, "cycle", OF_RECEIVER, .get = get_queued,
     .about = "in which it came into the queue of its receiver, where that is known"},
    {"called", COLUMN_U64, "cycle", OF_RECEIVED, .get = get_called,
     .about = "in which the receiver began to wait, where that is known"},
    {"reason", COLUMN_NAME, NULL, OF_ALONE, ROW(reason), .text = reason_text, .names = reason_names,
     .about = "why it has no other end, as in `gnomon messages --json`"},
};

/* --- rows */

struct feed {
	const struct gno_report *r;
	const struct column_part *part;
	struct messages *messages; /* NULL: no node has an event port */
};

static int open_feed(const struct gno_report *r, const struct column_part *part, void **out,
		     struct gno_err *err)
{
	struct feed *f = calloc(1, sizeof(*f));

	*out = f;
	if (!f)
		return gno_fail_nomem(err);
	f->r = r;
	f->part = part;
	return reader_has_port(r->m)
		   ? messages_open_part(r, part->from, part->to, &f->messages, err)
		   : GNO_OK;
}

static bool is_wanted(const struct feed *f, const struct message_end *e)
{
	const struct report_select select = {.node = f->part->nodes};

	return e->time >= f->part->from && e->time <= f->part->to &&
	       report_select_node(&select, f->r, e->node);
}

/* A message of which an end is wanted. */
static int next_row(void *feed, const void **row, struct gno_err *err)
{
	const struct feed *f = feed;
	const struct message *m;
	int rc = 0;

	while (f->messages && (rc = messages_next(f->messages, &m, err)) > 0) {
		*row = m;
		if ((OF(m->fate) & OF_SENT && is_wanted(f, &m->sent)) ||
		    (OF(m->fate) & OF_RECEIVER && is_wanted(f, &m->received)))
			break;
	}
	return rc;
}

static void close_feed(void *feed)
{
	struct feed *f = feed;

	if (f)
		messages_close(f->messages);
	free(f);
}

static const struct column_feed feed = {open_feed, next_row, close_feed};

const struct column_list columns_messages = {
    .name = "messages",
    .about = "Messages between processes, and sends and receives of none, as they become known.",
    .column = columns,
    .columns = sizeof(columns) / sizeof(*columns),
    .feed = &feed,
    .kind_name = kind_name,
    .look = look,
};
