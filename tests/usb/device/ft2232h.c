/* SPDX-License-Identifier: Apache-2.0 */
#include "ft2232h.h"

#include <errno.h>
#include <string.h>

#define PACKET 512
#define STATUS 2	/* bytes before the data of each packet */
#define MODEM 0x32	/* high speed, CTS and DSR */
#define LINE_EMPTY 0x60 /* nothing waits to be sent */
#define LINE_OVERRUN 0x02
#define LATENCY_MS 16 /* after a reset */
#define SHORT_MAX 60  /* data bytes of a packet where packets are short */

#define VENDOR_OUT 0x40
#define VENDOR_IN 0xC0

/* Requests, by bRequest. */
enum {
	RESET = 0,
	MODEM_CONTROL = 1,
	FLOW_CONTROL = 2,
	BAUD_RATE = 3,
	DATA = 4,
	GET_MODEM_STATUS = 5,
	SET_EVENT = 6,
	SET_ERROR = 7,
	SET_LATENCY = 9,
	GET_LATENCY = 10,
	BIT_MODE = 11,
	READ_EEPROM = 0x90,
};

#define BIT_MODE_SYNC_FIFO 0x40

#define ENDPOINT(address)                                                                          \
	7, USB_DT_ENDPOINT, (address), USB_ENDPOINT_XFER_BULK, PACKET & 255, PACKET >> 8, 0

#define INTERFACE(number, in, out)                                                                 \
	9, USB_DT_INTERFACE, (number), 0, 2, 0xff, 0xff, 0xff, 2, ENDPOINT(in), ENDPOINT(out)

static const uint8_t descriptors[] = {
    /* the device: USB 2.0, 0403:6010, release 7.00, by which software knows an FT2232H */
    18,
    USB_DT_DEVICE,
    0x00,
    0x02,
    0,
    0,
    0,
    64,
    0x03,
    0x04,
    0x10,
    0x60,
    0x00,
    0x07,
    1,
    2,
    3,
    1,
    /* its configuration, 55 bytes: two interfaces, 500 mA */
    9,
    USB_DT_CONFIG,
    55,
    0,
    2,
    1,
    0,
    0x80,
    250,
    INTERFACE(0, 0x81, 0x02),
    INTERFACE(1, 0x83, 0x04),
};

unsigned ft2232h_rate(uint16_t value, uint16_t index)
{
	static const unsigned eighths[] = {0, 4, 2, 1, 3, 5, 6, 7};
	unsigned clock = index & 0x200 ? 12000000 : 3000000;
	unsigned whole = value & 0x3fff;
	unsigned part = eighths[value >> 14 | (index >> 8 & 1) << 2];

	if (!part && whole == 0)
		return clock;
	if (!part && whole == 1)
		return clock * 2 / 3;
	return clock * 8 / (whole * 8 + part);
}

#define EVENT_ON 0x100 /* of wValue, beside the character */

/* Purges what the host or the line has not taken; 0: both. */
static void purge(struct ft2232h_channel *c, unsigned which)
{
	if (which != 2)
		c->line.to_line.len = 0;
	if (which != 1)
		c->line.to_host.len = c->pushed = c->seen = 0;
	c->purges++;
}

static bool is_fifo(const struct ft2232h *chip, const struct ft2232h_channel *c)
{
	return c == chip->channel && (chip->eeprom[0] & 7) == 1;
}

/* A FIFO of the host's own clock needs the bit mode and the EEPROM; a UART has its rate. */
static void set_speed(const struct ft2232h *chip, struct ft2232h_channel *c, unsigned baud)
{
	c->line.baud = is_fifo(chip, c) ? 0 : baud;
}

