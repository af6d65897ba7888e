/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded into gnomon: the monotonic clock is the time of a processor that the simulator has had,
 * whose process id is in SIMULATOR. So the simulator's cycles decide when an answer is late, and a
 * busy machine does not look like a damaged link.
 */
#include <poll.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SLICE_MS 2

int clock_gettime(clockid_t clock, struct timespec *now)
{
	const char *simulator = getenv("SIMULATOR");

	if (clock == CLOCK_MONOTONIC && simulator)
		clock_getcpuclockid((pid_t)strtol(simulator, NULL, 10), &clock);
	return (int)syscall(SYS_clock_gettime, clock, now);
}

static long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
	struct timespec slice = {.tv_nsec = SLICE_MS * 1000000};
	long end = now_ms() + timeout_ms;
	int rc;

	do {
		rc = ppoll(fds, count, timeout_ms ? &slice : &(struct timespec){0}, NULL);
	} while (!rc && now_ms() < end);
	return rc;
}
