/* SPDX-License-Identifier: Apache-2.0 */
/* what the model measures against cases worked out by hand from docs/design/preprocessors.md */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../suite.h"
#include "bench.h"

static void say_block(void *context, const struct model_block *block)
{
	struct bench *bench = context;

	bench_say(bench, " %s%zu[%d,%d]", block->kind == MODEL_BUCKET ? "B" : "C", block->unit,
		  (int)block->first, (int)block->end);
	bench_say(bench, "%s%s%s", block->late ? "late" : "", block->saturated ? "full" : "",
		  block->flushed ? "end" : "");
	if (block->kind == MODEL_BUCKET)
		bench_say(bench, "-%u+%u", block->lost, block->counted);
	for (size_t i = 0; i < block->count; i++)
		bench_say(bench, "%s%u", i ? "," : ":", block->counts[i]);
}

/* what the wires show in a clock, one letter of each wave; a wave that ended stays at its last
 * letter */
struct waves {
	const char *word;    /* the PC retired: a digit, or . for none */
	const char *stall;   /* # or . */
	const char *request; /* # or . */
	const char *bytes;   /* digit, or . for none */
};

static char letter(const char *wave, size_t at)
{
	size_t length = wave ? strlen(wave) : 0;

	return !length ? '.' : wave[at < length ? at : length - 1];
}

static struct model_inputs inputs_at(const struct waves *waves, size_t at)
{
	struct model_inputs inputs = {.signal = {[MODEL_ONE] = true}};
	char word = letter(waves->word, at), bytes = letter(waves->bytes, at);

	inputs.retired = word != '.';
	inputs.pc = inputs.retired ? (uint32_t)(word - '0') : 0;
	inputs.signal[MODEL_STALL] = letter(waves->stall, at) == '#';
	inputs.signal[MODEL_REQUEST] = letter(waves->request, at) == '#';
	inputs.there[MODEL_BYTES] = bytes != '.';
	inputs.number[MODEL_BYTES] = bytes != '.' ? (uint32_t)(bytes - '0') : 0;
	return inputs;
}

/* so many clocks, of which the first `before` are before time 0 */
static void play(const char *experiment, struct waves waves, size_t before, size_t clocks,
		 const char *expected)
{
	static struct bench bench;

	bench_take(&bench, experiment);
	for (size_t i = 0; i < clocks; i++) {
		bench.inputs = inputs_at(&waves, i);
		if (i < before) {
			model_before(&bench.node, &bench.experiment, &bench.inputs);
			continue;
		}
		if (i == before) {
			model_begin(&bench.node, &bench.experiment);
			bench.node.block = say_block;
			bench.node.context = &bench;
		}
		bench_clock(&bench);
	}
	ck_assert_str_eq(bench.text, expected);
	model_experiment_free(&bench.experiment);
}

/* words 1 to 5 are events: 1 samples, 2 resets, 3 ends banks, 4 and 5 do nothing; only 1 is
 * recorded */
#define HEAD                                                                                       \
	"field pc 8\nwhen retired\ncollect\npattern 1 pc 1 1\npattern 2 pc 2 2\npattern 3 pc 3 "   \
	"3\n"                                                                                      \
	"pattern 4 pc 4 4\npattern 5 pc 5 5\naction event 1 record sample\naction event 2 reset\n" \
	"action event 3 bank\naction trigger 0 record\naction trigger 1 record\n"
/* a bucket unit of a quantity, one bucket a value up to 6, flushed at time 15 */
#define EACH "end 15\nbucket 0 8 32 1 2 3 4 5 6 7\n"

