/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

#include <string.h>

static const struct quantity_kind kinds[] = {
    {
	.name = "pulse",
	.what = "cycles for which `of` was 1",
	.keys = {[QUANTITY_OF] = {QUANTITY_MUST, "the observed input"}},
	.module = "gnomon_count_pulse",
	.rst = 1,
	.first = 1,
	.apart = 1,
    },
    {
	.name = "latency",
	.what = "cycles from `from` to `to`",
	.keys =
	    {
		[QUANTITY_FROM] = {QUANTITY_MUST, "a request, an entry"},
		[QUANTITY_TO] = {QUANTITY_MUST, "an answer, a leaving"},
		[QUANTITY_OUTSTANDING] = {QUANTITY_MAY, "requests without an answer at most"},
	    },
	.module = "gnomon_count_latency",
	.rst = 1,
	.first = 1,
	.lost = 1,
	.lut_bits = 1,
    },
    {
	.name = "occupancy",
	.what = "`from`s less `to`s",
	.keys =
	    {
		[QUANTITY_FROM] = {QUANTITY_MUST, "a request, an entry"},
		[QUANTITY_TO] = {QUANTITY_MUST, "an answer, a leaving"},
	    },
	.module = "gnomon_count_occupancy",
	/* How many were outstanding before time 0 is not known; the target may be reset there. */
	.rst = 1,
    },
    {
	.name = "total",
	.what = "cycles with `of` so far",
	.keys =
	    {
		[QUANTITY_OF] = {QUANTITY_MUST, "the observed input"},
		[QUANTITY_CLEAR] = {QUANTITY_MAY,
				    "restarts from 0 in the next cycle; may be left out"},
	    },
	.module = "gnomon_count_total",
	.first = 1,
    },
    {
	.name = "window",
	.what = "of N cycles with `in`, how many had `of`",
	.keys =
	    {
		[QUANTITY_OF] = {QUANTITY_MUST, "the observed input"},
		[QUANTITY_IN] = {QUANTITY_MUST, "the input whose cycles are counted up to N"},
	    },
	.module = "gnomon_count_window",
	.rst = 1,
	.first = 1,
	.row = 1,
    },
    {
	.name = "value",
	.what = "the value `of`",
	.keys = {[QUANTITY_OF] = {QUANTITY_MUST, "name of the value"}},
	.source = QUANTITY_OF_VALUE,
    },
    {
	.name = "class",
	.what = "event codes of the patterns",
	.source = QUANTITY_OF_CODE,
    },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static const char *const keys[QUANTITY_KEYS] = {
    [QUANTITY_OF] = "of", [QUANTITY_FROM] = "from",   [QUANTITY_TO] = "to",
    [QUANTITY_IN] = "in", [QUANTITY_CLEAR] = "clear", [QUANTITY_OUTSTANDING] = "outstanding",
};

const struct quantity_kind *quantity_at(size_t i)
{
	return i < KINDS ? &kinds[i] : NULL;
}

const struct quantity_kind *quantity_find(const char *name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
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
		fprintf(out, "%s`%s`: %s", i ? "; " : "", kinds[i].name, kinds[i].what);
}

/* Kinds to which a key is the same stand together. */
static int is_same(size_t a, size_t b, unsigned key)
{
	return kinds[a].keys[key].need && kinds[b].keys[key].need &&
	       strcmp(kinds[a].keys[key].what, kinds[b].keys[key].what) == 0;
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
		if (!kinds[i].keys[k].need || first_same(i, k) != i)
			continue;
		fprintf(out, "%s%s", before, kinds[i].name);
		for (size_t n = i + 1; n < KINDS; n++)
			if (is_same(i, n, k))
				fprintf(out, ", %s", kinds[n].name);
		fprintf(out, ": %s", kinds[i].keys[k].what);
		before = "; ";
	}
}
