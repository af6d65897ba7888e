/* SPDX-License-Identifier: Apache-2.0 */

/* The link and the device against the model: plain, and with every byte damaged in every way. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "device/registers.h"
#include "device/link.h"
#include "tests/suite.h"
#include "model_device.h"

#define BLOCKS 4
#define FLIGHT 16 /* requests, more than may be in flight */
#define READS 64  /* of the buffer, as many as may be in flight */
#define NONCE 0x1122334455A577

static struct model model;
static struct gno_device *dev;
static struct gno_manifest *manifest;

static void setup_slots(unsigned slots)
{
	struct gno_err err;
	char *text;

	model_init(&model, 2, 1, slots);
	text = model_manifest(&model);
	ck_assert_msg(!gno_manifest_parse(text, "model", &manifest, &err), "%s", err.text);
	free(text);
	dev = NULL;
}

static void setup(void)
{
	setup_slots(1024);
}

/* Addresses of this trace buffer have more than two bytes. */
static void setup_far(void)
{
	setup_slots(1 << 18);
}

static void teardown(void)
{
	gno_device_close(dev);
	gno_manifest_free(manifest);
	model_free(&model);
}

static void attach(void)
{
	struct gno_err err;

	ck_assert_int_eq(
	    gno_device_attach(&model_transport, (const char *)&model, "model:1", NULL, &dev, &err),
	    0);
}

START_TEST(test_crc_of_the_standard_check_string)
{
	ck_assert_uint_eq(gno_crc16((const uint8_t *)"123456789", 9), 0x29B1);
	ck_assert_uint_eq(gno_crc16(NULL, 0), 0xFFFF);
}
END_TEST

/* All operations once, several in flight where that is allowed. Asserts the outcome. */
static void scenario(struct gno_err *err)
{
	const struct gno_node_flags off = {0}, on = {.live = true, .collect = true};
	uint8_t cells[256], data[BLOCKS][8 * 64];
	struct gno_request req[BLOCKS];
	struct gno_status st;
	uint64_t nonce = NONCE;
	unsigned run;

	for (unsigned i = 0; i < sizeof(cells); i++)
		cells[i] = (uint8_t)(i * 7 + 0xA5);
	for (unsigned i = 0; i < 2 * model.slots; i++)
		model.buffer[i] = i * 0x01234567u;
	ck_assert_msg(!gno_device_identify(dev, manifest, err), "%s", err->text);
	ck_assert_msg(!gno_device_select(dev, 1, off, err), "%s", err->text);
	ck_assert_msg(!gno_device_write(dev, 4096, cells, sizeof(cells), err), "%s", err->text);
	ck_assert_msg(!gno_device_select(dev, 1, on, err), "%s", err->text);
	ck_assert_int_eq(memcmp(model.cell[1] + 4096, cells, sizeof(cells)), 0);
	for (unsigned i = 0; i < BLOCKS; i++) {
		req[i] = (struct gno_request){
		    .op = GNO_OP_READ_BUFFER,
		    .addr = 200 * i,
		    .slots = 10 + i,
		    .in = data[i],
		};
		ck_assert_msg(!gno_link_submit(gno_device_link(dev), &req[i], err), "%s",
			      err->text);
	}
	for (unsigned i = 0; i < BLOCKS; i++) {
		ck_assert_msg(!gno_link_wait(gno_device_link(dev), &req[i], err), "%s", err->text);
		ck_assert_int_eq(memcmp(data[i], model.buffer + 400 * i, 8 * (10 + i)), 0);
	}
	ck_assert_msg(!gno_device_start(dev, &nonce, &run, err), "%s", err->text);
	ck_assert_uint_eq(run, MODEL_RUN);
	ck_assert_uint_eq(model.starts, 1);
	ck_assert_msg(!model_limit(dev, manifest, 100, err), "%s", err->text);
	ck_assert_uint_eq(model.limit, 80);
	ck_assert_msg(!gno_device_post(dev, 0, err), "%s", err->text);
	ck_assert_uint_eq(model.post, 1023);
	ck_assert_msg(!gno_device_status(dev, &st, err), "%s", err->text);
	ck_assert_uint_eq(st.run, MODEL_RUN);
	ck_assert_uint_eq(st.nonce, nonce);
	ck_assert(st.active);
	ck_assert_uint_eq(st.head, 2);
	ck_assert_uint_eq(st.nodes, 2);
	ck_assert_uint_eq(st.fifo_high[1], 3);
	ck_assert_msg(!gno_device_stop(dev, err), "%s", err->text);
	ck_assert(!model.active);
}

