/* SPDX-License-Identifier: Apache-2.0 */
/* Analyses of a whole run: each builds its result and prints it, as text or JSON. `struct ask_...`
 * is what was requested. */
#include <stdio.h>
#include <stdlib.h>

#include "out/json/analyses.h"
#include "passes/calls/calls.h"
#include "base/number.h"
#include "commands.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/answer.h"
#include "passes/causality/causality.h"
#include "passes/messages/traffic.h"
#include "passes/parallel/parallel.h"

/* -- calls -- */

enum {
	CALLS_OPT_JSON,
	CALLS_OPT_FLAT,
	CALLS_OPT_NODE,
	CALLS_OPT_PROCESS,
	CALLS_OPT_ROOT,
	CALLS_OPT_FROM,
	CALLS_OPT_TO,
	CALLS_OPT_DEPTH,
	CALLS_OPT_LEAST,
};

#define CALLS_LEAST 1 /* per cent, without --least */

static const struct base_option options_of_calls[] = {
    CLI_OPT_JSON,
    [CALLS_OPT_FLAT] = {'F', "flat", NULL, "print each function once instead of the tree"},
    [CALLS_OPT_NODE] = {'n', "node", "NAME[,...]", "of these nodes only"},
    [CALLS_OPT_PROCESS] = {'p', "process", "N", "of this process only"},
    [CALLS_OPT_ROOT] = {'r', "root", "FUNCTION", "this function is called by none of the others"},
    [CALLS_OPT_FROM] = {'f', "from", "CYCLE", "from this cycle on"},
    [CALLS_OPT_TO] = {'t', "to", "CYCLE", "up to and including this cycle"},
    [CALLS_OPT_DEPTH] = {'d', "depth", "N", "leave out what is called deeper than this"},
    [CALLS_OPT_LEAST] =
	{'l', "least", "PERCENT",
	 "leave out what took less of its node's time (default: 1; with --json: 0)"},
    CLI_OPT_END};

static int read_least(const char *text, double *least)
{
	const char *end = text;
	unsigned places;
	uint64_t digits;

	*least = CALLS_LEAST / 100.0;
	if (!text)
		return 0;
	if (base_decimal_take(&end, &digits, &places) == BASE_NUMBER_OK && !*end)
		*least = base_decimal_value(digits, places) / 100;
	else
		*least = -1;
	if (*least < 0 || *least > 1)
		return cli_usage(&cmd_calls, "--least must be a number from 0 to 100, not '%s'",
				 text);
	return 0;
}

static int read_calls(const struct base_values *v, struct calls_options *o,
		      struct calls_style *style)
{
	unsigned long process = 0, depth = 0;
	int rc = read_least(v->option[CALLS_OPT_LEAST], &style->least);

	if (!rc && v->option[CALLS_OPT_PROCESS])
		rc = cli_number(&cmd_calls, "process", v->option[CALLS_OPT_PROCESS], 0, UINT16_MAX,
				&process);
	if (!rc && v->option[CALLS_OPT_DEPTH])
		rc = cli_number(&cmd_calls, "depth", v->option[CALLS_OPT_DEPTH], 1, CALLS_DEPTH,
				&depth);
	if (!rc)
		rc = cli_cycles(&cmd_calls, v, CALLS_OPT_FROM, CALLS_OPT_TO, &o->from, &o->to);
	if (!rc && v->option[CALLS_OPT_JSON] &&
	    (v->option[CALLS_OPT_FLAT] || v->option[CALLS_OPT_DEPTH] || v->option[CALLS_OPT_LEAST]))
		rc = cli_usage(&cmd_calls,
			       "--json prints all: --flat, --depth and --least are for text");
	o->node = v->option[CALLS_OPT_NODE];
	o->root = v->option[CALLS_OPT_ROOT];
	o->has_process = v->option[CALLS_OPT_PROCESS] != NULL;
	o->process = (unsigned)process;
	style->depth = (unsigned)depth;
	style->flat = v->option[CALLS_OPT_FLAT] != NULL;
	return rc;
}

struct ask_calls {
	struct calls_options o;
	struct calls_style style;
	bool json;
};

