/* SPDX-License-Identifier: Apache-2.0 */

/*
 * peak COMMAND...: runs a command, and prints "peak: N kB" to stderr behind what the command
 * prints: the most memory that it had, which the kernel counts up to its end. The exit status is
 * the command's, or 128 and its signal. A program by itself since a child's figure begins with the
 * memory of the parent: an interpreter of Python has more than the commands.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rusage used;
	int status;
	pid_t child;

	if (argc < 2)
		return 2;
	child = fork();
	if (child == 0) {
		execv(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &used) != child)
		return 2;
	fprintf(stderr, "peak: %ld kB\n", used.ru_maxrss);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
