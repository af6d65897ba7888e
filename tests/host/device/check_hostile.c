/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Devices that are no monitor, or turn into none: every call ends by its deadline, and within a
 * second of an interrupt or a limit. Time is the devices' own, so the machine's speed does not
 * matter.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tests/suite.h"
#include "device/registers.h"
#include "device/link.h"
#include "model_device.h"

#define TIMEOUT_MS 1000
#define DEADLINE_MS (20 * TIMEOUT_MS) /* of a request, whatever comes but its answers */
#define DAMAGED_MS (120 * TIMEOUT_MS) /* and with answers that are all damaged */
#define OBEY_MS 1000
#define STEP_MS 50 /* between bytes that trickle */
#define ROUNDS 40
#define ROM_HEAD 8

enum kind { SILENT, TRICKLE, FLOOD, RANDOM, ECHO, HALF, SLOW_ANSWER, TAKES_NOTHING, KINDS };

static const char *const names[KINDS] = {"silent", "trickle", "flood",	     "random",
					 "echo",   "half",    "slow answer", "takes nothing"};

/* A monitor until so many bytes have come from it; then something else. */
static struct hostile {
	struct model model;
	enum kind kind;
	uint64_t honest; /* bytes */
	uint64_t clock;
	uint64_t signal_at; /* when the interrupt comes, 0: never */
	volatile sig_atomic_t interrupted;
	uint8_t last[64]; /* of what was written */
	size_t last_len;
	uint8_t header[7]; /* of the request whose answer trickles */
	size_t sent;	   /* bytes of that answer */
	uint32_t seed;
} it;

static struct gno_manifest *manifest;

static void pass_time(unsigned ms)
{
	it.clock += ms;
	it.model.clock = it.clock;
	if (it.signal_at && it.clock >= it.signal_at)
		it.interrupted = 1;
}

static bool honest(void)
{
	return it.model.passed[TO_HOST] < it.honest;
}

static int hostile_open(const char *rest, const struct gno_device_options *options, void **ctx,
			struct gno_err *err)
{
	(void)rest;
	(void)options;
	(void)err;
	*ctx = &it;
	return 0;
}

static int hostile_write(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
			 struct gno_err *err)
{
	(void)ctx;
	if (honest())
		return model_transport.write(&it.model, buf, len, timeout_ms, err);
	if (it.kind == TAKES_NOTHING) {
		pass_time(timeout_ms);
		return 0;
	}
	it.last_len = len < sizeof(it.last) ? len : sizeof(it.last);
	memcpy(it.last, buf, it.last_len);
	if (len == sizeof(it.header) && buf[0] == GNO_FRAME_MARK) {
		memcpy(it.header, buf, len);
		it.sent = 0;
	}
	return (int)len;
}

static size_t fill(uint8_t *buf, size_t len, int byte)
{
	for (size_t i = 0; i < len; i++)
		buf[i] = (uint8_t)(byte < 0 ? model_random(&it.seed) : (uint32_t)byte);
	return len;
}

/* Bytes of a device that is none, without delay; 0: none. */
static size_t hostile_bytes(uint8_t *buf, size_t len)
{
	size_t got = 0;

	switch (it.kind) {
	case TRICKLE:
		return fill(buf, 1, 0);
	case FLOOD:
		return fill(buf, len, 0);
	case RANDOM:
		return fill(buf, 1 + model_random(&it.seed) % 40, -1);
	case ECHO: /* and then what is no payload */
	case HALF:
		got = it.kind == HALF ? it.last_len / 2 : it.last_len;
		memcpy(buf, it.last, got);
		it.last_len = 0;
		return got;
	case SLOW_ANSWER: /* the right header, then a payload of zeros, byte by byte */
		buf[0] = it.sent < sizeof(it.header) ? it.header[it.sent] : 0;
		it.sent++;
		return 1;
	default:
		return 0;
	}
}

static int hostile_read(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms,
			struct gno_err *err)
{
	size_t got;

	(void)ctx;
	if (honest()) {
		int rc = model_transport.read(&it.model, buf, len, timeout_ms, err);

		pass_time(rc ? 0 : timeout_ms);
		return rc;
	}
	got = len ? hostile_bytes(buf, len < 40 ? len : it.kind == FLOOD ? len : 40) : 0;
	pass_time(!got ? timeout_ms : it.kind == FLOOD || it.kind == RANDOM ? 10 : STEP_MS);
	return (int)got;
}

static void hostile_close(void *ctx)
{
	(void)ctx;
}

static uint64_t hostile_now(void *ctx)
{
	(void)ctx;
	return it.clock;
}

static const struct gno_transport hostile_transport = {
    .scheme = "hostile",
    .form = "hostile",
    .open = hostile_open,
    .read = hostile_read,
    .write = hostile_write,
    .close = hostile_close,
    .now_ms = hostile_now,
};

static void setup(void)
{
	static uint8_t rom[4096];
	struct gno_err err;
	uLongf packed;
	char *text;

	memset(&it, 0, sizeof(it));
	model_init(&it.model, 2, 1, 1024);
	text = model_manifest(&it.model);
	ck_assert_msg(!gno_manifest_parse(text, "model", &manifest, &err), "%s", err.text);
	packed = sizeof(rom) - ROM_HEAD;
	ck_assert_int_eq(compress(rom + ROM_HEAD, &packed, (uint8_t *)text, strlen(text)), Z_OK);
	memcpy(rom, "GNR\1", 4);
	for (int i = 0; i < 4; i++)
		rom[4 + i] = (uint8_t)(packed >> 8 * i);
	it.model.rom = rom;
	it.model.rom_len = ROM_HEAD + packed;
	free(text);
	it.clock = it.model.clock = 1;
	it.seed = 1;
}

