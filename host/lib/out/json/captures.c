/* SPDX-License-Identifier: Apache-2.0 */
/* The captures as JSON. */
#include "out/json/json.h"

#include <stdlib.h>

#include "results/captures.h"
#include "passes/derived/fields.h"
#include "common/util.h"

static void put_capture(struct builder *b, const struct report_capture *c)
{
	const struct gno_manifest *m = b->r->m;
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	jout_number(o, "time", c->time);
	jout_list(o, "causes");
	for (unsigned k = 0; k < m->nodes; k++)
		if (c->node[k].cause)
			jout_text(o, NULL, m->node[k].name);
	jout_list_end(o);
	jout_list(o, "nodes");
	for (unsigned k = 0; k < m->nodes; k++) {
		const struct report_captured *n = &c->node[k];

		if (!n->there)
			continue;
		jout_object(o, NULL);
		jout_text(o, "node", m->node[k].name);
		jout_number_if(o, "word", n->known, n->word);
		report_fields_json(o, &m->node[k], n->known, n->word);
		jout_bool(o, "current", n->current);
		jout_object_end(o);
	}
	jout_list_end(o);
	jout_object_end(o);
}

void json_captures(struct builder *b)
{
	struct report_capture *capture = calloc(1, sizeof(*capture));
	struct report_captures *c = NULL;
	uint64_t seen = 0;
	int rc = 1;

	jout_list(&b->out, "captures");
	if (!b->rc && !capture)
		b->rc = gno_fail_nomem(b->err);
	if (!b->rc && report_captures_any(b->r))
		b->rc = report_captures_open(b->r, &c, b->err);
	while (!b->rc && c && (rc = report_captures_next(c, capture, b->err)) > 0)
		if (seen++ < b->rows)
			put_capture(b, capture);
	if (rc < 0)
		b->rc = rc;
	jout_list_end(&b->out);
	jout_number(&b->out, "captures_seen", seen);
	report_captures_close(c);
	free(capture);
}
