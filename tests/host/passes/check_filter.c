/* SPDX-License-Identifier: Apache-2.0 */
/* What a filter leaves out, against rules in C over what was written; what it must not leave
 * out, and what it refuses. */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "filter_fixture.h"
#include "filter_rules.h"
#include "tests/suite.h"
#include "trace_all.h"

#define ENTRIES 600
#define NODES 2

static struct entry written[ENTRIES];
static size_t entries;
static uint64_t state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

/* -- random runs -- */

/* A switch of processes, a message, an event of the user's, or a cycle that stops the time. */
static void write_datum(struct entry *t, unsigned process)
{
	static const unsigned pages[] = {GNO_PAGE_CONTROL, GNO_PAGE_SEND, GNO_PAGE_USER,
					 GNO_PAGE_CONTROL};
	const size_t what = draw(4);

	t->what = (unsigned)what;
	t->data = (uint32_t)draw(9);
	t->kind = GNO_KIND_DATUM;
	t->process = (int)process;
	t->class = what == 3 ? STAYS : pages[what] == GNO_PAGE_USER ? ALONE : STRETCH;
	tw_datum(&ff.w, t->node, t->time,
		 &(struct tw_datum){.page = pages[what],
				    .sub = what == 3   ? GNO_PORT_TIME_STOP
					   : what == 1 ? 3 + (t->data & 1)
						       : 0,
				    .data = t->data,
				    .process = process});
}

static void write_entries(void)
{
	uint64_t time[NODES] = {100, 100};
	int process[NODES] = {-1, -1};

	entries = 0;
	while (entries < ENTRIES) {
		const unsigned node = (unsigned)draw(2);
		struct entry *t = &written[entries++];

		time[node] += 1 + draw(draw(8) ? 90 : 4000);
		*t = (struct entry){.node = node, .time = time[node]};
		switch (draw(7)) {
		case 0:
			write_datum(t, (unsigned)draw(3));
			process[node] = t->process;
			break;
		case 1:
			t->kind = GNO_KIND_WORD;
			t->word = (uint32_t)draw(64);
			t->class = ALONE;
			tw_word(&ff.w, node, t->time, t->word, 0);
			break;
		case 2:
			t->kind = GNO_KIND_TRIGGER;
			t->code = FILTER_T;
			t->class = ALONE;
			tw_trigger(&ff.w, node, t->time, FILTER_T, 0);
			break;
		case 3:
			if (!draw(4)) {
				t->kind = GNO_KIND_GAP;
				tw_gap(&ff.w, node, t->time, t->time + 40, 7);
				time[node] += 50;
				break;
			}
			/* fall through */
		default:
			t->kind = GNO_KIND_EVENT;
			t->code = FILTER_A + (unsigned)draw(3);
			t->class = t->code == FILTER_C ? STRETCH : ALONE;
			tw_event(&ff.w, node, t->time, t->code, 0);
		}
		t->process = process[node];
		if (t->kind == GNO_KIND_GAP)
			process[node] = -1;
	}
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, time[k] + 10);
	tw_write(&ff.w);
}

/* Whether a rule leaves a record out. */
static bool is_out(const struct entry *t, size_t rule, bool keeps)
{
	const bool is_write = t->kind == GNO_KIND_DATUM && rules[rule].of_write;
	const int holds = is_write ? rules[rule].of_write(t) : rules[rule].holds(t);

	return t->class != STAYS && holds >= 0 && holds != keeps;
}

/* Whether a record of the trace is one that tw_... was asked for, not a beat or so. */
static bool is_told(const struct gno_record *r)
{
	return r->kind == GNO_KIND_EVENT || r->kind == GNO_KIND_TRIGGER ||
	       r->kind == GNO_KIND_WORD || r->kind == GNO_KIND_DATUM ||
	       (r->kind == GNO_KIND_GAP && !r->left_out);
}

static void expect_record(const struct gno_record *r, const struct entry *t)
{
	ck_assert_uint_eq(r->kind, t->kind);
	ck_assert_uint_eq(r->time, t->time);
	if (r->kind == GNO_KIND_EVENT || r->kind == GNO_KIND_TRIGGER)
		ck_assert_uint_eq(r->code, t->code);
}

