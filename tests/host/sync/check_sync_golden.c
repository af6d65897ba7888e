/* SPDX-License-Identifier: Apache-2.0 */
/* Synchronisation of several boards: the numbers of Fleury's paper, recomputed by hand. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "sync/disjoint.h"
#include "sync/mapping.h"
#include "sync/pulse.h"
#include "sync/refresh.h"
#include "sync/track.h"
#include "sync/wide.h"
#include "tests/suite.h"

#define NS INT64_C(1000)
#define US (1000 * NS)
#define MS (1000 * US)
#define S (1000 * MS)

/* A board of 1 MHz, whose cycles are microseconds; drift of both clocks 1e-5. */
static struct sync_board board(void)
{
	return (struct sync_board){.hz = 1000000, .drift = 10000, .host_drift = 10000, .tick = US};
}

static struct sync_board with_floor(uint64_t out, uint64_t back)
{
	struct sync_board b = board();

	b.floor = SYNC_FLOOR_PROVEN;
	b.out = out;
	b.back = back;
	return b;
}

/* (2), (3), (5): clocks 0, +10 and +20, the first of them the centre's. */
START_TEST(test_offsets)
{
	int64_t ahead[] = {20, 10};
	int64_t median = sync_median(ahead, 2, true);

	ck_assert_int_eq(median, 10);
	ck_assert_int_eq(0 + median, 10); /* the centre's */
	ck_assert_int_eq(-10 + median, 0);
	ck_assert_int_eq(-20 + median, -10);
}
END_TEST

START_TEST(test_median)
{
	static const struct {
		int64_t value[4];
		size_t count;
		bool host;
		int64_t median;
	} rows[] = {
	    {{0}, 0, true, 0},
	    {{0}, 0, false, 0},
	    {{7}, 1, false, 7},
	    {{7}, 1, true, 3}, /* 3.5 */
	    {{-7}, 1, true, -4},
	    {{-5, 9}, 2, false, 2},
	    {{5, 9}, 2, true, 5},
	    {{-5, 9}, 2, true, 0},
	    {{-9, -5}, 2, true, -5},
	    {{9, 1, 5}, 3, false, 5},
	    {{9, 1, 5}, 3, true, 3},
	    {{9, -1, 5}, 3, true, 2},
	    {{-9, -1, -5}, 3, true, -3},
	    {{4, 3, 2, 1}, 4, false, 2},
	    {{4, 3, -2, -1}, 4, true, 0},
	    {{1000000, 10}, 2, true, 10}, /* a board that lies moves it no further */
	    {{1000000, 10}, 2, false, 500005},
	    {{INT64_MAX, INT64_MAX}, 2, false, INT64_MAX},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		int64_t value[4];

		memcpy(value, rows[i].value, sizeof(value));
		ck_assert_msg(sync_median(value, rows[i].count, rows[i].host) == rows[i].median,
			      "row %zu", i);
	}
}
END_TEST

/* (4): a centre that is slow by 1e-5 reads 999.99. Its drift follows from medians that grow. */
START_TEST(test_slow_centre)
{
	ck_assert_int_eq(sync_drift(5 * US, 5 * US + 3197 * US / 100, 3197 * MS), 10000);
	ck_assert_int_eq(sync_drift(0, -3 * US, S), -3000);
	ck_assert_int_eq(sync_corrected(999990 * NS, 10000), MS);
	ck_assert_int_eq(sync_corrected(999990 * NS, 0), 999990 * NS);
	ck_assert_int_eq(sync_corrected(MS, -10000), 999990 * NS);
}
END_TEST

/* (7), (9): D = 1 ms, T0 = 60 us, rho = 1 us, f = 1e-5; and both boards after 3.197 s. */
START_TEST(test_bounds)
{
	ck_assert_uint_eq(sync_bound_greatest(MS, 120 * US, US, 10000 / 2, 0), 441005 * NS);
	ck_assert_uint_eq(sync_bound_greatest(MS, 120 * US, US, 10000, 0), 441010 * NS);
	ck_assert_uint_eq(sync_bound_greatest(MS, 120 * US, US, 10000, 1), 441010 * NS + 1);
	ck_assert_uint_eq(sync_bound_pair(441010 * NS, 10000, 3197 * MS), 945960 * NS);
}
END_TEST

