/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "passes/messages/traffic.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/rounds.h"

enum { OPT_FROM, OPT_TO, OPT_LIMIT, OPT_JSON };

#define ROWS 12 /* of a table, without --limit */
#define ROWS_MAX 1000000

static const struct base_option options[] = {
    [OPT_FROM] = {'f', "from", "CYCLE", "messages received from this cycle on"},
    [OPT_TO] = {'t', "to", "CYCLE", "up to and including this cycle"},
    [OPT_LIMIT] = {'l', "limit", "N", "most rows of a table (default: " CLI_TEXT(ROWS) ")"},
    [OPT_JSON] = CLI_OPT_JSON,
    CLI_OPT_END};

static const struct cli_spec spec = {
    .name = "messages",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary =
	"Shows who sends messages to whom: how many, how large, how long they take and wait.",
    .details =
	"From the writes send, receive, receive_call and message_queued to the event ports. A send and a receive\n"
	"belong together where they have the same connection and sequence number, and no other pair is possible.\n"
	"What stays alone is listed with the reason. Memory use does not depend on the length of the run.\n",
    .options = options,
};

int cmd_messages(int argc, char **argv)
{
	uint64_t from = 0, to = UINT64_MAX;
	unsigned long rows = ROWS;
	struct gno_report *r = NULL;
	struct traffic *t = NULL;
	struct base_values v;
	struct gno_err err;
	int rc = cli_parse(&spec, argc, argv, &v);

	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	rc = cli_cycle(&spec, "from", v.option[OPT_FROM], &from);
	if (!rc)
		rc = cli_cycle(&spec, "to", v.option[OPT_TO], &to);
	if (!rc && v.option[OPT_LIMIT])
		rc = cli_number(&spec, "limit", v.option[OPT_LIMIT], 1, ROWS_MAX, &rows);
	if (!rc && from > to)
		rc = cli_usage(&spec, "--from is after --to");
	if (!rc)
		rc = cli_no_rounds(v.arg[0]);
	if (rc)
		return rc;
	rc = gno_report_look(v.arg[0], &r, &err);
	if (!rc)
		rc = traffic_build(r, from, to, &t, &err);
	if (!rc && v.option[OPT_JSON])
		traffic_json(t, stdout);
	else if (!rc)
		rc = traffic_text(t, rows, stdout, &err);
	traffic_free(t);
	gno_report_free(r);
	return rc ? cli_error(&err) : 0;
}
