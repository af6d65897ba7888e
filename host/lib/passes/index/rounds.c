/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/index/rounds.h"

#include <string.h>
#include <xxhash.h>

#include "passes/lines/pauses.h"

/* What a stretch has, in one number: these, then two bits for each of its sets of nodes. */
enum {
	HAS_LINE = 0, /* two bits each */
	HAS_OF = 2,
	HAS_MORE = 4, /* what does not follow from the stretch before it */
	HAS_BEGAN,
	HAS_ENDED,
	HAS_COUNTED,
	HAS_NODES,
};

enum { NODES_NONE, NODES_RECORDING, NODES_OWN, NODES_ALL }; /* a set of nodes */

#define SETS 6
#define CHECKED 65536 /* bytes of pieces that are checked at a time */
#define WORDS (sizeof(((struct report_nodes *)NULL)->bits) / sizeof(uint64_t))

_Static_assert(GNO_LINES < 4 && REPORT_LINE_UNKNOWN < 4, "two bits hold them");

static struct report_nodes *set_of(struct report_stretch *s, unsigned i)
{
	struct report_nodes *const sets[SETS] = {&s->own,  &s->full,	  &s->late,
						 &s->kept, &s->has_begin, &s->has_end};

	return sets[i];
}

static bool same(const struct report_nodes *a, const struct report_nodes *b)
{
	return !memcmp(a->bits, b->bits, sizeof(a->bits));
}

static unsigned kind_of(const struct report_nodes *n, const struct report_nodes *recording)
{
	static const struct report_nodes none;

	return same(n, &none) ? NODES_NONE : same(n, recording) ? NODES_RECORDING : NODES_OWN;
}

/* What follows from the stretch before: it may differ behind a loss. */
static void follow(struct report_stretch *s, const struct report_stretch *last)
{
	s->paused = last->paused +
		    (last->line == REPORT_LINE_ASSERTED ? last->to - last->from : last->missing);
	s->base = last->base;
	s->missing = 0;
}

static unsigned flags_of(struct report_stretch *s, const struct report_stretch *last,
			 const struct report_nodes *recording)
{
	struct report_stretch usual = {.from = 0};
	unsigned has = s->line << HAS_LINE | s->of << HAS_OF | (unsigned)s->began << HAS_BEGAN |
		       (unsigned)s->ended << HAS_ENDED | (unsigned)s->counted << HAS_COUNTED;

	follow(&usual, last);
	has |= (unsigned)(s->paused != usual.paused || s->base != usual.base ||
			  s->missing != usual.missing)
	       << HAS_MORE;
	for (unsigned i = 0; i < SETS; i++)
		has |= kind_of(set_of(s, i), recording) << (HAS_NODES + 2 * i);
	return has;
}

static void set_flags(struct archive *a, struct report_stretch *s, unsigned has)
{
	s->line = (enum report_line_is)(has >> HAS_LINE & 3);
	s->of = (enum gno_line)(has >> HAS_OF & 3);
	s->began = has >> HAS_BEGAN & 1;
	s->ended = has >> HAS_ENDED & 1;
	s->counted = has >> HAS_COUNTED & 1;
	a->bad |= s->line > REPORT_LINE_UNKNOWN || s->of > GNO_LINES;
}

static void of_set(struct archive *a, struct report_nodes *n, unsigned kind,
		   const struct report_nodes *recording)
{
	if (kind == NODES_RECORDING)
		*n = *recording;
	a->bad |= kind == NODES_ALL;
	for (size_t i = 0; i < WORDS && kind == NODES_OWN; i++)
		n->bits[i] = archive_number(a, n->bits[i]);
}

/* `last`: the one before; all 0 at the begin of a piece. */
static void of_stretch(struct archive *a, const struct report_nodes *recording,
		       struct report_stretch *s, const struct report_stretch *last)
{
	const unsigned has = archive_unsigned(a, a->reads ? 0 : flags_of(s, last, recording));

	s->to = last->to + archive_number(a, s->to - last->to);
	if (a->reads) {
		s->from = last->to;
		set_flags(a, s, has);
		follow(s, last);
		s->round = last->round + (s->line == REPORT_LINE_ASSERTED);
	}
	if (has >> HAS_MORE & 1) {
		s->paused = archive_number(a, s->paused);
		s->base = archive_unsigned(a, s->base);
		s->missing = archive_number(a, s->missing);
	}
	for (unsigned i = 0; i < SETS; i++)
		of_set(a, set_of(s, i), has >> (HAS_NODES + 2 * i) & 3, recording);
}

