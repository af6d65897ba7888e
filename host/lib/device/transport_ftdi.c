/* SPDX-License-Identifier: Apache-2.0 */

/*
 * ftdi:[SERIAL][,KEY=VALUE...][@BAUD]: a channel of an FTDI chip, as a UART or as the FIFO that
 * FTDI calls FT245. libftdi sets the chip; the bytes pass by usb/pipe.h.
 */

#include "device/transport.h"
#include "common/address.h"
#include "device/usb/plugged.h"
#include "device/usb/find.h"
#include "device/usb/pipe.h"
#include "device/usb/url.h"

#include <ftdi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LATENCY_MS 1   /* after which the chip hands over what fills no packet */
#define STATUS_BYTES 2 /* of the modem and the line, before the data of each packet */
#define KEYS                                                                                       \
	(GNO_USB_SERIAL | GNO_USB_PATH | GNO_USB_VENDOR | GNO_USB_PRODUCT | GNO_USB_CHANNEL |      \
	 GNO_USB_MODE)

#define CLOCK_HIGH 12000000 /* of the UARTs of chips with high speed: rates are parts of it */
#define CLOCK_FULL 3000000  /* of the others, and of those at low rates */
#define EIGHTHS_MIN 16	    /* of a divisor; below it there are 1 and 1.5 alone */
#define EIGHTHS_MAX (16383 * 8 + 7)

#define EEPROM_KIND 0x0f  /* bits of the first word that say what channel A is; with high speed */
#define EEPROM_KIND2 0x07 /* the same of two channels, where the next bit is of the driver */
#define EEPROM_BLANK 0xffff

#define RESET_FAILED -6 /* of ftdi_usb_open_dev: the device is open, and does not answer */
#define BAUD_FAILED -7

struct ftdi {
	struct ftdi_context *chip;
	struct gno_pipe *pipe;
	struct gno_usb_url url;
	char what[256];
};

static bool fits(const struct gno_usb_found *found, const struct gno_usb_url *url)
{
	if (url->vendor >= 0 && url->product >= 0)
		return true; /* a chip with other numbers in its EEPROM */
	return found->vendor == GNO_USB_FTDI && gno_usb_board(found->vendor, found->product);
}

static bool is_high_speed(const struct ftdi_context *chip)
{
	return chip->type == TYPE_2232H || chip->type == TYPE_4232H || chip->type == TYPE_232H;
}

static int channels_of(const struct ftdi_context *chip)
{
	return chip->type == TYPE_4232H				      ? 4
	       : chip->type == TYPE_2232H || chip->type == TYPE_2232C ? 2
								      : 1;
}

/* A clock divided by so many eighths, rounded. */
static unsigned divided(unsigned clock, unsigned eighths)
{
	return (unsigned)(((unsigned long long)clock * 8 + eighths / 2) / eighths);
}

static unsigned distance(unsigned a, unsigned b)
{
	return a > b ? a - b : b - a;
}

/* The rate nearest to `baud` that a chip makes of its clock. */
static unsigned nearest_rate(const struct ftdi_context *chip, unsigned baud)
{
	unsigned clock = is_high_speed(chip) && baud > CLOCK_HIGH / 16383 ? CLOCK_HIGH : CLOCK_FULL;
	unsigned long long eighths = ((unsigned long long)clock * 8 + baud / 2) / baud;
	unsigned best = clock;

	if (distance(clock * 2 / 3, baud) < distance(best, baud))
		best = clock * 2 / 3;
	if (eighths < EIGHTHS_MIN)
		eighths = EIGHTHS_MIN;
	if (eighths > EIGHTHS_MAX)
		eighths = EIGHTHS_MAX;
	if (distance(divided(clock, (unsigned)eighths), baud) < distance(best, baud))
		best = divided(clock, (unsigned)eighths);
	return best;
}

/* A step of libftdi failed. */
static int failed(const struct ftdi *f, const char *step, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_LINK, "cannot %s %s: %s; was it unplugged?", step, f->what,
			ftdi_get_error_string(f->chip));
}

static int set_rate(struct ftdi *f, unsigned baud, struct gno_err *err)
{
	unsigned rate = nearest_rate(f->chip, baud);

	if (!gno_baud_near(rate, baud))
		return gno_fail(err, GNO_ERR_ARG, "%s cannot make %u baud: the nearest is %u",
				f->what, baud, rate);
	return ftdi_set_baudrate(f->chip, (int)rate) ? failed(f, "set the rate of", err) : 0;
}