/* 10 us out and 110 us back: the true error of the middle is 50 us. */
START_TEST(test_floors)
{
	const struct sync_poll poll = {0, 120 * US, 1000};
	static const struct {
		uint64_t out, back, bound;
		int64_t time;
		enum sync_seen seen;
	} rows[] = {
	    {0, 0, 61001200, 60 * US, SYNC_SEEN_FLOOR},
	    {10 * US, 10 * US, 51001200, 60 * US, SYNC_SEEN_FLOOR},
	    {59 * US, 59 * US, 2001200, 60 * US, SYNC_SEEN_FLOOR}, /* false, and not seen */
	    {60 * US, 60 * US, 61001200, 60 * US, SYNC_SEEN_SHORT},
	    {60 * US, 60 * US + 500 * NS, 61001200, 60 * US, SYNC_SEEN_SHORT},
	    {60 * US, 62 * US, 61001200, 60 * US, SYNC_SEEN_FALSE},
	    {10 * US, 70 * US, 21001200, 30 * US, SYNC_SEEN_FLOOR}, /* by 30 us earlier */
	    {10 * US, 70 * US + 1, 21001200, 30 * US - 1, SYNC_SEEN_FLOOR},
	};
	struct sync_point p;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct sync_board b = with_floor(rows[i].out, rows[i].back);

		ck_assert_int_eq(sync_pulse(&b, &poll, 0, &p), rows[i].seen);
		ck_assert_uint_eq(p.bound, rows[i].bound);
		ck_assert_int_eq(p.time, rows[i].time);
		ck_assert_uint_eq(p.cycle, 1000);
	}
	/* what (9) alone would say of a floor that was measured as D/2 */
	ck_assert_uint_eq(sync_bound_greatest(120 * US, 120 * US, US, 10000, 0), 1001200);
}
END_TEST

