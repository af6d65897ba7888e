/* SPDX-License-Identifier: Apache-2.0 */
/* The contents of a monitor's ROM: a head, the compressed manifest, zeros up to a whole slot. */
#ifndef GNO_GEN_ROM_H
#define GNO_GEN_ROM_H

#include <stddef.h>
#include <stdint.h>

#include "plan/plan.h"

struct rom {
	uint8_t *bytes;	 /* the caller's (rom_free) */
	size_t count;	 /* a multiple of the bytes of a slot; more than TAB_ROM_BYTES do not fit */
	size_t manifest; /* bytes of the manifest */
};

/* Makes the contents. The same plan gives the same bytes with one version of zlib; each version
 * reads those of all others. Returns GEN_OK or GEN_ERR_NOMEM. */
int rom_make(const struct plan *plan, struct rom *out);
void rom_free(struct rom *rom);

#endif
