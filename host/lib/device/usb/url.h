/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_USB_URL_H
#define GNO_USB_URL_H

/*
 * What follows the scheme in a URL of a USB device: "[SERIAL][,KEY=VALUE...][@BAUD]". An item
 * without '=' is the serial number.
 */

#include <stdint.h>
#include "common/errors.h"

#define GNO_USB_TEXT 64 /* of a serial number or bus path, with its terminating zero */

/* What a key's value is, and which member of struct gno_usb_url gets it. */
enum gno_usb_key {
	GNO_USB_SERIAL = 1,	/* the serial number */
	GNO_USB_PATH = 2,	/* bus path, such as 1-2.3 */
	GNO_USB_VENDOR = 4,	/* hexadecimal */
	GNO_USB_PRODUCT = 8,	/* hexadecimal */
	GNO_USB_CHANNEL = 16,	/* A to D */
	GNO_USB_INTERFACE = 32, /* number */
	GNO_USB_MODE = 64,	/* uart, fifo or fifo_async */
};

enum gno_usb_mode { GNO_USB_UART, GNO_USB_FIFO, GNO_USB_FIFO_ASYNC };

struct gno_usb_url {
	char serial[GNO_USB_TEXT], path[GNO_USB_TEXT]; /* empty: any */
	int vendor, product;			       /* -1: any */
	int channel;   /* 0 (A) to 3 (D), or the number of an interface; -1: not named */
	unsigned baud; /* 0: not named */
	enum gno_usb_mode mode;
};

/* The word of a mode in a URL. */
const char *gno_usb_mode_name(enum gno_usb_mode mode);

/*
 * Reads `rest`. `keys` are those of the scheme, GNO_USB_... added up; `scheme` is for messages.
 * GNO_ERR_ARG: a part that is none, with its text.
 */
int gno_usb_url_read(const char *scheme, const char *rest, unsigned keys, struct gno_usb_url *out,
		     struct gno_err *err);

#endif
