/* SPDX-License-Identifier: Apache-2.0 */
#include "device/link.h"
#include "common/util.h"

#include <stdlib.h>
#include <string.h>

/* Bytes GNO_FRAME_FILL that end any frame a device may wait for: 256 * 8 + 8. They are not 0, which
 * would be no run number at the end of a START. */
#define LONGEST_FRAME 2056
#define MAX_STALLS 4 /* silent time-outs in a row before the monitor counts as gone */
#define MAX_SENDS 24 /* sends of one request before the damage counts as lasting */
#define RX_ROOM 16384
#define TX_ROOM 512 /* the headers of requests that are sent together */

/* Deadlines. Only what belongs to an answer moves them. */
#define SLICE_MS 100 /* between polls of what may end the waiting */
#define RATE 256     /* bytes of an answer that come in a time-out at least */
#define GIVE_UP                                                                                    \
	15 /* time-outs without an answer, good or damaged, after which the monitor has failed */
#define INTERRUPTED_MS 300 /* that what is under way has after an interrupt */
#define LIMIT_MS 400	   /* without an answer after which a limit that has passed is obeyed */
#define SLOW_FACTOR                                                                                \
	4 /* a limit waits so many times as long as the slowest answer so far took, if that is     \
	     more */
#define MARK_BYTES 64 /* of an answer that count as one there */

struct gno_link {
	const struct gno_transport *transport;
	void *ctx;
	const struct gno_device_options *options;
	unsigned timeout_ms;
	uint64_t life;	/* last byte of an answer, or when the next answer was requested */
	uint64_t turn;	/* since when the oldest in flight is next */
	uint64_t moved; /* last good answer, or the last MARK_BYTES of one, or since when there was
			   something */
	size_t marked;	/* bytes of the current answer then */
	uint64_t slowest;  /* longest time without a change of `moved` before a good answer */
	uint64_t answered; /* last answer, good or damaged, or since when there was something to
			      answer */
	uint64_t halted;   /* when the interrupt was seen; 0: not yet */
	uint64_t limit_at; /* 0: none */
	uint64_t trial_at; /* the same for a rate that is tried */
	struct gno_requests requests;
	unsigned stalls; /* time-outs since the last good answer */
	bool silent;	 /* nothing at all came before the last recovery: it may be slow */
	/* anything since the last recovery: then the line is bad, but a device is there */
	bool heard;
	uint8_t tx[TX_ROOM];
	size_t tx_len;
	uint8_t rx[RX_ROOM];
	size_t rx_len;
	uint64_t read_ns; /* when the last bytes had come */
	bool pushes;	  /* gno_link_pushes */
	struct gno_link_counters counters;
};

static uint64_t now_ms(const struct gno_link *link)
{
	return link->transport->now_ms ? link->transport->now_ms(link->ctx) : gno_now_ms();
}

static uint64_t now_ns(const struct gno_link *link)
{
	return link->transport->now_ns ? link->transport->now_ns(link->ctx) : gno_raw_ns();
}

/* When the first of its limits is over; 0: there is none. */
static uint64_t end_of(const struct gno_link *link)
{
	if (!link->limit_at || !link->trial_at)
		return link->limit_at + link->trial_at;
	return link->limit_at < link->trial_at ? link->limit_at : link->trial_at;
}

/* Whether waiting must end: the caller was interrupted, or its limit has passed. */
static int check_halt(struct gno_link *link, uint64_t now, struct gno_err *err)
{
	uint64_t limit_at = end_of(link);
	uint64_t since = link->moved > limit_at ? link->moved : limit_at;
	uint64_t patience =
	    SLOW_FACTOR * link->slowest > LIMIT_MS ? SLOW_FACTOR * link->slowest : LIMIT_MS;

	if (patience > link->timeout_ms)
		patience = link->timeout_ms > LIMIT_MS ? link->timeout_ms : LIMIT_MS;

	if (link->options->interrupted && *link->options->interrupted) {
		if (!link->halted)
			link->halted = now;
		if (now - link->halted >= INTERRUPTED_MS)
			return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
	}
	if (limit_at && now >= since + patience)
		return gno_fail(err, GNO_ERR_TIMEOUT,
				"the time limit has passed, and the monitor does not answer");
	return 0;
}

