/* SPDX-License-Identifier: Apache-2.0 */
#include "base/yaml.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

struct seen {
	unsigned depth, anchors;
};

/* Notes one part of the text; the words of what is wrong with it, NULL: nothing. */
static const char *take(struct seen *seen, const yaml_event_t *event)
{
	const yaml_char_t *anchor = NULL;

	if (event->type == YAML_SCALAR_EVENT) {
		anchor = event->data.scalar.anchor;
		if (strlen((const char *)event->data.scalar.value) < event->data.scalar.length)
			return "a text holds a zero byte";
	} else if (event->type == YAML_SEQUENCE_START_EVENT ||
		   event->type == YAML_MAPPING_START_EVENT) {
		anchor = event->type == YAML_MAPPING_START_EVENT
			     ? event->data.mapping_start.anchor
			     : event->data.sequence_start.anchor;
		if (++seen->depth > BASE_YAML_DEPTH)
			return "nested deeper than 64 levels";
	} else if (event->type == YAML_SEQUENCE_END_EVENT ||
		   event->type == YAML_MAPPING_END_EVENT) {
		seen->depth--;
	}
	seen->anchors += anchor != NULL;
	return seen->anchors > BASE_YAML_ANCHORS ? "more than 256 anchors" : NULL;
}

bool base_yaml_keeps_limits(const char *text, size_t size, struct base_yaml_problem *problem)
{
	const char *wrong = NULL;
	struct seen seen = {0};
	yaml_parser_t parser;
	yaml_event_t event;
	bool more = true;

	if (!yaml_parser_initialize(&parser))
		return true; /* the loader reports it */
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
	while (more && !wrong && yaml_parser_parse(&parser, &event)) {
		wrong = take(&seen, &event);
		more = event.type != YAML_STREAM_END_EVENT;
		if (wrong) {
			problem->line = (unsigned)event.start_mark.line + 1;
			problem->column = (unsigned)event.start_mark.column + 1;
			snprintf(problem->text, sizeof(problem->text), "%s", wrong);
		}
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return !wrong;
}
