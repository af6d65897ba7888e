/* SPDX-License-Identifier: Apache-2.0 */

/*
 * fail_at WRITE COMMAND...: runs a command; its write into a file of that number (from 1) fails,
 * in whichever thread, as if there were no room, and the next one does not. Prints how many there
 * were. With 0 none fails. The exit status is the command's.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/base/traced.h"

#define THREADS 16

/* A thread of the command. */
struct thread {
	pid_t id;
	bool within; /* a write into a file */
};

/* The thread of that id; *known: it was there before. */
static struct thread *find(pid_t id, bool *known)
{
	static struct thread threads[THREADS];
	static unsigned count;
	unsigned i = 0;

	while (i < count && threads[i].id != id)
		i++;
	*known = i < count;
	if (i == THREADS)
		exit(2);
	if (!*known)
		threads[count++] = (struct thread){.id = id};
	return &threads[i];
}

/* Whether the thread is about to write into a file, or comes from that (then *entry is false). */
static bool is_write(struct thread *t, bool *entry)
{
	struct ptrace_syscall_info info = {0};
	char path[64];
	struct stat st;
	const bool was_within = t->within;

	t->within = *entry = false;
	if (ptrace(PTRACE_GET_SYSCALL_INFO, t->id, sizeof(info), &info) <= 0)
		return false;
	if (info.op != PTRACE_SYSCALL_INFO_ENTRY)
		return was_within;
	if (info.entry.nr != SYS_write && info.entry.nr != SYS_pwrite64 &&
	    info.entry.nr != SYS_writev)
		return false;
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)t->id, (int)info.entry.args[0]);
	t->within = *entry = !stat(path, &st) && S_ISREG(st.st_mode);
	return t->within;
}

static void limit(pid_t child, rlim_t bytes)
{
	struct rlimit now;

	prlimit(child, RLIMIT_FSIZE, NULL, &now);
	now.rlim_cur = bytes < now.rlim_max ? bytes : now.rlim_max;
	prlimit(child, RLIMIT_FSIZE, &now, NULL);
}

/* The next thread that stops; -1: the command has ended. */
static pid_t next_stop(pid_t child, int *status)
{
	pid_t id;

	do
		id = waitpid(-1, status, __WALL);
	while (id >= 0 && id != child && !WIFSTOPPED(*status)); /* a thread has ended */
	return id >= 0 && WIFSTOPPED(*status) ? id : -1;
}

/* The signal with which a thread goes on. */
static int signal_of(int stop, bool known)
{
	if (stop == SYSCALL_STOP || stop == SIGTRAP || stop == SIGXFSZ)
		return 0;
	return stop == SIGSTOP && !known ? 0 : stop; /* a thread begins with it */
}

int main(int argc, char **argv)
{
	const unsigned long wanted = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
	const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE;
	unsigned long writes = 0;
	int status = 0, signal = 0;
	pid_t child, id;

	if (argc < 3)
		return 2;
	child = id = traced_start(argv + 2);
	if (child < 0 || ptrace(PTRACE_SETOPTIONS, child, NULL, options))
		return 2;
	while (!ptrace(PTRACE_SYSCALL, id, NULL, (long)signal)) {
		struct thread *t;
		bool entry, known;

		id = next_stop(child, &status);
		if (id < 0)
			break;
		t = find(id, &known);
		if (WSTOPSIG(status) == SYSCALL_STOP && is_write(t, &entry)) {
			writes += entry;
			if (writes == wanted)
				limit(child, entry ? 0 : RLIM_INFINITY);
		}
		signal = signal_of(WSTOPSIG(status), known);
	}
	printf("%lu\n", writes);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