static int control_out(struct ft2232h *chip, struct ft2232h_channel *c,
		       const struct usb_ctrlrequest *s)
{
	switch (s->bRequest) {
	case RESET:
		if (s->wValue > 2)
			return -EPIPE;
		if (!s->wValue)
			c->line.event = -1;
		purge(c, s->wValue);
		return 0;
	case FLOW_CONTROL:
		c->flow = s->wIndex & 0xff00;
		return 0;
	case BAUD_RATE:
		set_speed(chip, c, ft2232h_rate(s->wValue, s->wIndex));
		return 0;
	case SET_LATENCY:
		c->latency_ms =
		    c->line.faults.latency_ms ? c->line.faults.latency_ms : (uint8_t)s->wValue;
		return s->wValue ? 0 : -EPIPE;
	case BIT_MODE:
		c->bitmode = (uint8_t)(s->wValue >> 8);
		c->modes |= c->bitmode;
		return 0;
	case SET_EVENT:
		c->line.event = s->wValue & EVENT_ON ? s->wValue & 0xff : -1;
		c->events += c->line.event >= 0;
		return 0;
	case MODEM_CONTROL:
	case DATA:
	case SET_ERROR:
		return 0;
	default:
		return -EPIPE;
	}
}

/* States of the modem's wires and of the line. */
static void put_status(struct ft2232h_channel *c, uint8_t *data)
{
	data[0] = MODEM;
	data[1] = (uint8_t)(c->status | (c->line.to_line.len ? 0 : LINE_EMPTY));
	c->status = 0;
}

static int control(void *ctx, const struct usb_ctrlrequest *s, uint8_t *data)
{
	struct ft2232h *chip = ctx;
	unsigned number = s->wIndex & 3; /* 0 and 1: channel A */
	struct ft2232h_channel *c = &chip->channel[number ? number - 1 : 0];

	if (chip->mute)
		return -EAGAIN;
	if (s->bRequestType == VENDOR_OUT && number <= FT2232H_CHANNELS)
		return control_out(chip, c, s);
	if (s->bRequestType != VENDOR_IN)
		return -EPIPE;
	if (s->bRequest == READ_EEPROM && s->wIndex < 128 && s->wLength >= 2) {
		data[0] = (uint8_t)chip->eeprom[s->wIndex];
		data[1] = (uint8_t)(chip->eeprom[s->wIndex] >> 8);
		return 2;
	}
	if (s->bRequest == GET_MODEM_STATUS && s->wLength >= STATUS) {
		put_status(c, data);
		return STATUS;
	}
	if (s->bRequest == GET_LATENCY && s->wLength >= 1) {
		data[0] = c->latency_ms;
		return 1;
	}
	return -EPIPE;
}

/* Whether the channel does what its wires are for: a bit mode of programmers does something else.
 */
static bool works(const struct ft2232h_channel *c)
{
	return c->bitmode == 0 || c->bitmode == BIT_MODE_SYNC_FIFO;
}

static struct ft2232h_channel *channel_of(struct ft2232h *chip, unsigned endpoint)
{
	return &chip->channel[((endpoint & 15) - 1) / 2];
}

/* When the latency timer ends, us. */
static int64_t timer_end(const struct ft2232h_channel *c)
{
	return c->sent_at + c->latency_ms * 1000;
}

/* The event character sends what is in the FIFO, unless it is the first byte there (AN232B-04).
 * That page does not say so of the FIFO of a chip with high speed, where it does nothing here. */
static void find_event(const struct ft2232h *chip, struct ft2232h_channel *c)
{
	const struct ring *r = &c->line.to_host;

	for (; c->seen < r->len; c->seen++)
		if (c->seen && !is_fifo(chip, c) && ring_see(r, c->seen) == c->line.event)
			c->pushed = c->seen + 1;
}

static size_t less(size_t from, size_t taken)
{
	return from > taken ? from - taken : 0;
}

