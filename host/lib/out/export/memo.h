/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_MEMO_H
#define GNO_EXPORT_MEMO_H

/*
 * The parts of a row's line that depend on its key alone, once they have been written: a run has
 * millions of events, but few that differ in more than their times. The rows of one list, in one
 * form. A caller writes
 *
 *	if (!report_memo_find(m, key.what, key.of)) {
 *		(all that depends on the key)
 *		report_memo_learn(m);
 *	}
 */

#include "common/text_out.h"
#include "results/columns/column.h"

#define REPORT_MEMO_TEXT 256 /* bytes of a part; longer ones are not kept */
#define REPORT_MEMO_PIECE 64
#define REPORT_MEMO_PLACES 1024

struct report_memo_place {
	uint64_t what, of; /* `of` of a place that is taken is not 0 */
	size_t length;
	char text[REPORT_MEMO_TEXT];
};

struct report_memo {
	struct text_out *out;
	struct report_memo_place *place; /* those of a key lie where its hash says */
	struct report_memo_place *open;	 /* whose text is being written, from `from` on */
	uint64_t what, of;		 /* its new key */
	uint64_t from;
};

/* For lines that go to `out`. GNO_ERR_NOMEM. */
int report_memo_begin(struct report_memo *m, struct text_out *out, struct gno_err *err);
void report_memo_end(struct report_memo *m);

/* A part, in pieces of one length that the compiler knows; there is room for all of a part. */
static inline void report_memo_copy(struct text_out *out, const struct report_memo_place *place)
{
	const size_t length = place->length;
	char *at = out->text + out->used;

	for (size_t done = 0; done < length; done += REPORT_MEMO_PIECE)
		memcpy(at + done, place->text + done, REPORT_MEMO_PIECE);
	out->used += length;
}

/* Writes the part of a key if it is known; else the caller does so now. */
static inline bool report_memo_find(struct report_memo *m, uint64_t what, uint64_t of)
{
	const uint64_t hash = (what ^ of * 31) * UINT64_C(0x9e3779b97f4a7c15);
	struct report_memo_place *place = &m->place[hash >> 54];

	text_out_need(m->out, REPORT_MEMO_TEXT);
	if (place->what == what && place->of == of) {
		report_memo_copy(m->out, place);
		return true;
	}
	m->open = place;
	m->what = what;
	m->of = of;
	m->from = m->out->before + m->out->used;
	return false;
}

/* Keeps what was written since. */
void report_memo_learn(struct report_memo *m);

#endif
