/* SPDX-License-Identifier: Apache-2.0 */
#include "common/source.h"
#include "base/input.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static struct place place_of(yaml_mark_t mark)
{
	return (struct place){(unsigned)mark.line + 1, (unsigned)mark.column + 1};
}

/* The reader's own faults (bad UTF-8, control characters) come with an offset in bytes only. */
static struct place place_of_offset(const struct source *s, size_t offset)
{
	struct place at = {1, 1};

	for (size_t i = 0; i < offset && i < s->size; i++) {
		at.column++;
		if (s->text[i] == '\n')
			at = (struct place){at.line + 1, 1};
	}
	return at;
}

static int parser_failed(struct source *s, const yaml_parser_t *parser, struct gen_err *err)
{
	if (parser->error == YAML_MEMORY_ERROR)
		return gen_fail(err, GEN_ERR_NOMEM, "out of memory");
	s->problem = parser->problem ? parser->problem : "not understood";
	if (parser->error == YAML_READER_ERROR)
		s->problem_at = place_of_offset(s, parser->problem_offset);
	else
		s->problem_at = place_of(parser->problem_mark);
	return GEN_OK;
}

static int parse(struct source *s, struct gen_err *err)
{
	yaml_document_t second;
	yaml_parser_t parser;
	yaml_node_t *root;
	int rc = GEN_OK;

	if (!base_yaml_keeps_limits(s->text, s->size, &s->limit)) {
		s->problem = s->limit.text;
		s->problem_at = (struct place){s->limit.line, s->limit.column};
		return GEN_OK;
	}
	if (!yaml_parser_initialize(&parser))
		return gen_fail(err, GEN_ERR_NOMEM, "out of memory");
	yaml_parser_set_input_string(&parser, (const unsigned char *)s->text, s->size);
	if (!yaml_parser_load(&parser, &s->doc)) {
		rc = parser_failed(s, &parser, err);
		goto out;
	}
	s->parsed = 1;
	s->bad = calloc((size_t)(s->doc.nodes.top - s->doc.nodes.start) + 1, 1);
	if (!s->bad) {
		rc = gen_fail(err, GEN_ERR_NOMEM, "out of memory");
		goto out;
	}
	if (!source_root(s))
		goto out;
	if (!yaml_parser_load(&parser, &second)) {
		rc = parser_failed(s, &parser, err);
		goto out;
	}
	root = yaml_document_get_root_node(&second);
	if (root)
		s->second = source_place(root);
	yaml_document_delete(&second);
out:
	yaml_parser_delete(&parser);
	return rc;
}

static int take_text(struct source *s, const char *path, struct gen_err *err)
{
	int rc;

	s->path = path;
	s->hash = XXH64(s->text, s->size, 0);
	rc = parse(s, err);
	if (rc)
		source_free(s);
	return rc;
}

int source_from_text(const char *path, const char *text, size_t size, struct source *s,
		     struct gen_err *err)
{
	*s = (struct source){.size = size};
	s->text = malloc(size + 1);
	if (!s->text)
		return gen_fail(err, GEN_ERR_NOMEM, "out of memory");
	memcpy(s->text, text, size);
	s->text[size] = '\0';
	return take_text(s, path, err);
}

int source_read(const char *path, struct source *s, struct gen_err *err)
{
	struct base_fault fault;
	int rc;

	*s = (struct source){0};
	rc = base_input_read(path, &s->text, &s->size, &fault);
	return rc ? gen_take_fault(err, rc, &fault) : take_text(s, path, err);
}

void source_free(struct source *s)
{
	if (s->parsed)
		yaml_document_delete(&s->doc);
	free(s->bad);
	free(s->text);
	*s = (struct source){0};
}

yaml_node_t *source_root(const struct source *s)
{
	return s->parsed ? source_node(s, 1) : NULL;
}

yaml_node_t *source_node(const struct source *s, int number)
{
	if (number < 1 || number > s->doc.nodes.top - s->doc.nodes.start)
		return NULL;
	return s->doc.nodes.start + number - 1;
}

const char *source_text(const yaml_node_t *node)
{
	return (const char *)node->data.scalar.value;
}

struct place source_place(const yaml_node_t *node)
{
	return place_of(node->start_mark);
}

struct place source_end(const yaml_node_t *node)
{
	return place_of(node->end_mark);
}

void source_mark_bad(struct source *s, const yaml_node_t *node)
{
	s->bad[node - s->doc.nodes.start] = 1;
}

int source_is_bad(const struct source *s, const yaml_node_t *node)
{
	return s->bad[node - s->doc.nodes.start];
}
