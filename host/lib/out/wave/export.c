/* SPDX-License-Identifier: Apache-2.0 */
#include "out/wave/export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/moment.h"
#include "read/trace.h"
#include "out/wave/line.h"
#include "out/wave/vcd.h"
#include "passes/found/segments.h"

#define NEVER UINT64_MAX
#define NANOSECOND (-9)
#define FEMTOSECOND (-15)

/* The signals of a unit: those that each has, then a signal for each field. */
enum { WORD, CURRENT, SEGMENT, TRIGGER, FIELDS };

static const char *const names[FIELDS] = {
    [WORD] = "word", [CURRENT] = "current", [SEGMENT] = "segment", [TRIGGER] = "trigger"};

/* What the signals of a unit show; `known` is that of the word. */
struct shown {
	uint64_t word;
	bool known;
	char current, segment, trigger;
};

/* A unit. */
struct lane {
	const struct gno_node *node;
	const struct gno_segment_unit *unit;
	unsigned first; /* number of its first signal */
	struct gno_segments *list;
	uint64_t before;      /* segments that were left out before what is requested */
	struct gno_segment s; /* at hand */
	uint64_t begin, end;  /* of it, as far as it is requested */
	uint64_t next;	      /* cycle of the next change; NEVER: there is none */
	struct shown shown;
};

struct job {
	const struct wave_export *o;
	struct wave_exported *out;
	/* The run, opened once for each place in a node's list of units: a stream has one reader.
	 */
	struct gno_trace *trace[GNO_MAX_SEGMENT_UNITS];
	const struct gno_manifest *m;
	struct lane *lane;
	unsigned lanes;
	struct wave_line line;
	struct vcd *vcd;
	int unit;      /* of the file's times, a power of ten of a second */
	uint64_t step; /* of these a cycle takes */
	bool exact;    /* and that is its length */
};

/* --- the time */

/* ns, ps or fs: the longest of which a cycle is a whole number; else a cycle is shown as a ns. */
static void choose_unit(struct job *j)
{
	uint64_t units = 1000000000; /* in a second */

	for (j->unit = NANOSECOND; j->unit >= FEMTOSECOND; j->unit -= 3, units *= 1000)
		if (units % j->m->clock_hz == 0) {
			j->step = units / j->m->clock_hz;
			j->exact = true;
			return;
		}
	j->unit = NANOSECOND;
	j->step = 1;
}

static void put_comment(const struct job *j)
{
	struct gno_timescale scale = gno_timescale(j->unit);
	char text[160];

	if (j->exact)
		snprintf(text, sizeof(text),
			 "a cycle of the target takes %" PRIu64 " %s: clock_hz %" PRIu64, j->step,
			 scale.unit, j->m->clock_hz);
	else
		snprintf(
		    text, sizeof(text),
		    "a cycle of the target is shown as 1 ns; it is not a whole number of fs: clock_hz %" PRIu64,
		    j->m->clock_hz);
	vcd_comment(j->vcd, text);
}

static int at(struct job *j, uint64_t cycle, struct gno_err *err)
{
	if (cycle > UINT64_MAX / j->step)
		return gno_fail(err, GNO_ERR_FORMAT,
				"cycle %" PRIu64 " is beyond the times of a waveform", cycle);
	return vcd_at(j->vcd, cycle * j->step, err);
}

/* --- the header */

/* Whether a unit has a signal of that name before field `i`. */
static bool is_taken(const struct gno_node *n, unsigned i, const char *name)
{
	for (unsigned k = 0; k < FIELDS; k++)
		if (!strcmp(names[k], name))
			return true;
	for (unsigned k = 0; k < n->fields; k++)
		if (k != i && !strcmp(n->field[k].name, name))
			return true;
	return false;
}

static void put_field(const struct job *j, const struct lane *l, unsigned i)
{
	const struct gno_field *field = &l->node->field[i];
	char name[128];

	snprintf(name, sizeof(name), "%s", field->name);
	while (is_taken(l->node, i, name) && strlen(name) + 1 < sizeof(name))
		strcat(name, "_");
	vcd_signal(j->vcd, VCD_BITS, field->bits, l->first + FIELDS + i, name);
}

static void put_signals(const struct job *j, const struct lane *l)
{
	vcd_scope(j->vcd, l->unit->name);
	for (unsigned i = 0; i < l->node->fields; i++)
		put_field(j, l, i);
	vcd_signal(j->vcd, VCD_BITS, l->node->word_bits, l->first + WORD, names[WORD]);
	for (unsigned i = CURRENT; i < FIELDS; i++)
		vcd_signal(j->vcd, VCD_BITS, 1, l->first + i, names[i]);
	vcd_scope(j->vcd, NULL);
}

