/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FPGA families as far as ranks are planned for them: the RAM blocks they have, and how the synthesis
 * tool (Yosys) lays a memory of any depth and width out over them. docs/design/ranks.md tells the model.
 */
#ifndef GNO_GEN_FAMILIES_H
#define GNO_GEN_FAMILIES_H

#include <stddef.h>

/* A block is used as 2^depth_log2 words of `width` bits. */
struct ram_shape {
	unsigned depth_log2;
	unsigned width;
};

struct family {
	const char *name;		/* as descriptions call it */
	const char *block;		/* its RAM block, for people */
	const struct ram_shape *shapes; /* a width of 0 ends the list */
	int dual_port;			/* two read ports and a write port in one block: `share` */
	unsigned sprams;		/* single-port blocks of 16K x 16 in the device; 0: none */
	int shift_luts;			/* long delays become shift registers in LUTs */
};

/* One memory over RAM blocks. */
struct ram_use {
	struct ram_shape shape; /* how each block is used */
	unsigned blocks;	/* RAM blocks, 0 in a SPRAM */
	unsigned sprams;	/* SPRAM blocks */
	unsigned logic; /* logic cells: address decode and output multiplexer of several blocks deep */
};

/* The family of that name, or NULL. */
const struct family *family_find(const char *name);

/* The family of that number from 0 in the order of the reference page; NULL past the last. */
const struct family *family_at(size_t number);

/* A memory of 2^depth_log2 words of `width` bits (1..8) in RAM blocks. */
struct ram_use family_ram(const struct family *f, unsigned depth_log2, unsigned width);

/* The same in SPRAM blocks; only for a family that has them. */
struct ram_use family_spram(unsigned depth_log2, unsigned width);

#endif
