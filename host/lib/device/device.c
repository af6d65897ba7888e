/* SPDX-License-Identifier: Apache-2.0 */
#include "device/registers.h"
#include "common/moment.h"
#include "common/util.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FT245 "ft245" /* begins the names of the PHYs that hold back */
#define START_TRIES 8
#define IDENTITY_SLOTS 2
#define RUN_FIRST 129
#define NEAR_BITS 19 /* of a byte address that two bytes of slots reach */
/* of the time-out, for which an answer at a rate of a serial line is awaited */
#define TRY_SHARE 8
#define TRY_BITS 2000 /* of a serial line, in which a monitor answers at the right rate */
#define NONCE_BYTES (GNO_REG_NONCE_BYTES / 2) /* of START's payload, whose last byte is the run */

/* Slots of registers that hold the marks of so many nodes. */
#define FIFO_SLOTS(nodes) (((nodes)*GNO_REG_FIFO_HIGH_BYTES + GNO_SLOT_BYTES - 1) / GNO_SLOT_BYTES)

/* Rates that a serial line is tried at. */
static const unsigned usual_baud[] = {115200,  1000000, 3000000, 12000000, 2000000, 4000000,
				      8000000, 6000000, 5000000, 921600,   500000,  460800,
				      230400,  57600,	38400,	 19200,	   9600};

#define USUAL (sizeof(usual_baud) / sizeof(usual_baud[0]))

struct gno_device {
	struct gno_link *link;
	const struct gno_manifest *manifest; /* once identified, not owned */
	struct gno_device_options options;
	char *url;
	unsigned baud; /* at which a serial line answered; 0: the URL names it, or there is none */
	unsigned rate[USUAL + 1]; /* that a serial line was tried at since the last answer */
	size_t rates;
	bool model; /* once identified: not the hardware */
	struct gno_anchor anchor;
	char oddity[192]; /* of the rate; empty: none */
};

int gno_device_attach(const struct gno_transport *transport, const char *rest, const char *url,
		      const struct gno_device_options *options, struct gno_device **out,
		      struct gno_err *err)
{
	struct gno_device *dev = calloc(1, sizeof(*dev));
	int rc;

	if (!dev)
		return gno_fail_nomem(err);
	if (options)
		dev->options = *options;
	if (!dev->options.timeout_ms)
		dev->options.timeout_ms = GNO_TIMEOUT_MS;
	dev->url = strdup(url);
	if (!dev->url)
		rc = gno_fail_nomem(err);
	else
		rc = gno_link_open(transport, rest, &dev->options, &dev->link, err);
	if (rc) {
		gno_device_close(dev);
		return rc;
	}
	*out = dev;
	return 0;
}

int gno_device_open(const char *url, const struct gno_device_options *options,
		    struct gno_device **out, struct gno_err *err)
{
	const struct gno_transport *transport;
	const char *rest;
	int rc;

	rc = gno_transport_find(url, &transport, &rest, err);
	return rc ? rc : gno_device_attach(transport, rest, url, options, out, err);
}

void gno_device_close(struct gno_device *dev)
{
	if (!dev)
		return;
	gno_link_close(dev->link);
	free(dev->url);
	free(dev);
}

unsigned gno_device_baud(const struct gno_device *dev)
{
	return dev->baud;
}

bool gno_device_model(const struct gno_device *dev)
{
	return dev->model;
}

const char *gno_device_oddity(const struct gno_device *dev)
{
	return *dev->oddity ? dev->oddity : NULL;
}

struct gno_link *gno_device_link(struct gno_device *dev)
{
	return dev->link;
}

const struct gno_manifest *gno_device_known(const struct gno_device *dev)
{
	return dev->manifest;
}

const char *gno_device_url(const struct gno_device *dev)
{
	return dev->url;
}

void gno_device_counters(const struct gno_device *dev, struct gno_link_counters *out)
{
	gno_link_counters(dev->link, out);
}

static unsigned get16(const uint8_t *p)
{
	return p[0] | (unsigned)p[1] << 8;
}

