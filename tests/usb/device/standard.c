/* SPDX-License-Identifier: Apache-2.0 */
#include "standard.h"

#include <errno.h>
#include <string.h>

#define ENGLISH 0x0409 /* of the United States */
#define TEXT_MAX 126   /* characters of a string descriptor */

static int send_bytes(const struct usb_ctrlrequest *setup, uint8_t *data, const uint8_t *from,
		      size_t len)
{
	size_t sent = len < setup->wLength ? len : setup->wLength;

	memcpy(data, from, sent);
	return (int)sent;
}

/* String 0 is the list of languages. */
static int send_string(const struct usb_model *model, const struct usb_ctrlrequest *setup,
		       uint8_t *data)
{
	const char *const texts[] = {NULL, model->maker, model->product, model->serial};
	uint8_t out[2 + 2 * TEXT_MAX] = {4, USB_DT_STRING, ENGLISH & 255, ENGLISH >> 8};
	unsigned number = setup->wValue & 255;
	size_t len;

	if (!number)
		return send_bytes(setup, data, out, out[0]);
	if (number >= sizeof(texts) / sizeof(texts[0]) || !texts[number])
		return -EPIPE;
	len = strnlen(texts[number], TEXT_MAX);
	out[0] = (uint8_t)(2 + 2 * len);
	for (size_t i = 0; i < len; i++) {
		out[2 + 2 * i] = (uint8_t)texts[number][i];
		out[3 + 2 * i] = 0;
	}
	return send_bytes(setup, data, out, out[0]);
}

static int send_descriptor(const struct usb_model *model, const struct usb_ctrlrequest *setup,
			   uint8_t *data)
{
	switch (setup->wValue >> 8) {
	case USB_DT_DEVICE:
		return send_bytes(setup, data, model->descriptors, USB_DT_DEVICE_SIZE);
	case USB_DT_CONFIG:
		return send_bytes(setup, data, model->descriptors + USB_DT_DEVICE_SIZE,
				  model->length - USB_DT_DEVICE_SIZE);
	case USB_DT_STRING:
		return send_string(model, setup, data);
	default:
		return -EPIPE;
	}
}

int standard_control(const struct usb_model *model, const struct usb_ctrlrequest *setup,
		     uint8_t *data)
{
	static const uint8_t bus_powered[2];

	if (setup->bRequestType == USB_DIR_IN && setup->bRequest == USB_REQ_GET_DESCRIPTOR)
		return send_descriptor(model, setup, data);
	if (setup->bRequestType & USB_DIR_IN && setup->bRequest == USB_REQ_GET_STATUS)
		return send_bytes(setup, data, bus_powered, sizeof(bus_powered));
	if (setup->bRequestType == USB_RECIP_ENDPOINT && setup->bRequest == USB_REQ_CLEAR_FEATURE &&
	    setup->wValue == USB_ENDPOINT_HALT) {
		model->clear_halt(model->ctx, setup->wIndex);
		return 0;
	}
	return -EPIPE;
}
