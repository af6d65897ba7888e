/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/watch.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/private.h"
#include "base/show.h"
#include "out/text/text.h"
#include "shared/follow.h"
#include "shared/live.h"
#include "shared/rounds.h"
#include "common/util.h"

enum { OPT_WATCH, OPT_NODE, OPT_LIMIT, OPT_JSON };

#define ROWS 32 /* banks, samples and snapshots that are shown once */
#define WIDTH_MIN 40
#define WIDTH_DEFAULT 100
#define EVERY_MAX 86400

const struct base_option cli_watch_options[] = {
    [OPT_WATCH] = {'w', "watch", "[=SECONDS]",
		   "refresh after so many seconds (default: 1) until the run has ended"},
    [OPT_NODE] = {'n', "node", "NAME", "of this node only"},
    [OPT_LIMIT] = {'l', "limit", "N",
		   "the last N samples, banks or snapshots (default: 32; with --watch: 1)"},
    [OPT_JSON] = {'j', "json", NULL, "print JSON; with --watch one object per line"},
    {0},
};

/* A signal handler has no other place to put it. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
	if (interrupted)
		base_private_end(signal);
	interrupted = 1;
}

struct watch {
	const struct cli_spec *spec;
	const char *dir;
	const char *node; /* NULL: all */
	const char *what;
	enum report_part part;
	bool json, again, terminal;
	unsigned long every, rows;
	struct cli_journal journal; /* at the last poll */
	struct cli_live live;
};

unsigned long cli_terminal_width(void)
{
	struct winsize size;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col >= WIDTH_MIN)
		return size.ws_col;
	return WIDTH_DEFAULT;
}

bool cli_utf8_locale(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	bool utf8 = false;

	if (locale) {
		utf8 = !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");
		freelocale(locale);
	}
	return utf8;
}

/* Whether the monitor has what is requested. */
static int check(const struct watch *w, const struct gno_report *r, struct gno_err *err)
{
	bool any = false;

	if (w->node && !gno_manifest_node(r->m, w->node))
		return gno_fail(err, GNO_ERR_ARG, "monitor '%s' has no node '%s'", r->m->name,
				w->node);
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (!w->node || !strcmp(w->node, r->m->node[k].name))
			any |= gno_report_part_of(&r->m->node[k], w->part);
	if (any)
		return GNO_OK;
	if (w->node)
		return gno_fail(err, GNO_ERR_ARG, "node '%s' of monitor '%s' has no %s", w->node,
				r->m->name, w->what);
	return gno_fail(err, GNO_ERR_ARG, "monitor '%s' has no %s", r->m->name, w->what);
}

/* Rows of the terminal; 0: not known. */
static unsigned terminal_rows(void)
{
	struct winsize size;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_row;
}

void cli_print_screen(const char *text)
{
	unsigned rows = terminal_rows(), lines = 0;
	const char *end = text, *p;

	for (p = text; *p; p++) {
		lines += *p == '\n';
		if (*p == '\n' && (!rows || lines + 2 <= rows))
			end = p + 1;
	}
	if (rows && lines >= rows)
		printf(CLI_CLEAR
		       "%.*s... %u more lines: --node, a pipe or a larger window shows them\n",
		       (int)(end - text), text, lines + 2 - rows);
	else
		printf(CLI_CLEAR "%s", text);
}

static int print_table(const struct watch *w, const struct gno_report *r, FILE *f,
		       struct gno_err *err)
{
	const struct gno_report_style style = {.utf8 = cli_utf8_locale(),
					       .rows = w->rows,
					       .latest = true,
					       .units = true,
					       .node = w->node};
	char time[48], shown[BASE_SHOWN];

	if (w->again)
		fprintf(f, "'%s' up to cycle %llu, %s%s\n", base_show(w->dir, shown, sizeof(shown)),
			(unsigned long long)r->line.end,
			text_time(r, (double)r->line.end, time, sizeof(time)),
			r->run->state ? "" : ", state not known");
	return gno_report_part_text(r, &style, w->part, f, err);
}

