/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REGISTERS_H
#define GNO_REGISTERS_H

/* What the drain needs of a device beyond the public calls. */

#include "common/moment.h"
#include "device/device.h"
#include "device/link.h"

/* Slots of the registers that change: the trace buffer, the state and the run. */
#define GNO_STATUS_SLOT (GNO_REG_HEAD / GNO_SLOT_BYTES)
#define GNO_STATUS_SLOTS ((GNO_REG_NONCE + GNO_REG_NONCE_BYTES) / GNO_SLOT_BYTES - GNO_STATUS_SLOT)
#define GNO_STATUS_BYTES (GNO_STATUS_SLOTS * GNO_SLOT_BYTES)

/*
 * Opens a device on a given transport; `rest` is what its `open` gets (a URL behind the scheme, or
 * whatever the transport takes for it), `url` is for messages. Fails as gno_device_open.
 */
int gno_device_attach(const struct gno_transport *transport, const char *rest, const char *url,
		      const struct gno_device_options *options, struct gno_device **out,
		      struct gno_err *err);

struct gno_link *gno_device_link(struct gno_device *dev);

/* That of gno_device_identify; NULL: none yet. */
const struct gno_manifest *gno_device_known(const struct gno_device *dev);

/* For messages. */
const char *gno_device_url(const struct gno_device *dev);

/* When the last START or STOP that succeeded was executed; not known: there was none. */
struct gno_anchor gno_device_anchor(const struct gno_device *dev);

/* Reads slots of registers, at most GNO_MAX_BLOCK, into `out`. */
int gno_device_registers(struct gno_device *dev, unsigned slot, unsigned slots, uint8_t *out,
			 struct gno_err *err);

/* Takes GNO_STATUS_SLOTS slots of registers from GNO_STATUS_SLOT on apart, of a monitor with the
 * manifest `m`, which may be NULL. The rest of `out` is left alone. */
void gno_status_decode(const struct gno_manifest *m, const uint8_t *regs, struct gno_status *out);

/* The nonce, from the register of that name on. */
uint64_t gno_nonce_decode(const uint8_t *reg);

/* A request of READ_BUFFER for slots from a position on, of those up to the end of the buffer. */
struct gno_request gno_buffer_request(const struct gno_manifest *m, uint64_t position,
				      uint64_t slots, uint8_t *in);

/* A request of LIMIT that frees everything before `position`. */
struct gno_request gno_limit_request(const struct gno_manifest *m, uint64_t position);

#endif