START_TEST(test_router)
{
	/* stall, its rises, its falls, its edges, a formula, and what it is not */
	play(
	    HEAD
	    "ratio stall [ rise stall ]\nratio [ fall stall ] [ edge stall ]\n"
	    "ratio [ level and stall not request ] [ level or xor stall request request ]\nratio nothing always\n",
	    (struct waves){.word = "......1", .stall = "..##.#.", .request = "...#..."}, 1, 7,
	    " 5:1.1/2 5:2.1/8=3,2,2,4,2,3,0,6");
	/* the clock before time 0 counts for edges */
	play(HEAD "ratio [ rise stall ] [ fall request ]\n",
	     (struct waves){.word = "..1", .stall = ".##", .request = "#.."}, 1, 3,
	     " 1:1.1/2 1:2.1/2=1,1");
	play(HEAD "ratio [ rise stall ] [ fall request ]\n",
	     (struct waves){.word = "..1", .stall = "###", .request = "..."}, 1, 3,
	     " 1:1.1/2 1:2.1/2=0,0");
}
END_TEST

START_TEST(test_pairs)
{
	/* a sample counts its own clock, a reset not the next one; values add themselves; a gate of
	 * one pair
	 */
	play(
	    HEAD "ratio bytes always\nratio stall always gate request\n",
	    (struct waves){.word = "1.2.1", .stall = "##.##", .request = ".#.##", .bytes = "3..42"},
	    0, 5, " 0:1.1/2 0:2.1/4=3,1,0,0 4:1.1/2 4:2.1/4=6,2,2,2");
}
END_TEST

START_TEST(test_gate)
{
	/* by a line: the pair sees no other clock, the gate's own pair all */
	play(HEAD "ratio stall always\ngate line request\n",
	     (struct waves){.word = "....1", .stall = "##.##", .request = ".##.#"}, 0, 5,
	     " 4:1.1/2 4:2.1/4=2,3,3,5");
	/* by events: from the clock after the one up to the other; both: closes */
	play(HEAD "ratio stall always\ngate events\nopens 4\ncloses 5\n",
	     (struct waves){.word = "#.4..5.1", .stall = "#"}, 0, 8, " 7:1.1/2 7:2.1/4=3,3,3,8");
	play(HEAD "ratio stall always\ngate events open\nopens 4\ncloses 4\n",
	     (struct waves){.word = ".4.1", .stall = "#"}, 0, 4, " 3:1.1/2 3:2.1/4=2,2,2,4");
	/* by process: the register begins with 0 */
	play(HEAD "ratio stall always\ngate process 1 3\n",
	     (struct waves){.word = ".1", .stall = "#"}, 0, 2, " 1:1.1/2 1:2.1/4=0,0,0,2");
}
END_TEST

START_TEST(test_event_lines)
{
	/* the clocks of the events, recorded or not, that of the sample included */
	play(HEAD "ratio events 0 events 1\ncount event 4 0 1\ncount event 5 1\ncount event 1 1\n",
	     (struct waves){.word = "#.4..5.1", .stall = "#"}, 0, 8, " 7:1.1/2 7:2.1/2=1,3");
	/* not where the gate is closed */
	play(HEAD
	     "ratio events 0 events 1\ncount event 4 0 1\ncount event 5 1\ngate line request\n",
	     (struct waves){.word = "#.4..5.1", .request = ".....###"}, 0, 8,
	     " 7:1.1/2 7:2.1/4=0,1,3,8");
}
END_TEST

START_TEST(test_pulse)
{
	play(HEAD "quantity pulse 3 stall\n" EACH, (struct waves){.stall = "##.#.###.##########."},
	     1, 22, " B0[0,15]end-0+2:0,1,0,1,0,0,0,0");
	/* one of more than 2^bits - 1; one that began before time 0 is left out */
	play(HEAD "quantity pulse 3 stall\n" EACH, (struct waves){.stall = "#.#########."}, 1, 18,
	     " B0[0,15]end-0+1:0,0,0,0,0,0,0,1");
	/* it is reported in the clock after it, if the gate is open then */
	play(HEAD "quantity pulse 3 stall\ngate line request\n" EACH,
	     (struct waves){.stall = "#.##.#.", .request = ".#.#.#."}, 0, 17,
	     " B0[0,15]end-0+1:0,1,0,0,0,0,0,0 16:2.0/2=3,10");
}
END_TEST

