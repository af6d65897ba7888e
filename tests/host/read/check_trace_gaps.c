/* SPDX-License-Identifier: Apache-2.0 */
/* Times around gaps, with time beats and without, from the trace reader. */
#include <check.h>

#include "tests/suite.h"
#include "read/trace.h"
#include "trace_all.h"
#include "trace_writer.h"

START_TEST(test_trace_gaps)
{
	static const uint64_t lengths[] = {0,	    1,	     0x7000,  0x8000,
					   0x10000, 0x12345, 0x80000, 255 * 0x8000};
	static struct all got;

	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		uint64_t to = 1100 + lengths[i];
		struct tw w;

		tw_begin(&w, 1, 16, 0, 0);
		tw_event(&w, 0, 1000, 1, 0);
		tw_gap(&w, 0, 1100, to, 42);
		tw_event(&w, 0, to + 5, 2, 0);
		tw_flush(&w, 0, to + 10);
		tw_write(&w);
		read_all(&w, &got);
		ck_assert_uint_eq(got.n, 6);
		ck_assert_uint_eq(got.r[2].kind, GNO_KIND_GAP);
		ck_assert_uint_eq(got.r[2].time, 1100);
		ck_assert_uint_eq(got.r[2].to, to);
		ck_assert_uint_eq(got.r[2].lost, 42);
		ck_assert_uint_eq(got.r[4].time, to + 5);
		ck_assert_uint_eq(got.r[5].time, to + 10);
		tw_end(&w);
	}
}
END_TEST

/* A stretch of events in every cycle, and the gap behind it. */
struct stretch {
	uint64_t from, to; /* its first event; the gap's first lost one */
	uint64_t resumed;  /* the last cycle of the gap */
};

/*
 * No cycle is without an event or without a loss, so no time beat comes until the end: each gap has
 * its own times. Some gaps are longer than a period of the time counter, some stretches of events
 * too.
 */
START_TEST(test_trace_gaps_under_events)
{
	static const unsigned widths[] = {12, 16, 25, 26, 32};
	enum { STRETCHES = 8 };
	static struct all got;
	unsigned bits = widths[_i];
	uint64_t half = 1ull << (bits - 1), end = 1000, n = 2;
	uint32_t longest = bits == 12 ? 1200 : 200;
	struct stretch s[STRETCHES];
	struct tw w;

	tw_begin(&w, 1, bits, 0, 0);
	for (unsigned i = 0; i < STRETCHES; i++) {
		s[i].from = end;
		s[i].to = end + (i % 3 ? longest / 10 * i
				       : longest); /* also across a change of the top bit */
		s[i].resumed =
		    s[i].to + (i % 4) * half + (i % 2 ? half / 3 : 5) + (i == 5 ? 200 * half : 0);
		tw_busy(&w, 0, s[i].from, s[i].to, 1 + i);
		tw_gap_alone(&w, 0, s[i].to, s[i].resumed, (uint32_t)(s[i].resumed - s[i].to + 1));
		end = s[i].resumed + 1;
	}
	tw_busy(&w, 0, end, end + 7, 15);
	tw_flush(&w, 0, end + 7);
	tw_write(&w);
	read_all(&w, &got);
	for (unsigned i = 0, k = 1; i < STRETCHES; i++, k++) {
		for (uint64_t t = s[i].from; t < s[i].to; t++, k++) {
			ck_assert_uint_eq(got.r[k].kind, GNO_KIND_EVENT);
			ck_assert_uint_eq(got.r[k].code, 1 + i);
			ck_assert_uint_eq(got.r[k].time, t);
		}
		ck_assert_uint_eq(got.r[k].kind, GNO_KIND_GAP);
		ck_assert_uint_eq(got.r[k].time, s[i].to);
		ck_assert_uint_eq(got.r[k].to, s[i].resumed);
		n = k + 1;
	}
	for (unsigned i = 0; i < 7; i++)
		ck_assert_uint_eq(got.r[n + i].time, end + i);
	ck_assert_uint_eq(got.r[n + 7].time, end + 7);
	ck_assert_uint_eq(got.n, n + 8);
	tw_end(&w);
}
END_TEST

/* Events in every cycle over several half periods: no time beat at all, and none is missed. */
START_TEST(test_trace_events_without_beats)
{
	static struct all got;
	struct tw w;

	tw_begin(&w, 1, 12, 0, 0);
	tw_busy(&w, 0, 100, 9980, 3);
	tw_flush(&w, 0, 9980);
	tw_write(&w);
	read_all(&w, &got);
	ck_assert_uint_eq(got.n, 9882);
	for (unsigned i = 1; i < got.n; i++)
		ck_assert_uint_eq(got.r[i].time, 99 + i);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("trace gaps", NULL, NULL,
			 TESTS({test_trace_gaps}, {test_trace_gaps_under_events, 5},
			       {test_trace_events_without_beats}));
}
