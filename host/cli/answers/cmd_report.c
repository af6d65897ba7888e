/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "shared/cli.h"
#include "common/new_file.h"
#include "common/util.h"
#include "out/page/page.h"
#include "results/at.h"
#include "results/report.h"
#include "shared/live.h"
#include "shared/redraw.h"
#include "shared/rounds.h"
#include "shared/watch.h"

enum {
	OPT_JSON,
	OPT_INTERVAL,
	OPT_WIDTH,
	OPT_ALL,
	OPT_SECTION,
	OPT_PROFILE,
	OPT_BY,
	OPT_FIELD,
	OPT_LIMIT,
	OPT_AT,
	OPT_HTML,
	OPT_EVENTS,
	OPT_FROM,
	OPT_TO,
	OPT_FOLLOW,
};

#define WIDTH_MIN 40
#define WIDTH_MAX 10000
#define NAMES_WIDTH 12 /* columns beside the time line for names of nodes */
#define ROWS 32	       /* of a list, without --all and --limit */
#define ROWS_MAX 1000000000
#define KEPT 1000 /* rows of a list that are kept in memory; longer lists are read once more */

static const struct base_option options[] = {
    [OPT_JSON] = {'j', "json", NULL, "print the whole report as JSON"},
    [OPT_INTERVAL] = {'i', "interval", "NAME", "report this interval only"},
    [OPT_WIDTH] = {'w', "width", "N", "columns of the time line (default: the terminal's)"},
    [OPT_ALL] = {'a', "all", NULL, "print all parts, and all rows of each list"},
    [OPT_SECTION] = {'s', "section", "NAME[,...]", "print these of the parts above"},
    [OPT_PROFILE] = {'p', "profile", NULL, "print the flat profile of the program instead"},
    [OPT_BY] = {'b', "by", "WHAT", "profile: by function (default) or line"},
    [OPT_FIELD] =
	{'f', "field", "NAME",
	 "profile: field of the watched word that holds the address (default: the first of kind pc)"},
    [OPT_LIMIT] = {'n', "limit", "N", "rows of each list (default: 32)"},
    [OPT_AT] = {0, "at", "CYCLE", "print instead what is known of this cycle"},
    [OPT_HTML] =
	{0, "html", "FILE",
	 "write one HTML page with pictures and all parts instead; '-': to standard output"},
    [OPT_EVENTS] = {0, "html-events", "N",
		    "page: most events, and intervals, that it has one by one (default: 1000000)"},
    [OPT_FROM] = {0, "from", "CYCLE", "page: those from this cycle on"},
    [OPT_TO] = {0, "to", "CYCLE", "page: those up to and including this cycle"},
    [OPT_FOLLOW] = {0, "follow", NULL, "print it again and again until the run is complete"},
    {0},
};

static const struct cli_spec spec = {
    .name = "report",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary = "Reports where the time of a run went.",
    .details =
	"Without options what fits on a screen: the intervals over all nodes, the measures by name,\n"
	"what was lost and why, and advice: what was seen, what it means, what to change.\n"
	"The parts, all of them with --all, some with --section, and 32 rows of each list with --limit 32:\n"
	"  nodes      records, losses and the share of its time that was seen of each node\n"
	"  points     how often each fired\n"
	"  intervals  count, total, mean, minimum and maximum, in cycles and in time, and histograms\n"
	"  durations  their percentiles, and the longest ones with their places\n"
	"  system     the share of the operating system\n"
	"  ratios     ratio counters and extremes, at each sample and over the run\n"
	"  buckets, counters, segments  ('gnomon buckets' and 'gnomon counters' show each bank)\n"
	"  port, messages, marks  processes, messages and marks from the event ports\n"
	"  captures, rounds  of the CAPTURE and REPORT lines\n"
	"  gaps, loads, holes  what is not known, and why\n"
	"  timeline   of the nodes\n"
	"  advice     what was seen, what it means, what to change\n"
	"With --follow, RUN may still be drained: in a terminal each report takes the place of the one before,\n"
	"else they follow each other; the last one is that of the complete run.\n"
	"With --profile: where the program spends its time, from the words that the timer sampled. With\n"
	"--at: the events around a cycle, the intervals that it is in, the sample that counts it, the watched\n"
	"words of segments that hold it, and the value of time counters that pause.\n",
    .options = options,
};

static int print_report(const struct gno_report *r, const struct gno_report_options *o,
			const struct gno_report_style *style, bool json, FILE *f,
			struct gno_err *err)
{
	if (json)
		return o->profile ? gno_report_profile_json(r, style->rows, f, err)
				  : gno_report_json(r, style->rows, f, err);
	return o->profile ? gno_report_profile_text(r, style, f, err)
			  : gno_report_text(r, style, f, err);
}

