/* SPDX-License-Identifier: Apache-2.0 */
#include "out/wave/wave.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "records/record.h"
#include "out/wave/line.h"
#include "out/wave/vcd.h"
#include "results/board.h"

/* A node's signals: number `first` is its events, the next ones are the intervals. */
struct track {
	unsigned first;
	char *text;	/* of the cycle that is gathered, NULL: none */
	uint64_t until; /* first cycle after that */
	uint64_t clear; /* when `events` goes back to "-"; UINT64_MAX: it is there */
	unsigned *open; /* of each interval, how often it is open */
	char *level;	/* what its signal shows */
	char *next;	/* and is to show */
};

struct wave {
	const struct gno_report *r;
	struct vcd *vcd;
	struct track *track;
	uint64_t cycle; /* that is gathered */
	struct wave_line line;
};

static int go_to(struct wave *w, uint64_t cycle, struct gno_err *err)
{
	const struct gno_simulation *s = &w->r->run->simulation;

	return vcd_at(w->vcd, s->time + cycle * s->period, err);
}

/* Goes on to the time of a cycle in the simulation; the lines change on the way. */
static int at(struct wave *w, uint64_t cycle, struct gno_err *err)
{
	int rc = 0;

	while (!rc && wave_line_next(&w->line) <= cycle) {
		rc = go_to(w, wave_line_next(&w->line), err);
		if (!rc)
			rc = wave_line_put(&w->line, w->vcd, err);
	}
	return rc ? rc : go_to(w, cycle, err);
}

static void free_wave(struct wave *w)
{
	for (unsigned k = 0; w->track && k < w->r->m->nodes; k++) {
		free(w->track[k].text);
		free(w->track[k].open);
		free(w->track[k].level);
		free(w->track[k].next);
	}
	free(w->track);
	wave_line_close(&w->line);
	free(w);
}

static int make_tracks(struct wave *w, struct gno_err *err)
{
	size_t intervals = w->r->points.intervals;

	w->track = calloc(w->r->m->nodes, sizeof(*w->track));
	for (unsigned k = 0; w->track && k < w->r->m->nodes; k++) {
		struct track *t = &w->track[k];

		t->first = k * (1 + (unsigned)intervals);
		t->clear = UINT64_MAX;
		t->open = calloc(intervals + 1, sizeof(*t->open));
		t->level = malloc(intervals + 1);
		t->next = malloc(intervals + 1);
		if (!t->open || !t->level || !t->next)
			return gno_fail_nomem(err);
		memset(t->level, '0', intervals);
		memset(t->next, '0', intervals);
	}
	return w->track ? 0 : gno_fail_nomem(err);
}

/* The header, and what all signals show before the first event. */
static int put_signals(struct wave *w, struct gno_err *err)
{
	const struct gno_report *r = w->r;
	int rc;

	vcd_scope(w->vcd, "gnomon");
	vcd_scope(w->vcd, r->m->name);
	for (unsigned k = 0; k < r->m->nodes; k++) {
		vcd_scope(w->vcd, r->m->node[k].name);
		vcd_signal(w->vcd, VCD_TEXT, 1, w->track[k].first, "events");
		for (unsigned i = 0; i < r->points.intervals; i++)
			vcd_signal(w->vcd, VCD_BITS, 1, w->track[k].first + 1 + i,
				   r->points.interval[i].name);
		vcd_scope(w->vcd, NULL);
	}
	wave_line_signal(&w->line, w->vcd);
	vcd_scope(w->vcd, NULL);
	vcd_scope(w->vcd, NULL);
	rc = vcd_begin(w->vcd, err);
	if (!rc)
		rc = vcd_at(w->vcd, 0, err);
	if (!rc)
		wave_line_begin(&w->line, w->vcd);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++) {
		vcd_text(w->vcd, w->track[k].first, "-");
		for (unsigned i = 0; i < r->points.intervals; i++)
			vcd_bit(w->vcd, w->track[k].first + 1 + i, '0');
	}
	return rc;
}

int wave_open(const char *path, const char *waveform, const struct gno_report *r, struct wave **out,
	      struct gno_err *err)
{
	const struct gno_simulation *s = &r->run->simulation;
	struct wave *w;
	int rc = report_of_one_board(r, "a waveform", err);

