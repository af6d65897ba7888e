/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All that a page has of the records of a run, but for its report.
 *
 * Along with the report, the longer part of it is read in a go of its own, in a thread beside that
 * of the report: the messages, or where no node has an event port the lists and the calls. The
 * thread has streams of its own and the report as it was before the go. What the copy points to
 * does not change meanwhile, but for counts that only the walk of the report uses. With one
 * processor all is read in the go of the report, which takes less time than two goes.
 */
#include <stdlib.h>
#include <string.h>

#include "common/thread.h"
#include "common/util.h"
#include "out/page/data.h"
#include "out/page/lists.h"
#include "passes/reading.h"

/* A go of the reader. */
struct go {
	const struct gno_report *r;
	struct reader *reader;
};

struct page_reading {
	struct page_options o;
	struct page_messages *messages;
	struct page_lists *lists;
	struct page_calls *calls;

	/* the go beside that of the report */
	struct gno_report r;
	struct go beside; /* of that report */
	pthread_t thread;
	bool runs; /* the thread */
	int rc;	   /* how the go went, and why */
	struct gno_err err;
};

struct page_reading *page_reading_new(const struct page_options *o)
{
	struct page_reading *g = calloc(1, sizeof(*g));

	if (g)
		g->o = *o;
	return g;
}

static void free_parts(struct page_reading *g)
{
	page_messages_free(g->messages);
	page_lists_free(g->lists);
	page_calls_free(g->calls);
	g->messages = NULL;
	g->lists = NULL;
	g->calls = NULL;
}

void page_reading_free(struct page_reading *g)
{
	if (!g)
		return;
	free_parts(g);
	free(g->r.node);
	free(g);
}

/* Adds lists and calls to a go, and messages to the same one or another. */
static int add_parts(struct page_reading *g, const struct go *lists, const struct go *messages,
		     struct gno_err *err)
{
	int rc;

	if (g->o.follows)
		g->o.to = UINT64_MAX;
	g->o = page_settle(lists->r, &g->o);
	rc = page_lists_add(lists->r, &g->o, lists->reader, &g->lists, err);
	if (!rc)
		rc = page_calls_add(lists->r, &g->o, lists->reader, &g->calls, err);
	return rc ? rc : page_messages_add(messages->r, &g->o, messages->reader, &g->messages, err);
}

/* -- beside the report -- */

static int open_beside(struct page_reading *g, const struct gno_report *r, struct gno_err *err)
{
	const size_t size = r->m->nodes * sizeof(*r->node);
	int rc;

	g->r = *r;
	g->r.trace = NULL;
	g->r.node = malloc(size);
	if (!g->r.node)
		return gno_fail_nomem(err);
	memcpy(g->r.node, r->node, size);
	g->beside.r = &g->r;
	rc = gno_trace_share(r->trace, &g->r.trace, err);
	return rc ? rc : reading_open(&g->r, &g->beside.reader, err);
}

/* What follows from all messages. */
static int finish_messages(struct page_reading *g, struct gno_err *err)
{
	return g->messages ? page_messages_finish(g->messages, err) : GNO_OK;
}

static void *read_beside(void *ctx)
{
	struct page_reading *g = ctx;

	g->rc = reading_all(&g->r, g->beside.reader, &g->err);
	if (!g->rc)
		g->rc = finish_messages(g, &g->err);
	return NULL;
}

int page_reading_add(void *reading, const struct gno_report *r, struct reader *reader,
		     struct gno_err *err)
{
	struct page_reading *g = reading;
	const struct go report = {r, reader};
	int rc;

	if (g->o.follows || !gno_thread_has_processor())
		return add_parts(g, &report, &report, err);
	rc = open_beside(g, r, err);
	if (!rc)
		rc = add_parts(g, reader_has_port(r->m) ? &report : &g->beside, &g->beside, err);
	if (rc)
		return rc;
	g->runs = gno_thread_start(&g->thread, read_beside, g);
	if (!g->runs)
		read_beside(g);
	return GNO_OK;
}

int page_reading_end(void *reading, int rc, struct gno_err *err)
{
	struct page_reading *g = reading;

	if (g->runs)
		pthread_join(g->thread, NULL);
	if (!rc && g->rc) {
		*err = g->err;
		rc = g->rc;
	}
	if (!rc && !g->beside.reader)
		rc = finish_messages(g, err);
	if (rc) /* the report will be gone */
		free_parts(g);
	reader_close(g->beside.reader);
	gno_trace_close(g->r.trace);
	g->r.trace = NULL;
	return rc;
}

/* -- after the report -- */

/* Reads it in a go of its own. */
static int read_now(struct page *p)
{
	struct go go = {.r = p->b.r};
	int rc;

	p->own = page_reading_new(p->o);
	rc = p->own ? reading_open(go.r, &go.reader, p->b.err) : gno_fail_nomem(p->b.err);
	if (!rc)
		rc = add_parts(p->own, &go, &go, p->b.err);
	if (!rc)
		rc = reading_all(go.r, go.reader, p->b.err);
	if (!rc)
		rc = finish_messages(p->own, p->b.err);
	reader_close(go.reader);
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
	return page_lists_finish(g->lists, p->b.err);
}
