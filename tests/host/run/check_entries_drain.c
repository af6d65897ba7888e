/* SPDX-License-Identifier: Apache-2.0 */

/* Drains of the single form with triggers, whose entries wait for their words. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "entries/entries_sink.h"
#include "tests/suite.h"

#define CYCLES 700 /* in which the time stays in the first epoch: the model's flush has none */

static struct gno_drain_result result;
static struct gno_err err;

static void begin(const char *lines)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n%s", lines);
	fx_setup_seven(true, made.form.pairs, made.form.blocks, made.form.lines);
	fx_load_text(text);
}

static void end(void)
{
	entries_free(&made);
	fx_teardown();
}

static void make(uint32_t seed, struct entries_form form)
{
	entries_make(&made, seed, form, CYCLES, 5, false);
	ck_assert_uint_lt(made.time, UINT32_C(1) << 31);
}

/* Scripts slots, each of which the host can see without the next; the model itself has the sync
 * before them, and the flush. */
static void script(void)
{
	for (size_t i = 1; i < made.slots; i++)
		if (i < made.flush)
			model_record(&fx.model, 1, made.slot[i].word);
		else if (i > made.flush)
			model_behind(&fx.model, 1, made.slot[i].word);
}

/* Starts the run; the flush of the model is that of the entries. */
static void start(void)
{
	fx_start();
	fx.model.time = made.slot[made.flush].word[0];
}

/* Drains; the run ends after some time of the model's. */
static void drain(void)
{
	ck_assert_msg(!fx_drain(true, 2000, &result, &err), "%s", err.text);
}

/* The records of the run are those of the slots from `from` on. */
static void check(size_t from)
{
	size_t len, words = made.words - made.slot[from].at;
	char *data = fx_records(0, UINT64_MAX, &len);

	ck_assert_uint_eq(result.total.holes, 0);
	ck_assert_uint_eq(len, 4 * words);
	ck_assert_int_eq(memcmp(data, made.record + made.slot[from].at, len), 0);
	free(data);
}

START_TEST(test_drain_of_entries)
{
	make(200 + (uint32_t)_i, forms[_i % ENTRIES_FORMS]);
	ck_assert_uint_gt(made.between, 0);
	begin("until: { point: a }\n");
	script();
	start();
	fx.model.seed = 100 + (uint32_t)_i;
	fx.model.damage_one_in = _i < ENTRIES_FORMS ? 0 : 5000;
	/* over a bad line it takes its time */
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	ck_assert_uint_eq(result.total.position, made.slots);
	check(0);
	end();
}
END_TEST

START_TEST(test_interrupted_drains_of_entries)
{
	unsigned drains = 0;

	make(300, forms[_i]);
	begin("");
	script();
	start();
	do {
		fx.stop = 0;
		fx.commits = 0;
		fx.stop_after = 1 + drains % 2;
		drain();
		drains++;
	} while (result.end == GNO_DRAIN_INTERRUPTED);
	ck_assert_uint_gt(drains, 3);
	check(0);
	end();
}
END_TEST

/* Adds a slot to what is expected, whose record is itself unless it has none. */
static void add(struct entries_slot slot, const uint32_t *record, unsigned words)
{
	slot.at = made.words;
	made.slot = realloc(made.slot, (made.slots + 1) * sizeof(slot));
	ck_assert_ptr_nonnull(made.slot);
	made.slot[made.slots++] = slot;
	made.record = realloc(made.record, 4 * (made.words + words));
	ck_assert_ptr_nonnull(made.record);
	memcpy(made.record + made.words, record, 4 * words);
	made.words += words;
}

static void add_plain(uint32_t low, uint32_t high)
{
	const uint32_t record[] = {low, high};

	add((struct entries_slot){.word = {low, high}}, record, 2);
}

/*
 * The first entry of a full buffer waits for its word, which comes when there is no room any more,
 * in the gap: nothing can be freed before the host has taken it from there, and the gap does not
 * end before something is freed.
 */
