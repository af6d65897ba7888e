/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Lists that are longer than what is kept in memory are read from the trace once more: the same
 * text and the same JSON come out, whatever was kept.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "results/live.h"
#include "results/rows.h"
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

struct expected {
	uint64_t time;
	unsigned node;
	size_t interval;
	enum report_interval_end end;
	uint64_t since, self;
	int outermost, process; /* -1: not known */
};

static void expect_intervals(const struct gno_report *r, const struct expected *e, size_t count)
{
	const struct report_row *row;
	struct report_cursor *c;
	struct gno_err err;

	ck_assert_int_eq(report_rows_open(r, REPORT_INTERVALS, 0, 0, &c, &err), GNO_OK);
	for (size_t i = 0; i < count; i++, e++) {
		ck_assert_int_eq(report_rows_next(c, &row, &err), 1);
		ck_assert_uint_eq(row->time, e->time);
		ck_assert_uint_eq(row->node, e->node);
		ck_assert_uint_eq(row->interval.interval, e->interval);
		ck_assert_int_eq(row->interval.end, e->end);
		if (e->outermost < 0) /* it has no begin */
			continue;
		ck_assert_uint_eq(row->interval.since, e->since);
		ck_assert_uint_eq(row->interval.self, e->self);
		ck_assert_int_eq(row->interval.outermost, e->outermost);
		ck_assert_int_eq(row->interval.process_known, e->process >= 0);
		if (e->process >= 0)
			ck_assert_int_eq((int)row->interval.process, e->process);
	}
	ck_assert_int_eq(report_rows_next(c, &row, &err), 0);
	report_rows_close(c);
}

