/* SPDX-License-Identifier: Apache-2.0 */
#include "device/request.h"

#include <assert.h>
#include <string.h>

#define CRC 2
#define SEQUENCES 32
/*
 * In flight at most. An old answer is never taken for a new one: of what is no read of the buffer
 * there is half of the sequence numbers. A read of the buffer is known by its address as well, and
 * what comes late for that address is the same, unless all of the buffer has been read meanwhile.
 * The registers have then been read, too, behind it, and the answers come in order.
 */
#define MAX_OTHERS (SEQUENCES / 2)
#define MAX_READS 64	/* of the buffer: rate times round trip, with a whole block each */
#define QUEUE_WINDOW 56 /* bytes; the receive queue of a UART's PHY holds 63 */
/* What a FIFO has no room for waits on the way to it: FT232H has 1024, FT2232H 4096. */
#define FIFO_WINDOW 704
#define FAILS 2 /* of a read of the buffer, from which on it asks for half as much */
/* Good answers after which reads ask for more again: at first, and at most. Each time that this was
 * in vain it takes twice as many. */
#define CALM 64
#define CALM_MOST 65536

uint16_t gno_crc16(const uint8_t *data, size_t len)
{
	uint16_t crc = 0xFFFF;

	for (size_t i = 0; i < len; i++) {
		uint16_t x = (uint16_t)((crc >> 8) ^ data[i]);

		x ^= x >> 4;
		crc = (uint16_t)((crc << 8) ^ (x << 12) ^ (x << 5) ^ x);
	}
	return crc;
}

bool gno_request_is_read(const struct gno_request *req)
{
	return req->op == GNO_OP_READ_REGS || req->op == GNO_OP_READ_BUFFER;
}

/* Whether it reads the buffer: in parts, if need be. */
static bool is_block(const struct gno_request *req)
{
	return req->op == GNO_OP_READ_BUFFER;
}

static bool has_payload(const struct gno_request *req)
{
	return gno_request_is_read(req) || req->out;
}

size_t gno_request_header(const struct gno_request *req)
{
	return req->far ? GNO_REQUEST_HEADER_FAR : GNO_REQUEST_HEADER;
}

size_t gno_request_len(const struct gno_request *req)
{
	return gno_request_header(req) + (req->out ? GNO_SLOT_BYTES * req->slots : 0);
}

size_t gno_request_payload(const struct gno_request *req)
{
	return has_payload(req) ? GNO_SLOT_BYTES * req->part : 0;
}

size_t gno_answer_len(const struct gno_request *req)
{
	return gno_request_header(req) + gno_request_payload(req) + CRC;
}

static void push_last(struct gno_request_queue *q, struct gno_request *req)
{
	req->next = NULL;
	if (q->last)
		q->last->next = req;
	else
		q->first = req;
	q->last = req;
	q->count++;
}

static struct gno_request *pop_first(struct gno_request_queue *q)
{
	struct gno_request *req = q->first;

	q->first = req->next;
	if (!q->first)
		q->last = NULL;
	q->count--;
	return req;
}

static void push_first(struct gno_request_queue *q, struct gno_request *req)
{
	req->next = q->first;
	q->first = req;
	if (!q->last)
		q->last = req;
	q->count++;
}

/* Puts the requests of `front` before those of q. */
static void join_front(struct gno_request_queue *q, struct gno_request_queue *front)
{
	if (!front->first)
		return;
	front->last->next = q->first;
	if (!q->last)
		q->last = front->last;
	q->first = front->first;
	q->count += front->count;
}

void gno_requests_add(struct gno_requests *r, struct gno_request *req)
{
	assert(req->slots >= 1 && req->slots <= GNO_MAX_BLOCK);
	assert(req->far || req->addr <= UINT16_MAX);
	req->state = GNO_REQ_QUEUED;
	req->sends = req->done = req->fails = 0;
	req->part = req->slots;
	push_last(&r->waiting, req);
}

/* Whether the window has room, and no answer in flight could be mistaken for this one's. */
static bool may_send(const struct gno_requests *r, const struct gno_request *req)
{
	const struct gno_request *f;

	if (!r->flight.first)
		return true;
	if (is_block(req) ? r->reads >= MAX_READS : r->flight.count - r->reads >= MAX_OTHERS)
		return false;
	if (r->flight_bytes + gno_request_len(req) > (r->held ? FIFO_WINDOW : QUEUE_WINDOW))
		return false;
	for (f = r->flight.first; f; f = f->next)
		if (has_payload(f) && has_payload(req) && f->part == req->part)
			return false;
	return true;
}

