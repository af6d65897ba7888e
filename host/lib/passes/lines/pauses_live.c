/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "results/live.h"
#include "passes/reading.h"
#include "passes/lines/pauses.h"

struct pauses_live {
	struct gno_report *r; /* the run once more, as its lines are read ahead of all else */
	struct reader *reader;
	struct lines *lines;
	struct line_node *node;
	struct line line;
	uint64_t passed; /* nothing of the lines comes before that cycle */
	bool begun;
};

int pauses_live_open(const char *dir, struct gno_report *r, enum line_trust trust,
		     struct pauses_live **out, struct gno_err *err)
{
	struct pauses_live *p;
	int rc;

	*out = NULL;
	if (!pauses_any(r->m))
		return GNO_OK;
	p = *out = calloc(1, sizeof(*p));
	if (!p)
		return gno_fail_nomem(err);
	p->line.trust = trust;
	p->node = calloc(r->m->nodes, sizeof(*p->node));
	if (!p->node)
		return gno_fail_nomem(err);
	rc = gno_report_follow(dir, &p->r, err);
	if (!rc)
		rc = reading_open(p->r, &p->reader, err);
	if (!rc)
		rc = lines_add(p->r, p->reader, &p->lines, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		reader_begin(p->reader, k);
	/* so that it is not behind this one */
	if (!rc)
		rc = gno_trace_refresh_with(r->trace, p->r->trace, err);
	return rc < 0 ? rc : GNO_OK;
}

void pauses_live_close(struct pauses_live *p)
{
	if (!p)
		return;
	lines_close(p->lines);
	reader_close(p->reader);
	gno_report_free(p->r);
	free(p->node);
	free(p);
}

/* All nodes have begun, or never do. */
static void begin_lines(struct pauses_live *p, const struct gno_report *r)
{
	const enum line_trust trust = p->line.trust;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		p->node[k] = pauses_sight(r, k);
		if (p->node[k].from != UINT64_MAX)
			p->node[k].end = UINT64_MAX;
	}
	line_begin(&p->line, p->node, r->m->nodes, gno_manifest_line(r->m), r->pauses);
	p->line.trust = trust;
	p->begun = true;
}

/* Nodes that are read see no further than to their ends. */
static void end_nodes(struct pauses_live *p)
{
	for (unsigned k = 0; k < p->r->m->nodes; k++) {
		uint64_t end;

		if (lines_over(p->lines, k, &end) && p->node[k].end)
			p->node[k].end = lines_seen_to(p->lines, k);
	}
}

/* Takes what is there. Fails as lines_next does. */
static int read_on(struct pauses_live *p, struct gno_err *err)
{
	struct gno_record rec;
	int rc;

	while ((rc = lines_next(p->lines, &rec, err)) > 0) {
		if (rec.time < p->passed) { /* that it would come was in no record */
			p->line.trust = LINE_SURE;
			p->line.revised = true;
		}
		end_nodes(p);
		rc = pauses_take(&p->line, &rec, err);
		if (rc)
			return rc;
	}
	end_nodes(p);
	return rc;
}

int pauses_live_read(struct pauses_live *p, const struct gno_report *r, uint64_t *until,
		     struct gno_err *err)
{
	int rc = gno_trace_refresh_with(p->r->trace, r->trace, err);

	if (rc < 0)
		return rc;
	if (!p->begun)
		begin_lines(p, r);
	rc = read_on(p, err);
	if (rc)
		return rc;
	p->passed = lines_passed(p->lines);
	rc = line_pass(&p->line, p->passed, err);
	*until = line_known(&p->line);
	return rc;
}

int pauses_live_end(struct pauses_live *p, const struct gno_report *r, struct gno_err *err)
{
	uint64_t begin = UINT64_MAX, end = 0;
	int rc = gno_trace_refresh_with(p->r->trace, r->trace, err);

	rc = rc < 0 ? rc : gno_trace_settle(p->r->trace, err);
	if (!rc && !p->begun)
		begin_lines(p, r);
	if (!rc)
		rc = read_on(p, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++) {
		uint64_t ended;

		lines_over(p->lines, k, &ended);
		begin = r->node[k].begin < begin ? r->node[k].begin : begin;
		end = ended > end ? ended : end;
	}
	return rc ? rc : line_end(&p->line, report_time_line_end(begin, end), err);
}

bool pauses_live_revised(const struct pauses_live *p, enum line_trust *trust)
{
	*trust = p->line.trust;
	return p->line.revised;
}
