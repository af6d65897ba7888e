/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a run that was filtered, or lost records, is known of the whole run, too: random
 * runs and rules. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "filter_fixture.h"
#include "results/rows.h"
#include "tests/suite.h"

#define RECORDS 250
#define ROWS 600
#define NODES 2
#define RUNS 80

enum { IN = 10, OUT, STOP, GO };

static uint64_t state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

/* -- random runs -- */

/* A record of a node; those `lost` are in a gap. */
struct record {
	uint64_t time;
	unsigned kind, code, flags;
	struct tw_datum datum;
	bool lost;
};

static struct record story[NODES][RECORDS + 8];
static size_t records[NODES];

static struct record *tell(unsigned node, unsigned kind, uint64_t time, unsigned code)
{
	struct record *v = &story[node][records[node]++];

	*v = (struct record){.kind = kind, .time = time, .code = code};
	return v;
}

/* What a port knows: the process, and for how long the program has stopped the time. */
struct port {
	unsigned process;
	bool stopped;
	uint64_t since, paused;
};

static void tell_write(struct port *p, unsigned node, uint64_t time)
{
	struct record *v = tell(node, GNO_KIND_DATUM, time, 0);

	v->datum.page = 1;
	switch (draw(3)) {
	case 0:
		p->process = (unsigned)draw(3);
		v->datum.page = 0;
		v->datum.sub = GNO_PORT_PROCESS;
		v->datum.data = p->process;
		break;
	case 1:
		v->datum.page = 0;
		v->datum.sub = p->stopped ? GNO_PORT_TIME_START : GNO_PORT_TIME_STOP;
		p->paused += p->stopped ? time - p->since : 0;
		v->datum.data = p->stopped ? (uint32_t)p->paused : 0;
		p->stopped = !p->stopped;
		p->since = time;
		break;
	}
	v->datum.process = p->process;
}

static uint64_t tell_node(unsigned node)
{
	static const unsigned codes[] = {FILTER_A, FILTER_A, FILTER_A, FILTER_B, FILTER_B,
					 FILTER_B, FILTER_C, IN,       OUT};
	struct port port = {0};
	uint64_t time = 100;
	unsigned depth = 0;

	records[node] = 0;
	while (records[node] < RECORDS) {
		unsigned code = codes[draw(sizeof(codes) / sizeof(*codes))];

		time += 1 + draw(30);
		if (code == FILTER_A && depth > 3)
			code = FILTER_B;
		depth += code == FILTER_A;
		depth -= code == FILTER_B && depth;
		if (!draw(8)) {
			tell_write(&port, node, time);
		} else if (!draw(6)) {
			tell(node, GNO_KIND_TRIGGER, time, FILTER_T);
		} else if (!draw(60)) {
			tell(node, GNO_KIND_EVENT, time, STOP)->flags = 1u << GNO_FLAG_STOP;
			time += 1 + 10 * draw(2);
			tell(node, GNO_KIND_EVENT, time, GO);
		} else {
			tell(node, GNO_KIND_EVENT, time, code);
		}
	}
	return time;
}

/* Loses some of the records. */
static void lose(unsigned node)
{
	for (size_t i = 0; i < records[node]; i++)
		if (!draw(40))
			for (size_t left = 1 + draw(6); left && i < records[node]; left--)
				story[node][i++].lost = true;
}

static void write_node(unsigned node)
{
	for (size_t i = 0; i < records[node]; i++) {
		const struct record *v = &story[node][i];
		size_t lost = 0;

		while (i + lost < records[node] && v[lost].lost)
			lost++;
		if (lost) {
			tw_gap(&ff.w, node, v->time, v[lost - 1].time, (uint32_t)lost);
			i += lost - 1;
		} else if (v->kind == GNO_KIND_DATUM) {
			tw_datum(&ff.w, node, v->time, &v->datum);
		} else if (v->kind == GNO_KIND_TRIGGER) {
			tw_trigger(&ff.w, node, v->time, v->code, v->flags);
		} else {
			tw_event(&ff.w, node, v->time, v->code, v->flags);
		}
	}
}

static uint64_t end;

static void tell_run(void)
{
	end = 0;
	for (unsigned k = 0; k < NODES; k++) {
		const uint64_t mine = tell_node(k);

		end = mine > end ? mine : end;
	}
}

