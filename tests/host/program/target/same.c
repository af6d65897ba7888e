/* SPDX-License-Identifier: Apache-2.0 */
/* Points where a compiler has nothing to move past them: the code is the same at every level.
 * WITHOUT leaves them out. */
#include "gnomon_target.h"

#ifdef WITHOUT
#define POINT(name) ((void)0)
#else
#define POINT(name) GNOMON_POINT(name)
#endif

#ifdef __cplusplus
extern "C" {
#endif
int entry(int n);
int passes(int n);
void calls(void);
void repeats(void);
extern void first(void);
extern void second(void);
extern int third(int n);
#ifdef __cplusplus
}
#endif

static inline int pass(int n)
{
	POINT("inlined");
	return third(n);
}

int entry(int n)
{
	POINT("entry");
	return n * 3 + 1;
}

int passes(int n)
{
	return pass(n);
}

void calls(void)
{
	first();
	POINT("between");
	second();
	POINT("last");
	first();
}

void repeats(void)
{
	for (;;) {
		first();
		POINT("each");
		second();
	}
}
