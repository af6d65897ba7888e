/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_PRINT_MEMO_H
#define GNO_REPORT_PRINT_MEMO_H

/*
 * The parts of a row's line that do not depend on its times, once they have been written: a run has
 * millions of events, but few that differ in more than their times. The rows of one list, in one
 * form. A caller writes
 *
 *	if (!report_memo_put(m, v)) {
 *		(node, kind and name, and if report_memo_whole(v) all that follows)
 *		report_memo_learn(m);
 *	}
 *	(unless report_memo_whole(v): all that follows)
 */

#include "common/text_out.h"
#include "common/errors.h"
#include "results/rows.h"
#include "records/record.h"

#define REPORT_MEMO_TEXT 224 /* bytes of a part; longer ones are not kept */
#define REPORT_MEMO_PLACES 1024

struct report_memo_key {
	uint64_t what, of; /* `of` of a place that is taken is not 0 */
};

struct report_memo_place {
	struct report_memo_key key;
	size_t length;
	char text[REPORT_MEMO_TEXT];
};

struct report_memo {
	struct text_out *out;
	struct report_memo_place *place; /* those of a key lie where its hash says */
	struct report_memo_place *open;	 /* whose text is being written, from `from` on */
	struct report_memo_key key;	 /* its new one */
	uint64_t from;
};

/* For lines that go to `out`. GNO_ERR_NOMEM. */
int report_memo_begin(struct report_memo *m, struct text_out *out, struct gno_err *err);
void report_memo_end(struct report_memo *m);

/* Whether an event has nothing but its kind, node, name, code, process and flags. */
static inline bool report_memo_whole(const struct report_event *v)
{
	return v->kind == GNO_KIND_EVENT || v->kind == GNO_KIND_TRIGGER;
}

static inline struct report_memo_key report_memo_key(const struct report_event *v)
{
	struct report_memo_key key = {
	    (uint64_t)(uint32_t)v->fired.point << 32 | (v->fired.code & 0xffff) << 16 |
		(v->record.code & 0xffff),
	    UINT64_C(1) << 63 | (uint64_t)v->kind << 40 | (uint64_t)v->node << 32};

	if (v->kind == GNO_KIND_GAP)
		key.of |= v->record.left_out;
	if (report_memo_whole(v))
		key.of |= (uint64_t)(v->record.aux & 0xf) << 56 |
			  (v->process_known ? UINT64_C(1) << 60 | v->process : 0);
	return key;
}

/* Of an interval: of its node, its name and how it ended. */
static inline struct report_memo_key report_memo_interval_key(const struct report_row *row)
{
	return (struct report_memo_key){row->interval.interval, UINT64_C(1) << 63 |
								    (uint64_t)row->node << 32 |
								    row->interval.end};
}

/* Writes the part of a key if it is known; else the caller does so now. */
static inline bool report_memo_find(struct report_memo *m, struct report_memo_key key)
{
	const uint64_t hash = (key.what ^ key.of * 31) * UINT64_C(0x9e3779b97f4a7c15);
	struct report_memo_place *place = &m->place[hash >> 54];

	text_out_need(m->out, REPORT_MEMO_TEXT);
	if (place->key.what == key.what && place->key.of == key.of) {
		text_out_bytes(m->out, place->text, place->length);
		return true;
	}
	m->open = place;
	m->key = key;
	m->from = m->out->before + m->out->used;
	return false;
}

static inline bool report_memo_put(struct report_memo *m, const struct report_event *v)
{
	return report_memo_find(m, report_memo_key(v));
}

/* Keeps what was written since. */
void report_memo_learn(struct report_memo *m);

#endif
