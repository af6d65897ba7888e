/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "shared/cli.h"
#include "common/new_file.h"
#include "common/util.h"
#include "out/page/page.h"
#include "out/json/analyses.h"
#include "out/text/rounds.h"
#include "results/rounds.h"
#include "results/at.h"
#include "results/report.h"
#include "run/run.h"
#include "shared/follow.h"
#include "shared/answer.h"

enum {
	OPT_JSON,
	OPT_INTERVAL,
	OPT_WIDTH,
	OPT_ALL,
	OPT_SECTION,
	OPT_PROFILE,
	OPT_BY,
	OPT_FIELD,
	OPT_NODE,
	OPT_LIMIT,
	OPT_AT,
	OPT_HTML,
	OPT_EVENTS,
	OPT_FROM,
	OPT_TO,
	OPT_FOLLOW,
};

#define WIDTH_USUAL 100 /* where the output is no terminal */
#define WIDTH_MIN 40
#define WIDTH_MAX 10000
#define NAMES_WIDTH 12 /* columns beside the time line for names of nodes */
#define ROWS 32	       /* of a list, without --all and --limit */
#define ROWS_MAX 1000000000
#define EVERY_MAX 86400 /* seconds */
#define KEPT 1000 /* rows of a list that are kept in memory; longer lists are read once more */

#define PART_OTHER (1u << 31) /* a part that does not come alone */

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
    [OPT_NODE] = {0, "node", "NAME", "ratios, buckets and counters of this node only"},
    [OPT_LIMIT] =
	{'n', "limit", "N",
	 "rows of each list (default: 32; of ratios, buckets and counters with --follow: 1)"},
    [OPT_AT] = {0, "at", "CYCLE", "print instead what is known of this cycle"},
    [OPT_HTML] =
	{0, "html", "FILE",
	 "write one HTML page with pictures and all parts instead; '-': to standard output"},
    [OPT_EVENTS] =
	{0, "html-events", "N",
	 "page: events, and intervals, that it shows one by one, at most (default: 1000000)"},
    [OPT_FROM] = {0, "from", "CYCLE", "page: those from this cycle on"},
    [OPT_TO] = {0, "to", "CYCLE", "page: those up to and including this cycle"},
    [OPT_FOLLOW] = {0, "follow", "[=SECONDS]",
		    "print it again every second, or every SECONDS, until the run is complete"},
    {0},
};

/* Parts that can come alone: one or more of enum report_part. */
static const struct {
	const char *name;
	unsigned part;
} alone[] = {{"ratios", REPORT_RATIOS}, {"buckets", REPORT_BUCKETS}, {"counters", REPORT_COUNTERS}};

/* What is printed. */
struct form {
	const struct gno_report_options *o;
	struct gno_report_style style;
	const char *sections; /* as they were given, NULL: none */
	unsigned parts;	      /* if all of these can come alone, else 0 */
	bool json, follow;
};

/* Whether the monitor has what is requested. */
static int check_parts(const struct form *form, const struct gno_report *r, struct gno_err *err)
{
	const char *node = form->style.node;
	const struct gno_manifest *m = r->m;

	if (node && !gno_manifest_node(m, node))
		return gno_fail(err, GNO_ERR_ARG, "monitor '%s' has no node '%s'", m->name, node);
	for (unsigned k = 0; k < m->nodes; k++)
		if ((!node || !strcmp(node, m->node[k].name)) &&
		    gno_report_part_of(&m->node[k], form->parts))
			return GNO_OK;
	return gno_fail(err, GNO_ERR_ARG, "%s%s%smonitor '%s' has no %s", node ? "node '" : "",
			node ? node : "", node ? "' of " : "", m->name, form->sections);
}

