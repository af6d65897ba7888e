/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of a node in `gnomon report --json`. */
#include "records/record.h"
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/report/ratios.h"

#define NODE(member) COLUMN_AT(struct report_node, member)
#define NODE_TEXT(name, value) GET_TEXT(name, struct report_node, value)
#define NODE_NUMBER(name, has, value) GET_NUMBER(name, struct report_node, has, value)

/* -- its records -- */

static const char *file_of(const struct column_source *s)
{
	return gno_stream_path(gno_trace_stream(s->r->trace, s->node));
}

NODE_TEXT(get_name, s->r->m->node[s->node].name)
NODE_NUMBER(get_index, true, s->node)
NODE_NUMBER(get_hz, true, gno_manifest_hz(s->r->m, s->node))
NODE_TEXT(get_file, file_of(s))
NODE_NUMBER(get_tick, true, gno_node_tick(&s->r->m->node[s->node]))
NODE_NUMBER(get_jitter, true, s->r->m->node[s->node].seed != 0)
NODE_NUMBER(get_bound, true, gno_node_bound(&s->r->m->node[s->node]))
NODE_NUMBER(get_kept_until, report_is_frozen(s->r, s->node), v->kept_until)
NODE_NUMBER(get_at_least, true, report_node_is_partly(s->r, s->node))
NODE_NUMBER(get_lost_at_least, true, report_lost_is_partly(v))
NODE_NUMBER(get_lost_ring, true, v->lost - v->lost_full)
NODE_NUMBER(get_unseen, true, report_unseen_of(v))
GET_REAL(get_seen, struct report_node, true, report_seen(s->r, v))
NODE_NUMBER(get_seen_at_most, true, !v->flushed)

static const struct column node[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "its name"},
    {"index", COLUMN_U32, .get = get_index, .about = "its number, from 0 on"},
    {"clock_hz", COLUMN_U64, "Hz", .get = get_hz, .about = "clock of its cycles"},
    {"file", COLUMN_TEXT, .get = get_file, .about = "that has its records"},
    {"tick", COLUMN_U32, "cycles", .get = get_tick,
     .about = "times are multiples of it; 1: they are exact"},
    {"jitter", COLUMN_BOOL, .get = get_jitter, .about = "the places of its ticks are random"},
    {"bound", COLUMN_U32, "cycles", .get = get_bound,
     .about = "by which a duration at the node can be wrong at most"},
    {"begin", COLUMN_U64, "cycle", NODE(begin), .about = "of its first record"},
    {"end", COLUMN_U64, "cycle", NODE(end), .about = "of its last record"},
    {"kept_until", COLUMN_U64, "cycle", .get = get_kept_until,
     .about = "up to which a recorder that froze kept its records; null: none froze"},
    {"flushed", COLUMN_BOOL, NODE(flushed), .about = "its records end with that of the stop"},
};

const struct column_list columns_node = {
    .name = "report-node",
    .about = "A node in `gnomon report --json`; the table `nodes` of SQLite.",
    COLUMNS(node),
};