START_TEST(test_latency)
{
	/* in order, 0 in one clock, an answer to nothing; an answer and a new request */
	play(HEAD "quantity latency 3 2 stall request\n" EACH,
	     (struct waves){.stall = "#.##...#.#.", .request = ".#....#####."}, 0, 17,
	     " B0[0,15]end-0+5:1,2,0,0,2,0,0,0");
	/* one at a time: the second and the third are dropped, as is all until they are answered;
	 * with the last answer there is room */
	play(HEAD "quantity latency 3 1 stall request\n" EACH,
	     (struct waves){.stall = "###...#.", .request = "....###.#."}, 0, 17,
	     " B0[0,15]end-2+2:0,0,1,0,1,0,0,0");
	/* an answer makes room for its own clock */
	play(HEAD "quantity latency 3 1 stall request\n" EACH,
	     (struct waves){.stall = "#.#..", .request = "..#.#."}, 0, 17,
	     " B0[0,15]end-0+2:0,0,2,0,0,0,0,0");
	/* not of a request before time 0 */
	play(HEAD "quantity latency 3 1 stall request\n" EACH,
	     (struct waves){.stall = "#..", .request = ".#."}, 1, 18,
	     " B0[0,15]end-0+0:0,0,0,0,0,0,0,0");
}
END_TEST

START_TEST(test_occupancy)
{
	/* every clock; begins with 0 at time 0; ends at 3 */
	play(HEAD "quantity occupancy 2 stall request\n" EACH,
	     (struct waves){.stall = "#.####..#.", .request = ".......#######."}, 1, 17,
	     " B0[0,15]end-0+16:8,2,3,3,0,0,0,0");
}
END_TEST

START_TEST(test_total_and_window)
{
	play(HEAD "quantity total 4 stall request\n" EACH,
	     (struct waves){.stall = ".###.##.", .request = "..#.."}, 0, 17,
	     " B0[0,15]end-0+5:0,2,2,1,0,0,0,0");
	/* of every 3 requests; what has none counts for the next that come */
	play(HEAD "quantity window 4 3 stall request\n" EACH,
	     (struct waves){.stall = "#.##.#....", .request = "..#####.#."}, 0, 17,
	     " B0[0,15]end-0+2:0,1,0,1,0,0,0,0");
}
END_TEST

START_TEST(test_value_and_class)
{
	play(HEAD "quantity value 2 bytes\n" EACH, (struct waves){.bytes = ".0.15."}, 0, 17,
	     " B0[0,15]end-0+3:1,1,0,1,0,0,0,0");
	play(HEAD "quantity class 5\n" EACH, (struct waves){.word = ".4.25."}, 0, 17,
	     " B0[0,15]end-0+3:0,0,1,0,1,1,0,0");
}
END_TEST

START_TEST(test_threshold)
{
	/* fires at 3, arms again below 2 */
	play(HEAD "quantity value 4 bytes\nthreshold 0 up 3 2\n",
	     (struct waves){.bytes = "4.3.2313."}, 0, 9, " 0:11.0 7:11.0");
	play(HEAD "quantity value 4 bytes\nthreshold 0 down 3 4\nthreshold 0 up 4 0 each\n",
	     (struct waves){.bytes = "4.3.2453."}, 0, 9, " 0:11.1 2:11.0 5:11.1 6:11.1 7:11.0");
	play(HEAD "quantity value 4 bytes\nthreshold 0 off\n", (struct waves){.bytes = "4.3.2453."},
	     0, 9, "");
}
END_TEST

