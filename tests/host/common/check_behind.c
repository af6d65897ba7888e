/* SPDX-License-Identifier: Apache-2.0 */
/* A stream whose bytes a thread writes: they come whole and in order, and a failure is
 * reported. */
#include <check.h>
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "out/stream/behind.h"
#include "tests/suite.h"

#define PIECES 3000
#define PIECE_MOST 2000 /* bytes; together they are some blocks */

static char piece[PIECE_MOST];

static bool is_alone(void)
{
	cpu_set_t set;

	ck_assert(!sched_getaffinity(0, sizeof(set), &set));
	return CPU_COUNT(&set) < 2;
}

/* Piece `i`: bytes that are its own, and how many. */
static size_t make_piece(unsigned i)
{
	const size_t length = i * 7919 % PIECE_MOST;

	for (size_t k = 0; k < length; k++)
		piece[k] = (char)(i + k * 31 + k / 256);
	return length;
}

START_TEST(test_behind_order)
{
	const unsigned pieces = _i ? PIECES : 3; /* the last block alone, or many before it */
	char got[PIECE_MOST];
	FILE *to = tmpfile();
	FILE *f;

	ck_assert_ptr_nonnull(to);
	fputs("first", to);
	f = export_behind(to);
	ck_assert_int_eq(f == NULL, is_alone());
	for (unsigned i = 0; f && i < pieces; i++) {
		const size_t length = make_piece(i);

		ck_assert_uint_eq(fwrite(piece, 1, length, f), length);
	}
	ck_assert(!f || !fclose(f));
	fputs("last", to);
	ck_assert(!fflush(to));
	rewind(to);
	ck_assert_uint_eq(fread(got, 1, 5, to), 5);
	ck_assert_mem_eq(got, "first", 5);
	for (unsigned i = 0; f && i < pieces; i++) {
		const size_t length = make_piece(i);

		ck_assert_uint_eq(fread(got, 1, length, to), length);
		ck_assert_mem_eq(got, piece, length);
	}
	ck_assert_uint_eq(fread(got, 1, sizeof(got), to), 4);
	ck_assert_mem_eq(got, "last", 4);
	fclose(to);
}
END_TEST

/* Without bytes nothing is written. */
START_TEST(test_behind_empty)
{
	FILE *to = fopen("/dev/full", "w");
	FILE *f;

	ck_assert_ptr_nonnull(to);
	f = export_behind(to);
	ck_assert(!f || !fclose(f));
	fclose(to);
}
END_TEST

/* Few bytes fail when the stream is closed, many while they are written. */
START_TEST(test_behind_full)
{
	FILE *to = fopen("/dev/full", "w");
	unsigned written = 0;
	FILE *f;

	ck_assert_ptr_nonnull(to);
	f = export_behind(to);
	memset(piece, 'x', sizeof(piece));
	while (f && !ferror(f) && written < (_i ? PIECES : 3))
		written += fwrite(piece, 1, sizeof(piece), f) == sizeof(piece);
	if (f) {
		ck_assert_int_eq(ferror(f) != 0, _i);
		errno = 0;
		ck_assert_int_eq(fclose(f), EOF);
		ck_assert_int_eq(errno, ENOSPC);
	}
	fclose(to);
}
END_TEST

/* On one processor a thread would only take turns with its caller. */
START_TEST(test_behind_alone)
{
	cpu_set_t all, one;
	FILE *to = tmpfile();
	int first = 0;

	ck_assert_ptr_nonnull(to);
	ck_assert(!sched_getaffinity(0, sizeof(all), &all));
	while (!CPU_ISSET(first, &all))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	ck_assert(!sched_setaffinity(0, sizeof(one), &one));
	ck_assert_ptr_null(export_behind(to));
	ck_assert(!sched_setaffinity(0, sizeof(all), &all));
	fclose(to);
}
END_TEST

int main(void)
{
	return run_tests("behind", NULL, NULL,
			 TESTS({test_behind_order, 2}, {test_behind_empty}, {test_behind_full, 2},
			       {test_behind_alone}));
}