static void write_run(void)
{
	ff_begin(32);
	fix_point(&ff.fix, "in", GNO_PATTERN_EVENT, IN, RECORD)->os = GNO_OS_ENTRY;
	fix_point(&ff.fix, "out", GNO_PATTERN_EVENT, OUT, RECORD)->os = GNO_OS_EXIT;
	fix_point(&ff.fix, "stop", GNO_PATTERN_EVENT, STOP, RECORD | 1u << GNO_ACT_STOP);
	fix_point(&ff.fix, "go", GNO_PATTERN_EVENT, GO, RECORD | 1u << GNO_ACT_START);
	fix_interval(&ff.fix, "j", "t", "c");
	fix_interval(&ff.fix, "k", "a", "a");
	for (unsigned k = 0; k < NODES; k++) {
		write_node(k);
		tw_flush(&ff.w, k, end + 10);
	}
	tw_write(&ff.w);
}

static void filter(void)
{
	static const char *const names[] = {"a", "b", "t"};
	const unsigned long long from = draw(8000), to = from + draw(8000);
	const char *name = names[draw(3)];
	char rule[96];

	switch (draw(8)) {
	case 0:
		snprintf(rule, sizeof(rule), "event == %s and node == core0", name);
		break;
	case 1:
		snprintf(rule, sizeof(rule), "event == %s and time in %llu..%llu", name, from, to);
		break;
	case 2:
		snprintf(rule, sizeof(rule), "process == 1 and time > %llu", from);
		break;
	case 3:
		snprintf(rule, sizeof(rule), "time > %llu", from);
		break;
	case 4:
		snprintf(rule, sizeof(rule), "kind == write and time < %llu", to);
		break;
	case 5:
		snprintf(rule, sizeof(rule), "node == core1 or process in {0, 2}");
		break;
	case 6:
		snprintf(rule, sizeof(rule), "event in {in, %s}", name);
		break;
	default:
		snprintf(rule, sizeof(rule), "not time in %llu..%llu", from, to);
	}
	ff_must_filter(NULL, rule);
}

/* -- intervals one by one -- */

static size_t list(const struct gno_report *r, struct report_row *out)
{
	const struct report_row *row;
	struct report_cursor *c;
	struct gno_err err;
	uint64_t last = 0;
	size_t n = 0;

	ck_assert_int_eq(report_rows_open(r, REPORT_INTERVALS, 0, 0, &c, &err), GNO_OK);
	while (report_rows_next(c, &row, &err) > 0) {
		ck_assert_uint_lt(n, ROWS);
		ck_assert_uint_ge(row->time, last);
		last = row->time;
		out[n++] = *row;
	}
	report_rows_close(c);
	return n;
}

/* Whether a list has an interval that ends as `row` does, or where that was seen up to its time
 * only, goes on up to there at least. */
static bool has(const struct report_row *of, size_t n, const struct report_row *row)
{
	const struct report_interval_row *v = &row->interval;

	for (size_t i = 0; i < n; i++) {
		const struct report_interval_row *u = &of[i].interval;

		if (of[i].node != row->node || u->interval != v->interval ||
		    !report_interval_begun(u) || u->since != v->since)
			continue;
		if (v->end == REPORT_CUT_BEGUN ? of[i].time >= row->time
					       : of[i].time == row->time && u->end == v->end)
			return true;
	}
	return false;
}

static void expect_rows(const struct gno_report *part, const struct gno_report *whole)
{
	static struct report_row of[ROWS], all[ROWS];
	const size_t n = list(part, of), m = list(whole, all);

	for (size_t i = 0; i < n; i++)
		ck_assert_msg(!report_interval_begun(&of[i].interval) || has(all, m, &of[i]),
			      "node %u: %s since %d, %s at %d", of[i].node,
			      part->points.interval[of[i].interval.interval].name,
			      (int)of[i].interval.since,
			      report_interval_end_name(of[i].interval.end), (int)of[i].time);
}

/* -- sums -- */

static void expect_part(const struct gno_stats *part, const struct gno_stats *whole)
{
	ck_assert_uint_le(part->count, whole->count);
	ck_assert_uint_le(part->total, whole->total);
	if (part->count) {
		ck_assert_uint_ge(part->min, whole->min);
		ck_assert_uint_le(part->max, whole->max);
	}
}

