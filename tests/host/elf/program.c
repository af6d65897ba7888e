/* SPDX-License-Identifier: Apache-2.0 */
/* The program that the tests of points and experiments name functions of. */
__attribute__((noinline)) int work(int n)
{
	volatile int sum = 0;

	while (n--)
		sum += n;
	return sum;
}

__attribute__((noreturn)) void _start(void)
{
	for (;;)
		work(3);
}
