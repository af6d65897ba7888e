/* SPDX-License-Identifier: Apache-2.0 */
#include "out/export/export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "common/new_file.h"
#include "common/util.h"
#include "out/stream/behind.h"
#include "out/stream/gzip.h"
#include "results/bounds.h"

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

uint64_t export_ns(const struct export_job *job, uint64_t cycle)
{
	if (!job->o->boottime)
		return report_ns(job->r, cycle);
	return job->clock.offset + (uint64_t)((double)cycle * job->clock.slope);
}

static int fail_to_write(const struct export_job *job, struct gno_err *err)
{
	return gno_fail_errno(err, errno, "cannot write '%s'", job->o->path);
}

int export_look(const struct export_job *job, struct gno_err *err)
{
	if (job->o->interrupted && *job->o->interrupted)
		return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
	return job->f && ferror(job->f) ? fail_to_write(job, err) : GNO_OK;
}

int export_flush(const struct export_job *job, struct text_out *out, struct gno_err *err)
{
	text_out_flush(out);
	return out->failed ? fail_to_write(job, err) : 0;
}

/* --- the rows */

/* The cycles that a row has, from one to another. */
static void stretch_of(const struct gno_report *r, const struct report_row *row,
		       enum report_list list, uint64_t *from, uint64_t *to)
{
	*from = *to = row->time;
	if (list == REPORT_UNSEEN)
		columns_gap_stretch(row, from, to);
	else if (list == REPORT_INTERVALS && report_interval_begun(&row->interval))
		*from = row->interval.since;
	*from = common_time(r->boards, row->node, *from);
	*to = common_time(r->boards, row->node, *to);
}

static bool is_wanted(const struct export_job *job, enum report_list list,
		      const struct report_row *row)
{
	uint64_t from, to;

	if (list == REPORT_EVENTS)
		return report_select_event(&job->select, job->r, &row->event);
	stretch_of(job->r, row, list, &from, &to);
	return to >= job->o->from && from <= job->o->to &&
	       report_select_node(&job->select, job->r, row->node);
}

/* Whether all rows are: no part of the run is requested. */
static bool are_all_wanted(const struct export_job *job)
{
	return !job->o->from && job->o->to == UINT64_MAX && !job->select.node && !job->select.point;
}

int export_rows(struct export_job *job, const struct column_list *l, export_put *put, void *ctx,
		struct gno_err *err)
{
	const bool all = are_all_wanted(job);
	/* an interval that ends later may have begun before */
	const bool by_begin = l->list == REPORT_INTERVALS;
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open_part(job->r, l->list, job->r->m->nodes, job->o->from,
				       by_begin ? UINT64_MAX : job->o->to, &c, err);

	if (!rc && by_begin)
		report_rows_begun_by(c, job->o->to);
	while (!rc && (rc = report_rows_next(c, &row, err)) > 0) {
		rc = 0;
		if (!all && l->ordered && !by_begin &&
		    common_time(job->r->boards, row->node, row->time) > job->o->to)
			break;
		if (all || is_wanted(job, l->list, row))
			rc = put(ctx, row, err);
	}
	report_rows_close(c);
	return rc;
}

/* Rows of a list, made of rows of the report. */
struct expanded {
	const struct column_list *list;
	struct column_source *source;
	column_put *put;
	void *ctx;
};

static int put_expanded(void *ctx, const struct report_row *row, struct gno_err *err)
{
	const struct expanded *e = ctx;

	return columns_rows(e->list, e->source, row, e->put, e->ctx, err);
}

int export_list_rows(struct export_job *job, const struct column_list *l,
		     struct column_source *source, column_put *put, void *ctx, struct gno_err *err)
{
	const struct column_part part = {job->o->node, job->o->from, job->o->to};

	if (l->feed)
		return columns_feed(l, source, &part, put, ctx, err);
	return export_rows(job, l, put_expanded, &(struct expanded){l, source, put, ctx}, err);
}

/* --- the file */

/* Bytes of the file, as a viewer has them. */
static uint64_t size_of(const struct export_job *job)
{
	struct stat st;

	if (job->unpacked)
		return job->unpacked;
	return stat(job->path, &st) ? 0 : (uint64_t)st.st_size;
}

static void check_limit(const struct export_job *job, const struct export_format *format)
{
	const struct export_limit *limit = &format->limit;
	const uint64_t rows = job->largest ? job->largest : job->rows;

	if (!limit->viewer)
		return;
	if (limit->rows && rows > limit->rows)
		export_note(job,
			    "%" PRIu64 " %s: %s takes %" PRIu64
			    " at most; export a part by --from and --to",
			    rows, limit->of ? limit->of : "rows", limit->viewer, limit->rows);
	if (limit->bytes && size_of(job) > limit->bytes)
		export_note(job,
			    "%" PRIu64 " MB%s: %s takes %" PRIu64
			    " MB at most; export a part by --from and --to",
			    size_of(job) / 1000000, job->unpacked ? " uncompressed" : "",
			    limit->viewer, limit->bytes / 1000000);
}

