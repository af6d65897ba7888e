/* SPDX-License-Identifier: Apache-2.0 */
/* All that a page has of the records of a run, but for its report: read in one go, along with the
 * report or afterwards. */
#include <stdlib.h>

#include "common/util.h"
#include "out/page/data.h"
#include "out/page/lists.h"
#include "passes/reading.h"

struct page_reading {
	struct page_options o;
	struct page_messages *messages;
	struct page_lists *lists;
	struct page_calls *calls;
};

struct page_reading *page_reading_new(const struct page_options *o)
{
	struct page_reading *g = calloc(1, sizeof(*g));

	if (g)
		g->o = *o;
	return g;
}

void page_reading_free(struct page_reading *g)
{
	if (!g)
		return;
	page_messages_free(g->messages);
	page_lists_free(g->lists);
	page_calls_free(g->calls);
	free(g);
}

int page_reading_add(void *reading, const struct gno_report *r, struct reader *reader,
		     struct gno_err *err)
{
	struct page_reading *g = reading;
	int rc;

	g->o = page_settle(r, &g->o);
	rc = page_lists_add(r, &g->o, reader, &g->lists, err);
	if (!rc)
		rc = page_calls_add(r, &g->o, reader, &g->calls, err);
	return rc ? rc : page_messages_add(r, &g->o, reader, &g->messages, err);
}

/* Reads it in a go of its own. */
static int read_now(struct page *p)
{
	struct reader *reader = NULL;
	int rc;

	p->own = page_reading_new(p->o);
	rc = p->own ? reading_open(p->b.r, &reader, p->b.err) : gno_fail_nomem(p->b.err);
	if (!rc)
		rc = page_reading_add(p->own, p->b.r, reader, p->b.err);
	if (!rc)
		rc = reading_all(p->b.r, reader, p->b.err);
	reader_close(reader);
	return rc;
}

int page_read(struct page *p)
{
	struct page_reading *g = p->o->reading;
	int rc = g ? GNO_OK : read_now(p);

	if (rc)
		return rc;
	g = g ? g : p->own;
	p->lists = g->lists;
	p->messages = g->messages;
	p->calls = g->calls;
	rc = page_lists_finish(g->lists, p->b.err);
	return rc || !g->messages ? rc : page_messages_finish(g->messages, p->b.err);
}
