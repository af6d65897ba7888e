/* SPDX-License-Identifier: Apache-2.0 */
#include "line.h"

#include <stdlib.h>
#include <string.h>

const char *line_next(struct line *line)
{
	if (line->at < line->count)
		return line->word[line->at++];
	line->bad = "something is missing";
	return "";
}

bool line_more(const struct line *line)
{
	return line->at < line->count && !line->bad;
}

bool line_accept(struct line *line, const char *word)
{
	if (!line_more(line) || strcmp(line->word[line->at], word) != 0)
		return false;
	line->at++;
	return true;
}

bool line_is_number(const struct line *line)
{
	return line_more(line) && line->word[line->at][0] >= '0' && line->word[line->at][0] <= '9';
}

uint64_t line_number(struct line *line, uint64_t least, uint64_t most)
{
	const char *text = line_next(line);
	char *end;
	uint64_t value = strtoull(text, &end, 0);

	if (end == text || *end || value < least || value > most)
		line->bad = "bad number";
	return line->bad ? least : value;
}

unsigned int line_choice(struct line *line, const struct line_name *names)
{
	const char *text = line_next(line);

	for (; names->name; names++) {
		if (strcmp(names->name, text) == 0)
			return names->value;
	}
	line->bad = "unknown name";
	return 0;
}

void line_codes(struct line *line, bool codes[MODEL_CODES])
{
	while (line_is_number(line))
		codes[line_number(line, 1, MODEL_CODES - 1)] = true;
}
