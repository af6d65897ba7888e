/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PORT_NAMES_H
#define GNO_PORT_NAMES_H

/* Names of the writes to an event port (docs/design/triggers.md, "Event port"). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "gnomon/records.h"

#define GNO_PORT_WRITES (1u << GNO_PORT_WRITE_BITS) /* word addresses */
#define GNO_PORT_KINDS 10u			    /* pages between the user's */

/* Names of the control writes by their sub, then NULL; of the kinds by their page, from `send` on.
 */
extern const char *const gno_port_controls[];
extern const char *const gno_port_kinds[GNO_PORT_KINDS];

/* Whether a page is one of the user's events. */
bool gno_port_is_user(unsigned page);

/*
 * Name of a write to the event port by its word address, of which higher bits do not matter: "send
 * 3", "user 65", "mark".
 */
const char *gno_port_name(uint32_t write, char *buf, size_t size);

#endif
