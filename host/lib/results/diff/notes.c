/* SPDX-License-Identifier: Apache-2.0 */
/* What is unlike in two runs that can be compared. */
#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "results/diff/alike.h"
#include "results/diff/rows.h"
#include "results/until.h"

/* Adds a note, which is the caller's until then. */
static int add_diff_note(struct report_diff *d, char *text)
{
	char **more = text ? gno_room(d->note, d->notes, sizeof(*more)) : NULL;

	if (!more) {
		free(text);
		return GNO_ERR_NOMEM;
	}
	d->note = more;
	more[d->notes++] = text;
	return GNO_OK;
}

static int note_names(struct report_diff *d)
{
	const struct gno_manifest *const m[] = {d->run[0]->m, d->run[1]->m};
	const struct gno_pattern_file *const file[] = {d->run[0]->points.load[0].file,
						       d->run[1]->points.load[0].file};
	const char *const a = diff_program(d->run[0]), *const b = diff_program(d->run[1]);
	int rc = GNO_OK;

	if (strcmp(m[0]->name, m[1]->name) != 0)
		rc = add_diff_note(
		    d, gno_format("the monitors are '%s' and '%s'", m[0]->name, m[1]->name));
	else if (m[0]->hash != m[1]->hash)
		rc = add_diff_note(
		    d, gno_format("the monitors '%s' were generated from other descriptions",
				  m[0]->name));
	if (!rc && strcmp(a, b) != 0)
		rc = add_diff_note(d, gno_format("the programs are '%s' and '%s'", a, b));
	if (!rc && strcmp(file[0]->name, file[1]->name) != 0)
		rc = add_diff_note(d, gno_format("the experiments are '%s' and '%s'", file[0]->name,
						 file[1]->name));
	if (!rc && file[0]->rounds == file[1]->rounds && file[0]->round != file[1]->round)
		rc = add_diff_note(
		    d, gno_format("the runs are rounds %u and %u of %u, which measure other ratios",
				  file[0]->round + 1, file[1]->round + 1, file[0]->rounds));
	return rc;
}

static int note_parts(struct report_diff *d)
{
	const struct gno_pattern_file *const file[] = {d->run[0]->points.load[0].file,
						       d->run[1]->points.load[0].file};
	int rc = GNO_OK;

	if (d->run[0]->run->model != d->run[1]->run->model)
		rc = add_diff_note(
		    d, gno_format("%c is of a simulated model, the other one of the hardware",
				  d->run[0]->run->model ? 'A' : 'B'));
	if (!rc && diff_is_last_part(d->run[0])) /* then of both */
		rc = add_diff_note(
		    d,
		    gno_format(
			"both runs have only the last records, so they may be of other parts of the program"));
	if (!rc && !report_until(d->run[0]) && file[0]->limit_ms != file[1]->limit_ms)
		rc = add_diff_note(
		    d, gno_format("the runs have no end point, and ended by limits of %g and %g s",
				  file[0]->limit_ms / 1e3, file[1]->limit_ms / 1e3));
	return rc;
}

/* A point of two builds can be the same place though it is defined in another way. */
static int note_point(struct report_diff *d, const char *name)
{
	const struct gno_pattern_point *a = diff_point(d->run[0], name);
	const struct gno_pattern_point *b = diff_point(d->run[1], name);

	if (diff_same_point(a, b) || diff_same_build(d->run))
		return GNO_OK;
	return add_diff_note(
	    d, gno_format("point '%s' is '%s' in A and '%s' in B", name, a->text, b->text));
}

/* Of points that are ends of intervals of both runs, each once. */
static int note_points(struct report_diff *d)
{
	const struct report_points *p = &d->run[0]->points;
	int rc = GNO_OK;

	for (size_t i = 0; i < p->points && !rc; i++)
		for (size_t k = 0; k < p->intervals; k++) {
			const struct report_interval *v = &p->interval[k];

			if ((strcmp(v->from, p->point[i].name) != 0 &&
			     strcmp(v->to, p->point[i].name) != 0) ||
			    diff_find_interval(d->run[1], v->name) == d->run[1]->points.intervals)
				continue;
			rc = note_point(d, p->point[i].name);
			break;
		}
	return rc;
}

/* Where nothing is known, other than where records are counted as lost. */
static int note_holes(struct report_diff *d)
{
	int rc = GNO_OK;

	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < d->run[i]->m->nodes && !rc; k++)
			if (d->run[i]->node[k].holes)
				rc = add_diff_note(
				    d,
				    gno_format(
					"the trace of %c is damaged at node '%s': what a hole cuts is left out",
					'A' + i, d->run[i]->m->node[k].name));
	return rc;
}

int diff_notes(struct report_diff *d, struct gno_err *err)
{
	static int (*const rules[])(struct report_diff * d) = {note_names, note_parts, note_points,
							       note_holes};

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (rules[i](d))
			return gno_fail_nomem(err);
	return GNO_OK;
}
