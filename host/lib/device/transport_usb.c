/* SPDX-License-Identifier: Apache-2.0 */

/*
 * usb:[SERIAL][,KEY=VALUE...][@BAUD]: a USB device without the kernel's driver: a serial port of
 * the class CDC-ACM, or an interface of a vendor's own with two bulk endpoints.
 */

#include "device/transport.h"
#include "common/address.h"
#include "device/usb/find.h"
#include "device/usb/pipe.h"
#include "device/usb/url.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS (GNO_USB_SERIAL | GNO_USB_PATH | GNO_USB_VENDOR | GNO_USB_PRODUCT | GNO_USB_INTERFACE)

/* Requests of the class CDC-ACM. */
#define SET_LINE_CODING 0x20
#define SET_CONTROL_LINES 0x22
#define LINES_ON 3 /* data terminal ready, and request to send */
#define TO_INTERFACE (LIBUSB_REQUEST_TYPE_CLASS | LIBUSB_RECIPIENT_INTERFACE | LIBUSB_ENDPOINT_OUT)

struct usb {
	libusb_context *context;
	libusb_device_handle *handle;
	struct gno_pipe *pipe;
	struct gno_usb_url url;
	struct gno_usb_bulk bulk;
	char what[256];
};

/* FTDI's chips look like devices of a vendor's own, and are not: their bytes have a form. */
static bool fits(const struct gno_usb_found *found, const struct gno_usb_url *url)
{
	struct gno_usb_bulk bulk[GNO_USB_BULKS];

	(void)url;
	return found->vendor != GNO_USB_FTDI && gno_usb_bulks(found->device, bulk);
}

/* Chooses the interface: the one that is named, the one serial port, or the one of a vendor's own.
 */
static int choose(struct usb *u, libusb_device *device, struct gno_err *err)
{
	struct gno_usb_bulk bulk[GNO_USB_BULKS];
	unsigned count = gno_usb_bulks(device, bulk), taken = 0;
	char known[8 * GNO_USB_BULKS] = "";
	size_t len = 0;

	for (unsigned i = 0; i < count; i++) {
		len += (size_t)snprintf(known + len, sizeof(known) - len, "%s%d", i ? ", " : "",
					bulk[i].interface);
		if (u->url.channel < 0 ? gno_usb_is_link(bulk, count, i)
				       : bulk[i].interface == u->url.channel) {
			u->bulk = bulk[i];
			taken++;
		}
	}
	if (!taken)
		return gno_fail(err, GNO_ERR_ARG,
				"interface %d of %s carries no bytes: those that do are %s",
				u->url.channel, u->what, known);
	if (taken > 1)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "%s has several interfaces that carry bytes: %s; name one by interface=",
		    u->what, known);
	if (u->url.baud && u->bulk.control < 0)
		return gno_fail(err, GNO_ERR_ARG, "%s is not a serial port: it has no rate",
				u->what);
	return 0;
}

static int request(const struct usb *u, uint8_t request, uint16_t value, uint8_t *data,
		   uint16_t len, struct gno_err *err)
{
	int code =
	    libusb_control_transfer(u->handle, TO_INTERFACE, request, value,
				    (uint16_t)u->bulk.control, data, len, GNO_USB_CONTROL_MS);

	if (code == len)
		return 0;
	return gno_usb_refused(code < 0 ? code : LIBUSB_ERROR_IO, u->what, err);
}

/* 8 bits, no parity, one stop bit. */
static int set_rate(const struct usb *u, unsigned baud, struct gno_err *err)
{
	uint8_t coding[7] = {(uint8_t)baud,
			     (uint8_t)(baud >> 8),
			     (uint8_t)(baud >> 16),
			     (uint8_t)(baud >> 24),
			     0,
			     0,
			     8};

	return request(u, SET_LINE_CODING, 0, coding, sizeof(coding), err);
}

static int claim(const struct usb *u, int interface, struct gno_err *err)
{
	int code = libusb_claim_interface(u->handle, interface);

	return code ? gno_usb_refused(code, u->what, err) : 0;
}