static void decode_identity(const uint8_t *regs, struct gno_status *out)
{
	out->version = regs[GNO_REG_MAGIC + 3];
	out->hash = gno_le64(regs + GNO_REG_HASH);
	out->model = regs[GNO_REG_MODEL] == 1;
}

/* A position of the trace buffer: as many bits as its slots need; those above them mean nothing. */
static unsigned get_position(const struct gno_manifest *m, const uint8_t *low, const uint8_t *upper)
{
	return (get16(low) | (uint32_t)get16(upper) << 16) & (m->slots - 1);
}

uint64_t gno_nonce_decode(const uint8_t *reg)
{
	uint64_t nonce = 0;

	for (int i = NONCE_BYTES - 1; i >= 0; i--)
		nonce = nonce << 8 | reg[2 * i + 1];
	return nonce;
}

void gno_status_decode(const struct gno_manifest *m, const uint8_t *slots, struct gno_status *out)
{
	const uint8_t *regs = slots - GNO_SLOT_BYTES * GNO_STATUS_SLOT;
	unsigned state = regs[GNO_REG_STATE];

	out->run = regs[GNO_REG_RUN];
	out->nonce = gno_nonce_decode(regs + GNO_REG_NONCE);
	out->active = gno_state_active(state);
	out->full = gno_state_full(state);
	out->wrapped = gno_state_wrapped(state);
	out->frozen = gno_state_frozen(state);
	if (!m)
		return;
	out->head = get_position(m, regs + GNO_REG_HEAD, regs + GNO_REG_HEAD_UPPER);
	out->tail = get_position(m, regs + GNO_REG_TAIL, regs + GNO_REG_TAIL_UPPER);
	out->high_sixteenths = m->form != GNO_FORM_SINGLE ? gno_state_high(state) : 0;
}

int gno_device_registers(struct gno_device *dev, unsigned slot, unsigned slots, uint8_t *out,
			 struct gno_err *err)
{
	struct gno_request req = {
	    .op = GNO_OP_READ_REGS,
	    .addr = (uint16_t)slot,
	    .slots = slots,
	    .in = out,
	};

	return gno_link_exec(dev->link, &req, err);
}

static int command(struct gno_device *dev, unsigned op, unsigned addr, struct gno_err *err)
{
	struct gno_request req = {.op = op, .addr = (uint16_t)addr, .slots = 1};

	return gno_link_exec(dev->link, &req, err);
}

/* What else can be wrong where no answer comes: what the host has chosen for the line. */
static const char *doubt_of(const char *url)
{
	if (strstr(url, "mode=fifo_async"))
		return "that its FIFO is the asynchronous one (mode=fifo is the synchronous one)";
	if (strstr(url, "mode=fifo"))
		return "that its FIFO is the synchronous one (mode=fifo_async is the asynchronous one)";
	return "the baud rate";
}

/* Whether a serial line was tried at a usual rate. */
static bool is_tried(const struct gno_device *dev, unsigned baud)
{
	for (size_t i = 0; i < dev->rates; i++)
		if (dev->rate[i] == baud)
			return true;
	return false;
}

/* The rates that a serial line was tried at, and those for which the limit left no time. */
static void put_rates(const struct gno_device *dev, char *out, size_t room)
{
	size_t len = 0, left = 0;

	*out = '\0';
	for (size_t i = 0; i < dev->rates; i++)
		len += (size_t)snprintf(out + len, room - len, "%s%u", i ? ", " : "; tried at ",
					dev->rate[i]);
	for (size_t i = 0; dev->rates && i < USUAL; i++)
		if (!is_tried(dev, usual_baud[i]))
			len += (size_t)snprintf(out + len, room - len, "%s%u",
						left++ ? ", " : "; no time was left for ",
						usual_baud[i]);
}