/* Writes changes of a unit's signals; `all`: what they show at first. */
static void put_changes(const struct job *j, struct lane *l, const struct shown *next, bool all)
{
	const struct shown *now = &l->shown;
	bool known = all || next->known != now->known;

	for (unsigned i = 0; i < l->node->fields; i++) {
		const struct gno_field *f = &l->node->field[i];
		uint64_t value = gno_field_value(f, next->word);

		if (known || value != gno_field_value(f, now->word))
			vcd_vector(j->vcd, l->first + FIELDS + i, f->bits, next->known, value);
	}
	if (known || next->word != now->word)
		vcd_vector(j->vcd, l->first + WORD, l->node->word_bits, next->known, next->word);
	if (all || next->current != now->current)
		vcd_bit(j->vcd, l->first + CURRENT, next->current);
	if (all || next->segment != now->segment)
		vcd_bit(j->vcd, l->first + SEGMENT, next->segment);
	if (all || next->trigger != now->trigger)
		vcd_bit(j->vcd, l->first + TRIGGER, next->trigger);
	l->shown = *next;
}

static const struct shown outside = {.current = 'x', .segment = '0', .trigger = '0'};

static int put_header(struct job *j, struct gno_err *err)
{
	int rc;

	put_comment(j);
	vcd_scope(j->vcd, j->m->name);
	for (unsigned i = 0; i < j->lanes; i++) {
		const struct lane *l = &j->lane[i];

		if (!i || l[-1].node != l->node)
			vcd_scope(j->vcd, l->node->name);
		put_signals(j, l);
		if (i + 1 == j->lanes || l[1].node != l->node)
			vcd_scope(j->vcd, NULL);
	}
	wave_line_signal(&j->line, j->vcd);
	vcd_scope(j->vcd, NULL);
	rc = vcd_begin(j->vcd, err);
	if (!rc)
		rc = at(j, 0, err);
	for (unsigned i = 0; i < j->lanes && !rc; i++)
		put_changes(j, &j->lane[i], &outside, true);
	if (!rc)
		wave_line_begin(&j->line, j->vcd);
	return rc;
}

/* --- the units */

/* Goes to the next segment with a cycle that is requested. */
static int next_segment(struct job *j, struct lane *l, struct gno_err *err)
{
	int rc;

	l->next = NEVER;
	while ((rc = gno_segments_next(l->list, &l->s, err)) > 0 &&
	       (!l->s.entries || l->s.ended < j->o->from))
		if (l->s.ended < j->o->from)
			l->before = gno_segments_left_out(l->list);
	if (rc <= 0 || l->s.began > j->o->to)
		return rc < 0 ? rc : 0;
	l->begin = l->s.began > j->o->from ? l->s.began : j->o->from;
	l->end = l->s.ended < j->o->to ? l->s.ended : j->o->to;
	l->next = l->begin;
	j->out->segments++;
	return 0;
}

static void sooner(struct lane *l, uint64_t cycle, uint64_t now)
{
	if (cycle > now && cycle < l->next)
		l->next = cycle;
}

/* What a unit shows in a cycle of the segment at hand, up to its next change. */
static void put_cycle(const struct job *j, struct lane *l, uint64_t cycle)
{
	const struct gno_segment_entry *e;
	struct shown next = {.segment = '1'};
	uint64_t first;

	e = &l->s.entry[gno_segment_find(&l->s, cycle, &first)];
	next.known = e->known;
	next.word = e->word;
	next.current = cycle != first ? 'x' : e->current ? '1' : '0';
	next.trigger = cycle == l->s.at ? '1' : '0';
	put_changes(j, l, &next, false);
	l->next = l->end + 1;
	sooner(l, first + 1, cycle);
	sooner(l, first + e->length, cycle);
	sooner(l, l->s.at, cycle);
	sooner(l, l->s.at + 1, cycle);
}

static int put_change(struct job *j, struct lane *l, uint64_t cycle, struct gno_err *err)
{
	int rc = 0;

	if (cycle > l->end) {
		rc = next_segment(j, l, err);
		if (!rc && l->next != cycle)
			put_changes(j, l, &outside, false);
	}
	if (!rc && l->next == cycle)
		put_cycle(j, l, cycle);
	return rc;
}

static int put_all(struct job *j, struct gno_err *err)
{
	for (;;) {
		uint64_t cycle = wave_line_next(&j->line);
		int rc;

		for (unsigned i = 0; i < j->lanes; i++)
			if (j->lane[i].next < cycle)
				cycle = j->lane[i].next;
		if (cycle == NEVER)
			return 0;
		if (j->o->interrupted && *j->o->interrupted)
			return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
		rc = at(j, cycle, err);
		if (!rc && wave_line_next(&j->line) == cycle)
			rc = wave_line_put(&j->line, j->vcd, err);
		for (unsigned i = 0; i < j->lanes && !rc; i++)
			if (j->lane[i].next == cycle)
				rc = put_change(j, &j->lane[i], cycle, err);
		if (rc)
			return rc;
	}
}

