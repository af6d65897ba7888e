/* SPDX-License-Identifier: Apache-2.0 */
#ifndef USBFS_H
#define USBFS_H

/*
 * A USB device that is a C structure, as /dev/bus/usb shows it to programs: umockdev passes their
 * ioctls to this file, which does what Linux's usbfs does with them.
 */

#include <linux/usb/ch9.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <umockdev.h>

#define USB_INTERFACES 8

/* A device. Its functions return -EAGAIN (NAK: later) or -EPIPE (stall) beside what they state. */
struct usb_model {
	const char *path;	    /* below the devices, "usb1/1-2" */
	size_t packet;		    /* most bytes of a bulk packet */
	const char *driver;	    /* of the kernel, at each interface; NULL: none */
	const uint8_t *descriptors; /* of the device, then of its configuration */
	size_t length;
	const char *maker, *product, *serial;
	void *ctx;
	/* Bytes of data that the device sent or took. `data` has room for setup->wLength. */
	int (*control)(void *ctx, const struct usb_ctrlrequest *setup, uint8_t *data);
	/* Bytes of the packet that the device sends; `data` has room for the largest. */
	int (*packet_in)(void *ctx, unsigned endpoint, uint8_t *data);
	/* 0: the device took the packet. */
	int (*packet_out)(void *ctx, unsigned endpoint, const uint8_t *data, size_t len);
	void (*clear_halt)(void *ctx, unsigned endpoint);
};

struct usbfs;

/* Makes device `address` of bus 1. `denied`: nobody may open it. Exits on failure. */
struct usbfs *usbfs_new(UMockdevTestbed *bed, const struct usb_model *model, unsigned address,
			bool denied);

/* Lets the device work on all requests. All of the model is only called from here and from ioctls,
 * never at the same time. */
void usbfs_turn(struct usbfs *fs);

/* The device is pulled out. */
void usbfs_unplug(struct usbfs *fs);

/* Whether a kernel driver has the interface. */
bool usbfs_has_driver(const struct usbfs *fs, unsigned interface);

/* The lock of all devices: whoever calls usbfs_turn or changes a model holds it. */
void usbfs_lock(void);
void usbfs_unlock(void);

/* Readable whenever a program did something. */
int usbfs_event(void);

#endif
