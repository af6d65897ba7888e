/* SPDX-License-Identifier: Apache-2.0 */
#include "common/families.h"

#include <string.h>

#define LUT_WORDS_LOG2 4u /* so few words are always LUT RAM, where there is any */
#define LOG2_DEEPEST 5u	  /* 2^16 words over blocks of 2^11 */

/* LUTs for a bit of a multiplexer of 2^n blocks, as the pinned tools make them. */
static const unsigned mux_of_lut4[LOG2_DEEPEST + 1] = {0, 1, 3, 6, 13, 28};
static const unsigned mux_of_lut6[LOG2_DEEPEST + 1] = {0, 1, 4, 8, 16, 32};

static const struct ram_shape shapes_4k[] = {{8, 16}, {9, 8}, {10, 4}, {11, 2}, {0, 0}};
static const struct ram_shape shapes_18k[] = {{9, 36}, {10, 18}, {11, 9}, {12, 4},
					      {13, 2}, {14, 1},	 {0, 0}};
static const struct ram_shape shapes_spram[] = {{14, 16}, {0, 0}};

static const struct family families[] = {
    {.name = "ice40", .block = "4 kbit", .shapes = shapes_4k, .mux_luts = mux_of_lut4},
    {.name = "up5k", .block = "4 kbit", .shapes = shapes_4k, .mux_luts = mux_of_lut4, .sprams = 4},
    {.name = "ecp5",
     .block = "18 kbit",
     .shapes = shapes_18k,
     .mux_luts = mux_of_lut6,
     .dual_port = 1,
     .lut_bits = 1024},
    {.name = "gowin",
     .block = "18 kbit",
     .shapes = shapes_18k,
     .mux_luts = mux_of_lut6,
     .dual_port = 1,
     .lut_bits = 1024},
    {.name = "xilinx7",
     .block = "18 kbit",
     .shapes = shapes_18k,
     .mux_luts = mux_of_lut6,
     .dual_port = 1,
     .lut_bits = 1024,
     .shift_from = 3},
    {.name = "nexus",
     .block = "18 kbit",
     .shapes = shapes_18k,
     .mux_luts = mux_of_lut6,
     .dual_port = 1,
     .lut_bits = 1024},
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

static unsigned blocks_of(unsigned parts, unsigned in_block)
{
	return (parts + in_block - 1) / in_block;
}

/* Logic behind blocks 2^deep_log2 deep: a write enable for each, the select, the multiplexer. */
static unsigned logic_of(const unsigned *mux_luts, unsigned deep_log2, unsigned width)
{
	return deep_log2 ? (1u << deep_log2) + deep_log2 + width * mux_luts[deep_log2] : 0;
}

struct ram_use family_ram(const struct family *f, unsigned depth_log2, unsigned width)
{
	const struct ram_shape *shape = f->shapes;
	struct ram_use best;
	unsigned deep_log2;

	while (shape[1].width && shape->depth_log2 < depth_log2)
		shape++;
	deep_log2 = depth_log2 > shape->depth_log2 ? depth_log2 - shape->depth_log2 : 0;
	best.shape = *shape;
	best.sprams = 0;
	best.lut_bits = 0;
	best.blocks = blocks_of(width << deep_log2, shape->width);
	best.logic = logic_of(f->mux_luts, deep_log2, width);
	/* The two halves of a block hold the odd column of two rows: a write goes through a mask of
	 * bits. */
	if (deep_log2 && width % shape->width)
		best.logic += 10u << deep_log2;
	return best;
}

struct ram_use family_memory(const struct family *f, unsigned depth_log2, unsigned width)
{
	unsigned bits = width << depth_log2;

	if (f->lut_bits && (depth_log2 <= LUT_WORDS_LOG2 || bits <= f->lut_bits))
		return (struct ram_use){.lut_bits = bits};
	if (!f->lut_bits && bits <= FAMILY_FLOP_BITS * blocks_of(width, f->shapes->width))
		return (struct ram_use){.blocks = 0};
	return family_ram(f, depth_log2, width);
}

/* A SPRAM of 16K x 16 writes nibbles: it is 32K x 8 or 64K x 4, too, with a multiplexer. */
struct ram_use family_spram(unsigned depth_log2, unsigned width)
{
	const struct ram_shape *shape = shapes_spram;
	unsigned nibbles = blocks_of(width, 4);
	unsigned deep_log2 = depth_log2 > shape->depth_log2 ? depth_log2 - shape->depth_log2 : 0;

	return (struct ram_use){
	    .shape = *shape,
	    .sprams = blocks_of(4 * nibbles << deep_log2, shape->width),
	    .logic = logic_of(mux_of_lut4, deep_log2, width),
	};
}
