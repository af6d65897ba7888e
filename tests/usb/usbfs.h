/* SPDX-License-Identifier: Apache-2.0 */
#ifndef USBFS_H
#define USBFS_H

/*
 * A USB device that is a C structure, as /dev/bus/usb shows it to programs: umockdev passes their
 * ioctls to this file, which does what Linux's usbfs does with them.
 */

#include <stdbool.h>
#include <umockdev.h>

#include "device/usb_model.h"

#define USB_INTERFACES 8

struct usbfs;

/* Makes device `address` of bus 1. `denied`: nobody may open it. Exits on failure. */
struct usbfs *usbfs_new(UMockdevTestbed *bed, const struct usb_model *model, unsigned address,
			bool denied);

/* Lets the device work on all requests. All of the model is only called from here and from ioctls,
 * never at the same time. */
void usbfs_turn(struct usbfs *fs);

/* The device is pulled out. */
void usbfs_unplug(struct usbfs *fs);

/* Of each interface, whether a kernel driver has it. */
const bool *usbfs_drivers(const struct usbfs *fs);

/* The lock of all devices: whoever calls usbfs_turn or changes a model holds it. */
void usbfs_lock(void);
void usbfs_unlock(void);

/* Readable whenever a program did something. */
int usbfs_event(void);

#endif
