/* SPDX-License-Identifier: Apache-2.0 */
#include "results/pauses.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "common/new_file.h"
#include "common/util.h"

#define STRETCHES REPORT_PAUSES_PIECE /* that are written or read at once */

struct report_pauses {
	int fd;				    /* -1: the source has them */
	struct report_pauses_source source; /* where there is no file */
	uint64_t written;		    /* stretches in the file; then come: */
	struct report_stretch last[STRETCHES];
	size_t lasts;
	struct report_stretch open[REPORT_PAUSES_OPEN];
	size_t opens;
	struct report_nodes recording;
	struct report_pauses_sum sum;
};

struct report_pauses_cursor {
	const struct report_pauses *p;
	uint64_t read;			 /* stretches that were read so far */
	struct report_stretch now, last; /* that was found, and the one before it */
	uint64_t found;			 /* how many */
	size_t at, count;		 /* in `piece`: the next one; all of them */
	int failed;			 /* to read: why */
	struct gno_err why;
	struct report_stretch piece[STRETCHES];
};

int report_pauses_new(const struct report_nodes *recording, struct report_pauses **out,
		      struct gno_err *err)
{
	struct report_pauses *p = calloc(1, sizeof(*p));

	*out = p;
	if (!p)
		return gno_fail_nomem(err);
	p->recording = *recording;
	p->sum.counted = true;
	p->fd = -1;
	return gno_scratch_open(&p->fd, err);
}

int report_pauses_stored(const struct report_nodes *recording, const struct report_pauses_sum *sum,
			 const struct report_pauses_source *source, struct report_pauses **out,
			 struct gno_err *err)
{
	struct report_pauses *p = *out = calloc(1, sizeof(*p));

	if (!p)
		return gno_fail_nomem(err);
	p->fd = -1;
	p->source = *source;
	p->written = source->stretches;
	p->recording = *recording;
	p->sum = *sum;
	return GNO_OK;
}

void report_pauses_free(struct report_pauses *p)
{
	if (p && p->fd >= 0)
		close(p->fd);
	free(p);
}

static bool is_empty(const struct report_nodes *n)
{
	for (size_t i = 0; i < sizeof(n->bits) / sizeof(*n->bits); i++)
		if (n->bits[i])
			return false;
	return true;
}

static void add_stretch(struct report_pauses_sum *sum, const struct report_stretch *s)
{
	uint64_t cycles = s->to - s->from;

	sum->end = s->to;
	switch (s->line) {
	case REPORT_LINE_RELEASED:
		break;
	case REPORT_LINE_ASSERTED:
		sum->rounds++;
		sum->asserted += cycles;
		sum->late += !is_empty(&s->late);
		sum->kept += !is_empty(&s->kept);
		sum->of[s->of].rounds++;
		sum->of[s->of].asserted += cycles;
		break;
	case REPORT_LINE_UNKNOWN:
		sum->unknown += cycles;
		sum->missing += s->missing;
		sum->counted = sum->counted && s->counted;
		break;
	}
	sum->total_known = !s->base && (s->line != REPORT_LINE_UNKNOWN || s->counted);
	sum->total = s->paused + (s->line == REPORT_LINE_ASSERTED ? cycles : s->missing);
}

/* Writes those that are not in the file yet. Its place is not that of a child, nor of a parent. */
static int write_last(struct report_pauses *p, struct gno_err *err)
{
	int rc = gno_scratch_put(p->fd, (off_t)(p->written * sizeof(*p->last)), p->last,
				 p->lasts * sizeof(*p->last), err);

	if (rc)
		return rc;
	p->written += p->lasts;
	p->lasts = 0;
	return GNO_OK;
}

int report_pauses_put(struct report_pauses *p, const struct report_stretch *s, struct gno_err *err)
{
	struct report_stretch numbered = *s;

	if (s->to == s->from)
		return GNO_OK;
	add_stretch(&p->sum, s);
	numbered.round = p->sum.rounds;
	p->last[p->lasts++] = numbered;
	return p->lasts < STRETCHES ? GNO_OK : write_last(p, err);
}

void report_pauses_open(struct report_pauses *p, const struct report_stretch *s, size_t count)
{
	memcpy(p->open, s, count * sizeof(*s));
	p->opens = count;
}

int report_pauses_close(struct report_pauses *p, uint64_t odd, struct gno_err *err)
{
	p->sum.odd = odd;
	p->opens = 0;
	return write_last(p, err);
}

const struct report_pauses_sum *report_pauses_sum(const struct report_pauses *p)
{
	return &p->sum;
}

int report_pauses_enter(const struct report_pauses *p, struct report_pauses_cursor **out,
			struct gno_err *err)
{
	*out = calloc(1, sizeof(**out));
	if (!*out)
		return gno_fail_nomem(err);
	(*out)->p = p;
	return GNO_OK;
}

void report_pauses_leave(struct report_pauses_cursor *c)
{
	free(c);
}

/* Takes those that are not in the file yet. */
static void take_last(struct report_pauses_cursor *c)
{
	const size_t from = (size_t)(c->read - c->p->written);

	c->at = 0;
	c->count = c->p->lasts - from;
	memcpy(c->piece, c->p->last + from, c->count * sizeof(*c->piece));
	c->read += c->count;
}

