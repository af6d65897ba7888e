/* SPDX-License-Identifier: Apache-2.0 */
#include "families.h"

#include <string.h>

#define SPRAM_DEPTH_LOG2 14u
#define SPRAM_WIDTH 16u

static const struct ram_shape ice40_shapes[] = {{8, 16}, {9, 8}, {10, 4}, {11, 2}, {0, 0}};
static const struct ram_shape ecp5_shapes[] = {{9, 36}, {10, 18}, {11, 9}, {12, 4}, {13, 2}, {14, 1}, {0, 0}};
static const struct ram_shape xilinx7_shapes[] = {{9, 36}, {10, 18}, {11, 9}, {12, 4},
						  {13, 2}, {14, 1},  {0, 0}};

static const struct family families[] = {
    {"ice40", "4 kbit", ice40_shapes, 0, 0, 0},	     {"up5k", "4 kbit", ice40_shapes, 0, 4, 0},
    {"ecp5", "18 kbit", ecp5_shapes, 1, 0, 0},	     {"gowin", "18 kbit", ecp5_shapes, 1, 0, 0},
    {"xilinx7", "18 kbit", xilinx7_shapes, 1, 0, 1},
};

#define FAMILIES (sizeof(families) / sizeof(families[0]))

const struct family *family_find(const char *name)
{
	for (size_t i = 0; i < FAMILIES; i++)
		if (strcmp(families[i].name, name) == 0)
			return &families[i];
	return NULL;
}

const struct family *family_at(size_t number)
{
	return number < FAMILIES ? &families[number] : NULL;
}

/* LUTs with four inputs for a multiplexer of one bit: a 4:1 takes two, a 2:1 one. */
static unsigned mux_luts(unsigned ways)
{
	unsigned luts = 0;

	while (ways >= 4) {
		ways /= 4;
		luts += 2 * ways;
	}
	return ways == 2 ? luts + 1 : luts;
}

static struct ram_use lay_out(struct ram_shape shape, unsigned depth_log2, unsigned width)
{
	unsigned deep_log2 = depth_log2 > shape.depth_log2 ? depth_log2 - shape.depth_log2 : 0;
	unsigned deep = 1u << deep_log2;
	unsigned wide = (width + shape.width - 1) / shape.width;
	struct ram_use use = {.shape = shape, .blocks = deep * wide};

	if (deep > 1)
		use.logic = deep + deep_log2 + width * mux_luts(deep);
	return use;
}

struct ram_use family_ram(const struct family *f, unsigned depth_log2, unsigned width)
{
	struct ram_use best = lay_out(f->shapes[0], depth_log2, width);

	for (size_t i = 1; f->shapes[i].width; i++) {
		struct ram_use use = lay_out(f->shapes[i], depth_log2, width);

		if (use.blocks < best.blocks || (use.blocks == best.blocks && use.logic < best.logic))
			best = use;
	}
	return best;
}

struct ram_use family_spram(unsigned depth_log2, unsigned width)
{
	struct ram_use use = lay_out((struct ram_shape){SPRAM_DEPTH_LOG2, SPRAM_WIDTH}, depth_log2, width);

	use.sprams = use.blocks;
	use.blocks = 0;
	return use;
}
