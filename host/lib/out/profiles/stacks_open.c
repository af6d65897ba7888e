/* SPDX-License-Identifier: Apache-2.0 */
/* The stacks of a run from one of their sources, with a name of its own for each function. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "out/profiles/stacks.h"

/*
 * -- names --
 *
 * Functions of one name, such as static ones of two files. Profilers add up frames by their names,
 * so each gets a name of its own: FILE:FUNCTION, or with its address where no file is known.
 */

static const char *file_of(const struct export_frame *f)
{
	return f->function_file ? f->function_file : "";
}

static const char *base_of(const struct export_frame *f)
{
	const char *slash = strrchr(file_of(f), '/');

	return slash ? slash + 1 : file_of(f);
}

/* By name; then by file, those of one base name beside each other; then by address. */
static int compare(const void *a, const void *b)
{
	const struct export_frame *x = *(const struct export_frame *const *)a;
	const struct export_frame *y = *(const struct export_frame *const *)b;
	int order = strcmp(x->name, y->name);

	if (!order)
		order = strcmp(base_of(x), base_of(y));
	if (!order)
		order = strcmp(file_of(x), file_of(y));
	return order ? order : (x->function > y->function) - (x->function < y->function);
}

/* What two frames of one name do not share, from the most to the least telling one. */
enum differs { SAME, ADDRESS, FILE_PATH, FILE_BASE };

static enum differs differs(const struct export_frame *x, const struct export_frame *y)
{
	if (strcmp(base_of(x), base_of(y)) != 0)
		return FILE_BASE;
	if (strcmp(file_of(x), file_of(y)) != 0)
		return FILE_PATH;
	return x->function != y->function ? ADDRESS : SAME;
}

static char *name_of(const struct export_frame *f, enum differs least)
{
	const char *file = least == FILE_BASE ? base_of(f) : file_of(f);

	if (!*file && !f->function)
		return strdup(f->name);
	if (least == ADDRESS || !*file)
		return gno_format("%s%s%s@0x%" PRIx64, file, *file ? ":" : "", f->name,
				  f->function);
	return gno_format("%s:%s", file, f->name);
}

/* Names the frames from `first` to `last`, which have one name. */
static int name_all(struct export_frame **frame, size_t first, size_t last)
{
	enum differs least = SAME;

	for (size_t i = first; i < last; i++) {
		const enum differs now = differs(frame[i], frame[i + 1]);

		if (now != SAME && (least == SAME || now < least))
			least = now;
	}
	for (size_t i = first; i <= last && least != SAME; i++) {
		char *name = name_of(frame[i], least);

		if (!name)
			return GNO_ERR_NOMEM;
		frame[i]->own = name;
	}
	for (size_t i = first; i <= last; i++)
		if (frame[i]->own)
			frame[i]->name = frame[i]->own;
	return GNO_OK;
}

/* Gives functions of one name names of their own. */
static int tell_apart(struct export_stacks *s, struct gno_err *err)
{
	struct export_frame **frame = calloc(s->frames + 1, sizeof(struct export_frame *));
	size_t used = 0;
	int rc = frame ? GNO_OK : GNO_ERR_NOMEM;

	for (size_t i = 0; i < s->frames && !rc; i++)
		if (s->frame[i].is_code)
			frame[used++] = &s->frame[i];
	if (used)
		qsort(frame, used, sizeof(struct export_frame *), compare);
	for (size_t i = 0, last; i < used && !rc; i = last + 1) {
		for (last = i; last + 1 < used && !strcmp(frame[last + 1]->name, frame[i]->name);)
			last++;
		rc = name_all(frame, i, last);
	}
	free(frame);
	return rc ? gno_fail_nomem(err) : GNO_OK;
}

/* -- opening -- */

/* Whether the timer's profile is the one source that says much. Calls are preferred, but a
 * function's entry alone, such as the point that a run ends at, makes no call trees. */
static bool has_profile_only(const struct gno_report *r)
{
	bool profile = false;

	for (size_t i = 0; i < r->points.loads; i++) {
		const struct gno_pattern_file *file = r->points.load[i].file;

		profile |= file->profile;
		for (size_t k = 0; k < file->points; k++)
			if (file->point[k].called && !strcmp(file->point[k].what, "return"))
				return false;
	}
	return profile;
}

int export_stacks_open(struct export_job *job, bool by_address, struct export_stacks **out,
		       struct gno_err *err)
{
	struct export_stacks *s = calloc(1, sizeof(*s));
	bool timer = job->o->stacks == EXPORT_STACKS_PROFILE;
	int rc;

	*out = s;
	if (!s)
		return gno_fail_nomem(err);
	if (job->o->stacks == EXPORT_STACKS_ANY)
		timer = job->o->field || has_profile_only(job->r);
	s->by_address = by_address;
	rc = timer ? export_stacks_of_timer(job, s, err) : export_stacks_of_calls(job, s, err);
	if (!rc)
		rc = tell_apart(s, err);
	if (rc) {
		export_stacks_free(s);
		*out = NULL;
	}
	return rc;
}
