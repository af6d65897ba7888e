/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SESSION_SYNC_H
#define GNO_SESSION_SYNC_H

/* One time for several monitors that run, or do not: the public gno_sync_* from within. */

#include <signal.h>
#include "gnomon/gnomon.h"
#include "sync/entry.h"

/* What is declared of all boards but their clocks, and the plan. */
void gno_sync_declare(struct gno_sync *s, const struct sync_board *declared,
		      const struct sync_plan *plan);

/* What is known after gno_sync_begin; it stays the session's. */
const struct sync_set *gno_sync_set(const struct gno_sync *s);

/* Ends calls with GNO_ERR_INTERRUPTED once it is set. */
void gno_sync_watch(struct gno_sync *s, const volatile sig_atomic_t *interrupted);

#endif
