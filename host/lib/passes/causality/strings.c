/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/causality/strings.h"

#include <stdlib.h>

#include "common/util.h"

#define SLOTS 256	     /* at first */
#define NODES_MAX (1u << 20) /* with those that know three letters only */

int strings_begin(struct strings *s, unsigned servers, unsigned requestors)
{
	*s = (struct strings){.servers = servers, .slots = SLOTS, .room = SLOTS + requestors};
	s->slot = calloc(s->slots, sizeof(*s->slot));
	s->node = calloc(s->room, sizeof(*s->node));
	if (!s->slot || !s->node)
		return GNO_ERR_NOMEM;
	for (unsigned i = 0; i < requestors; i++)
		s->node[s->nodes++] = (struct string_node){
		    .parent = STRING_NONE,
		    .before = STRING_NONE,
		    .from = STRING_NONE,
		    .letter = servers + i,
		};
	return GNO_OK;
}

void strings_free(struct strings *s)
{
	free(s->slot);
	free(s->node);
}

/* The slot of a node, or the free one where it belongs. */
static uint32_t *slot_of(const struct strings *s, const struct string_node *like)
{
	uint64_t hash = string_is_whole(like)
			    ? like->parent
			    : (uint64_t)like->before << 40 ^ (uint64_t)like->from << 20 ^ 1u << 31;
	size_t at;

	hash = (hash ^ (uint64_t)like->letter << 32) * UINT64_C(0x9e3779b97f4a7c15);
	at = (size_t)(hash >> 32) & (s->slots - 1);
	for (; s->slot[at]; at = (at + 1) & (s->slots - 1)) {
		const struct string_node *n = &s->node[s->slot[at] - 1];

		if (n->parent == like->parent && n->letter == like->letter &&
		    (string_is_whole(n) || (n->from == like->from && n->before == like->before)))
			break;
	}
	return &s->slot[at];
}

static int grow_strings(struct strings *s)
{
	uint32_t *old = s->slot;
	size_t count = s->slots;
	struct string_node *more = realloc(s->node, 2 * s->room * sizeof(*more));

	if (!more)
		return GNO_ERR_NOMEM;
	s->node = more;
	s->room *= 2;
	s->slot = calloc(4 * count, sizeof(*s->slot));
	if (!s->slot) {
		s->slot = old;
		return GNO_ERR_NOMEM;
	}
	s->slots = 4 * count;
	for (size_t i = 0; i < count; i++)
		if (old[i])
			*slot_of(s, &s->node[old[i] - 1]) = old[i];
	free(old);
	return GNO_OK;
}

/* Adds a node that is not there. */
static int add_string_node(struct strings *s, const struct string_node *like)
{
	if (s->nodes >= NODES_MAX ||
	    ((s->nodes == s->room || 2 * s->nodes > s->slots) && grow_strings(s)))
		return GNO_ERR_NOMEM;
	s->node[s->nodes++] = *like;
	*slot_of(s, like) = (uint32_t)s->nodes;
	return GNO_OK;
}

int strings_step(struct strings *s, uint32_t from, unsigned letter, uint32_t *to)
{
	const struct string_node *n = &s->node[from];
	bool root = n->from == STRING_NONE;
	struct string_node like = {.parent = from,
				   .before = n->from,
				   .from = n->letter,
				   .letter = letter,
				   .length = n->length + 1};
	uint32_t *slot = NULL;
	int rc = GNO_OK;

	if ((root || string_is_whole(n)) &&
	    (letter >= s->servers || n->length < CAUSALITY_LONGEST)) {
		slot = slot_of(s, &like);
		if (!*slot && s->nodes >= CAUSALITY_STRINGS)
			slot = NULL;
	}
	if (!slot) {
		like.parent = STRING_NONE;
		like.length = 0;
		slot = slot_of(s, &like);
	}
	if (!*slot) {
		rc = add_string_node(s, &like);
		slot = slot_of(s, &like);
	}
	if (rc)
		return rc;
	*to = *slot - 1;
	s->node[*to].came++;
	return GNO_OK;
}
