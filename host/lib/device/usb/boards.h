/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_USB_BOARDS_H
#define GNO_USB_BOARDS_H

/* USB bridges that boards have, by vendor and product. */

#include <stdbool.h>
#include <stdint.h>

/* What a device with these numbers probably is, for a user; NULL: not known. */
const char *gno_usb_board(uint16_t vendor, uint16_t product);

/*
 * Whether the link can be at that interface, by what is known of the numbers: of several serial
 * ports of a board one leads to the FPGA, and what is written to another can do harm.
 */
bool gno_usb_may_be_link(uint16_t vendor, uint16_t product, int interface);

/* The channel of a chip with so many that boards leave to the UART: the first is for programming.
 */
int gno_usb_link_channel(int channels);

/* Whether channel A of such a chip can be the FIFO that FTDI calls FT245, by its numbers. */
bool gno_usb_has_fifo(uint16_t vendor, uint16_t product);

#endif
