/* SPDX-License-Identifier: Apache-2.0 */
/* Pulses of a monitor, against the model, whose clock moves with its bytes; what ends them; and the
 * plan that follows from several boards. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "device/place.h"
#include "device/registers.h"
#include "model_device.h"
#include "sync/poller.h"
#include "sync/wide.h"
#include "tests/suite.h"

#define ROUNDS 8
#define ORIGIN 900000000

static struct model model;
static struct gno_device *dev;
static struct gno_manifest *manifest;
static struct sync_entry entry;
static struct sync_poller poller;
static struct gno_err err;

static void start(void)
{
	uint64_t nonce = 5;
	unsigned run;

	ck_assert_msg(!gno_device_start(dev, &nonce, &run, &err), "%s", err.text);
}

static void setup(void)
{
	char *text;

	model_init(&model, 2, 1, 256);
	model.sync = true;
	model.ns = 987654321;
	text = model_manifest(&model);
	ck_assert_msg(!gno_manifest_parse(text, "model", &manifest, &err), "%s", err.text);
	free(text);
	ck_assert(!gno_device_attach(&model_transport, (const char *)&model, "model:1", NULL, &dev,
				     &err));
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	start();
	entry = (struct sync_entry){
	    .name = strdup("left"),
	    .device = strdup("model:1"),
	    .mapping.board = {
		.hz = manifest->clock_hz, .drift = 1000, .host_drift = 1000, .tick = 10000}};
	sync_poller_begin(&poller, &entry, ORIGIN);
}

static void teardown(void)
{
	sync_entry_free(&entry);
	gno_device_close(dev);
	gno_manifest_free(manifest);
	model_free(&model);
}

static int pulse(void)
{
	model.ns += 1000000000;
	return sync_poller_pulse(&poller, dev, ROUNDS, &err);
}

/* Pulses lie where the model was, within their bounds. */
START_TEST(test_pulses)
{
	for (unsigned i = 0; i < 4; i++)
		ck_assert_msg(!pulse(), "%s", err.text);
	ck_assert_uint_eq(entry.polls, 4 * ROUNDS);
	ck_assert_uint_eq(entry.mapping.points + entry.rejected, 4);
	ck_assert_uint_gt(entry.mapping.points, 0);
	for (size_t i = 0; i < entry.mapping.points; i++) {
		const struct sync_point *p = &entry.mapping.point[i];
		const int64_t truth =
		    (int64_t)(model.zero_ns + p->cycle * MODEL_CYCLE_NS - ORIGIN) * 1000;

		ck_assert_int_le(llabs(truth - p->time), (int64_t)p->bound);
		ck_assert_uint_lt(p->bound, 40000000); /* some 40 bytes, there and back */
	}
}
END_TEST

/* A bad line costs polls, and no bound. */
START_TEST(test_bad_line)
{
	model.seed = 3;
	model.damage_one_in = 100;
	for (unsigned i = 0; i < 20; i++)
		ck_assert_msg(!pulse(), "%s", err.text);
	ck_assert_uint_gt(entry.failed, 0);
	ck_assert_uint_eq(entry.polls, 20 * ROUNDS);
	ck_assert_uint_eq(entry.state, SYNC_OK);
	ck_assert_uint_eq(entry.broken.times, 0);
}
END_TEST

/* Another start, after which cycles begin at 0; also when they have passed the old ones. */
START_TEST(test_restarted)
{
	ck_assert_msg(!pulse(), "%s", err.text);
	start();
	model.ns += _i ? 5000000000 : 0;
	ck_assert_int_eq(pulse(), GNO_ERR_MISMATCH);
	ck_assert_str_eq(err.text, "board 'left' was restarted");
	ck_assert_uint_eq(entry.state, SYNC_RESTARTED);
	ck_assert_int_eq(entry.since, entry.mapping.point[0].time);
	ck_assert_uint_eq(entry.mapping.points, 1);
}
END_TEST

START_TEST(test_unplugged)
{
	ck_assert_msg(!pulse(), "%s", err.text);
	model.gone = true;
	ck_assert_int_eq(pulse(), GNO_ERR_LINK);
	ck_assert_uint_eq(entry.state, SYNC_UNPLUGGED);
	ck_assert_uint_eq(entry.mapping.points, 1);
}
END_TEST

