/* SPDX-License-Identifier: Apache-2.0 */
/* Polls of a monitor's time. */
#include "device/registers.h"

#include "common/util.h"

#define POLL_SLOT (GNO_REG_STATE / GNO_SLOT_BYTES) /* run and nonce, and behind them the time */
#define POLL_SLOTS ((GNO_REG_TIME + GNO_REG_TIME_BYTES) / GNO_SLOT_BYTES - POLL_SLOT)
#define POLL_BYTES (POLL_SLOTS * GNO_SLOT_BYTES)
#define POLL_AT(reg) ((reg)-POLL_SLOT * GNO_SLOT_BYTES)
#define CRC_BYTES 2
#define POLL_TRIES 24 /* as many as the link sends another request */

static int no_register(const struct gno_device *dev, struct gno_err *err)
{
	return gno_fail(
	    err, GNO_ERR_STATE,
	    "the time of the monitor at '%s' cannot be read: 'sync: yes' is not in its description",
	    gno_device_url(dev));
}

/* A rate may be off by 3 % either way from the one that is named (rtl/gnomon_link_uart.v), and the
 * clock that it is divided from by much less. */
#define RATE_LEAST 95 /* per cent of a bit's time */

/* So many halves of a bit at a rate, at least. */
static uint64_t halves(uint64_t count, unsigned baud)
{
	return count * UINT64_C(500000000000) / baud * RATE_LEAST / 100;
}

void gno_device_time_floor(const struct gno_device *dev, uint64_t *out, uint64_t *back)
{
	const struct gno_manifest *m = gno_device_known(dev);
	unsigned baud = m ? m->baud : 0;

	*out = *back = 0;
	if (!baud || gno_device_model(dev))
		return;
	if (gno_device_baud(dev) > baud)
		baud = gno_device_baud(dev);
	*out = halves(19 * GNO_REQUEST_HEADER, baud);
	/* the payload and its CRC; the last stop bit need not be over */
	*back = halves(20 * (POLL_BYTES + CRC_BYTES) - 2, baud);
}

int gno_device_polls(struct gno_device *dev, bool on, struct gno_err *err)
{
	return gno_link_push(gno_device_link(dev), on, err);
}

/* Sends a poll and waits for its answer. Where the way waits for more, a read behind the poll
 * pushes its answer out. */
static int ask(struct gno_link *link, struct gno_request *req, struct gno_err *err)
{
	uint8_t unused[GNO_SLOT_BYTES];
	struct gno_request push = {.op = GNO_OP_READ_REGS, .slots = 1, .in = unused, .once = true};
	int rc = gno_link_settle(link, err);

	if (rc)
		return rc;
	if (!gno_link_pushes(link))
		return gno_link_exec(link, req, err);
	gno_link_queue(link, req);
	rc = gno_link_exec(link, &push, err);
	return rc ? rc : gno_link_wait(link, req, err);
}

int gno_device_time(struct gno_device *dev, struct gno_device_poll *out, struct gno_err *err)
{
	const struct gno_manifest *m = gno_device_known(dev);
	struct gno_link *link = gno_device_link(dev);
	uint8_t regs[POLL_BYTES];

	if (!m || !m->sync)
		return no_register(dev, err);
	*out = (struct gno_device_poll){0};
	for (; out->lost < POLL_TRIES; out->lost++) {
		struct gno_request req = {.op = GNO_OP_READ_REGS,
					  .addr = POLL_SLOT,
					  .slots = POLL_SLOTS,
					  .in = regs,
					  .once = true};
		int rc = ask(link, &req, err);

		if (rc)
			return rc;
		if (req.state != GNO_REQ_DONE)
			continue;
		out->cycle = gno_le64(regs + POLL_AT(GNO_REG_TIME));
		out->run = regs[POLL_AT(GNO_REG_RUN)];
		out->nonce = gno_nonce_decode(regs + POLL_AT(GNO_REG_NONCE));
		out->sent_ns = req.sent_ns;
		out->received_ns = req.received_ns;
		return 0;
	}
	return gno_fail(err, GNO_ERR_LINK,
			"link to the monitor is damaged beyond repair: %u polls of its time failed",
			POLL_TRIES);
}
