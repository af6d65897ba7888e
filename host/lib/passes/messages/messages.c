/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of a run, one by one. */
#include "passes/messages/messages.h"

#include <stdlib.h>

#include "common/util.h"

struct messages {
	struct feed *feed;
	struct message_match *match;
	struct message *message; /* whose fate the last event has decided */
	size_t first, count, room;
	bool ended;
};

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

	*out = l;
	if (!l)
		return gno_fail_nomem(err);
	l->match = message_match_new(r->m->nodes, keep, l);
	if (!l->match)
		return gno_fail_nomem(err);
	return feed_open(r, &l->feed, err);
}

/* Takes the next event, or after the last one gives up one that waits: 1; 0: there is none. */
static int step(struct messages *l, struct gno_err *err)
{
	struct feed_event v;
	int rc;

	if (!l->ended) {
		rc = feed_next(l->feed, &v, err);
		if (rc < 0)
			return rc;
		l->ended = !rc;
		if (rc && message_match_take(l->match, &v, 0))
			return gno_fail_nomem(err);
		return 1;
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
	feed_close(l->feed);
	message_match_free(l->match);
	free(l->message);
	free(l);
}
