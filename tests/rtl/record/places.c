/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How often the places of gnomon_record_tick come in the whole period of its state, which no bench
 * can run through: the state has 32 bits. bench_tick.v compares the module with products modulo the
 * polynomial, and with SHORT runs through all of it.
 *
 *   places        whether x has the order 2^W - 1 modulo each polynomial, so that the ticks of a
 *                 period meet each state but 0 once; and whether each pair of places that are up to
 *                 LAGS ticks apart comes equally often
 *   places walk   also each state of 32 bits, one after the other, and how often each place comes
 *
 * A place is the lowest bits of the state. A tick multiplies the state by x^(2^LOG2), whose order
 * is that of x, as 2^W - 1 is odd. Two places are linear functions of the bits of the first one's
 * state: each pair comes equally often if these are independent.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LAGS 64
#define LOG2_MAX 16

struct state {
	const char *name;
	unsigned width, log2_max;
	unsigned lags_log2; /* of ticks that are longer, only neighbours are independent */
	uint64_t polynomial;
	unsigned factors[5]; /* the primes of 2^width - 1 */
};

static const struct state states[] = {
    {"32 bits", 32, 16, 11, UINT64_C(0x100400007), {3, 5, 17, 257, 65537}},
    {"16 bits", 16, 8, 5, 0x1002d, {3, 5, 17, 257, 0}},
};

static unsigned passed, failed;

static void check(bool good, const char *name, const char *what)
{
	passed += good;
	failed += !good;
	if (!good)
		printf("FAIL places, %s: %s\n", name, what);
}

static uint64_t product(const struct state *s, uint64_t a, uint64_t b)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < s->width; i++) {
		sum ^= b >> i & 1 ? a : 0;
		a <<= 1;
		a ^= a >> s->width ? s->polynomial : 0;
	}
	return sum;
}

static uint64_t power(const struct state *s, uint64_t exponent)
{
	uint64_t result = 1, square = 2;

	for (; exponent; exponent >>= 1) {
		if (exponent & 1)
			result = product(s, result, square);
		square = product(s, square, square);
	}
	return result;
}

static void check_order(const struct state *s)
{
	const uint64_t order = (UINT64_C(1) << s->width) - 1;
	uint64_t left = order;

	check(power(s, order) == 1, s->name, "the order of x is no divisor of 2^W - 1");
	for (unsigned i = 0; i < 5 && s->factors[i]; i++) {
		check(power(s, order / s->factors[i]) != 1, s->name,
		      "the order of x is less than 2^W - 1");
		while (left % s->factors[i] == 0)
			left /= s->factors[i];
	}
	check(left == 1, s->name, "2^W - 1 has another factor");
}

/* Of linear functions of the state, as masks of its bits. */
static unsigned rank(uint64_t *rows, unsigned count)
{
	unsigned found = 0;

	for (unsigned bit = 0; bit < 32; bit++) {
		unsigned pivot = found;

		while (pivot < count && !(rows[pivot] >> bit & 1))
			pivot++;
		if (pivot == count)
			continue;
		const uint64_t row = rows[pivot];

		rows[pivot] = rows[found];
		rows[found++] = row;
		for (unsigned i = found; i < count; i++)
			rows[i] ^= rows[i] >> bit & 1 ? row : 0;
	}
	return found;
}

static bool pairs_are_equal(const struct state *s, unsigned log2, unsigned lag)
{
	const uint64_t leap = power(s, (uint64_t)lag << log2);
	uint64_t rows[2 * LOG2_MAX] = {0};

	for (unsigned bit = 0; bit < s->width; bit++) {
		const uint64_t later = product(s, leap, UINT64_C(1) << bit);

		for (unsigned i = 0; i < log2; i++) {
			rows[i] |= (uint64_t)(bit == i) << bit;
			rows[log2 + i] |= (later >> i & 1) << bit;
		}
	}
	return rank(rows, 2 * log2) == 2 * log2;
}

static void check_pairs(const struct state *s)
{
	char what[80];

	for (unsigned log2 = 1; log2 <= s->log2_max; log2++)
		for (unsigned lag = 1; lag <= (log2 > s->lags_log2 ? 1 : LAGS); lag++) {
			snprintf(what, sizeof(what), "LOG2 %u: pairs of places %u ticks apart",
				 log2, lag);
			check(pairs_are_equal(s, log2, lag), s->name, what);
		}
}

/* All states of 32 bits: the first one comes again after 2^32 - 1 cycles, and not before; each
 * value of the lowest 16 bits comes 2^16 times, 0 once less. */
static void check_walk(void)
{
	static uint32_t times[1 << LOG2_MAX];
	const uint32_t first = 0x56141453, taps = (uint32_t)states[0].polynomial;
	uint32_t state = first;
	uint64_t cycles = 0;
	bool equal = true;

	do {
		times[state & ((1 << LOG2_MAX) - 1)]++;
		state = state << 1 ^ (-(state >> 31) & taps);
		cycles++;
	} while (state != first);
	check(cycles == UINT32_MAX, "32 bits", "the period of the state");
	for (uint32_t place = 0; place < 1 << LOG2_MAX; place++)
		equal &= times[place] == (1u << (32 - LOG2_MAX)) - !place;
	check(equal, "32 bits", "how often a place comes");
}

int main(int argc, char **argv)
{
	for (unsigned i = 0; i < sizeof(states) / sizeof(*states); i++) {
		check_order(&states[i]);
		check_pairs(&states[i]);
	}
	if (argc > 1 && !strcmp(argv[1], "walk"))
		check_walk();
	printf("%u passed, %u failed\n", passed, failed);
	return failed != 0;
}
