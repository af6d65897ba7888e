/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ADDRESS_H
#define GNO_ADDRESS_H

/* Parts of the URLs of devices: addresses of hosts, and rates of serial lines. */

#include <stdbool.h>
#include <stddef.h>
#include "common/errors.h"

/* HOST:PORT, where HOST is a name or an address, an IPv6 address in brackets or without. */
struct gno_address {
	char host[256]; /* without brackets */
	char port[6];	/* digits */
};

/*
 * Takes `text` apart. least: the first port that is allowed, 0 or 1. form: what the text must look
 * like, for the message. GNO_ERR_ARG.
 */
int gno_address_parse(const char *text, unsigned least, const char *form, struct gno_address *out,
		      struct gno_err *err);

#define GNO_BAUD_FIRST 115200 /* until a rate is set */

/*
 * Cuts "REST@BAUD" in two: the length of REST; *baud is 0 where there is none. GNO_ERR_ARG: no such
 * rate.
 */
int gno_baud_cut(const char *text, size_t *len, unsigned *baud, struct gno_err *err);

/* Whether a UART at the rate `made` reads bytes at the rate `asked`. */
bool gno_baud_near(unsigned made, unsigned asked);

#endif
