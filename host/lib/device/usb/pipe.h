/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_USB_PIPE_H
#define GNO_USB_PIPE_H

/*
 * Two bulk endpoints as a byte stream. Several reads are in flight at any time, so that the device
 * can always hand over what it has; writes in flight are limited.
 */

#include <libusb.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"

struct gno_pipe;

/* What a pipe is made of. The caller keeps all of it until the pipe is closed. */
struct gno_pipe_ends {
	libusb_context *usb; /* used by this pipe alone */
	libusb_device_handle *handle;
	uint8_t in, out;  /* endpoints' addresses */
	unsigned packet;  /* most bytes of a packet of `in` */
	unsigned status;  /* bytes before the data of each packet of `in`, which are dropped */
	const char *what; /* the device, for messages */
};

/* Opens the pipe and begins to read. GNO_ERR_NOMEM, or as the reads. */
int gno_pipe_open(const struct gno_pipe_ends *ends, struct gno_pipe **out, struct gno_err *err);

/*
 * Read and write as those of struct gno_transport. GNO_ERR_LINK: the device is gone, or an endpoint
 * fails again and again.
 */
int gno_pipe_read(struct gno_pipe *pipe, uint8_t *buf, size_t len, unsigned timeout_ms,
		  struct gno_err *err);
int gno_pipe_write(struct gno_pipe *pipe, const uint8_t *buf, size_t len, unsigned timeout_ms,
		   struct gno_err *err);

/* Nanoseconds of gno_raw_ns when the transfer ended that had the last byte of the last read. */
uint64_t gno_pipe_came_ns(const struct gno_pipe *pipe);

/* Discards the bytes that came. */
void gno_pipe_discard(struct gno_pipe *pipe);

/* Ends all transfers and closes; NULL is allowed. */
void gno_pipe_close(struct gno_pipe *pipe);

#endif