/* A stretch that was left out: it begins with such a record, and none that was kept lies in it. */
static void expect_stretch(const struct gno_record *r, size_t rule, bool keeps)
{
	bool begins = false;

	ck_assert_uint_le(r->time, r->to);
	ck_assert_uint_eq(r->lost, 0);
	for (size_t i = 0; i < entries; i++) {
		const struct entry *t = &written[i];

		if (t->node != r->node || t->time < r->time || t->time > r->to)
			continue;
		ck_assert_msg(is_out(t, rule, keeps),
			      "%s keeps %d: node %u, kind %u at %d in %d..%d", rules[rule].text,
			      keeps, t->node, t->kind, (int)t->time, (int)r->time, (int)r->to);
		begins |= t->time == r->time;
	}
	ck_assert(begins);
}

static bool is_covered(const struct all *got, const struct entry *t)
{
	for (size_t i = 0; i < got->n; i++)
		if (got->r[i].left_out && got->r[i].node == t->node && got->r[i].time <= t->time &&
		    got->r[i].to >= t->time)
			return true;
	return false;
}

/* The stretches, and how many there are. */
static size_t expect_stretches(const struct all *got, size_t rule, bool keeps)
{
	size_t stretches = 0;

	for (size_t i = 0; i < got->n; i++) {
		if (!got->r[i].left_out)
			continue;
		expect_stretch(&got->r[i], rule, keeps);
		stretches++;
	}
	for (size_t i = 0; i < entries; i++)
		ck_assert(written[i].class != STRETCH || !is_out(&written[i], rule, keeps) ||
			  is_covered(got, &written[i]));
	return stretches;
}

static void expect_left_out(size_t rule, bool keeps, const struct filter_result *done,
			    bool has_beats)
{
	static struct all got, had;
	size_t at[NODES] = {0, 0}, left_out = 0, stretches;

	read_all(&ff.other, &got);
	read_all(&ff.w, &had);
	for (size_t i = 0; i < got.n; i++) {
		const struct gno_record *r = &got.r[i];
		size_t *next = &at[r->node];

		if (!is_told(r))
			continue;
		while (*next < entries &&
		       (written[*next].node != r->node || is_out(&written[*next], rule, keeps)))
			++*next;
		ck_assert_uint_lt(*next, entries);
		expect_record(r, &written[*next]);
		++*next;
	}
	for (unsigned k = 0; k < NODES; k++)
		for (; at[k] < entries; at[k]++)
			ck_assert(written[at[k]].node != k || is_out(&written[at[k]], rule, keeps));
	for (size_t i = 0; i < entries; i++)
		left_out += is_out(&written[i], rule, keeps);
	stretches = expect_stretches(&got, rule, keeps);
	ck_assert_uint_ge(done->left_out, left_out);
	ck_assert_uint_eq(done->left_out + done->kept, had.n);
	ck_assert_uint_eq(done->kept + stretches, got.n);
	ck_assert(has_beats || done->left_out == left_out);
}

/* With time counters that are long, or turn over in the stretches. */
static void expect_rule(size_t rule, unsigned bits)
{
	struct filter_result done;

	state = 88172645463325252u + 1000003u * (unsigned)rule;
	ff_begin(bits);
	write_entries();
	done = ff_must_filter(rules[rule].text, NULL);
	expect_left_out(rule, true, &done, bits < 32);
	done = ff_must_filter(NULL, rules[rule].text);
	expect_left_out(rule, false, &done, bits < 32);
	ff_end();
}

START_TEST(test_rules)
{
	expect_rule((size_t)_i, 32);
	expect_rule((size_t)_i, 12);
	expect_rule((size_t)_i, 8);
}
END_TEST

/* -- what stays in any case -- */

static size_t records_of(unsigned kind, unsigned code)
{
	static struct all got;
	size_t n = 0;

	read_all(&ff.other, &got);
	for (size_t i = 0; i < got.n; i++)
		n += got.r[i].kind == kind && (code == UINT32_MAX || got.r[i].code == code);
	return n;
}

