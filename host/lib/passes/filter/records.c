/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/filter/records.h"

#include <stdlib.h>

#include "common/util.h"
#include "passes/found/found.h"
#include "records/record.h"

enum part { PART_NONE, PART_KEPT, PART_OUT };

#define PARTS 256	   /* units that a record of a block can name */
#define BLOCK_FLAGS_WORD 4 /* of a record of a block */

/* What the next record of a node that did not fire is read by. */
struct filter_node {
	struct report_event asked; /* the last one that requested a sample */
	bool asked_out;		   /* it is left out */
	unsigned char bucket[PARTS], counter[PARTS], segment[PARTS]; /* the block that is open */
};

static bool is_out(const struct filter_records *f, const struct report_event *v)
{
	return (f->keep && filter_rule_answer(f->keep, v) == FILTER_NO) ||
	       (f->drop && filter_rule_answer(f->drop, v) == FILTER_YES);
}

/* A recorder's run begins with its first record, and ends with its last one. */
static bool is_at_end(const struct filter_records *f, unsigned node, uint64_t time)
{
	const struct report_node *n = &f->r->node[node];

	return f->r->run->wrap && (time <= n->begin || time == n->kept_until);
}

/* Whether what fired shows that collection was on after a loss, in which it may have stopped. */
static bool shows_collection(const struct filter_records *f, const struct report_event *v)
{
	return gno_kind_has_flags(v->kind) &&
	       found_node(f->found, v->node)->w.known.resolved == v->record.time;
}

/* Keeps the record that comes next, or leaves it out if that can be; *out: whether. */
static int put(struct filter_records *f, const struct report_event *v, bool *out,
	       struct gno_err *err)
{
	struct filter_lane *l = &f->lane[v->node];
	const uint64_t time = v->record.time;
	const enum filter_class class =
	    *out && !is_at_end(f, v->node, time) && !shows_collection(f, v)
		? filter_accounts_class(f->accounts, v)
		: FILTER_STAYS;
	const bool alone = class == FILTER_ALONE && filter_lane_can_skip(l, time);

	f->stayed += *out && class == FILTER_STAYS;
	*out = class != FILTER_STAYS;
	if (!*out) {
		filter_accounts_kept(f->accounts, v);
		return filter_lane_keep(l, err);
	}
	filter_accounts_left_out(f->accounts, v, !alone);
	if (alone)
		filter_lane_skip(l);
	else
		filter_lane_leave_out(l, time);
	return GNO_OK;
}

/* A sample is left out with what requested it. */
static bool is_sample_out(const struct filter_records *f, struct report_event *v)
{
	const struct filter_node *n = &f->node[v->node];
	const struct report_event *asked = &n->asked;
	const bool write = asked->kind == GNO_KIND_DATUM;

	if (asked->kind && v->record.code && asked->record.time == v->record.time) {
		v->fired = asked->fired;
		v->process_known = write || asked->process_known;
		v->process = write ? asked->record.process : asked->process;
		if (n->asked_out)
			return true;
	}
	return is_out(f, v);
}

/* A block is left out with its first record. */
static int put_part(struct filter_records *f, unsigned char *part, struct report_event *v,
		    struct gno_err *err)
{
	const struct filter_lane *l = &f->lane[v->node];
	uint32_t w[BLOCK_FLAGS_WORD + 1];
	bool out = *part == PART_NONE ? is_out(f, v) : *part == PART_OUT;
	int rc;

	gno_stream_words(l->s, v->record.offset, w, BLOCK_FLAGS_WORD + 1);
	rc = put(f, v, &out, err);
	*part = w[BLOCK_FLAGS_WORD] >> GNO_BLOCK_LAST & 1 ? PART_NONE : out ? PART_OUT : PART_KEPT;
	return rc;
}

/* Keeps what always stays, but for a time beat within a stretch. */
static int keep_always(struct filter_records *f, const struct report_event *v, struct gno_err *err)
{
	struct filter_lane *l = &f->lane[v->node];
	const uint64_t kept = l->kept;
	const int rc = filter_lane_keep(l, err);

	f->stayed += l->kept > kept && is_out(f, v);
	return rc;
}

