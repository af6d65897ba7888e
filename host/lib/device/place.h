/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PLACE_H
#define GNO_PLACE_H

/*
 * Where a URL leads, as a text that is the same for all names of the place: the address of a host,
 * the file of a serial port behind its links, or the channel of the USB device that has the port.
 * What cannot be found, and all else, stays as it is. The caller's; NULL: no memory.
 */
char *gno_device_place(const char *url);

#endif
