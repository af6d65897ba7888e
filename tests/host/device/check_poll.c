/* SPDX-License-Identifier: Apache-2.0 */

/* Polls of a monitor's time against the model, whose clock moves with its bytes. */

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "device/registers.h"
#include "tests/suite.h"
#include "model_device.h"

#define NONCE 0x1122334455A577
#define REQUEST 7			     /* bytes, which the model echoes before it acts */
#define ANSWER 33			     /* with run number, nonce and time */
#define BEFORE (2 * REQUEST * MODEL_BYTE_NS) /* the model takes the request's last byte */
#define BEHIND ((ANSWER - REQUEST) * MODEL_BYTE_NS)
#define LATE (UINT64_C(1) << 45)
#define LATER_NS 1000 /* that a read returns later than its bytes came */
#define SLOTS_AT 4    /* in a request: slots less one */

static struct model model;
static struct gno_device *dev;
static struct gno_manifest *manifest;
static struct gno_device_poll poll;
static struct gno_err err;
static volatile sig_atomic_t interrupted;

/* A way that may hand answers over at once, and notes how it was asked to. */
static struct gno_transport way;
static struct {
	int how; /* what `push` returns */
	bool on;
	unsigned writes;
	uint8_t last[64]; /* written, of so many bytes */
	size_t len;
} asked;

static int push(void *ctx, bool on, struct gno_err *e)
{
	(void)ctx;
	asked.on = on;
	return asked.how < 0 ? gno_fail(e, asked.how, "no push") : asked.how;
}

static int write_noted(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
		       struct gno_err *e)
{
	ck_assert_uint_le(len, sizeof(asked.last));
	memcpy(asked.last, buf, len);
	asked.len = len;
	asked.writes++;
	return model_transport.write(ctx, buf, len, timeout_ms, e);
}

static uint64_t came_ns(void *ctx)
{
	const struct model *m = ctx;

	return m->ns - LATER_NS;
}

/* The monitor's time; without `sync` its description does not ask for it. */
static void setup_monitor(const struct gno_transport *transport, bool sync)
{
	const struct gno_device_options options = {.interrupted = &interrupted};
	uint64_t nonce = NONCE;
	unsigned run;
	char *text;

	model_init(&model, 2, 1, 256);
	model.sync = sync;
	model.ns = 987654321;
	text = model_manifest(&model);
	ck_assert_msg(!gno_manifest_parse(text, "model", &manifest, &err), "%s", err.text);
	free(text);
	interrupted = 0;
	ck_assert(
	    !gno_device_attach(transport, (const char *)&model, "model:1", &options, &dev, &err));
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	ck_assert_msg(!gno_device_start(dev, &nonce, &run, &err), "%s", err.text);
}

static void setup(void)
{
	setup_monitor(&model_transport, true);
}

static void setup_way(void)
{
	memset(&asked, 0, sizeof(asked));
	way = model_transport;
	way.push = push;
	setup_monitor(&way, true);
	way.write = write_noted;
}

static void setup_without(void)
{
	setup_monitor(&model_transport, false);
}

static void teardown(void)
{
	gno_device_close(dev);
	gno_manifest_free(manifest);
	model_free(&model);
}

/* When the model took the last byte of the poll's request. */
static uint64_t at_ns(void)
{
	return model.zero_ns + poll.cycle * MODEL_CYCLE_NS;
}

/* Polls. The stamps are those of the request that the cycle belongs to, at most two bytes (of
 * damage) apart from one on a good line. */
static void good_poll(void)
{
	ck_assert_msg(!gno_device_time(dev, &poll, &err), "%s", err.text);
	ck_assert_uint_le(poll.sent_ns, at_ns());
	ck_assert_uint_le(at_ns(), poll.received_ns);
	ck_assert_uint_le(poll.received_ns - poll.sent_ns, BEFORE + BEHIND + 2 * MODEL_BYTE_NS);
	ck_assert_uint_eq(poll.run, model.run);
}

static void exact_poll(void)
{
	good_poll();
	ck_assert_uint_eq(poll.lost, 0);
	ck_assert_uint_eq(poll.sent_ns + BEFORE, at_ns());
	ck_assert_uint_eq(poll.received_ns, at_ns() + BEHIND);
	ck_assert_uint_eq(poll.received_ns, model.ns);
}

