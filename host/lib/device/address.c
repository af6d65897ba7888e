/* SPDX-License-Identifier: Apache-2.0 */
#include "device/address.h"
#include "base/number.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A port is a number: the resolver would take a larger one modulo 65536. */
static int take_port(const char *port, unsigned least, struct gno_address *out, struct gno_err *err)
{
	uint64_t number;

	if (!base_number_parse(port, UINT16_MAX, &number) || number < least)
		return gno_fail(err, GNO_ERR_ARG, "'%s' is not a port: ports are %u to %u", port,
				least, UINT16_MAX);
	snprintf(out->port, sizeof(out->port), "%u", (unsigned)number);
	return 0;
}

int gno_address_parse(const char *text, unsigned least, const char *form, struct gno_address *out,
		      struct gno_err *err)
{
	const char *colon = strrchr(text, ':'), *host = text;
	size_t len;

	if (!colon || colon == text || !colon[1])
		return gno_fail(err, GNO_ERR_ARG, "address '%s' is not of the form %s", text, form);
	len = (size_t)(colon - text);
	if (len > 1 && host[0] == '[' && host[len - 1] == ']') {
		host++;
		len -= 2;
	}
	if (len >= sizeof(out->host))
		return gno_fail(err, GNO_ERR_ARG, "name of the host is too long in '%s'", text);
	memcpy(out->host, host, len);
	out->host[len] = '\0';
	return take_port(colon + 1, least, out, err);
}
