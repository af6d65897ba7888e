/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TRIGGER_LIMITS_H
#define GNO_TRIGGER_LIMITS_H

/* What a node can have at most of what fires: docs/reference/description.md has the same limits. */

#include "monitor/table.h"

#define GNO_MAX_SEQUENCES 8
#define GNO_MAX_STEPS 16
#define GNO_MAX_STRICT 16
#define GNO_MAX_STRICT_STEPS 8
/* also timer, watchdog, host, capture, and two for the rounds of each line */
#define GNO_MAX_TRIGGERS                                                                           \
	(2 * GNO_MAX_SEQUENCES + GNO_MAX_STRICT + GNO_MAX_THRESHOLDS + 4 + 2 * GNO_LINES)
#define GNO_EVENT_CODES 256 /* event codes there can be, with 0: none */

#define GNO_CODES_MAX 255    /* codes of the writes to an event port there can be */
#define GNO_CODE_DATA_BITS 8 /* of the data that such a code can depend on */

#endif
