/* SPDX-License-Identifier: Apache-2.0 */
/* the model's segments against cases worked out by hand from docs/design/preprocessors.md */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../suite.h"
#include "bench.h"

/* S0[first,end]@at-missed, then the entries: `length x word`, ? not known, ! current */
static void say_block(void *context, const struct model_block *block)
{
	struct bench *bench = context;

	ck_assert_int_eq(block->kind, MODEL_SEGMENT);
	bench_say(bench, " S%zu[%d,%d]@%d-%u%s%s", block->unit, (int)block->first, (int)block->end,
		  (int)block->at, block->lost, block->late ? "late" : "",
		  block->flushed ? "end" : "");
	for (size_t i = 0; i < block->count; i += 4) {
		const uint32_t *entry = block->counts + i;

		bench_say(bench, "%s", i ? "," : ":");
		if (entry[0] != 1)
			bench_say(bench, "%ux", entry[0]);
		if (entry[1] & 1)
			bench_say(bench, "%x", entry[2] | entry[3]);
		else
			bench_say(bench, "?");
		bench_say(bench, "%s", entry[1] & 2 ? "!" : "");
	}
}

/* A clock a letter: the PC that retired, a digit or letter, . for none, from time 0 on; the wave
 * stays at its last letter. */
static void play(const char *experiment, const char *words, size_t clocks, const char *expected)
{
	static struct bench bench;
	size_t length = strlen(words);

	bench_take(&bench, experiment);
	model_begin(&bench.node, &bench.experiment);
	bench.node.block = say_block;
	bench.node.context = &bench;
	for (size_t i = 0; i < clocks; i++) {
		char word = words[i < length ? i : length - 1];

		bench.inputs.retired = word != '.';
		bench.inputs.pc = word == '.'	? 0
				  : word <= '9' ? (uint32_t)(word - '0')
						: (uint32_t)(word - 'a' + 10);
		bench_clock(&bench);
	}
	ck_assert_str_eq(bench.text, expected);
	model_experiment_free(&bench.experiment);
}

/* word f is the trigger */
#define HEAD                                                                                       \
	"field pc 8\nwhen retired\ncollect\npattern 1 pc 15 15\naction event 1 mark\ncount event " \
	"1 0\n"

START_TEST(test_cycles)
{
	/* three clocks before, two behind; time 0 is the first one that can be there */
	play(HEAD "segments 0 cycles 3 2\nend 11\n", "012f4567f9", 14,
	     " S0[0,5]@3-0:0!,1!,2!,f!,4!,5! S0[6,10]@8-0:6!,7!,f!,9!,9! S0[12,11]@11-0end");
	play(HEAD "segments 0 cycles 3 2\nend 11\n", "012345f789", 14,
	     " S0[3,8]@6-0:3!,4!,5!,f!,7!,8! S0[12,11]@11-0end");
	/* nothing in front of it, nothing behind it */
	play(HEAD "segments 0 cycles 0 1\nend 5\n", "01f345", 8,
	     " S0[2,3]@2-0:f!,3! S0[6,5]@5-0end");
	play(HEAD "segments 0 cycles 1 0\nend 5\n", "0fff45", 8,
	     " S0[0,1]@1-0:0!,f! S0[2,2]@2-0:f! S0[3,3]@3-0:f! S0[6,5]@5-0end");
	/* a line that is 1 in each clock: segments side by side, no clock in two of them */
	play(HEAD "segments 0 cycles 2 1\nend 5\n", "f", 8,
	     " S0[0,1]@0-1:f!,f! S0[2,3]@2-1:f!,f! S0[4,5]@4-1end:f!,f! S0[6,5]@5-0end");
}
END_TEST

