/* SPDX-License-Identifier: Apache-2.0 */
#include "emit/rom.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "common/status.h"
#include "emit/emit.h"
#include "tables/tables.h"

static void put32(uint8_t *to, uint32_t value)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

/* The text of the manifest without its ports, the caller's. */
static int manifest_text(const struct plan *plan, char **text, size_t *len)
{
	FILE *out = open_memstream(text, len);
	int rc;

	if (!out)
		return GEN_ERR_NOMEM;
	rc = emit_rom_manifest(plan, out);
	if (fclose(out) == 0 && rc == 0)
		return GEN_OK;
	free(*text);
	return GEN_ERR_NOMEM;
}

int rom_make(const struct plan *plan, struct rom *out)
{
	char *text = NULL;
	size_t len = 0;
	uLongf packed;

	*out = (struct rom){0};
	if (manifest_text(plan, &text, &len))
		return GEN_ERR_NOMEM;
	packed = compressBound(len);
	out->bytes = calloc(1, TAB_ROM_HEAD + packed + TAB_SLOT_BYTES);
	if (!out->bytes || compress2(out->bytes + TAB_ROM_HEAD, &packed, (const Bytef *)text, len,
				     Z_BEST_COMPRESSION) != Z_OK) {
		free(text);
		rom_free(out);
		return GEN_ERR_NOMEM;
	}
	free(text);
	put32(out->bytes, tab_rom_mark());
	put32(out->bytes + 4, (uint32_t)packed);
	out->manifest = len;
	out->count = (TAB_ROM_HEAD + packed + TAB_SLOT_BYTES - 1) / TAB_SLOT_BYTES * TAB_SLOT_BYTES;
	/* compress2 may use more of its room than it keeps. */
	for (size_t i = TAB_ROM_HEAD + packed; i < out->count; i++)
		out->bytes[i] = 0;
	return GEN_OK;
}

void rom_free(struct rom *rom)
{
	free(rom->bytes);
	rom->bytes = NULL;
}
