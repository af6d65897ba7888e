/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cost COMMAND [ARGUMENT]...: runs a command without input and output, and prints how many seconds
 * it took, how many seconds of processors all its threads took, and how many kilobytes it held at
 * most. The kernel counts as a process's own what its parent held when it began; this program is
 * small, so that the number is the command's.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(const struct timeval *t)
{
	return (double)t->tv_sec + 1e-6 * (double)t->tv_usec;
}

static void begin(char *const *command)
{
	int nowhere = open("/dev/null", O_RDWR);

	if (nowhere >= 0 && dup2(nowhere, STDIN_FILENO) >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0)
		execvp(*command, command);
	perror(*command);
	_exit(127);
}

int main(int argc, char **argv)
{
	struct rusage used;
	double since;
	int status;
	pid_t child;

	if (argc < 2)
		return 2;
	since = now();
	child = fork();
	if (!child)
		begin(argv + 1);
	if (child < 0 || wait4(child, &status, 0, &used) != child) {
		perror("cost");
		return 1;
	}
	printf("%.6f ", now() - since);
	printf("%.6f %ld\n", seconds(&used.ru_utime) + seconds(&used.ru_stime), used.ru_maxrss);
	return status != 0;
}
