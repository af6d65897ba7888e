/* SPDX-License-Identifier: Apache-2.0 */
#include "sequence.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text and the word at hand; after the last one `len` is 0. */
struct parser {
	const char *text;
	size_t at, len;
	struct gno_seq *seq;
	struct gno_seq_fault *fault;
};

static const char *const keywords[] = {"strictly", "then", "within", "unless", "or"};

static int fail(struct parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int fail(struct parser *p, const char *fmt, ...)
{
	va_list ap;

	p->fault->at = p->at;
	va_start(ap, fmt);
	vsnprintf(p->fault->text, sizeof(p->fault->text), fmt, ap);
	va_end(ap);
	return GNO_ERR_FORMAT;
}

/* "'word' where a point was expected" */
static int unexpected(struct parser *p, const char *wanted)
{
	if (!p->len)
		return fail(p, "the sequence ends where %s was expected", wanted);
	return fail(p, "'%.*s' where %s was expected", (int)(p->len < 64 ? p->len : 64), p->text + p->at,
		    wanted);
}

static void next(struct parser *p)
{
	p->at += p->len;
	while (isspace((unsigned char)p->text[p->at]))
		p->at++;
	for (p->len = 0; p->text[p->at + p->len] && !isspace((unsigned char)p->text[p->at + p->len]);)
		p->len++;
}

static bool is(const struct parser *p, const char *word)
{
	return p->len == strlen(word) && !strncmp(p->text + p->at, word, p->len);
}

/* Goes on behind the word where it is that one. */
static bool skip(struct parser *p, const char *word)
{
	if (!is(p, word))
		return false;
	next(p);
	return true;
}

static bool is_number(const struct parser *p)
{
	return p->len && isdigit((unsigned char)p->text[p->at]);
}

static bool is_name(const struct parser *p)
{
	size_t i;

	if (!p->len || (!isalpha((unsigned char)p->text[p->at]) && p->text[p->at] != '_'))
		return false;
	for (i = 0; i < p->len; i++)
		if (!isalnum((unsigned char)p->text[p->at + i]) && !strchr("_-.", p->text[p->at + i]))
			return false;
	for (i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (is(p, keywords[i]))
			return false;
	return true;
}

static int take_name(struct parser *p, struct gno_seq_name *out)
{
	if (!is_name(p))
		return unexpected(p, "a point");
	out->at = p->at;
	out->name = strndup(p->text + p->at, p->len);
	if (!out->name)
		return GNO_ERR_NOMEM;
	next(p);
	return 0;
}

static int take_number(struct parser *p, const char *what, uint64_t least, uint64_t *out, size_t *at)
{
	char *end;

	if (!is_number(p))
		return unexpected(p, what);
	errno = 0;
	*out = strtoull(p->text + p->at, &end, 0);
	if (errno || end != p->text + p->at + p->len || *out < least)
		return unexpected(p, what);
	if (at)
		*at = p->at;
	next(p);
	return 0;
}

static int take_unless(struct parser *p, struct gno_seq_step *step)
{
	int ret;

	do {
		struct gno_seq_name *more =
		    realloc(step->unless, (step->unlesses + 1) * sizeof(*step->unless));

		if (!more)
			return GNO_ERR_NOMEM;
		step->unless = more;
		ret = take_name(p, &more[step->unlesses]);
		if (ret)
			return ret;
		step->unlesses++;
	} while (skip(p, "or"));
	return 0;
}

static int take_step(struct parser *p, struct gno_seq_step *step)
{
	int ret = 0;

	step->count = 1;
	step->count_at = p->at;
	if (is_number(p))
		ret = take_number(p, "a count from 1", 1, &step->count, &step->count_at);
	if (!ret)
		ret = take_name(p, &step->point);
	if (!ret && is(p, "within") && p->seq->steps == 1)
		return fail(p, "the first step has no step before it that 'within' could count from");
	if (!ret && skip(p, "within"))
		ret = take_number(p, "a number of clocks from 1", 1, &step->within, &step->within_at);
	if (!ret && skip(p, "unless"))
		ret = take_unless(p, step);
	return ret;
}

static int take_strict_step(struct parser *p, struct gno_seq_step *step)
{
	int ret;

	step->count = 1;
	step->point.at = p->at;
	if (is_number(p) && p->seq->steps == 1)
		return unexpected(p, "the point that a strict sequence begins with");
	ret = is_number(p) ? take_number(p, "a word", 0, &step->word, NULL) : take_name(p, &step->point);
	if (!ret && (is(p, "within") || is(p, "unless")))
		ret = fail(p, "a strict sequence has no '%.*s': any other word ends it", (int)p->len,
			   p->text + p->at);
	return ret;
}

static int parse(struct parser *p)
{
	struct gno_seq *seq = p->seq;
	int ret;

	next(p);
	seq->strict = skip(p, "strictly");
	do {
		struct gno_seq_step *more = realloc(seq->step, (seq->steps + 1) * sizeof(*seq->step));

		if (!more)
			return GNO_ERR_NOMEM;
		seq->step = more;
		memset(&more[seq->steps], 0, sizeof(*more));
		seq->steps++;
		ret = seq->strict ? take_strict_step(p, &more[seq->steps - 1])
				  : take_step(p, &more[seq->steps - 1]);
		if (ret)
			return ret;
	} while (skip(p, "then"));
	return p->len ? unexpected(p, "'then' or the end") : 0;
}

int gno_seq_parse(const char *text, struct gno_seq *out, struct gno_seq_fault *fault)
{
	struct parser p = {.text = text, .seq = out, .fault = fault};
	int ret;

	memset(out, 0, sizeof(*out));
	ret = parse(&p);
	if (ret)
		gno_seq_free(out);
	return ret;
}

void gno_seq_free(struct gno_seq *seq)
{
	size_t i, k;

	for (i = 0; i < seq->steps; i++) {
		free(seq->step[i].point.name);
		for (k = 0; k < seq->step[i].unlesses; k++)
			free(seq->step[i].unless[k].name);
		free(seq->step[i].unless);
	}
	free(seq->step);
	memset(seq, 0, sizeof(*seq));
}