/* Nested ones, ones without an end or a begin, some that a gap cuts; of two nodes. */
START_TEST(test_rows_of_intervals)
{
	static const struct expected expected[] = {
	    {35, 1, 0, REPORT_UNMATCHED, 0, 0, -1, -1},
	    {40, 0, 0, REPORT_FINISHED, 30, 10, 0, 7},
	    {50, 0, 1, REPORT_FINISHED, 20, 20, 1, 7},
	    {60, 0, 0, REPORT_FINISHED, 10, 20, 1, -1},
	    {100, 0, 0, REPORT_CUT_BEGUN, 70, 10, 1, 7}, /* its end at 220 is no row */
	    {100, 0, 1, REPORT_CUT_BEGUN, 80, 20, 1, 7},
	    {230, 0, 0, REPORT_CUT_ENDED, 0, 0, -1, -1},
	    {240, 1, 0, REPORT_UNFINISHED, 200, 30, 1, -1},
	    {240, 1, 0, REPORT_UNFINISHED, 230, 10, 0, -1},
	};
	struct gno_report *r;
	struct gno_err err;
	struct tw w;

	fix_begin(&fix[0], 2);
	fix_point(&fix[0], "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix[0], "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_point(&fix[0], "c", GNO_PATTERN_EVENT, 3, RECORD);
	fix_point(&fix[0], "d", GNO_PATTERN_EVENT, 4, RECORD);
	fix_interval(&fix[0], "outer", "a", "b");
	fix_interval(&fix[0], "inner", "c", "d");
	tw_begin(&w, 2, 32, 0, 0);
	w.port = 2;
	w.patterns[0] = &fix[0].file;
	tw_event(&w, 0, 10, 1, 0);
	tw_datum(&w, 0, 15, &(struct tw_datum){.sub = GNO_PORT_PROCESS, .data = 7, .process = 7});
	tw_event(&w, 0, 20, 3, 0);
	tw_event(&w, 0, 30, 1, 0);
	tw_event(&w, 0, 40, 2, 0);
	tw_event(&w, 0, 50, 4, 0);
	tw_event(&w, 0, 60, 2, 0);
	tw_event(&w, 0, 70, 1, 0);
	tw_event(&w, 0, 80, 3, 0);
	tw_gap(&w, 0, 100, 199, 7);
	tw_event(&w, 0, 220, 2, 0);
	tw_event(&w, 0, 230, 2, 0);
	tw_flush(&w, 0, 240);
	tw_event(&w, 1, 35, 2, 0);
	tw_event(&w, 1, 200, 1, 0);
	tw_event(&w, 1, 230, 1, 0);
	tw_flush(&w, 1, 240);
	tw_write(&w);
	ck_assert_int_eq(gno_report_look(w.dir, &r, &err), GNO_OK);
	expect_intervals(r, expected, sizeof(expected) / sizeof(*expected));
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* More intervals end in one record than any other list has rows of one. */
START_TEST(test_rows_of_many_intervals)
{
	struct expected expected[90];
	struct gno_report *r;
	struct gno_err err;
	struct tw w;

	fix_begin(&fix[0], 1);
	fix_point(&fix[0], "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix[0], "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix[0], "i", "a", "b");
	tw_begin(&w, 1, 32, 0, 0);
	w.patterns[0] = &fix[0].file;
	for (unsigned i = 0; i < 90; i++) {
		tw_event(&w, 0, 10 + i, 1, 0);
		expected[i] = (struct expected){
		    1000, 0, 0, REPORT_CUT_BEGUN, 10 + i, i == 89 ? 901 : 1, !i, -1};
	}
	tw_gap(&w, 0, 1000, 1100, 1);
	tw_flush(&w, 0, 2000);
	tw_write(&w);
	ck_assert_int_eq(gno_report_look(w.dir, &r, &err), GNO_OK);
	expect_intervals(r, expected, 90);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* What is read once more adds up to what the first walk has counted. */
START_TEST(test_rows_of_intervals_add_up)
{
	uint64_t of[NODES][REPORT_INTERVAL_ENDS] = {{0}}, total[NODES] = {0}, self[NODES] = {0};
	uint64_t outermost[NODES] = {0}, last = 0, cut = 0;
	const struct report_row *row;
	struct report_cursor *c;
	struct gno_report *r;
	struct gno_err err;
	struct tw w;

	write_random(&w, (unsigned)_i + 1);
	r = report_of(&w, NULL);
	ck_assert_int_eq(report_rows_open(r, REPORT_INTERVALS, 0, 0, &c, &err), GNO_OK);
	while (report_rows_next(c, &row, &err) > 0) {
		const struct report_interval_row *v = &row->interval;

		ck_assert_uint_ge(row->time, last);
		last = row->time;
		of[row->node][v->end]++;
		if (v->end != REPORT_FINISHED)
			continue;
		total[row->node] += row->time - v->since;
		self[row->node] += v->self;
		outermost[row->node] += v->outermost ? row->time - v->since : 0;
	}
	report_rows_close(c);
	for (unsigned k = 0; k < NODES; k++) {
		const struct report_statistics *m = &r->node[k].statistics[0];

		ck_assert_uint_eq(m->stats.count, of[k][REPORT_FINISHED]);
		ck_assert_uint_eq(m->stats.total, total[k]);
		ck_assert_uint_eq(m->self.total, self[k]);
		ck_assert_uint_eq(m->outermost.total, outermost[k]);
		ck_assert_uint_eq(m->unfinished, of[k][REPORT_UNFINISHED]);
		ck_assert_uint_eq(m->unmatched, of[k][REPORT_UNMATCHED]);
		ck_assert_uint_eq(m->cut, of[k][REPORT_CUT_BEGUN] + of[k][REPORT_CUT_ENDED]);
		cut += m->cut;
	}
	ck_assert_uint_gt(cut, 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Gaps, holes and times without triggers, and samples, of all nodes: without a first walk those
 * that it lists by node. */
START_TEST(test_rows_of_all_nodes)
{
	size_t gaps[NODES] = {0}, holes[NODES] = {0}, blinds[NODES] = {0}, samples = 0;
	uint64_t last = 0;
	const struct report_row *row;
	struct report_cursor *c;
	struct gno_report *r, *look;
	struct gno_err err;
	struct tw w;

	write_random(&w, (unsigned)_i + 1);
	r = report_of(&w, NULL);
	ck_assert_int_eq(gno_report_look(w.dir, &look, &err), GNO_OK);
	ck_assert_int_eq(report_rows_open(look, REPORT_UNSEEN, 0, 0, &c, &err), GNO_OK);
	while (report_rows_next(c, &row, &err) > 0) {
		const struct report_node *n = &r->node[row->node];

		ck_assert(row->time >= last || row->list == REPORT_BLINDS);
		last = row->time;
		if (row->list == REPORT_GAPS)
			ck_assert_uint_eq(row->gap.to, n->gap[gaps[row->node]++].to);
		else if (row->list == REPORT_HOLES)
			ck_assert_uint_eq(row->hole.offset, n->hole[holes[row->node]++].offset);
		else
			ck_assert_uint_eq(row->blind.to, n->blind[blinds[row->node]++].to);
	}
	report_rows_close(c);
	for (unsigned k = 0; k < NODES; k++)
		ck_assert(gaps[k] == r->node[k].gaps && holes[k] == r->node[k].holes &&
			  blinds[k] == r->node[k].blinds);
	last = 0;
	ck_assert_int_eq(report_rows_open(look, REPORT_SAMPLES, NODES, 0, &c, &err), GNO_OK);
	for (; report_rows_next(c, &row, &err) > 0; samples++) {
		ck_assert_uint_ge(row->time, last);
		last = row->time;
		ck_assert_uint_eq(row->sample.node, row->node);
	}
	ck_assert_uint_eq(samples, r->samples);
	report_rows_close(c);
	gno_report_free(look);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* The last row of a list, which has so many of holes. */
static struct report_row last_row(const struct gno_report *r, enum report_list list, unsigned holes)
{
	struct report_row last = {.list = list};
	const struct report_row *row;
	struct report_cursor *c;
	struct gno_err err;
	unsigned found = 0;
	int rc;

	ck_assert_int_eq(report_rows_open(r, list, 0, 0, &c, &err), GNO_OK);
	while ((rc = report_rows_next(c, &row, &err)) == 1) {
		ck_assert(row->time >= last.time || r->growth);
		last = *row;
		found += list == REPORT_UNSEEN ? row->list == REPORT_HOLES
					       : row->event.kind == REPORT_NO_RECORD;
	}
	ck_assert_int_eq(rc, 0);
	report_rows_close(c);
	ck_assert_uint_eq(found, holes);
	return last;
}

static void expect_tail(const struct tw *w, uint64_t offset, uint64_t bytes, uint64_t to)
{
	struct gno_report *of[3];
	struct report_row row;
	struct gno_err err;

	of[0] = report_of(w, NULL);
	ck_assert_int_eq(gno_report_look(w->dir, &of[1], &err), GNO_OK);
	ck_assert_int_eq(gno_report_follow(w->dir, &of[2], &err), GNO_OK);
	for (unsigned i = 0; i < 3; i++) {
		row = last_row(of[i], REPORT_EVENTS, 1);
		ck_assert(row.node == 0 && row.event.node == 0);
		ck_assert(row.time == 200 && row.event.record.time == 200);
		ck_assert_uint_eq(row.event.record.to, to);
		ck_assert_uint_eq(row.event.record.offset, offset);
		ck_assert_uint_eq(row.event.record.bytes, bytes);
	}
	for (unsigned i = 0; i < 2; i++) {
		row = last_row(of[i], REPORT_UNSEEN, 1);
		ck_assert(row.node == 0 && row.hole.from == 200 && row.hole.to == to);
		ck_assert(row.hole.offset == offset && row.hole.bytes == bytes && row.hole.cut_off);
	}
	ck_assert_uint_eq(of[0]->node[0].unseen[REPORT_HOLE], to - 200);
	for (unsigned i = 0; i < 3; i++)
		gno_report_free(of[i]);
}

/* A node's records end before the run: between two records, within one, or without a flush. */
START_TEST(test_rows_end_early)
{
	const unsigned nodes = _i ? 2 : 1; /* of the only one nothing is known after its end */
	const uint64_t to = _i ? 1000 : 200;
	struct gno_report *r;
	size_t cut, all;
	struct tw w;

	fix_begin(&fix[0], nodes);
	fix_point(&fix[0], "a", GNO_PATTERN_EVENT, 1, RECORD);
	tw_begin(&w, nodes, 32, 0, 0);
	w.patterns[0] = &fix[0].file;
	tw_event(&w, 0, 100, 1, 0);
	tw_event(&w, 0, 200, 1, 0);
	cut = w.node[0].len;
	tw_event(&w, 0, 300, 1, 0);
	tw_flush(&w, 0, 900);
	all = w.size = w.node[0].len;
	if (nodes > 1) {
		tw_event(&w, 1, 150, 1, 0);
		tw_flush(&w, 1, 1000);
	}
	tw_write(&w);
	r = report_of(&w, NULL);
	last_row(r, REPORT_EVENTS, 0);
	last_row(r, REPORT_UNSEEN, 0);
	gno_report_free(r);
	w.node[0].len = cut;
	tw_write(&w);
	expect_tail(&w, cut, all - cut, to);
	w.node[0].len = cut + 4;
	tw_write(&w);
	expect_tail(&w, cut, all - cut, to);
	w.size = w.node[0].len = cut; /* all that the run has is there, but no flush */
	tw_write(&w);
	expect_tail(&w, cut, 0, to);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_rows", NULL, NULL,
			 TESTS({test_rows_are_the_same, 20}, {test_rows_of_units_are_the_same},
			       {test_rows_latest}, {test_rows_of_intervals},
			       {test_rows_of_many_intervals}, {test_rows_of_intervals_add_up, 20},
			       {test_rows_of_all_nodes, 20}, {test_rows_end_early, 2}));
}
