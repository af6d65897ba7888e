/* SPDX-License-Identifier: Apache-2.0 */
#include "host_parts.h"

#include <stdlib.h>

#include "device/registers.h"
#include "sync/track.h"

enum {
	APART_NS = 300000, /* from one board's polls to the next one's */
};

static int poll_once(struct host_board *b, struct gno_device *dev, struct sync_track *t,
		     struct gno_err *err)
{
	const struct host *h = b->host;
	struct gno_device_poll p;
	struct sync_poll poll;
	int rc = gno_device_time(dev, &p, err);

	if (rc)
		return rc;
	poll.sent = (int64_t)(p.sent_ns - h->set.raw_ns) * 1000;
	poll.received = (int64_t)(p.received_ns - h->set.raw_ns) * 1000;
	poll.cycle = p.cycle;
	host_answer_poll(b, &p);
	return sync_track_poll(t, &poll, 0, err);
}

static int refresh(struct host_board *b, struct gno_device *dev, struct sync_track *t,
		   struct gno_err *err)
{
	int rc = 0;

	for (uint64_t p = 0; !rc && p < b->host->plan->polls; p++)
		rc = poll_once(b, dev, t, err);
	return rc ? rc : sync_track_refresh(t, err);
}

/* Refreshes at equal intervals, at all boards at about the same time. */
static int poll_all(struct host_board *b, struct gno_device *dev, struct gno_err *err)
{
	struct host *h = b->host;
	struct sync_track t;
	int rc = 0;

	h->ready++;
	host_wait_for(h, &h->ready);
	if (!h->begin_ns) /* the first one that goes on */
		h->begin_ns = h->set.raw_ns = desk_now_ns() + HOST_LAST_NS;
	sync_track_begin(&t, &h->set.entry[b->number]);
	for (uint64_t i = 0; !rc && !h->failed && i < h->plan->refreshes; i++) {
		desk_wait(h->begin_ns + i * h->plan->interval_us * 1000 + b->number * APART_NS);
		rc = refresh(b, dev, &t, err);
	}
	return rc;
}

static int start(struct host_board *b, struct gno_device **dev, struct gno_err *err)
{
	uint64_t nonce = b->number + 1;
	unsigned run;
	int rc = gno_device_attach(&host_transport, (const char *)b, b->name, NULL, dev, err);

	if (!rc)
		rc = gno_device_identify(*dev, b->host->m, err);
	if (!rc)
		rc = gno_device_reset(*dev, err);
	return rc ? rc : gno_device_start(*dev, &nonce, &run, err);
}

void host_poll_board(void *ctx)
{
	struct host_board *b = ctx;
	struct gno_device *dev = NULL;
	struct gno_err err = {0};
	int rc = start(b, &dev, &err);

	if (!rc)
		rc = poll_all(b, dev, &err);
	if (rc) {
		say("%s: %s", b->name, err.text);
		b->host->failed = true;
	}
	gno_device_close(dev);
	b->host->over++;
}

bool host_polls_begin(struct host *h)
{
	struct sync_entry *e = calloc(h->plan->boards, sizeof(*e));

	h->set.entry = e;
	h->set.entries = e ? h->plan->boards : 0;
	for (unsigned k = 0; k < h->set.entries; k++) {
		e[k].name = gno_format("board%u", k);
		e[k].mapping.board = host_declared(h, k);
	}
	return e != NULL;
}