/* Checks what the EEPROM makes of channel A: UART or FIFO. The mode of a URL does not change it. */
static int check_eeprom(const struct ftdi *f, struct gno_err *err)
{
	bool fifo = f->url.mode != GNO_USB_UART;
	unsigned short word;
	unsigned kind;

	if (f->url.channel != 0 || (f->chip->type != TYPE_2232H && f->chip->type != TYPE_232H))
		return 0;
	if (ftdi_read_eeprom_location(f->chip, 0, &word))
		return failed(f, "read the EEPROM of", err);
	kind = word & (f->chip->type == TYPE_232H ? EEPROM_KIND : EEPROM_KIND2);
	if (word == EEPROM_BLANK)
		kind = CHANNEL_IS_UART;
	if (fifo && kind != CHANNEL_IS_FIFO)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "%s is not a FIFO: its EEPROM %s; write '245 FIFO' into it with FT_PROG or ftdi_eeprom, or use mode=uart",
		    f->what, word == EEPROM_BLANK ? "is blank" : "says otherwise");
	if (!fifo && kind != CHANNEL_IS_UART)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "%s is not a UART: its EEPROM says otherwise; use mode=fifo or mode=fifo_async if it is a FIFO, or another channel",
		    f->what);
	return 0;
}

/* What only some chips and channels can do. */
static int check_channel(struct ftdi *f, struct gno_err *err)
{
	int channels = channels_of(f->chip);

	if (f->url.mode == GNO_USB_UART)
		return 0;
	if (f->chip->type != TYPE_2232H && f->chip->type != TYPE_232H)
		return gno_fail(err, GNO_ERR_ARG,
				"%s has no FIFO that gnomon can use: FT232H and FT2232H have one",
				f->what);
	if (f->url.channel != 0)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "mode=fifo is for channel A: %s has %d channels, and the others are UARTs",
		    f->what, channels);
	return 0;
}

/* Sets everything of the chip that a monitor needs. */
static int set_chip(struct ftdi *f, struct gno_err *err)
{
	struct ftdi_context *chip = f->chip;
	bool sync = f->url.mode == GNO_USB_FIFO;
	int rc = check_channel(f, err);

	if (!rc)
		rc = check_eeprom(f, err);
	if (rc)
		return rc;
	if (ftdi_set_bitmode(chip, 0xff, BITMODE_RESET) ||
	    (sync && ftdi_set_bitmode(chip, 0xff, BITMODE_SYNCFF)))
		return failed(f, "set the mode of", err);
	if (ftdi_set_latency_timer(chip, LATENCY_MS))
		return failed(f, "set the latency timer of", err);
	if (ftdi_set_line_property(chip, BITS_8, STOP_BIT_1, NONE) ||
	    ftdi_setflowctrl(chip, sync ? SIO_RTS_CTS_HS : SIO_DISABLE_FLOW_CTRL))
		return failed(f, "set the line of", err);
	if (f->url.mode == GNO_USB_UART)
		rc = set_rate(f, f->url.baud ? f->url.baud : GNO_BAUD_FIRST, err);
	if (!rc && ftdi_tcioflush(chip))
		return failed(f, "empty the buffers of", err);
	return rc;
}

/* Why libftdi did not open the device. Of most reasons its code says nothing: they are asked. */
static int cannot_open(const struct ftdi *f, int code, libusb_device *device, struct gno_err *err)
{
	libusb_device_handle *handle;

	if (code == RESET_FAILED || code == BAUD_FAILED)
		return failed(f, "reset", err);
	code = libusb_open(device, &handle);
	if (code)
		return gno_usb_refused(code, f->what, err);
	libusb_set_auto_detach_kernel_driver(handle, 1);
	code = libusb_claim_interface(handle, f->url.channel);
	libusb_close(handle);
	return code ? gno_usb_refused(code, f->what, err) : failed(f, "open", err);
}

/* Chooses the channel where the URL names none: that of the FIFO, or that which boards leave. */
static int choose_channel(struct ftdi *f, int channels, struct gno_err *err)
{
	size_t len = strlen(f->what);

	if (f->url.channel < 0)
		f->url.channel = f->url.mode == GNO_USB_UART ? gno_usb_link_channel(channels) : 0;
	if (f->url.channel >= channels)
		return gno_fail(err, GNO_ERR_ARG, "no channel %c: %s has %d", 'A' + f->url.channel,
				f->what, channels);
	snprintf(f->what + len, sizeof(f->what) - len, ", channel %c", 'A' + f->url.channel);
	return 0;
}