/* The manifest states another clock than the monitor has. */
START_TEST(test_liar)
{
	entry.mapping.board.hz = 99000000;
	ck_assert_msg(!pulse(), "%s", err.text);
	ck_assert_int_eq(pulse(), GNO_ERR_MISMATCH);
	ck_assert_msg(strstr(err.text, "clock of board 'left' is fast by at least 10") &&
			  strstr(err.text, "another clock than the 99000000 Hz"),
		      "%s", err.text);
	ck_assert_uint_eq(entry.state, SYNC_LIES);
	ck_assert_int_gt(entry.ppm, 10000);
	ck_assert_int_lt(entry.ppm, 10102);
}
END_TEST

/* The floor of a UART of 1 Mbaud: 66.5 bits there and 259 back, at 95 %; that of a monitor without
 * one, and of a simulated model, is none. One that is declared comes first. */
START_TEST(test_floor_of_uart)
{
	static const char bytes[] = "\"phy\":\"bytes\"";
	char *text = model_manifest(&model), *at = strstr(text, bytes), *uart = NULL;
	struct gno_manifest *m = NULL;
	const struct sync_board none = {.drift = 1}, own = {.floor = SYNC_FLOOR_PROVEN, .out = 5};
	const struct sync_board *b = &entry.mapping.board;

	ck_assert_int_eq(sync_board_declare(&entry, &none, manifest, dev, &err), 0);
	ck_assert_uint_eq(b->floor, SYNC_FLOOR_NONE);
	ck_assert_uint_eq(b->out + b->back, 0);
	ck_assert_uint_eq(b->hz, 100000000);
	ck_assert_uint_eq(b->tick, 10000);
	ck_assert_ptr_nonnull(at);
	ck_assert_int_gt(asprintf(&uart, "%.*s\"phy\":\"uart\",\"baud\":1000000%s",
				  (int)(at - text), text, at + strlen(bytes)),
			 0);
	ck_assert_msg(!gno_manifest_parse(uart, "uart", &m, &err), "%s", err.text);
	for (unsigned model_or_not = 0; model_or_not < 2; model_or_not++) {
		model.simulated = model_or_not;
		ck_assert_msg(!gno_device_identify(dev, m, &err), "%s", err.text);
		ck_assert_int_eq(sync_board_declare(&entry, &none, m, dev, &err), 0);
		ck_assert_uint_eq(b->floor, model_or_not ? SYNC_FLOOR_NONE : SYNC_FLOOR_PROVEN);
		ck_assert_uint_eq(b->out, model_or_not ? 0 : 63175000);
		ck_assert_uint_eq(b->back, model_or_not ? 0 : 246050000);
	}
	ck_assert_int_eq(sync_board_declare(&entry, &own, m, dev, &err), 0);
	ck_assert_uint_eq(b->out, 5);
	ck_assert_uint_eq(b->back, 0);
	ck_assert(!gno_device_identify(dev, manifest, &err));
	gno_manifest_free(m);
	free(uart);
	free(text);
}
END_TEST

