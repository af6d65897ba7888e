/* SPDX-License-Identifier: Apache-2.0 */
#include "link.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 7
#define CRC 2
#define SEQUENCES 32
#define MAX_FLIGHT 16 /* half of the sequence numbers, so that an old answer is never taken for a new one */
#define WINDOW 56     /* request bytes in flight; the device's receive queue holds 63 */
#define LONGEST_FRAME 2056 /* bytes that end any frame a device may wait for: 256 * 8 + 8 */
#define FILL 0xFF	   /* these bytes; not 0, which would be no run number at the end of a START */
#define MAX_STALLS 4	   /* silent time-outs in a row before the monitor counts as gone */
#define MAX_SENDS 24	   /* sends of one request before the damage counts as lasting */
#define RX_ROOM 16384

struct queue {
	struct gno_request *first, *last;
	unsigned count;
};

struct gno_link {
	const struct gno_transport *transport;
	void *ctx;
	unsigned timeout_ms;
	struct queue waiting, flight;
	size_t flight_bytes;
	unsigned seq;
	unsigned stalls; /* time-outs since the last good answer */
	bool heard;	 /* anything since the last recovery: then the line is bad, but somebody is there */
	uint8_t rx[RX_ROOM];
	size_t rx_len;
	struct gno_link_counters counters;
};

uint16_t gno_crc16(const uint8_t *data, size_t len)
{
	uint16_t crc = 0xFFFF;
	size_t i;

	for (i = 0; i < len; i++) {
		uint16_t x = (uint16_t)((crc >> 8) ^ data[i]);

		x ^= x >> 4;
		crc = (uint16_t)((crc << 8) ^ (x << 12) ^ (x << 5) ^ x);
	}
	return crc;
}

static bool is_read(const struct gno_request *req)
{
	return req->op == GNO_OP_READ_REGS || req->op == GNO_OP_READ_BUFFER;
}

static bool has_payload(const struct gno_request *req)
{
	return is_read(req) || req->out;
}

static size_t request_len(const struct gno_request *req)
{
	return HEADER + (req->out ? 8 * req->slots : 0);
}

static size_t answer_len(const struct gno_request *req)
{
	return HEADER + (has_payload(req) ? 8 * req->slots : 0) + CRC;
}

static void push_last(struct queue *q, struct gno_request *req)
{
	req->next = NULL;
	if (q->last)
		q->last->next = req;
	else
		q->first = req;
	q->last = req;
	q->count++;
}

static struct gno_request *pop_first(struct queue *q)
{
	struct gno_request *req = q->first;

	q->first = req->next;
	if (!q->first)
		q->last = NULL;
	q->count--;
	return req;
}

/* Puts the requests of `front` before those of q. */
static void join_front(struct queue *q, struct queue *front)
{
	if (!front->first)
		return;
	front->last->next = q->first;
	if (!q->last)
		q->last = front->last;
	q->first = front->first;
	q->count += front->count;
}

/* Whether the window has room, and no answer in flight could be mistaken for this one's. */
static bool may_send(const struct gno_link *link, const struct gno_request *req)
{
	const struct gno_request *f;

	if (!link->flight.first)
		return true;
	if (link->flight.count >= MAX_FLIGHT || link->flight_bytes + request_len(req) > WINDOW)
		return false;
	for (f = link->flight.first; f; f = f->next)
		if (has_payload(f) && has_payload(req) && f->slots == req->slots)
			return false;
	return true;
}

