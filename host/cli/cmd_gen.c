/* SPDX-License-Identifier: Apache-2.0 */

/* The generator is a program of its own, beside this one; it knows its options and its help. */

#include "commands.h"
#include "shared/script.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cmd_gen(int argc, char **argv)
{
	char folder[PATH_MAX], program[PATH_MAX + 16];

	(void)argc;
	if (cli_program_folder(folder, sizeof(folder)))
		return GNO_ERR_IO;
	snprintf(program, sizeof(program), "%s/gnomon-gen", folder);
	argv[0] = program;
	execv(program, argv);
	cli_note("cannot run '%s': %s", program, strerror(errno));
	return GNO_ERR_IO;
}
