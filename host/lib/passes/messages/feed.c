/* SPDX-License-Identifier: Apache-2.0 */
/* Writes to the event ports and breaks, merged by time. */
#include "passes/messages/feed.h"

#include <stdlib.h>

#include "common/util.h"
#include "records/record.h"
#include "read/stream.h"

/* In one cycle: sends, all others, receives. */
enum { RANK_SEND, RANK_OTHER, RANK_RECEIVE, RANK_BITS = 2 };

#define NOTHING UINT64_MAX  /* key of a node without further events */
#define HOLE_RECORD_BYTES 8 /* of the shortest record */

struct lane {
	struct gno_stream *s;
	struct gno_batch batch;
	size_t at;		       /* record of the batch that comes next */
	struct feed_event next, after; /* `after`: comes with the next call, if has_after */
	uint64_t key;		       /* time and rank of `next` */
	uint64_t frozen_from;	       /* as of the report */
	unsigned node;
	bool has_after;
	bool dark;   /* collection or triggers are off */
	bool begun;  /* the first record was seen */
	bool ended;  /* the flush was seen */
	bool closed; /* all was read */
};

struct feed {
	const struct gno_report *r;
	struct lane **lane; /* of nodes with a port */
	unsigned lanes;
	struct lane *current; /* comes next while its key is below `limit` */
	uint64_t limit;	      /* key of the first one of all others */
};

bool feed_has_port(const struct gno_report *r)
{
	bool any = false;

	for (unsigned k = 0; k < r->m->nodes; k++)
		any |= r->m->node[k].port.bus != GNO_BUS_NONE;
	return any;
}

/* Room for the node's next event, or for the one after it. */
static struct feed_event *add(struct lane *l, uint64_t time, enum feed_kind kind, unsigned rank)
{
	struct feed_event *v = &l->after;

	if (l->key == NOTHING) {
		v = &l->next;
		l->key = time << RANK_BITS | rank;
	} else {
		l->has_after = true;
	}
	v->time = time;
	v->kind = kind;
	v->node = l->node;
	return v;
}

static void put_break(struct lane *l, uint64_t from, uint64_t to, uint64_t most)
{
	uint64_t cycles = to >= from ? to - from + 1 : 1;
	struct feed_event *v = add(l, from, FEED_BREAK, RANK_OTHER);

	v->open = false;
	v->to = to;
	v->hidden = most < cycles ? most : cycles;
}

static void put_dark(struct lane *l, uint64_t from)
{
	l->dark = true;
	add(l, from, FEED_BREAK, RANK_OTHER)->open = true;
}

static void put_light(struct lane *l, uint64_t time)
{
	if (l->dark)
		add(l, time, FEED_RESUME, RANK_OTHER);
	l->dark = false;
}

static void put_write(struct lane *l, uint64_t time, uint32_t info, uint64_t offset)
{
	unsigned page = gno_datum_page(info);
	unsigned rank = page == GNO_PAGE_SEND	   ? RANK_SEND
			: page == GNO_PAGE_RECEIVE ? RANK_RECEIVE
						   : RANK_OTHER;
	struct feed_event *v = add(l, time, FEED_WRITE, rank);
	uint32_t w[DATUM_WORDS_MAX];
	bool wide = gno_datum_wide(info);

	stream_datum_words(l->s, offset, info, w);
	v->page = page;
	v->code = gno_datum_sub(info);
	v->data = gno_datum_data(w);
	v->process = gno_datum_process(w);
	v->runnable = gno_datum_runnable(w);
	v->pc = wide ? gno_datum_pc(w) : 0;
	v->process_time = wide ? gno_datum_process_time(w) : 0;
	l->dark = false;
}

/* A record whose kind has flags. */
static void take_fired(struct feed *f, struct lane *l, const struct gno_slot *slot)
{
	unsigned kind = gno_record_kind(slot->info);
	bool stops = !f->r->run->wrap && gno_record_flags(slot->info) >> GNO_FLAG_STOP & 1;

	if (kind == GNO_KIND_DATUM) {
		put_write(l, slot->time, slot->info, l->batch.base + slot->at);
		stops |= gno_datum_page(slot->info) == GNO_PAGE_CONTROL &&
			 gno_datum_sub(slot->info) == GNO_PORT_STOP;
	} else {
		put_light(l, slot->time);
	}
	if (stops)
		put_dark(l, slot->time);
}

