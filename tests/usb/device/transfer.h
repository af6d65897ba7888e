/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRANSFER_H
#define TRANSFER_H

/* A request of a USB host, which a host controller carries out in packets. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "usb_model.h"

#define TRANSFER_SETUP sizeof(struct usb_ctrlrequest)

struct transfer {
	unsigned endpoint; /* its address; 0: control */
	uint8_t *data;	   /* of a control transfer: the request, then its data */
	size_t room;	   /* bytes to send, or the most to receive */
	size_t moved;
	bool ended;
	int status; /* of one that ended: 0 or a negative errno */
};

/* Ends a transfer that has not ended. */
void transfer_end(struct transfer *t, int status);

/* Moves what the device takes or sends now. A host calls this function for all its transfers, the
 * oldest first; `waiting`, 0 at first, keeps the order of those at one endpoint. */
void transfer_turn(const struct usb_model *model, struct transfer *t, uint32_t *waiting);

#endif
