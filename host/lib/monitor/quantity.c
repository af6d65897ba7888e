/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/quantity.h"

#include <string.h>

#define MUST(input) [GNO_QUANTITY_##input] = GNO_QUANTITY_MUST
#define MAY(input) [GNO_QUANTITY_##input] = GNO_QUANTITY_MAY

static const struct gno_quantity_kind kinds[] = {
    {.name = "pulse", .input = {MUST(OF)}, .clips = true},
    {.name = "latency", .input = {MUST(FROM), MUST(TO)}, .outstanding = true, .clips = true},
    {.name = "occupancy", .input = {MUST(FROM), MUST(TO)}},
    {.name = "total", .input = {MUST(OF), MAY(CLEAR)}, .clips = true},
    {.name = "window", .input = {MUST(OF), MUST(IN)}, .window = true, .clips = true},
    {.name = "value", .input = {MUST(OF)}},
    {.name = "class", .codes = true},
};

const struct gno_quantity_kind *gno_quantity_kind_find(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	return NULL;
}

uint32_t gno_quantity_largest(const struct gno_quantity *q)
{
	return (uint32_t)((UINT64_C(1) << q->bits) - 1);
}

const char *gno_quantity_input_name(enum gno_quantity_input input)
{
	static const char *const names[GNO_QUANTITY_INPUTS] = {
	    [GNO_QUANTITY_OF] = "of", [GNO_QUANTITY_FROM] = "from",   [GNO_QUANTITY_TO] = "to",
	    [GNO_QUANTITY_IN] = "in", [GNO_QUANTITY_CLEAR] = "clear",
	};

	return names[input];
}