static int print_report(const void *ctx, const struct gno_report *r, FILE *f, struct gno_err *err)
{
	const struct form *form = ctx;
	int rc = form->parts ? check_parts(form, r, err) : GNO_OK;

	if (rc)
		return rc;
	if (form->json && form->parts)
		return gno_report_part_json(r, form->style.node, form->parts, form->follow, f, err);
	if (form->json)
		return form->o->profile ? gno_report_profile_json(r, form->style.rows, f, err)
					: gno_report_json(r, form->style.rows, f, err);
	return form->o->profile ? gno_report_profile_text(r, &form->style, f, err)
				: gno_report_text(r, &form->style, f, err);
}

/* Reads the options of the profile. */
static int read_profile(const struct base_values *v, struct gno_report_options *o)
{
	const char *by = v->option[OPT_BY];

	o->profile = v->option[OPT_PROFILE] != NULL;
	o->field = v->option[OPT_FIELD];
	if (!o->profile && (by || o->field))
		return cli_usage(&cmd_report, "--%s is for --profile", by ? "by" : "field");
	if (by && strcmp(by, "line") != 0 && strcmp(by, "function") != 0)
		return cli_usage(&cmd_report, "--by is function or line, not '%s'", by);
	o->by_line = by && !strcmp(by, "line");
	return 0;
}

/* Reads the cycle of --at. */
static int read_at(const struct base_values *v, uint64_t *cycle)
{
	if (v->option[OPT_AT] && (v->option[OPT_PROFILE] || v->option[OPT_INTERVAL]))
		return cli_usage(&cmd_report, "--at cannot be combined with --%s",
				 v->option[OPT_PROFILE] ? "profile" : "interval");
	return cli_cycle(&cmd_report, "at", v->option[OPT_AT], cycle);
}

/* Reads the numbers of options that set the form. */
static int read_form(const struct base_values *v, unsigned long *width, unsigned long *rows,
		     unsigned long *every)
{
	const char *follow = v->option[OPT_FOLLOW];
	int rc = 0;

	if (v->option[OPT_WIDTH])
		rc = cli_number(&cmd_report, "width", v->option[OPT_WIDTH], WIDTH_MIN, WIDTH_MAX,
				width);
	if (!rc)
		rc = cli_rows(&cmd_report, v->option[OPT_LIMIT], rows);
	if (!rc && follow && *follow)
		rc = cli_number(&cmd_report, "follow", follow, 1, EVERY_MAX, every);
	return rc;
}

/* Takes the name of a part: its place, and what it is alone. */
static int take_section(const char *name, size_t length, struct form *form)
{
	char *const text = strndup(name, length);
	size_t i = 0;

	while (text && gno_report_sections[i] && strcmp(gno_report_sections[i], text) != 0)
		i++;
	if (!text || !gno_report_sections[i]) {
		cli_usage(&cmd_report, "there is no part '%s'", text ? text : "");
		free(text);
		return CLI_USAGE;
	}
	form->style.only |= UINT32_C(1) << i;
	i = 0;
	while (i < sizeof(alone) / sizeof(*alone) && strcmp(alone[i].name, text) != 0)
		i++;
	form->parts |= i < sizeof(alone) / sizeof(*alone) ? alone[i].part : PART_OTHER;
	form->style.units |= i < sizeof(alone) / sizeof(*alone);
	free(text);
	return 0;
}