START_TEST(test_words)
{
	/* the last word that counted; not known before there was one */
	play(HEAD "segments 0 cycles 9 3\nend 9\n", "..1.f..2.", 12,
	     " S0[0,7]@4-0:?,?,1!,1,f!,f,f,2! S0[10,9]@9-0end");
	play(HEAD "segments 0 changes 9 3\nend 9\n", "..1.f..2.", 12,
	     " S0[0,9]@4-0end:2x?,2x1!,3xf!,3x2! S0[10,9]@9-0end");
	/* word 0 that counted is not the same as none */
	play(HEAD "segments 0 changes 9 0\nend 9\n", "..0.f3", 12,
	     " S0[0,4]@4-0:2x?,2x0!,f! S0[10,9]@9-0end");
	/* skipped bits are no part of the word, and no change */
	play(
	    "field pc 8 skip 0 0\nwhen retired\ncollect\npattern 1 pc 14 14\ncount event 1 0\nsegments 0 changes 9 0\nend 9\n",
	    "2.3.2e4", 12, " S0[0,5]@5-0:5x1!,7! S0[10,9]@9-0end");
	/* the high half */
	play(
	    "field pc 32\nfield addr 8\ncollect\npattern 1 pc 2 2\ncount event 1 0\nsegments 0 changes 1 0\nend 3\n",
	    "0012", 4, " S0[2,3]@3-0end:1!,2! S0[4,3]@3-0end");
}
END_TEST

START_TEST(test_changes)
{
	/* runs, and where the one with the trigger ends: a trigger may be anywhere in its entry */
	play(HEAD "segments 0 changes 2 1\nend 12\n", "0011222f.3344", 15,
	     " S0[2,10]@7-0:2x1!,3x2!,2xf!,2x3! S0[13,12]@12-0end");
	play(HEAD "segments 0 changes 2 1\nend 12\n", "0f.f.2233", 15,
	     " S0[0,6]@1-1:0!,4xf!,2x2! S0[13,12]@12-0end");
	/* the entry of the next clock begins the next segment, with the same word or another */
	play(HEAD "segments 0 changes 2 0\nend 9\n", "0f.1f..23", 15,
	     " S0[0,2]@1-0:0!,2xf! S0[3,6]@4-0:1!,3xf! S0[10,9]@9-0end");
	/* a clock is current by the first one of its run */
	play(
	    "field pc 8\nwhen retired\ncollect\npattern 1 pc 15 15\ncount event 1 0\nsegments 0 changes 3 1\nkept 0 4\nend 9\n",
	    "0011.1.1f2", 12, " S0[4,9]@8-0lateend:4x1,f!,2! S0[10,9]@9-0end");
}
END_TEST

START_TEST(test_long_runs)
{
	/* an entry of 65535 clocks continues as another one; the trigger is in the second one */
	static char words[65540];

	memset(words, '.', sizeof(words) - 1);
	words[0] = '1';
	words[65536] = 'f';
	play(HEAD "segments 0 changes 1 0\nend 65540\n", words, 65545,
	     " S0[65535,65540]@65536-0end:1,5xf! S0[65541,65540]@65540-0end");
	words[65536] = '.';
	play(HEAD "pattern 2 pc 1 1\ncount event 2 0\nsegments 0 changes 1 1\nend 65540\n", words,
	     65545, " S0[0,65540]@0-0end:65535x1!,6x1 S0[65541,65540]@65540-0end");
}
END_TEST

START_TEST(test_missed)
{
	/* within a segment, up to its last clock; the first one behind it has the next segment */
	play(HEAD "segments 0 cycles 1 3\nend 9\n", "0fff.f.f", 12,
	     " S0[0,4]@1-2:0!,f!,f!,f!,f S0[5,8]@5-2:f!,f,f!,f! S0[9,9]@9-0end:f! S0[10,9]@9-0end");
	/* where nothing is kept: of a run that shows when the second one began */
	play(HEAD "segments 0 cycles 1 1\nkept 0 0 6\nend 9\n", "0f.f.f.1f2", 12,
	     " S0[0,2]@1-0:0!,f!,f S0[7,9]@8-2lateend:1!,f!,2! S0[10,9]@9-0end");
	/* and one that shows no second one */
	play(HEAD "segments 0 cycles 1 1\nkept 0 0\nend 9\n", "0f.f.f.1f2", 12,
	     " S0[0,2]@1-0:0!,f!,f S0[10,9]@9-3lateend");
	play(HEAD "segments 0 cycles 1 1\nkept 0\nend 3\n", "0123", 12, " S0[4,3]@3-0end");
}
END_TEST

