/* SPDX-License-Identifier: Apache-2.0 */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

#define FIRST_ROOM 16384

static const char *kind_of(mode_t mode)
{
	if (S_ISDIR(mode))
		return "a folder";
	if (S_ISFIFO(mode))
		return "a FIFO";
	if (S_ISSOCK(mode))
		return "a socket";
	return "a device";
}

int base_input_check(int fd, const char *path, struct base_fault *fault)
{
	struct stat st;

	if (fstat(fd, &st))
		return base_fail_errno(fault, errno, "cannot open '%s'", path);
	if (S_ISREG(st.st_mode))
		return BASE_OK;
	return base_fail(fault, BASE_ERR_IO, "cannot open '%s': it is %s, not a file", path,
			 kind_of(st.st_mode));
}

int base_input_open(const char *path, struct base_fault *fault)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	int rc;

	if (fd < 0)
		return base_fail_errno(fault, errno, "cannot open '%s'", path);
	rc = base_input_check(fd, path, fault);
	if (!rc)
		return fd;
	close(fd);
	return rc;
}

static int read_all(int fd, const char *path, char **text, size_t *len, struct base_fault *fault)
{
	size_t room = 0, used = 0;
	char *buf = NULL;

	for (;;) {
		ssize_t got;

		if (used + 1 >= room) {
			size_t more = room ? 2 * room : FIRST_ROOM;
			char *bigger = realloc(buf, more);

			if (!bigger) {
				free(buf);
				return base_fail_nomem(fault);
			}
			buf = bigger;
			room = more;
		}
		got = read(fd, buf + used, room - used - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			free(buf);
			return base_fail_errno(fault, errno, "cannot read '%s'", path);
		}
		if (!got)
			break;
		used += (size_t)got;
	}
	buf[used] = '\0';
	*text = buf;
	*len = used;
	return BASE_OK;
}

int base_input_read(const char *path, char **text, size_t *len, struct base_fault *fault)
{
	int fd = base_input_open(path, fault);
	int rc;

	if (fd < 0)
		return fd;
	rc = read_all(fd, path, text, len, fault);
	close(fd);
	return rc;
}

/* --- limits of a YAML text */

struct seen {
	unsigned depth, anchors;
};

/* Notes one part of the text; the words of what is wrong with it, NULL: nothing. */
static const char *note_part(struct seen *seen, const yaml_event_t *event)
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
		wrong = note_part(&seen, &event);
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
