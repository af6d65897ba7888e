/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of a run, one by one. */
#include "passes/messages/messages.h"

#include <stdlib.h>

#include "common/util.h"
#include "passes/index/file.h"
#include "passes/index/state.h"
#include "passes/messages/match_state.h"
#include "passes/reading.h"

#define AHEAD 4096 /* cycles that are read behind a part at first */

struct messages {
	struct reader *reader;
	struct message_match *match;
	struct message *message; /* whose fate the last event has decided */
	size_t first, count, room;
	uint64_t from, to;     /* those of which an end lies here are of the part */
	uint64_t until, ahead; /* read up to there, then so many cycles more */
	bool ended;
};

const char *message_fate_name(enum message_fate fate)
{
	static const char *const names[MESSAGE_FATES] = {"matched", "send", "receive", "queued"};

	return names[fate];
}

static const char *const texts[MESSAGE_REASONS] = {
    [MESSAGE_NO_REASON] = "matched",
    [MESSAGE_IN_FLIGHT] = "not received up to the end",
    [MESSAGE_OVERTAKEN] = "not received before 32768 later ones",
    [MESSAGE_MAYBE_RECEIVED] = "its receive may be lost or not collected",
    [MESSAGE_NO_SEND] = "no send was recorded",
    [MESSAGE_MAYBE_SENT] = "its send may be lost or not collected",
    [MESSAGE_REPEATED] = "the sequence number was used again",
    [MESSAGE_AMBIGUOUS] = "several processes used the sequence number at once",
};

static const char *const keys[MESSAGE_REASONS] = {
    [MESSAGE_NO_REASON] = "matched",   [MESSAGE_IN_FLIGHT] = "in_flight",
    [MESSAGE_OVERTAKEN] = "overtaken", [MESSAGE_MAYBE_RECEIVED] = "maybe_received",
    [MESSAGE_NO_SEND] = "no_send",     [MESSAGE_MAYBE_SENT] = "maybe_sent",
    [MESSAGE_REPEATED] = "repeated",   [MESSAGE_AMBIGUOUS] = "ambiguous",
};

const char *message_reason_text(enum message_reason reason)
{
	return texts[reason];
}

const char *message_reason_key(enum message_reason reason)
{
	return keys[reason];
}

static int keep(void *to, const struct message *m)
{
	struct messages *l = to;
	struct message *more = l->message;

	if (l->count == l->room) {
		more = gno_room(l->message, l->room, sizeof(*more));
		if (!more)
			return GNO_ERR_NOMEM;
		l->room = l->room ? 2 * l->room : 1;
	}
	l->message = more;
	more[l->count++] = *m;
	return GNO_OK;
}

/* Where the nodes with ports stand at a place: 1; 0: it is not one of these streams. */
static int read_lanes(const struct gno_report *r, const struct messages *l, struct archive *a,
		      struct reader_place *place)
{
	bool good = true;

	for (unsigned k = 0; k < r->m->nodes && good && !a->bad; k++) {
		if (r->m->node[k].port.bus == GNO_BUS_NONE)
			continue;
		reader_place(l->reader, k, &place[k]);
		state_of_lane(a, &place[k]);
		if (!place[k].closed)
			good = index_is_place(gno_trace_stream(r->trace, k), &place[k].stream,
					      archive_number(a, 0));
	}
	return good;
}

/* The nodes go on from a place of the index. */
static int go_to(const struct gno_report *r, struct messages *l, struct archive *a,
		 struct reader_place *place, struct gno_err *err)
{
	int rc = GNO_OK;