START_TEST(test_names)
{
	static const struct {
		const char *url, *name, *folder;
	} rows[] = {
	    {"ftdi:FT1AB", "FT1AB", "FT1AB"},
	    {"ftdi:210319B,channel=B@3000000", "210319B", "_210319B"},
	    {"usb:A1@115200", "A1", "A1"},
	    {"ftdi:", "ftdi:", "ftdi_"},
	    {"ftdi:path=1-2.3", "ftdi:path=1-2.3", "ftdi_path_1-2.3"},
	    {"tcp:127.0.0.1:7654", "tcp:127.0.0.1:7654", "tcp_127.0.0.1_7654"},
	    {"tty:/dev/ttyUSB1", "tty:/dev/ttyUSB1", "tty__dev_ttyUSB1"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char *name = sync_board_name(rows[i].url), *folder = sync_board_folder(name);

		ck_assert_str_eq(name, rows[i].name);
		ck_assert_str_eq(folder, rows[i].folder);
		free(name);
		free(folder);
	}
}
END_TEST

/* Names of the same place are one. */
START_TEST(test_places)
{
	static const struct {
		const char *url, *place;
	} rows[] = {
	    {"tcp:127.0.0.1:7", "tcp:127.0.0.1:7"},
	    {"tcp:localhost:7", "tcp:127.0.0.1:7"},
	    {"tcp:127.0.0.1:7?token=x", "tcp:127.0.0.1:7"},
	    {"tcp:[::1]:7", "tcp:127.0.0.1:7"},
	    {"tcp:nonsense", "tcp:nonsense"},
	    {"tty:/dev/null@9600", "tty:/dev/null"},
	    {"tty:/not/there", "tty:/not/there"},
	    {"ftdi:A", "ftdi:A"},
	};
	struct folder folder;
	const char *path;
	char url[300], *place;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		place = gno_device_place(rows[i].url);
		ck_assert_str_eq(place, rows[i].place);
		free(place);
	}
	folder_make(&folder);
	path = folder_path(&folder, "link");
	ck_assert(!symlink("/dev/null", path));
	snprintf(url, sizeof(url), "tty:%s@9600", path);
	place = gno_device_place(url);
	ck_assert_str_eq(place, "tty:/dev/null");
	free(place);
	folder_remove(&folder);
}
END_TEST

/* Boards with one pulse each, by which the interval is chosen. */
START_TEST(test_interval)
{
	struct sync_point point[3] = {{0, 0, 1000000}, {0, 0, 500000}, {0, 0, 9000000}};
	struct sync_entry boards[3] = {0};
	struct sync_set set = {.entry = boards, .entries = 3, .plan.floor = 60000000};

	for (unsigned i = 0; i < 3; i++)
		boards[i].mapping = (struct sync_mapping){
		    .board = {.hz = 1, .drift = 6000, .host_drift = 3000 + 500 * i, .wander = 500},
		    .point = &point[i],
		    .points = 1};
	boards[2].state = SYNC_UNPLUGGED;
	sync_choose_interval(&set);
	ck_assert(set.plan.guaranteed);
	ck_assert_int_eq(set.plan.interval, 58 * (int64_t)SYNC_SECOND / 20);
	boards[2].state = SYNC_OK;
	sync_choose_interval(&set); /* 60 - 2 * 9 us, 10.5 ppm */
	ck_assert_int_eq(set.plan.interval, 42 * (int64_t)SYNC_SECOND / 21);
	set.plan.floor = 18000000;
	sync_choose_interval(&set);
	ck_assert(!set.plan.guaranteed);
	ck_assert_int_eq(set.plan.interval, 9 * (int64_t)SYNC_SECOND * 2 / 21);
}
END_TEST

/* The drift of the host against the median of all clocks, itself included. */
START_TEST(test_host_drift)
{
	static const struct {
		int64_t fast[3]; /* boards against the host, ppm */
		size_t count;
		int64_t drift; /* ppb */
	} rows[] = {
	    {{10, 30}, 2, 10000},	  {{10, -30}, 2, 0},	    {{10}, 1, 5000},
	    {{-10, -30, -40}, 3, -20000}, {{10, 30, 40}, 3, 20000},
	};

	for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
		struct sync_set set = {.entry = calloc(3, sizeof(*set.entry)),
				       .entries = rows[r].count};

		for (size_t i = 0; i < rows[r].count; i++) {
			struct sync_mapping *m = &set.entry[i].mapping;

			m->board = (struct sync_board){
			    .hz = 1000000, .drift = 100000, .host_drift = 100000};
			m->point = calloc(2, sizeof(*m->point));
			m->points = 2;
			m->point[1] = (struct sync_point){1000000 + (uint64_t)rows[r].fast[i],
							  (int64_t)SYNC_SECOND, 0};
		}
		ck_assert_int_eq(sync_finish(&set, &err), 0);
		ck_assert_int_eq(set.plan.drift, rows[r].drift);
		sync_set_free(&set);
	}
}
END_TEST

int main(void)
{
	return run_tests("sync_poller", setup, teardown,
			 TESTS({test_pulses}, {test_bad_line}, {test_restarted, 2},
			       {test_unplugged}, {test_liar}, {test_floor_of_uart}, {test_names},
			       {test_places}, {test_interval}, {test_host_drift}));
}
