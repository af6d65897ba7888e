/* SPDX-License-Identifier: Apache-2.0 */
#include "device/usb/plugged.h"
#include "common/util.h"
#include "device/usb/find.h"

#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>

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
static bool add_plugged(struct list *list, const struct gno_usb_found *f, const char *scheme,
			const char *part, int interface)
{
	struct gno_plugged *row = gno_room(list->row, list->rows, sizeof(*row));
	bool by_serial = names_it(list->all, f);

	if (!row)
		return false;
	list->row = row;
	row += list->rows++;
	memset(row, 0, sizeof(*row));
	row->scheme = scheme;
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
		added = add_plugged(list, f, "ftdi", part, i);
		if (added) {
			list->row[list->rows - 1].channel = i;
			list->row[list->rows - 1].usual = i == usual;
		}
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
		added = add_plugged(list, f, "usb", part,
				    bulk[i].control < 0 ? bulk[i].interface : bulk[i].control);
		if (!added)
			break;
		row = list->row + list->rows - 1;
		row->channel = bulk[i].interface;
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

static bool leads_to(const struct gno_usb_url *url, const struct gno_plugged *p)
{
	return (url->vendor < 0 || url->vendor == p->vendor) &&
	       (url->product < 0 || url->product == p->product) &&
	       (!*url->path || !strcmp(url->path, p->path)) &&
	       (!*url->serial || !strcmp(url->serial, p->serial)) &&
	       (url->channel < 0 ? p->usual : url->channel == p->channel);
}

bool gno_plugged_named(const char *url, struct gno_plugged *out)
{
	const char *rest = strchr(url, ':');
	const size_t scheme = rest ? (size_t)(rest - url) : 0;
	struct gno_plugged *row = NULL;
	size_t rows = 0, found = 0;
	struct gno_usb_url parts;
	struct gno_err err;

	if ((strncmp(url, "ftdi:", scheme + 1) != 0 && strncmp(url, "usb:", scheme + 1) != 0) ||
	    !scheme || gno_usb_url_read("", rest + 1, ~0u, &parts, &err))
		return false;
	if (!gno_plugged_list(parts.mode, &row, &rows, &err))
		for (size_t i = 0; i < rows; i++)
			if (strlen(row[i].scheme) == scheme &&
			    !strncmp(row[i].scheme, url, scheme) && leads_to(&parts, &row[i])) {
				*out = row[i];
				found++;
			}
	free(row);
	return found == 1;
}

bool gno_plugged_port(const char *port, struct gno_plugged *out)
{
	struct gno_plugged *row = NULL;
	size_t rows = 0;
	bool found = false;
	struct gno_err err;

	if (!gno_plugged_list(GNO_USB_UART, &row, &rows, &err))
		for (size_t i = 0; i < rows && !found; i++)
			if (!strcmp(row[i].port, port)) {
				*out = row[i];
				found = true;
			}
	free(row);
	return found;
}

const char *gno_plugged_skipped(const struct gno_plugged *p)
{
	if (!p->board)
		return "not asked, because it is not a board that gnomon knows";
	return p->usual ? NULL : "not asked, because boards have their link elsewhere";
}

/* The numbers are those of the bridge: other boards have the same one. */
static const struct {
	uint16_t vendor, product;
	const char *text;
	bool fifo; /* channel A can be one */
	int link;  /* interface of the link, of several serial ports; -1: any of them */
} boards[] = {
    {0x0403, 0x6001, "FT232R or FT245R: a serial cable or module", false, -1},
    {0x0403, 0x6010, "FT2232H: iCEBreaker, iCEstick, Arty, Tang Nano or another board", true, -1},
    {0x0403, 0x6011, "FT4232H", false, -1},
    {0x0403, 0x6014, "FT232H: UPduino, or another board or module", true, -1},
    {0x0403, 0x6015, "FT230X or FT231X: ULX3S or another board", false, -1},
    {0x1d50, 0x602b, "iCELink: iCESugar", false, -1},
    {0x0d28, 0x0204, "DAPLink: Colorlight i5's extension board or another board", false, -1},
    /* the first port is a shell, the third one leads to the bus of the flash */
    {0x1209, 0xb1c0, "RP2040 of a pico-ice", false, 3},
};

#define BOARDS (sizeof(boards) / sizeof(boards[0]))

/* The index of a bridge; BOARDS: not known. */
static size_t find(uint16_t vendor, uint16_t product)
{
	size_t i = 0;

	while (i < BOARDS && (boards[i].vendor != vendor || boards[i].product != product))
		i++;
	return i;
}

const char *gno_usb_board(uint16_t vendor, uint16_t product)
{
	size_t i = find(vendor, product);

	return i < BOARDS ? boards[i].text : NULL;
}

bool gno_usb_has_fifo(uint16_t vendor, uint16_t product)
{
	size_t i = find(vendor, product);

	return i < BOARDS && boards[i].fifo;
}

bool gno_usb_may_be_link(uint16_t vendor, uint16_t product, int interface)
{
	size_t i = find(vendor, product);

	return i == BOARDS || boards[i].link < 0 || boards[i].link == interface;
}

int gno_usb_link_channel(int channels)
{
	return channels > 1 ? 1 : 0;
}
