/* SPDX-License-Identifier: Apache-2.0 */
/* the model of the triggers against cases worked out by hand from docs/design/triggers.md */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../suite.h"
#include "bench.h"

/* a node with one 8-bit field, the PC */
static void begin(struct bench *bench, const char *experiment)
{
	bench_take(bench, experiment);
	model_begin(&bench->node, &bench->experiment);
}

/* one clock, with a word except where it is -1 */
static void step(struct bench *bench, int word)
{
	bench->inputs.retired = word >= 0;
	bench->inputs.signal[MODEL_SIG_RETIRED] = word >= 0;
	bench->inputs.pc = word >= 0 ? (uint32_t)word : 0;
	bench_clock(bench);
	bench->inputs.port = false;
}

static void run(const char *experiment, const int *words, size_t count, const char *expected)
{
	static struct bench bench;

	begin(&bench, experiment);
	for (size_t i = 0; i < count; i++)
		step(&bench, words[i]);
	ck_assert_str_eq(bench.text, expected);
	model_experiment_free(&bench.experiment);
}

#define WORDS(...) (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int)

#define HEAD "field pc 8\nwhen retired\ncollect\n"
/* codes 1 to 6 for the words 1 to 6; only what fires is recorded */
#define CODES                                                                                      \
	"pattern 1 pc 1 1\npattern 2 pc 2 2\npattern 3 pc 3 3\npattern 4 pc 4 4\npattern 5 pc 5 "  \
	"5\n"                                                                                      \
	"pattern 6 pc 6 6\n"
#define TWO                                                                                        \
	"plan 2 0\n" HEAD CODES                                                                    \
	"action trigger 0 record\naction trigger 1 record\naction trigger 2 "                      \
	"record\n"
#define THREE_STEPS TWO "step 0 advance 1\nstep 0 advance 2 abort 5\nstep 0 advance 3 abort 5 6\n"

START_TEST(test_patterns_first_one_wins)
{
	run(HEAD
	    "pattern 7 pc 4 9\npattern 8 pc mask 0x0c 0x08\npattern 9 not pc 0 12\naction event 7 record\n"
	    "action event 8 record sample\naction event 9 record mark\n",
	    WORDS(3, 4, 8, 9, 10, 11, 12, 13, -1, 255),
	    " 1:1.7 2:1.7 3:1.7 4:1.8 5:1.8 7:1.9/8 9:1.9/8");
}
END_TEST

START_TEST(test_patterns_without_an_event)
{
	run(HEAD "pattern 0 pc 4 9\npattern 8 pc 8 10\naction event 8 record\n",
	    WORDS(3, 4, 8, 9, 10, 11), " 4:1.8");
}
END_TEST

START_TEST(test_patterns_bits_left_out_are_zero)
{
	run("field pc 8 skip 1 0 skip 7 7\nwhen retired\ncollect\npattern 1 pc 4 4\npattern 2 pc 1 3\naction event 1 record\naction event 2 record\n",
	    WORDS(4, 5, 0x87, 1, 8), " 0:1.1 1:1.1 2:1.1");
}
END_TEST

/* Rounds of the line: one of another node, and two of this node, of which one was late. */
START_TEST(test_rounds)
{
	run("plan 0 0 watchdog interrupt\n" HEAD CODES
	    "action trigger 1 record\naction trigger 2 record\nrounds 0 2 0 4 5 1 7 11 3\n",
	    WORDS(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1),
	    " 0:10.1=0,0 2:10.2=2,2 4:10.1/16=2,0 5:10.2/16=3,1 7:10.1/16=3,0 11:10.2/48=7,4");
	run("plan 0 0 interrupt capture\n" HEAD CODES "action trigger 0 global\n"
	    "action trigger 1 record mark\naction trigger 2 record\nrounds 1 3 0\n",
	    WORDS(-1, -1, -1, -1, -1), " 1:8.2/16=0,0 3:10.1/8=2,2");
}
END_TEST