void rounds_of_piece(struct archive *a, const struct report_nodes *recording,
		     struct report_stretch *s, size_t count)
{
	struct report_stretch last = {.from = 0};

	/* as if the one before the first one ended there, with the rounds so far */
	last.to = archive_number(a, s[0].from);
	last.from = last.to;
	last.round = archive_number(a, s[0].round - (s[0].line == REPORT_LINE_ASSERTED));
	for (size_t i = 0; i < count && !a->bad; i++) {
		of_stretch(a, recording, &s[i], &last);
		last = s[i];
	}
}

void rounds_of_sum(struct archive *a, struct report_pauses_sum *sum)
{
	sum->end = archive_number(a, sum->end);
	sum->rounds = archive_number(a, sum->rounds);
	sum->asserted = archive_number(a, sum->asserted);
	for (unsigned i = 0; i <= GNO_LINES; i++) {
		sum->of[i].rounds = archive_number(a, sum->of[i].rounds);
		sum->of[i].asserted = archive_number(a, sum->of[i].asserted);
	}
	sum->unknown = archive_number(a, sum->unknown);
	sum->missing = archive_number(a, sum->missing);
	sum->counted = archive_flag(a, sum->counted);
	sum->total_known = archive_flag(a, sum->total_known);
	sum->total = archive_number(a, sum->total);
	sum->odd = archive_number(a, sum->odd);
	sum->late = archive_number(a, sum->late);
	sum->kept = archive_number(a, sum->kept);
}

/* -- of a run that is opened -- */

static int load(const struct index *x, uint64_t i, struct archive *out, struct gno_err *err)
{
	const struct index_place *p = &x->rounds.place[i];

	return archive_load(x->fd, p->at, p->length, p->hash, out, err);
}

static uint64_t piece_from(void *of, uint64_t i)
{
	const struct index *x = of;

	return x->rounds.place[i].time;
}

static int read_piece(void *of, uint64_t i, struct report_stretch *out, struct gno_err *err)
{
	const struct index *x = of;
	const uint64_t left = x->stretches - i * REPORT_PAUSES_PIECE;
	const size_t count = left < REPORT_PAUSES_PIECE ? (size_t)left : REPORT_PAUSES_PIECE;
	struct archive a;
	bool bad;
	int rc = load(x, i, &a, err);

	if (rc <= 0)
		return rc ? rc : gno_fail(err, GNO_ERR_IO, "'" INDEX_FILE "' has changed");
	memset(out, 0, count * sizeof(*out));
	rounds_of_piece(&a, &x->recording, out, count);
	bad = a.bad;
	archive_free(&a);
	return bad ? gno_fail(err, GNO_ERR_FORMAT, "'" INDEX_FILE "' is damaged: remove it")
		   : GNO_OK;
}

/* Adds the bytes of all pieces, which lie one after the other; false: they are not there. */
static bool add_pieces(const struct index *x, XXH64_state_t *hash)
{
	const struct index_node *n = &x->rounds;
	const uint64_t begin = n->places ? n->place[0].at : 0;
	uint8_t bytes[CHECKED];
	uint64_t end = begin;

	for (size_t i = 0; i < n->places; i++) {
		if (n->place[i].at != end)
			return false;
		end += n->place[i].length;
	}
	for (uint64_t at = begin, some; at < end; at += some) {
		some = end - at < CHECKED ? end - at : CHECKED;
		if (!archive_bytes(x->fd, at, bytes, some))
			return false;
		XXH64_update(hash, bytes, some);
	}
	return true;
}

int rounds_recall(struct gno_report *r, struct index *x, struct gno_err *err)
{
	const struct report_pauses_source source = {
	    .of = x, .stretches = x->stretches, .from = piece_from, .read = read_piece};
	XXH64_state_t *hash = XXH64_createState();
	bool good;
	int rc;

	if (!hash)
		return gno_fail_nomem(err);
	XXH64_reset(hash, 0);
	good = add_pieces(x, hash) && XXH64_digest(hash) == x->rounds_hash;
	XXH64_freeState(hash);
	if (!good)
		return 0;
	x->recording = pauses_recording(r);
	rc = report_pauses_stored(&x->recording, &x->lines, &source, &r->pauses, err);
	return rc ? rc : 1;
}
