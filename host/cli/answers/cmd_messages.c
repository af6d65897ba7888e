/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "out/json/analyses.h"
#include "passes/messages/traffic.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/answer.h"

enum { OPT_FROM, OPT_TO, OPT_LIMIT, OPT_JSON };

#define ROWS 12 /* of a table, without --limit */

static const struct base_option options[] = {
    [OPT_FROM] = {'f', "from", "CYCLE", "messages received from this cycle on"},
    [OPT_TO] = {'t', "to", "CYCLE", "up to and including this cycle"},
    [OPT_LIMIT] = {'l', "limit", "N", "rows of each table, at most (default: " CLI_TEXT(ROWS) ")"},
    [OPT_JSON] = CLI_OPT_JSON,
    CLI_OPT_END};

/* What was requested. */
struct ask {
	uint64_t from, to;
	unsigned long rows;
	bool json;
};

static int print(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct ask *ask = ctx;
	struct traffic *t = NULL;
	int rc = traffic_build(r, ask->from, ask->to, &t, err);

	if (!rc && ask->json)
		rc = traffic_json(t, stdout, err);
	else if (!rc)
		rc = traffic_text(t, ask->rows, stdout, err);
	traffic_free(t);
	return rc;
}

static int command(const struct base_values *v)
{
	struct ask ask = {.to = UINT64_MAX, .rows = ROWS, .json = v->option[OPT_JSON] != NULL};
	int rc = cli_cycles(&cmd_messages, v, OPT_FROM, OPT_TO, &ask.from, &ask.to);

	if (!rc)
		rc = cli_rows(&cmd_messages, v->option[OPT_LIMIT], &ask.rows);
	return rc ? rc : cli_answer(v->arg[0], NULL, print, &ask);
}

const struct cli_spec cmd_messages = {
    .name = "messages",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "show who sends messages to whom, how often and how long they wait",
    .summary =
	"Shows who sends messages to whom: how many, how large, how long they take and wait.",
    .details =
	"The messages come from the writes send, receive, receive_call and message_queued to the event ports. A send and a receive belong together where they have the same connection and sequence number, and no other pair is possible. A message without a partner is listed with the reason. Memory use does not depend on the length of the run.\n",
    .options = options,
    .run = command,
};