/* Both lines, in turn; and REPORT alone. A store asserts it, and is not sent before the limit. */
START_TEST(test_rounds_of_report)
{
	run("plan 0 0 watchdog interrupt report\n" HEAD CODES
	    "action trigger 1 record\naction trigger 2 record\naction trigger 3 record\naction trigger 4 record\n"
	    "rounds 1 3 16 4 6 3 7 9 29\n",
	    WORDS(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1),
	    " 1:10.3=0,0 3:10.4=2,2 4:10.1/16=2,0 6:10.2/48=4,2 7:10.3/80=4,0 9:10.4/208=6,2");
	run("plan 0 0 report\n" HEAD CODES "action trigger 0 record\naction trigger 1 record\n"
	    "rounds 1 3 17\n",
	    WORDS(-1, -1, -1, -1, -1), " 1:10.0/16=0,0 3:10.1/16=2,2");
}
END_TEST

/* The line fires at the causing node and at all others, with the last word that counted. */
START_TEST(test_capture)
{
	static struct bench bench;

	begin(&bench, "plan 0 0 capture\n" HEAD CODES "action event 1 record global\n"
		      "action event 2 global\naction trigger 0 record mark\n");
	bench.captured = true;
	step(&bench, -1);
	bench.captured = false;
	step(&bench, 3);
	step(&bench, 1);
	bench.captured = true;
	step(&bench, -1);
	bench.captured = false;
	step(&bench, 2);
	step(&bench, -1);
	ck_assert_str_eq(bench.text, " 0:8.0/8=0,0 2:1.1 2:8.0/120=1,0 3:8.0/72=1,0 4:8.0/120=2,0");
	model_experiment_free(&bench.experiment);
}
END_TEST

START_TEST(test_sequence_with_others_in_between)
{
	run(THREE_STEPS, WORDS(0, 1, 4, -1, 2, 2, 1, 3, 3), " 7:11.0");
	/* the event of the last step does not restart it */
	run(TWO "step 0 advance 1\nstep 0 advance 1\n", WORDS(1, 1, 1, 0, 1, 1), " 1:11.0 4:11.0");
	/* a single step */
	run(TWO "step 0 advance 1 2\n", WORDS(1, 2, 3, 1), " 0:11.0 1:11.0 3:11.0");
}
END_TEST

START_TEST(test_sequence_interrupted_at_each_step)
{
	/* not yet in progress: no abort counts */
	run(THREE_STEPS, WORDS(5, 1, 2, 3), " 3:11.0");
	run(THREE_STEPS, WORDS(1, 5, 2, 3, 1, 2, 3), " 6:11.0");
	run(THREE_STEPS, WORDS(1, 2, 5, 3), "");
	run(THREE_STEPS, WORDS(1, 2, 6, 3), "");
	/* 6 does not abort the second step */
	run(THREE_STEPS, WORDS(1, 6, 2, 3), " 3:11.0");
	/* what aborts may restart it */
	run(TWO "step 0 advance 1\nstep 0 advance 2\nstep 0 advance 3 abort 1\n",
	    WORDS(1, 2, 1, 3, 2, 3), " 5:11.0");
	/* in the count of the first step */
	run(TWO "step 0 count 3 advance 1 abort 5\nstep 0 advance 2\n",
	    WORDS(1, 1, 5, 1, 2, 1, 1, 2), " 7:11.0");
}
END_TEST

START_TEST(test_sequence_count)
{
	run(TWO "step 0 advance 1\nstep 0 count 4 advance 2 abort 5\n",
	    WORDS(2, 1, 2, 2, 0, 2, 2, 2), " 6:11.0");
	run(TWO "step 0 count 2 advance 1\nstep 0 advance 1 2\n", WORDS(1, 0, 1, 1), " 3:11.0");
}
END_TEST

