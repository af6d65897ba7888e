/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded: a kernel or file system that knows no flags of renameat2. */
#include <errno.h>
#include <stdio.h>

int renameat2(int from, const char *old, int to, const char *name, unsigned flags)
{
	(void)from;
	(void)old;
	(void)to;
	(void)name;
	(void)flags;
	errno = EINVAL;
	return -1;
}
