/* SPDX-License-Identifier: Apache-2.0 */
#include "device/usb/url.h"
#include "base/number.h"
#include "common/address.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_DIGITS 4	 /* of a vendor or product */
#define INTERFACE_MAX 99 /* number of an interface */

/* The text of an item of a URL. */
struct item {
	const char *text;
	size_t len;
};

static bool is_text(struct item item, const char *text)
{
	return strlen(text) == item.len && !strncmp(text, item.text, item.len);
}

static bool read_text(struct item item, char *out)
{
	if (!item.len || item.len >= GNO_USB_TEXT)
		return false;
	memcpy(out, item.text, item.len);
	out[item.len] = '\0';
	return true;
}

static bool read_serial(struct item item, struct gno_usb_url *out)
{
	return read_text(item, out->serial);
}

/* BUS-PORT or BUS-PORT.PORT..., in numbers. */
static bool read_path(struct item item, struct gno_usb_url *out)
{
	const char *at = out->path;

	if (!read_text(item, out->path))
		return false;
	for (char next = '-';; next = '.') {
		uint64_t number;

		if (base_number_take(&at, &number) != BASE_NUMBER_OK)
			return false;
		if (!*at)
			return next == '.';
		if (*at++ != next)
			return false;
	}
}

/* An identifier as lsusb prints it: hexadecimal, with the zeros before it. */
static bool read_id(struct item item, int *out)
{
	if (!item.len || item.len > ID_DIGITS ||
	    strspn(item.text, "0123456789abcdefABCDEF") < item.len)
		return false;
	*out = (int)strtol(item.text, NULL, 16); /* not a user's: as lsusb has it */
	return true;
}

static bool read_vendor(struct item item, struct gno_usb_url *out)
{
	return read_id(item, &out->vendor);
}

static bool read_product(struct item item, struct gno_usb_url *out)
{
	return read_id(item, &out->product);
}

static bool read_channel(struct item item, struct gno_usb_url *out)
{
	static const char names[] = "ABCD";
	const char *found = item.len == 1 ? memchr(names, *item.text, sizeof(names) - 1) : NULL;

	out->channel = found ? (int)(found - names) : -1;
	return found != NULL;
}

static bool read_interface(struct item item, struct gno_usb_url *out)
{
	const char *end = item.text;
	uint64_t number;

	if (base_number_take(&end, &number) != BASE_NUMBER_OK || end != item.text + item.len ||
	    number > INTERFACE_MAX)
		return false;
	out->channel = (int)number;
	return true;
}

static const char *const modes[] = {
    [GNO_USB_UART] = "uart",
    [GNO_USB_FIFO] = "fifo",
    [GNO_USB_FIFO_ASYNC] = "fifo_async",
};

const char *gno_usb_mode_name(enum gno_usb_mode mode)
{
	return modes[mode];
}

static bool read_mode(struct item item, struct gno_usb_url *out)
{
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (is_text(item, modes[i])) {
			out->mode = (enum gno_usb_mode)i;
			return true;
		}
	return false;
}

static const struct {
	enum gno_usb_key key;
	const char *name;
	bool (*read)(struct item item, struct gno_usb_url *out);
	const char *values; /* for messages */
} keys_known[] = {
    {GNO_USB_SERIAL, "serial", read_serial, "a serial number of at most 63 characters"},
    {GNO_USB_PATH, "path", read_path, "a bus path such as 1-2.3"},
    {GNO_USB_VENDOR, "vendor", read_vendor, "1 to 4 hexadecimal digits"},
    {GNO_USB_PRODUCT, "product", read_product, "1 to 4 hexadecimal digits"},
    {GNO_USB_CHANNEL, "channel", read_channel, "A, B, C or D"},
    {GNO_USB_INTERFACE, "interface", read_interface, "the number of an interface"},
    {GNO_USB_MODE, "mode", read_mode, "uart, fifo or fifo_async"},
};

#define KEYS (sizeof(keys_known) / sizeof(keys_known[0]))

static int unknown_key(const char *scheme, struct item name, unsigned keys, struct gno_err *err)
{
	char known[128] = "";
	size_t len = 0;

	for (size_t i = 0; i < KEYS; i++)
		if (keys & keys_known[i].key)
			len += (size_t)snprintf(known + len, sizeof(known) - len, "%s%s",
						len ? ", " : "", keys_known[i].name);
	return gno_fail(err, GNO_ERR_ARG, "unknown key '%.*s' in a '%s:' device: known are %s",
			(int)name.len, name.text, scheme, known);
}

/* Reads one item, "VALUE" (a serial number) or "KEY=VALUE"; *seen: the keys so far. */
static int read_item(const char *scheme, struct item item, unsigned keys, unsigned *seen,
		     struct gno_usb_url *out, struct gno_err *err)
{
	const char *equals = memchr(item.text, '=', item.len);
	struct item name = {"serial", strlen("serial")}, value = item;
	size_t i;

	if (equals) {
		name = (struct item){item.text, (size_t)(equals - item.text)};
		value = (struct item){equals + 1, item.len - name.len - 1};
	}
	for (i = 0; i < KEYS; i++)
		if (keys & keys_known[i].key && is_text(name, keys_known[i].name))
			break;
	if (i == KEYS)
		return unknown_key(scheme, name, keys, err);
	if (*seen & keys_known[i].key)
		return gno_fail(err, GNO_ERR_ARG, "%s is named twice in a '%s:' device",
				keys_known[i].name, scheme);
	*seen |= keys_known[i].key;
	if (!keys_known[i].read(value, out))
		return gno_fail(err, GNO_ERR_ARG, "no %s '%.*s' of a '%s:' device: it is %s",
				keys_known[i].name, (int)value.len, value.text, scheme,
				keys_known[i].values);
	return 0;
}

int gno_usb_url_read(const char *scheme, const char *rest, unsigned keys, struct gno_usb_url *out,
		     struct gno_err *err)
{
	unsigned seen = 0;
	size_t len;
	int rc;

	*out = (struct gno_usb_url){.vendor = -1, .product = -1, .channel = -1};
	rc = gno_baud_cut(rest, &len, &out->baud, err);
	for (size_t at = 0; !rc && at < len;) {
		const char *comma = memchr(rest + at, ',', len - at);
		size_t end = comma ? (size_t)(comma - rest) : len;

		if (end > at || at)
			rc = read_item(scheme, (struct item){rest + at, end - at}, keys, &seen, out,
				       err);
		at = end + 1;
	}
	return rc;
}