START_TEST(test_sequence_timeout)
{
#define TIMED                                                                                      \
	TWO "step 0 advance 1\nstep 0 timeout 3 advance 2 abort 5\nstep 0 timeout 2 advance 3\n"
	/* just in time, and one after */
	run(TIMED, WORDS(1, -1, -1, 2, -1, 3), " 5:11.0");
	run(TIMED, WORDS(1, -1, -1, -1, 2, 3), " 3:11.2");
	run(TIMED, WORDS(1, 2, -1, -1, 3), " 3:11.2");
	/* an abort at the deadline, an event at it that restarts it */
	run(TIMED, WORDS(1, -1, -1, 5, 2, 3), "");
	run(TIMED, WORDS(1, -1, -1, 1, 2, 3), " 3:11.2 5:11.0");
	/* at the deadline, but the count is not complete with it */
	run(TWO "step 0 advance 1\nstep 0 timeout 2 count 2 advance 1 2\n", WORDS(1, -1, 1, 2, 2),
	    " 2:11.2 4:11.0");
	run(TWO "step 0 advance 1\nstep 0 timeout 1 advance 2\n", WORDS(1, 2, 1, -1),
	    " 1:11.0 3:11.2");
	/* the first step has none */
	run(TIMED, WORDS(-1, -1, -1, -1, -1, -1), "");
}
END_TEST

START_TEST(test_sequences_side_by_side)
{
	run(TWO
	    "action trigger 3 record\nstep 0 advance 1\nstep 0 timeout 2 advance 2\nstep 1 advance 2\nstep 1 advance 2 3\n",
	    WORDS(1, 2, 2, 1, -1, -1, 2, 3), " 1:11.0 2:11.1 5:11.2 7:11.1");
}
END_TEST

START_TEST(test_strict)
{
#define STRICT "plan 1 2\n" HEAD CODES "action trigger 2 record\naction trigger 3 record\n"
	run(STRICT "strict 0 begin 1 word 7 word 8\n",
	    WORDS(1, 7, 8, 1, 7, 7, 8, 1, -1, 7, -1, 8, 1, 1, 7, 8), " 2:11.2 11:11.2 15:11.2");
	/* the first word comes again within it */
	run(STRICT "strict 0 begin 1 word 1 word 2\n", WORDS(1, 1, 1, 2, 1, 1, 2),
	    " 3:11.2 6:11.2");
	run(STRICT "strict 0 begin 1 word 2 word 1 word 2 word 3\n", WORDS(1, 2, 1, 2, 1, 2, 3),
	    " 6:11.2");
	/* several of them run at a time */
	run(STRICT "strict 0 begin 1 word 1\nstrict 1 begin 2 word 1 word 1\n",
	    WORDS(1, 1, 1, 2, 1, 1), " 1:11.2 2:11.2 5:11.2 5:11.3");
}
END_TEST

START_TEST(test_timer_and_watchdog)
{
#define TIMES                                                                                      \
	"plan 0 0 timer watchdog\n" HEAD CODES "action trigger 0 record\n"                         \
	"action trigger 1 record\n"
	run(TIMES "timer 3\n", WORDS(-1, -1, -1, -1, 1, 1, 1, 1), " 3:11.0 6:11.0");
	run(TIMES "timer 1\n", WORDS(-1, -1, -1), " 1:11.0 2:11.0");
	run(TIMES "timer 3 profile\n", WORDS(9, 9, 9, 8, 7, 7, -1, -1, 6, -1, 5),
	    " 3:11.0 3:12.0=8,0 6:11.0 8:12.0=6,0 9:11.0 10:12.0=5,0");
	/* from the start; just in time; once until it is fed again */
	run(TIMES "watchdog 3 feed 1 2\n", WORDS(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0),
	    " 3:11.1 13:11.1");
	run(TIMES "watchdog 3 feed 1\n", WORDS(0, 0, 0, 1, 0, 0, 0), " 6:11.1");
	run(TIMES "watchdog 1 feed 1\n", WORDS(1, 1, 1, 0, 0), " 3:11.1");
}
END_TEST

