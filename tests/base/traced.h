/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TRACED_H
#define TESTS_TRACED_H

/* A command that stops before and after each of its system calls. */

#include <elf.h>
#include <errno.h>
#include <linux/ptrace.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* <sys/ptrace.h> and <linux/ptrace.h> do not go together. */
extern long ptrace(int request, ...);

#define SYSCALL_STOP (SIGTRAP | 0x80)

/* A child that has stopped before it becomes the command. -1 after a message. */
static pid_t traced_start(char **command)
{
	int status = 0;
	pid_t child = fork();

	if (!child) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		execv(command[0], command);
		_exit(127);
	}
	if (child > 0 && waitpid(child, &status, 0) == child && WIFSTOPPED(status) &&
	    !ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL))
		return child;
	fprintf(stderr, "cannot trace: %s\n", strerror(errno));
	return -1;
}

#endif
