/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that are inlined everywhere, in part, and nowhere, for check_names.c. */
#define ALWAYS static inline __attribute__((always_inline))

volatile int top;

int push(int n) /* inlined at 3 places, and there for others to call */
{
	top = n;
	return top + 1;
}

ALWAYS int only(int n) /* no code of its own; 2 places */
{
	top = n * 5;
	return top;
}

ALWAYS int never(int n)
{
	return n + top;
}

__attribute__((noinline)) int called(int n)
{
	return only(n) + push(n + 1);
}

__attribute__((noreturn)) void _start(void)
{
	for (;;) {
		top = push(push(called(1)));
		only(top);
	}
}
