/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Single records of every kind that are sent twice, left out, swapped or flipped, in what the
 * monitor sent or in the file: each costs itself, and what is skipped has a place.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "trace_all.h"
#include "trace_writer.h"

#define PAGE 4096
#define ROUNDS 200
#define FAULTS 4 /* in a stream, far from each other */
#define FILE_MAX (1 << 20)

enum fault { TWICE, LEFT_OUT, SWAPPED, FLIPPED, FAULT_KINDS };

static const char *const fault_names[] = {"twice", "left out", "swapped", "flipped"};

struct part {
	const uint8_t *bytes;
	size_t len;
	uint64_t time; /* true */
	uint64_t at;   /* offset in the file, once packed */
};

static uint32_t seed;
static struct part part[MAX_RECORDS];
static size_t parts;
static uint8_t packed[FILE_MAX];
static size_t packed_len;

static uint32_t rnd(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(seed >> 8) * below >> 24);
}

/* A stream with records of all kinds, many pages long. */
static void write_stream(struct tw *w, unsigned time_bits)
{
	const uint32_t counts[] = {300, 70000, 12, 25};
	uint64_t half = 1ull << (time_bits - 1), t = 40;

	tw_begin(w, 1, time_bits, 2, 0);
	w->triggers = 1;
	w->port = 3;
	for (unsigned i = 0; i < 1500; i++) {
		tw_event(w, 0, t, 1 + i % 15, i % 5 == 3 ? 2 : 0);
		if (i % 5 == 3)
			tw_ratio(w, 0, t, 1 + i % 15, counts);
		if (i % 4 == 1)
			tw_trigger(w, 0, t, i % 6, 8);
		if (i % 6 == 2)
			tw_datum(
			    w, 0, t,
			    &(struct tw_datum){.page = 1, .sub = i % 64, .data = i, .pc = 4 * i});
		if (i % 7 == 3)
			tw_word(w, 0, t, i, 0);
		if (i % 200 == 20)
			tw_load(w, 0, t, i / 200 % 2);
		t += 1 + rnd(300);
		if (i % 40 == 7) {
			tw_gap(w, 0, t, t + half / 3, 5);
			t += half / 3 + 2;
		}
		if (i % 50 == 8)
			t += half;
	}
	tw_flush(w, 0, t);
	tw_ratio(w, 0, t, 0, counts);
}

static size_t length_of(const uint8_t *record)
{
	switch (record[4]) {
	case 2: /* ratio */
	case 7: /* datum, long */
		return 24;
	case 3:	 /* gap */
	case 12: /* word */
		return 16;
	default:
		return 8;
	}
}

/* The records, with their times as an intact stream gives them. */
static void take_apart(const struct tw *w, const struct all *want)
{
	parts = 0;
	for (size_t at = TW_HEADER; at < w->node[0].len; parts++) {
		const uint8_t *bytes = w->node[0].data + at;

		ck_assert_uint_lt(parts, want->n);
		part[parts] = (struct part){bytes, length_of(bytes), want->r[parts].time, 0};
		at += part[parts].len;
	}
	ck_assert_uint_eq(parts, want->n);
}

