/* SPDX-License-Identifier: Apache-2.0 */
/* A program for all of the examples: ten calls of work(), each longer than the one before. */

enum { CALLS = 10 };

__attribute__((noinline)) static unsigned work(unsigned rounds)
{
	unsigned sum = 1;

	for (unsigned i = 0; i < rounds; i++)
		sum = sum * 2 + i;
	return sum;
}

unsigned main(void)
{
	unsigned total = 0;

	for (unsigned call = 1; call <= CALLS; call++)
		total += work(call);
	return total;
}
