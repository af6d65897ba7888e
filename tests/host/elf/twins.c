/* SPDX-License-Identifier: Apache-2.0 */
/* Static functions and variables of one name in two files; NUMBER and WHERE make it two. */
#line 10 WHERE
static __attribute__((noinline)) int init(int n)
{
	static volatile int count;
	static volatile int total __asm__("total");

	total += n;
	return count += NUMBER + n;
}

int MAIN(void)
{
	return init(3) + init(NUMBER);
}
