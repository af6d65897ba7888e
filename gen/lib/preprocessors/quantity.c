/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

#include <string.h>

#define QUANTITY_ENTRY(word) &quantity_##word,

static const struct quantity_kind *const kinds[] = {QUANTITY_KINDS(QUANTITY_ENTRY)};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static const char *const keys[QUANTITY_KEYS] = {
    [QUANTITY_OF] = "of", [QUANTITY_FROM] = "from",   [QUANTITY_TO] = "to",
    [QUANTITY_IN] = "in", [QUANTITY_CLEAR] = "clear", [QUANTITY_OUTSTANDING] = "outstanding",
};

const struct quantity_kind *quantity_at(size_t i)
{
	return i < KINDS ? kinds[i] : NULL;
}

const struct quantity_kind *quantity_find(const char *name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (strcmp(kinds[i]->name, name) == 0)
			return kinds[i];
	return NULL;
}

const char *quantity_key_name(enum quantity_key key)
{
	return keys[key];
}

void quantity_put_kinds(const char *key, FILE *out)
{
	(void)key;
	for (size_t i = 0; i < KINDS; i++)
		fprintf(out, "%s`%s`: %s", i ? "; " : "", kinds[i]->name, kinds[i]->what);
}

/* Kinds to which a key is the same stand together. */
static int is_same(size_t a, size_t b, unsigned key)
{
	return kinds[a]->keys[key].need && kinds[b]->keys[key].need &&
	       strcmp(kinds[a]->keys[key].what, kinds[b]->keys[key].what) == 0;
}

static size_t first_same(size_t kind, unsigned key)
{
	size_t first = 0;

	while (!is_same(first, kind, key))
		first++;
	return first;
}

void quantity_put_key(const char *key, FILE *out)
{
	const char *before = "";
	unsigned k = 0;

	while (strcmp(keys[k], key))
		k++;
	for (size_t i = 0; i < KINDS; i++) {
		if (!kinds[i]->keys[k].need || first_same(i, k) != i)
			continue;
		fprintf(out, "%s%s", before, kinds[i]->name);
		for (size_t n = i + 1; n < KINDS; n++)
			if (is_same(i, n, k))
				fprintf(out, ", %s", kinds[n]->name);
		fprintf(out, ": %s", kinds[i]->keys[k].what);
		before = "; ";
	}
}
