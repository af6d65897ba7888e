/* SPDX-License-Identifier: Apache-2.0 */
/* The captures: who caused each, and where all nodes were. */
#include "out/text/text.h"

#include <inttypes.h>
#include <stdlib.h>

#include "results/rows.h"
#include "passes/derived/fields.h"
#include "results/pauses.h"
#include "common/util.h"

void text_nodes(struct text *x, struct report_table *t, const struct report_nodes *nodes,
		const char *none)
{
	char *text = NULL;
	size_t size, named = 0;
	FILE *f = open_memstream(&text, &size);

	if (!f) {
		x->rc = gno_fail_nomem(x->err);
		return;
	}
	for (unsigned k = 0; k < x->r->m->nodes; k++)
		if (report_nodes_have(nodes, k))
			fprintf(f, "%s%s", named++ ? " + " : "", x->r->m->node[k].name);
	fclose(f);
	report_table_cell(t, "%s", named ? text : none);
	free(text);
}

/* Where a node is, by the word's field that holds a program counter. */
static void put_place(struct text *x, struct report_table *t, unsigned k, uint64_t word)
{
	const struct gno_node *n = &x->r->m->node[k];
	const struct gno_pattern_function *function = NULL;
	uint64_t address = 0;

	for (unsigned i = 0; i < n->fields && !function; i++) {
		if (n->field[i].kind != GNO_FIELD_PC)
			continue;
		address = gno_field_value(&n->field[i], word) * n->field[i].unit;
		function = report_function_at(x->r, address);
	}
	if (function)
		report_table_cell(t, "%s+0x%" PRIx64, function->name, address - function->address);
	else
		report_table_cell(t, "%s", "");
}

static void put_capture(struct text *x, struct report_table *t, const struct report_capture *c)
{
	struct report_nodes causes = {0};
	bool first = true;
	char cycle[24], fields[REPORT_FIELDS];

	for (unsigned k = 0; k < x->r->m->nodes; k++)
		if (c->node[k].cause)
			report_nodes_add(&causes, k);
	snprintf(cycle, sizeof(cycle), "%" PRIu64, c->time);
	for (unsigned k = 0; k < x->r->m->nodes; k++) {
		const struct report_captured *n = &c->node[k];

		report_table_cell(t, "%s", first ? cycle : "");
		if (first)
			text_nodes(x, t, &causes, "?");
		else
			report_table_cell(t, "%s", "");
		first = false;
		report_table_cell(t, "%s", x->r->m->node[k].name);
		report_table_cell(t, "%s",
				  n->known
				      ? report_fields_text(&x->r->m->node[k], n->word, " ", fields)
				  : n->there ? "none"
					     : "-");
		report_table_cell(t, "%s", !n->known ? "" : n->current ? "now" : "last");
		if (n->known)
			put_place(x, t, k, n->word);
		else
			report_table_cell(t, "%s", "");
	}
}

void text_captures(struct text *x)
{
	static const char *const heads[] = {"cycle", "by", "node", "word", "", "place"};
	struct report_captures *c = NULL;
	struct report_capture *capture;
	struct report_table *t;
	uint64_t shown = 0;
	int rc;

	if (x->rc || !report_captures_any(x->r))
		return;
	capture = calloc(1, sizeof(*capture));
	rc = capture ? report_captures_open(x->r, &c, x->err) : gno_fail_nomem(x->err);
	t = text_table("rlllll", heads);
	while (!rc && (rc = report_captures_next(c, capture, x->err)) > 0) {
		if (shown < x->style->rows)
			put_capture(x, t, capture);
		shown++;
		rc = GNO_OK;
	}
	text_end(x, t, "\ncaptures (word: of this cycle, `now`, or the last one that counted)\n");
	text_more(x, shown < x->style->rows ? shown : x->style->rows, shown);
	for (unsigned k = 0; k < x->r->m->nodes; k++)
		text_left_out(x, k, GNO_KIND_CAPTURE);
	if (shown)
		text_partly(x, "the captures");
	if (rc < 0)
		x->rc = rc;
	report_captures_close(c);
	free(capture);
}
