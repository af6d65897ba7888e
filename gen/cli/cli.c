/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/show.h"

int gen_usage(const char *command, const char *fmt, ...)
{
	char raw[BASE_SHOWN];
	char shown[BASE_SHOWN];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof(raw), fmt, ap);
	va_end(ap);
	fprintf(stderr, "gnomon %s: %s\ntry 'gnomon %s --help'\n", command,
		base_show(raw, shown, sizeof(shown)), command);
	return EXIT_USAGE;
}

int gen_parse(const char *command, const struct base_option *options, int argc, char **argv,
	      struct base_values *out)
{
	char *fault;
	int rc = base_options_parse(options, argc, argv, out, &fault);

	if (rc < 0) {
		gen_usage(command, "%s", fault ? fault : "out of memory");
		free(fault);
	} else if (!rc && out->args > 1) {
		gen_usage(command, "unexpected argument '%s': one description at a time",
			  out->arg[1]);
		rc = -1;
	}
	return rc;
}