START_TEST(test_extremes)
{
	/* the first of each, with the code of the latest event, of its own clock too; restart after
	 * a reset */
	play(
	    HEAD "quantity value 4 bytes\nextreme 0\n",
	    (struct waves){.word = "1.4..12.1", .bytes = "..35155.7"}, 0, 9,
	    " 0:1.1/2 0:2.1/6=0,0,0,0,0,0 5:1.1/2 5:2.1/6=5,3,1,4,10404,0 8:1.1/2 8:2.1/6=7,8,7,8,10101,0");
}
END_TEST

START_TEST(test_banks)
{
	/* the clock of the action ends the bank; bounds need not be used */
	play(HEAD "quantity value 4 bytes\nend 9\nbucket 0 4 16 2 2 5\n",
	     (struct waves){.word = "...3..", .bytes = "123.45678."}, 0, 12,
	     " B0[0,3]-0+3:1,0,2,0 B0[4,9]end-0+5:0,0,1,4");
	/* the second is late from 6 on: what comes before is lost; at the flush still none is free
	 */
	play(HEAD "quantity value 4 bytes\nend 12\nbucket 0 4 16 2 3 5\nlate 0 1 6 2 12\n",
	     (struct waves){.word = "...3...3..", .bytes = "1234567891"}, 0, 16,
	     " B0[0,3]-0+4:1,1,2,0 B0[6,7]late-2+2:0,0,0,2 B0[12,12]lateend-5+0:0,0,0,0");
	/* lost requests belong to the bank, with the gate closed too */
	play(
	    HEAD
	    "quantity latency 4 1 stall request\ngate line [ level not stall ]\nend 9\nbucket 0 2 16 2\n",
	    (struct waves){.stall = "##......", .request = "...##...."}, 0, 12,
	    " B0[0,9]end-1+1:0,1 10:2.0/2=8,a");
}
END_TEST

START_TEST(test_saturated_bucket)
{
	play(HEAD "quantity value 4 bytes\nend 65540\nbucket 0 2 16 2\n",
	     (struct waves){.bytes = "1"}, 0, 65541, " B0[0,65540]fullend-0+65541:65535,0");
}
END_TEST

START_TEST(test_counters)
{
	/* sample at 3: F is 16, counter i holds the clocks up to 15 + i; at the flush all are of
	 * one clock */
	play(
	    HEAD
	    "ratio stall always\nend 40\ncounters always stall always always always always always always always always always always always always always always always request\n",
	    (struct waves){.word = "...1.", .stall = "#", .request = ".#####."}, 0, 44,
	    " 3:1.1/2 3:2.1/2=4,4 C0[16,3]:16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,16,5 C0[41,40]end:41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,5 41:2.0/2=29,29");
}
END_TEST

/* Without pairs and extremes a sample is a snapshot alone: the record has no flag for it. */
START_TEST(test_counters_alone)
{
	play(
	    HEAD
	    "end 40\ncounters always stall always always always always always always always always always always always always always always always request\n",
	    (struct waves){.word = "...1.", .stall = "#", .request = ".#####."}, 0, 44,
	    " 3:1.1 C0[16,3]:16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,16,5 C0[41,40]end:41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,5");
}
END_TEST

