/* SPDX-License-Identifier: Apache-2.0 */

/*
 * fail_at WRITE COMMAND...: runs a command; its write into a file of that number (from 1) fails,
 * as if there were no room, and the next one does not. Prints how many there were. With 0 none
 * fails. The exit status is the command's.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/base/traced.h"

/* Whether the child is about to write into a file, or comes from that (then *entry is false). */
static bool is_write(pid_t child, bool *entry)
{
	static bool within;
	struct ptrace_syscall_info info = {0};
	char path[64];
	struct stat st;
	const bool was_within = within;

	within = *entry = false;
	if (ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof(info), &info) <= 0)
		return false;
	if (info.op != PTRACE_SYSCALL_INFO_ENTRY)
		return was_within;
	if (info.entry.nr != SYS_write && info.entry.nr != SYS_pwrite64 &&
	    info.entry.nr != SYS_writev)
		return false;
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)child, (int)info.entry.args[0]);
	within = *entry = !stat(path, &st) && S_ISREG(st.st_mode);
	return within;
}

static void limit(pid_t child, rlim_t bytes)
{
	struct rlimit now;

	prlimit(child, RLIMIT_FSIZE, NULL, &now);
	now.rlim_cur = bytes < now.rlim_max ? bytes : now.rlim_max;
	prlimit(child, RLIMIT_FSIZE, &now, NULL);
}

int main(int argc, char **argv)
{
	const unsigned long wanted = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
	unsigned long writes = 0;
	int status = 0, signal = 0;
	pid_t child;

	if (argc < 3)
		return 2;
	child = traced_start(argv + 2);
	if (child < 0)
		return 2;
	while (!ptrace(PTRACE_SYSCALL, child, NULL, (long)signal)) {
		bool entry;

		if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
			break;
		signal = WSTOPSIG(status);
		if (signal == SYSCALL_STOP && is_write(child, &entry)) {
			writes += entry;
			if (writes == wanted)
				limit(child, entry ? 0 : RLIM_INFINITY);
		}
		if (signal == SYSCALL_STOP || signal == SIGTRAP || signal == SIGXFSZ)
			signal = 0;
	}
	printf("%lu\n", writes);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