/* Reads the options of the profile. */
static int read_profile(const struct base_values *v, struct gno_report_options *o)
{
	const char *by = v->option[OPT_BY];

	o->profile = v->option[OPT_PROFILE] != NULL;
	o->field = v->option[OPT_FIELD];
	if (!o->profile && (by || o->field))
		return cli_usage(&spec, "--%s is for --profile", by ? "by" : "field");
	if (by && strcmp(by, "line") != 0 && strcmp(by, "function") != 0)
		return cli_usage(&spec, "--by is function or line, not '%s'", by);
	o->by_line = by && !strcmp(by, "line");
	return 0;
}

/* Reads the cycle of --at. */
static int read_at(const struct base_values *v, uint64_t *cycle)
{
	if (v->option[OPT_AT] && (v->option[OPT_PROFILE] || v->option[OPT_INTERVAL]))
		return cli_usage(&spec, "--at cannot be combined with --%s",
				 v->option[OPT_PROFILE] ? "profile" : "interval");
	return cli_cycle(&spec, "at", v->option[OPT_AT], cycle);
}

/* Reads the numbers of options that set the form. */
static int read_form(const struct base_values *v, unsigned long *width, unsigned long *rows)
{
	int rc = 0;

	if (v->option[OPT_WIDTH])
		rc = cli_number(&spec, "width", v->option[OPT_WIDTH], WIDTH_MIN, WIDTH_MAX, width);
	if (!rc && v->option[OPT_LIMIT])
		rc = cli_number(&spec, "limit", v->option[OPT_LIMIT], 1, ROWS_MAX, rows);
	return rc;
}

/* Reads the names of parts into a bit of each. */
static int read_sections(const struct base_values *v, uint32_t *only)
{
	const char *at = v->option[OPT_SECTION];

	if (at && (v->option[OPT_JSON] || v->option[OPT_PROFILE] || v->option[OPT_AT]))
		return cli_usage(&spec, "--section is for the parts of the text");
	while (at) {
		const size_t len = strcspn(at, ",");
		size_t i = 0;

		while (gno_report_sections[i] && (strlen(gno_report_sections[i]) != len ||
						  strncmp(gno_report_sections[i], at, len) != 0))
			i++;
		if (!gno_report_sections[i])
			return cli_usage(&spec, "there is no part '%.*s'", (int)len, at);
		*only |= UINT32_C(1) << i;
		at = at[len] ? at + len + 1 : NULL;
	}
	return 0;
}

static int print_at(const struct gno_report *r, uint64_t cycle, bool json, struct gno_err *err)
{
	struct report_at *a = NULL;
	int rc = report_at_find(r, cycle, &a, err);

	if (!rc)
		rc = json ? report_at_json(a, stdout, err) : report_at_text(a, stdout, err);
	report_at_free(a);
	return rc;
}

/* Reads the options of the page. */
static int read_page(const struct base_values *v, struct page_options *page)
{
	static const unsigned others[] = {OPT_JSON,    OPT_WIDTH, OPT_ALL, OPT_SECTION,
					  OPT_PROFILE, OPT_LIMIT, OPT_AT};
	static const unsigned ours[] = {OPT_EVENTS, OPT_FROM, OPT_TO};
	unsigned long events = 0;
	int rc = 0;

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (v->option[OPT_HTML] && v->option[others[i]])
			return cli_usage(&spec, "--html cannot be combined with --%s",
					 options[others[i]].name);
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		if (!v->option[OPT_HTML] && v->option[ours[i]])
			return cli_usage(&spec, "--%s is for --html", options[ours[i]].name);
	if (v->option[OPT_EVENTS])
		rc = cli_number(&spec, "html-events", v->option[OPT_EVENTS], 1, ROWS_MAX, &events);
	if (!rc)
		rc = cli_cycle(&spec, "from", v->option[OPT_FROM], &page->from);
	if (!rc)
		rc = cli_cycle(&spec, "to", v->option[OPT_TO], &page->to);
	if (!rc && v->option[OPT_TO] && page->from > page->to)
		rc = cli_usage(&spec, "--from is later than --to");
	page->events = events;
	return rc;
}

/* What --follow cannot print again and again. */
static int check_follow(const struct base_values *v)
{
	static const unsigned others[] = {OPT_PROFILE, OPT_AT, OPT_HTML};

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (v->option[OPT_FOLLOW] && v->option[others[i]])
			return cli_usage(&spec, "--follow cannot be combined with --%s",
					 options[others[i]].name);
	return 0;
}