/* --- what is requested */

static bool is_wanted(const char *wanted, const char *name)
{
	return !wanted || !strcmp(wanted, name);
}

static int none_wanted(const struct job *j, struct gno_err *err)
{
	const struct wave_export *o = j->o;

	if (o->node && !gno_manifest_node(j->m, o->node))
		return gno_fail(err, GNO_ERR_ARG, "monitor '%s' has no node '%s'", j->m->name,
				o->node);
	return gno_fail(err, GNO_ERR_ARG, "%s%s%smonitor '%s' has no unit of segments%s%s%s",
			o->node ? "node '" : "", o->node ? o->node : "", o->node ? "' of " : "",
			j->m->name, o->unit ? " '" : "", o->unit ? o->unit : "",
			o->unit ? "'" : "");
}

/* A unit, at its first segment. */
static int open_lane(struct job *j, const char *dir, unsigned node, unsigned unit, unsigned first,
		     struct gno_err *err)
{
	struct lane *l = &j->lane[j->lanes++];
	int rc = 0;

	l->node = &j->m->node[node];
	l->unit = &l->node->preprocessors.segment[unit];
	l->first = first;
	if (!j->trace[unit])
		rc = gno_trace_open(dir, &j->trace[unit], err);
	if (!rc)
		rc = found_segments(j->o->report, node, gno_trace_stream(j->trace[unit], node),
				    unit, j->o->from, &l->list, err);
	return rc ? rc : next_segment(j, l, err);
}

/* The lines, whose signals have the numbers from `first` on. */
static int open_line(struct job *j, unsigned first, struct gno_err *err)
{
	return wave_line_open(&j->line, j->m, j->o->report->pauses, first, j->o->from, j->o->to,
			      err);
}

static int open_lanes(struct job *j, const char *dir, struct gno_err *err)
{
	unsigned first = 0;
	int rc = 0;

	j->lane = calloc((size_t)j->m->nodes * GNO_MAX_SEGMENT_UNITS, sizeof(*j->lane));
	if (!j->lane)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < j->m->nodes; k++) {
		const struct gno_node *n = &j->m->node[k];

		for (unsigned i = 0; i < n->preprocessors.segments && !rc; i++)
			if (is_wanted(j->o->node, n->name) &&
			    is_wanted(j->o->unit, n->preprocessors.segment[i].name)) {
				rc = open_lane(j, dir, k, i, first, err);
				first += FIELDS + n->fields;
			}
	}
	if (rc)
		return rc;
	return j->lanes ? open_line(j, first, err) : none_wanted(j, err);
}

/* Whether the traces are there up to the end of the run. */
static void find_end(const struct job *j)
{
	const char *state = gno_trace_run(j->trace[0])->state;

	for (unsigned i = 0; i < j->lanes; i++) {
		unsigned node = (unsigned)(j->lane[i].node - j->m->node);

		j->out->cut_off |= gno_stream_missing(gno_trace_stream(j->trace[0], node)) != 0;
	}
	j->out->unended = !j->out->cut_off && state && strcmp(state, "complete") != 0;
}

static int write_file(struct job *j, struct gno_err *err)
{
	int rc, closed;

	choose_unit(j);
	rc = vcd_open(j->o->path, NULL, j->unit, &j->vcd, err);
	if (!rc)
		rc = put_header(j, err);
	if (!rc)
		rc = put_all(j, err);
	closed = vcd_close(j->vcd, rc != 0, rc ? NULL : err);
	return rc ? rc : closed;
}

int wave_export(const char *dir, const struct wave_export *o, struct wave_exported *out,
		struct gno_err *err)
{
	struct job j = {.o = o, .out = out};
	int rc = gno_trace_open(dir, &j.trace[0], err);

	*out = (struct wave_exported){.segments = 0};
	if (!rc) {
		j.m = gno_trace_manifest(j.trace[0]);
		rc = open_lanes(&j, dir, err);
	}
	if (!rc)
		find_end(&j);
	if (!rc)
		rc = write_file(&j, err);
	for (unsigned i = 0; i < j.lanes; i++) {
		if (j.lane[i].list)
			out->left_out += gno_segments_left_out(j.lane[i].list) - j.lane[i].before;
		gno_segments_close(j.lane[i].list);
	}
	free(j.lane);
	wave_line_close(&j.line);
	for (unsigned i = 0; i < GNO_MAX_SEGMENT_UNITS; i++)
		if (j.trace[i])
			gno_trace_close(j.trace[i]);
	return rc;
}
