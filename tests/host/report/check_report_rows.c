/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Lists that are longer than what is kept in memory are read from the trace once more: the same
 * text and the same JSON come out, whatever was kept.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "units_fixture.h"

#define NODES 3

static struct fix fix[2];

/* A stream with all that lists are made of, at random. */
static void write_node(struct tw *w, unsigned k)
{
	static const uint32_t no_record[2] = {0xffffffff, 0xffffffff};
	uint64_t time = 10;

	for (unsigned i = 0; i < 120; i++) {
		time += 2 + (unsigned)rand() % 20;
		switch (rand() % 8) {
		case 0:
			tw_gap(w, k, time, time + 9, 3);
			time += 12;
			break;
		case 1:
			tw_words(w, k, no_record, 2);
			break;
		case 2:
			if (k == 2) /* its load lies in a gap or hole: which held is known around
				       all of them */
				break;
			tw_load(w, k, time, 0);
			time += 5;
			tw_load(w, k, time, 1);
			break;
		case 3:
			tw_datum(w, k, time,
				 &(struct tw_datum){.sub = GNO_PORT_MARK, .data = i, .flags = 8});
			break;
		case 4:
			tw_event(w, k, time, 2, 4); /* stops */
			break;
		case 5:
			tw_event(w, k, time, 3, 0);
			tw_word(w, k, time, 0x1000 + i, 8); /* marked */
			break;
		default:
			tw_event(w, k, time, 1, UNITS_SAMPLED);
			tw_ratio(w, k, time, 1, (const uint32_t[]){i, 2 * i + 1});
			break;
		}
	}
	tw_flush(w, k, time + 50);
	tw_ratio(w, k, time + 50, 0, (const uint32_t[]){7, 50});
}

static void write_random(struct tw *w, unsigned seed)
{
	srand(seed);
	for (unsigned f = 0; f < 2; f++) {
		fix_begin(&fix[f], NODES);
		fix_point(&fix[f], f ? "other" : "a", GNO_PATTERN_EVENT, 1,
			  RECORD | SAMPLE | RESET);
		fix_point(&fix[f], "off", GNO_PATTERN_EVENT, 2, RECORD | 1u << GNO_ACT_STOP);
		fix_point(&fix[f], "here", GNO_PATTERN_EVENT, 3, RECORD | 1u << GNO_ACT_START);
		fix_interval(&fix[f], "work", f ? "other" : "a", "off");
	}
	tw_begin(w, NODES, 32, 1, 0);
	w->triggers = 1;
	w->port = 2;
	w->patterns[0] = &fix[0].file;
	w->patterns[1] = &fix[1].file;
	for (unsigned k = 0; k < NODES; k++)
		write_node(w, k);
	tw_write(w);
}

/* Text and JSON with so many rows kept; the caller's. */
static char *written(const struct tw *w, size_t kept, bool latest)
{
	const struct gno_report_options o = {.columns = 20, .samples = kept, .latest = latest};
	const struct gno_report_style style = {.rows = SIZE_MAX, .units = true};
	struct gno_report *r;
	struct gno_err err;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(f);
	ck_assert_msg(!gno_report_build(w->dir, &o, &r, &err), "%s", err.text);
	ck_assert_int_eq(gno_report_text(r, &style, f, &err), GNO_OK);
	ck_assert_int_eq(gno_report_json(r, SIZE_MAX, f, &err), GNO_OK);
	fclose(f);
	gno_report_free(r);
	return text;
}

static void expect_same(const struct tw *w)
{
	char *all = written(w, SIZE_MAX, false);

	for (size_t kept = 0; kept < 4; kept++) {
		char *some = written(w, kept, false);

		ck_assert_msg(!strcmp(all, some), "%zu rows kept:\n%s\nall:\n%s", kept, some, all);
		free(some);
	}
	free(all);
}

START_TEST(test_rows_are_the_same)
{
	struct gno_report *r;
	struct tw w;

	write_random(&w, (unsigned)_i + 1);
	r = report_of(&w, NULL);
	for (unsigned k = 0; k < NODES; k++) {
		const struct report_node *n = &r->node[k];

		ck_assert(n->gaps > 1 && n->holes > 1 && n->blinds > 1 && n->samples > 1);
	}
	ck_assert_uint_gt(r->marks_seen, 9);
	gno_report_free(r);
	expect_same(&w);
	tw_end(&w);
}
END_TEST

/* Banks of buckets and snapshots of counters, with the one before each. */
START_TEST(test_rows_of_units_are_the_same)
{
	struct tw w;

	units_write(&w);
	expect_same(&w);
	tw_end(&w);
}
END_TEST

/* Of the last rows so many are kept of each node as are wanted, and no other. */
START_TEST(test_rows_latest)
{
	const struct gno_report_options o = {.columns = 20, .samples = 3, .latest = true};
	struct gno_report *r, *all;
	struct gno_err err;
	struct tw w;

	write_random(&w, 5);
	all = report_of(&w, NULL);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_OK);
	ck_assert_uint_eq(r->samples, 3 * NODES);
	ck_assert_uint_eq(r->samples_seen, all->samples);
	for (unsigned k = 0, end = 0; k < NODES; k++) {
		end += (unsigned)all->node[k].samples;
		for (unsigned i = 0; i < 3; i++) {
			const struct report_sample *a = &all->sample[end - 3 + i],
						   *b = &r->sample[3 * k + i];

			ck_assert(a->node == k && b->node == k && a->time == b->time &&
				  a->from == b->from);
			ck_assert_uint_eq(a->pair[0].a_min, b->pair[0].a_min);
		}
	}
	gno_report_free(r);
	gno_report_free(all);
	tw_end(&w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("report_rows");
	TCase *tc = tcase_create("report_rows");

	tcase_set_timeout(tc, HANG_SECONDS);
	tcase_add_loop_test(tc, test_rows_are_the_same, 0, 20);
	tcase_add_test(tc, test_rows_of_units_are_the_same);
	tcase_add_test(tc, test_rows_latest);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
