/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LINE_H
#define LINE_H

/*
 * The wires behind a USB chip: two FIFOs of the chip, the rate of the wires, and at their far end
 * the byte port of a simulated monitor (a TCP server).
 */

#include <stdbool.h>
#include <stdint.h>

#include "ring.h"

/* What goes wrong, by bytes that passed in both directions; 0: never. */
struct line_faults {
	unsigned lose_every; /* an overrun: the FIFO to the host loses up to 64 bytes */
	unsigned stall_at;   /* the endpoint to the host stalls until the host clears it */
	unsigned unplug_at;
	bool short_packets; /* packets to the host have few bytes each */
	bool no_latency;    /* the latency timer never ends */
	uint8_t latency_ms; /* of the latency timer, whatever the host sets */
};

struct line {
	int fd;			      /* of the far end; -1: nothing is connected */
	unsigned far_baud;	      /* rate of the far end; 0: that of the chip, whatever it is */
	unsigned baud;		      /* rate of the chip; 0: as fast as it goes (a FIFO) */
	struct ring to_host, to_line; /* the FIFOs of the chip */
	struct ring wires;	      /* what the far end sent, and is not yet in the FIFO */
	int event;	 /* a byte that matters when it comes into the FIFO to the host; -1: none */
	uint64_t passed; /* bytes in both directions */
	uint64_t written;    /* bytes that the host wrote */
	int64_t first, last; /* when it wrote, us */
	uint64_t overruns;   /* times bytes were lost */
	struct line_faults faults;
	uint64_t since_lost;
	int64_t due; /* when the chip hands over what fills no packet, us; 0: it waits for none */
	double moved_at
	    [2]; /* when the last byte was moved, or the next one began, us: to the host, and
			       to the line */
	uint32_t seed;
};

/* Connects to the byte port on 127.0.0.1. Exits on failure. */
void line_connect(struct line *line, unsigned port);

/* When the next byte that matters will have moved, or all of a direction, us; 0: none waits. */
int64_t line_moves(const struct line *line);

/* Takes bytes of the host into its FIFO, which has room. */
void line_write(struct line *line, const uint8_t *data, size_t len);

/* Moves what the wires carry until `now`, us. */
void line_turn(struct line *line, int64_t now);

/* The far end's socket, where bytes would be taken from it now; -1: none would. */
int line_takes(const struct line *line);

/* Next value of a small generator of test numbers. */
uint32_t line_random(struct line *line);

/* Microseconds of a clock that never goes back. */
int64_t line_now(void);

#endif