	if (!read_lanes(r, l, a, place))
		return GNO_OK;
	rc = match_state(a, l->match) ? gno_fail_nomem(err) : index_check(r, a, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		if (r->m->node[k].port.bus != GNO_BUS_NONE)
			reader_go_to(l->reader, k, &place[k]);
	return rc;
}

/* Leaves out what comes before the last place of the index before a cycle. */
static int seek(const struct gno_report *r, struct messages *l, uint64_t from, struct gno_err *err)
{
	struct archive a = {.reads = true};
	struct reader_place *place;
	int rc = r->index ? index_find_messages(r->index, from, &a, err) : 0;

	if (rc <= 0)
		return rc;
	place = calloc(r->m->nodes, sizeof(*place));
	rc = place ? go_to(r, l, &a, place, err) : gno_fail_nomem(err);
	free(place);
	archive_free(&a);
	return rc;
}

static int begin(const struct gno_report *r, uint64_t from, uint64_t to,
		 const struct message_listener *listener, struct messages **out,
		 struct gno_err *err)
{
	struct messages *l = calloc(1, sizeof(*l));
	int rc;

	*out = l;
	if (!l)
		return gno_fail_nomem(err);
	l->from = from;
	l->to = l->until = to;
	l->ahead = AHEAD;
	l->match = listener ? message_match_new(r, listener->take, listener->to)
			    : message_match_new(r, keep, l);
	rc = l->match ? reading_open(r, &l->reader, err) : gno_fail_nomem(err);
	if (!rc)
		rc = reader_add(l->reader, &message_match_pass, l->match, err);
	if (rc)
		return rc;
	reading_begin_ports(r, l->reader);
	reader_until(l->reader, to);
	return seek(r, l, from, err);
}

int messages_open(const struct gno_report *r, struct messages **out, struct gno_err *err)
{
	return begin(r, 0, UINT64_MAX, NULL, out, err);
}

int messages_open_part(const struct gno_report *r, uint64_t from, uint64_t to,
		       struct messages **out, struct gno_err *err)
{
	return begin(r, from, to, NULL, out, err);
}

/* All up to l->until was read: 1 where a message of the part still waits, and more is to be read.
 */
static int go_on(struct messages *l)
{
	if (!message_match_waits(l->match, l->from, l->to))
		return 0;
	l->until = l->until > UINT64_MAX - l->ahead ? UINT64_MAX : l->until + l->ahead;
	l->ahead *= 2;
	reader_until(l->reader, l->until);
	return 1;
}

/* Takes the next event, or after the last one gives up one that waits: 1; 0: there is none. */
static int step(struct messages *l, struct gno_err *err)
{
	int rc;

	if (!l->ended) {
		rc = reader_step(l->reader, err);
		if (!rc && reader_waits(l->reader))
			return go_on(l);
		l->ended = !rc;
		return rc < 0 ? rc : 1;
	}
	rc = message_match_flush(l->match);
	return rc < 0 ? gno_fail_nomem(err) : rc;
}

int messages_hand_out(const struct gno_report *r, uint64_t from, uint64_t to,
		      const struct message_listener *listener, uint64_t *breaks,
		      struct gno_err *err)
{
	struct messages *l = NULL;
	/* without an index all must be read for the breaks */
	int rc = begin(r, from, r->index ? to : UINT64_MAX, listener, &l, err);

	if (!rc) /* what was sent before may arrive after it */
		l->from = 0;
	while (!rc && (rc = step(l, err)) > 0)
		rc = 0;
	if (!rc)
		*breaks = r->index ? r->index->breaks : message_match_counts(l->match)->breaks;
	messages_close(l);
	return rc;
}

int messages_next(struct messages *l, const struct message **out, struct gno_err *err)
{
	int rc = 1;

	if (l->first == l->count)
		l->first = l->count = 0;
	while (rc > 0 && !l->count)
		rc = step(l, err);
	if (rc <= 0)
		return rc;
	*out = &l->message[l->first++];
	return 1;
}

const struct message_counts *messages_counts(const struct messages *l)
{
	return message_match_counts(l->match);
}

void messages_close(struct messages *l)
{
	if (!l)
		return;
	reader_close(l->reader);
	message_match_free(l->match);
	free(l->message);
	free(l);
}