/* Stretch `first` and the ones behind it. Other cursors read the same file, so it has no place of
 * its own. */
static int read_some(struct report_pauses_cursor *c, uint64_t first, struct report_stretch *out,
		     size_t count)
{
	const struct report_pauses *p = c->p;

	if (p->fd < 0)
		return p->source.read(p->source.of, first / STRETCHES, out, &c->why);
	return gno_scratch_get(p->fd, (off_t)(first * sizeof(*out)), out, count * sizeof(*out),
			       &c->why);
}

/* Reads the next piece. */
static void read_piece(struct report_pauses_cursor *c)
{
	uint64_t left = c->p->written - c->read;
	size_t want = left < STRETCHES ? (size_t)left : STRETCHES;

	if (!c->failed)
		c->failed = read_some(c, c->read, c->piece, want);
	c->at = 0;
	c->count = c->failed ? 0 : want;
	c->read += c->count;
}

/* The first cycle of a piece; after a fault any. */
static uint64_t piece_from(struct report_pauses_cursor *c, uint64_t i)
{
	const struct report_pauses *p = c->p;
	struct report_stretch first = {.from = 0};

	if (p->fd < 0)
		return p->source.from(p->source.of, i);
	if (!c->failed)
		c->failed = read_some(c, i * STRETCHES, &first, 1);
	return first.from;
}

/* Where more than a piece lies before a cycle, the cursor goes on one piece before the one with
 * that cycle, so that the stretch before it is known, too. */
static void skip(struct report_pauses_cursor *c, uint64_t cycle)
{
	uint64_t low = c->read / STRETCHES + 1, high = (c->p->written + STRETCHES - 1) / STRETCHES;

	if (low >= high || piece_from(c, low) > cycle)
		return;
	while (high - low > 1) {
		const uint64_t middle = low + (high - low) / 2;

		if (piece_from(c, middle) <= cycle)
			low = middle;
		else
			high = middle;
	}
	c->found += (low - 1) * STRETCHES - c->read;
	c->read = (low - 1) * STRETCHES;
}

const struct report_stretch *report_pauses_next(struct report_pauses_cursor *c)
{
	if (c->at == c->count && c->read >= c->p->written)
		take_last(c);
	else if (c->at == c->count)
		read_piece(c);
	if (c->at == c->count)
		return NULL;
	c->last = c->now;
	c->now = c->piece[c->at++];
	c->found++;
	return &c->now;
}

const struct report_stretch *report_pauses_find(struct report_pauses_cursor *c, uint64_t cycle)
{
	while (!c->found || cycle >= c->now.to) {
		if (c->at == c->count && c->read < c->p->written)
			skip(c, cycle);
		if (!report_pauses_next(c))
			break;
	}
	for (size_t i = 0; i < c->p->opens; i++)
		if (cycle >= c->p->open[i].from && cycle < c->p->open[i].to)
			return c->failed ? NULL : &c->p->open[i];
	return c->found && !c->failed ? &c->now : NULL;
}

const struct report_stretch *report_pauses_before(const struct report_pauses_cursor *c)
{
	return c->found > 1 ? &c->last : NULL;
}

int report_pauses_check(const struct report_pauses_cursor *c, struct gno_err *err)
{
	if (!c || !c->failed)
		return GNO_OK;
	*err = c->why;
	return c->failed;
}

bool report_pauses_at(const struct report_stretch *s, uint64_t cycle, uint64_t *paused)
{
	*paused = s->paused;
	if (s->line == REPORT_LINE_ASSERTED)
		*paused += cycle - s->from;
	return s->line != REPORT_LINE_UNKNOWN || cycle == s->from;
}

struct report_nodes report_pauses_missing(const struct report_pauses *p,
					  const struct report_stretch *s)
{
	/* a round that lasts at the start, or at the end of the run, has no record of that */
	bool began = s->from || !is_empty(&s->has_begin), ended = s->to != p->sum.end;
	struct report_nodes out = {{0}};

	for (size_t i = 0; i < sizeof(out.bits) / sizeof(*out.bits); i++) {
		uint64_t has = UINT64_MAX;

		if (began)
			has &= s->has_begin.bits[i];
		if (ended)
			has &= s->has_end.bits[i];
		out.bits[i] = p->recording.bits[i] & ~has;
	}
	return out;
}

uint64_t report_round_at(const struct report_pauses_cursor *c, uint64_t cycle, bool began)
{
	const struct report_stretch *s = began ? &c->now : report_pauses_before(c);

	if (!s || s->line != REPORT_LINE_ASSERTED)
		return 0;
	return (began ? s->from : s->to) == cycle ? s->round : 0;
}

bool report_counter_at(const struct report_stretch *s, uint64_t cycle, uint64_t *counter)
{
	uint64_t paused = 0;
	bool known = report_pauses_at(s, cycle, &paused) && !s->base;

	*counter = cycle - paused;
	return known;
}

bool report_counter_in(struct report_pauses_cursor *c, uint64_t cycle, uint64_t *counter)
{
	const struct report_stretch *s = c ? report_pauses_find(c, cycle) : NULL;

	return s && report_counter_at(s, cycle, counter);
}
