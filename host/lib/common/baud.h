/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_BAUD_H
#define GNO_BAUD_H

/* Rates of serial lines, as the URLs of devices name them. */

#include <stdbool.h>
#include <stddef.h>
#include "common/errors.h"

#define GNO_BAUD_FIRST 115200 /* until a rate is set */

/*
 * Cuts "REST@BAUD" in two: the length of REST; *baud is 0 where there is none. GNO_ERR_ARG: no such
 * rate.
 */
int gno_baud_cut(const char *text, size_t *len, unsigned *baud, struct gno_err *err);

/* Whether a UART at the rate `made` reads bytes at the rate `asked`. */
bool gno_baud_near(unsigned made, unsigned asked);

#endif
