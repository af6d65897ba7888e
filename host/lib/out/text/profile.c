/* SPDX-License-Identifier: Apache-2.0 */
#include "out/text/text.h"

#include <inttypes.h>

static void put_nodes(struct text *x)
{
	static const char *const heads[] = {"node",	"words",    "ticks",  "in gaps",
					    "in holes", "in loads", "off",    "left out",
					    "frozen",	"after",    "unknown"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("lrrrrrrrrrr", heads);

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_words *w = &r->node[k].words;

		report_table_cell(t, "%s", r->m->node[k].name);
		report_table_cell(t, "%" PRIu64, w->words);
		report_table_cell(t, "%" PRIu64, w->ticks);
		for (unsigned why = 0; why < REPORT_UNSEEN_KINDS; why++)
			report_table_cell(t, "%" PRIu64, w->lost[why]);
		report_table_cell(t, "%" PRIu64, w->after);
		report_table_cell(t, "%" PRIu64, w->unknown);
	}
	text_end(x, t, "ticks of the timer, and those that no word covers\n");
}

int gno_report_profile_text(const struct gno_report *r, const struct gno_report_style *style,
			    FILE *f, struct gno_err *err)
{
	static const char *const heads[] = {"samples", "share",	   "95% from", "to",
					    "time",    "function", "place"};
	struct text x = {.r = r, .style = style, .f = f, .err = err};
	const struct report_profile *p = &r->profile;
	size_t rows = p->places < style->rows ? p->places : style->rows;
	struct report_table *t;
	double low, high;
	char buf[48];

	text_model(&x);
	text_exact(r, x.f);
	put_nodes(&x);
	t = text_table("rrrrrll", heads);
	for (size_t i = 0; i < rows; i++) {
		const struct report_place *place = &p->place[i];

		gno_wilson(place->ticks, p->ticks, GNO_WILSON_95, &low, &high);
		report_table_cell(t, "%" PRIu64, place->ticks);
		report_table_cell(t, "%.2f%%", 100 * (double)place->ticks / (double)p->ticks);
		report_table_cell(t, "%.2f%%", 100 * low);
		report_table_cell(t, "%.2f%%", 100 * high);
		report_table_cell(t, "%s", text_time(r, (double)place->clocks, buf, sizeof(buf)));
		report_table_cell(t, place->name ? "%s" : "-", place->name);
		if (place->file)
			report_table_cell(t, "%s:%u", place->file, place->line);
		else
			report_table_cell(t, "0x%" PRIx64, place->address);
	}
	text_end(&x, t, "\nprofile (samples are ticks; Wilson's 95% score interval)\n");
	text_more(&x, rows, p->places);
	text_partly(&x, "the samples");
	return x.rc;
}
