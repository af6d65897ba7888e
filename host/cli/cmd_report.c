/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli.h"
#include "report.h"

enum { OPT_JSON, OPT_INTERVAL, OPT_WIDTH, OPT_ALL };

#define WIDTH_MIN 40
#define WIDTH_MAX 10000
#define WIDTH_DEFAULT 100
#define NAMES_WIDTH 12 /* columns beside the time line for names of nodes */
#define ROWS 32	       /* of a list, without --all */

static const struct cli_option options[] = {
    [OPT_JSON] = {'j', "json", NULL, "print the whole report as JSON"},
    [OPT_INTERVAL] = {'i', "interval", "NAME", "report this interval only"},
    [OPT_WIDTH] = {'w', "width", "N", "columns of the time line (default: the terminal's)"},
    [OPT_ALL] = {'a', "all", NULL, "list all samples, gaps and holes, not only the first"},
    {0},
};

static const struct cli_spec spec = {
    .name = "report",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary = "Report where the time of a run went.",
    .details =
	"Prints, of each interval and node, count, total, mean, minimum and maximum in cycles and in time;\n"
	"the ratio counters at each event and over the whole run; gaps, holes and the share of each\n"
	"node's time that was really seen; and a time line of the nodes.\n",
    .options = options,
};

/* Columns of the terminal, or a usual width where the output is none. */
static unsigned long terminal_width(void)
{
	struct winsize size;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col >= WIDTH_MIN)
		return size.ws_col;
	return WIDTH_DEFAULT;
}

/* Whether the user's locale takes UTF-8, without a change of the program's own. */
static bool utf8_locale(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	bool utf8 = false;

	if (locale) {
		utf8 = !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");
		freelocale(locale);
	}
	return utf8;
}

static int print_json(const struct gno_report *r, struct gno_err *err)
{
	json_t *root = gno_report_json(r);
	int rc = GNO_OK;

	if (!root)
		return gno_fail_nomem(err);
	if (json_dumpf(root, stdout, JSON_INDENT(2)) || fputc('\n', stdout) == EOF)
		rc = gno_fail_errno(err, errno, "cannot write the report");
	json_decref(root);
	return rc;
}

int cmd_report(int argc, char **argv)
{
	struct gno_report_options o = {.samples = ROWS};
	struct gno_report_style style = {.rows = ROWS};
	struct gno_report *r = NULL;
	struct cli_values v;
	struct gno_err err;
	unsigned long width = terminal_width();
	int rc;

	rc = cli_parse(&spec, argc, argv, &v);
	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	if (v.option[OPT_WIDTH]) {
		rc = cli_number(&spec, "width", v.option[OPT_WIDTH], WIDTH_MIN, WIDTH_MAX, &width);
		if (rc)
			return rc;
	}
	o.interval = v.option[OPT_INTERVAL];
	o.columns = (unsigned)width - NAMES_WIDTH;
	style.utf8 = utf8_locale();
	if (v.option[OPT_ALL])
		style.rows = SIZE_MAX;
	if (v.option[OPT_ALL] || v.option[OPT_JSON])
		o.samples = SIZE_MAX;
	rc = gno_report_build(v.arg[0], &o, &r, &err);
	if (rc)
		return cli_error(&err);
	rc = v.option[OPT_JSON] ? print_json(r, &err) : gno_report_text(r, &style, stdout, &err);
	if (!rc && fflush(stdout))
		rc = gno_fail_errno(&err, errno, "cannot write the report");
	gno_report_free(r);
	return rc ? cli_error(&err) : 0;
}
