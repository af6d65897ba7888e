/* SPDX-License-Identifier: Apache-2.0 */
#include "common/address.h"
#include "base/number.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BAUD_MOST 999999999u
#define BAUD_PERCENT 3 /* that a rate may be missed by; a UART reads no more than that */

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

int gno_baud_cut(const char *text, size_t *len, unsigned *baud, struct gno_err *err)
{
	const char *at = strrchr(text, '@');
	uint64_t rate;

	*len = strlen(text);
	*baud = 0;
	if (!at || !at[1] || at[1 + strspn(at + 1, "0123456789")])
		return 0;
	*len = (size_t)(at - text);
	if (!base_number_parse(at + 1, BAUD_MOST, &rate) || !rate)
		return gno_fail(err, GNO_ERR_ARG, "'%s' is not a rate: rates are 1 to %u", at + 1,
				BAUD_MOST);
	*baud = (unsigned)rate;
	return 0;
}

bool gno_baud_near(unsigned made, unsigned asked)
{
	unsigned long long off = made > asked ? made - asked : asked - made;

	return off * 100 <= (unsigned long long)asked * BAUD_PERCENT;
}
