/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PROBE_H
#define GNO_PROBE_H

/* Whether a monitor answers at a place, and which. */

#include "device/device.h"

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
