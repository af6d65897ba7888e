/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STANDARD_H
#define STANDARD_H

/* The standard requests that each USB device answers, by USB 2.0, chapter 9.4. */

#include "usb_model.h"

/* Bytes of data that the device sent, or -EPIPE (stall). `data` has room for setup->wLength. */
int standard_control(const struct usb_model *model, const struct usb_ctrlrequest *setup,
		     uint8_t *data);

#endif
