/* SPDX-License-Identifier: Apache-2.0 */
#include "out/print/printer.h"

#include <stdlib.h>

#define OPEN_WIDTH 12 /* columns of a cycle where the last one is not known */

int report_printer_open(const struct gno_report *r, FILE *f, struct report_printer **out,
			struct gno_err *err)
{
	struct report_printer *p = malloc(sizeof(*p));
	int rc;

	*out = p;
	if (!p)
		return gno_fail_nomem(err);
	text_out_begin(&p->out, f);
	p->r = r;
	p->source = (struct column_source){.r = r};
	p->list = NULL;
	p->time_width = r->growth ? OPEN_WIDTH : (int)text_out_length(r->line.end);
	p->node_width = 0;
	for (unsigned k = 0; k < r->m->nodes; k++)
		if ((int)strlen(r->m->node[k].name) > p->node_width)
			p->node_width = (int)strlen(r->m->node[k].name);
	rc = report_memo_begin(&p->memo, &p->out, err);
	return rc ? rc : columns_enter(&p->source, r, err);
}

int report_printer_close(struct report_printer *p, struct gno_err *err)
{
	int rc;

	if (!p)
		return GNO_OK;
	text_out_flush(&p->out);
	rc = columns_leave(&p->source, err);
	report_memo_end(&p->memo);
	free(p);
	return rc;
}
