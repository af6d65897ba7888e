/* SPDX-License-Identifier: Apache-2.0 */
#include "common/thread.h"

#include <sched.h>
#include <signal.h>

bool gno_thread_start(pthread_t *thread, void *(*work)(void *ctx), void *ctx)
{
	sigset_t all, before;
	bool started;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	started = !pthread_create(thread, NULL, work, ctx);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

bool gno_thread_has_processor(void)
{
	cpu_set_t set;

	/* it fails where there are more than the set has room for */
	return sched_getaffinity(0, sizeof(set), &set) || CPU_COUNT(&set) > 1;
}