START_TEST(test_one_clock)
{
	/* in their order; the flags are in the last one; the ratio record behind all */
	run("plan 1 1 timer watchdog\n" HEAD CODES
	    "ratio always retired\naction event 1 record\naction event 2 record\n"
	    "step 0 advance 1\nstep 0 advance 2\nstrict 0 begin 1 word 2\ntimer 2 profile\nwatchdog 2 feed 3\n"
	    "action trigger 0 record\naction trigger 2 record sample\naction trigger 3 record mark\naction trigger 4 record\n",
	    WORDS(-1, 1, 2, 0),
	    " 1:1.1 2:1.2 2:11.0 2:11.2 2:11.3 2:11.4 2:12.0/10=2,0 2:2.0/2=3,2");
	/* what is not recorded acts all the same; start takes the rest along, stop ends it */
	run("plan 1 0\nfield pc 8\nwhen retired\n" CODES
	    "action event 1 record\naction event 2 record\naction event 3 stop\n"
	    "step 0 advance 2\naction trigger 0 record start\n",
	    WORDS(1, 2, 1, 3, 1, 2), " 1:1.2 1:11.0 2:1.1 5:1.2 5:11.0");
	/* counting continues in the clock after a reset, recorded or not */
	run(HEAD CODES
	    "ratio retired always\naction event 1 record sample reset\naction event 2 reset\n",
	    WORDS(0, -1, 1, 1, 0, 2, -1, 1),
	    " 2:1.1/2 2:2.1/2=2,3 3:1.1/2 3:2.1/2=1,1 7:1.1/2 7:2.1/2=1,2");
}
END_TEST

START_TEST(test_loads)
{
	run("plan 1 0 watchdog\n" HEAD
	    "pattern 1 pc 1 1\naction event 1 record\nstep 0 advance 1\nstep 0 advance 1\naction trigger 0 record\n"
	    "load off 4\npattern 1 pc 1 1\nstep 0 advance 1\nstep 0 advance 1\naction trigger 0 record\nwatchdog 2\n"
	    "action trigger 2 record\nload live 6\n",
	    WORDS(0, 1, 0, 0, 1, 1, 1, 1, 1, 0), " 1:1.1 4:13.0 6:13.1 8:11.0 8:11.2");
	run("plan 0 0\nload later\n" HEAD "pattern 1 pc 1 1\naction event 1 record\nload live 2\n",
	    WORDS(1, 1, 1, 1), " 2:13.1 3:1.1");
}
END_TEST

static void port(struct bench *bench, unsigned int page, unsigned int sub, uint32_t data)
{
	bench->inputs.port = true;
	bench->inputs.page = (uint8_t)page;
	bench->inputs.sub = (uint8_t)sub;
	bench->inputs.data = data;
	bench->inputs.store_pc = 0x40 + sub;
	step(bench, -1);
}

START_TEST(test_port)
{
	static struct bench bench;

	begin(&bench, HEAD "port pc time\naction port record\n");
	step(&bench, -1);
	port(&bench, 0, 0, 3);	   /* 1: process 3 has not run yet */
	port(&bench, 0, 1, 0x102); /* 2: it has run clock 1 */
	port(&bench, 0, 4, 9);	   /* 3: time stops */
	port(&bench, 0, 4, 9);	   /* 4 */
	port(&bench, 15, 63, 9);   /* 5 */
	port(&bench, 0, 5, 9);	   /* 6: continues after clocks 3, 4, 5 */
	port(&bench, 0, 4, 9);	   /* 7 */
	port(&bench, 0, 5, 9);	   /* 8: one more */
	port(&bench, 0, 0, 67);	   /* 9: shares with 3, which ran clocks 1 to 8 */
	port(&bench, 0, 0, 35);	   /* 10: has not run */
	port(&bench, 0, 6, 77);	   /* 11: mark */
	ck_assert_str_eq(
	    bench.text,
	    " 1:7.64=3,3,40,0 2:7.65=102,20003,41,1 3:7.68=9,20003,44,2 4:7.68=9,20003,44,3 5:7.127/240=9,20003,7f,4 6:7.69=3,20003,45,5 7:7.68=9,20003,44,6 8:7.69=4,20003,45,7 9:7.64=43,20043,40,8 10:7.64=23,20023,40,0 11:7.70/8=4d,20023,46,1");
	model_experiment_free(&bench.experiment);
}
END_TEST

START_TEST(test_port_collection)
{
	static struct bench bench;

	begin(&bench,
	      "field pc 8\nwhen retired\nport\naction port record sample\nratio always always\n");
	port(&bench, 1, 0, 5); /* not collecting */
	port(&bench, 0, 2, 5); /* start */
	port(&bench, 1, 0, 5);
	port(&bench, 0, 3, 5); /* stop */
	port(&bench, 1, 0, 5);
	ck_assert_str_eq(bench.text, " 1:7.2=5,0 2:7.0/18=5,0 2:2.0/2=3,3 3:7.3/4=5,0");
	model_experiment_free(&bench.experiment);
}
END_TEST