START_TEST(test_all_operations)
{
	struct gno_link_counters counters;
	struct gno_status st;
	struct gno_err err;

	attach();
	scenario(&err);
	gno_device_counters(dev, &counters);
	ck_assert_uint_eq(counters.resent, 0);
	ck_assert_msg(!gno_device_status(dev, &st, &err), "%s", err.text);
	ck_assert_uint_eq(st.nonce, NONCE);
	ck_assert_uint_eq(counters.noise, 0);
	ck_assert_uint_eq(model.overruns, 0);
}
END_TEST

/* An answer that comes while nothing is waited for is no noise, and its request is not repeated. */
START_TEST(test_an_answer_that_comes_while_idle_is_taken)
{
	struct gno_link_counters counters;
	struct gno_request limit;
	struct gno_err err;

	attach();
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	limit = gno_limit_request(manifest, 100);
	ck_assert_msg(!gno_link_submit(gno_device_link(dev), &limit, &err), "%s", err.text);
	ck_assert_msg(!gno_link_idle(gno_device_link(dev), 5, &err), "%s", err.text);
	ck_assert_int_eq(limit.state, GNO_REQ_DONE);
	ck_assert_msg(!gno_device_stop(dev, &err), "%s", err.text);
	ck_assert_uint_eq(model.limit, 80);
	gno_device_counters(dev, &counters);
	ck_assert_uint_eq(counters.noise, 0);
	ck_assert_uint_eq(counters.resent, 0);
}
END_TEST

/* Addresses of the trace buffer that have more than 16 bits, on a line that damages every 1000th
 * byte or none. */
START_TEST(test_far_addresses)
{
	static const unsigned from[] = {0, 65535, 65536, 131071, 200000, 262000};
	uint32_t words[2 * 300];
	struct gno_status st;
	struct gno_err err;
	uint64_t nonce = NONCE;
	unsigned run;

	attach();
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	model.damage_one_in = _i ? 1000 : 0;
	for (unsigned i = 0; i < 2u << 18; i++)
		model.buffer[i] = i * 2654435761u;
	for (unsigned i = 0; i < sizeof(from) / sizeof(*from); i++) {
		unsigned slots = from[i] + 300 > 1 << 18 ? (1 << 18) - from[i] : 300;

		ck_assert_msg(
		    !model_fetch(dev, manifest, from[i] + (3ull << 18), slots, words, &err), "%s",
		    err.text);
		ck_assert_int_eq(memcmp(words, model.buffer + 2 * from[i], 8 * slots), 0);
	}
	ck_assert_msg(!model_limit(dev, manifest, 200016, &err), "%s", err.text);
	ck_assert_uint_eq(model.limit, 200000);
	ck_assert_msg(!gno_device_post(dev, 100001, &err), "%s", err.text);
	ck_assert_uint_eq(model.post, 100000);
	model.damage_one_in = 0;
	ck_assert_msg(!gno_device_start(dev, &nonce, &run, &err), "%s", err.text);
	model.head = (7ull << 18) + 0x2ABCD;
	model.tail = (6ull << 18) + 0x2ABDD;
	ck_assert_msg(!gno_device_status(dev, &st, &err), "%s", err.text);
	ck_assert_uint_eq(st.head, 0x2ABCD);
	ck_assert_uint_eq(st.tail, 0x2ABDD);
}
END_TEST

