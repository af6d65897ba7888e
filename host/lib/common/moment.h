/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MOMENT_H
#define GNO_MOMENT_H

/* The clocks of the host, and where the start and the stop of a run lie on them. */

#include <stdbool.h>
#include <stdint.h>

enum gno_clock {
	GNO_CLOCK_REALTIME,  /* wall clock, since 1970 */
	GNO_CLOCK_MONOTONIC, /* the clock of LTTng */
	GNO_CLOCK_BOOTTIME,  /* the same, also while the host sleeps */
	GNO_CLOCKS,
};

/* All clocks, read one after the other, in ns. */
struct gno_moment {
	uint64_t ns[GNO_CLOCKS];
};

/* Something happened in the monitor not before `before` and not after `after`. */
struct gno_anchor {
	bool known;
	struct gno_moment before, after;
};

struct gno_anchors {
	struct gno_anchor start; /* cycle 0 */
	struct gno_anchor stop;	 /* the cycle of the nodes' flush records */
};

/* The clocks of the host, now. */
struct gno_moment gno_moment_now(void);

/* "realtime", "monotonic", "boottime". */
const char *gno_clock_name(enum gno_clock clock);

#endif
