/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FPGA families as far as memories are planned for them: the RAM blocks and the LUT RAM they have,
 * and how the synthesis tool (Yosys) lays a memory of any depth and width out over them.
 * docs/design/ranks.md describes the model.
 */
#ifndef GNO_GEN_FAMILIES_H
#define GNO_GEN_FAMILIES_H

#include <stddef.h>

/* Logic cells that a RAM block of a family without LUT RAM is worth: what takes fewer without the
 * block has none. A bit of a delay is a cell; the 64 bits that gnomon_cell_ram has in flip-flops
 * for each block are 116 to 137 cells with their read multiplexer. */
#define FAMILY_BLOCK_CELLS 120u
#define FAMILY_FLOP_BITS 64u

/* A block is used as 2^depth_log2 words of `width` bits. */
struct ram_shape {
	unsigned depth_log2;
	unsigned width;
};

struct family {
	const char *name;  /* as descriptions call it */
	const char *block; /* its RAM block, for people */
	/* from the widest on, a block each; a width of 0 ends the list */
	const struct ram_shape *shapes;
	const unsigned *mux_luts; /* LUTs for a bit of a multiplexer of 2^n blocks */
	int dual_port;		  /* two read ports, one of them also for writing: `share` */
	unsigned sprams;	  /* single-port blocks of 16K x 16 in the device; 0: none */
	unsigned lut_bits;	  /* bits of the largest memory that is LUT RAM (LUT_BITS of
				     gnomon_cell_ram); 0: none */
	unsigned shift_from; /* delays from so many clocks on take a LUT a bit (shift register); 0:
				never */
};

/* One memory over RAM blocks. */
struct ram_use {
	struct ram_shape shape; /* how each block is used */
	unsigned blocks;	/* RAM blocks, 0 in a SPRAM */
	unsigned sprams;	/* SPRAM blocks */
	unsigned lut_bits;	/* bits of LUT RAM */
	/* logic cells: what joins blocks where the memory is several of them deep */
	unsigned logic;
};

/* The family of that name, or NULL. */
const struct family *family_find(const char *name);

/* The family of that number from 0 in the order of the reference page; NULL past the last. */
const struct family *family_at(size_t number);

/* A memory of 2^depth_log2 words of `width` bits in RAM blocks; `logic` holds for 1..8 bits. */
struct ram_use family_ram(const struct family *f, unsigned depth_log2, unsigned width);

/* The same where gnomon_cell_ram puts it: in LUT RAM, in RAM blocks, or in flip-flops. */
struct ram_use family_memory(const struct family *f, unsigned depth_log2, unsigned width);

/* The same in SPRAM blocks; only for a family that has them. */
struct ram_use family_spram(unsigned depth_log2, unsigned width);

#endif
