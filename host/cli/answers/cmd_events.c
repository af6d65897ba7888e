/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "shared/cli.h"
#include "shared/follow.h"
#include "shared/interrupt.h"
#include "out/export/printer.h"
#include "results/bounds.h"
#include "results/select.h"
#include "shared/answer.h"
#include "out/wave/wave.h"

enum {
	OPT_NODE,
	OPT_POINT,
	OPT_KIND,
	OPT_FROM,
	OPT_TO,
	OPT_JSON,
	OPT_FOLLOW,
	OPT_GTKWAVE,
	OPT_WAVEFORM,
};

static const struct base_option options[] = {
    [OPT_NODE] = {'n', "node", "NAME[,...]", "of these nodes only"},
    [OPT_POINT] = {'p', "point", "NAME[,...]",
		   "only of these points, writes and units of segments"},
    [OPT_KIND] = {'k', "kind", "KIND[,...]",
		  "only event, trigger, write, word, capture, line, segment, gap, hole, load"},
    [OPT_FROM] = {'f', "from", "CYCLE", "from this cycle on"},
    [OPT_TO] = {'t', "to", "CYCLE", "up to and including this cycle"},
    [OPT_JSON] = {'j', "json", NULL, "print JSON, one object per line"},
    [OPT_FOLLOW] = {0, "follow", NULL, "go on until the run is complete, or until an interrupt"},
    [OPT_GTKWAVE] = {'g', "gtkwave", "FILE",
		     "write signals of a waveform instead, for Surfer, too: .vcd or .fst"},
    [OPT_WAVEFORM] = {'w', "waveform", "FILE",
		      "with --gtkwave: beside all signals of this waveform of the simulation"},
    {0, "surfer", base_option_gone, "use '--gtkwave', whose file Surfer reads, too"},
    {0},
};

struct events {
	const struct gno_report *r;
	struct gno_report *growing; /* the same while the run is followed, else NULL */
	bool cut;		    /* the wait for more ended before the run was complete */
	struct report_select select;
	const char *wave_path; /* of a waveform, NULL: none */
	bool json;
	struct wave *wave; /* where the events go, NULL: to the standard output */
	const volatile sig_atomic_t *interrupted; /* NULL: not caught */
	struct report_printer *printer;		  /* NULL: to a waveform */
};

static bool is_kind(unsigned kind, const char *name, size_t length)
{
	const char *is = report_event_kind_name(kind);

	return is && strlen(is) == length && !strncmp(is, name, length);
}

/* Checks a list of names against those that there are; *bits: those that it has. 0 or CLI_USAGE. */
static int read_kinds(const char *list, unsigned *bits)
{
	size_t length;

	*bits = list ? 0 : ~0u;
	for (const char *p = list; p; p = p[length] ? p + length + 1 : NULL) {
		unsigned kind = 0;

		length = strcspn(p, ",");
		while (kind < REPORT_EVENT_KINDS && !is_kind(kind, p, length))
			kind++;
		if (kind == REPORT_EVENT_KINDS)
			return cli_usage(&cmd_events, "there is no kind '%.*s'", (int)length, p);
		*bits |= 1u << kind;
	}
	return 0;
}

static int print_event(struct events *e, const struct report_event *v, struct gno_err *err)
{
	char buf[32];

	if (!report_select_event(&e->select, e->r, v))
		return GNO_OK;
	if (e->wave)
		return wave_event(e->wave, v, report_event_name(e->r, v, buf, sizeof(buf)), err);
	if (e->json)
		report_row_json(e->printer, &columns_events, v);
	else
		report_event_text(e->printer, v);
	return GNO_OK;
}

/* What came is printed; waits for more. */
static int wait_for_more(struct events *e, struct gno_err *err)
{
	text_out_flush(&e->printer->out);
	fflush(stdout);
	return cli_follow_more(e->growing, &e->cut, err);
}

static void note_doubt(const struct events *e, const struct report_cursor *c)
{
	int node = e->growing ? report_rows_doubt(c) : -1;

	if (node >= 0)
		cli_note(
		    "node '%s' has lost the record of a load that went live: after its first loss, names may be those of the other load; 'gnomon events' without --follow omits them",
		    e->r->m->node[node].name);
}

static int read_events(struct events *e, struct gno_err *err)
{
	const bool *failed = e->printer ? &e->printer->out.failed : NULL;
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open_part(e->r, REPORT_EVENTS, e->r->m->nodes, e->select.from,
				       e->select.to, &c, err);

	while (!rc && !e->cut && !(failed && *failed)) {
		rc = report_rows_next(c, &row, err);
		if (rc == REPORT_WAITS) {
			rc = wait_for_more(e, err);
			continue;
		}
		if (rc <= 0 || row->time > e->select.to)
			break;
		if (e->interrupted && *e->interrupted && !e->growing)
			rc = gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
		else
			rc = print_event(e, &row->event, err);
		e->cut = e->growing && *e->interrupted;
	}
	if (!rc && !e->cut)
		note_doubt(e, c);
	report_rows_close(c);
	return rc < 0 ? rc : GNO_OK;
}

/* How exact the times are: standard output has only events. */
static void note_ticks(const struct gno_report *r)
{
	char buf[REPORT_EXACT];
	const char *line;
	unsigned node = 0;

	while ((line = report_exact(r, &node, buf)))
		cli_note("%s", line);
}