/* Prints what is requested, into `f`. 1: every node has sent its flush. */
static int print(void *ctx, const struct gno_report *r, FILE *f, struct gno_err *err)
{
	const struct watch *w = ctx;
	bool ended = true;
	int rc = check(w, r, err);

	if (!rc && w->json)
		rc = gno_report_part_json(r, w->node, w->part, w->again, f, err);
	else if (!rc)
		rc = print_table(w, r, f, err);
	for (unsigned k = 0; k < r->m->nodes; k++)
		ended = ended && r->node[k].flushed;
	return rc ? rc : ended;
}

/* Shows what was printed. */
static void show(const struct watch *w, const char *text)
{
	if (w->again && w->terminal && !w->json)
		cli_print_screen(text);
	else
		printf("%s%s", text, w->again && !w->json ? "\n" : "");
	fflush(stdout);
}

/* One poll. *ended: no more will come. */
static int look(struct watch *w, bool *ended, struct gno_err *err)
{
	bool complete = false;
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int rc;

	if (!f)
		return gno_fail_nomem(err);
	rc = cli_live_draw(&w->live, print, w, f, &complete, err);
	*ended = rc > 0 || complete;
	if (gno_close_written(f) && rc >= 0)
		rc = gno_fail_nomem(err);
	if (rc >= 0)
		show(w, text);
	free(text);
	/* it may not be started yet */
	return rc > 0 || (w->again && rc == GNO_ERR_STATE) ? GNO_OK : rc;
}

static void wait_seconds(unsigned long seconds)
{
	uint64_t until = gno_now_ms() + 1000ull * seconds;
	const struct timespec step = {.tv_nsec = 50000000};

	while (!interrupted && gno_now_ms() < until)
		nanosleep(&step, NULL);
}

static int run(struct watch *w)
{
	const struct gno_report_options o = {
	    .columns = WIDTH_DEFAULT, .samples = w->rows, .latest = true};
	struct sigaction on = {.sa_handler = on_interrupt}, before;
	struct gno_err err;
	bool ended = false, goes_on;
	int rc = GNO_OK;

	w->live = (struct cli_live){.dir = w->dir, .o = &o};
	if (w->again)
		sigaction(SIGINT, &on, &before);
	do {
		if (cli_journal_changed(w->dir, &w->journal))
			rc = look(w, &ended, &err);
		goes_on = !rc && w->again && !ended && !ferror(stdout);
		if (goes_on)
			wait_seconds(w->every);
	} while (goes_on && !interrupted);
	if (w->again)
		sigaction(SIGINT, &before, NULL);
	cli_live_close(&w->live);
	return rc ? cli_error(&err) : 0;
}

int cli_watch_command(const struct cli_spec *spec, int argc, char **argv, enum report_part part,
		      const char *what)
{
	struct watch w = {.spec = spec, .part = part, .what = what, .every = 1};
	struct base_values v;
	int rc;

	rc = cli_parse(spec, argc, argv, &v);
	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	w.dir = v.arg[0];
	w.node = v.option[OPT_NODE];
	w.json = v.option[OPT_JSON] != NULL;
	w.again = v.option[OPT_WATCH] != NULL;
	w.terminal = isatty(STDOUT_FILENO);
	w.rows = w.again ? 1 : ROWS;
	if (w.again && *v.option[OPT_WATCH])
		rc = cli_number(spec, "watch", v.option[OPT_WATCH], 1, EVERY_MAX, &w.every);
	if (!rc && v.option[OPT_LIMIT])
		rc = cli_number(spec, "limit", v.option[OPT_LIMIT], 1, 1000000, &w.rows);
	if (!rc)
		rc = cli_no_rounds(w.dir);
	return rc ? rc : run(&w);
}
