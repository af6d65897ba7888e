/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_INTERRUPT_H
#define GNOMON_CLI_INTERRUPT_H

/* SIGINT and SIGTERM while a command talks to a monitor: the first one ends it in good order. */

#include <signal.h>

/*
 * Takes over both signals and returns the flag that the first of either sets. A second one has its
 * usual effect.
 */
const volatile sig_atomic_t *cli_catch_interrupts(void);

/* The same flag. */
const volatile sig_atomic_t *cli_interrupted(void);

/* Gives both signals their usual effect back. */
void cli_leave_interrupts(void);

/* Runs a command of the shell. 0: it succeeded. An interrupt ends it. */
int cli_shell(const char *command);

#endif