/* Reads the names of parts, and what goes only with those that can come alone. */
static int read_sections(const struct base_values *v, struct form *form)
{
	int rc = 0;

	form->sections = v->option[OPT_SECTION];
	if (form->sections && (v->option[OPT_PROFILE] || v->option[OPT_AT]))
		return cli_usage(&cmd_report, "--section cannot be combined with --%s",
				 v->option[OPT_PROFILE] ? "profile" : "at");
	for (const char *at = form->sections; at && !rc;) {
		const size_t length = strcspn(at, ",");

		rc = take_section(at, length, form);
		at = at[length] ? at + length + 1 : NULL;
	}
	if (form->parts & PART_OTHER)
		form->parts = 0;
	if (!rc && form->sections && !form->parts && v->option[OPT_JSON])
		rc = cli_usage(&cmd_report,
			       "--section with --json is for ratios, buckets and counters");
	if (!rc && !form->parts && v->option[OPT_NODE])
		rc = cli_usage(&cmd_report, "--node is for --section ratios, buckets and counters");
	form->style.latest = form->parts && !v->option[OPT_ALL];
	form->style.node = v->option[OPT_NODE];
	return rc;
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
			return cli_usage(&cmd_report, "--html cannot be combined with --%s",
					 options[others[i]].name);
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		if (!v->option[OPT_HTML] && v->option[ours[i]])
			return cli_usage(&cmd_report, "--%s is for --html", options[ours[i]].name);
	if (v->option[OPT_EVENTS])
		rc = cli_number(&cmd_report, "html-events", v->option[OPT_EVENTS], 1, ROWS_MAX,
				&events);
	if (!rc)
		rc = cli_cycles(&cmd_report, v, OPT_FROM, OPT_TO, &page->from, &page->to);
	page->events = events;
	return rc;
}