/* A read of the buffer failed: it may be the length of its answer. */
static void note_failure(struct gno_requests *r, struct gno_request *req)
{
	unsigned half = req->part / 2;

	if (!is_block(req) || ++req->fails < FAILS || !half || (r->most && half >= r->most))
		return;
	if (!r->calm)
		r->calm = CALM;
	else if (r->grown && r->calm < CALM_MOST)
		r->calm *= 2;
	r->most = half;
	r->grown = false;
	r->good = 0;
	req->sends = 0;
}

/* A read of the buffer was answered well. */
static void note_success(struct gno_requests *r)
{
	if (!r->most || ++r->good < r->calm)
		return;
	r->good = 0;
	r->grown = true;
	r->most = 2 * r->most < GNO_MAX_BLOCK ? 2 * r->most : 0;
}

struct gno_request *gno_requests_next(struct gno_requests *r)
{
	struct gno_request *req = r->waiting.first;

	if (req) {
		req->part = req->slots - req->done;
		if (is_block(req) && r->most && req->part > r->most)
			req->part = r->most;
	}
	return r->waiting.first && may_send(r, r->waiting.first) ? pop_first(&r->waiting) : NULL;
}

void gno_requests_send(struct gno_requests *r, struct gno_request *req)
{
	uint8_t *h = req->header;
	size_t end = gno_request_header(req) - CRC;
	unsigned *seq = &r->seq[!is_block(req)];
	uint16_t crc;

	if (req->sends > 1 && h[1] >> 3 == *seq)
		*seq = (*seq + 1) % SEQUENCES;
	h[0] = GNO_FRAME_MARK;
	h[1] = (uint8_t)(req->op | *seq << 3);
	for (size_t i = 2; i < end - 1; i++)
		h[i] = (uint8_t)((req->addr + req->done) >> 8 * (i - 2));
	h[end - 1] = (uint8_t)(req->part - 1);
	crc = gno_crc16(h, end);
	h[end] = (uint8_t)(crc >> 8);
	h[end + 1] = (uint8_t)crc;
	*seq = (*seq + 1) % SEQUENCES;
	req->state = GNO_REQ_SENT;
	push_last(&r->flight, req);
	r->reads += is_block(req);
	r->flight_bytes += gno_request_len(req);
}

struct gno_request *gno_requests_match(const struct gno_requests *r, const uint8_t *header,
				       size_t len)
{
	struct gno_request *req;

	for (req = r->flight.first; req; req = req->next) {
		size_t all = gno_request_header(req);

		if (!memcmp(req->header, header, len < all ? len : all))
			return req;
	}
	return NULL;
}

static struct gno_request *land(struct gno_requests *r)
{
	struct gno_request *req = pop_first(&r->flight);

	r->flight_bytes -= gno_request_len(req);
	r->reads -= is_block(req);
	return req;
}

void gno_requests_repeat(struct gno_requests *r, const struct gno_request *end)
{
	struct gno_request_queue again = {0};

	while (r->flight.first != end) {
		struct gno_request *req = land(r);

		note_failure(r, req);
		req->state = req->once ? GNO_REQ_LOST : GNO_REQ_QUEUED;
		if (!req->once)
			push_last(&again, req);
	}
	join_front(&r->waiting, &again);
}

void gno_requests_done(struct gno_requests *r, struct gno_request *req)
{
	gno_requests_repeat(r, req);
	land(r);
	if (is_block(req))
		note_success(r);
	req->done += req->part;
	req->sends = 0;
	req->state = req->done < req->slots ? GNO_REQ_QUEUED : GNO_REQ_DONE;
	if (req->state == GNO_REQ_QUEUED)
		push_first(&r->waiting, req);
}

size_t gno_requests_longest(const struct gno_requests *r)
{
	const struct gno_request *req;
	size_t longest = GNO_REQUEST_HEADER;

	for (req = r->flight.first; req; req = req->next)
		if (gno_request_len(req) > longest)
			longest = gno_request_len(req);
	return longest;
}

void gno_requests_forget(struct gno_requests *r)
{
	while (r->flight.first)
		land(r)->state = GNO_REQ_IDLE;
	while (r->waiting.first)
		pop_first(&r->waiting)->state = GNO_REQ_IDLE;
}
