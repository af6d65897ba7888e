/* SPDX-License-Identifier: Apache-2.0 */
#include "results/columns/shared.h"
#include "results/columns/get.h"

GET_TEXT(get_text, char, v)

static const struct column texts[] = {
    {"text", COLUMN_TEXT, .get = get_text, .about = "itself"},
};

const struct column_list columns_texts = {
    .name = "texts", .about = "Texts.", COLUMNS(texts), .plain = true};

int columns_each_fault(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	const uint64_t *faults = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < BLOCK_FAULTS && !rc; i++)
		if (faults[i])
			rc = put(ctx, &(struct column_count){block_fault_name(i), faults[i]}, err);
	return rc;
}
