/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "base/options.h"
#include "shared/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/private.h"

static const struct {
	const char *name;
	int (*function)(int argc, char **argv);
	const char *summary;
} commands[] = {
    {"gen", cmd_gen, "generate a monitor from its description"},
    {"cost", cmd_cost, "print the cost of a monitor and of other plans"},
    {"build", cmd_build, "build a bitstream for a board"},
    {"flash", cmd_flash, "write a bitstream into a board"},
    {"points", cmd_points, "list the functions of a program and their returns"},
    {"measures", cmd_measures, "list what a monitor can measure by name"},
    {"compile", cmd_compile, "compile an experiment into a pattern file"},
    {"list", cmd_list, "list the USB devices behind which a monitor may be"},
    {"status", cmd_status, "report the identity and the state of a monitor"},
    {"manifest", cmd_manifest, "read the manifest that a monitor holds itself"},
    {"reset", cmd_reset, "turn off all triggers of a monitor and empty its buffers"},
    {"load", cmd_load, "load an experiment into a monitor and make its run directory"},
    {"start", cmd_start, "start a loaded run"},
    {"stop", cmd_stop, "stop a run"},
    {"drain", cmd_drain, "fetch the trace of a run from the monitor"},
    {"report", cmd_report, "report where the time of a run went"},
    {"diff", cmd_diff, "show two runs beside each other, and what took longer"},
    {"calls", cmd_calls, "show who called whom in a run, and for how long"},
    {"check", cmd_check, "check whether a run keeps its limits"},
    {"filter", cmd_filter, "make a run directory with fewer records"},
    {"events", cmd_events, "print every event of a run, one per line"},
    {"messages", cmd_messages, "show who sends messages to whom, how often and how long they wait"},
    {"parallel", cmd_parallel, "show how parallel a program was, and its critical path"},
    {"causality", cmd_causality, "show which way requests take through a server"},
    {"export", cmd_export, "write a run for another program: Perfetto, SQLite, CSV, waveforms"},
    {"run", cmd_run, "perform a whole run: reset, load, start, drain, stop, report"},
    {"serve", cmd_serve, "serve a run to a browser and to Prometheus, also during the run"},
    {"serve-link", cmd_serve_link, "serve the byte stream of a monitor over TCP"},
};

#define COUNT (sizeof(commands) / sizeof(commands[0]))

static void print_help(FILE *out)
{
	fputs(
	    "usage: gnomon COMMAND [options]\n\n"
	    "gnomon measures programs with a monitor in hardware that does not disturb them.\n\ncommands:\n",
	    out);
	for (size_t i = 0; i < COUNT; i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
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
		if (!strcmp(argv[1], commands[i].name))
			return exit_status(commands[i].function(argc - 1, argv + 1));
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
