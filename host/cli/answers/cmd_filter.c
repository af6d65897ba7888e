/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "commands.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/interrupt.h"
#include "shared/answer.h"

enum { OPT_KEEP, OPT_DROP, OPT_FORCE, OPT_JSON };

static const struct base_option options[] = {
    [OPT_KEEP] = CLI_OPT_KEEP('k'),
    [OPT_DROP] = CLI_OPT_DROP('d'),
    [OPT_FORCE] = CLI_OPT_FORCE,
    [OPT_JSON] = {'j', "json", NULL, "print how many records were left out, as JSON"},
    CLI_OPT_END};

static int command(const struct base_values *v)
{
	struct filter_options o = {0};
	struct filter_result done;
	struct gno_err err;
	int rc;

	o = (struct filter_options){.keep = v->option[OPT_KEEP],
				    .drop = v->option[OPT_DROP],
				    .force = v->option[OPT_FORCE] != NULL,
				    .interrupted = cli_catch_interrupts()};
	if (!cli_has_rules(&o))
		return cli_usage(&cmd_filter, "neither --keep nor --drop is given");
	rc = cli_no_rounds(v->arg[0]);
	if (rc)
		return rc;
	if (filter_run(v->arg[0], v->arg[1], &o, &done, &err))
		return cli_error(&err);
	if (v->option[OPT_JSON])
		printf("{\"kept\": %" PRIu64 ", \"left_out\": %" PRIu64 ", \"stayed\": %" PRIu64
		       "}\n",
		       done.kept, done.left_out, done.stayed);
	else
		printf("%" PRIu64 " records kept, %" PRIu64 " left out\n", done.kept,
		       done.left_out);
	if (!v->option[OPT_JSON] && done.stayed)
		printf(
		    "%" PRIu64
		    " that the expression leaves out stay, because others cannot be read without them\n",
		    done.stayed);
	return 0;
}

const struct cli_spec cmd_filter = {
    .name = "filter",
    .args = "RUN/ OUT/",
    .min_args = 2,
    .max_args = 2,
    .brief = "make a run directory with fewer records",
    .summary = "Makes a run directory with fewer records.",
    .details =
	"An expression has the syntax of 'match:', such as \"event in {send, take} and time < 5000\". Its fields:\n"
	"  node, event, kind, process, time     node, point, kind of record, process, cycle\n"
	"  port, port_number, port_data         write to the event port, without its number; its number, its data\n"
	"  those of the watched word            in records that hold it\n"
	"Time beats, gaps, loads, rounds of the lines, starts, stops and ends always stay. Where the rules drop records that are needed to read others (messages, switches of the process, resets, ...), the new run has a stretch of which nothing is known. The new run lists what was left out, and its report does not count it as lost.\n",
    .options = options,
    .run = command,
};
