/* SPDX-License-Identifier: Apache-2.0 */
/* Rows as JSON lines. */
#include "out/export/formats.h"
#include "out/print/printer.h"

struct lines {
	struct export_job *job;
	struct report_printer *printer;
};

static int put_event(void *ctx, const struct report_row *row, struct gno_err *err)
{
	struct lines *l = ctx;
	int rc = export_row(l->job, err);

	if (!rc)
		report_event_json(l->printer, &row->event);
	return rc;
}

static int put_interval(void *ctx, const struct report_row *row, struct gno_err *err)
{
	struct lines *l = ctx;
	int rc = export_row(l->job, err);

	if (!rc)
		report_interval_json(l->printer, row);
	return rc;
}

static int put_sample(void *ctx, const struct report_row *row, struct gno_err *err)
{
	struct lines *l = ctx;
	int rc = export_row(l->job, err);

	if (!rc)
		report_sample_json(l->printer, row);
	return rc;
}

static int put_rows(struct lines *l, struct gno_err *err)
{
	switch (l->job->o->what) {
	case EXPORT_INTERVALS:
		return export_intervals(l->job, put_interval, l, err);
	case EXPORT_SAMPLES:
		return export_samples(l->job, put_sample, l, err);
	default:
		return export_events(l->job, put_event, l, err);
	}
}

int export_jsonl(struct export_job *job, struct gno_err *err)
{
	struct lines l = {.job = job};
	int rc = report_printer_open(job->r, job->f, &l.printer, err), closed;

	if (!rc)
		rc = put_rows(&l, err);
	if (!rc)
		rc = export_flush(job, &l.printer->out, err);
	closed = report_printer_close(l.printer, rc ? NULL : err);
	return rc ? rc : closed;
}