/* A PHY that holds back gets more requests than the receive queue of a UART takes; no other. */
START_TEST(test_requests_in_flight_are_those_of_the_phy)
{
	static const char *const phys[] = {"bytes", "uart", "ft245", "ft245_sync"};
	struct gno_manifest other = *manifest;
	struct gno_request req[FLIGHT];
	uint8_t data[FLIGHT][8 * (10 + FLIGHT)];
	struct gno_err err;
	char phy[16];

	strcpy(phy, phys[_i]);
	other.phy = phy;
	attach();
	ck_assert_msg(!gno_device_identify(dev, &other, &err), "%s", err.text);
	for (unsigned i = 0; i < FLIGHT; i++) {
		req[i] = (struct gno_request){
		    .op = GNO_OP_READ_BUFFER, .addr = 0, .slots = 10 + i, .in = data[i]};
		ck_assert_msg(!gno_link_submit(gno_device_link(dev), &req[i], &err), "%s",
			      err.text);
	}
	for (unsigned i = 0; i < FLIGHT; i++)
		ck_assert_msg(!gno_link_wait(gno_device_link(dev), &req[i], &err), "%s", err.text);
	ck_assert_int_eq(model.overruns > 0, _i >= 2);
}
END_TEST

/*
 * What 64 reads of the buffer ask for, and a read of the registers behind them: all in flight at
 * once behind a FIFO, and sent again, after a damage to each, with other headers than before.
 */
START_TEST(test_headers_of_all_reads_in_flight_differ)
{
	struct gno_request req[READS + 2];
	struct gno_requests all = {.held = true};
	uint8_t old[READS + 1][GNO_REQUEST_HEADER], *header;
	struct gno_request *next;
	unsigned sent = 0;

	for (unsigned i = 0; i < READS + 2; i++) {
		req[i] = (struct gno_request){
		    .op = i == READS ? GNO_OP_READ_REGS : GNO_OP_READ_BUFFER, .slots = 100 + i};
		gno_requests_add(&all, &req[i]);
	}
	for (unsigned times = 1; times <= 2; times++) {
		for (sent = 0; (next = gno_requests_next(&all)); sent++) {
			ck_assert_ptr_eq(next, &req[sent]);
			next->sends++;
			gno_requests_send(&all, next);
			header = next->header;
			for (unsigned i = 0; i < (times == 1 ? sent : READS + 1); i++)
				ck_assert_int_ne(memcmp(header, old[i], sizeof(old[i])), 0);
			if (times == 1)
				memcpy(old[sent], header, sizeof(old[sent]));
		}
		ck_assert_uint_eq(sent, READS + 1);
		if (times == 1)
			gno_requests_repeat(&all, NULL);
	}
	gno_requests_forget(&all);
}
END_TEST

/* Every byte of the scenario in one direction, damaged in one way. */
START_TEST(test_every_damaged_byte_is_repaired)
{
	enum model_direction direction = _i / DAMAGES ? TO_HOST : TO_DEVICE;
	enum model_damage damage = (enum model_damage)(_i % DAMAGES);
	uint64_t at, bytes, repaired = 0;
	struct gno_link_counters counters;
	struct gno_err err;

	attach();
	scenario(&err);
	bytes = model.passed[direction];
	ck_assert_uint_gt(bytes, 300);
	teardown();
	setup();
	for (at = 0; at < bytes; at++) {
		attach();
		model.fault[0] = (struct model_fault){direction, at, damage, true};
		scenario(&err);
		gno_device_counters(dev, &counters);
		repaired += counters.resent != 0;
		ck_assert_uint_eq(model.overruns, 0);
		teardown();
		setup();
	}
	if (damage == FLIP_LOW || damage == LOSE)
		ck_assert_uint_gt(repaired, bytes / 2);
}
END_TEST