static int send_bytes(struct gno_link *link, const uint8_t *data, size_t len, struct gno_err *err)
{
	uint64_t end = now_ms(link) + link->timeout_ms;

	while (len) {
		int done = link->transport->write(link->ctx, data, len, SLICE_MS, err);
		uint64_t now = now_ms(link);
		int rc = done < 0 ? done : check_halt(link, now, err);

		if (rc)
			return rc;
		if (!done && now >= end)
			return gno_fail(err, GNO_ERR_TIMEOUT, "the monitor takes no bytes");
		if (done)
			end = now + link->timeout_ms;
		data += done;
		len -= (size_t)done;
	}
	return 0;
}

/* Sends the headers that were gathered. */
static int send_headers(struct gno_link *link, struct gno_err *err)
{
	size_t len = link->tx_len;

	link->tx_len = 0;
	return send_bytes(link, link->tx, len, err);
}

/* Gathers the header; what has a payload is sent at once. */
static int send_request(struct gno_link *link, struct gno_request *req, struct gno_err *err)
{
	bool first = !link->requests.flight.first;
	size_t len = gno_request_header(req);
	int rc = 0;

	if (req->sends++ >= MAX_SENDS)
		return gno_fail(
		    err, GNO_ERR_LINK,
		    "link to the monitor is damaged beyond repair: a request failed %u times",
		    MAX_SENDS);
	if (req->sends > 1)
		link->counters.resent++;
	gno_requests_send(&link->requests, req);
	if (first)
		link->life = link->turn = now_ms(link);
	if (link->tx_len + len > TX_ROOM)
		rc = send_headers(link, err);
	if (rc)
		return rc;
	req->sent_ns = now_ns(link);
	memcpy(link->tx + link->tx_len, req->header, len);
	link->tx_len += len;
	if (req->out)
		rc = send_headers(link, err);
	return rc || !req->out ? rc : send_bytes(link, req->out, GNO_SLOT_BYTES * req->slots, err);
}

static int send_waiting(struct gno_link *link, struct gno_err *err)
{
	struct gno_request *req;
	int rc = 0;

	while (!rc && (req = gno_requests_next(&link->requests)))
		rc = send_request(link, req, err);
	return rc ? rc : send_headers(link, err);
}

/* Takes an answer whole: whether body (payload and CRC) is good. */
static bool accept(struct gno_link *link, struct gno_request *req, const uint8_t *body)
{
	uint64_t now;
	size_t len = gno_request_payload(req);
	uint16_t crc = (uint16_t)(body[len] << 8 | body[len + 1]);

	if (gno_crc16(body, len) != crc || (req->out && memcmp(body, req->out, len))) {
		link->answered = now_ms(link);
		return false;
	}
	if (gno_request_is_read(req))
		memcpy(req->in + GNO_SLOT_BYTES * req->done, body, len);
	req->received_ns = link->read_ns;
	gno_requests_done(&link->requests, req);
	link->stalls = 0;
	link->silent = false;
	now = now_ms(link);
	if (now - link->moved > link->slowest)
		link->slowest = now - link->moved;
	link->life = link->turn = link->moved = link->answered = now;
	link->counters.requests++;
	return true;
}

/*
 * Finds good answers in what was received, at any offset. What may be the beginning of an answer is
 * kept unless `final`: then nothing more will come.
 */
