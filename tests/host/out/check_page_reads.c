/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many times the page of a run reads its trace: the bytes that the process reads are counted.
 * Some are read twice where a reading begins again, and the manifest is read; so a part of a read
 * is not counted.
 */
#include <check.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "out/page/page.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define NODES 3
#define ROUNDS 12000 /* of a node: some records each */
#define READS 3	     /* of the trace: with a thread, or after the report */
#define FEWER 2	     /* with the report on one processor; with an index one less each */
#define TWICE 0.6    /* of the trace, that is read twice where a reading begins again */
#define EVENTS 100   /* in the page, so that its scratch file is short */

enum { SEND = 4, RECEIVE = 6 }; /* pages of the port */
enum { IN = 1, OUT, OTHER };	/* codes */

enum {
	PORT = 1,    /* messages */
	CALLS = 2,   /* the points are a function's */
	PAIRS = 4,   /* ratio counters, with more samples than the report keeps */
	GAPS = 8,    /* more gaps than the report keeps */
	FROZEN = 16, /* the recorder froze */
	LINE = 32,   /* a line pauses the time counters */
	ALL = 64,
};

static struct fix fix;
static struct tw w;

/* Bytes that this process has read so far. */
static unsigned long long bytes_read(void)
{
	FILE *f = fopen("/proc/self/io", "r");
	unsigned long long bytes = 0;

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(fscanf(f, "rchar: %llu", &bytes), 1);
	fclose(f);
	return bytes;
}

static void write_port(unsigned node, uint64_t time, unsigned i)
{
	tw_datum(&w, node, time,
		 &(struct tw_datum){.page = i % 2 ? RECEIVE : SEND, .data = i / 2 << 16 | 8});
}

static void write_round(unsigned kind, unsigned node, uint64_t time, unsigned i)
{
	const uint32_t counts[2] = {i % 100, 100};

	tw_event(&w, node, time, IN, 0);
	if (kind & PORT)
		write_port(node, time + 2, i);
	tw_event(&w, node, time + 5, OUT, 0);
	if (kind & PAIRS && i % 8 == 0)
		tw_ratio(&w, node, time + 5, OUT, counts);
	tw_event(&w, node, time + 8, OTHER, kind & FROZEN && i == ROUNDS / 2 ? 1u << 2 : 0);
	if (kind & GAPS && i % 8 == 0)
		tw_gap(&w, node, time + 10, time + 12, 3);
}

static void write_run(unsigned kind)
{
	fix_begin(&fix, NODES);
	tw_begin(&w, NODES, 32, kind & PAIRS ? 1 : 0, 0);
	if (kind & CALLS) {
		fix_called(&fix, "work", IN, OUT);
	} else {
		fix_point(&fix, "in", GNO_PATTERN_EVENT, IN, RECORD);
		fix_point(&fix, "out", GNO_PATTERN_EVENT, OUT,
			  kind & PAIRS ? RECORD | SAMPLE : RECORD);
		fix_interval(&fix, "work", "in", "out");
		fix_interval(&fix, "rest", "out", "in");
	}
	fix_point(&fix, "other", GNO_PATTERN_EVENT, OTHER, RECORD);
	fix.file.after = 100;
	w.port = kind & PORT ? 2 : 0;
	w.triggers = kind & LINE ? 2 : 0;
	w.interrupt = kind & LINE ? 1 : 0;
	w.frozen = kind & FROZEN ? 1 : 0;
	w.patterns[0] = &fix.file;
	for (unsigned k = 0; k < NODES; k++) {
		uint64_t time = 100 + k;

		for (unsigned i = 0; i < ROUNDS; i++, time += 20)
			write_round(kind, k, time, i);
		tw_flush(&w, k, time);
	}
	tw_write(&w);
}

/* The page of the run, along with its report or after it: its bytes. */
static char *write_page(bool along)
{
	struct gno_report_options o = {
	    .columns = PAGE_COLUMNS, .samples = PAGE_ROWS, .periods = PAGE_PERIODS};
	struct page_options page = {.events = EVENTS, .over = true};
	char *text = NULL;
	size_t length;
	FILE *f = open_memstream(&text, &length);
	struct gno_report *r;
	struct gno_err err;

	ck_assert_ptr_nonnull(f);
	if (along) {
		page.reading = page_reading_new(&page);
		o.passes = page_reading_add;
		o.passed = page_reading_end;
		o.passes_of = page.reading;
	}
	ck_assert_msg(!gno_report_build(w.dir, &o, &r, &err), "%s", err.text);
	ck_assert_msg(!page_write_data(r, &page, f, &err), "%s", err.text);
	page_reading_free(page.reading);
	gno_report_free(r);
	fclose(f);
	return text;
}

static double reads(bool along, char **page)
{
	unsigned long long whole = 0, before;

	for (unsigned k = 0; k < NODES; k++)
		whole += w.node[k].len;
	before = bytes_read();
	*page = write_page(along);
	return (double)(bytes_read() - before) / (double)whole;
}

/* Makes the index, where the run gets one; returns whether it did. */
static bool make_index(void)
{
	char path[PATH_MAX];

	free(write_page(false));
	snprintf(path, sizeof(path), "%s/trace.index", w.dir);
	return !access(path, F_OK);
}

/* Leaves this process the first of its processors; returns whether it had another. */
static bool leave_one(cpu_set_t *all)
{
	cpu_set_t one;
	int first = 0;

	ck_assert(!sched_getaffinity(0, sizeof(*all), all));
	while (!CPU_ISSET(first, all))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	ck_assert(!sched_setaffinity(0, sizeof(one), &one));
	return CPU_COUNT(all) > 1;
}

