/* SPDX-License-Identifier: Apache-2.0 */
/* What gnomon-gen's commands share. */
#ifndef GNO_GEN_EXIT_H
#define GNO_GEN_EXIT_H

#include "base/options.h"

enum exit_status {
	EXIT_GOOD = 0,
	EXIT_BAD = 1,
	EXIT_USAGE = 2,
};

/*
 * Parses the command line of `gnomon COMMAND`, which takes one description at most. 0,
 * BASE_OPTIONS_HELP, or -1 after the fault was printed.
 */
int gen_parse(const char *command, const struct base_option *options, int argc, char **argv,
	      struct base_values *out);

/* Prints a usage fault and how to get help; returns EXIT_USAGE. */
int gen_usage(const char *command, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* `gnomon cost`: argv[0] is ignored. Returns the exit status; the caller closes standard output. */
int cost_main(int argc, char **argv);

/* `gnomon sim --init`; likewise. */
int init_main(int argc, char **argv);

#endif
