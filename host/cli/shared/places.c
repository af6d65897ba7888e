/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/places.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "shared/cli.h"

int cli_program_folder(char *out, size_t size)
{
	char path[PATH_MAX] = "";

	if (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0) {
		cli_note("cannot find this program: %s", strerror(errno));
		return GNO_ERR_IO;
	}
	snprintf(out, size, "%s", dirname(path));
	return 0;
}

int cli_exec_generator(char **argv)
{
	char folder[PATH_MAX], program[PATH_MAX + 16];

	if (cli_program_folder(folder, sizeof(folder)))
		return GNO_ERR_IO;
	snprintf(program, sizeof(program), "%s/gnomon-gen", folder);
	argv[0] = program;
	execv(program, argv);
	cli_note("cannot run '%s': %s", program, strerror(errno));
	return GNO_ERR_IO;
}
