/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <errno.h>
#include <stdio.h>

#include "commands.h"
#include "shared/common.h"
#include "shared/interrupt.h"
#include "shared/answer.h"
#include "serve/web.h"

enum { OPT_PORT, OPT_JSON };

static const struct base_option options[] = {
    [OPT_PORT] = {'P', "port", "N", "the port (default: any free one)"},
    [OPT_JSON] = {'j', "json", NULL, "print the address as JSON"},
    {0},
};

static int print_address(const struct web *w, bool json, struct gno_err *err)
{
	int rc = 0;

	if (json)
		rc = cli_print_json(json_pack("{s:s}", "url", web_url(w)), 0, err);
	else
		printf("serving on %s\n", web_url(w));
	if (!rc && fflush(stdout))
		rc = gno_fail_errno(err, errno, "cannot write the output");
	return rc;
}

static int command(const struct base_values *v)
{
	const volatile sig_atomic_t *interrupted;
	struct web *w = NULL;
	unsigned long port = 0;
	struct gno_err err;
	int rc = 0;

	if (v->option[OPT_PORT])
		rc = cli_number(&cmd_serve, "port", v->option[OPT_PORT], 1, UINT16_MAX, &port);
	if (!rc)
		rc = cli_no_rounds(v->arg[0]);
	if (rc)
		return rc;
	signal(SIGPIPE, SIG_IGN); /* a client may go at any time */
	interrupted = cli_catch_interrupts();
	rc = web_open(v->arg[0], (unsigned)port, &w, &err);
	if (!rc)
		rc = print_address(w, v->option[OPT_JSON] != NULL, &err);
	if (!rc)
		rc = web_run(w, interrupted, &err);
	web_close(w);
	cli_leave_interrupts();
	return rc && !*interrupted ? cli_error(&err) : 0;
}

const struct cli_spec cmd_serve = {
    .name = "serve",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "serve a run to a browser and to Prometheus, also during the run",
    .summary = "Serves a run to a browser and to Prometheus, also while it is drained.",
    .details =
	"The first line of the output has the address of the page, with the token behind '#'. Only programs on this machine can connect.\n"
	"  /             the page\n"
	"  /metrics      ratios, counts and losses of each node, in the text format of Prometheus\n"
	"  /data.json    the data of the page; it requires 'Authorization: Bearer TOKEN', as does everything else\n"
	"  /whole.json   of a run that grows: what needs all of the trace\n"
	"  /window.json  events and intervals of some cycles: ?from=CYCLE&to=CYCLE\n"
	"gnomon reads what is new while it comes, and answers at once with the last values and their age. The command ends with status 0 at an interrupt.\n",
    .options = options,
    .run = command,
};
