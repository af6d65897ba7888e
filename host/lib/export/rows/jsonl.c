/* SPDX-License-Identifier: Apache-2.0 */
/* Rows as JSON lines. */
#include "export/formats/formats.h"

struct lines {
	struct export_job *job;
	struct report_pauses_cursor *pauses; /* NULL: the time counters never pause */
};

static int put_event(void *ctx, const struct report_row *row, const char *name, struct gno_err *err)
{
	struct lines *l = ctx;
	int rc = export_row(l->job, err);

	if (!rc)
		report_event_json(l->job->r, l->pauses, &row->event, name, l->job->f);
	return rc;
}

static int put_interval(void *ctx, const struct report_row *row, const char *name,
			struct gno_err *err)
{
	struct export_job *job = ((struct lines *)ctx)->job;
	int rc = export_row(job, err);

	(void)name;
	if (!rc)
		report_interval_json(job->r, row, job->f);
	return rc;
}

static int put_sample(void *ctx, const struct report_row *row, const char *name,
		      struct gno_err *err)
{
	struct export_job *job = ((struct lines *)ctx)->job;
	int rc = export_row(job, err);

	(void)name;
	if (!rc)
		report_sample_json(job->r, row, job->f);
	return rc;
}

int export_jsonl(struct export_job *job, struct gno_err *err)
{
	struct lines l = {.job = job};
	int rc = 0;

	switch (job->o->what) {
	case EXPORT_INTERVALS:
		return export_intervals(job, put_interval, &l, err);
	case EXPORT_SAMPLES:
		return export_samples(job, put_sample, &l, err);
	default:
		if (job->r->pauses)
			rc = report_pauses_enter(job->r->pauses, &l.pauses, err);
		if (!rc)
			rc = export_events(job, put_event, &l, err);
		if (!rc)
			rc = report_pauses_check(l.pauses, err);
		report_pauses_leave(l.pauses);
		return rc;
	}
}
