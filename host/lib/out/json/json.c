/* SPDX-License-Identifier: Apache-2.0 */
#include "out/json/json.h"

#include "records/record.h"
#include "results/columns/documents.h"

static void put_records(struct builder *b, unsigned k)
{
	const struct report_node *n = &b->r->node[k];
	struct json_out *o = &b->out;

	jout_text(o, "name", b->r->m->node[k].name);
	jout_number(o, "index", k);
	jout_text(o, "file", gno_stream_path(gno_trace_stream(b->r->trace, k)));
	jout_number(o, "begin", n->begin);
	jout_number(o, "end", n->end);
	jout_number_if(o, "kept_until", b->r->run->frozen, n->kept_until);
	jout_bool(o, "synced", n->synced);
	jout_bool(o, "flushed", n->flushed);
	jout_bool(o, "at_least", report_node_is_partly(b->r, k));
	jout_number(o, "records", n->records);
	jout_number(o, "events", n->events);
	jout_number(o, "triggers", n->triggers);
	jout_number(o, "writes", n->port.writes);
	jout_number(o, "words", n->words.words);
	jout_number(o, "lost", n->lost);
	jout_bool(o, "lost_at_least", report_lost_is_partly(n));
	jout_number(o, "lost_buffer", n->lost_full);
	jout_number(o, "lost_ring", n->lost - n->lost_full);
	jout_number(o, "unseen", report_unseen_of(n));
	jout_number(o, "blind", n->unseen[REPORT_BLIND]);
	jout_number(o, "off", n->unseen[REPORT_OFF]);
	jout_number(o, "left_out", n->unseen[REPORT_LEFT_OUT]);
	jout_number(o, "frozen", n->unseen[REPORT_FROZEN]);
	jout_number(o, "unknown_load", n->unknown_load);
	jout_float(o, "seen", report_seen(b->r, n));
	jout_bool(o, "seen_at_most", !n->flushed);
	jout_number(o, "missing_bytes", n->missing);
}

static void put_node(struct builder *b, unsigned k)
{
#define FORM_NAME(form, bits) #form,
	static const char *const forms[] = {GNO_FORMS(FORM_NAME)};
	struct report_stall stall[REPORT_STALLS];
	unsigned groups = report_stall_pairs(&b->r->m->node[k], b->r->node[k].overall, stall);
	const struct report_node *n = &b->r->node[k];
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	put_records(b, k);
	json_columns(b, &columns_points, k, n);
	json_columns(b, &columns_lost, k, n);
	jout_number(o, "samples", n->samples);
	jout_number(o, "unsampled", n->unsampled);
	jout_number(o, "unsnapped", n->unsnapped);
	jout_text(o, "ratio_form", forms[b->r->m->node[k].ratio_form]);
	jout_bool(o, "ratios_complete", !n->counts_incomplete);
	jout_bool(o, "mixed", n->mixed);
	json_pairs(b, "ratios", k, n->overall);
	json_measures(b, "measures", k, n->overall);
	json_until(b, k);
	json_stall(b, stall, groups);
	json_extremes(b, k, n->extreme);
	json_columns(b, &columns_buckets, k, n);
	json_columns(b, &columns_counters, k, n);
	json_columns(b, &columns_segments, k, n);
	json_system(b, k);
	json_port(b, k);
	jout_object_end(o);
}

static void put_rounds(struct builder *b)
{
	if (!b->r->pauses) {
		jout_null(&b->out, "rounds");
		return;
	}
	jout_object(&b->out, "rounds");
	json_columns(b, &columns_rounds, 0, report_pauses_sum(b->r->pauses));
	jout_object_end(&b->out);
}

void json_report(struct builder *b)
{
	struct json_out *o = &b->out;
	uint64_t shown = 0;

	jout_number(o, "gnomon", 1);
	json_columns(b, &columns_run, 0, b->r);
	jout_list(o, "nodes");
	for (unsigned k = 0; k < b->r->m->nodes; k++)
		put_node(b, k);
	jout_list_end(o);
	json_intervals(b);
	jout_list(o, "samples");
	for (unsigned k = 0; k < b->r->m->nodes; k++)
		shown += json_samples(b, k, b->rows - shown);
	jout_list_end(o);
	jout_number(o, "samples_seen", b->r->samples_seen);
	json_columns(b, &columns_marks, 0, b->r);
	json_columns(b, &columns_captures, 0, b->r);
	put_rounds(b);
	json_messages(b);
	json_columns(b, &columns_limits, 0, b->r);
	json_columns(b, &columns_advice, 0, b->r);
}

int gno_report_json(const struct gno_report *r, uint64_t rows, FILE *f, struct gno_err *err)
{
	struct builder b = {
	    .r = r, .out = {.f = f}, .rows = rows, .losses = UINT64_MAX, .err = err};

	jout_object(&b.out, NULL);
	json_report(&b);
	json_columns(&b, &columns_line, 0, r);
	jout_object_end(&b.out);
	fputc('\n', f);
	return b.rc;
}
