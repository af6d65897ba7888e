/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of a run, one by one. */
#include "passes/messages/messages.h"

#include <stdlib.h>

#include "common/util.h"
#include "passes/reading.h"

struct messages {
	struct reader *reader;
	struct message_match *match;
	struct message *message; /* whose fate the last event has decided */
	size_t first, count, room;
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

int messages_open(const struct gno_report *r, struct messages **out, struct gno_err *err)
{
	struct messages *l = calloc(1, sizeof(*l));
	int rc;

	*out = l;
	if (!l)
		return gno_fail_nomem(err);
	l->match = message_match_new(r, keep, l);
	rc = l->match ? reading_open(r, &l->reader, err) : gno_fail_nomem(err);
	if (!rc)
		rc = reader_add(l->reader, &message_match_pass, l->match, err);
	if (!rc)
		reading_begin_ports(r, l->reader);
	return rc;
}

/* Takes the next event, or after the last one gives up one that waits: 1; 0: there is none. */
static int step(struct messages *l, struct gno_err *err)
{
	int rc;

	if (!l->ended) {
		rc = reader_step(l->reader, err);
		l->ended = !rc;
		return rc < 0 ? rc : 1;
	}
	rc = message_match_flush(l->match);
	return rc < 0 ? gno_fail_nomem(err) : rc;
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