/* Bytes of the file, before they are compressed, as far as those of the trace say it. */
static double foresee(const struct export_job *job, unsigned times)
{
	const struct gno_report *r = job->r;
	const uint64_t begin = job->o->from > r->line.begin ? job->o->from : r->line.begin;
	const uint64_t end = job->o->to < r->line.end ? job->o->to : r->line.end;
	const double all = (double)(r->line.end - r->line.begin) + 1;
	double bytes = 0;
	struct stat st;

	if (begin > end)
		return 0;
	for (unsigned i = 0; i < r->m->nodes; i++)
		if (report_select_node(&job->select, r, i) &&
		    !stat(gno_stream_path(gno_trace_stream(r->trace, i)), &st))
			bytes += (double)st.st_size;
	return bytes * times * ((double)(end - begin) + 1) / all;
}

/* Before anything is written: half of the limit on, as it is not exact. */
static void foresee_limit(const struct export_job *job, const struct export_format *format)
{
	const struct export_limit *limit = &format->limit;
	const double bytes = limit->times ? foresee(job, limit->times) : 0;

	if (bytes > (double)limit->bytes / 2)
		export_note(job,
			    "the file will have some %.0f MB%s: %s takes %" PRIu64
			    " MB at most; export a part by --from and --to",
			    bytes / 1e6, job->o->gzip ? " uncompressed" : "", limit->viewer,
			    limit->bytes / 1000000);
}

/* Through a stream that compresses, where that is requested. */
static int write_packed(struct export_job *job, const struct export_format *format,
			struct gno_err *err)
{
	FILE *const to = job->f;
	struct gzip gzip;
	int rc;

	if (!job->o->gzip)
		return format->write(job, err);
	job->f = gzip_stream(&gzip, to);
	if (!job->f) {
		job->f = to;
		return gno_fail_nomem(err);
	}
	rc = format->write(job, err);
	gzip.drop = rc != 0;
	if (fclose(job->f) && !rc)
		rc = fail_to_write(job, err);
	job->f = to;
	job->unpacked = gzip.bytes;
	return rc;
}

/* What a format writes to a file is stored by a thread meanwhile. */
static int write_behind(struct export_job *job, const struct export_format *format,
			struct gno_err *err)
{
	FILE *const to = job->f;
	FILE *const behind = export_behind(to);
	int rc;

	if (!behind)
		return write_packed(job, format, err);
	job->f = behind;
	rc = write_packed(job, format, err);
	if (fclose(behind) && !rc)
		rc = fail_to_write(job, err);
	job->f = to;
	return rc;
}

static int write_job(struct export_job *job, const struct export_format *format,
		     struct gno_err *err)
{
	int rc;

	if (!job->f || job->f == stdout) /* main() looks after standard output */
		return write_packed(job, format, err);
	rc = write_behind(job, format, err);
	if (gno_close_written(job->f) && !rc)
		rc = fail_to_write(job, err);
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
		if (!format->path_only)
			rc = gno_new_file_open(job->o->path, temp, &job->f, err);
	}
	if (!rc)
		rc = write_job(job, format, err);
	if (!rc)
		check_limit(job, format);
	ended = gno_new_file_end(&temp, job->o->path, rc != 0, rc ? NULL : err);
	return rc ? rc : ended;
}

/* Whether the file shows stretches of which a filter left out all records of a node. */
static bool marks_stretches(const struct export_job *job)
{
	return job->format->marks && export_list(job) == &columns_events;
}

static void note_ticks(const struct export_job *job)
{
	char buf[REPORT_EXACT];
	const char *line;
	unsigned node = 0;

	while ((line = report_exact(job->r, &node, buf)))
		export_note(job, "%s", line);
}

static void note_lacks(const struct export_job *job)
{
	char buf[REPORT_LACKS];
	const char *lossy = report_lossy(job->r, &job->select, buf);

	if (lossy)
		export_note(
		    job,
		    "%s: they were lost, triggers were off for a load, or the trace ends early; what is not recorded is not in the file",
		    lossy);
	if (job->r->run->filters)
		export_note(job, "the run was filtered: the file lacks what was left out, and %s",
			    marks_stretches(job) ? "marks only stretches without any record"
						 : "does not mark where");
}

static int open_run(struct export_job *job, struct gno_err *err)
{
	int rc = gno_report_look(job->dir, &job->r, err);

	if (!rc && job->o->boottime && !report_host_clock(job->r, GNO_CLOCK_BOOTTIME, &job->clock))
		rc = gno_fail(err, GNO_ERR_ARG,
			      "'%s' has no anchors of the host's clock: another program started it",
			      job->dir);
	if (!rc)
		rc = report_check_from(job->r, job->o->from, err);
	return rc ? rc : report_select_check(&job->select, job->r, err);
}

static int write_run(struct export_job *job, const struct export_format *format,
		     struct gno_err *err)
{
	int rc;

	if (!format->whole && strcmp(job->o->path, "-") != 0)
		return write_file(job, format, err);
	if (!format->whole)
		job->f = stdout;
	rc = write_job(job, format, err);
	if (!rc && format->whole)
		check_limit(job, format);
	return rc;
}

int export_run(const char *dir, const struct export_format *format, const struct export_options *o,
	       struct gno_err *err)
{
	struct export_job job = {.format = format, .dir = dir, .o = o, .path = o->path};
	int rc = 0;

	job.select = (struct report_select){o->node, o->point, ~0u, o->from, o->to};
	rc = open_run(&job, err);
	if (!rc) {
		foresee_limit(&job, format);
		rc = write_run(&job, format, err);
	}
	if (!rc) {
		note_lacks(&job);
		note_ticks(&job);
	}
	gno_report_free(job.r);
	return rc;
}
