/* SPDX-License-Identifier: Apache-2.0 */
/* A description as text and as a tree of YAML nodes, each with its line and column. */
#ifndef GNO_GEN_SOURCE_H
#define GNO_GEN_SOURCE_H

#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

#include "base/input.h"
#include "common/diag.h"
#include "common/status.h"

struct source {
	const char *path; /* by the user's name; not owned */
	char *text;
	size_t size;
	uint64_t hash; /* XXH64 of the text */

	yaml_document_t doc;
	int parsed; /* `doc` holds a document */
	unsigned char
	    *bad; /* one a node of the tree: a check refused it, later checks pass over it */

	const char *problem; /* why the text is no YAML; NULL where it is */
	struct place problem_at;
	struct base_yaml_problem limit; /* what `problem` states where the text exceeds a limit */
	struct place second;		/* where a second document begins; line 0: nowhere */
};

/*
 * Reads and parses a file. A text that is no YAML is no failure: `problem` states it, and a check
 * reports it. Fails with GEN_ERR_IO and GEN_ERR_NOMEM; nothing need be freed then.
 */
int source_read(const char *path, struct source *s, struct gen_err *err);

/* As source_read, from `size` bytes in memory, which are copied. */
int source_from_text(const char *path, const char *text, size_t size, struct source *s,
		     struct gen_err *err);

void source_free(struct source *s);

/* Root of the tree, or NULL where there is none. */
yaml_node_t *source_root(const struct source *s);

/* Node by its number in the document. */
yaml_node_t *source_node(const struct source *s, int number);

/* Text of a scalar node. */
const char *source_text(const yaml_node_t *node);

/* Where a node begins. */
struct place source_place(const yaml_node_t *node);

/* The first place behind a node. */
struct place source_end(const yaml_node_t *node);

void source_mark_bad(struct source *s, const yaml_node_t *node);
int source_is_bad(const struct source *s, const yaml_node_t *node);

#endif