START_TEST(test_given)
{
	/* a first clock that is given changes nothing where the segment would begin there */
	play(HEAD "segments 0 cycles 3 2\nkept 0 0 6\nend 11\n", "012f4567f9", 14,
	     " S0[0,5]@3-0:0!,1!,2!,f!,4!,5! S0[6,10]@8-0:6!,7!,f!,9!,9! S0[12,11]@11-0end");
	play(HEAD "segments 0 cycles 3 2\nkept 0 3\nend 11\n", "012345f789", 14,
	     " S0[3,8]@6-0:3!,4!,5!,f!,7!,8! S0[12,11]@11-0end");
	/* one that could have had more is late */
	play(HEAD "segments 0 cycles 3 2\nkept 0 4\nend 11\n", "012345f789", 14,
	     " S0[4,8]@6-0late:4!,5!,f!,7!,8! S0[12,11]@11-0end");
	/* one that is too early is not taken */
	play(HEAD "segments 0 cycles 3 2\nkept 0 2\nend 11\n", "012345f789", 14,
	     " S0[3,8]@6-0:3!,4!,5!,f!,7!,8! S0[12,11]@11-0end");
	play(HEAD "segments 0 cycles 3 2\nkept 0 0 5\nend 11\n", "012f4567f9", 14,
	     " S0[0,5]@3-0:0!,1!,2!,f!,4!,5! S0[6,10]@8-0:6!,7!,f!,9!,9! S0[12,11]@11-0end");
}
END_TEST

START_TEST(test_flush)
{
	/* what is under way ends with the run; what has no trigger is dropped */
	play(HEAD "segments 0 cycles 2 5\nend 5\n", "0123f5", 12,
	     " S0[2,5]@4-0end:2!,3!,f!,5! S0[6,5]@5-0end");
	/* its own end may be that of the run */
	play(HEAD "segments 0 cycles 2 1\nend 5\n", "0123f5", 12,
	     " S0[2,5]@4-0end:2!,3!,f!,5! S0[6,5]@5-0end");
	/* a trigger in the last clock; one behind it is nothing */
	play(HEAD "segments 0 cycles 2 1\nend 5\n", "01234ffff", 12,
	     " S0[3,5]@5-0end:3!,4!,f! S0[6,5]@5-0end");
	/* two units, on lines of their own */
	play(
	    HEAD
	    "pattern 2 pc 3 3\ncount event 2 1\nsegments 1 cycles 1 0\nsegments 0 cycles 1 0\nend 5\n",
	    "0123f5", 12, " S0[2,3]@3-0:2!,3! S0[6,5]@5-0end S1[3,4]@4-0:3!,f! S1[6,5]@5-0end");
}
END_TEST

START_TEST(test_not_live)
{
	/* events drive the line whether the node collects or not, but not while triggers are off */
	play(
	    "field pc 8\nwhen retired\npattern 1 pc 15 15\ncount event 1 0\nsegments 0 cycles 1 0\nend 5\nload off 3\nload live 4\npattern 1 pc 15 15\ncount event 1 0\n",
	    "0f2f4f", 8, " S0[0,1]@1-0:0!,f! 3:13.0 4:13.1 S0[4,5]@5-0end:4!,f! S0[6,5]@5-0end");
}
END_TEST

int main(void)
{
	return run_tests("segments", NULL, NULL,
			 TESTS({test_cycles}, {test_words}, {test_changes}, {test_long_runs},
			       {test_missed}, {test_given}, {test_flush}, {test_not_live}));
}
