/* SPDX-License-Identifier: Apache-2.0 */

/*
 * kill_at STOP[,SIGNAL] COMMAND...: runs a command and sends it a signal (SIGKILL) at a stop; each
 * of its system calls has two, before and after. Prints "FIRST LAST": the stop before its first
 * mkdir, and the last stop that there was. With stop 0 it runs to its end. The exit status is the
 * command's, or 137 where it was killed.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/base/traced.h"

#define KILLED 137

static int is_mkdir(pid_t child)
{
	struct ptrace_syscall_info info = {0};

	return ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof(info), &info) > 0 &&
	       info.op == PTRACE_SYSCALL_INFO_ENTRY &&
#ifdef SYS_mkdir
	       (info.entry.nr == SYS_mkdirat || info.entry.nr == SYS_mkdir);
#else
	       info.entry.nr == SYS_mkdirat;
#endif
}

int main(int argc, char **argv)
{
	char *end = NULL;
	unsigned long wanted = argc > 2 ? strtoul(argv[1], &end, 10) : 0, stops = 0, first = 0;
	const int sent = end && *end == ',' ? atoi(end + 1) : SIGKILL;
	int status = 0, signal = 0;
	pid_t child;

	if (argc < 3)
		return 2;
	child = traced_start(argv + 2);
	if (child < 0)
		return 2;
	while (!ptrace(PTRACE_SYSCALL, child, NULL, (long)signal)) {
		if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
			break;
		signal = WSTOPSIG(status) == SYSCALL_STOP || WSTOPSIG(status) == SIGTRAP
			     ? 0
			     : WSTOPSIG(status);
		if (WSTOPSIG(status) != SYSCALL_STOP)
			continue;
		stops++;
		if (!first && is_mkdir(child))
			first = stops;
		if (stops == wanted && sent != SIGKILL)
			kill(child, sent);
		if (stops == wanted && sent == SIGKILL) {
			kill(child, sent);
			waitpid(child, &status, 0);
			break;
		}
	}
	printf("%lu %lu\n", first, stops);
	return WIFEXITED(status) ? WEXITSTATUS(status) : KILLED;
}
