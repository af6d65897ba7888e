/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_USB_BULK_H
#define GNO_USB_BULK_H

/* Interfaces of USB devices that carry bytes: serial ports (CDC-ACM), and vendors' own. */

#include <libusb.h>
#include <stdbool.h>
#include <stdint.h>

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