/* A packet goes out when it is full, when the latency timer ends, or by the event character. */
static int packet_in(void *ctx, unsigned endpoint, uint8_t *data)
{
	struct ft2232h_channel *c = channel_of(ctx, endpoint);
	size_t most = PACKET - STATUS;
	int64_t now = line_now();
	bool late = now >= timer_end(c) && !c->line.faults.no_latency;

	if (c->stalled)
		return -EPIPE;
	if (c->line.faults.short_packets && c->line.to_host.len)
		most = 1 + line_random(&c->line) % SHORT_MAX;
	if (!late && !c->pushed && c->line.to_host.len < most)
		return -EAGAIN;
	c->pushes += c->pushed && !late;
	c->sent_at = now;
	put_status(c, data);
	most = ring_take(&c->line.to_host, data + STATUS, most);
	c->pushed = less(c->pushed, most);
	c->seen = less(c->seen, most);
	return (int)(STATUS + most);
}

static int packet_out(void *ctx, unsigned endpoint, const uint8_t *data, size_t len)
{
	struct ft2232h_channel *c = channel_of(ctx, endpoint);

	if (ring_room(&c->line.to_line) < len)
		return -EAGAIN;
	if (works(c))
		line_write(&c->line, data, len);
	return 0;
}

static void clear_halt(void *ctx, unsigned endpoint)
{
	channel_of(ctx, endpoint)->stalled = false;
}

static void turn(void *ctx, int64_t now)
{
	struct ft2232h *chip = ctx;

	for (size_t i = 0; i < FT2232H_CHANNELS; i++) {
		struct ft2232h_channel *c = &chip->channel[i];
		unsigned stall_at = c->line.faults.stall_at;
		uint64_t overruns = c->line.overruns;

		line_turn(&c->line, now);
		find_event(chip, c);
		c->line.due = c->line.to_host.len ? timer_end(c) : 0;
		if (c->line.overruns != overruns)
			c->status |= LINE_OVERRUN;
		if (stall_at && c->line.passed >= stall_at && !c->stalls)
			c->stalls = c->stalled = true;
	}
}

/* The EEPROM's last word is a checksum over the others. */
static void put_checksum(uint16_t *word)
{
	uint16_t sum = 0xAAAA;

	for (size_t i = 0; i < 127; i++)
		sum = (uint16_t)((sum ^ word[i]) << 1 | (sum ^ word[i]) >> 15);
	word[127] = sum;
}

static void put_eeprom(uint16_t *word, enum ft2232h_eeprom kind)
{
	memset(word, kind == FT2232H_BLANK ? 0xff : 0, 128 * sizeof(*word));
	if (kind == FT2232H_BLANK)
		return;
	/* both channels with the driver of serial ports; A as UART or as FIFO */
	word[0] = kind == FT2232H_IS_FIFO ? 0x0809 : 0x0808;
	word[1] = 0x0403;
	word[2] = 0x6010;
	word[3] = 0x0700;
	word[4] = 250 << 8 | 0x80; /* 500 mA, by the bus */
	put_checksum(word);
}

void ft2232h_init(struct ft2232h *chip, const char *path, const char *serial,
		  enum ft2232h_eeprom kind)
{
	memset(chip, 0, sizeof(*chip));
	chip->usb = (struct usb_model){
	    .path = path,
	    .packet = PACKET,
	    .driver = "ftdi_sio",
	    .descriptors = descriptors,
	    .length = sizeof(descriptors),
	    .maker = "FTDI",
	    .product = "Dual RS232-HS",
	    .serial = serial,
	    .ctx = chip,
	    .turn = turn,
	    .control = control,
	    .packet_in = packet_in,
	    .packet_out = packet_out,
	    .clear_halt = clear_halt,
	};
	put_eeprom(chip->eeprom, kind);
	for (size_t i = 0; i < FT2232H_CHANNELS; i++) {
		struct ft2232h_channel *c = &chip->channel[i];

		c->line.fd = -1;
		c->line.seed = 1;
		c->latency_ms = LATENCY_MS;
		c->line.event = -1;
		set_speed(chip, c, 9600);
	}
}