static int send_request(struct gno_link *link, struct gno_request *req, struct gno_err *err)
{
	uint8_t *h = req->header;
	uint16_t crc;
	int ret;

	if (req->sends++ >= MAX_SENDS)
		return gno_fail(err, GNO_ERR_LINK,
				"link to the monitor is damaged beyond repair: a request "
				"failed %u times",
				MAX_SENDS);
	if (req->sends > 1)
		link->counters.resent++;
	h[0] = GNO_FRAME_MARK;
	h[1] = (uint8_t)(req->op | link->seq << 3);
	h[2] = (uint8_t)req->addr;
	h[3] = (uint8_t)(req->addr >> 8);
	h[4] = (uint8_t)(req->slots - 1);
	crc = gno_crc16(h, 5);
	h[5] = (uint8_t)(crc >> 8);
	h[6] = (uint8_t)crc;
	link->seq = (link->seq + 1) % SEQUENCES;
	req->state = GNO_REQ_SENT;
	push_last(&link->flight, req);
	link->flight_bytes += request_len(req);
	ret = link->transport->write(link->ctx, h, HEADER, link->timeout_ms, err);
	if (!ret && req->out)
		ret = link->transport->write(link->ctx, req->out, 8 * req->slots, link->timeout_ms, err);
	return ret;
}

static int send_waiting(struct gno_link *link, struct gno_err *err)
{
	int ret = 0;

	while (!ret && link->waiting.first && may_send(link, link->waiting.first))
		ret = send_request(link, pop_first(&link->waiting), err);
	return ret;
}

/* Takes requests out of flight, up to (and without) `end`; they are sent again, or are lost. */
static void give_up_until(struct gno_link *link, const struct gno_request *end)
{
	struct queue again = {0};

	while (link->flight.first != end) {
		struct gno_request *req = pop_first(&link->flight);

		link->flight_bytes -= request_len(req);
		req->state = req->once ? GNO_REQ_LOST : GNO_REQ_QUEUED;
		if (!req->once)
			push_last(&again, req);
	}
	join_front(&link->waiting, &again);
}

/* The request in flight whose header this is; its CRC was right when it was sent. */
static struct gno_request *match(const struct gno_link *link, const uint8_t *header)
{
	struct gno_request *req;

	for (req = link->flight.first; req; req = req->next)
		if (!memcmp(req->header, header, HEADER))
			return req;
	return NULL;
}

/* Takes an answer whole: whether body (payload and CRC) is good. */
static bool accept(struct gno_link *link, struct gno_request *req, const uint8_t *body)
{
	size_t len = answer_len(req) - HEADER - CRC;
	uint16_t crc = (uint16_t)(body[len] << 8 | body[len + 1]);

	if (gno_crc16(body, len) != crc || (req->out && memcmp(body, req->out, len))) {
		link->counters.damaged++;
		return false;
	}
	if (is_read(req))
		memcpy(req->in, body, len);
	/* The device answers in order: what was asked for earlier and is still open will not be answered. */
	give_up_until(link, req);
	pop_first(&link->flight);
	link->flight_bytes -= request_len(req);
	req->state = GNO_REQ_DONE;
	link->stalls = 0;
	link->counters.requests++;
	return true;
}

/*
 * Finds good answers in what was received, at any offset. What may be the beginning of an answer is kept
 * unless `final`: then nothing more will come.
 */
static void parse(struct gno_link *link, bool final)
{
	size_t at = 0;

	while (at < link->rx_len) {
		size_t left = link->rx_len - at;
		const uint8_t *p = link->rx + at;
		struct gno_request *req = NULL;

		if (*p == GNO_FRAME_MARK) {
			if (left < HEADER && !final)
				break;
			req = left < HEADER ? NULL : match(link, p);
		}
		if (req && left < answer_len(req)) {
			if (!final)
				break;
			req = NULL;
		}
		if (req) {
			size_t len = answer_len(req);

			if (accept(link, req, p + HEADER)) {
				at += len;
				continue;
			}
		}
		at++;
		link->counters.noise++;
	}
	link->rx_len -= at;
	memmove(link->rx, link->rx + at, link->rx_len);
}

/* Throws away what comes until nothing came for a while. */
static int discard(struct gno_link *link, struct gno_err *err)
{
	unsigned most = 4 * MAX_FLIGHT * LONGEST_FRAME;
	int got;

	link->counters.noise += link->rx_len;
	link->rx_len = 0;
	do {
		got = link->transport->read(link->ctx, link->rx, RX_ROOM, link->timeout_ms / 4, err);
		if (got < 0)
			return got;
		link->counters.noise += (unsigned)got;
		most -= most < (unsigned)got ? most : (unsigned)got;
	} while (got && most);
	return 0;
}

