/* SPDX-License-Identifier: Apache-2.0 */
#include "export/export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "common/new_file.h"
#include "common/util.h"

#define ROWS_A_LOOK 256 /* between two looks at the file's state */

void export_note(const struct export_job *job, const char *fmt, ...)
{
	char text[GNO_ERR_TEXT];
	va_list ap;

	if (!job->o->note)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	job->o->note(job->o->ctx, text);
}

int export_row(struct export_job *job, struct gno_err *err)
{
	if (job->o->interrupted && *job->o->interrupted)
		return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
	if (job->f && job->rows % ROWS_A_LOOK == 0 && ferror(job->f))
		return gno_fail_errno(err, errno, "cannot write '%s'", job->o->path);
	job->rows++;
	return 0;
}

/* --- the rows */

static int put_rows(struct export_job *job, enum report_list list, unsigned node, export_put *put,
		    void *ctx, struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open(job->r, list, node, 0, &c, err);
	char buf[32];

	while (!rc && (rc = report_rows_next(c, &row, err)) > 0) {
		const char *name = NULL;

		rc = 0;
		if (list != REPORT_SPANS && row->time > job->o->to)
			break;
		if (list == REPORT_EVENTS) {
			name = report_event_name(job->r, &row->event, buf, sizeof(buf));
			if (!report_select_event(&job->select, job->r, &row->event, name))
				continue;
		} else if (list == REPORT_SPANS) {
			name = job->r->points.interval[row->span.interval].name;
			if (!report_select_node(&job->select, job->r, row->span.node))
				continue;
		}
		rc = put(ctx, row, name, err);
	}
	report_rows_close(c);
	return rc;
}

int export_events(struct export_job *job, export_put *put, void *ctx, struct gno_err *err)
{
	return put_rows(job, REPORT_EVENTS, 0, put, ctx, err);
}

int export_spans(struct export_job *job, export_put *put, void *ctx, struct gno_err *err)
{
	return put_rows(job, REPORT_SPANS, 0, put, ctx, err);
}

bool export_touches(const struct export_job *job, const struct report_row *row)
{
	const struct report_span *s = &row->span;

	return row->time >= job->o->from && (s->begun ? s->since : row->time) <= job->o->to;
}

/* A sample of the cycles that are requested. */
struct sample_filter {
	struct export_job *job;
	export_put *put;
	void *ctx;
};

static int put_sample(void *ctx, const struct report_row *row, const char *name,
		      struct gno_err *err)
{
	const struct sample_filter *s = ctx;
	uint64_t time = row->sample.time;

	if (time < s->job->o->from || time > s->job->o->to)
		return 0;
	return s->put(s->ctx, row, name, err);
}

int export_samples(struct export_job *job, export_put *put, void *ctx, struct gno_err *err)
{
	struct sample_filter filter = {job, put, ctx};
	int rc = 0;

	for (unsigned k = 0; k < job->r->m->nodes && !rc; k++)
		if (report_select_node(&job->select, job->r, k))
			rc = put_rows(job, REPORT_SAMPLES, k, put_sample, &filter, err);
	return rc;
}

/* --- the file */

static void check_limit(const struct export_job *job, const struct export_format *format)
{
	const struct export_limit *limit = &format->limit;
	struct stat st;

	if (!limit->viewer)
		return;
	if (limit->rows && job->rows > limit->rows)
		export_note(job,
			    "%" PRIu64 " rows: %s takes %" PRIu64
			    " at most; export a part by --from and --to",
			    job->rows, limit->viewer, limit->rows);
	if (limit->bytes && !stat(job->path, &st) && (uint64_t)st.st_size > limit->bytes)
		export_note(job,
			    "%" PRIu64 " MB: %s takes %" PRIu64
			    " MB at most; export a part by --from and --to",
			    (uint64_t)st.st_size / 1000000, limit->viewer, limit->bytes / 1000000);
}

static int write_job(struct export_job *job, const struct export_format *format,
		     struct gno_err *err)
{
	int rc = format->write(job, err);

	if (!job->f || job->f == stdout) /* main() looks after standard output */
		return rc;
	if (fclose(job->f) && !rc)
		rc = gno_fail_errno(err, errno, "cannot write '%s'", job->o->path);
	job->f = NULL;
	return rc;
}

/* To a temporary file, which then comes to its place. */
static int write_file(struct export_job *job, const struct export_format *format,
		      struct gno_err *err)
{
	char *temp = NULL;
	int rc = gno_new_file(job->o->path, &temp, err), ended;

	if (!rc) {
		job->path = temp;
		job->f = format->path_only ? NULL : fopen(temp, "w");
		if (!job->f && !format->path_only)
			rc = gno_fail_errno(err, errno, "cannot write '%s'", job->o->path);
	}
	if (!rc)
		rc = write_job(job, format, err);
	if (!rc)
		check_limit(job, format);
	ended = gno_new_file_end(&temp, job->o->path, rc != 0, rc ? NULL : err);
	return rc ? rc : ended;
}

static int open_run(struct export_job *job, const struct export_format *format, struct gno_err *err)
{
	const struct gno_report_options few = {.columns = 1, .samples = 1};
	bool all = format->needs == EXPORT_NEEDS_ALL || job->o->what == EXPORT_SAMPLES;
	int rc = all ? gno_report_build(job->dir, &few, &job->r, err)
		     : gno_report_look(job->dir, &job->r, err);

	return rc ? rc : report_select_check(&job->select, job->r, err);
}

int export_run(const char *dir, const struct export_format *format, const struct export_options *o,
	       struct gno_err *err)
{
	struct export_job job = {.format = format, .dir = dir, .o = o, .path = o->path};
	int rc = 0;

	job.select = (struct report_select){o->node, o->point, ~0u, o->from, o->to};
	if (format->needs == EXPORT_NEEDS_DIR) {
		rc = format->write(&job, err);
		if (!rc)
			check_limit(&job, format);
		return rc;
	}
	rc = open_run(&job, format, err);
	if (!rc && strcmp(o->path, "-") != 0) {
		rc = write_file(&job, format, err);
	} else if (!rc) {
		job.f = stdout;
		rc = write_job(&job, format, err);
	}
	gno_report_free(job.r);
	return rc;
}
