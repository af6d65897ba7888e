/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SEARCH_H
#define GNO_SEARCH_H

/* The one board that is plugged in, where no device is named. */

#include "device/device.h"

#define GNO_SEARCH_MS 20000 /* limit of a search, over all boards */

/*
 * Asks the boards that are plugged in, and opens the one at which a monitor answers: that of `m`
 * (NULL: any). Only boards that gnomon knows are asked (usb/plugged.h), each where its link usually
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

/* Whether a monitor answers at a place, and which. */

#define GNO_PROBE_MS 4000 /* limit of a probe, for all rates */
#define GNO_PROBE_NAME 128

/* What a probe found. */
struct gno_probe {
	bool answers;  /* a monitor does */
	bool fits;     /* it is that of the manifest, or none was given */
	bool model;    /* it is a simulated model, not the hardware */
	uint64_t hash; /* of its plan */
	unsigned baud; /* at which it answers; 0: the URL names the rate, or there is none */
	char name[GNO_PROBE_NAME]; /* from its ROM, any character; empty: not known */
	struct gno_err why;	   /* why nothing answers, or the name is not known */
};

/*
 * Asks the device at `url`, first at the rate of `m` (NULL: any monitor fits), and closes it.
 * limit_ms: at most GNO_PROBE_MS. After an interrupt `why` has GNO_ERR_INTERRUPTED.
 */
void gno_probe(const char *url, const struct gno_manifest *m, unsigned limit_ms,
	       const volatile sig_atomic_t *interrupted, struct gno_probe *out);

/*
 * Asks so many devices at the same time, each as gno_probe does without a manifest, for
 * GNO_PROBE_MS: the one at url[i] (NULL: none), into out[i]. GNO_ERR_NOMEM.
 */
int gno_probe_all(const char *const *url, size_t count, const volatile sig_atomic_t *interrupted,
		  struct gno_probe *out, struct gno_err *err);

#endif
