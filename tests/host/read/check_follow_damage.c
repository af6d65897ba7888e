/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A run whose file is damaged while it grows: whoever follows it is shown what a look at the
 * complete run shows, and of an undamaged run each record as soon as it is there.
 */

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "growing.h"
#include "out/export/printer.h"
#include "report_fixture.h"
#include "results/live.h"
#include "results/rows.h"

#define RECORDS 16
#define LINE 400 /* bytes of a line of JSON at most */

struct list {
	char line[2 * RECORDS][LINE];
	size_t lines;
};

static struct fix fix;
static struct tw w;
static struct growing g = {.w = &w};
/* Of each record: where it ends in the file, and its time. */
static size_t ends[RECORDS];
static uint64_t times[RECORDS];

static void begin(unsigned time_bits, uint32_t seed)
{
	uint64_t time = 5;

	g = (struct growing){.w = &w, .seed = seed, .sizes = true};
	fix_begin(&fix, 1);
	fix_point(&fix, "point", GNO_PATTERN_EVENT, 1, RECORD);
	tw_begin(&w, 1, time_bits, 0, 0);
	w.port = 3;
	w.patterns[0] = &fix.file;
	for (unsigned i = 0; i < RECORDS; i++) {
		time += 1 + growing_random(&g, i % 3 ? 40 : 4000);
		if (i + 1 == RECORDS)
			tw_flush(&w, 0, time);
		else if (growing_random(&g, 3))
			tw_event(&w, 0, time, 1, 0);
		else
			tw_datum(&w, 0, time, &(struct tw_datum){.page = 4, .data = i});
		ends[i] = w.node[0].len;
		times[i] = time;
	}
	tw_write(&w);
	g.size[0] = w.node[0].len;
	growing_journal(&g, "complete");
}

static void put64(size_t at, uint64_t v)
{
	for (unsigned i = 0; i < 8; i++)
		w.node[0].data[at + i] = (uint8_t)(v >> 8 * i);
}

/* The journal counts so many records, and the file has `written`. */
static void grow(unsigned records, unsigned written)
{
	g.size[0] = ends[records - 1];
	put64(16, times[written - 1]);
	growing_put(&g, 0, 0, ends[written - 1], false);
	growing_journal(&g, "running");
}

/* Adds the rows that come at once. */
static int take_rows(struct gno_report *r, struct report_cursor *c, struct list *list)
{
	const struct report_row *row;
	struct gno_err err;
	int rc;

	while ((rc = report_rows_next(c, &row, &err)) == 1) {
		struct report_printer *p = NULL;
		FILE *f = fmemopen(list->line[list->lines], LINE, "w");

		ck_assert_uint_lt(list->lines, 2 * RECORDS);
		ck_assert(!report_printer_open(r, f, &p, &err));
		report_row_json(p, &columns_events, &row->event);
		ck_assert(!report_printer_close(p, &err));
		fclose(f);
		list->lines++;
	}
	ck_assert_msg(rc >= 0, "%s", err.text);
	return rc;
}

static void read_complete(struct list *list)
{
	struct report_cursor *c = NULL;
	struct gno_report *r = NULL;
	struct gno_err err;

	list->lines = 0;
	ck_assert_msg(!gno_report_look(w.dir, &r, &err), "%s", err.text);
	ck_assert(!report_rows_open(r, REPORT_EVENTS, 0, 0, &c, &err));
	ck_assert_int_eq(take_rows(r, c, list), 0);
	report_rows_close(c);
	gno_report_free(r);
}

/* Follows the run while it grows by some records at a time, of which the file has so many more than
 * the journal. `prompt`: each comes at once. */
static void follow(struct list *list, unsigned most, unsigned ahead, bool prompt)
{
	struct report_cursor *c = NULL;
	struct gno_report *r = NULL;
	struct gno_err err;

	list->lines = 0;
	growing_start(&g);
	ck_assert_msg(!gno_report_follow(w.dir, &r, &err), "%s", err.text);
	ck_assert(!report_rows_open(r, REPORT_EVENTS, 0, 0, &c, &err));
	for (unsigned n = 0; n < RECORDS;) {
		n += 1 + growing_random(&g, most);
		n = n < RECORDS ? n : RECORDS;
		grow(n, n + ahead < RECORDS ? n + ahead : RECORDS);
		ck_assert_int_eq(gno_report_refresh(r, &err), 1);
		ck_assert_int_eq(take_rows(r, c, list), REPORT_WAITS);
		if (prompt) /* the flush has no line */
			ck_assert_uint_eq(list->lines, n < RECORDS ? n : n - 1);
	}
	growing_end(&g);
	ck_assert_int_eq(gno_report_refresh(r, &err), 1);
	ck_assert_int_eq(take_rows(r, c, list), 0);
	report_rows_close(c);
	gno_report_free(r);
}

static void compare(const struct list *got, const struct list *want)
{
	ck_assert_uint_eq(got->lines, want->lines);
	for (size_t i = 0; i < got->lines; i++)
		ck_assert_str_eq(got->line[i], want->line[i]);
}

START_TEST(test_follow_damage_none)
{
	static struct list got, want;

	begin(32, 3);
	read_complete(&want);
	ck_assert_uint_eq(want.lines, RECORDS - 1);
	follow(&got, 3, 0, true);
	compare(&got, &want);
	follow(&got, 3, 2, false);
	compare(&got, &want);
	tw_end(&w);
}
END_TEST

