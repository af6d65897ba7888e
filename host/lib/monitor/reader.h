/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MANIFEST_JSON_H
#define GNO_MANIFEST_JSON_H

/*
 * Reading of one JSON object after the other with messages that name the place. The first fault is
 * kept; after it every function below gives a value that is harmless (the least one, 0, NULL).
 */

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "monitor/manifest.h"

struct reader {
	const char *file;
	char path[128]; /* of the current object: "nodes[2].ranks." */
	struct gno_err *err;
	int rc; /* 0 so far, or the code of the first fault */
};

/* Notes a fault at a key of the current object. */
void reader_fault(struct reader *r, const char *key, const char *what);

json_t *reader_object(struct reader *r, json_t *obj, const char *key);
json_t *reader_array(struct reader *r, json_t *obj, const char *key);
uint64_t reader_number(struct reader *r, json_t *obj, const char *key, uint64_t lo, uint64_t hi);
unsigned reader_unsigned(struct reader *r, json_t *obj, const char *key, unsigned lo, unsigned hi);
bool reader_bool(struct reader *r, json_t *obj, const char *key);

/* A copy of a string, the caller's; NULL only after a fault. */
char *reader_string(struct reader *r, json_t *obj, const char *key);

/* The same of a name, to which the rule of base/name.h applies. */
char *reader_name(struct reader *r, json_t *obj, const char *key);

/* As reader_name, but the key may be missing or null. */
char *reader_optional_name(struct reader *r, json_t *obj, const char *key);

/* The place of one of `count` names that a string equals. */
unsigned reader_choice(struct reader *r, json_t *obj, const char *key, const char *const *names,
		       unsigned count);

/* Room for `count` elements, zeroed, the caller's; NULL only after a fault or where count is 0. */
void *reader_room(struct reader *r, size_t count, size_t size);

/* Room for the elements of an array of `lo` to `hi` of them; *count is 0 after a fault. */
void *reader_list(struct reader *r, json_t *array, const char *key, unsigned lo, unsigned hi,
		  size_t size, unsigned *count);

/*
 * Reads the watched word, the ranks, the tables and the triggers of a node (node.c).
 * `place` is "nodes[2].", in front of the path of what is at fault.
 */
void reader_node_trigger(struct reader *r, struct gno_node *n, json_t *obj, const char *place);

/* Reads the list of its triggers, once the parts are read that have them (trigger.c). */
void reader_triggers(struct reader *r, struct gno_node *n, json_t *obj, const char *place);

/* Reads a node's preprocessors (preprocessors.c); its tables and triggers follow from it.
 */
void reader_node_preprocessors(struct reader *r, struct gno_node *n, json_t *obj,
			       const char *place);
void reader_free_preprocessors(struct gno_node *n);

/* Sets the path of what is at fault to "nodes[2].ranks.tree[3].", or "nodes[2].ranks.". */
void reader_at(struct reader *r, const char *place, const char *list, unsigned i);
void reader_under(struct reader *r, const char *place, const char *key);

/* An object that may be null: NULL then, and after a fault. */
json_t *reader_object_or_null(struct reader *r, json_t *obj, const char *key);

/* Checks what a node's ranks have to do with those of their owner, once all nodes are read. */
void reader_check_owner(struct reader *r, const struct gno_manifest *m, const struct gno_node *n,
			const char *place);

/* Frees what reader_node_trigger made. */
void reader_free_trigger(struct gno_node *n);

#endif
