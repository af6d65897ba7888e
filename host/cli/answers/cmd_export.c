/* SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "out/export/formats.h"
#include "shared/cli.h"
#include "shared/interrupt.h"
#include "shared/answer.h"

enum {
	OPT_OUTPUT,
	OPT_FORMAT,
	OPT_LIST,
	OPT_WHAT,
	OPT_NODE,
	OPT_POINT,
	OPT_UNIT,
	OPT_STACKS,
	OPT_FIELD,
	OPT_FROM,
	OPT_TO,
	OPT_BOOTTIME,
	OPT_GZIP,
};

static const struct base_option options[] = {
    [OPT_OUTPUT] = {'o', "output", "FILE",
		    "the file to write, which must not exist; '-': standard output"},
    [OPT_FORMAT] = {'F', "format", "NAME", "the format, if the suffix of FILE does not say it"},
    [OPT_LIST] = {'l', "list", NULL, "print the formats; RUN/ is then left out"},
    [OPT_WHAT] = {'w', "what", "LIST",
		  "events (default; not in jsonl), intervals, samples, gaps or messages"},
    [OPT_NODE] = {'n', "node", "NAME[,...]", "of these nodes only; for segments, name one"},
    [OPT_POINT] = {'p', "point", "NAME[,...]", "only events of these points"},
    [OPT_UNIT] = {'u', "unit", "NAME", "only the segments of units of this name"},
    [OPT_STACKS] = {'s', "stacks", "SOURCE",
		    "calls, or profile: that of the timer (default: calls where the run has any)"},
    [OPT_FIELD] =
	{0, "field", "NAME",
	 "profile: field of the watched word that holds the address (default: the first of kind pc)"},
    [OPT_FROM] = {'f', "from", "CYCLE", "from this cycle on"},
    [OPT_TO] = {'t', "to", "CYCLE", "up to and including this cycle"},
    [OPT_BOOTTIME] = {'b', "boottime", NULL,
		      "times by the host's boottime clock, as in a trace of the host"},
    [OPT_GZIP] = {'z', "gzip", NULL, "compress the file; the name may end in .gz then"},
    {0, "vcd", base_option_gone, "use '--output FILE', where FILE ends in .vcd or .fst"},
    {0},
};

/* Options that not all formats take. */
static const struct {
	unsigned option, takes;
} taken[] = {{OPT_WHAT, EXPORT_TAKES_WHAT},	    {OPT_NODE, EXPORT_TAKES_NODE},
	     {OPT_POINT, EXPORT_TAKES_POINT},	    {OPT_UNIT, EXPORT_TAKES_UNIT},
	     {OPT_STACKS, EXPORT_TAKES_STACKS},	    {OPT_FIELD, EXPORT_TAKES_STACKS},
	     {OPT_BOOTTIME, EXPORT_TAKES_BOOTTIME}, {OPT_GZIP, EXPORT_TAKES_GZIP}};

static int list_formats(void)
{
	for (const struct export_format *f = export_formats; f->name; f++)
		printf("%-10s %-16s %s\n", f->name, f->suffix ? f->suffix : "", f->summary);
	return 0;
}

/* The format of a file that is compressed: by the suffix before ".gz". */
static const struct export_format *format_of(const char *path, bool gzip)
{
	const size_t length = strlen(path);
	char name[PATH_MAX];

	if (!gzip || length < 3 || length >= sizeof(name) || strcmp(path + length - 3, ".gz") != 0)
		return export_format_of(path);
	memcpy(name, path, length - 3);
	name[length - 3] = '\0';
	return export_format_of(name);
}

static int choose_format(const struct base_values *v, const struct export_format **format,
			 const char **path)
{
	const char *name = v->option[OPT_FORMAT], *near = NULL;

	*path = v->option[OPT_OUTPUT];
	if (!*path)
		return cli_usage(&cmd_export, "--output must name the file to write");
	*format = name ? export_format(name, &near) : format_of(*path, v->option[OPT_GZIP]);
	if (!*format && name)
		return cli_usage(&cmd_export, "there is no format '%s'%s%s%s", name,
				 near ? "; did you mean '" : "", near ? near : "",
				 near ? "'?" : "");
	if (!*format)
		return cli_usage(&cmd_export,
				 "the name '%s' does not say the format; name it by --format",
				 *path);
	if (!strcmp(*path, "-") && !((*format)->takes & EXPORT_TAKES_STDOUT))
		return cli_usage(&cmd_export, "format '%s' cannot go to standard output",
				 (*format)->name);
	return 0;
}

