/* SPDX-License-Identifier: Apache-2.0 */

/* The generator reports the costs. */

#include "commands.h"
#include "shared/cli.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/errors.h"

int cmd_cost(int argc, char **argv)
{
	char option[] = "--cost";
	char **args = calloc((size_t)argc + 2, sizeof(*args));
	int rc;

	if (!args) {
		cli_note("out of memory");
		return GNO_ERR_NOMEM;
	}
	args[0] = argv[0];
	args[1] = option;
	memcpy(args + 2, argv + 1, (size_t)(argc - 1) * sizeof(*args));
	rc = cmd_gen(argc + 1, args);
	free(args);
	return rc;
}
