/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_USB_PLUGGED_H
#define GNO_USB_PLUGGED_H

/* What is plugged in, as URLs: each is a place where a monitor may be. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "device/usb/find.h"
#include "device/usb/url.h"

#define GNO_URL_TEXT 192 /* of a URL, with its terminating zero */

/* One channel of a chip, or one interface. Texts come from the device: any character. */
struct gno_plugged {
	char url[GNO_URL_TEXT];
	const char *scheme; /* of a URL of it; that of `url` may be another one */
	int channel;	    /* 0: A; or the number of the interface */
	uint16_t vendor, product;
	char path[GNO_USB_TEXT];   /* bus path */
	char serial[GNO_USB_TEXT]; /* empty: none */
	char maker[GNO_USB_TEXT], name[GNO_USB_TEXT];
	char port[GNO_USB_TEXT]; /* the kernel's serial port, /dev/...; empty: none */
	const char *board;	 /* what it probably is; NULL: not known */
	bool usual;		 /* a URL of the device without channel= and interface= means it */
};

/*
 * Lists them. `mode` is that of the link on FTDI's chips: with a FIFO the usual channel is A of a
 * chip that has one, and its URL names the mode. *out is the caller's (free). GNO_ERR_IO,
 * GNO_ERR_NOMEM.
 */
int gno_plugged_list(enum gno_usb_mode mode, struct gno_plugged **out, size_t *count,
		     struct gno_err *err);

/*
 * The one place to which a URL "ftdi:..." or "usb:..." leads. False: it is not such a URL, or leads
 * to none or several of what is plugged in, or that cannot be listed.
 */
bool gno_plugged_named(const char *url, struct gno_plugged *out);

/* The place of a serial port of the kernel, "/dev/..."; false: none, or that cannot be listed. */
bool gno_plugged_port(const char *port, struct gno_plugged *out);

/*
 * Why a monitor is not looked for there, in words; NULL: it is. What is written elsewhere than to a
 * monitor can do harm: channel A of an FT2232H writes the flash on most boards.
 */
const char *gno_plugged_skipped(const struct gno_plugged *p);

/* USB bridges that boards have, by vendor and product. */

/* What a device with these numbers probably is, for a user; NULL: not known. */
const char *gno_usb_board(uint16_t vendor, uint16_t product);

/*
 * Whether the link can be at that interface, by what is known of the numbers: of several serial
 * ports of a board one leads to the FPGA, and what is written to another can do harm.
 */
bool gno_usb_may_be_link(uint16_t vendor, uint16_t product, int interface);

/* The channel of a chip with so many that boards leave to the UART: the first is for programming.
 */
int gno_usb_link_channel(int channels);

/* Whether channel A of such a chip can be the FIFO that FTDI calls FT245, by its numbers. */
bool gno_usb_has_fifo(uint16_t vendor, uint16_t product);

#endif