/* A record that comes next and did not fire. */
static int take_other(struct filter_records *f, unsigned node, const struct gno_slot *slot,
		      struct gno_err *err)
{
	struct filter_node *n = &f->node[node];
	struct report_event v = {.kind = gno_record_kind(slot->info),
				 .node = node,
				 .fired = {.point = -1},
				 .record = {.time = slot->time,
					    .offset = f->lane[node].b->base + slot->at,
					    .code = gno_record_code(slot->info)}};
	bool out;

	switch (v.kind) {
	case GNO_KIND_RATIO:
		out = is_sample_out(f, &v);
		return put(f, &v, &out, err);
	case GNO_KIND_BUCKET:
		return put_part(f, &n->bucket[v.record.code], &v, err);
	case GNO_KIND_COUNTER:
		return put_part(f, &n->counter[v.record.code], &v, err);
	case GNO_KIND_SEGMENT:
		return put_part(f, &n->segment[v.record.code], &v, err);
	default:
		return keep_always(f, &v, err);
	}
}

/* Takes the records of the node's batch that come before an offset. */
static int take_before(struct filter_records *f, unsigned node, uint64_t offset,
		       struct gno_err *err)
{
	const struct gno_slot *slot;
	int rc = GNO_OK;

	while (!rc && filter_lane_before(&f->lane[node], offset, &slot))
		rc = take_other(f, node, slot, err);
	return rc;
}

/* Takes a record that fired, with those of its batch that come before it. */
static int take_fired(struct filter_records *f, const struct report_event *v, struct gno_err *err)
{
	struct filter_node *n = &f->node[v->node];
	bool out = is_out(f, v);
	int rc = take_before(f, v->node, v->record.offset, err);

	rc = rc ? rc : put(f, v, &out, err);
	if (v->record.aux >> GNO_FLAG_SAMPLED & 1) {
		n->asked = *v;
		n->asked_out = out;
	}
	return rc;
}

static void begin(const void *self, struct report_rows *rows)
{
	(void)self;
	rows->lists = REPORT_LIST(REPORT_EVENTS);
}

static int take_row(void *self, struct report_rows *rows, const struct report_row *row)
{
	struct filter_records *f = self;
	const struct report_event *v = &row->event;

	if (!f->failed && v->kind != REPORT_NO_RECORD && gno_kind_has_flags(v->kind))
		f->failed = take_fired(f, v, &f->why);
	if (f->failed)
		rows->lists = 0;
	return 0;
}

/* What fired was taken; takes the other records of the batch. */
static int take_rest(void *self, unsigned node, struct gno_err *err)
{
	struct filter_records *f = self;
	int rc;

	if (f->failed) {
		*err = f->why;
		return f->failed;
	}
	rc = take_before(f, node, UINT64_MAX, err);
	return rc ? rc : filter_lane_next(&f->lane[node], err);
}

static int end_node(void *self, unsigned node, struct gno_err *err)
{
	struct filter_records *f = self;

	return filter_lane_end(&f->lane[node], err);
}

int filter_records_add(struct filter_records *f, struct reader *reader, const char *folder,
		       struct gno_err *err)
{
	static const struct found_taker taker = {.begin = begin, .take = take_row};
	static const struct pass pass = {.name = "filter", .batch = take_rest, .over = end_node};
	const struct gno_manifest *m = f->r->m;
	int rc = GNO_OK;

	f->accounts = filter_accounts_new(f->r);
	f->lane = calloc(m->nodes, sizeof(*f->lane));
	f->node = calloc(m->nodes, sizeof(*f->node));
	if (!f->accounts || !f->lane || !f->node)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < m->nodes && !rc; k++) {
		char *path = gno_format("%s/trace/%s", folder, m->node[k].stream);

		f->lanes++;
		rc = filter_lane_open(&f->lane[k], f->r->trace, k, reader_batch(reader, k), path,
				      err);
	}
	rc = rc ? rc : found_add(f->r, &taker, f, reader, &f->found, err);
	return rc ? rc : reader_add(reader, &pass, f, err);
}

void filter_records_close(struct filter_records *f)
{
	for (unsigned k = 0; k < f->lanes; k++)
		filter_lane_close(&f->lane[k]);
	found_close(f->found);
	filter_accounts_free(f->accounts);
	free(f->lane);
	free(f->node);
}
