/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How long patterns take to compile, and how many fit. Prints one JSON object; see
 * tests/bench/compile.py.
 *
 * usage: bench-compile MANIFEST PROGRAM...
 *
 * The first node's field `pc` is the one that the patterns are over; the code of the programs is
 * the map that the patterns of a program take their addresses from.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "monitor/manifest.h"
#include "program/program.h"
#include "compile/match/patterns.h"

#define PATTERNS_MAX 1000
#define FUNCTIONS_MAX 4096
#define PROGRAM_BYTES 0x1000 /* programs lie side by side, so far apart */
#define SETS 200	     /* random sets that an average is over */
#define TIMES 9		     /* that a time is the median of */

/* A piece of the program's code, both ends included. */
struct piece {
	uint64_t first, last;
};

/* An expression over the field pc that some word matches, and how many addresses it covers. */
struct drawn {
	char text[64];
	uint64_t covers;
};

struct bench {
	const struct gno_node *node;
	uint64_t seed;
	struct piece function[FUNCTIONS_MAX];
	unsigned functions;
	struct drawn drawn[PATTERNS_MAX];
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

typedef void make_text(struct bench *b, struct drawn *d);

static void put_value(struct drawn *d, uint64_t value)
{
	d->covers = 1;
	snprintf(d->text, sizeof(d->text), "pc == 0x%" PRIx64, value & 0xfffffffc);
}

static void put_mask(struct drawn *d, uint64_t value, uint64_t mask)
{
	d->covers = UINT64_C(1) << __builtin_popcountll(~mask & 0xffffffff);
	snprintf(d->text, sizeof(d->text), "pc == 0x%" PRIx64 "/0x%" PRIx64, value & mask, mask);
}

static void put_range(struct drawn *d, uint64_t first, uint64_t last)
{
	d->covers = last - first + 1;
	snprintf(d->text, sizeof(d->text), "pc in 0x%" PRIx64 "..0x%" PRIx64, first, last);
}

static void random_value(struct bench *b, struct drawn *d)
{
	put_value(d, draw(b));
}

static void random_mask(struct bench *b, struct drawn *d)
{
	put_mask(d, draw(b), draw(b) & 0xfffffffc);
}

/* A range of 4 bytes to 256 MiB: each power of two is as likely. */
static void random_range(struct bench *b, struct drawn *d)
{
	uint64_t size = UINT64_C(4) << draw(b) % 27, lo = draw(b) & 0xfffffffc;

	size += draw(b) % size & ~UINT64_C(3);
	lo = lo + size > 0xffffffff ? 0xffffffff - size : lo;
	put_range(d, lo, lo + size - 1);
}

/* An instruction of the program. */
static void code_value(struct bench *b, struct drawn *d)
{
	const struct piece *f = any_function(b);

	put_value(d, f->first + draw(b) % (f->last - f->first + 1));
}

/* An aligned block of 16 to 4096 bytes with some function's begin in it. */
static void code_mask(struct bench *b, struct drawn *d)
{
	put_mask(d, any_function(b)->first, 0xffffffff & ~((UINT64_C(16) << draw(b) % 9) - 1));
}

/* A function, or from the begin of one to the end of another. */
static void code_range(struct bench *b, struct drawn *d)
{
	const struct piece *f = any_function(b), *to = any_function(b);

	if (draw(b) & 1 || to->last < f->first)
		to = f;
	put_range(d, f->first, to->last);
}

static int by_cover(const void *a, const void *b)
{
	const struct drawn *x = a, *y = b;

	if (x->covers != y->covers)
		return x->covers < y->covers ? -1 : 1;
	return strcmp(x->text, y->text);
}

/* Draws patterns until there are `count` different ones, or ten times as many were drawn; the
 * smallest come first. */
static size_t draw_patterns(struct bench *b, size_t count, make_text *make)
{
	size_t drawn = 0, kept = 0, tries, i;

	for (tries = 0; tries < 10 && kept < count; tries++) {
		for (drawn = kept; drawn < count; drawn++)
			make(b, &b->drawn[drawn]);
		qsort(b->drawn, drawn, sizeof(*b->drawn), by_cover);
		for (kept = 0, i = 0; i < drawn; i++)
			if (!kept || by_cover(&b->drawn[kept - 1], &b->drawn[i]))
				b->drawn[kept++] = b->drawn[i];
	}
	return kept;
}

static size_t make_patterns(struct bench *b, size_t count, make_text *make)
{
	struct gno_err err;
	unsigned column;

	count = draw_patterns(b, count, make);
	for (size_t i = 0; i < count; i++) {
		if (gno_match_parse(b->node, b->drawn[i].text, NULL, NULL, &b->match[i], &column,
				    &err))
			die(err.text);
		b->pattern[i] =
		    (struct gno_pattern){b->match[i], (uint8_t)(1 + i % b->node->capacity)};
	}
	return count;
}

static void drop_patterns(struct bench *b, size_t count)
{
	for (size_t i = 0; i < count; i++)
		gno_match_free(b->match[i]);
}

/* How many of the first patterns fit; all that there are at most. */
static size_t fitting(struct bench *b, size_t count)
{
	struct gno_pattern_misfit misfit;
	struct gno_rank_tables t;
	struct gno_err err;
	int rc = gno_patterns_compile(b->node, b->pattern, count, &t, &misfit, &err);

	if (rc && rc != GNO_ERR_FIT)
		die(err.text);
	if (!rc)
		gno_rank_tables_free(&t);
	return rc ? misfit.first : count;
}

static double average_fit(struct bench *b, make_text *make)
{
	double sum = 0;

	for (unsigned i = 0; i < SETS; i++) {
		size_t count = make_patterns(b, b->node->capacity, make);

		sum += (double)fitting(b, count);
		drop_patterns(b, count);
	}
	return sum / SETS;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* Milliseconds of processor time that so many patterns take from their text to the tables, or to
 * the message that they do not fit. */
static double compile_ms(struct bench *b, size_t count, make_text *make, bool *fits)
{
	struct timespec begin, end;
	double taken[TIMES];
	size_t made;

	for (unsigned i = 0; i < TIMES; i++) {
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
		made = make_patterns(b, count, make);
		*fits = fitting(b, made) == made;
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
		drop_patterns(b, made);
		taken[i] = (double)(end.tv_sec - begin.tv_sec) * 1e3 +
			   (double)(end.tv_nsec - begin.tv_nsec) / 1e6;
	}
	qsort(taken, TIMES, sizeof(*taken), by_value);
	return taken[TIMES / 2];
}

static void print_all(struct bench *b)
{
	static const struct {
		const char *name;
		make_text *make;
	} sorts[] = {
	    {"random_values", random_value},
	    {"random_masks", random_mask},
	    {"random_ranges", random_range},
	    {"values", code_value},
	    {"masks", code_mask},
	    {"ranges", code_range},
	};
	static const unsigned counts[] = {10, 100, 1000};
	const char *between = "{";
	bool fits;

	for (unsigned i = 0; i < sizeof(sorts) / sizeof(sorts[0]); i++) {
		printf("%s\"fit_%s\": %.2f", between, sorts[i].name, average_fit(b, sorts[i].make));
		between = ", ";
		for (unsigned k = 0; k < 3; k++) {
			double ms = compile_ms(b, counts[k], sorts[i].make, &fits);

			printf(", \"compile_%s_%u_ms\": %.3f, \"compile_%s_%u_fits\": %s",
			       sorts[i].name, counts[k], ms, sorts[i].name, counts[k],
			       fits ? "true" : "false");
		}
		fflush(stdout);
	}
	puts("}");
}

/* Adds the functions of a program that lies `base` bytes higher than it was linked. */
static void read_program(struct bench *b, const char *path, uint32_t base)
{
	struct gno_program *program = NULL;
	struct gno_err err;

	if (gno_program_load(path, &program, &err))
		die(err.text);
	for (size_t i = 0; i < program->functions && b->functions < FUNCTIONS_MAX; i++) {
		const struct gno_function *f = &program->function[i];

		if (f->size)
			b->function[b->functions++] =
			    (struct piece){base + f->entry, base + f->entry + f->size - 1};
	}
	gno_program_free(program);
	if (!b->functions)
		die("no functions");
}

int main(int argc, char **argv)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;
	struct bench *b;

	if (argc < 3)
		die("usage: bench-compile MANIFEST PROGRAM...");
	b = calloc(1, sizeof(*b));
	if (!b || gno_manifest_load(argv[1], &m, &err))
		die(b ? err.text : "no memory");
	b->node = &m->node[0];
	b->seed = 1;
	for (int i = 2; i < argc; i++)
		read_program(b, argv[i], (uint32_t)(i - 2) * PROGRAM_BYTES);
	print_all(b);
	gno_manifest_free(m);
	free(b);
	return EXIT_SUCCESS;
}