START_TEST(test_a_poll_is_one_request)
{
	uint64_t sent = model.passed[TO_DEVICE];

	exact_poll();
	ck_assert_uint_eq(poll.run, MODEL_RUN);
	ck_assert_uint_eq(poll.nonce, NONCE);
	ck_assert_uint_eq(model.passed[TO_DEVICE] - sent, REQUEST);
	model.zero_ns -= LATE * MODEL_CYCLE_NS; /* all eight bytes count */
	exact_poll();
	ck_assert_uint_ge(poll.cycle, LATE);
}
END_TEST

START_TEST(test_nothing_else_is_in_flight)
{
	uint8_t regs[3][GNO_STATUS_BYTES];
	struct gno_request req[3];

	for (unsigned k = 0; k < 3; k++) {
		req[k] = (struct gno_request){
		    .op = GNO_OP_READ_REGS, .addr = k, .slots = 1u << k, .in = regs[k]};
		ck_assert(!gno_link_submit(gno_device_link(dev), &req[k], &err));
	}
	exact_poll();
	for (unsigned k = 0; k < 3; k++)
		ck_assert_int_eq(req[k].state, GNO_REQ_DONE);
}
END_TEST

START_TEST(test_a_restart_between_polls_shows)
{
	struct gno_device_poll first;
	uint64_t nonce = NONCE + 1;
	unsigned run;

	exact_poll();
	first = poll;
	ck_assert(!gno_device_start(dev, &nonce, &run, &err));
	exact_poll();
	ck_assert_uint_eq(poll.run, run);
	ck_assert_uint_ne(poll.run, first.run);
	ck_assert_uint_eq(poll.nonce, NONCE + 1);
	model_reset(&model);
	exact_poll();
	ck_assert_uint_eq(poll.run, 0);
	ck_assert_uint_lt(poll.cycle, first.cycle + 100 * MODEL_BYTE_NS);
}
END_TEST

/* Every byte of a poll, damaged in one way: the next one takes its place, with its own stamps. */
START_TEST(test_a_damaged_poll_is_none)
{
	enum model_direction direction = _i / DAMAGES ? TO_HOST : TO_DEVICE;
	enum model_damage damage = (enum model_damage)(_i % DAMAGES);
	unsigned bytes = direction == TO_HOST ? ANSWER : REQUEST, lost = 0;

	for (unsigned at = 0; at < bytes; at++) {
		model.fault[0] =
		    (struct model_fault){direction, model.passed[direction] + at, damage, true};
		good_poll();
		ck_assert(!model.fault[0].armed);
		ck_assert_uint_le(poll.lost, 2);
		lost += poll.lost > 0;
	}
	if (damage == FLIP_LOW || damage == FLIP_HIGH || damage == LOSE)
		ck_assert_uint_eq(lost, bytes);
	else
		ck_assert_uint_gt(lost, bytes / 2);
	exact_poll();
}
END_TEST

START_TEST(test_polls_on_a_bad_line)
{
	unsigned lost = 0;

	model.damage_one_in = 200;
	for (unsigned k = 0; k < 3000; k++) {
		good_poll();
		lost += poll.lost > 0;
	}
	ck_assert_uint_gt(lost, 300);
	model.damage_one_in = 2;
	ck_assert_int_lt(gno_device_time(dev, &poll, &err), 0);
	model.damage_one_in = 0;
	ck_assert(!gno_device_time(dev, &poll, &err)); /* an answer of before may still come */
	exact_poll();
}
END_TEST

START_TEST(test_a_poll_ends)
{
	model.silent = true;
	ck_assert_int_eq(gno_device_time(dev, &poll, &err), GNO_ERR_TIMEOUT);
	interrupted = 1;
	ck_assert_int_eq(gno_device_time(dev, &poll, &err), GNO_ERR_INTERRUPTED);
	interrupted = 0;
	model.gone = true;
	ck_assert_int_eq(gno_device_time(dev, &poll, &err), GNO_ERR_LINK);
}
END_TEST

