/* SPDX-License-Identifier: Apache-2.0 */
#include "out/live/live.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "common/util.h"
#include "out/live/part.h"
#include "passes/periods.h"
#include "results/select.h"

static struct page begin(const struct gno_report *r, const struct page_options *o, FILE *out,
			 struct gno_err *err)
{
	return (struct page){.b = {.r = r, .out = {.f = out, .compact = true}, .err = err}, .o = o};
}

static int end(struct page *p)
{
	jout_object_end(&p->b.out);
	if (!p->b.rc && p->packed.nomem)
		p->b.rc = gno_fail_nomem(p->b.err);
	packed_free(&p->packed);
	return p->b.rc;
}

/* -- data.json -- */

/* How often anything happened at a node in a period. */
static uint64_t happened(const struct gno_report *r, unsigned node, unsigned period)
{
	const struct report_periods_node *n = &r->periods->node[node];
	uint64_t count = 0;

	for (size_t i = 0; i < r->points.points; i++)
		count += n->point[i] ? n->point[i][period] : 0;
	for (size_t i = 0; i < n->others; i++)
		count += n->other[i].count[period];
	return count;
}

/* A cycle from which on there are about `most` events, or all. */
static uint64_t find_newest(const struct gno_report *r, uint64_t most)
{
	const uint64_t begin = r->line.begin, length = r->line.end - begin;
	unsigned period = r->periods->periods;
	uint64_t sum = 0, last = 0;

	while (period && sum < most) {
		period--;
		last = 0;
		for (unsigned k = 0; k < r->m->nodes; k++)
			last += happened(r, k, period);
		sum += last;
	}
	if (sum <= most)
		return 0;
	/* the part of the period that is not needed */
	return begin + (uint64_t)((unsigned __int128)length * period / r->periods->periods) +
	       (uint64_t)((double)length / r->periods->periods * (double)(sum - most) /
			  (double)last);
}

int live_write_data(const struct gno_report *r, const struct page_options *o, FILE *out,
		    struct gno_err *err)
{
	struct page_options all = page_settle(r, o);
	struct page p = begin(r, &all, out, err);
	struct page_names names = {.names = 0};
	struct live_part part = {.p = &p, .names = &names, .newest = true};

	assert(r->periods);
	all.from = find_newest(r, all.events);
	page_head(&p);
	jout_bool(&p.b.out, "over", o->over);
	jout_bool(&p.b.out, "newest", true);
	page_report(&p);
	page_overview(&p);
	p.b.rc = p.b.rc ? p.b.rc : page_names_find(r, &names, err);
	live_part_write(&part);
	if (!p.b.rc) {
		page_names_out(&p, &names);
		page_rates(&p, &names);
	}
	page_names_free(&names);
	live_part_free(&part);
	return end(&p);
}

/* -- whole.json -- */

int live_write_whole(const struct gno_report *r, const struct page_options *o, FILE *out,
		     struct gno_err *err)
{
	const struct page_options all = page_settle(r, o);
	struct page p = begin(r, &all, out, err);

	p.b.rc = page_read(&p);
	page_head(&p);
	jout_number(&p.b.out, "end", r->line.end);
	page_samples(&p);
	page_messages(&p);
	page_calls(&p);
	page_parallelism(&p);
	page_reading_free(p.own);
	return end(&p);
}

/* -- window.json -- */

int live_write_window(const struct gno_report *r, const struct page_options *o, FILE *out,
		      struct gno_err *err)
{
	struct page_options all = page_settle(r, o);
	struct page p = begin(r, &all, out, err);
	struct page_names names = {.names = 0};
	struct live_part part = {.p = &p, .names = &names};
	int rc = report_check_from(r, o->from, err);

	if (rc)
		return rc;
	all.to = o->to; /* cycle 0, too */
	page_head(&p);
	p.b.rc = page_names_begin(&names, r) ? gno_fail_nomem(err) : GNO_OK;
	live_part_write(&part);
	page_names_out(&p, &names);
	page_names_free(&names);
	live_part_free(&part);
	return end(&p);
}