static int open_device(struct usb *u, libusb_device *device, struct gno_err *err)
{
	int rc = choose(u, device, err), code;

	if (rc)
		return rc;
	code = libusb_open(device, &u->handle);
	if (code)
		return gno_usb_refused(code, u->what, err);
	libusb_set_auto_detach_kernel_driver(u->handle, 1);
	rc = claim(u, u->bulk.interface, err);
	if (rc || u->bulk.control < 0)
		return rc;
	if (u->bulk.control != u->bulk.interface)
		rc = claim(u, u->bulk.control, err);
	if (!rc)
		rc = set_rate(u, u->url.baud ? u->url.baud : GNO_BAUD_FIRST, err);
	if (!rc)
		rc = request(u, SET_CONTROL_LINES, LINES_ON, NULL, 0, err);
	return rc;
}

static int open_pipe(struct usb *u, struct gno_err *err)
{
	const struct gno_pipe_ends ends = {
	    .usb = u->context,
	    .handle = u->handle,
	    .in = u->bulk.in,
	    .out = u->bulk.out,
	    .packet = u->bulk.packet,
	    .what = u->what,
	};

	return gno_pipe_open(&ends, &u->pipe, err);
}

static void usb_close(void *ctx)
{
	struct usb *u = ctx;

	gno_pipe_close(u->pipe);
	if (u->handle) {
		/* The kernel's driver gets back what is released. Linux offers it the control
		 * interface alone, and the driver takes it only if it can have the data, too. */
		libusb_release_interface(u->handle, u->bulk.interface);
		if (u->bulk.control >= 0 && u->bulk.control != u->bulk.interface)
			libusb_release_interface(u->handle, u->bulk.control);
		libusb_close(u->handle);
	}
	if (u->context)
		libusb_exit(u->context);
	free(u);
}

static int usb_open(const char *rest, const struct gno_device_options *options, void **ctx,
		    struct gno_err *err)
{
	libusb_device *device = NULL;
	struct usb *u = calloc(1, sizeof(*u));
	int rc;

	if (!u)
		return gno_fail_nomem(err);
	rc = gno_usb_url_read("usb", rest, KEYS, &u->url, err);
	if (!rc && libusb_init(&u->context))
		rc = gno_usb_missing(err);
	if (!rc)
		rc = gno_usb_find(u->context, &u->url, fits, "USB device", &device, u->what,
				  sizeof(u->what), err);
	if (!rc)
		rc = open_device(u, device, err);
	if (!rc && options->interrupted && *options->interrupted)
		rc = gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
	if (!rc)
		rc = open_pipe(u, err);
	if (device)
		libusb_unref_device(device);
	if (rc)
		usb_close(u);
	else
		*ctx = u;
	return rc;
}

static int usb_read(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms, struct gno_err *err)
{
	struct usb *u = ctx;

	return gno_pipe_read(u->pipe, buf, len, timeout_ms, err);
}

static int usb_write(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
		     struct gno_err *err)
{
	struct usb *u = ctx;

	return gno_pipe_write(u->pipe, buf, len, timeout_ms, err);
}

static uint64_t usb_came_ns(void *ctx)
{
	const struct usb *u = ctx;

	return gno_pipe_came_ns(u->pipe);
}

static int usb_set_baud(void *ctx, unsigned baud, struct gno_err *err)
{
	struct usb *u = ctx;
	int rc;

	if (u->url.baud || u->bulk.control < 0)
		return 0;
	rc = set_rate(u, baud, err);
	if (rc)
		return rc;
	gno_pipe_discard(u->pipe); /* bytes at the other rate mean nothing */
	return 1;
}

const struct gno_transport gno_transport_usb = {
    .scheme = "usb",
    .form = "usb:[SERIAL][,KEY=VALUE...][@BAUD]",
    .open = usb_open,
    .read = usb_read,
    .write = usb_write,
    .close = usb_close,
    .set_baud = usb_set_baud,
    .came_ns = usb_came_ns,
};
