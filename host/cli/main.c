/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "base/options.h"
#include "shared/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/private.h"

static const struct cli_spec *const commands[] = {
    &cmd_gen,	   &cmd_cost,	   &cmd_attach,	 &cmd_build,  &cmd_flash,  &cmd_sim,
    &cmd_points,   &cmd_measures,  &cmd_compile, &cmd_list,   &cmd_status, &cmd_manifest,
    &cmd_reset,	   &cmd_load,	   &cmd_start,	 &cmd_stop,   &cmd_drain,  &cmd_report,
    &cmd_diff,	   &cmd_calls,	   &cmd_check,	 &cmd_filter, &cmd_events, &cmd_messages,
    &cmd_parallel, &cmd_causality, &cmd_export,	 &cmd_run,    &cmd_serve,  &cmd_serve_link,
    &cmd_samples,  &cmd_sync,
};

#define COUNT (sizeof(commands) / sizeof(commands[0]))

static void print_help(FILE *out)
{
	fputs(
	    "usage: gnomon COMMAND [options]\n\n"
	    "gnomon measures programs with a monitor in hardware that does not disturb them.\n\ncommands:\n",
	    out);
	for (size_t i = 0; i < COUNT; i++)
		base_wrap_row(out, commands[i]->name, 10, commands[i]->brief);
	fputs(
	    "\n'gnomon COMMAND --help' describes a command; 'gnomon --version' prints the version.\n",
	    out);
}

/* Commands of an older version, and what replaced them. */
static const struct {
	const char *name, *instead;
} gone[] = {
    {"ratios", "report --section ratios"},
    {"buckets", "report --section buckets"},
    {"counters", "report --section counters"},
};

/* The one place where return values become exit statuses. */
static int exit_status(int rc)
{
	if (rc == CLI_USAGE)
		return 2;
	if (rc == CLI_WORSE && !fflush(stdout) && !ferror(stdout))
		return 3;
	if (rc && rc != CLI_WORSE) /* the command has said why */
		return 1;
	if (fflush(stdout) || ferror(stdout)) {
		if (errno != EPIPE) /* nobody reads it any more, as `gnomon events RUN | head` */
			fprintf(stderr, "gnomon: cannot write the output: %s\n", strerror(errno));
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	base_options_hold_streams();
	base_private_guard();
	if (argc < 2) {
		print_help(stderr);
		return exit_status(CLI_USAGE);
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
		print_help(stdout);
		return exit_status(0);
	}
	if (!strcmp(argv[1], "--version")) {
		printf("gnomon %s\n", GNOMON_VERSION);
		return exit_status(0);
	}
	for (size_t i = 0; i < COUNT; i++)
		if (!strcmp(argv[1], commands[i]->name))
			return exit_status(cli_run(commands[i], argc - 1, argv + 1));
	for (size_t i = 0; i < sizeof(gone) / sizeof(gone[0]); i++)
		if (!strcmp(argv[1], gone[i].name)) {
			cli_note(
			    "command '%s' is gone: use 'gnomon %s', with --follow in place of --watch",
			    gone[i].name, gone[i].instead);
			return exit_status(CLI_USAGE);
		}
	cli_note("unknown command '%s'", argv[1]);
	fputs("try 'gnomon --help'\n", stderr);
	return exit_status(CLI_USAGE);
}