/*
 * After a time-out: the device may wait for the rest of a frame, so it gets fill bytes, as many as the longest
 * frame in flight (at the second time: as any frame), and everything unanswered is sent again.
 */
static int recover(struct gno_link *link, struct gno_err *err)
{
	uint8_t fill[LONGEST_FRAME];
	size_t need = HEADER;
	struct gno_request *req;
	int ret;

	if (++link->stalls > MAX_STALLS && !link->heard)
		return gno_fail(err, GNO_ERR_TIMEOUT,
				"no answer from the monitor (asked %u times, at least "
				"%u ms each)",
				link->stalls, link->timeout_ms);
	for (req = link->flight.first; req; req = req->next)
		if (request_len(req) > need)
			need = request_len(req);
	if (link->stalls > 1)
		need = LONGEST_FRAME;
	link->heard = false;
	link->counters.recoveries++;
	memset(fill, FILL, need);
	ret = link->transport->write(link->ctx, fill, need, link->timeout_ms, err);
	if (!ret)
		ret = discard(link, err);
	if (!ret)
		give_up_until(link, NULL);
	return ret;
}

/* One step: sends what may be sent, waits for bytes, takes answers, repairs after a time-out. */
static int step(struct gno_link *link, struct gno_err *err)
{
	unsigned patience = link->timeout_ms * (link->stalls ? 2 : 1);
	uint64_t before = link->counters.requests;
	int got, ret;

	ret = send_waiting(link, err);
	if (ret)
		return ret;
	got =
	    link->transport->read(link->ctx, link->rx + link->rx_len, RX_ROOM - link->rx_len, patience, err);
	if (got < 0)
		return got;
	link->rx_len += (size_t)got;
	link->heard = link->heard || got;
	parse(link, got == 0);
	if (got == 0 && link->counters.requests == before)
		return recover(link, err);
	return 0;
}

int gno_link_open(const struct gno_transport *transport, const char *rest, unsigned timeout_ms,
		  struct gno_link **out, struct gno_err *err)
{
	struct gno_link *link = calloc(1, sizeof(*link));
	int ret;

	if (!link)
		return gno_fail_nomem(err);
	link->transport = transport;
	link->timeout_ms = timeout_ms;
	ret = transport->open(rest, timeout_ms, &link->ctx, err);
	if (ret) {
		free(link);
		return ret;
	}
	*out = link;
	return 0;
}

void gno_link_close(struct gno_link *link)
{
	if (!link)
		return;
	link->transport->close(link->ctx);
	free(link);
}

int gno_link_submit(struct gno_link *link, struct gno_request *req, struct gno_err *err)
{
	int ret;

	assert(req->slots >= 1 && req->slots <= GNO_MAX_BLOCK);
	req->state = GNO_REQ_QUEUED;
	req->sends = 0;
	push_last(&link->waiting, req);
	ret = send_waiting(link, err);
	if (ret)
		gno_link_forget(link);
	return ret;
}

int gno_link_wait(struct gno_link *link, struct gno_request *req, struct gno_err *err)
{
	int ret = 0;

	while (!ret && (req->state == GNO_REQ_QUEUED || req->state == GNO_REQ_SENT))
		ret = step(link, err);
	if (ret)
		gno_link_forget(link);
	return ret;
}

int gno_link_exec(struct gno_link *link, struct gno_request *req, struct gno_err *err)
{
	int ret = gno_link_submit(link, req, err);

	return ret ? ret : gno_link_wait(link, req, err);
}

void gno_link_forget(struct gno_link *link)
{
	while (link->flight.first)
		pop_first(&link->flight)->state = GNO_REQ_IDLE;
	while (link->waiting.first)
		pop_first(&link->waiting)->state = GNO_REQ_IDLE;
	link->flight_bytes = 0;
}

void gno_link_counters(const struct gno_link *link, struct gno_link_counters *out)
{
	*out = link->counters;
}
