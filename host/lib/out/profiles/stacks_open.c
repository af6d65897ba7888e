/* SPDX-License-Identifier: Apache-2.0 */
/* Which source the stacks of a run come from. */
#include "out/profiles/stacks.h"

#include <stdlib.h>
#include <string.h>

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
		rc = export_stacks_tell_apart(s, err);
	if (rc) {
		export_stacks_free(s);
		*out = NULL;
	}
	return rc;
}
