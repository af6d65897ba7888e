/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_DEVICE_H
#define GNO_DEVICE_H

/* What the drain needs of a device beyond the public calls. */

#include "gnomon/device.h"
#include "link.h"

/* Slots of registers that answer every question but the FIFO marks. */
#define GNO_REG_SLOTS 3

/* Opens a device on a given transport; `url` is for messages. Fails as gno_device_open. */
int gno_device_attach(const struct gno_transport *transport, const char *rest, const char *url,
		      unsigned timeout_ms, struct gno_device **out, struct gno_err *err);

struct gno_link *gno_device_link(struct gno_device *dev);

/* Takes the registers 0..23 apart (GNO_REG_SLOTS slots). FIFO marks are left alone. */
void gno_status_decode(const uint8_t *regs, struct gno_status *out);

/* Argument of LIMIT that frees everything before `position`. */
uint16_t gno_limit_slot(const struct gno_manifest *m, uint64_t position);

#endif