/* Reads the options of what is written instead of the report, which a run of rounds cannot have. */
static int read_other_forms(const struct base_values *v, struct gno_report_options *o,
			    uint64_t *cycle, struct page_options *page)
{
	int rc = read_profile(v, o);

	if (!rc)
		rc = read_at(v, cycle);
	if (!rc)
		rc = read_page(v, page);
	if (!rc)
		rc = check_follow(v);
	if (!rc && (o->profile || v->option[OPT_INTERVAL] || v->option[OPT_AT] ||
		    v->option[OPT_HTML] || v->option[OPT_FOLLOW]))
		rc = cli_no_rounds(v->arg[0]);
	return rc;
}

static int write_page(const struct gno_report *r, const struct page_options *page, const char *path,
		      struct gno_err *err)
{
	char *temp = NULL;
	FILE *f = NULL;
	int rc, end;

	if (!strcmp(path, "-"))
		return page_write(r, page, stdout, err);
	rc = gno_new_file(path, &temp, err);
	if (!rc && !(f = fopen(temp, "w")))
		rc = gno_fail_errno(err, errno, "cannot write '%s'", path);
	if (f) {
		rc = page_write(r, page, f, err);
		if (gno_close_written(f) && !rc)
			rc = gno_fail_errno(err, errno, "cannot write '%s'", path);
	}
	end = gno_new_file_end(&temp, path, rc != 0, err);
	return rc ? rc : end;
}

/* How much of each part is written, and how. */
static void set_style(const struct base_values *v, unsigned long rows,
		      struct gno_report_style *style)
{
	const bool all = v->option[OPT_ALL] != NULL;

	style->utf8 = cli_utf8_locale();
	style->units = all;
	style->brief = !all && !style->only && !v->option[OPT_LIMIT];
	style->rows = rows;
	if (all || (v->option[OPT_JSON] && !v->option[OPT_LIMIT]))
		style->rows = SIZE_MAX;
}

/* -- the report of a run that is drained -- */

struct follow {
	struct cli_live live;
	const struct gno_report_style *style;
	bool json;
};

static int print_live(void *ctx, const struct gno_report *r, FILE *f, struct gno_err *err)
{
	const struct follow *follow = ctx;

	return print_report(r, follow->live.o, follow->style, follow->json, f, err);
}

static int draw(void *ctx, FILE *f, bool *complete, struct gno_err *err)
{
	struct follow *follow = ctx;

	return cli_live_draw(&follow->live, print_live, follow, f, complete, err);
}

static int follow_run(const struct base_values *v, const struct gno_report_options *o,
		      const struct gno_report_style *style)
{
	struct follow follow = {
	    .live = {v->arg[0], o, NULL}, .style = style, .json = v->option[OPT_JSON] != NULL};
	struct gno_err err;
	int rc = cli_redraw(v->arg[0], draw, &follow, &err);

	cli_live_close(&follow.live);
	return rc ? cli_error(&err) : 0;
}

int cmd_report(int argc, char **argv)
{
	struct gno_report_options o = {.samples = ROWS};
	struct gno_report_style style = {.rows = ROWS};
	struct page_options page = {.from = 0};
	unsigned long width = cli_terminal_width();
	struct gno_report *r = NULL;
	unsigned long rows = ROWS;
	uint64_t cycle = 0;
	struct base_values v;
	struct gno_err err;
	int rc;

	rc = cli_parse(&spec, argc, argv, &v);
	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	rc = read_form(&v, &width, &rows);
	if (!rc)
		rc = read_other_forms(&v, &o, &cycle, &page);
	if (!rc)
		rc = read_sections(&v, &style.only);
	if (rc)
		return rc;
	if (gno_has_rounds(v.arg[0]))
		return cli_report_rounds(v.arg[0], v.option[OPT_JSON] != NULL);
	o.interval = v.option[OPT_INTERVAL];
	o.periods = v.option[OPT_HTML] ? PAGE_PERIODS : 0;
	o.columns = v.option[OPT_HTML] ? PAGE_COLUMNS : (unsigned)width - NAMES_WIDTH;
	set_style(&v, rows, &style);
	o.samples = style.rows < KEPT ? style.rows : KEPT;
	if (v.option[OPT_FOLLOW])
		return follow_run(&v, &o, &style);
	rc = gno_report_build(v.arg[0], &o, &r, &err);
	if (!rc && v.option[OPT_HTML])
		rc = write_page(r, &page, v.option[OPT_HTML], &err);
	else if (!rc && v.option[OPT_AT])
		rc = print_at(r, cycle, v.option[OPT_JSON], &err);
	else if (!rc)
		rc = print_report(r, &o, &style, v.option[OPT_JSON], stdout, &err);
	gno_report_free(r);
	return rc ? cli_error(&err) : 0;
}
