/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/interrupt.h"

#include <stddef.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/private.h"

#define POLL_NS 20000000 /* between polls of a command of the shell */
#define NO_SHELL 127	 /* exit status where there is no shell, as the shell's own */

static const int caught[] = {SIGINT, SIGTERM};

/* A signal handler has no other place to put it. */
static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
	if (interrupted)
		base_private_end(number);
	interrupted = 1;
}

const volatile sig_atomic_t *cli_catch_interrupts(void)
{
	struct sigaction on = {.sa_handler = on_signal};

	for (size_t i = 0; i < sizeof(caught) / sizeof(*caught); i++)
		sigaction(caught[i], &on, NULL);
	return &interrupted;
}

const volatile sig_atomic_t *cli_interrupted(void)
{
	return &interrupted;
}

void cli_leave_interrupts(void)
{
	for (size_t i = 0; i < sizeof(caught) / sizeof(*caught); i++)
		signal(caught[i], SIG_DFL);
	base_private_guard();
}

int cli_shell(const char *command)
{
	const struct timespec nap = {.tv_nsec = POLL_NS};
	pid_t child = fork(), ended = 0;
	int status = 1;

	if (child == 0) {
		cli_leave_interrupts();
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(NO_SHELL);
	}
	while (child > 0 && ended == 0) {
		ended = waitpid(child, &status, interrupted ? 0 : WNOHANG);
		if (ended == 0)
			nanosleep(&nap, NULL);
		if (ended == 0 && interrupted)
			kill(child, SIGKILL);
	}
	return child < 0 || ended < 0 || status != 0 || interrupted;
}
