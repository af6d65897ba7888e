/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/quantity.h"

#define ENTRY(word) &gno_quantity_##word,

static const struct gno_quantity_kind *const kinds[] = {GNO_QUANTITY_KINDS(ENTRY)};

const struct gno_quantity_kind *gno_quantity_at(size_t i)
{
	return kinds[i];
}

const char *gno_quantity_kind_name(const struct gno_quantity_kind *kind)
{
	return kind->name;
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
