/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How long patterns take to compile, and how many fit. Prints one JSON object; see tests/bench/compile.py.
 *
 * usage: bench-compile MANIFEST [FIRST-LAST...]     addresses of the functions of a program, in hexadecimal
 *
 * The first node's field `pc` is the one that the patterns are over.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gnomon/manifest.h"
#include "patterns.h"

#define PATTERNS_MAX 1000
#define FUNCTIONS_MAX 4096
#define SETS 200 /* random sets that an average is over */
#define TIMES 9	 /* that a time is the median of */

/* A piece of the program's code, both ends included. */
struct piece {
	uint64_t first, last;
};

struct bench {
	const struct gno_node *node;
	uint64_t seed;
	struct piece function[FUNCTIONS_MAX];
	unsigned functions;
	struct gno_match *match[PATTERNS_MAX];
	struct gno_pattern pattern[PATTERNS_MAX];
};

static uint64_t draw(struct bench *b)
{
	b->seed ^= b->seed << 13;
	b->seed ^= b->seed >> 7;
	b->seed ^= b->seed << 17;
	return b->seed * UINT64_C(0x2545F4914F6CDD1D);
}

static void die(const char *what)
{
	fprintf(stderr, "bench-compile: %s\n", what);
	exit(EXIT_FAILURE);
}

static const struct piece *any_function(struct bench *b)
{
	return &b->function[draw(b) % b->functions];
}

/* An expression over the field pc; all of them are of words that can be. */
typedef void make_text(struct bench *b, char *text, size_t room);

static void random_value(struct bench *b, char *text, size_t room)
{
	snprintf(text, room, "pc == 0x%" PRIx64, draw(b) & 0xfffffffc);
}

static void random_mask(struct bench *b, char *text, size_t room)
{
	uint64_t mask = draw(b) & 0xfffffffc;

	snprintf(text, room, "pc == 0x%" PRIx64 "/0x%" PRIx64, draw(b) & mask, mask);
}

static void random_range(struct bench *b, char *text, size_t room)
{
	uint64_t x = draw(b) & 0xfffffffc, y = draw(b) & 0xfffffffc;

	snprintf(text, room, "pc in 0x%" PRIx64 "..0x%" PRIx64, x < y ? x : y, x < y ? y : x);
}

/* An instruction of the program. */
static void code_value(struct bench *b, char *text, size_t room)
{
	const struct piece *f = any_function(b);

	snprintf(text, room, "pc == 0x%" PRIx64,
		 (f->first + draw(b) % (f->last - f->first + 1)) & ~UINT64_C(3));
}

/* An aligned block of 16 to 4096 bytes with some function's begin in it. */
static void code_mask(struct bench *b, char *text, size_t room)
{
	uint64_t mask = 0xffffffff & ~((UINT64_C(16) << draw(b) % 9) - 1);

	snprintf(text, room, "pc == 0x%" PRIx64 "/0x%" PRIx64, any_function(b)->first & mask, mask);
}

/* A function, or from the begin of one to the end of another. */
static void code_range(struct bench *b, char *text, size_t room)
{
	const struct piece *f = any_function(b), *to = any_function(b);

	if (draw(b) & 1 || to->last < f->first)
		to = f;
	snprintf(text, room, "pc in 0x%" PRIx64 "..0x%" PRIx64, f->first, to->last);
}

static void make_patterns(struct bench *b, size_t count, make_text *make)
{
	struct gno_err err;
	unsigned column;
	char text[128];
	size_t i;

	for (i = 0; i < count; i++) {
		make(b, text, sizeof(text));
		if (gno_match_parse(b->node, text, NULL, NULL, &b->match[i], &column, &err))
			die(err.text);
		b->pattern[i] = (struct gno_pattern){b->match[i], (uint8_t)(1 + i % b->node->capacity)};
	}
}

static void drop_patterns(struct bench *b, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		gno_match_free(b->match[i]);
}

/* How many of the first patterns fit; all that there are at most. */
static size_t fitting(struct bench *b, size_t count)
{
	struct gno_pattern_misfit misfit;
	struct gno_rank_tables t;
	struct gno_err err;
	int ret = gno_patterns_compile(b->node, b->pattern, count, &t, &misfit, &err);

	if (ret && ret != GNO_ERR_FIT)
		die(err.text);
	if (!ret)
		gno_rank_tables_free(&t);
	return ret ? misfit.first : count;
}

static double average_fit(struct bench *b, make_text *make)
{
	double sum = 0;
	unsigned i;

	for (i = 0; i < SETS; i++) {
		make_patterns(b, b->node->capacity, make);
		sum += (double)fitting(b, b->node->capacity);
		drop_patterns(b, b->node->capacity);
	}
	return sum / SETS;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* Milliseconds that so many patterns take from their text to the tables, or to the message that they do not
 * fit. */
static double compile_ms(struct bench *b, size_t count, make_text *make, bool *fits)
{
	struct timespec begin, end;
	double taken[TIMES];
	unsigned i;

	for (i = 0; i < TIMES; i++) {
		clock_gettime(CLOCK_MONOTONIC, &begin);
		make_patterns(b, count, make);
		*fits = fitting(b, count) == count;
		clock_gettime(CLOCK_MONOTONIC, &end);
		drop_patterns(b, count);
		taken[i] =
		    (double)(end.tv_sec - begin.tv_sec) * 1e3 + (double)(end.tv_nsec - begin.tv_nsec) / 1e6;
	}
	qsort(taken, TIMES, sizeof(*taken), by_value);
	return taken[TIMES / 2];
}

static void print_all(struct bench *b)
{
	static const struct {
		const char *name;
		make_text *make;
		bool of_program;
	} sorts[] = {
	    {"random_values", random_value, false},
	    {"random_masks", random_mask, false},
	    {"random_ranges", random_range, false},
	    {"values", code_value, true},
	    {"masks", code_mask, true},
	    {"ranges", code_range, true},
	};
	static const unsigned counts[] = {10, 100, 1000};
	const char *between = "{";
	unsigned i, k;
	bool fits;

	for (i = 0; i < sizeof(sorts) / sizeof(sorts[0]); i++) {
		if (sorts[i].of_program && !b->functions)
			continue;
		printf("%s\"fit_%s\": %.2f", between, sorts[i].name, average_fit(b, sorts[i].make));
		between = ", ";
		for (k = 0; k < 3; k++) {
			double ms = compile_ms(b, counts[k], sorts[i].make, &fits);

			printf(", \"compile_%s_%u_ms\": %.3f, \"compile_%s_%u_fits\": %s", sorts[i].name,
			       counts[k], ms, sorts[i].name, counts[k], fits ? "true" : "false");
		}
		fflush(stdout);
	}
	puts("}");
}

int main(int argc, char **argv)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;
	struct bench *b;
	int i;

	if (argc < 2 || argc - 2 > FUNCTIONS_MAX)
		die("usage: bench-compile MANIFEST [FIRST-LAST...]");
	b = calloc(1, sizeof(*b));
	if (!b || gno_manifest_load(argv[1], &m, &err))
		die(b ? err.text : "no memory");
	b->node = &m->node[0];
	b->seed = 1;
	for (i = 2; i < argc; i++) {
		struct piece *f = &b->function[b->functions++];

		if (sscanf(argv[i], "%" SCNx64 "-%" SCNx64, &f->first, &f->last) != 2 || f->last < f->first)
			die("a function is no FIRST-LAST");
	}
	print_all(b);
	gno_manifest_free(m);
	free(b);
	return EXIT_SUCCESS;
}
