/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FT2232H_H
#define FT2232H_H

/*
 * An FT2232H as a USB host sees it, written from FTDI's data sheet (DS_FT2232H) and application
 * notes (AN232B-04: event character; AN232B-05 and AN_120: rates; AN_130: synchronous FIFO), not
 * from libftdi: two channels with FIFOs of 4 KB, their status bytes, latency timers, event
 * characters, bit modes, divisors, and the EEPROM.
 * tests/rtl/link/README.md compares the numbers with public sources.
 */

#include <stdint.h>

#include "line.h"
#include "usb_model.h"

#define FT2232H_CHANNELS 2

/* What the EEPROM makes of channel A. */
enum ft2232h_eeprom { FT2232H_BLANK, FT2232H_IS_UART, FT2232H_IS_FIFO };

struct ft2232h_channel {
	struct line line;
	uint8_t latency_ms, bitmode;
	uint8_t modes; /* all bit modes that a program set */
	uint16_t flow;
	uint8_t status; /* of the line, since the last packet */
	bool stalls, stalled;
	size_t pushed;	 /* bytes of the FIFO to the host that it sends at once */
	size_t seen;	 /* bytes there among which it was looked for */
	unsigned events; /* times it was set */
	unsigned pushes; /* packets that it sent before the latency timer ended */
	int64_t sent_at; /* when the last packet went to the host, us */
	unsigned purges;
};

struct ft2232h {
	struct usb_model usb;
	struct ft2232h_channel channel[FT2232H_CHANNELS];
	uint16_t eeprom[128];
	bool mute; /* answers no control request */
};

/* A chip without power-up state of earlier programs. `kind`: what its EEPROM holds. */
void ft2232h_init(struct ft2232h *chip, const char *path, const char *serial,
		  enum ft2232h_eeprom kind);

/* The rate that a divisor makes, as the host encodes it in wValue and wIndex. */
unsigned ft2232h_rate(uint16_t value, uint16_t index);

#endif
