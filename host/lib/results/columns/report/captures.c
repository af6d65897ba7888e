/* SPDX-License-Identifier: Apache-2.0 */
/* The captures in `gnomon report --json`. */
#include "results/rows.h"

#include <stdlib.h>

#include "results/columns/documents.h"
#include "results/columns/shared.h"
#include "results/columns/get.h"

GET_TEXT(get_node, struct report_captured, s->r->m->node[s->node].name)
GET_NUMBER(get_word, struct report_captured, v->known, v->word)

static bool get_fields(struct column_source *s, const void *row, struct cell *c)
{
	c->node = &s->r->m->node[s->node];
	return get_word(s, row, c);
}

static const struct column nodes[] = {
    {"node", COLUMN_TEXT, .get = get_node, .about = "where"},
    {"word", COLUMN_U64, .get = get_word, .about = "the watched word, where one has counted"},
    {"fields", COLUMN_FIELDS, .get = get_fields, .about = "its fields by name"},
    {"current", COLUMN_BOOL, COLUMN_AT(struct report_captured, current),
     .about = "the word counted in this cycle; else it is the last one that did"},
};

static const struct column_list list_nodes = {
    .name = "report-captures-nodes",
    .about = "Each node that recorded a capture.",
    COLUMNS(nodes),
};

static int each_node(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct report_capture *capture = row;
	int rc = GNO_OK;

	for (s->node = 0; s->node < s->r->m->nodes && !rc; s->node++)
		if (capture->node[s->node].there)
			rc = put(ctx, &capture->node[s->node], err);
	return rc;
}

static int each_cause(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct report_capture *capture = row;
	int rc = GNO_OK;

	for (unsigned k = 0; k < s->r->m->nodes && !rc; k++)
		if (capture->node[k].cause)
			rc = put(ctx, s->r->m->node[k].name, err);
	return rc;
}

static const struct column captures[] = {
    {"time", COLUMN_U64, "cycle", COLUMN_AT(struct report_capture, time), .about = "when"},
    {"causes", COLUMN_ROWS, .list = &columns_texts, .each = each_cause,
     .about = "nodes that drove the line; none: their records are in a gap"},
    {"nodes", COLUMN_ROWS, .list = &list_nodes, .each = each_node,
     .about = "what they watched in the cycle"},
};

static const struct column_list list_captures = {
    .name = "report-captures-list",
    .about = "Each cycle of a global trigger, in order of time.",
    COLUMNS(captures),
};

static int each_capture(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	struct report_capture *capture = calloc(1, sizeof(*capture));
	struct report_captures *c = NULL;
	int rc = capture ? GNO_OK : gno_fail_nomem(err), more = 0;

	(void)row;
	s->seen = 0;
	if (!rc && report_captures_any(s->r))
		rc = report_captures_open(s->r, &c, err);
	while (!rc && c && (more = report_captures_next(c, capture, err)) > 0)
		if (s->seen++ < s->rows)
			rc = put(ctx, capture, err);
	report_captures_close(c);
	free(capture);
	return rc ? rc : more;
}

GET_NUMBER(get_seen, void, true, s->seen)

static const struct column columns[] = {
    {"captures", COLUMN_ROWS, .list = &list_captures, .each = each_capture,
     .about = "the first of them"},
    {"captures_seen", COLUMN_U64, .get = get_seen, .about = "how many there are"},
};

const struct column_list columns_captures = {
    .name = "report-captures",
    .about = "The captures of `gnomon report --json`.",
    COLUMNS(columns),
};
