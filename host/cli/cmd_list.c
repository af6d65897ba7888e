/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "base/show.h"
#include "results/columns/commands/devices.h"
#include "shared/common.h"
#include "shared/interrupt.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPT_PROBE, OPT_JSON };

static const struct base_option options[] = {
    {'p', "probe", NULL, "ask the boards among them whether a monitor answers"},
    CLI_OPT_JSON,
    CLI_OPT_END,
};

static void print_row(const struct gno_plugged *p, const struct gno_probe *a)
{
	char text[BASE_SHOWN];

	printf("%-32s %04x:%04x at %-10s %-14s %s", p->url, p->vendor, p->product, p->path,
	       *p->port ? p->port : "-", base_show(p->name, text, sizeof(text)));
	if (p->board)
		printf(" (probably %s)", p->board);
	putchar('\n');
	if (a && a->answers) {
		printf("    monitor ");
		if (*a->name)
			printf("'%s', plan hash ", base_show(a->name, text, sizeof(text)));
		printf("%016" PRIx64, a->hash);
		if (a->model)
			printf(", simulated model");
		printf(a->baud ? " at %u baud\n" : "\n", a->baud);
		if (!*a->name && a->why.code != GNO_ERR_STATE)
			printf("    %s\n", a->why.text);
	} else if (a) {
		const char *skipped = gno_plugged_skipped(p);

		printf("    %s\n", skipped ? skipped : a->why.text);
	}
}

/* Asks the places where a board has its link: what was found at each, the caller's; NULL: failed.
 */
static struct gno_probe *probe(const struct gno_plugged *row, size_t rows,
			       const volatile sig_atomic_t *interrupted, struct gno_err *err)
{
	struct gno_probe *answer = calloc(rows + 1, sizeof(*answer));
	const char **url = calloc(rows + 1, sizeof(*url));

	for (size_t i = 0; url && i < rows; i++)
		url[i] = gno_plugged_skipped(&row[i]) ? NULL : row[i].url;
	if (!answer || !url || gno_probe_all(url, rows, interrupted, answer, err)) {
		gno_fail(err, GNO_ERR_NOMEM, "out of memory");
		free(answer);
		answer = NULL;
	}
	free(url);
	return answer;
}

static int command(const struct base_values *v)
{
	const volatile sig_atomic_t *interrupted;
	struct gno_plugged *row = NULL;
	struct gno_probe *answer = NULL;
	struct gno_err err;
	size_t rows, listed, good = 0;
	int rc;

	rc = gno_plugged_list(GNO_USB_UART, &row, &rows, &err);
	if (rc)
		return cli_error(&err);
	interrupted = cli_catch_interrupts();
	if (v->option[OPT_PROBE]) {
		answer = probe(row, rows, interrupted, &err);
		rc = answer ? 0 : GNO_ERR_NOMEM;
	}
	for (listed = 0; listed < rows && !rc && !*interrupted; listed++) {
		const struct gno_probe *a = answer ? &answer[listed] : NULL;

		good += !a || a->answers;
		if (!v->option[OPT_JSON])
			print_row(&row[listed], a);
	}
	cli_leave_interrupts();
	if (v->option[OPT_JSON] && !rc)
		rc = cli_print_document(&columns_plugged,
					&(struct columns_plugged){row, answer, listed}, &err);
	free(row);
	free(answer);
	if (rc)
		return cli_error(&err);
	if (!rows)
		cli_note("no USB device that may have a monitor is plugged in");
	return good ? 0 : GNO_ERR_STATE;
}

const struct cli_spec cmd_list = {
    .name = "list",
    .args = "",
    .brief = "list the USB devices that may have a monitor",
    .summary = "Lists the USB devices that may have a monitor, with their URLs.",
    .details =
	"With --probe the command sends requests to each board that gnomon knows, where its link usually is, to all boards at the same time, at the usual rates, for four seconds at most. A program on the target that reads this serial line receives them, too. The command writes nowhere else: channel A of an FT2232H writes the flash on most boards. 'gnomon status -d URL' asks one place.\n"
	"Exit status: 0 a device is listed, and with --probe a monitor answers; 1 none, or failure; 2 a wrong command line.\n",
    .says_exit = true,
    .options = options,
    .run = command,
};
