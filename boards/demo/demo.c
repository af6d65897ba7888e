/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The demo of the boards with a processor: fill an array with numbers, sort it, check it, without
 * end. The light changes after each 2048 rounds; it stays off after a check that failed.
 */
#include <stdint.h>

#define PHASE __attribute__((noinline, noclone, used))
#define LIGHT (*(volatile uint32_t *)0x80000000u)

enum { COUNT = 24 };

static uint32_t numbers[COUNT];
static uint32_t sum; /* of the numbers as they were drawn */

PHASE uint32_t phase_fill(uint32_t seed)
{
	sum = 0;
	for (int i = 0; i < COUNT; i++) {
		seed ^= seed << 13;
		seed ^= seed >> 17;
		seed ^= seed << 5;
		numbers[i] = seed;
		sum += seed;
	}
	return seed;
}

PHASE void phase_sort(void)
{
	for (int i = 1; i < COUNT; i++) {
		const uint32_t number = numbers[i];
		int at = i;

		for (; at > 0 && numbers[at - 1] > number; at--)
			numbers[at] = numbers[at - 1];
		numbers[at] = number;
	}
}

PHASE int phase_check(void)
{
	uint32_t left = sum - numbers[0];

	for (int i = 1; i < COUNT; i++) {
		if (numbers[i - 1] > numbers[i])
			return 0;
		left -= numbers[i];
	}
	return left == 0;
}

void main(void)
{
	uint32_t seed = 2463534242u, good = 1;

	for (uint32_t round = 0;; round++) {
		seed = phase_fill(seed);
		phase_sort();
		good &= (uint32_t)phase_check();
		LIGHT = good & round >> 11;
	}
}