static void teardown(void)
{
	gno_manifest_free(manifest);
	model_free(&it.model);
}

/* All requests of commands to a device. */
static int use(struct gno_device *dev, struct gno_err *err)
{
	const struct gno_node_flags on = {.live = true, .collect = true}, off = {0};
	static const uint8_t cells[2048];
	static uint32_t slots[2 * 600];
	struct gno_manifest *own = NULL;
	struct gno_status st;
	uint64_t nonce = 1;
	unsigned run;
	int rc = gno_device_identify(dev, manifest, err);

	if (!rc)
		rc = gno_device_manifest(dev, &own, err);
	gno_manifest_free(own);

	if (!rc)
		rc = gno_device_reset(dev, err);
	if (!rc)
		rc = gno_device_select(dev, GNO_NODE_ALL, off, err);
	if (!rc)
		rc = gno_device_write(dev, 0, cells, sizeof(cells), err);
	if (!rc)
		rc = gno_device_post(dev, 7, err);
	if (!rc)
		rc = gno_device_select(dev, GNO_NODE_ALL, on, err);
	if (!rc)
		rc = gno_device_start(dev, &nonce, &run, err);
	if (!rc)
		rc = model_fetch(dev, manifest, 0, 600, slots, err);
	if (!rc)
		rc = model_limit(dev, manifest, 600, err);
	if (!rc)
		rc = gno_device_stop(dev, err);
	return rc ? rc : gno_device_status(dev, &st, err);
}

/* Uses a device of a kind that turns hostile at a random place. The result, and how long it took.
 */
static int meet(enum kind kind, unsigned round, unsigned limit_ms, bool signalled, uint64_t *at,
		struct gno_err *err)
{
	struct gno_device_options options = {
	    .timeout_ms = TIMEOUT_MS, .limit_ms = limit_ms, .interrupted = &it.interrupted};
	struct gno_device *dev = NULL;
	int rc;

	teardown();
	setup();
	it.kind = kind;
	it.seed = 1 + round;
	it.honest = round ? model_random(&it.seed) % 5000 : 0;
	ck_assert(!gno_device_attach(&hostile_transport, "", "hostile:1", &options, &dev, err));
	it.signal_at = signalled ? 1 + model_random(&it.seed) % 4000 : 0;
	rc = use(dev, err);
	*at = it.clock;
	gno_device_close(dev);
	return rc;
}

START_TEST(test_every_call_ends_by_its_deadline)
{
	struct gno_err err;
	uint64_t at;

	for (unsigned round = 0; round < ROUNDS; round++) {
		int rc = meet((enum kind)_i, round, 0, false, &at, &err);

		ck_assert_msg(rc == GNO_ERR_TIMEOUT || rc == GNO_ERR_LINK, "%s %u: %d", names[_i],
			      round, rc);
		ck_assert_msg(at <= (_i == SLOW_ANSWER ? DAMAGED_MS : DEADLINE_MS),
			      "%s %u: %llu ms", names[_i], round, (unsigned long long)at);
	}
}
END_TEST

START_TEST(test_an_interrupt_is_obeyed_within_a_second)
{
	unsigned round, signals = 0, obeyed = 0;
	struct gno_err err;
	uint64_t at;

	for (round = 0; round < ROUNDS; round++) {
		int rc = meet((enum kind)_i, round, 0, true, &at, &err);

		ck_assert_int_ne(rc, 0);
		if (!it.interrupted)
			continue;
		obeyed += rc == GNO_ERR_INTERRUPTED && !strcmp(err.text, "interrupted");
		signals++;
		ck_assert_msg(at <= it.signal_at + OBEY_MS, "%s %u: %llu ms after the signal",
			      names[_i], round, (unsigned long long)(at - it.signal_at));
	}
	/* others had come to their deadline anyway */
	ck_assert_msg(signals > ROUNDS / 4 && obeyed > signals / 2, "%s: %u of %u", names[_i],
		      obeyed, signals);
}
END_TEST

START_TEST(test_a_limit_is_obeyed_within_a_second)
{
	const unsigned limit = 2500;
	unsigned round, over = 0;
	struct gno_err err;
	uint64_t at;

	for (round = 0; round < ROUNDS; round++) {
		int rc = meet((enum kind)_i, round, limit, false, &at, &err);

		ck_assert_int_ne(rc, 0);
		ck_assert_msg(at <= limit + 1 + OBEY_MS, "%s %u: %llu ms", names[_i], round,
			      (unsigned long long)at);
		over += !!strstr(err.text, "the time limit has passed");
	}
	ck_assert(_i == TAKES_NOTHING || over);
}
END_TEST

int main(void)
{
	return run_tests("hostile", setup, teardown,
			 TESTS({test_every_call_ends_by_its_deadline, KINDS},
			       {test_an_interrupt_is_obeyed_within_a_second, KINDS},
			       {test_a_limit_is_obeyed_within_a_second, KINDS}));
}