static int print_calls(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct ask_calls *ask = ctx;
	struct calls *c = NULL;
	int rc = calls_make(r, &ask->o, &c, err);

	if (!rc)
		rc = ask->json ? calls_json(c, stdout, err)
			       : calls_text(c, &ask->style, stdout, err);
	calls_free(c);
	return rc;
}

static int run_calls(const struct base_values *v)
{
	struct ask_calls ask = {.o = {.to = UINT64_MAX}, .json = v->option[CALLS_OPT_JSON] != NULL};
	int rc = read_calls(v, &ask.o, &ask.style);

	return rc ? rc : cli_answer(v->arg[0], NULL, print_calls, &ask);
}

const struct cli_spec cmd_calls = {
    .name = "calls",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "show who called whom in a run, and for how long",
    .summary =
	"Shows who called whom, how often and for how long, at each node and in each of its processes.",
    .details =
	"The calls come from points that are the entry or the returns of functions; 'calls' in an experiment makes such points of many functions. 'total' includes the time of what a function called, 'self' does not. 'partly': calls of which an end was not seen; 'calls' and the times include them, mean, min and max do not. Lines below the table state what is not known, and why.\n"
	"--json prints all paths. docs/answers/calls.md has the rules.\n",
    .options = options_of_calls,
    .run = run_calls,
};

/* -- causality -- */

enum { CAUSALITY_OPT_JSON, CAUSALITY_OPT_DOT, CAUSALITY_OPT_LIMIT };

#define CAUSALITY_ROWS 40 /* strings of a list, without --limit */

static const struct base_option options_of_causality[] = {
    [CAUSALITY_OPT_JSON] = {'j', "json", NULL, "print JSON"},
    [CAUSALITY_OPT_DOT] = {'d', "dot", NULL, "print the state diagram for Graphviz"},
    [CAUSALITY_OPT_LIMIT] = {'l', "limit", "N", "strings of each table, at most (default: 40)"},
    {0},
};

struct ask_causality {
	unsigned long rows;
	bool json, dot;
};

static int print_causality(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct ask_causality *ask = ctx;
	struct causality *c = NULL;
	int rc = causality_build(r, &c, err);

	if (!rc && ask->json)
		rc = causality_json(c, stdout, err);
	else if (!rc && ask->dot)
		causality_dot(c, stdout);
	else if (!rc)
		rc = causality_text(c, ask->rows, stdout, err);
	causality_free(c);
	return rc;
}

static int run_causality(const struct base_values *v)
{
	struct ask_causality ask = {.rows = CAUSALITY_ROWS,
				    .json = v->option[CAUSALITY_OPT_JSON] != NULL,
				    .dot = v->option[CAUSALITY_OPT_DOT] != NULL};

	if (cli_exclude(&cmd_causality, v,
			(const unsigned[]){CAUSALITY_OPT_JSON, CAUSALITY_OPT_DOT, CLI_NONE}) ||
	    cli_rows(&cmd_causality, v->option[CAUSALITY_OPT_LIMIT], &ask.rows))
		return CLI_USAGE;
	return cli_answer(v->arg[0], NULL, print_causality, &ask);
}

const struct cli_spec cmd_causality = {
    .name = "causality",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "show the paths of requests through a server",
    .summary = "Shows the paths of requests through a server of several processes.",
    .details =
	"The experiment names under 'processes' the requestors, the servers, and processes of the system, whose messages are ignored. Each request gives a string with a letter for each process that it reaches; strings that are cut off by a loss or the end of the run are listed apart. A branch is how often a process, after a message from one process, sends next to another one, with the 95 per cent confidence interval (Wilson). Memory use does not depend on the length of the run.\n",
    .options = options_of_causality,
    .run = run_causality,
};

/* -- messages -- */

enum { MESSAGES_OPT_FROM, MESSAGES_OPT_TO, MESSAGES_OPT_LIMIT, MESSAGES_OPT_JSON };

#define MESSAGES_ROWS 12 /* of a table, without --limit */