static void take_other(struct lane *l, const struct gno_slot *slot, size_t i)
{
	struct gno_record rec;

	switch (gno_record_kind(slot->info)) {
	case GNO_KIND_GAP:
		gno_stream_record(l->s, &l->batch, i, NULL, &rec);
		if (rec.lost || rec.left_out)
			put_break(l, rec.time, rec.to, rec.lost ? rec.lost : UINT64_MAX);
		break;
	case GNO_KIND_LOAD:
		if (!gno_record_code(slot->info))
			put_dark(l, slot->time);
		else
			put_light(l, slot->time);
		break;
	case GNO_KIND_FLUSH:
		l->ended = true;
		if (l->frozen_from < slot->time)
			put_break(l, l->frozen_from, slot->time, UINT64_MAX);
		add(l, slot->time, FEED_END, RANK_OTHER);
		break;
	}
}

static void take_hole(struct lane *l)
{
	const struct gno_batch *b = &l->batch;

	if (b->cut_off) /* the trace ends in it, and nothing of what follows is known */
		put_dark(l, b->hole_from);
	else
		put_break(l, b->hole_from, b->hole_to, b->hole_bytes / HOLE_RECORD_BYTES + 1);
}

/* What comes before the node's first record. */
static void begin_lane(struct feed *f, struct lane *l, uint32_t info)
{
	const struct gno_pattern_file *file = f->r->points.load[0].file;

	l->begun = true;
	if (f->r->run->wrap && gno_record_kind(info) != GNO_KIND_SYNC)
		put_break(l, 0, f->r->node[l->node].begin, UINT64_MAX);
	else if (!f->r->run->wrap && !file->collect)
		put_dark(l, 0);
}

/* Takes records until the node has a next event, or all were read. */
static int fill(struct feed *f, struct lane *l, struct gno_err *err)
{
	struct gno_batch *b = &l->batch;

	l->key = NOTHING;
	if (l->has_after) {
		l->has_after = false;
		l->next = l->after;
		l->key = l->next.time << RANK_BITS | RANK_OTHER; /* a write comes first */
		return GNO_OK;
	}
	while (l->key == NOTHING && !l->closed) {
		unsigned kind;

		if (l->at >= b->n + (b->hole_bytes != 0)) {
			int rc = gno_stream_read(l->s, b, err);

			if (rc < 0)
				return rc;
			l->at = 0;
			if (!rc) {
				l->closed = true;
				if (!l->ended && !l->dark)
					put_dark(l, f->r->node[l->node].end);
			} else if (!l->begun && b->n) {
				begin_lane(f, l, b->rec[0].info);
			}
			continue;
		}
		if (l->at == b->n) {
			l->at++;
			take_hole(l);
			continue;
		}
		kind = gno_record_kind(b->rec[l->at].info);
		if (kind == GNO_KIND_DATUM || gno_kind_has_flags(kind))
			take_fired(f, l, &b->rec[l->at]);
		else
			take_other(l, &b->rec[l->at], l->at);
		l->at++;
	}
	return GNO_OK;
}

/* The node that comes first, and the key of the first one of the others. */
static void choose(struct feed *f)
{
	f->current = NULL;
	f->limit = NOTHING;
	for (unsigned i = 0; i < f->lanes; i++) {
		struct lane *l = f->lane[i];

		if (l->key == NOTHING)
			continue;
		if (!f->current || l->key < f->current->key) {
			f->limit = f->current ? f->current->key : NOTHING;
			f->current = l;
		} else if (l->key < f->limit) {
			f->limit = l->key;
		}
	}
}

static int open_lane(struct feed *f, unsigned node, struct gno_err *err)
{
	struct lane *l = calloc(1, sizeof(*l));

	if (!l)
		return gno_fail_nomem(err);
	f->lane[f->lanes++] = l;
	l->node = node;
	l->frozen_from = report_frozen_from(f->r, &f->r->node[node]);
	l->s = gno_trace_stream(f->r->trace, node);
	gno_stream_rewind(l->s);
	return fill(f, l, err);
}

int feed_open(const struct gno_report *r, struct feed **out, struct gno_err *err)
{
	struct feed *f = calloc(1, sizeof(*f));
	int rc = GNO_OK;

	*out = f;
	if (!f)
		return gno_fail_nomem(err);
	f->r = r;
	f->lane = calloc(r->m->nodes + 1, sizeof(struct lane *));
	if (!f->lane)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		if (r->m->node[k].port.bus != GNO_BUS_NONE)
			rc = open_lane(f, k, err);
	choose(f);
	return rc;
}

int feed_next(struct feed *f, struct feed_event *out, struct gno_err *err)
{
	struct lane *l = f->current;
	int rc;

	if (!l)
		return 0;
	*out = l->next;
	rc = fill(f, l, err);
	if (rc)
		return rc;
	if (l->key >= f->limit)
		choose(f);
	return 1;
}

void feed_close(struct feed *f)
{
	if (!f)
		return;
	for (unsigned i = 0; f->lane && i < f->lanes; i++)
		free(f->lane[i]);
	free(f->lane);
	free(f);
}
