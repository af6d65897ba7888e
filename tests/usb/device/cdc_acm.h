/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CDC_ACM_H
#define CDC_ACM_H

/*
 * A USB bridge to a UART as debug probes of boards have them, written from the class CDC-ACM (PSTN
 * subclass 1.2): a control and a data interface; beside them, as a probe has it, an interface of
 * the vendor's own with a bulk pair, behind which nothing is lost and nothing has a rate.
 */

#include <stdint.h>

#include "line.h"
#include "usb_model.h"

struct cdc_acm {
	struct usb_model usb;
	struct line line;  /* at one of the two interfaces */
	bool vendor;	   /* at the vendor's own */
	uint8_t coding[7]; /* rate, stop bits, parity, bits */
	unsigned lines;	   /* bit 0: data terminal ready */
	bool stalls, stalled;
};

/* `vendor`: the line is at the vendor's own interface; `alone`: there is no other. */
void cdc_acm_init(struct cdc_acm *acm, const char *path, const char *serial, bool vendor,
		  bool alone);

#endif