/* What --follow cannot print again and again. */
static int check_follow(const struct base_values *v)
{
	static const unsigned others[] = {OPT_PROFILE, OPT_AT, OPT_HTML};

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (v->option[OPT_FOLLOW] && v->option[others[i]])
			return cli_usage(&cmd_report, "--follow cannot be combined with --%s",
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
	rc = rc ? rc : gno_new_file_open(path, temp, &f, err);
	if (f) {
		rc = page_write(r, page, f, err);
		if (gno_close_written(f) && !rc)
			rc = gno_fail_errno(err, errno, "cannot write '%s'", path);
	}
	end = gno_new_file_end(&temp, path, rc != 0, rc ? NULL : err);
	return rc ? rc : end;
}

/* Whether the user's locale takes UTF-8, without a change of the program's own. */
static bool is_utf8(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	bool utf8 = false;

	if (locale) {
		utf8 = !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");
		freelocale(locale);
	}
	return utf8;
}

/* How much of each part is written, and how. */
static void set_style(const struct base_values *v, unsigned long rows, struct form *form)
{
	struct gno_report_style *style = &form->style;
	const bool all = v->option[OPT_ALL] != NULL;

	form->json = v->option[OPT_JSON] != NULL;
	form->follow = v->option[OPT_FOLLOW] != NULL;
	style->utf8 = is_utf8();
	style->units |= all;
	style->brief = !all && !style->only && !v->option[OPT_LIMIT];
	style->rows = rows;
	if (form->parts && form->follow && !v->option[OPT_LIMIT])
		style->rows = 1;
	if (all || (form->json && !form->parts && !v->option[OPT_LIMIT]))
		style->rows = SIZE_MAX;
}

/* The page, whose lists and messages are read along with its report. */
static int make_page(const char *dir, struct gno_report_options *o, struct page_options *page,
		     const char *path)
{
	struct gno_report *r = NULL;
	struct gno_err err;
	int rc;

	page->reading = page_reading_new(page);
	o->passes = page_reading_add;
	o->passed = page_reading_end;
	o->passes_of = page->reading;
	rc = page->reading ? gno_report_build(dir, o, &r, &err) : gno_fail_nomem(&err);
	if (!rc)
		rc = write_page(r, page, path, &err);
	page_reading_free(page->reading);
	gno_report_free(r);
	return rc ? cli_error(&err) : 0;
}

static int print_once(const struct base_values *v, const struct form *form, uint64_t cycle)
{
	struct gno_report *r = NULL;
	struct gno_err err;
	const bool at = v->option[OPT_AT] != NULL;
	int rc = at ? gno_report_look(v->arg[0], &r, &err)
		    : gno_report_build(v->arg[0], form->o, &r, &err);

	if (!rc && at)
		rc = print_at(r, cycle, form->json, &err);
	else if (!rc)
		rc = print_report(form, r, stdout, &err);
	gno_report_free(r);
	return rc ? cli_error(&err) : 0;
}

static int print_again(const struct base_values *v, const struct form *form, unsigned long every)
{
	const struct cli_follow_report f = {.dir = v->arg[0],
					    .o = form->o,
					    .every_ms = (unsigned)every * 1000,
					    .json = form->json,
					    .print = print_report,
					    .ctx = form};
	struct gno_err err;

	return cli_follow_report(&f, &err) ? cli_error(&err) : 0;
}

/* All rounds of a run together. */
static int print_rounds(const char *dir, bool json)
{
	struct gno_rounds *rounds = NULL;
	struct gno_err err;
	int rc = gno_rounds_build(dir, &rounds, &err);

	if (!rc && json)
		gno_rounds_json(rounds, stdout);
	else if (!rc)
		rc = gno_rounds_text(rounds, stdout, &err);
	gno_rounds_free(rounds);
	return rc ? cli_error(&err) : 0;
}

static int command(const struct base_values *v)
{
	struct gno_report_options o = {.samples = ROWS};
	struct form form = {.o = &o};
	struct page_options page = {.from = 0};
	unsigned long width = base_wrap_terminal(stdout), rows = ROWS, every = 1;
	uint64_t cycle = 0;
	int rc;

	width = width < WIDTH_MIN ? WIDTH_USUAL : width;
	rc = read_form(v, &width, &rows, &every);
	if (!rc)
		rc = read_other_forms(v, &o, &cycle, &page);
	if (!rc)
		rc = read_sections(v, &form);
	if (!rc && form.parts)
		rc = cli_no_rounds(v->arg[0]);
	if (rc)
		return rc;
	if (gno_has_rounds(v->arg[0]))
		return print_rounds(v->arg[0], v->option[OPT_JSON] != NULL);
	o.interval = v->option[OPT_INTERVAL];
	o.periods = v->option[OPT_HTML] ? PAGE_PERIODS : 0;
	o.columns = v->option[OPT_HTML] ? PAGE_COLUMNS : (unsigned)width - NAMES_WIDTH;
	set_style(v, rows, &form);
	o.latest = form.style.latest; /* those are not read once more */
	o.samples = o.latest || form.style.rows < KEPT ? form.style.rows : KEPT;
	if (v->option[OPT_HTML])
		return make_page(v->arg[0], &o, &page, v->option[OPT_HTML]);
	return form.follow ? print_again(v, &form, every) : print_once(v, &form, cycle);
}

const struct cli_spec cmd_report = {
    .name = "report",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "report where the time of a run went",
    .summary = "Reports where the time of a run went.",
    .details =
	"Without options the command prints what fits on a screen: the intervals over all nodes, the measures by name, what was lost and why, and advice: what was seen, what it means, what to change.\n"
	"--all prints all of these parts, --section some, and --limit 32 the first 32 rows of each list:\n"
	"  nodes      of each node: records, losses and the share of its time that was seen\n"
	"  points     how often each fired\n"
	"  intervals  count, total, mean, minimum and maximum, in cycles and in time, and histograms\n"
	"  durations  their percentiles, and the longest ones with their places\n"
	"  system     the share of the operating system\n"
	"  ratios     ratio counters and extremes, at each sample and over the run\n"
	"  buckets, counters, segments  banks, snapshots, and the words around a trigger\n"
	"  port, messages, marks  processes, messages and marks from the event ports\n"
	"  captures, rounds  of the CAPTURE and REPORT lines\n"
	"  gaps, loads, holes  what is not known, and why\n"
	"  timeline   of the nodes\n"
	"  advice     what was seen, what it means, what to change\n"
	"With --follow, RUN may still be drained: in a terminal each report replaces the previous one, else they follow each other. The last report is that of the complete run.\n"
	"--section of ratios, buckets and counters alone prints their last rows, and each bank with its bars; --json prints them as JSON, with --follow one object per line.\n"
	"--profile prints where the program spends its time, from the words that the timer sampled. --at prints the events around a cycle, the intervals that contain it, the sample that counts it, the watched words of segments that hold it, and the value of time counters that pause.\n",
    .options = options,
    .run = command,
};