static void put64(uint8_t *at, uint64_t value)
{
	for (unsigned i = 0; i < 8; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

/* Pages of one packet each. */
static void pack(void)
{
	static const uint8_t magic[8] = {0xc1, 0x1f, 0xfc, 0xc1};
	size_t i = 0;

	packed_len = 0;
	while (i < parts) {
		uint8_t *page = packed + packed_len;
		size_t used = TW_HEADER;

		ck_assert_uint_le(packed_len + PAGE, FILE_MAX);
		memset(page, 0, PAGE);
		memcpy(page, magic, sizeof(magic));
		put64(page + 8, part[i].time);
		for (; i < parts && used + part[i].len <= PAGE; i++) {
			memcpy(page + used, part[i].bytes, part[i].len);
			part[i].at = packed_len + used;
			used += part[i].len;
			put64(page + 16, part[i].time);
		}
		put64(page + 24, 8 * used);
		put64(page + 32, 8 * PAGE);
		packed_len += PAGE;
	}
}

/* A fault in what the monitor sent. `flip`: room for a record. */
static void spoil_part(enum fault fault, size_t at, uint8_t *flip)
{
	struct part p = part[at];

	switch (fault) {
	case TWICE:
		memmove(part + at + 1, part + at, (parts++ - at) * sizeof(p));
		break;
	case LEFT_OUT:
		memmove(part + at, part + at + 1, (--parts - at) * sizeof(p));
		break;
	case SWAPPED:
		part[at] = part[at + 1];
		part[at + 1] = p;
		break;
	default:
		memcpy(flip, p.bytes, p.len);
		flip[rnd((uint32_t)p.len)] ^= (uint8_t)(1u << rnd(8));
		part[at].bytes = flip;
	}
}

/* The same in the file: what lies behind moves. */
static void spoil_file(enum fault fault, size_t at)
{
	struct part p = part[at], next = part[at + 1];
	uint8_t *here = packed + p.at;

	switch (fault) {
	case TWICE:
		memmove(here + p.len, here, packed_len - p.at);
		packed_len += p.len;
		break;
	case LEFT_OUT:
		memmove(here, here + p.len, packed_len - p.at - p.len);
		packed_len -= p.len;
		break;
	case SWAPPED:
		if (next.at != p.at + p.len)
			return; /* in the next packet */
		memcpy(here, next.bytes, next.len);
		memcpy(here + next.len, p.bytes, p.len);
		break;
	default:
		here[rnd((uint32_t)p.len)] ^= (uint8_t)(1u << rnd(8));
	}
}

/* Reads what is packed; `faults` of one kind were made. */
static void check(struct tw *w, const struct all *want, enum fault fault, unsigned faults)
{
	static struct all got;
	size_t next = 0, lost = 0, foreign = 0, holes = 0, k;
	uint8_t *data = w->node[0].data;
	size_t len = w->node[0].len;

	w->node[0].data = packed;
	w->node[0].len = packed_len;
	w->sealed = 1;
	tw_write(w);
	read_all(w, &got);
	w->node[0].data = data;
	w->node[0].len = len;
	for (size_t i = 0; i < got.n; i++) {
		if (got.r[i].kind == GNO_KIND_HOLE) {
			holes++;
			ck_assert_uint_gt(got.r[i].bytes, 0);
			ck_assert_uint_le(got.r[i].offset + got.r[i].bytes, packed_len);
			continue;
		}
		for (k = next; k < want->n && k < next + 40 && !same(&got.r[i], &want->r[k]); k++)
			;
		if (k == want->n || k == next + 40) {
			foreign++;
			continue;
		}
		lost += k - next;
		next = k + 1;
	}
	lost += want->n - next;
	ck_assert_msg(lost <= 2 * faults, "%s: %zu lost of %u", fault_names[fault], lost, faults);
	ck_assert_msg(foreign <= 2 * faults, "%s: %zu foreign of %u", fault_names[fault], foreign,
		      faults);
	if (lost > foreign && fault != LEFT_OUT)
		ck_assert_msg(holes > 0, "%s: %zu lost, no hole", fault_names[fault], lost);
}

static void run_rounds(unsigned time_bits, bool in_file)
{
	static struct all want;
	uint8_t flip[FAULTS][24];
	struct tw w;

	seed = time_bits + in_file;
	write_stream(&w, time_bits);
	tw_write(&w);
	read_all(&w, &want);
	take_apart(&w, &want);
	pack();
	check(&w, &want, LEFT_OUT, 0); /* nothing yet */
	for (unsigned i = 0; i < ROUNDS; i++) {
		enum fault fault = (enum fault)(i % FAULT_KINDS);
		size_t at[FAULTS];

		take_apart(&w, &want);
		for (unsigned k = 0; k < FAULTS; k++)
			at[k] = parts * k / FAULTS + rnd((uint32_t)parts / FAULTS - 40);
		if (in_file)
			pack();
		if (i % 10 == 0)
			at[0] = 0; /* the sync */
		for (unsigned k = FAULTS; k-- > 0;)
			if (in_file)
				spoil_file(fault, at[k]);
			else
				spoil_part(fault, at[k], flip[k]);
		if (!in_file)
			pack();
		check(&w, &want, fault, FAULTS);
	}
	tw_end(&w);
}

START_TEST(test_records_sent_wrong)
{
	run_rounds(16 * (_i + 1), false);
}
END_TEST

START_TEST(test_records_wrong_in_the_file)
{
	run_rounds(16 * (_i + 1), true);
}
END_TEST

/* The sync twice, at the beginning and in the middle, also with another run's number. */
START_TEST(test_a_second_sync_costs_itself)
{
	static struct all got;
	struct tw w;

	for (unsigned i = 0; i < 4; i++) {
		size_t before = i / 2 ? 5 : 0, holes = 0, events = 0;

		tw_begin(&w, 1, 32, 0, 0);
		for (unsigned k = 0; k < 10; k++) {
			if (k == before)
				tw_words(&w, 0, (const uint32_t[]){0, 5 | (205u + i % 2) << 24}, 2);
			tw_event(&w, 0, 100 + 10 * k, 1, 0);
		}
		tw_flush(&w, 0, 300);
		tw_write(&w);
		read_all(&w, &got);
		for (size_t k = 0; k < got.n; k++) {
			events += got.r[k].kind == GNO_KIND_EVENT;
			holes += got.r[k].kind == GNO_KIND_HOLE;
			if (got.r[k].kind != GNO_KIND_HOLE)
				continue;
			ck_assert_uint_eq(got.r[k].offset, TW_HEADER + 8 + 8 * before);
			ck_assert_uint_eq(got.r[k].bytes, 8);
		}
		ck_assert_uint_eq(events, 10);
		ck_assert_uint_eq(holes, 1);
		tw_end(&w);
	}
}
END_TEST

/* A bit of a write to the event port that cannot be. */
static const struct {
	unsigned word, bit;
} wrong_bits[] = {
    {1, 23}, /* zero */
    {1, 22}, /* whether it has a third slot */
    {1, 8},  /* the node */
    {3, 24}, /* zeros */
    {3, 31},
};

START_TEST(test_a_wrong_bit_of_a_datum)
{
	static struct all got;
	unsigned datums, holes;
	struct tw w;

	for (unsigned slots = 2; slots <= 3; slots++) {
		tw_begin(&w, 1, 32, 2, 0);
		w.port = slots;
		for (unsigned i = 0; i < 10; i++) {
			uint8_t *record;

			tw_datum(&w, 0, 100 + 10 * i,
				 &(struct tw_datum){.page = 1, .data = i, .process = 7});
			record = w.node[0].data + w.node[0].len - 8 * slots;
			if (i == 5)
				record[4 * wrong_bits[_i].word + wrong_bits[_i].bit / 8] ^=
				    (uint8_t)(1u << wrong_bits[_i].bit % 8);
		}
		tw_flush(&w, 0, 400);
		tw_write(&w);
		read_all(&w, &got);
		datums = holes = 0;
		for (size_t k = 0; k < got.n; k++) {
			datums += got.r[k].kind == GNO_KIND_DATUM;
			holes += got.r[k].bytes != 0;
		}
		ck_assert_uint_eq(datums, 9);
		ck_assert_uint_eq(holes, 1);
		tw_end(&w);
	}
}
END_TEST

int main(void)
{
	return run_tests(
	    "trace_records", NULL, NULL,
	    TESTS({test_records_sent_wrong, 2}, {test_records_wrong_in_the_file, 2},
		  {test_a_second_sync_costs_itself},
		  {test_a_wrong_bit_of_a_datum, sizeof(wrong_bits) / sizeof(wrong_bits[0])}));
}
