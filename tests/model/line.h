/* SPDX-License-Identifier: Apache-2.0 */
/* line: the words of a line of an experiment, one after the other. */
#ifndef GNOMON_MODEL_LINE_H
#define GNOMON_MODEL_LINE_H

#include "model.h"

enum {
	LINE_WORDS = 2 * MODEL_UNTAKEN + 8, /* the longest: `untaken`; `bucket` has fewer */
};

struct line_name {
	const char *name; /* NULL: the end */
	unsigned int value;
};

struct line {
	char *word[LINE_WORDS];
	size_t count, at;
	const char *bad; /* what is wrong; the first thing that is */
	struct model_experiment *experiment;
	struct model_tables *tables; /* the latest */
};

/* The next word, "" if there is none, which is bad. */
const char *line_next(struct line *line);

/* Is there another word, and nothing bad yet? */
bool line_more(const struct line *line);

/* Take the next word if it is this one. */
bool line_accept(struct line *line, const char *word);

/* Is the next word a number? */
bool line_is_number(const struct line *line);

/* A number, decimal or 0x; least if it is bad. */
uint64_t line_number(struct line *line, uint64_t least, uint64_t most);

/* The value of a name; 0 if it is none of them. */
unsigned int line_choice(struct line *line, const struct line_name *names);

/* Numbers as far as they come, each sets its bit. */
void line_codes(struct line *line, bool codes[MODEL_CODES]);

/*
 * A line about preprocessors (README.md). Returns false if `word`, its first one, is none of those.
 */
bool preprocessors_read(struct line *line, const char *word);

/* Before the first line. */
void preprocessors_defaults(struct model_plan *plan);

#endif