START_TEST(test_a_full_buffer_from_an_entry_on)
{
	const uint32_t entry[] = {1, 0x010001, 1, 12, 0x1234, 0};
	const uint32_t gap[] = {500, 3 | (uint32_t)(MODEL_RUN & 127) << 24, 600, 15};
	const uint32_t word[] = {0x1234, 15}, half[] = {0, 0x80000012};
	const uint32_t number = (uint32_t)MODEL_RUN << 24;
	unsigned drains = 0;

	made = (struct entries){0};
	begin("");
	add_plain(0, 5 | number);
	add((struct entries_slot){.word = {1, 0x018001}}, entry, 6);
	for (uint32_t i = 2; i < SLOTS - 16; i++)
		add_plain(i, 0x020001);
	for (size_t i = 1; i < made.slots; i++)
		model_record(&fx.model, 1, made.slot[i].word);
	model_reserved(&fx.model, 1, gap);
	model_reserved(&fx.model, 1, word);
	model_record(&fx.model, 1, half);
	model_record(&fx.model, 1, gap + 2);
	made.slots += 3; /* the word and the second half with what is before it */
	add((struct entries_slot){.word = {0}}, gap, 4);
	for (uint32_t i = 600; i < 1000; i++) {
		const uint32_t event[] = {i, 0x030001};

		model_record(&fx.model, 1, event);
		add_plain(i, 0x030001);
	}
	made.flush = made.slots;
	add_plain(1000, 6 | number);
	start();
	do { /* also where a drain ends while the gap is open */
		fx.stop = 0;
		fx.commits = 0;
		fx.stop_after = _i ? 1 : 0;
		drain();
		drains++;
	} while (result.end == GNO_DRAIN_INTERRUPTED);
	ck_assert(!_i || drains > 2);
	ck_assert_uint_eq(result.total.lost, 15);
	check(0);
	end();
}
END_TEST

/* The recorder has overwritten the first slots, and begins with an entry or in the wait for one. */
START_TEST(test_a_recorder_of_entries)
{
	unsigned inside = 0;

	for (uint32_t seed = 400; seed < 420; seed++) {
		size_t from;

		make(seed, forms[_i]);
		begin("buffer: { wrap: { after: 10 } }\n");
		/* the oldest slot is left out, and the next one where it may be half a gap */
		from = made.slots - SLOTS;
		from += made.slot[from].word[1] == 0x80000012 ? 2 : 1;
		for (size_t i = 0; i < from; i++)
			inside += made.slot[i].rest >= from || made.slot[i].last >= from;
		script();
		start();
		model_pump(&fx.model);
		fx.model.frozen = true;
		drain();
		ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
		check(from);
		end();
	}
	ck_assert_uint_gt(inside, 2);
}
END_TEST

/* Scripts the records of a model of the monitor. */
static void script_records(void)
{
	for (size_t i = 1; i < made.flush; i++) {
		const struct entries_slot *s = &made.slot[i];
		size_t at = s->at;

		for (unsigned k = 0; k < s->records; at += s->words[k++])
			model_record(&fx.model, s->words[k] / 2, made.record + at);
	}
}

/* The trace buffer of a model has records, and its tail is that of the oldest whole one. */
START_TEST(test_a_recorder_of_a_model)
{
	unsigned cut = 0;
	size_t len;
	char *data;

	for (uint32_t seed = 500; seed < 600 && !cut; seed++) {
		make(seed, forms[0]);
		begin("buffer: { wrap: { after: 10 } }\n");
		fx.model.simulated = true;
		ck_assert_msg(!gno_device_identify(fx.dev, fx.manifest, &err), "%s", err.text);
		script_records();
		start();
		model_pump(&fx.model);
		fx.model.frozen = true;
		drain();
		data = fx_records(0, UINT64_MAX, &len);
		ck_assert_uint_eq(result.total.holes, 0);
		ck_assert_uint_eq(len, 8 * (fx.model.head - fx.model.tail));
		ck_assert_int_eq(memcmp(data, (char *)made.record + 4 * made.words - len, len), 0);
		cut += fx.model.head - fx.model.tail < SLOTS;
		free(data);
		end();
	}
	ck_assert_uint_gt(cut, 0);
}
END_TEST

int main(void)
{
	return run_tests("entries_drain", NULL, NULL,
			 TESTS({test_drain_of_entries, 2 * ENTRIES_FORMS},
			       {test_interrupted_drains_of_entries, ENTRIES_FORMS},
			       {test_a_full_buffer_from_an_entry_on, 2},
			       {test_a_recorder_of_entries, 3}, {test_a_recorder_of_a_model}));
}
