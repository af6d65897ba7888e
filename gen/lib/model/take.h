/* SPDX-License-Identifier: Apache-2.0 */
/* How model_build() takes values out of a tree; parts of it. */
#ifndef GNO_GEN_MODEL_TAKE_H
#define GNO_GEN_MODEL_TAKE_H

#include "model/keys.h"
#include "model/model.h"

/* Value of the first entry of that name, or NULL. `map` may be NULL. */
const yaml_node_t *model_lookup(const struct source *s, const yaml_node_t *map, const char *name);

/* The value of key `name` of the mapping `map`, which may be NULL. */
void model_take(const struct source *s, const struct key_section *section, const yaml_node_t *map,
		const char *name, struct m_value *out);

/* The mapping or list of that name; where there is none, or a bad one, NULL. `*section` becomes its
 * own. */
const yaml_node_t *model_enter(const struct source *s, const struct key_section **section,
			       const yaml_node_t *map, const char *name);

/* Items of a list, which may be NULL. */
size_t model_items(const yaml_node_t *list);
const yaml_node_t *model_item(const struct source *s, const yaml_node_t *list, size_t i);

/* The mapping `connect` of a section. */
void model_build_connects(const struct source *s, struct arena *arena,
			  const struct key_section *section, const yaml_node_t *map,
			  struct m_connects *connects);

/* A node's preprocessors other than its pairs. */
void model_build_preprocessors(const struct source *s, struct arena *arena,
			       const struct key_section *section, const yaml_node_t *map,
			       struct m_node *node);

#endif
