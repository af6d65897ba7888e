/* SPDX-License-Identifier: Apache-2.0 */
#include "device/usb/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PORTS 8 /* between a root hub and a device, at most */

/* Reads a text that the kernel keeps of a device. It needs no access to the device. */
static void read_kept(const char *path, const char *name, char *out)
{
	char file[128];
	size_t len;
	FILE *f;

	snprintf(file, sizeof(file), "/sys/bus/usb/devices/%s/%s", path, name);
	f = fopen(file, "re");
	len = f ? fread(out, 1, GNO_USB_TEXT - 1, f) : 0;
	if (f)
		fclose(f);
	while (len && out[len - 1] == '\n')
		len--;
	out[len] = '\0';
}

static void put_path(libusb_device *device, char *out)
{
	uint8_t port[PORTS];
	int ports = libusb_get_port_numbers(device, port, PORTS);
	size_t len = (size_t)snprintf(out, GNO_USB_TEXT, "%u", libusb_get_bus_number(device));

	for (int i = 0; i < ports; i++)
		len +=
		    (size_t)snprintf(out + len, GNO_USB_TEXT - len, "%c%u", i ? '.' : '-', port[i]);
}

int gno_usb_list(libusb_context *usb, struct gno_usb_list *out, struct gno_err *err)
{
	ssize_t count;

	memset(out, 0, sizeof(*out));
	count = libusb_get_device_list(usb, &out->devices);
	if (count < 0)
		return gno_fail(err, GNO_ERR_IO, "cannot list the USB devices: %s",
				libusb_strerror((int)count));
	out->found = calloc((size_t)count + 1, sizeof(*out->found));
	if (!out->found) {
		gno_usb_list_free(out);
		return gno_fail_nomem(err);
	}
	for (ssize_t i = 0; i < count; i++) {
		struct gno_usb_found *f = &out->found[out->count];
		struct libusb_device_descriptor d;

		if (libusb_get_device_descriptor(out->devices[i], &d) ||
		    d.bDeviceClass == LIBUSB_CLASS_HUB)
			continue;
		f->device = out->devices[i];
		f->vendor = d.idVendor;
		f->product = d.idProduct;
		f->release = d.bcdDevice;
		put_path(f->device, f->path);
		read_kept(f->path, "serial", f->serial);
		read_kept(f->path, "manufacturer", f->maker);
		read_kept(f->path, "product", f->name);
		out->count++;
	}
	return 0;
}

void gno_usb_list_free(struct gno_usb_list *list)
{
	if (list->devices)
		libusb_free_device_list(list->devices, 1);
	free(list->found);
}

static bool is_selected(const struct gno_usb_found *f, const struct gno_usb_url *url)
{
	return (url->vendor < 0 || url->vendor == f->vendor) &&
	       (url->product < 0 || url->product == f->product) &&
	       (!*url->path || !strcmp(url->path, f->path)) &&
	       (!*url->serial || !strcmp(url->serial, f->serial));
}

static size_t put_name(const struct gno_usb_found *f, char *out, size_t room)
{
	int len = snprintf(out, room, "%04x:%04x%s%s%s at %s", f->vendor, f->product,
			   *f->serial ? " '" : "", f->serial, *f->serial ? "'" : "", f->path);

	return (size_t)len < room ? (size_t)len : room;
}

static int several(const struct gno_usb_list *list, const bool *takes, const char *kind,
		   struct gno_err *err)
{
	char names[GNO_ERR_TEXT / 2] = "";
	size_t len = 0;

	for (size_t i = 0; i < list->count; i++)
		if (takes[i]) {
			len += (size_t)snprintf(names + len, sizeof(names) - len, "%s",
						len ? ", " : "");
			len += put_name(&list->found[i], names + len, sizeof(names) - len);
			if (len >= sizeof(names) - GNO_USB_TEXT)
				break;
		}
	return gno_fail(
	    err, GNO_ERR_ARG,
	    "the URL fits more than one %s: %s; name one by its serial number, or by path=", kind,
	    names);
}

int gno_usb_find(libusb_context *usb, const struct gno_usb_url *url,
		 bool (*fits)(const struct gno_usb_found *found, const struct gno_usb_url *url),
		 const char *kind, libusb_device **device, char *what, size_t room,
		 struct gno_err *err)
{
	struct gno_usb_list list;
	size_t count = 0, last = 0, at;
	bool *takes = NULL;
	int rc = gno_usb_list(usb, &list, err);

	if (rc)
		return rc;
	takes = calloc(list.count + 1, sizeof(*takes));
	for (size_t i = 0; takes && i < list.count; i++) {
		takes[i] = is_selected(&list.found[i], url) && fits(&list.found[i], url);
		count += takes[i];
		last = takes[i] ? i : last;
	}
	if (!takes)
		rc = gno_fail_nomem(err);
	else if (!count)
		rc = gno_fail(err, GNO_ERR_IO,
			      "no %s that the URL names is plugged in; 'gnomon list' shows what is",
			      kind);
	else if (count > 1)
		rc = several(&list, takes, kind, err);
	else {
		*device = libusb_ref_device(list.found[last].device);
		at = (size_t)snprintf(what, room, "%s ", kind);
		put_name(&list.found[last], what + at, room - at);
	}
	free(takes);
	gno_usb_list_free(&list);
	return rc;
}

int gno_usb_refused(int code, const char *what, struct gno_err *err)
{
	switch (code) {
	case LIBUSB_ERROR_ACCESS:
		return gno_fail(
		    err, GNO_ERR_IO,
		    "access to %s is refused; install gnomon's udev rule 60-gnomon.rules ('make install'), run 'udevadm control --reload', and plug the device in again; by ssh you must be in the group 'dialout', too",
		    what);
	case LIBUSB_ERROR_BUSY:
		return gno_fail(
		    err, GNO_ERR_IO,
		    "another program uses %s; only one at a time can: end the other gnomon, programmer or terminal",
		    what);
	case LIBUSB_ERROR_NO_DEVICE:
	case LIBUSB_ERROR_NOT_FOUND:
		return gno_fail(err, GNO_ERR_LINK, "%s is gone; was it unplugged?", what);
	case LIBUSB_ERROR_NO_MEM:
		return gno_fail_nomem(err);
	default:
		return gno_fail(err, GNO_ERR_IO, "cannot use %s: %s", what, libusb_strerror(code));
	}
}

int gno_usb_missing(struct gno_err *err)
{
	return gno_fail(
	    err, GNO_ERR_IO,
	    "no USB on this machine: libusb cannot be started; check that /dev/bus/usb is there");
}

/* -- interfaces -- */

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
