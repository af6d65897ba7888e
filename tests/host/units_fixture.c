/* SPDX-License-Identifier: Apache-2.0 */
#include "units_fixture.h"

static const char measure[] =
    "{\"stage\":9,\"signals\":[],\"lines\":[],\"event_lines\":[],\"values\":[],\"gate\":true,"
    "\"form\":\"full\","
    "\"pairs\":[{\"name\":\"icache\",\"a\":\"hit\",\"b\":\"access\",\"gate\":null}],"
    "\"quantities\":[{\"name\":\"lat\",\"kind\":\"latency\",\"bits\":8,\"outstanding\":4,\"from\":"
    "\"req\","
    "\"to\":\"ack\"}],\"thresholds\":[],\"extremes\":[{\"name\":\"ends\",\"of\":\"lat\"}],"
    "\"buckets\":[{\"name\":\"small\",\"of\":\"lat\",\"count\":8,\"banks\":2,\"bits\":16},"
    "{\"name\":\"big\",\"of\":\"lat\",\"count\":128,\"banks\":2,\"bits\":32}],"
    "\"counters\":[{\"name\":\"bank\",\"inputs\":[\"stall_a\",\"stall_b\",\"c2\",\"c3\",\"c4\","
    "\"c5\",\"c6\","
    "\"c7\",\"c8\",\"c9\",\"c10\",\"c11\",\"c12\",\"c13\",\"c14\",\"c15\",\"c16\",\"c17\",\"c18\","
    "\"c19\"]}]"
    "}";

static const char tables[] = ",{\"name\":\"gate\",\"base\":5808,\"cells\":8,\"bits\":8},"
			     "{\"name\":\"ranges0\",\"base\":5824,\"cells\":32,\"bits\":8},"
			     "{\"name\":\"ranges1\",\"base\":6144,\"cells\":512,\"bits\":8}";

/* Bounds: small 2, 4, 8, ..., 128; big 2, 4, 6, ..., 254. */
static uint8_t small_cells[32], big_cells[512];
static char ranges0[] = "ranges0", ranges1[] = "ranges1";
static struct gno_pattern_table bounds[2] = {{ranges0, 5824, 32, small_cells},
					     {ranges1, 6144, 512, big_cells}};
static char hit_ratio[] = "cache hit ratio";
static struct gno_pattern_measure measures[1] = {{hit_ratio, 0, GNO_PRINT_A_OF_B_AND}};

struct fix units_fix;

void units_begin_run(struct tw *w, unsigned time_bits)
{
	tw_begin(w, 1, time_bits, 1, 0);
	w->measure = measure;
	w->tables = tables;
	for (unsigned i = 1; i < 8; i++)
		small_cells[4 * i] = (uint8_t)(1u << i);
	for (unsigned i = 1; i < 128; i++)
		big_cells[4 * i] = (uint8_t)(2 * i);
	fix_begin(&units_fix, 1);
	units_fix.node[0].table = bounds;
	units_fix.node[0].tables = 2;
	units_fix.node[0].measure = measures;
	units_fix.node[0].measures = 1;
	fix_point(&units_fix, "work", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&units_fix, "mark", GNO_PATTERN_EVENT, 2, RECORD | SAMPLE | RESET);
	w->patterns[0] = &units_fix.file;
}

void units_sample(struct tw *w, uint32_t time, unsigned code, const uint32_t payload[10])
{
	const uint32_t head[2] = {time, 2u | code << 16 | 10u << 24};

	tw_words(w, 0, head, 2);
	tw_words(w, 0, payload, 10);
}

void units_block(struct tw *w, uint32_t time, unsigned kind, unsigned unit, const uint32_t words[6],
		 const uint32_t *counts, unsigned many)
{
	unsigned padded = many + many % 2;
	const uint32_t head[2] = {time, kind | unit << 16 | (6 + padded) << 24};
	const uint32_t zero = 0;

	tw_words(w, 0, head, 2);
	tw_words(w, 0, words, 6);
	tw_words(w, 0, counts, many);
	tw_words(w, 0, &zero, many % 2);
}

const uint32_t units_ones[64] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
				 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
				 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

void units_write(struct tw *w)
{
	static const uint32_t first_sample[10] = {30, 40, 80, 101, 200, 60, 3, 20, 1u << 16 | 1, 0};
	static const uint32_t none[10] = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
	static const uint32_t last_sample[10] = {10, 20, 199, 198, 100, 150, 2, 160, 1u << 16, 0};
	static const uint32_t small[3][8] = {{1, 2, 3, 4}, {0, 0, 0, 0, 0, 0, 0, 5}, {0}};
	uint32_t counts[20] = {60, 53, 112, 7};

	units_begin_run(w, 32);
	tw_event(w, 0, 50, 1, 0);
	tw_event(w, 0, 100, 2, UNITS_SAMPLED);
	units_sample(w, 100, 2, first_sample);
	tw_event(w, 0, 101, 2,
		 UNITS_SAMPLED | UNITS_UNSAMPLED); /* the counters' snapshot is under way */
	units_sample(w, 101, 2, none);
	/* banks of `small`, with the two records of a bank of `big` around */
	units_block(w, 101, 9, 1, (const uint32_t[]){100, 0, 0, 64u << 16 | 0, 0, 128}, units_ones,
		    64);
	units_block(w, 101, 9, 0, (const uint32_t[]){99, 0, UNITS_LAST, 8u << 16, 0, 10}, small[0],
		    8);
	units_block(w, 101, 9, 1, (const uint32_t[]){100, 0, UNITS_LAST, 64u << 16 | 64, 0, 128},
		    units_ones, 64);
	units_block(w, 101, 14, 0, (const uint32_t[]){100, 112, UNITS_LAST, 20u << 16, 0, 0},
		    counts, 20);
	tw_event(w, 0, 250, 1, 0);
	units_block(w, 250, 9, 0,
		    (const uint32_t[]){199, 110, UNITS_LAST | UNITS_LATE, 8u << 16, 2, 5}, small[1],
		    8);
	counts[0] = 160;
	counts[1] = 140;
	units_block(w, 250, 9, 0,
		    (const uint32_t[]){299, 200, UNITS_LAST | UNITS_FLUSH, 8u << 16, 0, 0},
		    small[2], 8);
	units_block(w, 250, 14, 0,
		    (const uint32_t[]){299, 300, UNITS_LAST | UNITS_FLUSH, 20u << 16, 0, 0}, counts,
		    20);
	tw_flush(w, 0, 299);
	units_sample(w, 299, 0, last_sample);
	tw_write(w);
}