START_TEST(test_two_damaged_bytes_are_repaired)
{
	uint32_t seed = 12345;
	struct gno_err err;

	for (int i = 0; i < 3000; i++) {
		attach();
		for (int k = 0; k < 2; k++) {
			model.fault[k].direction = (enum model_direction)(model_random(&seed) % 2);
			model.fault[k].at = model_random(&seed) % 700;
			model.fault[k].damage = (enum model_damage)(model_random(&seed) % DAMAGES);
			model.fault[k].armed = true;
		}
		scenario(&err);
		teardown();
		setup();
	}
}
END_TEST

START_TEST(test_a_bad_line_is_repaired)
{
	struct gno_err err;

	for (int i = 1; i < 300; i++) {
		attach();
		model.seed = (uint32_t)i;
		model.damage_one_in = 400;
		scenario(&err);
		teardown();
		setup();
	}
}
END_TEST

/* A line that loses the end of each long answer: the link asks for less, and goes on so. */
START_TEST(test_long_answers_that_never_come_whole)
{
	static const size_t rooms[] = {2060, 1000, 500, 150};
	uint32_t words[2 * 1024];
	struct gno_link_counters counters;
	uint64_t once;
	struct gno_err err;

	for (unsigned i = 0; i < 2 * model.slots; i++)
		model.buffer[i] = 3 * i + 0xA5;
	attach();
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	model.host_room = rooms[_i];
	for (unsigned round = 0; round < 30; round++) {
		gno_device_counters(dev, &counters);
		once = counters.recoveries;
		memset(words, 0, sizeof(words));
		ck_assert_msg(!model_fetch(dev, manifest, 0, model.slots, words, &err), "%s",
			      err.text);
		ck_assert_int_eq(memcmp(words, model.buffer, sizeof(words)), 0);
	}
	/* what it has found out stays, but for trials that become rare */
	gno_device_counters(dev, &counters);
	ck_assert_uint_le(counters.recoveries - once, 4);
}
END_TEST

START_TEST(test_an_unfinished_frame_of_an_earlier_host_is_cleared)
{
	static const uint8_t frame[] = {0xA5, 0x02, 0, 0, 0xFF, 0, 0};
	uint8_t header[7];
	uint16_t crc;
	struct gno_err err;

	memcpy(header, frame, sizeof(header));
	crc = gno_crc16(header, 5);
	header[5] = (uint8_t)(crc >> 8);
	header[6] = (uint8_t)crc;
	model_transport.write(&model, header, sizeof(header), 0, &err);
	attach();
	scenario(&err);
}
END_TEST

START_TEST(test_a_silent_monitor_is_a_timeout_with_advice)
{
	struct gno_err err;

	attach();
	model.silent = true;
	ck_assert_int_eq(gno_device_identify(dev, manifest, &err), GNO_ERR_TIMEOUT);
	ck_assert_ptr_nonnull(strstr(err.text, "no answer from the monitor at 'model:1'"));
	ck_assert_ptr_nonnull(strstr(err.text, "requested its registers 5 times"));
	ck_assert_ptr_nonnull(strstr(err.text, "check that"));
}
END_TEST