static const struct column records[] = {
    {"synced", COLUMN_BOOL, NODE(synced), .about = "its records begin with that of the start"},
    {"at_least", COLUMN_BOOL, .get = get_at_least,
     .about = "there may be more events, triggers and words than records"},
    {"records", COLUMN_U64, "records", NODE(records), .about = "all of them"},
    {"events", COLUMN_U64, "records", NODE(events), .about = "of events"},
    {"triggers", COLUMN_U64, "records", NODE(triggers), .about = "of triggers, and captures"},
    {"writes", COLUMN_U64, "records", NODE(port.writes), .about = "of writes to its event port"},
    {"words", COLUMN_U64, "records", NODE(words.words), .about = "of watched words"},
    {"lost", COLUMN_U64, "records", NODE(lost), .about = "that gaps state"},
    {"lost_at_least", COLUMN_BOOL, .get = get_lost_at_least, .about = "more may be lost"},
    {"lost_buffer", COLUMN_U64, "records", NODE(lost_full),
     .about = "of these in gaps that began with a full trace buffer"},
    {"lost_ring", COLUMN_U64, "records", .get = get_lost_ring,
     .about = "of these in gaps that began with a busy ring"},
    {"unseen", COLUMN_U64, "cycles", .get = get_unseen,
     .about = "of which not all is known, though it was to be recorded"},
    {"blind", COLUMN_U64, "cycles", NODE(unseen[REPORT_BLIND]), .about = "of loads"},
    {"off", COLUMN_U64, "cycles", NODE(unseen[REPORT_OFF]), .about = "with the triggers off"},
    {"left_out", COLUMN_U64, "cycles", NODE(unseen[REPORT_LEFT_OUT]),
     .about = "of which a filter left out all records"},
    {"frozen", COLUMN_U64, "cycles", NODE(unseen[REPORT_FROZEN]),
     .about = "after a recorder had frozen"},
    {"unknown_load", COLUMN_U64, "records", NODE(unknown_load),
     .about = "that fired while it was not known which load held"},
    {"seen", COLUMN_F64, .get = get_seen, .about = "share of its time that was seen, 0 to 1"},
    {"seen_at_most", COLUMN_BOOL, .get = get_seen_at_most,
     .about = "less may have been: it has no flush"},
    {"missing_bytes", COLUMN_U64, "bytes", NODE(missing), .about = "that its file lacks"},
};

const struct column_list columns_records = {
    .name = "report-records",
    .about = "The records of a node in `gnomon report --json`.",
    COLUMNS(records),
};

/* -- its samples -- */

static const char *form_of(const struct column_source *s)
{
#define FORM_NAME(form, bits) #form,
	static const char *const forms[] = {GNO_FORMS(FORM_NAME)};

	return forms[s->r->m->node[s->node].ratio_form];
}

NODE_TEXT(get_ratio_form, form_of(s))
NODE_NUMBER(get_complete, true, !v->counts_incomplete)

static const struct column sampling[] = {
    {"samples", COLUMN_U64, "samples", NODE(samples), .about = "that were recorded"},
    {"unsampled", COLUMN_U64, "cycles", NODE(unsampled),
     .about = "that requested a sample and got none"},
    {"unsnapped", COLUMN_U64, "cycles", NODE(unsnapped),
     .about = "that requested a snapshot of the counters and got none"},
    {"ratio_form", COLUMN_TEXT, .get = get_ratio_form, .about = "of a count in a record"},
    {"ratios_complete", COLUMN_BOOL, .get = get_complete,
     .about = "the counts over the run lack none"},
    {"mixed", COLUMN_BOOL, NODE(mixed),
     .about = "a load changed what is counted, or may have done so"},
};

const struct column_list columns_sampling = {
    .name = "report-sampling",
    .about = "How many samples a node has in `gnomon report --json`.",
    COLUMNS(sampling),
};

/* -- its ratio counters and extremes over the run -- */

GET_ROW(get_pairs, struct report_node, v->overall, v->overall)
GET_ROW(get_stall, struct report_node, true, v->overall)
GET_ROW(get_extremes, struct report_node, true, v->extreme)

static const struct column ratios[] = {
    {"ratios", COLUMN_ROWS, .get = get_pairs, .list = &columns_pairs, .each = columns_each_pair,
     .about = "what its pairs counted"},
    {"measures", COLUMN_ROWS, .get = get_pairs, .list = &columns_measures,
     .each = columns_each_measure, .about = "what that makes of measures"},
};

const struct column_list columns_ratios = {
    .name = "report-run-ratios",
    .about = "The ratio counters of a node over the run.",
    COLUMNS(ratios),
};

static const struct column extremes[] = {
    {"stall", COLUMN_ROWS, .get = get_stall, .list = &columns_stalls, .each = columns_each_stall,
     .about = "classes of its pairs"},
    {"extremes", COLUMN_ROWS, .get = get_extremes, .list = &columns_extremes,
     .each = columns_each_extreme, .about = "its largest and smallest values"},
};

const struct column_list columns_run_extremes = {
    .name = "report-run-extremes",
    .about = "The classes and the extremes of a node over the run.",
    COLUMNS(extremes),
};