/* Reports what was tried, and what to check. */
static int no_answer(const struct gno_device *dev, struct gno_err *err)
{
	struct gno_link_counters count;
	char noise[64] = "", rates[16 * (USUAL + 1) + 32];

	gno_device_counters(dev, &count);
	if (count.noise)
		snprintf(noise, sizeof(noise), " (but %" PRIu64 " bytes that are not answer)",
			 count.noise);
	put_rates(dev, rates, sizeof(rates));
	return gno_fail(
	    err, GNO_ERR_TIMEOUT,
	    "no answer from the monitor at '%s'%s: requested its registers %" PRIu64
	    " times within %u ms, with the link cleared in between%s; check that the target's clock runs and its reset is released, that the port is the monitor's, and %s",
	    dev->url, noise, count.recoveries + 1, gno_link_waited(dev->link), rates,
	    doubt_of(dev->url));
}

/* Reads the identity at one rate of a serial line, as at an unknown one: silence is short. */
static int try_baud(struct gno_device *dev, unsigned baud, uint8_t *regs, struct gno_err *err)
{
	int rc = gno_link_set_baud(dev->link, baud, err);

	if (rc < 0)
		return rc;
	dev->rate[dev->rates++] = baud;
	gno_link_trial(dev->link, dev->options.timeout_ms / TRY_SHARE + TRY_BITS * 1000 / baud);
	rc = gno_device_registers(dev, 0, IDENTITY_SLOTS, regs, err);
	gno_link_trial(dev->link, 0);
	if (!rc)
		dev->baud = baud;
	return rc;
}

/* Whether a rate failed so that the next may be right: silence, damage, or not made by the port. */
static bool is_wrong_baud(int rc)
{
	return rc == GNO_ERR_TIMEOUT || rc == GNO_ERR_LINK || rc == GNO_ERR_ARG;
}

/* Reads the identity of a monitor behind a serial line: at the rate that is most probable (0: none)
 * and then at those that are usual, until the limit passes. */
static int find_baud(struct gno_device *dev, unsigned first, uint8_t *regs, struct gno_err *err)
{
	int rc;

	dev->rates = 0;
	rc = first ? try_baud(dev, first, regs, err) : GNO_ERR_TIMEOUT;
	for (size_t i = 0; is_wrong_baud(rc) && i < USUAL && !gno_link_is_over(dev->link); i++)
		if (usual_baud[i] != first)
			rc = try_baud(dev, usual_baud[i], regs, err);
	return rc == GNO_ERR_ARG ? GNO_ERR_TIMEOUT : rc;
}

/* Reads the identity. */
static int read_identity(struct gno_device *dev, unsigned baud, uint8_t *regs, struct gno_err *err)
{
	int rc = gno_link_set_baud(dev->link, baud ? baud : usual_baud[0], err);

	if (rc == 1 || rc == GNO_ERR_ARG)
		rc = find_baud(dev, baud, regs, err);
	else if (!rc)
		rc = gno_device_registers(dev, 0, IDENTITY_SLOTS, regs, err);
	return rc == GNO_ERR_TIMEOUT ? no_answer(dev, err) : rc;
}

int gno_device_identify(struct gno_device *dev, const struct gno_manifest *m, struct gno_err *err)
{
	static const uint8_t magic[] = {GNO_MAGIC_0, GNO_MAGIC_1, GNO_MAGIC_2};
	uint8_t regs[GNO_SLOT_BYTES * GNO_STATUS_SLOT];
	struct gno_status st;
	int rc;

	rc = read_identity(dev, m ? m->baud : dev->baud, regs, err);
	if (rc)
		return rc;
	decode_identity(regs, &st);
	if (memcmp(regs, magic, sizeof(magic)))
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "no gnomon monitor at '%s': its first registers are %02x %02x %02x %02x",
		    dev->url, regs[0], regs[1], regs[2], regs[3]);
	if (st.version != GNO_LINK_VERSION)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "monitor at '%s' speaks version %u of the link, this program version %u",
		    dev->url, st.version, GNO_LINK_VERSION);
	if (m && st.hash != m->hash)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "monitor at '%s' is not that of manifest '%s': its plan hash is %016" PRIx64
		    ", the manifest's %016" PRIx64,
		    dev->url, m->name, st.hash, m->hash);
	dev->manifest = m;
	dev->model = st.model;
	gno_link_held(dev->link, m && !strncmp(m->phy, FT245, strlen(FT245)));
	dev->oddity[0] = '\0';
	if (m && m->baud && dev->baud && dev->baud != m->baud)
		snprintf(
		    dev->oddity, sizeof(dev->oddity),
		    "the monitor answers at %u baud, not at %u as in its manifest: its clock is not the described one, and times in seconds are wrong by that factor",
		    dev->baud, m->baud);
	return 0;
}

