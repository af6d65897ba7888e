/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/script.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* The script of an installed program, or of one in the tree that it was built in. */
static int find_script(const char *folder, const char *name, char *out, size_t size)
{
	static const char *const places[] = {"../share/gnomon/boards", "../../boards"};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(out, size, "%s/%s/tool/%s.py", folder, places[i], name);
		if (!access(out, R_OK))
			return 0;
	}
	cli_note("no file '%s/%s/tool/%s.py': the boards are not installed", folder, places[0],
		 name);
	return GNO_ERR_IO;
}

/* The option as --NAME or --NAME=VALUE, the caller's; NULL without memory. */
static char *joined(const struct base_option *option, const char *value)
{
	char *text = NULL;

	if (asprintf(&text, option->value ? "--%s=%s" : "--%s%s", option->name,
		     option->value ? value : "") < 0)
		return NULL;
	return text;
}

int cli_run_script(const char *name, const struct base_option *options, const struct base_values *v)
{
	char python[] = GNOMON_PYTHON, own[] = "-EB", end[] = "--";
	char folder[PATH_MAX], script[2 * PATH_MAX];
	char **args, **given, **next;
	int rc = GNO_ERR_NOMEM;

	if (cli_program_folder(folder, sizeof(folder)) ||
	    find_script(folder, name, script, sizeof(script)))
		return GNO_ERR_IO;
	args = calloc(BASE_OPTIONS_MAX + v->args + 6, sizeof(*args));
	if (!args)
		goto out;
	args[0] = python;
	args[1] = own;
	args[2] = script;
	given = next = args + 3;
	if (asprintf(next++, "--programs=%s", folder) < 0)
		goto out;
	for (unsigned i = 0; options[i].name; i++)
		if (v->option[i]) {
			*next = joined(&options[i], v->option[i]);
			if (!*next++)
				goto out;
		}
	*next++ = end;
	memcpy(next, v->arg, v->args * sizeof(*next));
	execv(python, args);
	cli_note("cannot run '%s': %s", python, strerror(errno));
	rc = GNO_ERR_IO;
	for (; *given != end; given++)
		free(*given);
out:
	if (rc == GNO_ERR_NOMEM)
		cli_note("out of memory");
	free(args);
	return rc;
}