START_TEST(test_stays)
{
	struct filter_result done;

	ff_begin(32);
	fix_point(&ff.fix, "stop", GNO_PATTERN_EVENT, 5, RECORD | 1u << GNO_ACT_STOP);
	fix_point(&ff.fix, "go", GNO_PATTERN_EVENT, 6, RECORD | 1u << GNO_ACT_START);
	ff.fix.file.until = 1;
	ff.fix.until_on[0] = true;
	tw_event(&ff.w, 0, 100, FILTER_A, 0);
	tw_event(&ff.w, 0, 110, FILTER_A, 1u << GNO_FLAG_MARK);
	tw_event(&ff.w, 0, 120, FILTER_B, 0); /* the end point */
	tw_event(&ff.w, 0, 125, 5, 1u << GNO_FLAG_STOP);
	tw_event(&ff.w, 0, 126, 6, 0);
	tw_event(&ff.w, 0, 130, FILTER_C, 0); /* which does more */
	tw_event(&ff.w, 0, 132, 9, 0);	      /* of no point */
	tw_event(&ff.w, 0, 134, 9, 1u << GNO_FLAG_STOP);
	for (unsigned i = 0; i <= GNO_PORT_MARK; i++)
		tw_datum(&ff.w, 0, 140 + i, &(struct tw_datum){.sub = i});
	tw_datum(&ff.w, 0, 148, &(struct tw_datum){.page = 1});
	tw_load(&ff.w, 0, 149, 0);
	tw_load(&ff.w, 0, 150, 1);
	tw_gap(&ff.w, 0, 151, 160, 3);
	tw_gap(&ff.w, 0, 170, 171, 0); /* no room for a time beat */
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 200);
	tw_write(&ff.w);
	done = ff_must_filter(NULL, "any");
	/* events and writes; loads, gaps with the beats after them; syncs and flushes */
	ck_assert_uint_eq(done.stayed, 4 + 4 + 2 + 2 * 2 + 2 * 2);
	ck_assert_uint_eq(ff_must_filter(NULL, "kind == gap and time < 165").stayed, 1);
	ck_assert_uint_eq(ff_must_filter(NULL, "kind == load").stayed, 2);
	ck_assert_uint_eq(ff_must_filter("event == b", NULL).stayed, 3);
	ff_must_filter(NULL, "any");
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, FILTER_A), 0);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, FILTER_B), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, FILTER_C), 0);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, 5), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, 6), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, 9), 1);
	for (unsigned i = GNO_PORT_START; i <= GNO_PORT_TIME_START; i++)
		ck_assert_uint_eq(records_of(GNO_KIND_DATUM, i), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_DATUM, UINT32_MAX), 4);
	ck_assert_uint_eq(records_of(GNO_KIND_LOAD, UINT32_MAX), 2);
	ck_assert_uint_eq(records_of(GNO_KIND_SYNC, UINT32_MAX), 2);
	ck_assert_uint_eq(records_of(GNO_KIND_FLUSH, UINT32_MAX), 2);
	/* those that were there, and the marks, C and 9, the process and runnable, the other mark
	 */
	ck_assert_uint_eq(records_of(GNO_KIND_GAP, UINT32_MAX), 2 + 4);
	ff_end();
}
END_TEST

/* A gap in which nothing was lost is none that a filter made, also after it. */
START_TEST(test_no_room)
{
	struct gno_report *r;

	ff_begin(32);
	tw_event(&ff.w, 0, 100, FILTER_A, 0);
	tw_gap_full(&ff.w, 0, 110, 112, 0);
	tw_event(&ff.w, 0, 120, FILTER_B, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 200);
	tw_write(&ff.w);
	ff_must_filter("any", NULL);
	r = report_of(&ff.other, NULL);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_LEFT_OUT], 0);
	expect_measure(&r->node[0].statistics[0], 1, 20, 20, 20, 0, 0, 0);
	gno_report_free(r);
	ff_end();
}
END_TEST

/* Events in every cycle leave no room for time beats: the times behind them stay what they are. */
START_TEST(test_times)
{
	static struct all got;

	ff_begin(12);
	ff.fix.file.point[1].actions |= MARKED; /* b stays */
	tw_event(&ff.w, 0, 900, FILTER_A, 0);
	tw_busy(&ff.w, 0, 1000, 9000, FILTER_A);
	tw_event(&ff.w, 0, 9000, FILTER_B, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 9500);
	tw_write(&ff.w);
	ff_must_filter(NULL, "event == a");
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, FILTER_B), 1);
	read_all(&ff.other, &got);
	for (size_t i = 0; i < got.n; i++)
		if (got.r[i].kind == GNO_KIND_EVENT && got.r[i].code == FILTER_B)
			ck_assert_uint_eq(got.r[i].time, 9000);
	ck_assert_uint_lt(got.n, 30);
	ff_end();
}
END_TEST

/* -- what is refused, and that nothing is left then -- */

