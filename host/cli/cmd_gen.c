/* SPDX-License-Identifier: Apache-2.0 */

/* The generator is a program of its own, beside this one; it knows its options and its help. */

#include "commands.h"
#include "shared/cli.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cmd_gen(int argc, char **argv)
{
	char path[PATH_MAX] = "", program[PATH_MAX + 16];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

	(void)argc;
	if (len < 0) {
		cli_note("cannot find this program: %s", strerror(errno));
		return GNO_ERR_IO;
	}
	snprintf(program, sizeof(program), "%s/gnomon-gen", dirname(path));
	argv[0] = program;
	execv(program, argv);
	cli_note("cannot run '%s': %s", program, strerror(errno));
	return GNO_ERR_IO;
}