	*out = NULL;
	if (rc)
		return rc;
	if (!s->known)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "the run does not say where it lies in a simulation; a run by +gnomon_experiment does, if the simulation's time goes on");
	if (!s->period)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "the clock of the simulation had no fixed period: the places of the events in its waveform are not known");
	*out = w = calloc(1, sizeof(*w));
	if (!w)
		return gno_fail_nomem(err);
	w->r = r;
	rc = make_tracks(w, err);
	if (!rc)
		rc = wave_line_open(&w->line, r->m, r->pauses,
				    r->m->nodes * (1 + (unsigned)r->points.intervals), 0,
				    UINT64_MAX, err);
	if (!rc)
		rc = vcd_open(path, waveform, s->unit, &w->vcd, err);
	return rc ? rc : put_signals(w, err);
}

/* Ends the texts that end up to a cycle. */
static int clear_texts(struct wave *w, uint64_t to, struct gno_err *err)
{
	for (;;) {
		struct track *first = NULL;

		for (unsigned k = 0; k < w->r->m->nodes; k++)
			if (w->track[k].clear <= to && (!first || w->track[k].clear < first->clear))
				first = &w->track[k];
		if (!first)
			return 0;
		if (at(w, first->clear, err))
			return err->code;
		vcd_text(w->vcd, first->first, "-");
		first->clear = UINT64_MAX;
	}
}

static void put_track(struct wave *w, struct track *t)
{
	vcd_text(w->vcd, t->first, t->text);
	free(t->text);
	t->text = NULL;
	t->clear = t->until;
	for (unsigned i = 0; i < w->r->points.intervals; i++) {
		if (t->next[i] != t->level[i])
			vcd_bit(w->vcd, t->first + 1 + i, t->next[i]);
		t->level[i] = t->next[i];
	}
}

/* Writes the cycle that was gathered. */
static int put_cycle(struct wave *w, struct gno_err *err)
{
	int rc = 0;
	bool placed = false;

	for (unsigned k = 0; k < w->r->m->nodes && !rc; k++) {
		if (!w->track[k].text)
			continue;
		if (!placed) {
			rc = clear_texts(w, w->cycle, err);
			if (!rc)
				rc = at(w, w->cycle, err);
			placed = true;
		}
		if (!rc)
			put_track(w, &w->track[k]);
	}
	return rc;
}

/* What the intervals show from an event on. */
static void follow(const struct wave *w, struct track *t, const struct report_event *v,
		   const char *name)
{
	bool unseen = v->kind == GNO_KIND_GAP || v->kind == REPORT_NO_RECORD;

	for (size_t i = 0; i < w->r->points.intervals; i++) {
		const struct report_interval *interval = &w->r->points.interval[i];

		if (unseen) {
			t->open[i] = 0;
			t->next[i] = 'x';
			continue;
		}
		if (!gno_kind_has_flags(v->kind))
			continue;
		if (!strcmp(name, interval->to)) {
			t->open[i] -= t->open[i] != 0;
			t->next[i] = t->open[i] ? '1' : '0';
		}
		if (!strcmp(name, interval->from)) {
			t->open[i]++;
			t->next[i] = '1';
		}
	}
}

int wave_event(struct wave *w, const struct report_event *v, const char *name, struct gno_err *err)
{
	struct track *t = &w->track[v->node];
	const struct gno_record *rec = &v->record;
	char value[24] = "", *text;
	int rc;

	if (v->kind == GNO_KIND_SEGMENT) /* its words are for `gnomon export` */
		return 0;
	if (rec->time != w->cycle) {
		rc = put_cycle(w, err);
		if (rc)
			return rc;
		w->cycle = rec->time;
	}
	if (v->kind == GNO_KIND_DATUM)
		snprintf(value, sizeof(value), "=0x%" PRIx32, rec->data);
	else if (v->kind == GNO_KIND_WORD || v->kind == GNO_KIND_CAPTURE)
		snprintf(value, sizeof(value), "=0x%" PRIx64, rec->word);
	text = gno_format("%s%s%s%s", t->text ? t->text : "", t->text ? "+" : "", name, value);
	if (!text)
		return gno_fail_nomem(err);
	free(t->text);
	t->text = text;
	t->until = rec->time + 1;
	if (v->kind == GNO_KIND_GAP || v->kind == REPORT_NO_RECORD)
		t->until = rec->to + 1;
	follow(w, t, v, name);
	return 0;
}

int wave_close(struct wave *w, bool failed, struct gno_err *err)
{
	int rc = 0, closed;

	if (!w)
		return 0;
	if (!failed)
		rc = put_cycle(w, err);
	if (!failed && !rc)
		rc = clear_texts(w, UINT64_MAX - 1, err);
	if (!failed && !rc && w->line.next)
		rc = at(w, w->r->line.end + 1, err);
	closed = vcd_close(w->vcd, failed || rc, rc ? NULL : err);
	free_wave(w);
	return rc ? rc : closed;
}