START_TEST(test_refused_figures)
{
	struct sync_board b = with_floor(60 * US, 60 * US);
	struct gno_err err;

	ck_assert_int_eq(sync_board_check(&b, "left", &err), 0);
	b.floor = SYNC_FLOOR_MEASURED;
	ck_assert_int_eq(sync_board_check(&b, "left", &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text,
			 "floor of board 'left' was measured as half of a round trip, which does "
			 "not prove that each way takes so long; name a proven one, or none");
	b.floor = SYNC_FLOOR_NONE;
	ck_assert_int_eq(sync_board_check(&b, "left", &err), GNO_ERR_ARG);
	b = board();
	ck_assert_int_eq(sync_board_check(&b, "left", &err), 0);
	b.drift = 1000000;
	ck_assert_int_eq(sync_board_check(&b, "left", &err), 0);
	b.drift++;
	ck_assert_int_eq(sync_board_check(&b, "left", &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "drift or wander of board 'left' is above 1000 ppm, more than "
				   "any clock may be wrong");
	b = board();
	b.hz = 0;
	ck_assert_int_eq(sync_board_check(&b, "left", &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "board 'left' has no clock between 1 Hz and 1 THz");
}
END_TEST

/* A round trip of no length, and a host's clock that goes backwards. */
START_TEST(test_shortest_poll)
{
	struct sync_board b = board();
	struct sync_point p;

	ck_assert_int_eq(sync_pulse(&b, &(struct sync_poll){5 * US, 5 * US, 3}, 0, &p),
			 SYNC_SEEN_FLOOR);
	ck_assert_int_eq(p.time, 5 * US);
	ck_assert_uint_eq(p.bound, US);
	b.tick = 0;
	sync_pulse(&b, &(struct sync_poll){5, 6, 3}, 0, &p);
	ck_assert_int_eq(p.time, 5); /* 5.5 */
	ck_assert_uint_eq(p.bound, 2);
	ck_assert_int_eq(sync_pulse(&b, &(struct sync_poll){5 * US, 5 * US - 1, 3}, 0, &p),
			 SYNC_SEEN_NOTHING);
	/* (2) with (4) */
	sync_pulse(&b, &(struct sync_poll){0, 999990 * NS, 3}, 10000, &p);
	ck_assert_int_eq(p.time, 500 * US);
}
END_TEST

/* rho is the larger tick; a prescaled clock's tick is longer. */
START_TEST(test_tick)
{
	ck_assert_uint_eq(sync_tick(50000000, 1, 1000), 20000);
	ck_assert_uint_eq(sync_tick(12000000, 1, 1000), 83334);
	ck_assert_uint_eq(sync_tick(12000000, 16, 1000), 1333334);
	ck_assert_uint_eq(sync_tick(2000000000, 1, 1000), 1000);
}
END_TEST

/* (6). The published 3.197 s do not follow: not even an error of 0 gives more than 3 s. */
START_TEST(test_interval)
{
	ck_assert_int_eq(sync_refresh_interval(60 * US, US, 10000), 2900 * MS);
	ck_assert_int_eq(sync_refresh_interval(60 * US, US, 20000), 1450 * MS);
	ck_assert_int_eq(sync_refresh_interval(60 * US, 0, 10000), 3 * S);
	ck_assert_int_eq(sync_refresh_interval(0, 0, 10000), 0);
	ck_assert_int_eq(sync_refresh_interval(60 * US, 30 * US, 10000), 0);
	ck_assert_int_eq(sync_refresh_interval(60 * US, 30 * US - 1, 10000), 100 * NS);
	ck_assert_int_eq(sync_refresh_interval(60 * US, UINT64_MAX, 10000), 0);
	ck_assert_int_eq(sync_refresh_interval(UINT64_MAX, 0, 1), INT64_MAX);
	ck_assert_int_eq(sync_refresh_interval(60 * US, US, 0), INT64_MAX);
	ck_assert_int_eq(sync_refresh_otherwise(10 * US, 20000), 500 * MS);
	ck_assert_int_eq(sync_refresh_otherwise(US, 20000), 100 * MS);
	ck_assert_int_eq(sync_refresh_otherwise(MS, 20000), 10 * S);
	ck_assert_int_eq(sync_refresh_otherwise(MS, 0), 10 * S);
}
END_TEST

START_TEST(test_rounds)
{
	ck_assert_uint_eq(sync_rounds(100), 20);
	ck_assert_uint_eq(sync_rounds(250), 8);
	ck_assert_uint_eq(sync_rounds(500), 4);
	ck_assert_uint_eq(sync_rounds(750), 2);
	ck_assert_uint_eq(sync_rounds(900), 2);
	ck_assert_uint_eq(sync_rounds(1000), 1);
	ck_assert_uint_eq(sync_rounds(1), 2000); /* 1999.5 */
	ck_assert_uint_eq(sync_plan_usual(7).rounds, 8);
	ck_assert_uint_eq(sync_plan_usual(7).floor, 7);
}
END_TEST

/* Two boards after 3.197 s; one that is not there any more counts for nothing. */
START_TEST(test_apart)
{
	struct sync_point good = {.bound = 441010 * NS}, bad = {.bound = S};
	struct sync_entry entry[] = {
	    {.mapping = {.board = board(), .point = &good, .points = 1}},
	    {.mapping = {.board = board(), .point = &bad, .points = 1}, .state = SYNC_UNPLUGGED},
	    {.mapping = {.board = board(), .point = &good, .points = 1}},
	};
	struct sync_set set = {.plan = {.interval = 3197 * MS}, .entry = entry, .entries = 3};

	for (unsigned i = 0; i < 3; i++)
		entry[i].mapping.board.drift = entry[i].mapping.board.host_drift = 5000;
	ck_assert_uint_eq(sync_apart(&set), 945960 * NS);
	set.entries = 2;
	ck_assert_uint_eq(sync_apart(&set), 0);
}
END_TEST

/* A board whose clock is fast by 1e-5, seen without error at multiples of 3.197 s: the errors
 * before each pulse. */
static void errors_before(int64_t *error, unsigned from)
{
	struct sync_point point[5];
	struct sync_mapping m = {.board = board(), .point = point};

	m.board.hz = 1000000000;
	m.board.drift = 20000;
	for (unsigned k = from; k < 5; k++) {
		const int64_t time = k * 3197 * MS;
		const uint64_t cycle = (uint64_t)(time + time / 100000) / 1000;
		int64_t read = (int64_t)cycle * 1000;

		if (m.points)
			sync_map(&m, cycle, &read, NULL);
		if (k)
			error[k - 1] = read - time;
		point[m.points++] = (struct sync_point){cycle, time, 0};
		sync_mapping_prepare(&m);
	}
}

/* The same by (14) as it is printed: each offset measured after the clock was reset by the one
 * before. */
static void errors_literal(double *error, unsigned from)
{
	double offset[2] = {0}, reset = 0, rate = 0;
	unsigned pulses = 0;

	for (unsigned k = from; k < 5; k++) {
		const double raw = k * 31.97 + reset;

		if (k)
			error[k - 1] = raw + (pulses ? rate * 3.197 : 0);
		offset[1] = offset[0];
		offset[0] = -raw;
		reset += offset[0];
		rate = pulses++ ? (offset[0] - offset[1]) / 3.197 : 0;
	}
}

/* (13) to (15): offsets against the raw clock, and the literal reading, which cancels itself. */
START_TEST(test_cumulative)
{
	static const int64_t with[] = {31970, 0, 0, 0}, without[] = {31970, 31970, 0, 0};
	static const double literal_with[] = {31.97, 0, 31.97, 31.97};
	int64_t error[4];
	double literal[4];

	errors_before(error, 0);
	for (unsigned i = 0; i < 4; i++)
		ck_assert_int_eq(error[i] / 1000, with[i]);
	errors_before(error, 1);
	for (unsigned i = 0; i < 4; i++)
		ck_assert_int_eq(error[i] / 1000, without[i]);
	errors_literal(literal, 0);
	for (unsigned i = 0; i < 4; i++)
		ck_assert_double_eq_tol(literal[i], literal_with[i], 1e-9);
	errors_literal(literal, 1);
	for (unsigned i = 0; i < 4; i++)
		ck_assert_double_eq_tol(literal[i], 31.97, 1e-9);
}
END_TEST

/* One lucky poll does not stay for ever: 89 us after 150 s, and not 2,901. */
START_TEST(test_ageing)
{
	const struct sync_board b = board();
	const struct sync_point lucky = {0, 0, US};
	struct sync_point p = {1000000, S, 20 * US};

	/* 1 us and (1e-5 + 1e-5) s by then */
	ck_assert_uint_eq(sync_aged(&b, &lucky, 0), US);
	ck_assert_uint_ge(sync_aged(&b, &lucky, 1000000), 21 * US);
	ck_assert_uint_le(sync_aged(&b, &lucky, 1000000), 21 * US + NS);
	ck_assert_uint_eq(sync_aged(&b, &p, 0), sync_growth(&b, S + 1) + 20 * US);
	ck_assert(sync_replaces(&b, &lucky, &p));
	p.bound = 22 * US;
	ck_assert(!sync_replaces(&b, &lucky, &p));
}
END_TEST

/* A drift is used only where (e_p + e_q)/dt < f_m. */
START_TEST(test_drift_used)
{
	struct sync_board b = board();
	struct sync_point p = {0, 0, 5 * US}, q = {1000000, S, 5 * US};

	ck_assert(!sync_drift_usable(&b, &p, &q));
	q.bound--;
	ck_assert(sync_drift_usable(&b, &p, &q));
	b.host_drift = 0; /* then the sum of both is no more than that */
	ck_assert(sync_drift_usable(&b, &p, &q));
	b.wander = 1; /* 2W and the errors are more than the data sheets' drift and W */
	ck_assert(!sync_drift_usable(&b, &p, &q));
}
END_TEST

/* Interpolation, its bound by the formula, and extrapolation on both sides. */
START_TEST(test_interpolated)
{
	struct sync_point point[] = {{1000000, 10 * S, 4 * US}, {2000000, 11 * S + 4 * US, 8 * US}};
	struct sync_mapping m = {.board = board(), .point = point, .points = 2};
	int64_t time;
	uint64_t bound;

	m.board.wander = 1000;
	sync_mapping_prepare(&m);
	sync_map(&m, 1000000, &time, &bound);
	ck_assert_int_eq(time, 10 * S);
	ck_assert_uint_eq(bound, 4 * US);
	sync_map(&m, 2000000, &time, &bound);
	ck_assert_int_eq(time, 11 * S + 4 * US);
	ck_assert_uint_eq(bound, 8 * US);
	/* 0.75*4 + 0.25*8 + 2e-6*0.25*0.75 s = 5.375 us */
	sync_map(&m, 1250000, &time, &bound);
	ck_assert_int_eq(time, 10 * S + 250 * MS + US);
	ck_assert_uint_ge(bound, 5375 * NS);
	ck_assert_uint_le(bound, 5375 * NS + 100);
	/* 12 us in 1 s is no drift to use: nominal, 4 us and 21 ppm of 0.5 s */
	ck_assert_uint_eq(m.from_first, 0);
	ck_assert_uint_eq(m.to_last, 1);
	sync_map(&m, 500000, &time, &bound);
	ck_assert_int_eq(time, 10 * S - 500 * MS);
	ck_assert_uint_ge(bound, 14500 * NS);
	ck_assert_uint_le(bound, 14501 * NS);
	sync_map(&m, 2500000, &time, &bound);
	ck_assert_int_eq(time, 11 * S + 500 * MS + 4 * US);
	ck_assert_uint_ge(bound, 18500 * NS);
	ck_assert_uint_le(bound, 18501 * NS);
	/* with a drift: 1 us, 2 us/s and 2 ppm of 0.5 s */
	point[0].bound = point[1].bound = US;
	sync_mapping_prepare(&m);
	ck_assert_uint_eq(m.from_first, 1);
	ck_assert_uint_eq(m.to_last, 0);
	sync_map(&m, 500000, &time, &bound);
	ck_assert_int_eq(time, 10 * S - 500 * MS - 2 * US);
	ck_assert_uint_ge(bound, 3 * US);
	ck_assert_uint_le(bound, 3 * US + 200);
	sync_map(&m, 2500000, &time, &bound);
	ck_assert_int_eq(time, 11 * S + 500 * MS + 6 * US);
	ck_assert_uint_ge(bound, 3 * US);
	ck_assert_uint_le(bound, 3 * US + 200);
}
END_TEST

START_TEST(test_lies)
{
	const struct sync_board b = board();
	const struct sync_point p = {0, 0, 10 * US};

	ck_assert_int_eq(sync_lie(&b, &p, &(struct sync_point){1000000, S, 10 * US}), 0);
	ck_assert_int_eq(sync_lie(&b, &p, &(struct sync_point){1000020, S, 10 * US}), 0);
	ck_assert_int_eq(sync_lie(&b, &p, &(struct sync_point){1002022, S, 10 * US}), 2001);
	ck_assert_int_eq(sync_lie(&b, &p, &(struct sync_point){997978, S, 10 * US}), -2001);
	ck_assert_int_gt(sync_lie(&b, &p, &(struct sync_point){1000000, 0, 10 * US}), 1000000);
}
END_TEST

/* Two boards of which each agrees with the host, and not with the other: +19 and -19 ppm. */
START_TEST(test_two_boards_disagree)
{
	const struct sync_board b = board();
	const struct sync_point start = {0, 0, 10 * US};
	struct sync_point left = {100001900, 100 * S, 10 * US};
	struct sync_point right = {99998100, 100 * S, 10 * US};
	struct sync_witness w[] = {{&b, &start, &left}, {&b, &start, &right}};
	struct sync_disagreement d;

	ck_assert(!sync_disagree(w, 1, &d));
	ck_assert(!sync_disagree(w + 1, 1, &d));
	ck_assert(sync_disagree(w, 2, &d));
	ck_assert_uint_eq(d.one, 1);
	ck_assert_uint_eq(d.other, 0);
	/* 38 ppm less 20 of drifts and 2 * 0.2 of errors */
	ck_assert_int_ge(d.ppb, 17590);
	ck_assert_int_le(d.ppb, 17610);
	left.cycle = 100002100; /* 21 ppm: the host contradicts, too */
	ck_assert(sync_disagree(w, 1, &d));
	ck_assert(d.one == SYNC_HOST || d.other == SYNC_HOST);
	ck_assert(!sync_disagree(w, 0, &d));
}
END_TEST

int main(void)
{
	return run_tests("sync_golden", NULL, NULL,
			 TESTS({test_offsets}, {test_median}, {test_slow_centre}, {test_bounds},
			       {test_floors}, {test_refused_figures}, {test_shortest_poll},
			       {test_tick}, {test_interval}, {test_rounds}, {test_apart},
			       {test_cumulative}, {test_ageing}, {test_drift_used},
			       {test_interpolated}, {test_lies}, {test_two_boards_disagree}));
}