static const struct base_option options_of_messages[] = {
    [MESSAGES_OPT_FROM] = {'f', "from", "CYCLE", "messages received from this cycle on"},
    [MESSAGES_OPT_TO] = {'t', "to", "CYCLE", "up to and including this cycle"},
    [MESSAGES_OPT_LIMIT] = {'l', "limit", "N",
			    "rows of each table, at most (default: " CLI_TEXT(MESSAGES_ROWS) ")"},
    [MESSAGES_OPT_JSON] = CLI_OPT_JSON,
    CLI_OPT_END};

struct ask_messages {
	uint64_t from, to;
	unsigned long rows;
	bool json;
};

static int print_messages(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct ask_messages *ask = ctx;
	struct traffic *t = NULL;
	int rc = traffic_build(r, ask->from, ask->to, &t, err);

	if (!rc && ask->json)
		rc = traffic_json(t, stdout, err);
	else if (!rc)
		rc = traffic_text(t, ask->rows, stdout, err);
	traffic_free(t);
	return rc;
}

static int run_messages(const struct base_values *v)
{
	struct ask_messages ask = {
	    .to = UINT64_MAX, .rows = MESSAGES_ROWS, .json = v->option[MESSAGES_OPT_JSON] != NULL};
	int rc =
	    cli_cycles(&cmd_messages, v, MESSAGES_OPT_FROM, MESSAGES_OPT_TO, &ask.from, &ask.to);

	if (!rc)
		rc = cli_rows(&cmd_messages, v->option[MESSAGES_OPT_LIMIT], &ask.rows);
	return rc ? rc : cli_answer(v->arg[0], NULL, print_messages, &ask);
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
    .options = options_of_messages,
    .run = run_messages,
};

/* -- parallel -- */

enum { PARALLEL_OPT_PLACE, PARALLEL_OPT_LIMIT, PARALLEL_OPT_JSON };

#define PARALLEL_ROWS 16 /* of a table, without --limit */

static const struct base_option options_of_parallel[] = {
    [PARALLEL_OPT_PLACE] = {'p', "place", "PROCESS=PROCESSOR[,...]",
			    "how long it would take with these processes elsewhere"},
    [PARALLEL_OPT_LIMIT] = {'l', "limit", "N",
			    "rows of each table, at most (default: " CLI_TEXT(PARALLEL_ROWS) ")"},
    [PARALLEL_OPT_JSON] = CLI_OPT_JSON,
    CLI_OPT_END};

struct ask_parallel {
	const char *place;
	unsigned long rows;
	bool json;
};

static int print_parallel(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct ask_parallel *ask = ctx;
	struct parallel *p = NULL;
	int rc = parallel_build(r, ask->place, &p, err);

	if (!rc && ask->json)
		rc = parallel_json(p, stdout, err);
	else if (!rc)
		rc = parallel_text(p, ask->rows, stdout, err);
	parallel_free(p);
	return rc;
}

static int run_parallel(const struct base_values *v)
{
	struct ask_parallel ask = {.place = v->option[PARALLEL_OPT_PLACE],
				   .rows = PARALLEL_ROWS,
				   .json = v->option[PARALLEL_OPT_JSON] != NULL};
	struct gno_err err;

	if (cli_rows(&cmd_parallel, v->option[PARALLEL_OPT_LIMIT], &ask.rows))
		return CLI_USAGE;
	if (ask.place && parallel_check_place(ask.place, &err))
		return cli_usage(&cmd_parallel, "--place: %s", err.text);
	return cli_answer(v->arg[0], NULL, print_parallel, &ask);
}

const struct cli_spec cmd_parallel = {
    .name = "parallel",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "show how parallel a program was, and its critical path",
    .summary =
	"Shows how parallel a program was: process time T, longest path t_max, T/t_max, critical path.",
    .details =
	"The history graph has the sends and receives of each process, the process time between them, and the delivery time of each message. t_max is the longest path if each process had a processor of its own; 't' is the same with one process at a time on each processor. Each node is a processor, and so is any other name after '='. A process is a name of the experiment or NODE:NUMBER. Memory use does not depend on the length of the run; a file without a name in TMPDIR (/tmp) has what is known of each send and receive after the first million, up to 0.3 times the trace.\n",
    .options = options_of_parallel,
    .run = run_parallel,
};
