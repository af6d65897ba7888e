/* SPDX-License-Identifier: Apache-2.0 */
#include "device/usb/plugged.h"
#include "common/util.h"
#include "device/usb/boards.h"
#include "device/usb/bulk.h"

#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANNELS "ABCD"

struct list {
	struct gno_plugged *row;
	size_t rows;
	const struct gno_usb_list *all;
	enum gno_usb_mode mode;
};

/* The kernel's serial port at an interface of a device. */
static void find_port(const char *path, int interface, char *out)
{
	static const char *const forms[] = {
	    "/sys/bus/usb/devices/%s:1.%d/ttyUSB*",
	    "/sys/bus/usb/devices/%s:1.%d/tty/ttyACM*",
	};

	*out = '\0';
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		char pattern[GNO_USB_TEXT + 64];
		glob_t found;

		snprintf(pattern, sizeof(pattern), forms[i], path, interface);
		if (glob(pattern, 0, NULL, &found))
			continue;
		snprintf(out, GNO_USB_TEXT, "/dev%s", strrchr(found.gl_pathv[0], '/'));
		globfree(&found);
	}
}

/* Whether the serial number alone names the device in a URL. */
static bool names_it(const struct gno_usb_list *all, const struct gno_usb_found *f)
{
	size_t count = 0;

	for (size_t i = 0; i < all->count; i++)
		count += !strcmp(all->found[i].serial, f->serial);
	for (const char *p = f->serial; *p; p++)
		if (*p <= ' ' || *p > '~')
			return false;
	return count == 1 && *f->serial && !strpbrk(f->serial, ",=@");
}

/* Adds a row; false: no memory. */
static bool add(struct list *list, const struct gno_usb_found *f, const char *scheme,
		const char *part, int interface)
{
	struct gno_plugged *row = gno_room(list->row, list->rows, sizeof(*row));
	bool by_serial = names_it(list->all, f);

	if (!row)
		return false;
	list->row = row;
	row += list->rows++;
	memset(row, 0, sizeof(*row));
	snprintf(row->url, sizeof(row->url), "%s:%s%s%s", scheme,
		 by_serial ? "" : "path=", by_serial ? f->serial : f->path, part);
	row->vendor = f->vendor;
	row->product = f->product;
	memcpy(row->path, f->path, sizeof(row->path));
	memcpy(row->serial, f->serial, sizeof(row->serial));
	memcpy(row->maker, f->maker, sizeof(row->maker));
	memcpy(row->name, f->name, sizeof(row->name));
	row->board = gno_usb_board(f->vendor, f->product);
	find_port(f->path, interface, row->port);
	return true;
}

/* The channel at which the link of that mode is; -1: none. */
static int link_channel(const struct list *list, const struct gno_usb_found *f, int count)
{
	if (list->mode == GNO_USB_UART)
		return gno_usb_link_channel(count);
	return gno_usb_has_fifo(f->vendor, f->product) ? 0 : -1;
}

static bool add_channels(struct list *list, const struct gno_usb_found *f)
{
	int count = gno_usb_interfaces(f->device), usual = link_channel(list, f, count);
	bool added = true;

	for (int i = 0; i < count && CHANNELS[i] && added; i++) {
		char part[48] = "";
		size_t len = 0;

		if (count > 1)
			len = (size_t)snprintf(part, sizeof(part), ",channel=%c", CHANNELS[i]);
		if (i == usual && list->mode != GNO_USB_UART)
			snprintf(part + len, sizeof(part) - len, ",mode=%s",
				 gno_usb_mode_name(list->mode));
		added = add(list, f, "ftdi", part, i);
		if (added)
			list->row[list->rows - 1].usual = i == usual;
	}
	return added;
}

/* A vendor's own interface with a port of the kernel has a driver that knows more of it. */
static bool add_interfaces(struct list *list, const struct gno_usb_found *f)
{
	struct gno_usb_bulk bulk[GNO_USB_BULKS];
	unsigned count = gno_usb_bulks(f->device, bulk);
	bool added = true;

	for (unsigned i = 0; i < count && added; i++) {
		struct gno_plugged *row;
		char part[32];

		snprintf(part, sizeof(part), ",interface=%d", bulk[i].interface);
		added = add(list, f, "usb", part,
			    bulk[i].control < 0 ? bulk[i].interface : bulk[i].control);
		if (!added)
			break;
		row = list->row + list->rows - 1;
		row->usual = gno_usb_is_link(bulk, count, i) &&
			     gno_usb_may_be_link(f->vendor, f->product, bulk[i].interface);
		if (bulk[i].control < 0 && *row->port)
			snprintf(row->url, sizeof(row->url), "tty:%s", row->port);
	}
	return added;
}

int gno_plugged_list(enum gno_usb_mode mode, struct gno_plugged **out, size_t *count,
		     struct gno_err *err)
{
	libusb_context *usb;
	struct gno_usb_list all;
	struct list list = {.all = &all, .mode = mode};
	int rc;

	if (libusb_init(&usb))
		return gno_usb_missing(err);
	rc = gno_usb_list(usb, &all, err);
	for (size_t i = 0; !rc && i < all.count; i++) {
		const struct gno_usb_found *f = &all.found[i];
		bool chip = f->vendor == GNO_USB_FTDI && gno_usb_board(f->vendor, f->product);

		if (!(chip ? add_channels(&list, f)
			   : f->vendor == GNO_USB_FTDI || add_interfaces(&list, f)))
			rc = gno_fail_nomem(err);
	}
	gno_usb_list_free(&all);
	libusb_exit(usb);
	*out = list.row;
	*count = list.rows;
	return rc;
}

const char *gno_plugged_skipped(const struct gno_plugged *p)
{
	if (!p->board)
		return "not asked, because it is no board that gnomon knows";
	return p->usual ? NULL : "not asked, because boards have their link elsewhere";
}
