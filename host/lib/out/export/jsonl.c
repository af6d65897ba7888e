/* SPDX-License-Identifier: Apache-2.0 */
/* Rows as JSON lines. */
#include "out/export/formats.h"
#include "out/print/printer.h"

struct lines {
	struct export_job *job;
	const struct column_list *list;
	struct report_printer *printer;
};

static int put_row(void *ctx, const void *row, struct gno_err *err)
{
	struct lines *l = ctx;
	int rc = export_row(l->job, err);

	if (!rc)
		report_row_json(l->printer, l->list, row);
	return rc;
}

int export_jsonl(struct export_job *job, struct gno_err *err)
{
	struct lines l = {.job = job, .list = export_list(job)};
	int rc = report_printer_open(job->r, job->f, &l.printer, err), closed;

	if (!rc)
		rc = export_list_rows(job, l.list, &l.printer->source, put_row, &l, err);
	if (!rc)
		rc = export_flush(job, &l.printer->out, err);
	closed = report_printer_close(l.printer, rc ? NULL : err);
	return rc ? rc : closed;
}