START_TEST(test_writes)
{
	static struct bench bench;

	begin(&bench,
	      HEAD "port\naction port record\nwrite 64 64 data 0xff 5\nwrite 64 66 record mark\n"
		   "write 0 0 sample\nwrite 67 67 stop\nwrite 68 68 record start\n"
		   "ratio always always\n");
	port(&bench, 1, 0, 0x105); /* 0: the first that holds, which records nothing */
	port(&bench, 1, 0, 6);	   /* 1: the second */
	port(&bench, 1, 2, 5);	   /* 2 */
	port(&bench, 1, 7, 5);	   /* 3: none, by the port */
	port(&bench, 0, 0, 9);	   /* 4: a control write is recorded in any case */
	port(&bench, 1, 3, 0);	   /* 5: stops, not recorded */
	port(&bench, 1, 7, 5);	   /* 6 */
	port(&bench, 1, 4, 5);	   /* 7: starts */
	ck_assert_str_eq(
	    bench.text,
	    " 1:7.0/24=6,0 2:7.2/24=5,0 3:7.7/16=5,0 4:7.0/2=9,9 4:2.0/2=5,5 7:7.4/16=5,9");
	model_experiment_free(&bench.experiment);
}
END_TEST

START_TEST(test_compressed_pairs)
{
	static struct bench bench;

	begin(
	    &bench, HEAD
	    "pattern 1 pc 1 1\naction event 1 record sample\nform compressed\nratio retired always\n"
	    "ratio always always\nratio retired retired\n");
	for (int i = 0; i < 100; i++)
		step(&bench, i % 50 == 0 ? 0 : i == 99 ? 1 : -1);
	/* A/B 3/100: e 1, b 50, a 0; 100/100: a 25; 3/3 exact; an odd word to fill */
	ck_assert_str_eq(bench.text, " 99:1.1/2 99:2.1/2=ce410641,1860");
	model_experiment_free(&bench.experiment);
}
END_TEST

START_TEST(test_experiments_refused)
{
	static const char *const bad[] = {
	    "nonsense\n",
	    "field nothing 8\n",
	    "field pc 33\n",
	    "field pc 8\npattern 256 pc 1 1\n",
	    "field pc 8\npattern 1 addr 1 1\n",
	    "field pc 8\npattern 1 pc 2 1\n",
	    "plan 1 0\nstep 1 advance 1\n",
	    "plan 1 0\nstep 0 advance 256\n",
	    "plan 0 1\nstrict 0 begin 1\n",
	    "plan 0 2\nstrict 0 begin 1 word 1\nstrict 1 begin 1 word 2\n",
	    "action event 1 shout\n",
	    "timer 0\n",
	    "collect now\n",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct model_experiment experiment;
		FILE *file = fmemopen((void *)(uintptr_t)bad[i], strlen(bad[i]), "r");
		unsigned int line;

		ck_assert_ptr_nonnull(file);
		ck_assert_msg(model_experiment_read(&experiment, file, 0, &line) != NULL, "%s",
			      bad[i]);
		fclose(file);
		model_experiment_free(&experiment);
	}
}
END_TEST

int main(void)
{
	return run_tests("model", NULL, NULL,
			 TESTS({test_patterns_first_one_wins}, {test_capture}, {test_rounds},
			       {test_rounds_of_report}, {test_patterns_without_an_event},
			       {test_patterns_bits_left_out_are_zero},
			       {test_sequence_with_others_in_between},
			       {test_sequence_interrupted_at_each_step}, {test_sequence_count},
			       {test_sequence_timeout}, {test_sequences_side_by_side},
			       {test_strict}, {test_timer_and_watchdog}, {test_one_clock},
			       {test_loads}, {test_port}, {test_port_collection}, {test_writes},
			       {test_compressed_pairs}, {test_experiments_refused}));
}
