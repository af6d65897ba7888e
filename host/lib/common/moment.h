/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MOMENT_H
#define GNO_MOMENT_H

#include "gnomon/anchor.h"

/* The clocks of the host, now. */
struct gno_moment gno_moment_now(void);

/* "realtime", "monotonic", "boottime". */
const char *gno_clock_name(enum gno_clock clock);

#endif
