/* SPDX-License-Identifier: Apache-2.0 */
#include "description.h"

#include <stdio.h>

#include "check/checks.h"

int description_plan(const char *path, struct description *d, struct gen_err *err)
{
	int rc;

	arena_init(&d->arena);
	diags_init(&d->diags);
	rc = source_read(path, &d->source, err);
	if (rc)
		return rc;
	rc = checks_run(&d->source, &d->arena, &d->model, &d->diags);
	diags_print(&d->diags, path, stderr);
	if (!rc)
		rc = plan_make(&d->model, &d->source, &d->arena, &d->plan);
	return rc == GEN_ERR_NOMEM ? gen_fail(err, rc, "out of memory") : rc;
}

void description_free(struct description *d)
{
	diags_free(&d->diags);
	arena_free(&d->arena);
	source_free(&d->source);
}
