/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program of both cores: fill a matrix with numbers, multiply it by itself, sort the product,
 * check it, without end. A core whose check fails stops. The caches are not coherent: the cores
 * share the bus, and no data.
 */
#include <stdint.h>

#define PHASE __attribute__((noinline, noclone, used))
#define SCRATCH (*(volatile uint32_t *)0xf0000004u) /* of LiteX's controller; not cached */

enum { SIDE = 8, COUNT = SIDE * SIDE };

PHASE uint32_t phase_fill(uint32_t *numbers, uint32_t seed)
{
	for (int i = 0; i < COUNT; i++) {
		seed ^= seed << 13;
		seed ^= seed >> 17;
		seed ^= seed << 5;
		numbers[i] = seed;
	}
	return seed;
}

/* The sum of the product. */
PHASE uint32_t phase_multiply(const uint32_t *numbers, uint32_t *product)
{
	uint32_t total = 0;

	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++) {
			uint32_t sum = 0;

			for (int k = 0; k < SIDE; k++)
				sum += numbers[i * SIDE + k] * numbers[k * SIDE + j];
			product[i * SIDE + j] = sum;
			total += sum;
		}
	return total;
}

PHASE void phase_sort(uint32_t *numbers)
{
	for (int i = 1; i < COUNT; i++) {
		const uint32_t number = numbers[i];
		int at = i;

		for (; at > 0 && numbers[at - 1] > number; at--)
			numbers[at] = numbers[at - 1];
		numbers[at] = number;
	}
}

PHASE int phase_check(const uint32_t *numbers, uint32_t total)
{
	total -= numbers[0];
	for (int i = 1; i < COUNT; i++) {
		if (numbers[i - 1] > numbers[i])
			return 0;
		total -= numbers[i];
	}
	return total == 0;
}

void main(uint32_t core)
{
	uint32_t numbers[COUNT], product[COUNT], seed = 2463534242u + core, total;

	do {
		seed = phase_fill(numbers, seed);
		total = phase_multiply(numbers, product);
		phase_sort(product);
		SCRATCH = seed;
	} while (phase_check(product, total));
	for (;;)
		;
}
