/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DEVICES_H
#define DEVICES_H

/*
 * The devices that a test wants, by words KEY=VALUE: boards with an FT2232H each, and one with a
 * CDC-ACM bridge. One of them has a monitor, and the faults. Keys are in `keys` of devices.c.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "line.h"
#include "usb_model.h"

#define DEVICES_MAX 4

struct device {
	const struct usb_model *usb;
	const struct line *line; /* the one at which it is pulled out */
	bool denied;		 /* the user may not open it */
	/* Prints the state that a program left. `driver`: of each interface, whether the kernel's
	 * has it; NULL: unknown. A device that no test looks at has no such function. */
	void (*report)(const struct device *d, FILE *f, const bool *driver);
};

/* Makes the devices: how many; exits on a wrong word. */
size_t devices_make(char **words, int count, struct device *out);

/* Lets the wires of a device work: whether it is pulled out. */
bool device_turn(const struct device *d, int64_t now);

/* The file for reports ($BED_REPORT), opened; NULL: none is wanted. */
FILE *devices_open_report(void);

#endif
