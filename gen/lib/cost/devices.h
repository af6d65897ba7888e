/* SPDX-License-Identifier: Apache-2.0 */
/* What the FPGAs of boards have. */
#ifndef GNO_GEN_DEVICES_H
#define GNO_GEN_DEVICES_H

struct device {
	const char *family;
	const char *name; /* as nextpnr and board.yaml call it */
	unsigned cells;	  /* LUTs, of four inputs, or of six for xilinx7 */
	unsigned blocks;  /* of the size of the family's */
	unsigned sprams;
};

/* The device of that name in a family; NULL: it is not known. */
const struct device *device_find(const char *family, const char *name);

/* 1 where a monitor needs no more than there is. */
int device_fits(const struct device *device, unsigned blocks, unsigned sprams, unsigned cells);

#endif
