/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_DEVICES_H
#define GNO_COLUMN_DEVICES_H

/* Rows of columns_status and columns_plugged. */

#include "device/search.h"
#include "device/usb/plugged.h"
#include "results/columns/documents.h"

/* What a monitor states. */
struct columns_status {
	const struct gno_status *of;
	const struct gno_manifest *m;	    /* NULL: not known */
	unsigned baud;			    /* of the serial line; 0: none that is known */
	const struct gno_device_poll *poll; /* NULL: its time cannot be read */
};

/* What is plugged in, and what was found there. */
struct columns_plugged {
	const struct gno_plugged *of;
	const struct gno_probe *answer; /* of each; NULL: they were not asked */
	size_t count;
};

#endif