static void expect_process(const struct report_process *part, const struct report_node *whole,
			   size_t interval)
{
	for (size_t i = 0; i < whole->port.processes; i++) {
		const struct report_process *p = &whole->port.process[i];

		if (p->number != part->number)
			continue;
		expect_part(&part->interval[interval].stats, &p->interval[interval].stats);
		expect_part(&part->interval[interval].own, &p->interval[interval].own);
	}
}

static void expect_node(const struct gno_report *part, const struct gno_report *whole, unsigned k)
{
	const struct report_node *p = &part->node[k], *w = &whole->node[k];

	for (size_t i = 0; i < whole->points.intervals; i++) {
		const struct report_statistics *m = &p->statistics[i], *n = &w->statistics[i];

		expect_part(&m->stats, &n->stats);
		expect_part(&m->running, &n->running);
		/* after a loss an entry of the system is assumed not to be nested */
		if (!p->system.assumed) {
			expect_part(&m->system, &n->system);
			expect_part(&m->user, &n->user);
		}
		expect_part(&m->crossing, &n->crossing);
		for (size_t j = 0; j < p->port.processes; j++)
			expect_process(&p->port.process[j], w, i);
	}
}

/* A process ran for no more than it did. */
static void expect_clocks(const struct report_process *part, const struct report_node *whole)
{
	for (size_t i = 0; i < whole->port.processes; i++)
		if (whole->port.process[i].number == part->number)
			ck_assert_uint_le(part->clocks, whole->port.process[i].clocks);
}

/* A filter changes nothing of what it leaves. */
static void expect_same(const struct gno_report *part, const struct gno_report *whole, unsigned k)
{
	const struct report_node *p = &part->node[k], *w = &whole->node[k];

	for (size_t i = 0; i < whole->points.points; i++) {
		const struct report_left_out *o = report_left_out(part, k, (int)i);

		ck_assert_uint_eq(p->count[i] + (o ? o->records : 0), w->count[i]);
	}
	ck_assert_uint_eq(p->lost, w->lost);
	ck_assert_uint_eq(p->gaps, w->gaps);
	ck_assert_uint_eq(p->unseen[REPORT_GAP], w->unseen[REPORT_GAP]);
	ck_assert_uint_eq(p->unseen[REPORT_OFF], w->unseen[REPORT_OFF]);
	if (!p->unseen[REPORT_LEFT_OUT]) {
		ck_assert_uint_eq(p->system.system, w->system.system);
		ck_assert_uint_eq(p->port.paused, w->port.paused);
		return;
	}
	ck_assert(report_is_partly(part, k));
	ck_assert_uint_le(p->port.paused, w->port.paused);
	for (size_t i = 0; i < p->port.processes; i++)
		expect_clocks(&p->port.process[i], w);
}

START_TEST(test_filtered)
{
	struct gno_report *whole, *part;

	for (unsigned i = 0; i < RUNS; i++) {
		state = 88172645463325252u + 1000003u * i;
		tell_run();
		for (unsigned k = 0; k < NODES; k++)
			lose(k);
		write_run();
		filter();
		whole = report_of(&ff.w, NULL);
		part = report_of(&ff.other, NULL);
		expect_rows(part, whole);
		for (unsigned k = 0; k < NODES; k++) {
			expect_node(part, whole, k);
			expect_same(part, whole, k);
		}
		gno_report_free(part);
		gno_report_free(whole);
		ff_end();
	}
}
END_TEST

/* The same of a run of which records were lost. */
START_TEST(test_lost)
{
	struct gno_report *whole, *part;

	for (unsigned i = 0; i < RUNS; i++) {
		state = 88172645463325252u + 1000003u * i;
		tell_run();
		write_run();
		whole = report_of(&ff.w, NULL);
		for (unsigned k = 0; k < NODES; k++)
			lose(k);
		ff_end();
		write_run();
		part = report_of(&ff.w, NULL);
		expect_rows(part, whole); /* whose files are open still */
		for (unsigned k = 0; k < NODES; k++)
			expect_node(part, whole, k);
		gno_report_free(part);
		gno_report_free(whole);
		ff_end();
	}
}
END_TEST

int main(void)
{
	return run_tests("filter_subset", NULL, NULL, TESTS({test_filtered}, {test_lost}));
}
