/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a node's time where a stop of collection is among what is lost. */
#include <check.h>
#include <inttypes.h>

#include "report_fixture.h"
#include "tests/suite.h"

#define STOP_FLAG (1u << GNO_FLAG_STOP)

static struct fix fix;
static struct tw w;

/* A stop that is lost: what comes next, if it starts collection, says that it may have been off. In
 * the ring form its record has the flag of the stop, which is not its own. */
START_TEST(test_lost_stop)
{
	static const struct {
		unsigned code, flags; /* of the first event behind the gap; 0: there is none */
		uint64_t off;
	} ways[] = {{3, 0, 200}, {3, STOP_FLAG, 200}, {1, 0, 0}, {4, STOP_FLAG, 199}, {0, 0, 701}};
	struct gno_report *r;

	for (unsigned i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		fix_begin(&fix, 1);
		fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
		fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
		fix_point(&fix, "go", GNO_PATTERN_EVENT, 3, RECORD | 1u << GNO_ACT_START);
		fix_point(&fix, "halt", GNO_PATTERN_EVENT, 4, RECORD | 1u << GNO_ACT_STOP);
		fix_interval(&fix, "ab", "a", "b");
		tw_begin(&w, 1, 32, 0, 0);
		w.patterns[0] = &fix.file;
		tw_event(&w, 0, 100, 1, 0);
		tw_gap(&w, 0, 200, 299, 3);
		if (ways[i].code)
			tw_event(&w, 0, 500, ways[i].code, ways[i].flags);
		if (ways[i].code)
			tw_event(&w, 0, 700, 1, 0);
		if (ways[i].code)
			tw_event(&w, 0, 730, 2, 0);
		tw_flush(&w, 0, 1000);
		tw_write(&w);
		r = report_of(&w, NULL);
		ck_assert_uint_eq(r->node[0].unseen[REPORT_GAP], 100);
		ck_assert_msg(r->node[0].unseen[REPORT_OFF] == ways[i].off,
			      "way %u: off for %" PRIu64, i, r->node[0].unseen[REPORT_OFF]);
		ck_assert_uint_eq(r->node[0].statistics[0].stats.count, ways[i].code ? 1 : 0);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

int main(void)
{
	return run_tests("known", NULL, NULL, TESTS({test_lost_stop}));
}
