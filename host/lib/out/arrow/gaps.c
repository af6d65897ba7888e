/* SPDX-License-Identifier: Apache-2.0 */
/* The table of gaps: stretches of a node's time of which nothing is known, and why. */
#include "out/arrow/table.h"

enum { SINCE, UNTIL, SINCE_NS, UNTIL_NS, NODE, WHY, LOST, FULL, OFFSET, BYTES, CUT_OFF, COLUMNS };

static const struct arrow_column columns[COLUMNS] = {
    [SINCE] = {"since", ARROW_U64},	  [UNTIL] = {"until", ARROW_U64},
    [SINCE_NS] = {"since_ns", ARROW_U64}, [UNTIL_NS] = {"until_ns", ARROW_U64},
    [NODE] = {"node", ARROW_NAME},	  [WHY] = {"why", ARROW_NAME},
    [LOST] = {"lost", ARROW_U64},	  [FULL] = {"full", ARROW_BOOL},
    [OFFSET] = {"offset", ARROW_U64},	  [BYTES] = {"bytes", ARROW_U64},
    [CUT_OFF] = {"cut_off", ARROW_BOOL},
};

static void put_stretch(struct table_reader *t, enum report_unseen why, uint64_t from, uint64_t to)
{
	struct batch *b = &t->batch;

	batch_text(b, WHY, why, report_unseen_name(why));
	batch_u64(b, SINCE, from);
	batch_u64(b, UNTIL, to);
	batch_u64(b, SINCE_NS, report_ns(t->r, from));
	batch_u64(b, UNTIL_NS, report_ns(t->r, to));
}

static int put(struct table_reader *t, const struct report_row *row)
{
	struct batch *b = &t->batch;

	if (!batch_room(b))
		return GNO_ERR_NOMEM;
	batch_text(b, NODE, row->node, t->r->m->node[row->node].name);
	switch (row->list) {
	case REPORT_GAPS:
		put_stretch(t, REPORT_GAP, row->gap.from, row->gap.to);
		batch_u64(b, LOST, row->gap.lost);
		batch_bool(b, FULL, row->gap.full);
		break;
	case REPORT_HOLES:
		put_stretch(t, REPORT_HOLE, row->hole.from, row->hole.to);
		batch_u64(b, OFFSET, row->hole.offset);
		batch_u64(b, BYTES, row->hole.bytes);
		batch_bool(b, CUT_OFF, row->hole.cut_off);
		break;
	default:
		put_stretch(t, row->blind.why, row->blind.from, row->blind.to);
		break;
	}
	b->rows++;
	return GNO_OK;
}

static void know(struct table_reader *t)
{
	for (unsigned i = 0; i < REPORT_UNSEEN_KINDS; i++)
		batch_know(&t->batch, WHY, i, report_unseen_name(i));
}

static bool within(const struct report_row *row, uint64_t from, uint64_t to)
{
	switch (row->list) {
	case REPORT_GAPS:
		return row->gap.from <= to && row->gap.to >= from;
	case REPORT_HOLES:
		return row->hole.from <= to && row->hole.to >= from;
	default:
		return row->blind.from <= to && row->blind.to >= from;
	}
}

const struct arrow_table arrow_gaps = {
    .name = "gaps",
    .column = columns,
    .columns = COLUMNS,
    .list = REPORT_UNSEEN,
    .node = NODE,
    .know = know,
    .put = put,
    .within = within,
};
