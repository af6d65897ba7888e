/* SPDX-License-Identifier: Apache-2.0 */
#include "cost/devices.h"

#include <stddef.h>
#include <string.h>

/* As nextpnr reports them; xilinx7 by the tables of its data sheet, in blocks of 18 kbit. */
static const struct device devices[] = {
    {"ice40", "hx1k", 1280, 16, 0},	 {"ice40", "lp1k", 1280, 16, 0},
    {"ice40", "hx4k", 7680, 32, 0},	 {"ice40", "lp4k", 7680, 32, 0},
    {"ice40", "hx8k", 7680, 32, 0},	 {"ice40", "lp8k", 7680, 32, 0},
    {"up5k", "up5k", 5280, 30, 4},	 {"ecp5", "12k", 24288, 56, 0},
    {"ecp5", "25k", 24288, 56, 0},	 {"ecp5", "45k", 43848, 108, 0},
    {"ecp5", "85k", 83640, 208, 0},	 {"gowin", "GW1N-9C", 8640, 26, 0},
    {"gowin", "GW2A-18C", 20736, 46, 0}, {"xilinx7", "xc7a35t", 20800, 100, 0},
};

const struct device *device_find(const char *family, const char *name)
{
	for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
		if (!strcmp(devices[i].family, family) &&
		    !strncmp(name, devices[i].name, strlen(devices[i].name)))
			return &devices[i];
	return NULL;
}

int device_fits(const struct device *device, unsigned blocks, unsigned sprams, unsigned cells)
{
	return blocks <= device->blocks && sprams <= device->sprams && cells <= device->cells;
}
