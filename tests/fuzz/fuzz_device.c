/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hostile device. The link of the model speaks the protocol; its data is the input's: first 16
 * bytes of damage (where a byte of the link is flipped, lost, doubled or put in), then the words of
 * the trace buffer, records or not. The same bytes are its ROM: as they are, behind a right head,
 * or compressed behind one. One input in four has no model behind it: its bytes are the device's.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "device/registers.h"
#include "run/run.h"
#include "model_device.h"

#define SLOTS 64
#define HEADER 16
#define ROM_HEAD 8
#define ROM_MOST 65536
#define RECORD_SLOTS_MAX 37
#define LIMIT_MS 20

/* A device whose every byte is the input's; after the last one it is gone. */
struct babble {
	const uint8_t *at, *end;
};

static int babble_open(const char *rest, const struct gno_device_options *options, void **ctx,
		       struct gno_err *err)
{
	(void)options;
	(void)err;
	memcpy(ctx, &rest, sizeof(*ctx));
	return 0;
}

static int babble_read(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms,
		       struct gno_err *err)
{
	struct babble *b = ctx;
	size_t left = (size_t)(b->end - b->at), count = left < len ? left : len;

	(void)timeout_ms;
	if (!left) {
		snprintf(err->text, sizeof(err->text), "the device is gone");
		return err->code = GNO_ERR_LINK;
	}
	if (count > 7)
		count = 1 + b->at[0] % 7u;
	memcpy(buf, b->at, count);
	b->at += count;
	return (int)count;
}

static int babble_write(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
			struct gno_err *err)
{
	(void)ctx;
	(void)buf;
	(void)len;
	(void)timeout_ms;
	(void)err;
	return 0;
}

static void babble_close(void *ctx)
{
	(void)ctx;
}

static const struct gno_transport babble = {
    .scheme = "babble",
    .form = "babble",
    .open = babble_open,
    .read = babble_read,
    .write = babble_write,
    .close = babble_close,
};

/* Faults of the link, and records of whatever is in the input. */
static void arm(struct model *m, const uint8_t *data, size_t size)
{
	const uint8_t *at = data + HEADER, *end = data + size;

	for (size_t i = 0; i < 2; i++) {
		m->fault[i].direction = data[4 * i] % 2 ? TO_HOST : TO_DEVICE;
		m->fault[i].at = data[4 * i + 1] + 256u * data[4 * i + 2];
		m->fault[i].damage = (enum model_damage)(data[4 * i + 3] % DAMAGES);
		m->fault[i].armed = data[4 * i] > 127;
	}
	m->break_at = data[8] > 200 ? data[9] : 0;
	m->wrap = data[10] % 2;
	while (at < end) {
		unsigned slots = 1 + *at++ % RECORD_SLOTS_MAX;
		uint32_t words[2 * RECORD_SLOTS_MAX] = {0};
		size_t bytes = 8 * slots < (size_t)(end - at) ? 8 * slots : (size_t)(end - at);

		memcpy(words, at, bytes);
		at += bytes;
		model_record(m, slots, words);
	}
}

/* A ROM of whatever is in the input; byte 11 of it states how. */
static void arm_rom(struct model *m, uint8_t *rom, const uint8_t *data, size_t size)
{
	const uint8_t *from = data + HEADER;
	size_t count = size - HEADER < ROM_MOST - ROM_HEAD ? size - HEADER : ROM_MOST - ROM_HEAD;
	uLongf packed = ROM_MOST - ROM_HEAD;

	if (data[11] % 4 == 0)
		return;
	m->rom = rom;
	m->rom_len = count;
	memcpy(rom, from, count);
	if (data[11] % 4 == 1)
		return;
	if (data[11] % 4 == 2)
		memcpy(rom + ROM_HEAD, from, packed = count);
	else if (compress(rom + ROM_HEAD, &packed, from, count) != Z_OK)
		packed = 0;
	memcpy(rom, "GNR\1", 4);
	for (size_t i = 0; i < 4; i++)
		rom[4 + i] = (uint8_t)(packed >> 8 * i);
	m->rom_len = ROM_HEAD + packed;
}

/* What `gnomon run` does with a device, but for the loading: into a copy of a run that was loaded.
 */
static void drive(struct gno_device *dev, struct gno_run *run)
{
	const struct gno_drain_options options = {.stop = true, .limit_ms = LIMIT_MS};
	struct gno_drain_result result;
	struct gno_manifest *own = NULL;
	struct gno_status status;
	struct gno_err err;

	if (gno_device_identify(dev, gno_run_manifest(run), &err))
		return;
	gno_device_manifest(dev, &own, &err);
	gno_manifest_free(own);
	gno_device_status(dev, &status, &err);
	if (!gno_run_start(run, dev, &err))
		gno_run_drain(run, dev, &options, &result, &err);
}

static void copy_loaded(void)
{
	static const char *const names[] = {"run.json", "manifest.json", "patterns.json",
					    "experiment.yaml", ".gnomon"};
	char from[64], to[64];

	fuzz_clear();
	fuzz_folder("run");
	fuzz_folder("run/trace");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(from, sizeof(from), "loaded/%s", names[i]);
		snprintf(to, sizeof(to), "run/%s", names[i]);
		fuzz_copy(from, to);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct babble words = {data + HEADER, data + size};
	const struct gno_device_options options = {.timeout_ms = 1};
	struct gno_device *dev = NULL;
	struct gno_run *run = NULL;
	static uint8_t rom[ROM_MOST];
	struct model model;
	struct gno_err err;
	int rc;

	if (size < HEADER)
		return -1;
	copy_loaded();
	if (gno_run_open(fuzz_path("run"), &run, &err)) {
		fprintf(stderr, "the base is not a run directory: %s\n", err.text);
		abort();
	}
	model_init(&model, 2, 1, SLOTS);
	arm(&model, data, size);
	arm_rom(&model, rom, data, size);
	if (data[15] % 4)
		rc = gno_device_attach(&model_transport, (const char *)&model, "model:1", &options,
				       &dev, &err);
	else
		rc = gno_device_attach(&babble, (const char *)&words, "babble:1", &options, &dev,
				       &err);
	if (!rc)
		drive(dev, run);
	gno_device_close(dev);
	gno_run_close(run);
	model_free(&model);
	return 0;
}