START_TEST(test_other_monitors_are_refused)
{
	struct gno_err err;

	attach();
	model.hash++;
	ck_assert_int_eq(gno_device_identify(dev, manifest, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(
	    strstr(err.text, "its plan hash is 0123456789abcdf0, the manifest's 0123456789abcdef"));
	ck_assert_int_eq(gno_device_identify(dev, NULL, &err), 0);
	model.magic[3] = 2; /* gaps without epochs */
	ck_assert_int_eq(gno_device_identify(dev, NULL, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "speaks version 2"));
	model.magic[0] = 0;
	ck_assert_int_eq(gno_device_identify(dev, NULL, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "no gnomon monitor"));
}
END_TEST

START_TEST(test_a_closed_connection_is_told)
{
	struct gno_err err;

	attach();
	model.gone = true;
	ck_assert_int_eq(gno_device_identify(dev, manifest, &err), GNO_ERR_LINK);
	ck_assert_str_eq(err.text, "the model is gone");
}
END_TEST

START_TEST(test_a_start_that_got_lost_is_given_once)
{
	uint64_t at, bytes = 1, before;
	uint64_t nonce = NONCE;
	struct gno_err err;
	unsigned run;

	for (at = 0; at < bytes; at++) {
		attach();
		ck_assert_int_eq(gno_device_identify(dev, manifest, &err), 0);
		before = model.passed[TO_HOST];
		model.fault[0] = (struct model_fault){TO_HOST, before + at, LOSE, true};
		ck_assert_int_eq(gno_device_start(dev, &nonce, &run, &err), 0);
		ck_assert_uint_eq(model.starts, 1);
		ck_assert_uint_eq(run, MODEL_RUN);
		bytes = model.passed[TO_HOST] - before;
		teardown();
		setup();
	}
}
END_TEST

START_TEST(test_urls)
{
	static const char *const no_ports[] = {"tcp:127.0.0.1:65536", "tcp:127.0.0.1:0",
					       "tcp:127.0.0.1:http", "tcp:127.0.0.1:-1",
					       "tcp:127.0.0.1:4294967297"};
	struct gno_device *d;
	struct gno_err err;

	ck_assert_int_eq(gno_device_open("smoke:signals", NULL, &d, &err), GNO_ERR_ARG);
	ck_assert_str_eq(
	    err.text,
	    "unknown kind of device 'smoke:signals': known are tcp:HOST:PORT[?token=FILE], tty:PATH[@BAUD], ftdi:[SERIAL][,KEY=VALUE...][@BAUD], usb:[SERIAL][,KEY=VALUE...][@BAUD]");
	ck_assert_int_eq(gno_device_open("7654", NULL, &d, &err), GNO_ERR_ARG);
	ck_assert_int_eq(gno_device_open("tcp:localhost", NULL, &d, &err), GNO_ERR_ARG);
	ck_assert_ptr_nonnull(strstr(err.text, "is not of the form tcp:HOST:PORT"));
	for (size_t i = 0; i < sizeof(no_ports) / sizeof(no_ports[0]); i++) {
		ck_assert_int_eq(gno_device_open(no_ports[i], NULL, &d, &err), GNO_ERR_ARG);
		ck_assert_ptr_nonnull(strstr(err.text, "ports are 1 to 65535"));
	}
	ck_assert_int_eq(gno_device_open("tcp:127.0.0.1:1", NULL, &d, &err), GNO_ERR_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "cannot connect to 'tcp:127.0.0.1:1'"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("link");

	add_tests(suite, "plain", setup, teardown,
		  TESTS({test_crc_of_the_standard_check_string}, {test_all_operations},
			{test_an_answer_that_comes_while_idle_is_taken},
			{test_requests_in_flight_are_those_of_the_phy, 4},
			{test_headers_of_all_reads_in_flight_differ},
			{test_an_unfinished_frame_of_an_earlier_host_is_cleared},
			{test_a_silent_monitor_is_a_timeout_with_advice},
			{test_other_monitors_are_refused}, {test_a_closed_connection_is_told},
			{test_a_start_that_got_lost_is_given_once}, {test_urls}));
	add_tests(suite, "damage", setup, teardown,
		  TESTS({test_every_damaged_byte_is_repaired, 2 * DAMAGES},
			{test_two_damaged_bytes_are_repaired}, {test_a_bad_line_is_repaired},
			{test_long_answers_that_never_come_whole, 4}));
	add_tests(suite, "far", setup_far, teardown, TESTS({test_far_addresses, 2}));
	return run_suite(suite);
}
