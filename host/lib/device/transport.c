/* SPDX-License-Identifier: Apache-2.0 */
#include "device/transport.h"

#include <stdio.h>
#include <string.h>

static const struct gno_transport *const transports[] = {
    &gno_transport_tcp,
    &gno_transport_tty,
    &gno_transport_ftdi,
    &gno_transport_usb,
};

#define COUNT (sizeof(transports) / sizeof(transports[0]))

int gno_transport_find(const char *url, const struct gno_transport **out, const char **rest,
		       struct gno_err *err)
{
	const char *colon = strchr(url, ':');
	char known[256] = "";
	size_t i, len = 0;

	for (i = 0; i < COUNT && colon; i++) {
		size_t scheme = strlen(transports[i]->scheme);

		if (scheme == (size_t)(colon - url) &&
		    !strncmp(url, transports[i]->scheme, scheme)) {
			*out = transports[i];
			*rest = colon + 1;
			return 0;
		}
	}
	for (i = 0; i < COUNT && len < sizeof(known); i++)
		len += (size_t)snprintf(known + len, sizeof(known) - len, "%s%s", i ? ", " : "",
					transports[i]->form);
	return gno_fail(err, GNO_ERR_ARG, "unknown kind of device '%s': known are %s", url, known);
}
