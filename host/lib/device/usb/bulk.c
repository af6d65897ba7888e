/* SPDX-License-Identifier: Apache-2.0 */
#include "device/usb/bulk.h"

#define SUBCLASS_ACM 2

/* Whether the interface has one bulk endpoint in each direction, which go to *out. */
static bool has_pair(const struct libusb_interface_descriptor *d, struct gno_usb_bulk *out)
{
	unsigned in = 0, outs = 0;

	for (int i = 0; i < d->bNumEndpoints; i++) {
		const struct libusb_endpoint_descriptor *e = &d->endpoint[i];

		if ((e->bmAttributes & 3) != LIBUSB_TRANSFER_TYPE_BULK)
			continue;
		if (e->bEndpointAddress & LIBUSB_ENDPOINT_IN) {
			out->in = e->bEndpointAddress;
			out->packet = e->wMaxPacketSize & 0x7ff;
			in++;
		} else {
			out->out = e->bEndpointAddress;
			outs++;
		}
	}
	return in == 1 && outs == 1 && out->packet;
}

unsigned gno_usb_bulks(libusb_device *device, struct gno_usb_bulk *out)
{
	struct libusb_config_descriptor *config;
	unsigned count = 0;
	int control = -1; /* the last one: that of a serial port precedes its data */

	if (libusb_get_active_config_descriptor(device, &config))
		return 0;
	for (int i = 0; i < config->bNumInterfaces && count < GNO_USB_BULKS; i++) {
		const struct libusb_interface_descriptor *d = config->interface[i].altsetting;
		struct gno_usb_bulk *b = &out[count];

		if (d->bInterfaceClass == LIBUSB_CLASS_COMM)
			control = d->bInterfaceSubClass == SUBCLASS_ACM ? d->bInterfaceNumber : -1;
		if (!has_pair(d, b))
			continue;
		b->interface = d->bInterfaceNumber;
		b->control = d->bInterfaceClass == LIBUSB_CLASS_DATA ? control : -1;
		if (b->control >= 0 || d->bInterfaceClass == LIBUSB_CLASS_VENDOR_SPEC)
			count++;
	}
	libusb_free_config_descriptor(config);
	return count;
}

bool gno_usb_is_link(const struct gno_usb_bulk *bulk, unsigned count, unsigned one)
{
	bool ports = false;

	for (unsigned i = 0; i < count; i++)
		ports = ports || bulk[i].control >= 0;
	return (bulk[one].control >= 0) == ports;
}

int gno_usb_interfaces(libusb_device *device)
{
	struct libusb_config_descriptor *config;
	int count = 0;

	if (!libusb_get_active_config_descriptor(device, &config)) {
		count = config->bNumInterfaces;
		libusb_free_config_descriptor(config);
	}
	return count;
}
