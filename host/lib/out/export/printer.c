/* SPDX-License-Identifier: Apache-2.0 */
/* The printer of rows, and its lines of text for events. */
#include "out/export/printer.h"

#include <inttypes.h>
#include <stdlib.h>

#include "passes/derived/fields.h"
#include "records/record.h"
#include "results/columns/shared.h"

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

/* -- an event as a line of text -- */

#define GIGA 1000000000u

static void put_round(struct report_printer *p, const struct gno_record *rec)
{
	uint64_t round =
	    p->source.pauses ? report_round_at(p->source.pauses, rec->time, rec->began) : 0;
	struct text_out *o = &p->out;

	if (round)
		text_out_format(o, "  round %" PRIu64, round);
	if (!rec->began)
		text_out_format(o, "  %" PRIu32 " cycles", rec->length);
	text_out_format(o, "%s%s%s%s", rec->own ? "  own" : "", rec->full ? "  full" : "",
			rec->late ? "  late" : "", rec->kept ? "  kept" : "");
}

static void put_segment(struct text_out *o, const struct gno_segment *s)
{
	if (s->entries)
		text_out_format(
		    o, "  trigger %" PRIu64 "  cycles %" PRIu64 "..%" PRIu64 "  %u entr%s%s", s->at,
		    s->began, s->ended, s->entries, s->entries == 1 ? "y" : "ies",
		    s->flush ? "  cut" : "");
	else
		text_out_text(o, "  (end)");
	if (s->missed)
		text_out_format(o, "  %" PRIu32 " missed", s->missed);
}

static void put_gap(struct text_out *o, const struct gno_record *rec)
{
	if (rec->left_out)
		text_out_format(o, "  all records up to cycle %" PRIu64, rec->to);
	else
		text_out_format(o, "  %" PRIu32 " records up to cycle %" PRIu64, rec->lost,
				rec->to);
}

static void put_word(struct report_printer *p, const struct report_event *v)
{
	char fields[REPORT_FIELDS];

	text_out_text(&p->out, "  ");
	text_out_text(&p->out,
		      report_fields_text(&p->r->m->node[v->node], v->record.word, "  ", fields));
}

/* What a line has beside the name. */
static void put_details(struct report_printer *p, const struct report_event *v)
{
	static const char *const flags[] = {"  unsampled", "  sampled", "  stop", "  mark"};
	const struct gno_record *rec = &v->record;
	struct text_out *o = &p->out;

	if (v->kind == GNO_KIND_DATUM) {
		text_out_after(o, "  data ", rec->data);
		text_out_after(o, "  process ", rec->process);
	} else if (v->process_known) {
		text_out_after(o, "  process ", v->process);
	}
	if (v->kind == GNO_KIND_DATUM && rec->pc)
		text_out_format(o, "  pc 0x%08" PRIx32, rec->pc);
	if (v->kind == GNO_KIND_WORD)
		put_word(p, v);
	if (v->kind == GNO_KIND_CAPTURE && rec->known) {
		put_word(p, v);
		text_out_text(o, rec->current ? "" : "  (last)");
	}
	if (v->kind == GNO_KIND_CAPTURE && rec->cause)
		text_out_text(o, "  cause");
	if (v->kind == GNO_KIND_LINE)
		put_round(p, rec);
	if (v->kind == GNO_KIND_SEGMENT)
		put_segment(o, &v->segment);
	if (v->kind == GNO_KIND_GAP)
		put_gap(o, rec);
	if (v->kind == REPORT_NO_RECORD)
		text_out_format(
		    o, "  %" PRIu64 " bytes at offset %" PRIu64 ", up to cycle %" PRIu64 "%s",
		    rec->bytes, rec->offset, rec->to, rec->cut_off ? ", where the run ends" : "");
	for (unsigned i = 0; i < 4 && gno_kind_has_flags(v->kind); i++)
		if (rec->aux >> i & 1)
			text_out_text(o, flags[i]);
}

/* By how much a common time can be wrong, and the cycle of the board itself. */
static void put_board_time(struct report_printer *p, unsigned node, uint64_t cycle)
{
	struct cell bound;

	columns_get_common_bound(&p->source, node, cycle, &bound);
	text_out_after(&p->out, " +-", bound.number);
	text_out_text(&p->out, "  ");
	text_out_padded(&p->out, p->time_width, cycle);
}

void report_event_text(struct report_printer *p, const struct report_event *v)
{
	struct text_out *o = &p->out;
	const uint64_t cycle = v->record.time, time = common_time(p->r->boards, v->node, cycle),
		       ns = report_ns(p->r, time);
	uint64_t counter;
	char buf[32];
	bool known = report_counter_in(p->source.pauses, cycle, &counter);
	struct column_look look;

	text_out_padded(o, p->time_width, time);
	if (p->r->boards)
		put_board_time(p, v->node, cycle);
	if (known) {
		text_out_text(o, "  ");
		text_out_padded(o, p->time_width, counter);
	} else if (p->source.pauses) {
		text_out_format(o, "  %*s", p->time_width, "?");
	}
	text_out_after(o, "  ", ns / GIGA);
	text_out_char(o, '.');
	text_out_nine(o, (uint32_t)(ns % GIGA));
	columns_look(&columns_events, v, &look);
	if (!report_memo_find(&p->memo, look.what, look.of)) {
		text_out_format(o, " s  %-*s  %-7s  ", p->node_width, p->r->m->node[v->node].name,
				report_event_kind_name(v->kind));
		text_out_text(o, report_event_name(p->r, v, buf, sizeof(buf)));
		if (look.whole)
			put_details(p, v);
		report_memo_learn(&p->memo);
	}
	if (!look.whole)
		put_details(p, v);
	text_out_line(o);
}