int gno_device_status(struct gno_device *dev, struct gno_status *out, struct gno_err *err)
{
	uint8_t regs[FIFO_SLOTS(GNO_MAX_NODES) * GNO_SLOT_BYTES];
	int rc;

	memset(out, 0, sizeof(*out));
	rc = gno_device_registers(dev, 0, GNO_STATUS_SLOT + GNO_STATUS_SLOTS, regs, err);
	if (rc)
		return rc;
	decode_identity(regs, out);
	gno_status_decode(dev->manifest, regs + GNO_SLOT_BYTES * GNO_STATUS_SLOT, out);
	if (!dev->manifest || dev->manifest->form == GNO_FORM_SINGLE)
		return 0;
	rc = gno_device_registers(dev, GNO_REG_FIFO_HIGH / GNO_SLOT_BYTES,
				  FIFO_SLOTS(dev->manifest->nodes), regs, err);
	if (rc)
		return rc;
	out->nodes = dev->manifest->nodes;
	for (unsigned k = 0; k < out->nodes; k++)
		out->fifo_high[k] = get16(regs + GNO_REG_FIFO_HIGH_BYTES * k);
	return 0;
}

int gno_device_select(struct gno_device *dev, unsigned node, struct gno_node_flags flags,
		      struct gno_err *err)
{
	unsigned addr = node | (unsigned)flags.live << GNO_SELECT_LIVE |
			(unsigned)flags.collect << GNO_SELECT_COLLECT |
			(unsigned)flags.wrap << GNO_SELECT_WRAP |
			(unsigned)flags.ask << GNO_SELECT_ASK;

	return command(dev, GNO_OP_SELECT, addr, err);
}

int gno_device_write(struct gno_device *dev, unsigned cell, const uint8_t *data, size_t count,
		     struct gno_err *err)
{
	assert(cell % GNO_SLOT_BYTES == 0 && count % GNO_SLOT_BYTES == 0);
	while (count) {
		unsigned slots = count / GNO_SLOT_BYTES < GNO_MAX_BLOCK
				     ? (unsigned)(count / GNO_SLOT_BYTES)
				     : GNO_MAX_BLOCK;
		struct gno_request req = {
		    .op = GNO_OP_WRITE,
		    .addr = (uint16_t)(cell / GNO_SLOT_BYTES),
		    .slots = slots,
		    .out = data,
		};
		int rc = gno_link_exec(dev->link, &req, err);

		if (rc)
			return rc;
		cell += GNO_SLOT_BYTES * slots;
		data += GNO_SLOT_BYTES * slots;
		count -= GNO_SLOT_BYTES * slots;
	}
	return 0;
}

static int read_run(struct gno_device *dev, struct gno_status *out, struct gno_err *err)
{
	uint8_t regs[GNO_STATUS_BYTES];
	int rc = gno_device_registers(dev, GNO_STATUS_SLOT, GNO_STATUS_SLOTS, regs, err);

	if (!rc)
		gno_status_decode(dev->manifest, regs, out);
	return rc;
}

/*
 * The payload of START: the nonce, then the number of the run, which the single form takes and the
 * other forms count themselves. It has two bits at least, so that no single fault makes it 0.
 */
static void put_start(uint8_t *payload, uint64_t nonce, unsigned before)
{
	for (unsigned i = 0; i < NONCE_BYTES; i++)
		payload[i] = (uint8_t)(nonce >> 8 * i);
	payload[NONCE_BYTES] =
	    (uint8_t)(before < RUN_FIRST || before == UINT8_MAX ? RUN_FIRST : before + 1);
}

