/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_CELLS_H
#define GNO_CELLS_H

#include <stdint.h>

/* Puts a number into cells, its low byte first. */
static inline void gno_cells_put(uint8_t *cell, uint32_t value, unsigned bytes)
{
	unsigned i;

	for (i = 0; i < bytes; i++)
		cell[i] = (uint8_t)(value >> 8 * i);
}

#endif