START_TEST(test_kinds)
{
	const unsigned kind = (unsigned)_i;
	char *with_thread, *with_report, *own;
	double thread, report, after;
	cpu_set_t all;
	bool two;
	int less;

	write_run(kind);
	less = make_index();
	thread = reads(true, &with_thread);
	two = leave_one(&all);
	report = reads(true, &with_report);
	ck_assert(!sched_setaffinity(0, sizeof(all), &all));
	after = reads(false, &own);
	ck_assert_msg(report >= FEWER - less && report < FEWER - less + TWICE, "%#x: %.2f reads",
		      kind, report);
	ck_assert_msg(after > report + 1 - 0.1 && after < report + 1 + 0.1,
		      "%#x: %.2f reads after the report", kind, after);
	if (two)
		ck_assert_msg(thread >= READS - less && thread < READS - less + TWICE,
			      "%#x: %.2f reads with a thread", kind, thread);
	ck_assert_str_eq(with_thread, own);
	ck_assert_str_eq(with_report, own);
	free(with_thread);
	free(with_report);
	free(own);
	tw_end(&w);
}
END_TEST

/* -- one interval -- */

/* The report of one interval as JSON; *times: how many times it read the trace. */
static json_t *report_interval(const char *name, double *times)
{
	const struct gno_report_options o = {.columns = 60, .samples = 10, .interval = name};
	const unsigned long long before = bytes_read();
	struct gno_report *r;
	struct gno_err err;
	json_t *json;

	ck_assert_msg(!gno_report_build(w.dir, &o, &r, &err), "%s", err.text);
	*times = (double)(bytes_read() - before) / (double)(NODES * w.node[0].len);
	json = json_of(r);
	gno_report_free(r);
	return json;
}

/* With an index the report of one interval reads the trace once, and is as without one. */
START_TEST(test_one_interval)
{
	static const unsigned kinds[] = {PORT, PORT | PAIRS, PORT | GAPS, PORT | LINE};
	double times;
	json_t *first, *again;

	write_run(kinds[_i]);
	first = report_interval("rest", &times); /* makes the index */
	ck_assert_msg(times > 2, "%.2f reads", times);
	again = report_interval("rest", &times);
	ck_assert_msg(times < 1 + TWICE, "%.2f reads", times);
	ck_assert(json_equal(first, again));
	ck_assert_int_eq(json_array_size(json_object_get(again, "intervals")), 1);
	json_decref(first);
	json_decref(again);
	tw_end(&w);
}
END_TEST

/* -- what fails beside the report -- */

struct failing {
	struct page_reading *reading;
	int rc; /* the report's, for page_reading_end */
};

/* The thread cannot read what the report has seen. */
static int add_cut(void *of, const struct gno_report *r, struct reader *reader, struct gno_err *err)
{
	const struct failing *f = of;

	ck_assert(!truncate(tw_path(&w, "trace/node_1"), (off_t)w.node[1].len / 2));
	return page_reading_add(f->reading, r, reader, err);
}

static int end_cut(void *of, int rc, struct gno_err *err)
{
	const struct failing *f = of;

	ck_assert_int_eq(rc, GNO_ERR_IO); /* nor can the report */
	snprintf(err->text, sizeof(err->text), "the report's");
	return page_reading_end(f->reading, f->rc, err);
}

static void build_cut(int report, int expected, const char *text)
{
	const struct page_options page = {.over = true};
	struct failing f = {page_reading_new(&page), report};
	const struct gno_report_options o = {.columns = PAGE_COLUMNS,
					     .samples = PAGE_ROWS,
					     .periods = PAGE_PERIODS,
					     .passes = add_cut,
					     .passed = end_cut,
					     .passes_of = &f};
	struct gno_report *r;
	struct gno_err err;

	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), expected);
	ck_assert_msg(strstr(err.text, text), "%s", err.text);
	page_reading_free(f.reading);
}

/* The report fails with what failed beside it, unless it fails by itself. With one processor
 * nothing is read beside it. */
START_TEST(test_failure)
{
	cpu_set_t all;

	ck_assert(!sched_getaffinity(0, sizeof(all), &all));
	if (CPU_COUNT(&all) < 2)
		return;
	write_run(_i ? PORT : 0);
	build_cut(GNO_OK, GNO_ERR_IO, "it became shorter");
	tw_end(&w);
	write_run(_i ? PORT : 0);
	build_cut(GNO_ERR_STATE, GNO_ERR_STATE, "the report's");
	tw_end(&w);
}
END_TEST

/* Nothing of the page is left where it cannot even begin. */
START_TEST(test_no_scratch)
{
	struct page_options page = {.over = true};
	struct gno_report_options o = {
	    .columns = PAGE_COLUMNS, .samples = PAGE_ROWS, .periods = PAGE_PERIODS};
	struct gno_report *r;
	struct gno_err err;

	write_run(PORT);
	setenv("TMPDIR", "/dev/null/none", 1);
	o.passes = page_reading_add;
	o.passed = page_reading_end;
	o.passes_of = page.reading = page_reading_new(&page);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_ERR_IO);
	ck_assert_msg(strstr(err.text, "cannot make a temporary file"), "%s", err.text);
	page_reading_free(page.reading);
	unsetenv("TMPDIR");
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("page_reads", NULL, NULL,
			 TESTS({test_kinds, ALL}, {test_one_interval, 4}, {test_failure, 2},
			       {test_no_scratch, 1}));
}