/* "events, intervals, ... or messages" */
static void name_lists(char *text, size_t size)
{
	size_t at = 0;

	for (const struct column_list *const *l = columns_lists; *l && at < size; l++)
		at += (size_t)snprintf(text + at, size - at, "%s%s",
				       l == columns_lists ? ""
				       : l[1]		  ? ", "
							  : " or ",
				       (*l)->name);
}

static int read_what(const char *name, const struct column_list **what)
{
	char names[256];

	*what = name ? columns_list(name) : &columns_events;
	if (*what)
		return 0;
	name_lists(names, sizeof(names));
	return cli_usage(&cmd_export, "--what must be %s, not '%s'", names, name);
}

static int read_stacks(const struct base_values *v, struct export_options *o)
{
	const char *name = v->option[OPT_STACKS];

	o->field = v->option[OPT_FIELD];
	o->stacks = EXPORT_STACKS_ANY;
	if (name && strcmp(name, "calls") != 0 && strcmp(name, "profile") != 0)
		return cli_usage(&cmd_export, "--stacks must be calls or profile, not '%s'", name);
	if (name)
		o->stacks = *name == 'c' ? EXPORT_STACKS_CALLS : EXPORT_STACKS_PROFILE;
	if (o->field && o->stacks == EXPORT_STACKS_CALLS)
		return cli_usage(&cmd_export, "--field is for --stacks profile");
	return 0;
}

static int check_taken(const struct base_values *v, const struct export_format *format)
{
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (v->option[taken[i].option] && !(format->takes & taken[i].takes))
			return cli_usage(&cmd_export, "format '%s' does not take --%s",
					 format->name, options[taken[i].option].name);
	return 0;
}

static int read_options(const struct base_values *v, struct export_options *o,
			const struct export_format **format)
{
	int rc = choose_format(v, format, &o->path);

	if (!rc)
		rc = check_taken(v, *format);
	if (!rc)
		rc = read_what(v->option[OPT_WHAT], &o->what);
	if (!rc && o->what == &columns_events && !strcmp((*format)->name, "jsonl"))
		rc = cli_usage(&cmd_export, "events as JSON lines: use 'gnomon events --json'");
	if (!rc)
		rc = read_stacks(v, o);
	if (!rc && v->option[OPT_POINT] && o->what != &columns_events)
		rc = cli_usage(&cmd_export, "--point is for events");
	if (!rc)
		rc = cli_cycles(&cmd_export, v, OPT_FROM, OPT_TO, &o->from, &o->to);
	o->node = v->option[OPT_NODE];
	o->point = v->option[OPT_POINT];
	o->unit = v->option[OPT_UNIT];
	o->boottime = v->option[OPT_BOOTTIME] != NULL;
	o->gzip = v->option[OPT_GZIP] != NULL;
	return rc;
}

static void note(void *ctx, const char *text)
{
	(void)ctx;
	cli_note("%s", text);
}

static int command(const struct base_values *v)
{
	struct export_options o = {.to = UINT64_MAX, .note = note};
	const struct export_format *format = NULL;
	struct gno_err err;
	int rc;

	if (v->option[OPT_LIST])
		return list_formats();
	if (v->args != 1)
		return cli_usage(&cmd_export, "one run directory must be named");
	rc = read_options(v, &o, &format);
	if (!rc)
		rc = cli_no_rounds(v->arg[0]);
	if (rc)
		return rc;
	if (strcmp(o.path, "-") != 0)
		o.interrupted = cli_catch_interrupts();
	rc = export_run(v->arg[0], format, &o, &err);
	return rc ? cli_error(&err) : 0;
}

const struct cli_spec cmd_export = {
    .name = "export",
    .args = "[RUN/]",
    .min_args = 0,
    .max_args = 1,
    .brief = "write a run for another program: Perfetto, SQLite, CSV, waveforms",
    .summary = "Writes a run for another program.",
    .details =
	"'gnomon export --list' prints the formats; docs/answers/export.md has the columns and signals of each. The command writes a file whole or not at all, and replaces none. Memory use does not depend on the length of the run. A note says whether the file is larger than its viewer takes; for Perfetto another one says so before the file is written, by the size of the trace.\n"
	"VCD and FST have the segments of a run: the words that a node watched around a trigger. The monitor, its nodes and their units are scopes. A unit has a signal for each field of the watched word, and four more: 'word' is the whole word; 'current' is 1 in cycles in which it counted; 'segment' is 1 in segments; 'trigger' is 1 in the cycle of the trigger. Outside of segments the fields and 'word' are x. Where the CAPTURE or the REPORT line pauses the time counters, the monitor has the signal 'capture_line' or 'report_line', x where it is not known.\n",
    .options = options,
    .run = command,
};
