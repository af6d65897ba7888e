/* SPDX-License-Identifier: Apache-2.0 */
#ifndef USB_MODEL_H
#define USB_MODEL_H

/* A USB device that is a C structure. Whoever offers it to programs is its host. */

#include <linux/usb/ch9.h>
#include <stddef.h>
#include <stdint.h>

/* Functions return -EAGAIN (NAK: later) or -EPIPE (stall) beside what they state. */
struct usb_model {
	const char *path;	    /* below the devices, "usb1/1-2" */
	size_t packet;		    /* most bytes of a bulk packet */
	const char *driver;	    /* of the kernel, at each interface; NULL: none */
	const uint8_t *descriptors; /* of the device, then of its configuration */
	size_t length;
	const char *maker, *product, *serial; /* strings 1, 2 and 3; NULL: there is none */
	void *ctx;
	/* Moves what the wires of the device carry until `now`, us. */
	void (*turn)(void *ctx, int64_t now);
	/* A request of a class or a vendor: bytes of data that the device sent or took. `data` has
	 * room for setup->wLength. */
	int (*control)(void *ctx, const struct usb_ctrlrequest *setup, uint8_t *data);
	/* Bytes of the packet that the device sends; `data` has room for the largest. */
	int (*packet_in)(void *ctx, unsigned endpoint, uint8_t *data);
	/* 0: the device took the packet. */
	int (*packet_out)(void *ctx, unsigned endpoint, const uint8_t *data, size_t len);
	void (*clear_halt)(void *ctx, unsigned endpoint);
};

#endif