/* Every bit of the time of a record, one after the other. */
START_TEST(test_follow_damage_times)
{
	static struct list got, want;
	unsigned holes = 0;
	size_t at;

	begin(_i % 2 ? 24 : 32, 1);
	at = _i ? ends[_i - 1] : TW_HEADER + 8;
	for (unsigned bit = 0; bit < w.time_bits; bit++) {
		w.node[0].data[at + bit / 8] ^= (uint8_t)(1 << bit % 8);
		follow(&got, 1 + bit % 3, bit % 2 * 3, false);
		read_complete(&want);
		w.node[0].data[at + bit / 8] ^= (uint8_t)(1 << bit % 8);
		compare(&got, &want);
		for (size_t i = 0; i < want.lines; i++)
			holes += strstr(want.line[i], "(no records)") != NULL;
	}
	ck_assert_uint_gt(holes, 4); /* nothing contradicts a flush that leaps ahead */
	tw_end(&w);
}
END_TEST

/* Whether a line is of a hole, of a time that a record had before the damage, or as one of a list.
 */
static bool is_known(const char *line, const struct list *list)
{
	const size_t length = strcspn(line, ",");
	bool known = strstr(line, "(no records)") != NULL;
	char time[LINE];

	for (size_t i = 0; i < list->lines && !known; i++)
		known = !strncmp(list->line[i], line, length + 1);
	for (size_t i = 0; i < RECORDS && !known; i++) {
		snprintf(time, sizeof(time), "{\"time\":%" PRIu64 ",", times[i]);
		known = !strncmp(time, line, length + 1);
	}
	return known;
}

/* Who looks at what is there so far sees no record whose time has leapt ahead, where the header of
 * the packet does not count records behind it. Every bit of the time of a record. */
START_TEST(test_look_at_leaps)
{
	static struct list got, want;
	unsigned kept_back = 0;
	size_t at;

	begin(_i % 2 ? 24 : 32, 1);
	at = _i ? ends[_i - 1] : TW_HEADER + 8;
	for (unsigned bit = 0; bit < w.time_bits; bit++) {
		if (w.node[0].data[at + bit / 8] >> bit % 8 & 1)
			continue; /* it leaps back */
		w.node[0].data[at + bit / 8] ^= (uint8_t)(1 << bit % 8);
		growing_start(&g);
		grow(RECORDS, RECORDS);
		growing_end(&g);
		read_complete(&want);
		for (unsigned n = (unsigned)_i + 1; n < RECORDS; n++) {
			int shown = 0;

			growing_start(&g);
			grow(n, n);
			read_complete(&got);
			for (size_t i = 0; i < got.lines; i++) {
				ck_assert_msg(is_known(got.line[i], &want),
					      "bit %u of record %d, of %u: %s", bit, _i, n,
					      got.line[i]);
				shown += !strstr(got.line[i], "(no records)");
			}
			kept_back += n == (unsigned)_i + 1 && shown == _i;
		}
		w.node[0].data[at + bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
	ck_assert_uint_gt(kept_back, 10);
	tw_end(&w);
}
END_TEST

/* Where a time beat is among the damage, an event of the other node does not come before it is
 * known from when to when the damage hides records. */
START_TEST(test_follow_damage_beat)
{
	static const uint32_t no_record[2] = {0xffffffff, 0xffffffff};
	static struct list got, want;
	struct report_cursor *c = NULL;
	struct gno_report *r = NULL;
	struct gno_err err;

	g = (struct growing){.w = &w, .sizes = true};
	fix_begin(&fix, 2);
	fix_point(&fix, "point", GNO_PATTERN_EVENT, 1, RECORD);
	tw_begin(&w, 2, 32, 0, 0);
	w.patterns[0] = &fix.file;
	tw_event(&w, 0, 100, 1, 0);
	tw_words(&w, 0, no_record, 2);
	w.node[0].half = 1; /* it was a beat */
	tw_event(&w, 1, 1000, 1, 0);
	for (uint64_t i = 1; i < 6; i++) {
		tw_event(&w, 0, i << 31 | 1000, 1, 0);
		tw_event(&w, 1, i << 31 | 500, 1, 0);
	}
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&w, k, UINT64_C(6) << 31);
	tw_write(&w);
	g.size[0] = w.node[0].len;
	g.size[1] = w.node[1].len;
	growing_journal(&g, "complete");
	read_complete(&want);
	ck_assert_uint_eq(want.lines, 1 + 1 + 1 + 5 + 5);
	ck_assert_ptr_nonnull(strstr(want.line[1], "(no records)"));
	got.lines = 0;
	growing_start(&g);
	ck_assert_msg(!gno_report_follow(w.dir, &r, &err), "%s", err.text);
	ck_assert(!report_rows_open(r, REPORT_EVENTS, 0, 0, &c, &err));
	growing_put(&g, 0, 0, w.node[0].len, false);
	growing_put(&g, 1, 0, w.node[1].len, false);
	g.size[1] = w.node[1].len;
	for (g.size[0] = TW_HEADER; g.size[0] <= w.node[0].len; g.size[0] += 8) {
		growing_journal(&g, "running");
		ck_assert_int_ge(gno_report_refresh(r, &err), 0);
		ck_assert_int_eq(take_rows(r, c, &got), REPORT_WAITS);
	}
	g.size[0] = w.node[0].len;
	growing_end(&g);
	ck_assert_int_eq(gno_report_refresh(r, &err), 1);
	ck_assert_int_eq(take_rows(r, c, &got), 0);
	compare(&got, &want);
	report_rows_close(c);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("follow_damage", NULL, NULL,
			 TESTS({test_follow_damage_none}, {test_follow_damage_times, RECORDS},
			       {test_look_at_leaps, RECORDS - 1}, {test_follow_damage_beat}));
}
