/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/list.h"

#include <string.h>

#define ENTRY(word) &gno_list_##word,

static const struct gno_list_kind *const kinds[] = {GNO_LISTS(ENTRY)};

const struct gno_list_kind *gno_list_at(size_t i)
{
	return i < sizeof(kinds) / sizeof(kinds[0]) ? kinds[i] : NULL;
}

void gno_list_set(struct gno_preprocessors *m, const struct gno_list_kind *kind, void *list,
		  unsigned count)
{
	memcpy((char *)m + kind->list, &list, sizeof(list));
	*gno_list_number(m, kind->count) = count;
}

unsigned gno_list_count(const struct gno_preprocessors *m, const struct gno_list_kind *kind)
{
	return *(const unsigned *)((const char *)m + kind->count);
}

void *gno_list_items(const struct gno_preprocessors *m, const struct gno_list_kind *kind)
{
	void *list;

	memcpy(&list, (const char *)m + kind->list, sizeof(list));
	return list;
}

void *gno_list_item(const struct gno_preprocessors *m, const struct gno_list_kind *kind, unsigned i)
{
	return (char *)gno_list_items(m, kind) + i * kind->size;
}

char **gno_list_name(void *item)
{
	return item;
}

unsigned *gno_list_number(void *item, size_t to)
{
	return (unsigned *)((char *)item + to);
}

char ***gno_list_inputs(void *item, const struct gno_list_key *key)
{
	return (char ***)((char *)item + key->to);
}
