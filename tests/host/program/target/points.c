/* SPDX-License-Identifier: Apache-2.0 */
/* Points in all sorts of places; WITHOUT leaves them out. LABEL: a symbol beside, for nm. */
#include "gnomon_target.h"

#ifdef WITHOUT
#define POINT(name) ((void)0)
#else
#define POINT(name) GNOMON_POINT(name)
#endif
#ifdef LABELS
#define LABEL(name) __asm__ __volatile__(".globl at_" name "\nat_" name ":")
#else
#define LABEL(name) ((void)0)
#endif

#ifdef __cplusplus
extern "C" {
#endif
int step(int n);
int loop(int n);
int branches(int n);
int unused(int n);
void _start(void);
#ifdef __cplusplus
}
#endif

static volatile int shared;

static inline int twice(int n)
{
	POINT("inlined");
	return step(n) + step(n + 1);
}

__attribute__((noipa)) int step(int n)
{
	POINT("step");
	LABEL("step");
	shared = n;
	return shared;
}

__attribute__((noipa)) int loop(int n)
{
#pragma GCC unroll 4
	for (int i = 0; i < 4; i++) {
		step(i);
		POINT("loop/unrolled");
		shared = n;
	}
	return twice(n) * twice(n + 2);
}

__attribute__((noipa)) int branches(int n)
{
	if (n > 3) {
		step(n);
		POINT("then");
		LABEL("then");
		shared = 1;
	} else {
		POINT("else");
		LABEL("else");
		step(2);
	}
	POINT("end.of_it:1-2");
	LABEL("end");
	step(n);
	return 0;
}

int unused(int n)
{
	POINT("unused");
	return step(n) + 1;
}

__attribute__((noreturn)) void _start(void)
{
	for (;;) {
		loop(3);
		branches(shared);
	}
}