/* Opens the device that the URL selects, and its channel. */
static int open_device(struct ftdi *f, libusb_device *device, struct gno_err *err)
{
	int rc = choose_channel(f, gno_usb_interfaces(device), err);

	if (rc)
		return rc;
	f->chip->usb_read_timeout = f->chip->usb_write_timeout = GNO_USB_CONTROL_MS;
	f->chip->module_detach_mode = AUTO_DETACH_REATACH_SIO_MODULE;
	ftdi_set_interface(f->chip, (enum ftdi_interface)(INTERFACE_A + f->url.channel));
	rc = ftdi_usb_open_dev(f->chip, device);
	if (rc)
		return cannot_open(f, rc, device, err);
	return set_chip(f, err);
}

static int open_pipe(struct ftdi *f, struct gno_err *err)
{
	/* libftdi has the endpoints' names the other way round */
	const struct gno_pipe_ends ends = {
	    .usb = f->chip->usb_ctx,
	    .handle = f->chip->usb_dev,
	    .in = (uint8_t)f->chip->out_ep,
	    .out = (uint8_t)f->chip->in_ep,
	    .packet = f->chip->max_packet_size,
	    .status = STATUS_BYTES,
	    .what = f->what,
	};

	return gno_pipe_open(&ends, &f->pipe, err);
}

static void ftdi_close(void *ctx)
{
	struct ftdi *f = ctx;

	gno_pipe_close(f->pipe);
	if (f->chip && f->chip->usb_dev) {
		if (f->url.mode != GNO_USB_UART)
			ftdi_set_bitmode(f->chip, 0xff, BITMODE_RESET);
		ftdi_usb_close(f->chip); /* the kernel's driver gets the channel back */
	}
	ftdi_free(f->chip);
	free(f);
}

static int read_url(const char *rest, struct gno_usb_url *url, struct gno_err *err)
{
	int rc = gno_usb_url_read("ftdi", rest, KEYS, url, err);

	if (!rc && url->baud && url->mode != GNO_USB_UART)
		return gno_fail(err, GNO_ERR_ARG, "a FIFO has no rate: 'ftdi:%s' names one", rest);
	return rc;
}

static int ftdi_open(const char *rest, const struct gno_device_options *options, void **ctx,
		     struct gno_err *err)
{
	libusb_device *device = NULL;
	struct ftdi *f = calloc(1, sizeof(*f));
	int rc;

	if (!f)
		return gno_fail_nomem(err);
	rc = read_url(rest, &f->url, err);
	if (!rc) {
		f->chip = ftdi_new();
		rc = f->chip ? gno_usb_find(f->chip->usb_ctx, &f->url, fits, "FTDI chip", &device,
					    f->what, sizeof(f->what), err)
			     : gno_usb_missing(err);
	}
	if (!rc)
		rc = open_device(f, device, err);
	if (!rc && options->interrupted && *options->interrupted)
		rc = gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
	if (!rc)
		rc = open_pipe(f, err);
	if (device)
		libusb_unref_device(device);
	if (rc)
		ftdi_close(f);
	else
		*ctx = f;
	return rc;
}

static int ftdi_read(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms, struct gno_err *err)
{
	struct ftdi *f = ctx;

	return gno_pipe_read(f->pipe, buf, len, timeout_ms, err);
}

static int ftdi_write(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
		      struct gno_err *err)
{
	struct ftdi *f = ctx;

	return gno_pipe_write(f->pipe, buf, len, timeout_ms, err);
}

static int ftdi_set_baud(void *ctx, unsigned baud, struct gno_err *err)
{
	struct ftdi *f = ctx;
	int rc;

	if (f->url.baud || f->url.mode != GNO_USB_UART)
		return 0;
	rc = set_rate(f, baud, err);
	if (rc)
		return rc;
	if (ftdi_tcioflush(f->chip))
		return failed(f, "empty the buffers of", err);
	gno_pipe_discard(f->pipe); /* bytes at the other rate mean nothing */
	return 1;
}

static uint64_t ftdi_came_ns(void *ctx)
{
	const struct ftdi *f = ctx;

	return gno_pipe_came_ns(f->pipe);
}

/* A UART sends what it has with the event character, unless that is the first byte. FTDI does not
 * state that of the FIFOs of chips with high speed. */
static int ftdi_push(void *ctx, bool on, struct gno_err *err)
{
	struct ftdi *f = ctx;

	if (f->url.mode != GNO_USB_UART)
		return 0;
	if (ftdi_set_event_char(f->chip, on ? GNO_FRAME_MARK : 0, on))
		return failed(f, "set the event character of", err);
	return 1;
}

const struct gno_transport gno_transport_ftdi = {
    .scheme = "ftdi",
    .form = "ftdi:[SERIAL][,KEY=VALUE...][@BAUD]",
    .open = ftdi_open,
    .read = ftdi_read,
    .write = ftdi_write,
    .close = ftdi_close,
    .set_baud = ftdi_set_baud,
    .push = ftdi_push,
    .came_ns = ftdi_came_ns,
};
