/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/live.h"

#include <stddef.h>

#include "shared/aside.h"

/* What the child is to do. */
struct drawing {
	struct report_live *live;
	cli_live_fn *draw;
	void *ctx;
};

static int end_and_draw(void *ctx, FILE *out, struct gno_err *err)
{
	const struct drawing *d = ctx;
	struct gno_report *r = NULL;
	int rc = report_live_end(d->live, &r, err);

	/* the child's memory ends with it */
	return rc ? rc : d->draw(d->ctx, r, out, err);
}

static int draw_whole(const struct cli_live *l, cli_live_fn *draw, void *ctx, FILE *out,
		      struct gno_err *err)
{
	struct gno_report *r = NULL;
	int rc = gno_report_build(l->dir, l->o, &r, err);

	if (!rc)
		rc = draw(ctx, r, out, err);
	gno_report_free(r);
	return rc;
}

int cli_live_draw(struct cli_live *l, cli_live_fn *draw, void *ctx, FILE *out, bool *complete,
		  struct gno_err *err)
{
	int rc = l->live ? GNO_OK : report_live_open(l->dir, l->o, &l->live, err);

	if (!rc && report_live_grows(l->live))
		rc = report_live_refresh(l->live, err);
	if (rc < 0)
		return rc;
	*complete = !report_live_grows(l->live);
	if (*complete)
		return draw_whole(l, draw, ctx, out, err);
	return cli_aside(end_and_draw, &(struct drawing){l->live, draw, ctx}, out, err);
}

void cli_live_close(struct cli_live *l)
{
	report_live_close(l->live);
	l->live = NULL;
}