START_TEST(test_forms)
{
	char text[4096];
	/* clocks of A and B, the 16-bit form, the 32-bit form; the first numbers of each case of
	 * the page */
	static const struct {
		size_t a, b;
		unsigned int compressed, compressed_32;
	} cases[] = {
	    {31, 31, 31 << 11 | 31 << 5, 31u << 18 | 31 << 4},
	    {3, 32, 1 << 11 | 32 << 5, 3u << 18 | 32 << 4},
	    {32, 3, 16 << 11 | 3 << 5 | 1, 32u << 18 | 3 << 4},
	    {100, 130, 12 << 11 | 32 << 5 | 2, 100u << 18 | 130 << 4},
	    {130, 100, 16 << 11 | 25 << 5 | 3, 130u << 18 | 100 << 4},
	    {16384, 5, 16 << 11 | 10, 8192u << 18 | 2 << 4 | 1},
	    {20000, 20001, 19 << 11 | 39 << 5 | 9, 10000u << 18 | 10000 << 4 | 1},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t longest = cases[i].a > cases[i].b ? cases[i].a : cases[i].b;
		char stall[20002], request[20002], expected[64];

		for (int wide = 0; wide < 2; wide++) {
			memset(stall, '.', sizeof(stall));
			memset(request, '.', sizeof(request));
			memset(stall, '#', cases[i].a);
			memset(request, '#', cases[i].b);
			stall[longest] = request[longest] = 0;
			snprintf(text, sizeof(text),
				 HEAD "form compressed%s\nratio stall request\nend %zu\n",
				 wide ? "32" : "", longest - 1);
			snprintf(expected, sizeof(expected), " %zu:2.0/2=%x,0", longest,
				 wide ? cases[i].compressed_32 : cases[i].compressed);
			play(text, (struct waves){.stall = stall, .request = request}, 0, longest,
			     expected);
		}
	}
}
END_TEST

START_TEST(test_host_and_stop)
{
	/* when the host's trigger fired; nothing happens after the last clock, and the flush comes
	 * one after it */
	play(HEAD "plan 0 0 host\nask 2 6\nratio stall always\nend 4\n",
	     (struct waves){.word = "..1..12", .stall = "#"}, 0, 8,
	     " 2:1.1 2:11.0/2 2:2.0/2=3,3 5:2.0/2=5,5");
}
END_TEST

START_TEST(test_resets_with_samples)
{
	/* a reset that comes with a sample happens with it only: at 0, not at 2, which was not
	 * taken */
	play(HEAD "action event 1 record sample reset\nratio stall always\nuntaken 2 2\n",
	     (struct waves){.word = "1.1.1", .stall = "#"}, 0, 5,
	     " 0:1.1/2 0:2.1/2=1,1 2:1.1/2 2:2.1/2=2,2 4:1.1/2 4:2.1/2=4,4");
}
END_TEST

/* A line as long as any may be is read to its end; a longer one is refused. */
START_TEST(test_long_lines)
{
	static struct model_experiment experiment;
	char *text;
	size_t size;
	FILE *file;

	for (unsigned int extra = 0; extra < 2; extra++) {
		unsigned int line;
		const char *bad;

		file = open_memstream(&text, &size);
		fputs("quantity class 4\nbucket 0 4096 32", file);
		for (unsigned int bound = 1; bound < MODEL_BUCKETS; bound++)
			fprintf(file, " %u", bound);
		fputs(extra ? "\nuntaken" : "\n", file);
		for (unsigned int k = 0; extra && k < 3 * MODEL_UNTAKEN; k++)
			fputs(" 7 8", file);
		fputs("\n", file);
		fclose(file);
		file = fmemopen(text, size, "r");
		bad = model_experiment_read(&experiment, file, 0, &line);
		fclose(file);
		if (extra)
			ck_assert_str_eq(bad, "too many words");
		else
			ck_assert_ptr_null(bad);
		ck_assert_uint_eq(experiment.plan.unit[0].bounds, MODEL_BUCKETS - 1);
		ck_assert_uint_eq(experiment.plan.unit[0].bound[MODEL_BUCKETS - 2],
				  MODEL_BUCKETS - 1);
		model_experiment_free(&experiment);
		free(text);
	}
}
END_TEST

int main(void)
{
	return run_tests(
	    "preprocessors", NULL, NULL,
	    TESTS({test_router}, {test_pairs}, {test_gate}, {test_event_lines}, {test_pulse},
		  {test_latency}, {test_occupancy}, {test_total_and_window}, {test_value_and_class},
		  {test_threshold}, {test_extremes}, {test_banks}, {test_saturated_bucket},
		  {test_counters}, {test_counters_alone}, {test_forms}, {test_host_and_stop},
		  {test_resets_with_samples}, {test_long_lines}));
}
