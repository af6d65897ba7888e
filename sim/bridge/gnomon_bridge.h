/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge: what gnomon_bridge.v calls. A testbench that instantiates gnomon_bridge needs none
 * of this itself.
 */
#ifndef GNOMON_BRIDGE_H
#define GNOMON_BRIDGE_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Listen on tcp:127.0.0.1:port (0: any free port), print that on stdout, and write the port's
 * number into port_file unless that is NULL or empty. Returns the bridge, owned by the caller, or
 * NULL after a message on stderr.
 */
void *gnomon_bridge_open(int port, const char *port_file);

/*
 * One clock. put: a byte of the device, 0 to 255, or -1 for none; only after a clock that answered
 * with room. want: nonzero if the device takes a byte. Returns bits 7..0: that byte, bit 8: there
 * is one, bit 9: room for one more byte of the device, bit 10: there is a client. Without a bridge
 * (NULL) nothing happens and 0 comes back.
 */
int gnomon_bridge_clock(void *bridge, int put, int want);

/* Send what the client still takes at once, close all, free the bridge. NULL is allowed. */
void gnomon_bridge_close(void *bridge);

#ifdef __cplusplus
}
#endif

#endif
