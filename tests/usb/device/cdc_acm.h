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

/* Where the line is. */
enum cdc_acm_form {
	CDC_ACM_PORT = 1,     /* at the serial port */
	CDC_ACM_VENDOR,	      /* at the vendor's own interface beside it */
	CDC_ACM_VENDOR_ALONE, /* at the vendor's own interface, and there is no other */
	CDC_ACM_THREE_PORTS,  /* at the second one of three serial ports */
};

struct cdc_acm {
	struct usb_model usb;
	struct line line;  /* at one of the interfaces */
	bool vendor;	   /* at the vendor's own */
	bool ports;	   /* of three serial ports at the second */
	uint64_t aside;	   /* bytes that the host wrote elsewhere */
	uint8_t coding[7]; /* rate, stop bits, parity, bits */
	unsigned lines;	   /* bit 0: data terminal ready */
	bool stalls, stalled;
};

void cdc_acm_init(struct cdc_acm *acm, const char *path, const char *serial,
		  enum cdc_acm_form form);

#endif
