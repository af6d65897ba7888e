/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ADDRESS_H
#define GNO_ADDRESS_H

/* HOST:PORT, where HOST is a name or an address, an IPv6 address in brackets or without. */

#include "common/errors.h"

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

#endif