int gno_device_start(struct gno_device *dev, uint64_t *nonce, unsigned *run, struct gno_err *err)
{
	struct gno_status before, now;
	struct gno_moment begun;
	uint8_t payload[NONCE_BYTES + 1];
	int rc;

	assert(*nonce <= GNO_NONCE_MAX);
	rc = read_run(dev, &now, err);
	for (unsigned tries = 0; tries < START_TRIES && !rc; tries++) {
		struct gno_request req = {
		    .op = GNO_OP_START, .slots = 1, .out = payload, .once = true};

		before = now;
		begun = gno_moment_now();
		put_start(payload, *nonce, before.run);
		rc = gno_link_exec(dev->link, &req, err);
		if (!rc)
			rc = read_run(dev, &now, err);
		if (!rc && now.run &&
		    now.run != before.run) { /* even if the nonce was damaged on its way */
			*nonce = now.nonce;
			*run = now.run;
			dev->anchor = (struct gno_anchor){true, begun, gno_moment_now()};
			return 0;
		}
		if (!rc && before.run && !now.run)
			return gno_fail(err, GNO_ERR_MISMATCH,
					"monitor at '%s' was reset while it was started", dev->url);
	}
	return rc ? rc
		  : gno_fail(err, GNO_ERR_LINK,
			     "monitor at '%s' does not start: after %u tries its run number is %u",
			     dev->url, START_TRIES, now.run);
}

int gno_device_stop(struct gno_device *dev, struct gno_err *err)
{
	struct gno_moment begun = gno_moment_now();
	int rc = command(dev, GNO_OP_STOP, 0, err);

	if (!rc)
		dev->anchor = (struct gno_anchor){true, begun, gno_moment_now()};
	return rc;
}

struct gno_anchor gno_device_anchor(const struct gno_device *dev)
{
	return dev->anchor;
}

int gno_device_reset(struct gno_device *dev, struct gno_err *err)
{
	const struct gno_node_flags off = {0};
	uint64_t nonce = 0;
	unsigned run;
	int rc;

	rc = gno_device_select(dev, GNO_NODE_ALL, off, err);
	return rc ? rc : gno_device_start(dev, &nonce, &run, err);
}

int gno_device_before_load(struct gno_device *dev, struct gno_status *out, struct gno_err *err)
{
	int rc = gno_device_status(dev, out, err);

	if (rc || out->run)
		return rc;
	rc = gno_device_reset(dev, err);
	return rc ? rc : gno_device_status(dev, out, err);
}

/* Whether addresses of the trace buffer have four bytes on the link. */
static bool is_far(const struct gno_manifest *m)
{
	return m->addr_bits > NEAR_BITS;
}

struct gno_request gno_buffer_request(const struct gno_manifest *m, uint64_t position,
				      uint64_t slots, uint8_t *in)
{
	uint32_t at = (uint32_t)(position & (m->slots - 1));

	if (slots > m->slots - at)
		slots = m->slots - at;
	if (slots > GNO_MAX_BLOCK)
		slots = GNO_MAX_BLOCK;
	return (struct gno_request){
	    .op = GNO_OP_READ_BUFFER,
	    .addr = at,
	    .far = is_far(m),
	    .slots = (unsigned)slots,
	    .in = in,
	};
}

struct gno_request gno_limit_request(const struct gno_manifest *m, uint64_t position)
{
	uint64_t slot = (position - m->granule) & (m->slots - 1) & ~(uint64_t)(m->granule - 1);

	return (struct gno_request){
	    .op = GNO_OP_LIMIT, .addr = (uint32_t)slot, .far = is_far(m), .slots = 1};
}

int gno_device_post(struct gno_device *dev, unsigned events, struct gno_err *err)
{
	struct gno_request req = {.op = GNO_OP_POST, .slots = 1};

	assert(dev->manifest);
	if (events >= dev->manifest->slots)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "cannot keep %u events after the stop: the trace buffer has %u slots", events,
		    dev->manifest->slots);
	req.addr = (events - 1) & ((1u << (dev->manifest->addr_bits - 3)) - 1);
	req.far = is_far(dev->manifest);
	return gno_link_exec(dev->link, &req, err);
}
