/* SPDX-License-Identifier: Apache-2.0 */
/* What gnomon-gen's commands share. */
#ifndef GNO_GEN_EXIT_H
#define GNO_GEN_EXIT_H

enum exit_status {
	EXIT_GOOD = 0,
	EXIT_BAD = 1,
	EXIT_USAGE = 2,
};

/* `gnomon cost`: argv[0] is not looked at. Returns the exit status; the caller closes standard output. */
int cost_main(int argc, char **argv);

#endif
