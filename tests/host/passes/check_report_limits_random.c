/* SPDX-License-Identifier: Apache-2.0 */
/* The verdicts of limits: against brute force where all records are there; where some are missing,
 * none that the whole run refutes. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "passes/filter/filter.h"
#include "passes/limits/limits.h"
#include "limits_fixture.h"
#include "tests/suite.h"

#define EVENTS 120
#define RUNS 60

struct event {
	uint64_t time;
	unsigned code;
};

/*
 * What a node did, and what of it was lost: the events from `from` up to `to`, not included. A
 * recorder that froze has those before `from`; the event `stop`, if that is before it, stopped it.
 */
struct story {
	struct event event[EVENTS];
	size_t events, from, to, stop;
	uint64_t end;
};

static uint64_t state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

static int by_size(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Durations of one kind, sorted; an open one has `open` added, which is more than all others. */
static size_t durations(const struct story *s, bool with_open, uint64_t least, uint64_t *out)
{
	uint64_t stack[EVENTS];
	size_t depth = 0, n = 0;

	for (size_t i = 0; i < s->events; i++)
		if (s->event[i].code == A)
			stack[depth++] = s->event[i].time;
		else if (s->event[i].code == B && depth)
			out[n++] = s->event[i].time - stack[--depth];
	while (with_open && depth--)
		if (s->end - stack[depth] >= least)
			out[n++] = UINT64_MAX;
	qsort(out, n, sizeof(*out), by_size);
	return n;
}

/* -1 not known, else whether number `rank` is below `bound`. */
static int is_below(const struct story *s, const char *function, uint64_t bound)
{
	uint64_t all[EVENTS];
	const size_t n = durations(s, true, bound, all);
	size_t rank = n;

	if (!n)
		return -1;
	if (!strcmp(function, "min"))
		rank = 1;
	else if (*function == 'p')
		rank = (n * (size_t)atoi(function + 1) + 99) / 100;
	return all[rank - 1] < bound;
}

static int negated(int truth)
{
	return truth < 0 ? truth : !truth;
}

/* Whether `a` compares so, where `below` and `upto` are that it is less, and not more. */
static int compared(const char *compare, int below, int upto)
{
	if (!strcmp(compare, "<"))
		return below;
	if (!strcmp(compare, "<="))
		return upto;
	if (!strcmp(compare, ">"))
		return negated(upto);
	if (!strcmp(compare, ">="))
		return negated(below);
	if (below < 0 || upto < 0)
		return -1;
	return strcmp(compare, "==") ? below || !upto : !below && upto;
}

static int count_truth(const struct story *s, const char *name, const char *compare, uint64_t bound)
{
	uint64_t all[EVENTS];
	size_t n = 0;

	if (!strcmp(name, "work"))
		n = durations(s, false, 0, all);
	else
		for (size_t i = 0; i < s->events; i++)
			n += s->event[i].code == (unsigned)(*name - 'a' + 1);
	return compared(compare, n < bound, n <= bound);
}

static int mean_truth(const struct story *s, const char *compare, uint64_t bound)
{
	uint64_t all[EVENTS], total = 0;
	const size_t n = durations(s, false, 0, all);

	for (size_t i = 0; i < n; i++)
		total += all[i];
	return n ? compared(compare, total < bound * n, total <= bound * n) : -1;
}

static int after_truth(const struct story *s, unsigned from, unsigned to, uint64_t bound)
{
	bool doubt = false;

	for (size_t i = 0; i < s->events; i++) {
		size_t k = i + 1;

		if (s->event[i].code != from)
			continue;
		while (k < s->events && s->event[k].code != to)
			k++;
		if (k < s->events && s->event[k].time - s->event[i].time <= bound)
			continue;
		if (k < s->events || s->end - s->event[i].time > bound)
			return 0;
		doubt = true;
	}
	return doubt ? -1 : 1;
}

/* -- random runs -- */

static void tell(struct story *s)
{
	const bool ends = draw(2); /* most intervals do */
	uint64_t time = 100;
	bool is_open = false;

	s->events = draw(EVENTS);
	for (size_t i = 0; i < s->events; i++) {
		const unsigned code = ends && is_open && draw(4) ? B : A + (unsigned)draw(3);

		time += 1 + draw(draw(4) ? 12 : 60);
		s->event[i] = (struct event){time, code};
		is_open = code == A || (code == C && is_open);
	}
	s->end = time + 1 + draw(40);
	s->from = s->to = 0;
	if (s->events)
		s->from = draw(s->events);
	if (s->events && s->from < s->events)
		s->to = s->from + 1 + draw(s->events - s->from);
	s->stop = draw(2 * s->from + 1);
}

/* What becomes of the run before it is judged. */
enum damage { WHOLE, LOST, FILTERED, LOST_AND_FILTERED, FROZEN, TICKS, LOST_AND_TICKS, DAMAGES };

#define TICK 4 /* cycles */

/* A time by the ticks: that of a period is behind a cycle of it at random. */
static uint64_t ticked(uint64_t time)
{
	uint64_t x = (time / TICK + 1) * 0x9e3779b97f4a7c15u;

	x ^= x >> 29;
	return time / TICK * TICK + (time % TICK > (x >> 32) % TICK ? TICK : 0);
}

static void write_story(const struct story *s, enum damage damage)
{
	const bool ticks = damage == TICKS || damage == LOST_AND_TICKS;
	const bool lost = damage == LOST || damage == LOST_AND_FILTERED || damage == LOST_AND_TICKS;
	const size_t kept = damage == FROZEN ? s->from : s->events;

	lf.w.tick = ticks ? TICK : 0;
	if (damage == FROZEN) {
		lf.w.mode = "wrap";
		lf.w.frozen = 1;
		lf.fix.file.mode = GNO_BUFFER_WRAP;
		lf.fix.file.after = s->stop < kept ? kept - 1 - s->stop : 0;
	}
	for (size_t i = 0; i < kept; i++) {
		if (lost && i >= s->from && i < s->to) {
			const uint64_t from = s->event[i].time, to = s->event[s->to - 1].time;

			if (i == s->from && ticks)
				tw_gap_alone(&lf.w, 0, ticked(from), ticked(to),
					     (uint32_t)(s->to - s->from));
			else if (i == s->from)
				tw_gap(&lf.w, 0, from, to, (uint32_t)(s->to - s->from));
			continue;
		}
		tw_event(&lf.w, 0, ticks ? ticked(s->event[i].time) : s->event[i].time,
			 s->event[i].code,
			 damage == FROZEN && i == s->stop ? 1u << GNO_FLAG_STOP : 0);
	}
	tw_flush(&lf.w, 0, ticks ? ticked(s->end) : s->end);
}

static const char *const compares[] = {"<", "<=", ">", ">=", "==", "!="};
static const char *const functions[] = {"max", "min", "p50", "p90", "p100", "p1"};
static const char *const names[] = {"work", "a", "b", "c"};

/* A random limit, and whether the whole run keeps it. */
static int ask(const struct story *s)
{
	const char *compare = compares[draw(6)], *function = functions[draw(6)];
	const uint64_t bound = draw(draw(2) ? 20 : 90);
	char of[80];

	switch (draw(5)) {
	case 0: {
		const char *name = names[draw(4)];

		snprintf(of, sizeof(of), "count(%s) %s %d", name, compare, (int)bound / 2);
		lf_add_limit(of);
		return count_truth(s, name, compare, bound / 2);
	}
	case 1:
		snprintf(of, sizeof(of), "mean(work) %s %d cycles", compare, (int)bound);
		lf_add_limit(of);
		return mean_truth(s, compare, bound);
	case 2: {
		const unsigned from = A + (unsigned)draw(3), to = A + (unsigned)draw(3);

		snprintf(of, sizeof(of), "after %s comes %s within %d cycles", names[from],
			 names[to], (int)bound * 4);
		lf_add_limit(of);
		return after_truth(s, from, to, bound * 4);
	}
	default:
		snprintf(of, sizeof(of), "%s(work) %s %d cycles", function, compare, (int)bound);
		lf_add_limit(of);
		return compared(compare, is_below(s, function, bound),
				is_below(s, function, bound + 1));
	}
}

static size_t decided[DAMAGES];
static char rule[80];

/* A random filter of the run that was written; its report is that of the filtered one. */
static void filter(const struct story *s)
{
	const unsigned long long from = draw(2) ? draw(s->end) : 0, to = from + draw(s->end);
	const struct filter_options o = {.keep = rule, .force = true};
	struct filter_result done;
	struct tw filtered = lf.w;
	struct gno_err err;
	char command[96];

	switch (draw(5)) {
	case 0:
		snprintf(rule, sizeof(rule), "event == %s", names[1 + draw(3)]);
		break;
	case 1:
		snprintf(rule, sizeof(rule), "event != %s", names[1 + draw(3)]);
		break;
	case 2:
		snprintf(rule, sizeof(rule), "not (event == %s and time in %llu..%llu)",
			 names[1 + draw(3)], from, to);
		break;
	default:
		snprintf(rule, sizeof(rule), "time in %llu..%llu", from, to);
	}
	snprintf(filtered.dir, sizeof(filtered.dir), "%.50s.out", lf.w.dir);
	tw_write(&lf.w);
	ck_assert_msg(!filter_run(lf.w.dir, filtered.dir, &o, &done, &err), "%s", err.text);
	lf.r = report_of(&filtered, NULL);
	snprintf(command, sizeof(command), "rm -rf '%s'", filtered.dir);
	ck_assert_int_eq(system(command), 0);
}

static void try_story(const struct story *s, uint64_t seed, enum damage damage)
{
	int truth[LF_LIMITS];

	state = seed;
	lf_begin(1);
	for (size_t i = 0; i < LF_LIMITS; i++)
		truth[i] = ask(s);
	write_story(s, damage);
	if (damage == FILTERED || damage == LOST_AND_FILTERED)
		filter(s);
	else
		lf_build();
	for (size_t i = 0; i < LF_LIMITS; i++) {
		const struct report_judged j = lf_verdict_of(i);
		const int said = j.verdict == REPORT_UNKNOWN ? -1 : j.verdict == REPORT_PASSED;

		decided[damage] += said >= 0;
		ck_assert_msg(said == truth[i] || (damage != WHOLE && said < 0),
			      "%s: %s (%s; %s), truth %d, damage %d: %zu..%zu of %zu lost, %s",
			      lf.limit[i], report_verdict_name(j.verdict), j.value, j.reason,
			      truth[i], damage, s->from, s->to, s->events, rule);
	}
	lf_drop();
}

/* The same limits of the whole run and of those that lack records: many must be decided. */
START_TEST(test_random)
{
	memset(decided, 0, sizeof(decided));
	for (unsigned i = 0; i < RUNS; i++) {
		struct story s;
		uint64_t seed;

		state = 88172645463325252u + 1000003u * i;
		tell(&s);
		seed = state;
		for (unsigned damage = WHOLE; damage < DAMAGES && (!damage || s.events); damage++)
			if (damage != FILTERED || i % 3 == 0) /* a filter waits for disks */
				try_story(&s, seed, (enum damage)damage);
	}
	ck_assert_uint_gt(decided[WHOLE], RUNS * LF_LIMITS * 8 / 10);
	ck_assert_uint_gt(decided[LOST], RUNS * LF_LIMITS / 8);
	ck_assert_uint_gt(decided[FROZEN], RUNS * LF_LIMITS / 8);
	ck_assert_uint_gt(decided[FILTERED], RUNS / 3 * LF_LIMITS / 8);
	ck_assert_uint_gt(decided[LOST_AND_FILTERED], RUNS * LF_LIMITS / 16);
	ck_assert_uint_gt(decided[TICKS], RUNS * LF_LIMITS / 2);
	ck_assert_uint_gt(decided[LOST_AND_TICKS], RUNS * LF_LIMITS / 16);
}
END_TEST

int main(void)
{
	return run_tests("report_limits_random", NULL, NULL, TESTS({test_random}));
}