static void parse(struct gno_link *link, bool final)
{
	size_t at = 0;

	while (at < link->rx_len) {
		size_t left = link->rx_len - at;
		const uint8_t *p = link->rx + at;
		struct gno_request *req = NULL;

		if (*p == GNO_FRAME_MARK) {
			if (left < GNO_REQUEST_HEADER && !final)
				break;
			req = left < GNO_REQUEST_HEADER
				  ? NULL
				  : gno_requests_match(&link->requests, p, left);
		}
		if (req && left < gno_answer_len(req)) {
			if (!final)
				break;
			req = NULL;
		}
		if (req) {
			size_t len = gno_answer_len(req);

			if (accept(link, req, p + gno_request_header(req))) {
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

/* Reads what comes until a time, in slices; 0: nothing came in the current one. */
static int wait_bytes(struct gno_link *link, uint8_t *to, size_t room, uint64_t until,
		      struct gno_err *err)
{
	uint64_t now = now_ms(link), left = until > now ? until - now : 0;
	int rc = check_halt(link, now, err);

	if (!rc)
		rc = link->transport->read(link->ctx, to, room,
					   left < SLICE_MS ? (unsigned)left : SLICE_MS, err);
	link->read_ns =
	    rc > 0 && link->transport->came_ns ? link->transport->came_ns(link->ctx) : now_ns(link);
	return rc;
}

/* Discards input until nothing came for a while, or for a time-out at most. */
static int discard(struct gno_link *link, struct gno_err *err)
{
	uint64_t now = now_ms(link), end = now + link->timeout_ms,
		 quiet = now + link->timeout_ms / 4;

	link->counters.noise += link->rx_len;
	link->rx_len = 0;
	while (now < end && now < quiet) {
		int got = wait_bytes(link, link->rx, RX_ROOM, end < quiet ? end : quiet, err);

		if (got < 0)
			return got;
		now = now_ms(link);
		link->counters.noise += (unsigned)got;
		if (got)
			quiet = now + link->timeout_ms / 4;
	}
	return 0;
}

static int give_up(const struct gno_link *link, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_TIMEOUT,
			"no answer from the monitor for %u ms, after %u requests%s",
			gno_link_waited(link), link->stalls,
			link->heard ? "; the bytes received are not an answer" : "");
}

/*
 * After a time-out: the device may wait for the rest of a frame, so it gets fill bytes, as many as
 * the longest frame in flight (at the second time: as any frame), and everything unanswered is sent
 * again.
 */
static int recover(struct gno_link *link, struct gno_err *err)
{
	uint8_t fill[LONGEST_FRAME];
	size_t need = gno_requests_longest(&link->requests);
	int rc;

	if ((++link->stalls > MAX_STALLS && !link->heard) ||
	    gno_link_waited(link) >= GIVE_UP * link->timeout_ms)
		return give_up(link, err);
	if (link->stalls > 1)
		need = LONGEST_FRAME;
	link->silent = !link->heard;
	link->heard = false;
	link->counters.recoveries++;
	memset(fill, GNO_FRAME_FILL, need);
	rc = send_bytes(link, fill, need, err);
	if (!rc)
		rc = discard(link, err);
	if (!rc)
		gno_requests_repeat(&link->requests, NULL);
	return rc;
}

/* Whether what is left in the buffer is the beginning of an answer. */
static bool half_answer(const struct gno_link *link)
{
	return link->rx_len >= GNO_REQUEST_HEADER &&
	       gno_requests_match(&link->requests, link->rx, link->rx_len);
}

/*
 * When the answer that is next counts as lost: when no byte of it came for a time-out, or it takes
 * longer than its length explains. Noise does not move that.
 */
static uint64_t lost_at(const struct gno_link *link)
{
	uint64_t patience = (uint64_t)link->timeout_ms * (link->silent ? 2 : 1);
	uint64_t whole =
	    link->turn + patience + patience * gno_answer_len(link->requests.flight.first) / RATE;

	return link->life + patience < whole ? link->life + patience : whole;
}

/* More of an answer came. */
static void note_progress(struct gno_link *link)
{
	link->life = now_ms(link);
	if (link->rx_len < link->marked)
		link->marked = 0;
	if (link->rx_len < link->marked + MARK_BYTES)
		return;
	link->moved = link->life;
	link->marked = link->rx_len;
}

/* One step: sends what may be sent, waits for bytes, takes answers, repairs after a time-out. */
static int step(struct gno_link *link, struct gno_err *err)
{
	uint64_t before = link->counters.requests;
	bool lost;
	int got, rc;

	rc = send_waiting(link, err);
	if (rc)
		return rc;
	got = wait_bytes(link, link->rx + link->rx_len, RX_ROOM - link->rx_len, lost_at(link), err);
	if (got < 0)
		return got;
	link->rx_len += (size_t)got;
	link->heard = link->heard || got;
	parse(link, false);
	if (link->counters.requests != before)
		return 0;
	if (got && half_answer(link))
		note_progress(link);
	lost = now_ms(link) >= lost_at(link);
	if (lost)
		parse(link, true);
	return lost && link->counters.requests == before ? recover(link, err) : 0;
}

int gno_link_open(const struct gno_transport *transport, const char *rest,
		  const struct gno_device_options *options, struct gno_link **out,
		  struct gno_err *err)
{
	struct gno_link *link = calloc(1, sizeof(*link));
	int rc;

	if (!link)
		return gno_fail_nomem(err);
	link->transport = transport;
	link->options = options;
	link->timeout_ms = options->timeout_ms;
	rc = transport->open(rest, options, &link->ctx, err);
	if (rc) {
		free(link);
		return rc;
	}
	gno_link_limit(link, options->limit_ms);
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

void gno_link_limit(struct gno_link *link, unsigned limit_ms)
{
	link->limit_at = limit_ms ? now_ms(link) + limit_ms : 0;
}

bool gno_link_is_over(const struct gno_link *link)
{
	return link->limit_at && now_ms(link) >= link->limit_at;
}

void gno_link_trial(struct gno_link *link, unsigned limit_ms)
{
	link->trial_at = limit_ms ? now_ms(link) + limit_ms : 0;
}

uint64_t gno_link_slowest(const struct gno_link *link)
{
	return link->slowest;
}

uint64_t gno_link_now_ms(const struct gno_link *link)
{
	return now_ms(link);
}

int gno_link_idle(struct gno_link *link, unsigned ms, struct gno_err *err)
{
	uint64_t end = now_ms(link) + ms;
	int got = 0;

	while (got >= 0 && now_ms(link) < end &&
	       !(link->options->interrupted && *link->options->interrupted)) {
		got = wait_bytes(link, link->rx + link->rx_len, RX_ROOM - link->rx_len, end, err);
		if (got <= 0)
			continue;
		link->rx_len += (size_t)got;
		link->heard = true;
		parse(link, false); /* also answers to what was submitted before */
	}
	return got < 0 ? got : 0;
}

int gno_link_set_baud(struct gno_link *link, unsigned baud, struct gno_err *err)
{
	int rc = link->transport->set_baud ? link->transport->set_baud(link->ctx, baud, err) : 0;

	if (rc == 1)
		link->rx_len = 0;
	return rc;
}

int gno_link_push(struct gno_link *link, bool on, struct gno_err *err)
{
	int rc = link->transport->push ? link->transport->push(link->ctx, on, err) : 0;

	link->pushes = on && rc > 0;
	return rc < 0 ? rc : 0;
}

bool gno_link_pushes(const struct gno_link *link)
{
	return link->pushes;
}

void gno_link_held(struct gno_link *link, bool held)
{
	link->requests.held = held;
}

bool gno_link_is_held(const struct gno_link *link)
{
	return link->requests.held;
}

unsigned gno_link_waited(const struct gno_link *link)
{
	return (unsigned)(now_ms(link) - link->answered);
}

void gno_link_queue(struct gno_link *link, struct gno_request *req)
{
	if (!link->requests.flight.first && !link->requests.waiting.first)
		link->moved = link->answered = now_ms(link);
	gno_requests_add(&link->requests, req);
}

int gno_link_submit(struct gno_link *link, struct gno_request *req, struct gno_err *err)
{
	int rc;

	gno_link_queue(link, req);
	rc = send_waiting(link, err);
	if (rc)
		gno_link_forget(link);
	return rc;
}

int gno_link_wait(struct gno_link *link, struct gno_request *req, struct gno_err *err)
{
	int rc = 0;

	while (!rc && (req->state == GNO_REQ_QUEUED || req->state == GNO_REQ_SENT))
		rc = step(link, err);
	if (rc)
		gno_link_forget(link);
	return rc;
}

int gno_link_settle(struct gno_link *link, struct gno_err *err)
{
	int rc = 0;

	while (!rc && (link->requests.flight.first || link->requests.waiting.first))
		rc = step(link, err);
	if (rc)
		gno_link_forget(link);
	return rc;
}

int gno_link_exec(struct gno_link *link, struct gno_request *req, struct gno_err *err)
{
	int rc = gno_link_submit(link, req, err);

	return rc ? rc : gno_link_wait(link, req, err);
}

void gno_link_forget(struct gno_link *link)
{
	gno_requests_forget(&link->requests);
}

void gno_link_counters(const struct gno_link *link, struct gno_link_counters *out)
{
	*out = link->counters;
}
