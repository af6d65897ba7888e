/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SEARCH_H
#define GNO_SEARCH_H

/* The one board that is plugged in, where no device is named. */

#include "device/device.h"

#define GNO_SEARCH_MS 20000 /* limit of a search, over all boards */

/*
 * Asks the boards that are plugged in, and opens the one at which a monitor answers: that of `m`
 * (NULL: any). Only boards that gnomon knows are asked (usb/boards.h), each where its link usually
 * is. options: of the device to open; may be NULL. note(ctx, text) (NULL: none) gets which device
 * was taken, and which could not be asked; on failure a line for each place with its URL. *out is
 * the caller's (gno_device_close). GNO_ERR_IO: no board is plugged in, or USB cannot be used;
 * GNO_ERR_TIMEOUT: no monitor answers, or there was no time to ask all boards; GNO_ERR_MISMATCH:
 * only other monitors answer; GNO_ERR_ARG: several do; GNO_ERR_INTERRUPTED. Also fails as
 * gno_device_open does.
 */
int gno_search_open(const struct gno_manifest *m, const struct gno_device_options *options,
		    void (*note)(void *ctx, const char *text), void *ctx, struct gno_device **out,
		    struct gno_err *err);

#endif
