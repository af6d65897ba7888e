/* SPDX-License-Identifier: Apache-2.0 */
/* The buffer before a stream: what printf writes comes out, and when. */
#include <check.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/suite.h"
#include "common/text_out.h"

static char wanted[128];
static char *text;
static size_t length;
static struct text_out out;

static void begin(void)
{
	FILE *f = open_memstream(&text, &length);

	ck_assert_ptr_nonnull(f);
	text_out_begin(&out, f);
}

/* What came since. */
static void expect(void)
{
	text_out_flush(&out);
	ck_assert(!out.failed);
	fclose(out.f);
	ck_assert_str_eq(text, wanted);
	free(text);
}

static void expect_number(uint64_t number)
{
	begin();
	text_out_number(&out, number);
	text_out_char(&out, ' ');
	text_out_padded(&out, 12, number);
	text_out_char(&out, ' ');
	text_out_nine(&out, (uint32_t)(number % 1000000000));
	snprintf(wanted, sizeof(wanted), "%" PRIu64 " %12" PRIu64 " %09" PRIu64, number, number,
		 number % 1000000000);
	expect();
}

START_TEST(test_text_out_numbers)
{
	uint64_t power = 1, seed = 1;

	for (unsigned i = 0; i < 20; i++, power *= 10) {
		expect_number(power - 1);
		expect_number(power);
		expect_number(power + 1);
	}
	expect_number(UINT64_MAX);
	for (unsigned i = 0; i < 2000; i++) {
		seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		expect_number(seed >> seed % 64);
	}
}
END_TEST

/* Each group of four digits, at both places of eight. */
START_TEST(test_text_out_digits)
{
	for (uint32_t i = 0; i < 10000; i++) {
		const uint64_t low = htole64(text_out_digits(i));
		const uint64_t high = htole64(text_out_digits(10000 * i + 9999 - i));

		snprintf(wanted, sizeof(wanted), "%08" PRIu32, i);
		ck_assert(!memcmp(&low, wanted, 8));
		snprintf(wanted, sizeof(wanted), "%04" PRIu32 "%04" PRIu32, i, 9999 - i);
		ck_assert(!memcmp(&high, wanted, 8));
	}
}
END_TEST

/* To the next length: each of the shortest and the longest ones. */
static size_t step(size_t i)
{
	return i < 1000 || i >= 65000 ? 1 : 1000;
}

/* Pieces of many lengths, over the end of the buffer and longer than it. */
START_TEST(test_text_out_pieces)
{
	static char piece[TEXT_OUT_ROOM + 100];
	size_t total = 0, at = 0;

	begin();
	memset(piece, 'x', sizeof(piece));
	for (size_t i = 0; i < sizeof(piece); i += step(i)) {
		piece[0] = (char)('a' + i % 26);
		text_out_bytes(&out, piece, i);
		text_out_char(&out, '\n');
		text_out_number(&out, i);
		text_out_format(&out, "%c%05u", ';', (unsigned)i);
		total += i + 7 + (size_t)snprintf(NULL, 0, "%zu", i);
		ck_assert_uint_eq(out.before + out.used, total);
	}
	text_out_flush(&out);
	fclose(out.f);
	ck_assert_uint_eq(length, total);
	for (size_t i = 0; i < sizeof(piece); i += step(i)) {
		const int tail = snprintf(wanted, sizeof(wanted), "\n%zu;%05u", i, (unsigned)i);

		ck_assert(!i || text[at] == (char)('a' + i % 26));
		ck_assert(i < 2 || text[at + i - 1] == 'x');
		ck_assert(!memcmp(text + at + i, wanted, (size_t)tail));
		at += i + (size_t)tail;
	}
	free(text);
}
END_TEST

/* How many bytes a reader has after a line, and a piece of the next one. */
static size_t come(FILE *to, int from)
{
	char buf[64];
	ssize_t n;

	text_out_begin(&out, to);
	text_out_text(&out, "line");
	text_out_line(&out);
	text_out_text(&out, "more");
	ck_assert(fcntl(from, F_SETFL, O_NONBLOCK) >= 0);
	n = read(from, buf, sizeof(buf));
	return n < 0 ? 0 : (size_t)n;
}

START_TEST(test_text_out_by_line)
{
	int fd[2], terminal = posix_openpt(O_RDWR | O_NOCTTY);
	FILE *f;

	ck_assert(!pipe(fd));
	f = fdopen(fd[1], "w");
	ck_assert_uint_eq(come(f, fd[0]), 0);
	fclose(f);
	close(fd[0]);

	ck_assert(!pipe(fd));
	f = fdopen(fd[1], "w");
	setvbuf(f, NULL, _IOLBF, 0);
	ck_assert_uint_eq(come(f, fd[0]), 5);
	fclose(f);
	close(fd[0]);

	ck_assert(terminal >= 0 && !grantpt(terminal) && !unlockpt(terminal));
	f = fopen(ptsname(terminal), "w");
	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(come(f, terminal), 6); /* a terminal adds a carriage return */
	fclose(f);
	close(terminal);
}
END_TEST

START_TEST(test_text_out_full)
{
	FILE *f = fopen("/dev/full", "w");

	ck_assert_ptr_nonnull(f);
	text_out_begin(&out, f);
	for (unsigned i = 0; i < TEXT_OUT_ROOM; i++)
		text_out_char(&out, 'x');
	ck_assert(!out.failed);
	text_out_char(&out, 'x');
	ck_assert(out.failed);
	ck_assert(ferror(f));
	fclose(f);
}
END_TEST

int main(void)
{
	return run_tests("text_out", NULL, NULL,
			 TESTS({test_text_out_numbers}, {test_text_out_digits},
			       {test_text_out_pieces}, {test_text_out_by_line},
			       {test_text_out_full}));
}
