/* SPDX-License-Identifier: Apache-2.0 */
/* A walk over the mappings of a description, along the key table. */
#ifndef GNO_GEN_WALK_H
#define GNO_GEN_WALK_H

#include "check/checks.h"
#include "model/keys.h"

/* A value on the walk: that of a key, or an item of a list. */
struct visit {
	const struct key_section *section; /* of the mapping that holds it */
	/* its key; `plain` of that for an item that is no mapping; NULL for the root */
	const struct key_spec *spec;
	const yaml_node_t *key; /* NULL for the root and for items */
	const yaml_node_t *value;
	int item; /* `value` is an item of the list of `spec`, and no plain one */
};

/* The name of its key. */
const char *visit_name(const struct visit *v);

typedef void (*visit_fn)(struct checker *c, const struct visit *v);
typedef void (*visit_map_fn)(struct checker *c, const struct key_section *section,
			     const yaml_node_t *map);

/* Calls `fn` for the root, and for every value with a known key and every item, that is not yet
 * bad. */
void walk_values(struct checker *c, visit_fn fn);

/* Calls `fn` for every mapping of a known section. */
void walk_maps(struct checker *c, visit_map_fn fn);

#endif