START_TEST(test_a_monitor_without_the_register)
{
	uint64_t sent = model.passed[TO_DEVICE];

	ck_assert_int_eq(gno_device_time(dev, &poll, &err), GNO_ERR_STATE);
	ck_assert_str_eq(
	    err.text,
	    "the time of the monitor at 'model:1' cannot be read: 'sync: yes' is not in its description");
	ck_assert_uint_eq(model.passed[TO_DEVICE], sent);
	ck_assert(!gno_device_identify(dev, NULL, &err));
	ck_assert_int_eq(gno_device_time(dev, &poll, &err), GNO_ERR_STATE);
}
END_TEST

/* A poll, and the slots of the read that goes with it in the same write; 0: none does. */
static unsigned pushed_by(void)
{
	const unsigned writes = asked.writes;

	ck_assert_msg(!gno_device_time(dev, &poll, &err), "%s", err.text);
	ck_assert_uint_le(poll.sent_ns, at_ns());
	ck_assert_uint_le(at_ns(), poll.received_ns);
	ck_assert_uint_eq(asked.writes, writes + 1);
	ck_assert(asked.len == REQUEST || asked.len == 2 * REQUEST);
	return asked.len == REQUEST ? 0 : asked.last[REQUEST + SLOTS_AT] + 1u;
}

START_TEST(test_a_read_pushes_the_answer_out)
{
	ck_assert_uint_eq(pushed_by(), 0);
	asked.how = 1;
	ck_assert(!gno_device_polls(dev, true, &err));
	ck_assert(asked.on);
	ck_assert_uint_eq(pushed_by(), 1);
	ck_assert_uint_eq(pushed_by(), 1);
	ck_assert(!gno_device_polls(dev, false, &err));
	ck_assert(!asked.on);
	ck_assert_uint_eq(pushed_by(), 0);
}
END_TEST

START_TEST(test_nothing_pushes)
{
	asked.how = 0;
	ck_assert(!gno_device_polls(dev, true, &err));
	ck_assert_uint_eq(pushed_by(), 0);
	asked.how = GNO_ERR_LINK;
	ck_assert_int_eq(gno_device_polls(dev, true, &err), GNO_ERR_LINK);
	ck_assert_str_eq(err.text, "no push");
	ck_assert_uint_eq(pushed_by(), 0);
	way.push = NULL;
	ck_assert(!gno_device_polls(dev, true, &err));
	ck_assert_uint_eq(pushed_by(), 0);
}
END_TEST

START_TEST(test_pushed_polls_on_a_bad_line)
{
	unsigned lost = 0;

	asked.how = 1;
	ck_assert(!gno_device_polls(dev, true, &err));
	way.write = model_transport.write;
	model.damage_one_in = 200;
	for (unsigned k = 0; k < 3000; k++) {
		ck_assert_msg(!gno_device_time(dev, &poll, &err), "%s", err.text);
		ck_assert_uint_le(poll.sent_ns, at_ns());
		ck_assert_uint_le(at_ns(), poll.received_ns);
		lost += poll.lost > 0;
	}
	ck_assert_uint_gt(lost, 300);
}
END_TEST

START_TEST(test_the_stamp_is_when_the_answer_came)
{
	exact_poll();
	way.came_ns = came_ns;
	ck_assert(!gno_device_time(dev, &poll, &err));
	ck_assert_uint_eq(poll.received_ns, at_ns() + BEHIND - LATER_NS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("poll");

	add_tests(suite, "with", setup, teardown,
		  TESTS({test_a_poll_is_one_request}, {test_nothing_else_is_in_flight},
			{test_a_restart_between_polls_shows},
			{test_a_damaged_poll_is_none, 2 * DAMAGES}, {test_polls_on_a_bad_line},
			{test_a_poll_ends}));
	add_tests(suite, "pushed", setup_way, teardown,
		  TESTS({test_a_read_pushes_the_answer_out}, {test_nothing_pushes},
			{test_pushed_polls_on_a_bad_line},
			{test_the_stamp_is_when_the_answer_came}));
	add_tests(suite, "without", setup_without, teardown,
		  TESTS({test_a_monitor_without_the_register}));
	return run_suite(suite);
}