static void expect_refusal(int code, const char *part, const char *keep)
{
	const char *name = strrchr(ff.w.dir, '/') + 1;
	struct filter_result done;
	char within[80];
	struct dirent *entry;
	struct gno_err err;
	struct stat st;
	DIR *dir;

	ck_assert_int_eq(ff_filter(keep, NULL, &done, &err), code);
	ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
	ck_assert_int_ne(stat(ff.other.dir, &st), 0);
	snprintf(within, sizeof(within), "%.*s", (int)(name - ff.w.dir), ff.w.dir);
	dir = opendir(within);
	ck_assert_ptr_nonnull(dir);
	while ((entry = readdir(dir)))
		ck_assert_msg(!strstr(entry->d_name, name) || !strcmp(entry->d_name, name),
			      "'%s' is left", entry->d_name);
	closedir(dir);
}

START_TEST(test_refused)
{
	static const uint32_t nonsense[] = {0xffffffff, 0xffffffff};
	static const char *const unordered[] = {
	    "process < pair",	   "process > pair",	  "process <= pair",
	    "process >= pair",	   "process in 0..other", "not (any and process in pair..other)",
	    "process == pair + 1",
	};

	ff_four_intervals();
	expect_refusal(GNO_ERR_ARG, "--keep, column 10: there is no point 'x'", "event == x");
	expect_refusal(GNO_ERR_ARG,
		       "--keep, column 1: node 'core0' has no field 'evnt'; did you mean 'event'?",
		       "evnt == a");
	expect_refusal(GNO_ERR_ARG, "--keep, column 10: '5' where a name is expected",
		       "event == 5");
	expect_refusal(GNO_ERR_ARG, "column 9: there is no node 'core7'", "node == core7");
	expect_refusal(GNO_ERR_ARG, "'soon' is not a number", "time > soon");
	expect_refusal(GNO_ERR_ARG, "there is no process 'othr'; did you mean 'other'?",
		       "process == othr");
	for (size_t i = 0; i < sizeof(unordered) / sizeof(*unordered); i++)
		expect_refusal(GNO_ERR_ARG, "names of processes have no order", unordered[i]);
	ff.fix.file.processes = 0;
	tw_write(&ff.w);
	expect_refusal(GNO_ERR_ARG,
		       "'pair' is not a number, and the experiment of the run names no processes",
		       "process == pair");
	expect_refusal(GNO_ERR_ARG,
		       "there is no write to the event port 'sned'; did you mean 'send'?",
		       "port == sned");
	expect_refusal(GNO_ERR_ARG, "a name", "port == 3");
	expect_refusal(GNO_ERR_ARG, "there is no kind of records 'evnt'; did you mean 'event'?",
		       "kind == evnt");
	ff.w.state = "running";
	tw_write(&ff.w);
	expect_refusal(GNO_ERR_STATE, "the run is not complete", "any");
	ff.w.state = "complete";
	tw_words(&ff.w, 1, nonsense, 2);
	tw_event(&ff.w, 1, 2000, FILTER_A, 0);
	tw_write(&ff.w);
	expect_refusal(GNO_ERR_FORMAT, "cannot filter a damaged trace: 8 bytes at offset ", "any");
	ff_end();
}
END_TEST

START_TEST(test_places)
{
	struct filter_options o = {.keep = "any"};
	struct filter_result done;
	struct gno_err err;
	char inside[96];

	ff_four_intervals();
	ck_assert_int_eq(filter_run(ff.w.dir, ff.w.dir, &o, &done, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "is the run that is filtered"));
	snprintf(inside, sizeof(inside), "%s/trace/sub/", ff.w.dir);
	ck_assert_int_eq(filter_run(ff.w.dir, inside, &o, &done, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "lies within the run that is filtered"));
	ck_assert_int_eq(filter_run(ff.w.dir, ff.other.dir, &o, &done, &err), GNO_OK);
	ck_assert_int_eq(filter_run(ff.w.dir, ff.other.dir, &o, &done, &err), GNO_ERR_STATE);
	o.force = true;
	ck_assert_int_eq(filter_run(ff.w.dir, ff.other.dir, &o, &done, &err), GNO_OK);
	ck_assert_uint_eq(done.left_out, 0);
	ff_end();
}
END_TEST

int main(void)
{
	return run_tests("filter", NULL, NULL,
			 TESTS({test_rules, sizeof(rules) / sizeof(*rules)}, {test_stays},
			       {test_no_room}, {test_times}, {test_refused}, {test_places}));
}
