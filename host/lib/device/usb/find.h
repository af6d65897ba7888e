/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_USB_FIND_H
#define GNO_USB_FIND_H

/* The USB devices that are plugged in, the one that a URL selects, and why one is refused. */

#include <libusb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "device/usb/url.h"

#define GNO_USB_CONTROL_MS 500 /* limit of one control transfer */
#define GNO_USB_FTDI 0x0403    /* vendor of all FTDI chips as they are sold */

/* A device that is plugged in. Texts come from the device: they may hold any character. */
struct gno_usb_found {
	libusb_device *device; /* valid as long as the list */
	uint16_t vendor, product;
	uint16_t release;	   /* of the device, which tells the chips of FTDI apart */
	char path[GNO_USB_TEXT];   /* such as 1-2.3 */
	char serial[GNO_USB_TEXT]; /* empty: none */
	char maker[GNO_USB_TEXT], name[GNO_USB_TEXT];
};

struct gno_usb_list {
	libusb_device **devices;
	struct gno_usb_found *found;
	size_t count;
};

/* Lists all devices but hubs. GNO_ERR_IO, GNO_ERR_NOMEM. Opens none of them. */
int gno_usb_list(libusb_context *usb, struct gno_usb_list *out, struct gno_err *err);

/* Frees it; a list of zeros is allowed. */
void gno_usb_list_free(struct gno_usb_list *list);

/*
 * Finds the one device that the URL selects among those that `fits` takes. *device is the caller's
 * (libusb_unref_device); `what` gets its name for messages. GNO_ERR_IO: there is none; GNO_ERR_ARG:
 * there are several, which the message lists.
 */
int gno_usb_find(libusb_context *usb, const struct gno_usb_url *url,
		 bool (*fits)(const struct gno_usb_found *found, const struct gno_usb_url *url),
		 const char *kind, libusb_device **device, char *what, size_t room,
		 struct gno_err *err);

/* Why libusb refused to open, claim or use the device `what`, and what to do: a code. */
int gno_usb_refused(int code, const char *what, struct gno_err *err);

/* There is no USB on this machine, or libusb cannot reach it. */
int gno_usb_missing(struct gno_err *err);

/* -- interfaces that carry bytes: serial ports (CDC-ACM), and vendors' own -- */

#define GNO_USB_BULKS 16 /* of one device that are looked at */

struct gno_usb_bulk {
	int interface;	 /* that has the two bulk endpoints */
	int control;	 /* interface of a serial port's requests; -1: a vendor's own interface */
	uint8_t in, out; /* endpoints' addresses */
	unsigned packet; /* most bytes of a packet of `in` */
};

/* The interfaces of a device, at most GNO_USB_BULKS of them: how many. */
unsigned gno_usb_bulks(libusb_device *device, struct gno_usb_bulk *out);

/* Whether a URL without an interface can mean this one of them: a serial port, or an interface of
 * a vendor's own where there is no serial port. */
bool gno_usb_is_link(const struct gno_usb_bulk *bulk, unsigned count, unsigned one);

/* The number of interfaces of a device. */
int gno_usb_interfaces(libusb_device *device);

#endif
