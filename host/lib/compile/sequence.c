/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/sequence.h"
#include "base/name.h"
#include "base/number.h"
#include "common/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct parser {
	struct gno_words words;
	struct gno_seq *seq;
};

static const char *const keywords[] = {"strictly", "then", "within", "unless", "or"};

static bool is_number(const struct gno_words *w)
{
	return w->len && isdigit((unsigned char)w->text[w->at]);
}

static bool is_name(const struct gno_words *w)
{
	if (!w->len || (!isalpha((unsigned char)w->text[w->at]) && w->text[w->at] != '_'))
		return false;
	for (size_t i = 0; i < w->len; i++)
		if (!base_name_goes_on(w->text[w->at + i]))
			return false;
	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (gno_words_is(w, keywords[i]))
			return false;
	return true;
}

static int take_name(struct gno_words *w, struct gno_seq_name *out)
{
	if (!is_name(w))
		return gno_words_unexpected(w, "a point");
	out->at = w->at;
	out->name = strndup(w->text + w->at, w->len);
	if (!out->name)
		return GNO_ERR_NOMEM;
	gno_words_next(w);
	return 0;
}

static int take_number(struct gno_words *w, const char *what, uint64_t least, uint64_t *out,
		       size_t *at)
{
	const char *end = w->text + w->at;

	if (base_number_take(&end, out) != BASE_NUMBER_OK || end != w->text + w->at + w->len ||
	    *out < least)
		return gno_words_unexpected(w, what);
	if (at)
		*at = w->at;
	gno_words_next(w);
	return 0;
}

static int take_unless(struct gno_words *w, struct gno_seq_step *step)
{
	int rc;

	do {
		struct gno_seq_name *more =
		    gno_room(step->unless, step->unlesses, sizeof(*step->unless));

		if (!more)
			return GNO_ERR_NOMEM;
		step->unless = more;
		rc = take_name(w, &more[step->unlesses]);
		if (rc)
			return rc;
		step->unlesses++;
	} while (gno_words_skip(w, "or"));
	return 0;
}

static int take_step(struct parser *p, struct gno_seq_step *step)
{
	struct gno_words *w = &p->words;
	int rc = 0;

	step->count = 1;
	step->count_at = w->at;
	if (is_number(w))
		rc = take_number(w, "a count from 1", 1, &step->count, &step->count_at);
	if (!rc)
		rc = take_name(w, &step->point);
	if (!rc && gno_words_is(w, "within") && p->seq->steps == 1)
		return gno_words_fail(
		    w, "the first step has no step before it that 'within' could count from");
	if (!rc && gno_words_skip(w, "within"))
		rc =
		    take_number(w, "a number of cycles from 1", 1, &step->within, &step->within_at);
	if (!rc && gno_words_skip(w, "unless"))
		rc = take_unless(w, step);
	return rc;
}

/* An address of the program, whose text is that up to the last of its words. */
static int take_address(struct gno_words *w, struct gno_seq_step *step)
{
	const size_t first = w->at;
	size_t end = w->at + w->len;

	gno_words_next(w);
	if (gno_words_skip(w, "+")) {
		if (!is_number(w))
			return gno_words_unexpected(w, "an offset");
		end = w->at + w->len;
		gno_words_next(w);
	}
	step->address = strndup(w->text + first, end - first);
	return step->address ? 0 : GNO_ERR_NOMEM;
}

/* Whether the current word begins an address: it is in quotes, or has an offset. */
static bool is_address(const struct gno_words *w)
{
	struct gno_words after = *w;

	if (w->len && strchr("\"'", w->text[w->at]))
		return true;
	gno_words_next(&after);
	return is_name(w) && gno_words_is(&after, "+");
}

static int take_strict_step(struct parser *p, struct gno_seq_step *step)
{
	struct gno_words *w = &p->words;
	int rc;

	step->count = 1;
	step->point.at = w->at;
	if ((is_number(w) || is_address(w)) && p->seq->steps == 1)
		return gno_words_unexpected(w, "the point that a strict sequence begins with");
	rc = is_number(w)    ? take_number(w, "a word", 0, &step->word, NULL)
	     : is_address(w) ? take_address(w, step)
			     : take_name(w, &step->point);
	if (!rc && (gno_words_is(w, "within") || gno_words_is(w, "unless")))
		rc = gno_words_fail(w, "a strict sequence has no '%.*s': any other word ends it",
				    (int)w->len, w->text + w->at);
	return rc;
}

static int parse(struct parser *p)
{
	struct gno_words *w = &p->words;
	struct gno_seq *seq = p->seq;
	int rc;

	gno_words_next(w);
	seq->strict = gno_words_skip(w, "strictly");
	do {
		struct gno_seq_step *more = gno_room(seq->step, seq->steps, sizeof(*seq->step));

		if (!more)
			return GNO_ERR_NOMEM;
		seq->step = more;
		memset(&more[seq->steps], 0, sizeof(*more));
		seq->steps++;
		rc = seq->strict ? take_strict_step(p, &more[seq->steps - 1])
				 : take_step(p, &more[seq->steps - 1]);
		if (rc)
			return rc;
	} while (gno_words_skip(w, "then"));
	return w->len ? gno_words_unexpected(w, "'then' or the end") : 0;
}

int gno_seq_parse(const char *text, struct gno_seq *out, struct gno_words_fault *fault)
{
	struct parser p = {
	    .words = {.text = text, .what = "sequence", .quotes = true, .fault = fault},
	    .seq = out};
	int rc;

	memset(out, 0, sizeof(*out));
	rc = parse(&p);
	if (rc)
		gno_seq_free(out);
	return rc;
}

void gno_seq_free(struct gno_seq *seq)
{
	for (size_t i = 0; i < seq->steps; i++) {
		free(seq->step[i].point.name);
		free(seq->step[i].address);
		for (size_t k = 0; k < seq->step[i].unlesses; k++)
			free(seq->step[i].unless[k].name);
		free(seq->step[i].unless);
	}
	free(seq->step);
	memset(seq, 0, sizeof(*seq));
}