/* All lines; stops where nobody reads them any more, or the last requested cycle has passed. */
static int print_events(struct events *e, struct gno_err *err)
{
	int rc = report_printer_open(e->r, stdout, &e->printer, err), closed;

	if (!rc)
		rc = read_events(e, err);
	closed = report_printer_close(e->printer, rc ? NULL : err);
	return rc ? rc : closed;
}

static int write_wave(struct events *e, const char *waveform, struct gno_err *err)
{
	int rc, closed;

	e->interrupted = cli_catch_interrupts();
	rc = wave_open(e->wave_path, waveform, e->r, &e->wave, err);
	if (!rc)
		rc = read_events(e, err);
	closed = wave_close(e->wave, rc != 0, rc ? NULL : err);
	return rc ? rc : closed;
}

/* Reads the options that need no run. 0, or CLI_USAGE after a message. */
static int read_options(const struct base_values *v, struct events *e)
{
	int rc;

	e->select.node = v->option[OPT_NODE];
	e->select.point = v->option[OPT_POINT];
	e->json = v->option[OPT_JSON] != NULL;
	e->wave_path = v->option[OPT_GTKWAVE];
	if (v->option[OPT_WAVEFORM] && !e->wave_path)
		return cli_usage(&cmd_events, "--waveform is for --gtkwave");
	if (cli_exclude(&cmd_events, v, (const unsigned[]){OPT_FOLLOW, OPT_GTKWAVE, CLI_NONE}) ||
	    cli_exclude(&cmd_events, v, (const unsigned[]){OPT_JSON, OPT_GTKWAVE, CLI_NONE}))
		return CLI_USAGE;
	rc = read_kinds(v->option[OPT_KIND], &e->select.kinds);
	if (!rc)
		rc = cli_cycles(&cmd_events, v, OPT_FROM, OPT_TO, &e->select.from, &e->select.to);
	return rc;
}

/*
 * Opens the run to follow it: e->growing. Without --follow, and where the run is complete, or
 * events can be given only then, that is NULL.
 */
static int begin_to_follow(struct events *e, const char *dir, struct gno_err *err)
{
	int rc;

	e->interrupted = cli_catch_interrupts();
	rc = cli_follow_open(dir, &e->growing, err);
	e->cut = !rc && !e->growing;
	if (rc || e->cut || (gno_report_grows(e->growing) && !gno_report_needs_end(e->growing)))
		return rc;
	while (!rc && !e->cut && gno_report_grows(e->growing))
		rc = cli_follow_more(e->growing, &e->cut, err);
	gno_report_free(e->growing);
	e->growing = NULL;
	return rc;
}

static int open_run(struct events *e, const char *dir, bool follow, struct gno_report **r,
		    struct gno_err *err)
{
	int rc = follow ? begin_to_follow(e, dir, err) : GNO_OK;

	if (rc || e->cut)
		return rc;
	*r = e->growing;
	if (!e->growing)
		rc = gno_report_look(dir, r, err);
	if (rc)
		return rc;
	e->r = *r;
	rc = report_check_from(e->r, e->select.from, err);
	return rc ? rc : report_select_check(&e->select, e->r, err);
}

static int command(const struct base_values *v)
{
	struct events e = {.select = {.to = UINT64_MAX}};
	struct gno_report *r = NULL;
	struct gno_err err;
	int rc;

	rc = read_options(v, &e);
	if (!rc)
		rc = cli_no_rounds(v->arg[0]);
	if (rc)
		return rc;
	rc = open_run(&e, v->arg[0], v->option[OPT_FOLLOW] != NULL, &r, &err);
	if (!rc && e.wave_path)
		rc = write_wave(&e, v->option[OPT_WAVEFORM], &err);
	else if (!rc && !e.cut)
		rc = print_events(&e, &err);
	if (!rc && !e.cut)
		note_ticks(e.r);
	if (!rc && e.cut && *e.interrupted)
		cli_note("interrupted: the run is not complete, and later events may follow");
	gno_report_free(r);
	return rc ? cli_error(&err) : 0;
}

const struct cli_spec cmd_events = {
    .name = "events",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "print every event of a run, one per line",
    .summary = "Prints what happened, one event per line, in order of time.",
    .details =
	"Each line has the cycle since the sync of the run, the same time in seconds, the node, the kind and the name: an event or trigger by its point, a write by its page and number. Gaps, holes and loads have lines of their own, so that a loss is not mistaken for silence; --kind leaves them out. Events of one cycle are in the order of the nodes, and those of a node in the order of its records. The line of a segment names the cycle of its trigger, and comes where the trace has the segment: some time after its end. Where a CAPTURE or REPORT line pauses the time counters, their value follows the cycle ('?': not known). The kind 'line' is the start or the end of a round. Memory use does not depend on the length of the run.\n"
	"With --follow, RUN may still be drained: an event is printed once no node can have an earlier one. A recorder's events, and those of a monitor whose lines pause the time counters, are printed once the run is complete.\n"
	"With --gtkwave the file has for each node the signal 'events' and one for each interval, at the times of the simulation that made the run; the monitor has 'capture_line' or 'report_line', where the line pauses the time counters.\n",
    .options = options,
    .run = command,
};
