/* SPDX-License-Identifier: Apache-2.0 */
#include "out/page/page.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "out/page/bundle.h"
#include "common/util.h"
#include "out/json/list.h"
#include "out/page/data.h"
#include "results/board.h"
#include "results/columns/documents.h"
#include "results/select.h"

#define EVERY_MS 2000 /* a live page without a wish */

/* -- a file in which < is \u003c, so that nothing in the JSON of a page can end it -- */

struct escaped {
	FILE *to;
	int failed; /* errno of the first failure; 0: none */
};

static ssize_t fail_to_write(struct escaped *e)
{
	if (!e->failed)
		e->failed = errno;
	return 0;
}

static ssize_t write_escaped(void *ctx, const char *text, size_t size)
{
	struct escaped *e = ctx;

	for (size_t at = 0, run; at < size; at += run) {
		const char *less = memchr(text + at, '<', size - at);

		run = less ? (size_t)(less - text) - at : size - at;
		if (fwrite(text + at, 1, run, e->to) != run)
			return fail_to_write(e);
		if (!less)
			continue;
		if (fputs("\\u003c", e->to) < 0)
			return fail_to_write(e);
		run++;
	}
	return (ssize_t)size;
}

void page_head(struct page *p)
{
	struct json_out *out = &p->b.out;

	jout_object(out, NULL);
	jout_number(out, "format", PAGE_FORMAT);
	jout_text(out, "version", GNOMON_VERSION);
}

void page_report(struct page *p)
{
	struct column_source s = {.r = p->b.r, .rows = PAGE_ROWS, .losses = PAGE_ROWS};

	p->b.rc = json_row(&p->b.out, &s, "report", &columns_report_body, p->b.r, p->b.err);
}

static void put_data(struct page *p)
{
	struct json_out *out = &p->b.out;

	page_head(p);
	jout_bool(out, "over", p->o->over);
	page_report(p);
	page_overview(p);
	page_losses(p);
	page_events(p);
	page_spans(p);
	page_samples(p);
	page_messages(p);
	page_calls(p);
	page_parallelism(p);
	jout_object_end(out);
}

int page_write_data(const struct gno_report *r, const struct page_options *o, FILE *out,
		    struct gno_err *err)
{
	const struct page_options all = page_settle(r, o);
	struct escaped e = {.to = out};
	FILE *escaped = fopencookie(&e, "w", (cookie_io_functions_t){.write = write_escaped});
	struct page p = {.b = {.r = r, .out = {.f = escaped, .compact = true}, .err = err},
			 .o = &all};

	assert(r->periods);
	if (!escaped)
		return gno_fail_nomem(err);
	p.b.rc = page_read(&p);
	if (!p.b.rc)
		put_data(&p);
	if (!p.b.rc && p.packed.nomem)
		p.b.rc = gno_fail_nomem(err);
	packed_free(&p.packed);
	page_reading_free(p.own);
	if (gno_close_written(escaped) && !p.b.rc)
		p.b.rc = gno_fail_errno(err, e.failed ? e.failed : errno, "cannot write the page");
	return p.b.rc;
}

/* -- the page around the data -- */

/* Writes the bundle up to a mark, and moves behind it. */
static void put_up_to(const char **at, const char *end, const char *mark, FILE *out)
{
	const char *to = memmem(*at, (size_t)(end - *at), mark, strlen(mark));

	if (!to) /* the build has checked that there is one */
		return;
	fwrite(*at, 1, (size_t)(to - *at), out);
	*at = to + strlen(mark);
}

static void put_html_text(const char *text, FILE *out)
{
	for (; *text; text++)
		switch (*text) {
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '&':
			fputs("&amp;", out);
			break;
		default:
			if ((unsigned char)*text >= ' ')
				fputc(*text, out);
		}
}

/* The page; `r` NULL: a live one. */
static int put_page(const struct gno_report *r, const char *title, const struct page_options *o,
		    FILE *out, struct gno_err *err)
{
	size_t length;
	const char *at = page_bundle(&length), *end = at + length;
	int rc = GNO_OK;

	put_up_to(&at, end, PAGE_MARK_CONNECT, out);
	fputs(r ? "'none'" : "'self'", out);
	put_up_to(&at, end, PAGE_MARK_TITLE, out);
	put_html_text(title, out);
	put_up_to(&at, end, PAGE_MARK_DATA, out);
	if (r)
		rc = page_write_data(r, o, out, err);
	else
		fprintf(out, "{\"live\":%u}", o->every_ms ? o->every_ms : EVERY_MS);
	fwrite(at, 1, (size_t)(end - at), out);
	return rc;
}

int page_write_live(const char *title, const struct page_options *o, FILE *out, struct gno_err *err)
{
	return put_page(NULL, title, o, out, err);
}

int page_write(const struct gno_report *r, const struct page_options *o, FILE *out,
	       struct gno_err *err)
{
	const struct gno_pattern_file *file = r->points.load[0].file;
	const char *name = file->name ? file->name : "", *comma = file->name ? ", " : "";
	char *title;
	int rc = report_check_from(r, o->from, err);

	if (rc)
		return rc;
	if (r->boards)
		title = gno_format("%s%srun of %u board%s of %s", name, comma, report_boards(r),
				   report_boards(r) == 1 ? "" : "s", r->m->name);
	else
		title = gno_format("%s%srun %u of %s", name, comma, r->run->run, r->m->name);
	rc = title ? put_page(r, title, o, out, err) : gno_fail_nomem(err);
	free(title);
	return rc;
}
