/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TRANSPORT_H
#define GNO_TRANSPORT_H

/*
 * A way to the monitor's byte port: a table of functions. No caller of this file knows which
 * one it has. Simulations, boards and the tests' model of a monitor are transports.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "device/device.h"
#include "common/errors.h"

struct gno_transport {
	const char *scheme; /* what is before the first colon of a URL */
	const char *form;   /* the whole form, for messages: "tty:PATH[@BAUD]" */

	/*
	 * Opens what `rest` (the URL after the scheme's colon) names, within the options' time-out.
	 * On success *ctx goes to the others. GNO_ERR_INTERRUPTED: by the options.
	 */
	int (*open)(const char *rest, const struct gno_device_options *options, void **ctx,
		    struct gno_err *err);

	/*
	 * Reads what is there, at most `len` bytes, waiting up to timeout_ms (0: not at all) for
	 * the first byte. Returns their number; 0: none came in time. GNO_ERR_LINK: the other side
	 * is gone.
	 */
	int (*read)(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms, struct gno_err *err);

	/* Writes what is taken, at most `len` bytes, waiting up to timeout_ms for room. As read
	 * otherwise. */
	int (*write)(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
		     struct gno_err *err);

	void (*close)(void *ctx);

	/*
	 * Sets the rate of a serial line, and discards bytes of another rate. Returns 1; 0 where
	 * the URL names the rate, which stays. NULL: the way has no rate. GNO_ERR_ARG: it cannot
	 * make this one.
	 */
	int (*set_baud)(void *ctx, unsigned baud, struct gno_err *err);

	/*
	 * Makes the way hand over what came with each GNO_FRAME_MARK behind it, or no longer.
	 * Returns 1; 0 where it cannot do that, and where there is nothing to gain. NULL: as 0.
	 */
	int (*push)(void *ctx, bool on, struct gno_err *err);

	/* Milliseconds of the clock that these time-outs are of; NULL: the system's. */
	uint64_t (*now_ms)(void *ctx);

	/* When the bytes that `read` returned last had come, by the clock of now_ns; NULL: when it
	 * returned. */
	uint64_t (*came_ns)(void *ctx);

	/* Nanoseconds of the clock that polls of the time are stamped with; NULL: gno_raw_ns(). */
	uint64_t (*now_ns)(void *ctx);
};

/*
 * Finds the transport of a URL; *rest is what follows the scheme. GNO_ERR_ARG: the URL has no
 * scheme, or one that is not known (the message names those that are).
 */
int gno_transport_find(const char *url, const struct gno_transport **out, const char **rest,
		       struct gno_err *err);

extern const struct gno_transport gno_transport_tcp;
extern const struct gno_transport gno_transport_tty;
extern const struct gno_transport gno_transport_ftdi;
extern const struct gno_transport gno_transport_usb;

#endif
