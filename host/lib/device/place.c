/* SPDX-License-Identifier: Apache-2.0 */
#include "device/place.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "common/address.h"
#include "common/util.h"
#include "device/usb/plugged.h"

/* The first address that a host and port lead to. */
static char *numeric(const struct gno_address *a, const char *url)
{
	const struct addrinfo want = {.ai_socktype = SOCK_STREAM};
	char host[NI_MAXHOST], port[NI_MAXSERV];
	struct addrinfo *found = NULL;
	char *place = NULL;

	if (!getaddrinfo(a->host, a->port, &want, &found) &&
	    !getnameinfo(found->ai_addr, found->ai_addrlen, host, sizeof(host), port, sizeof(port),
			 NI_NUMERICHOST | NI_NUMERICSERV))
		place = gno_format("tcp:%s:%s", strcmp(host, "::1") ? host : "127.0.0.1", port);
	else
		place = strdup(url);
	if (found)
		freeaddrinfo(found);
	return place;
}

static char *of_tcp(const char *url)
{
	const char *rest = url + strlen("tcp:");
	char *address = strndup(rest, strcspn(rest, "?"));
	struct gno_address a;
	struct gno_err err;
	char *place;

	if (!address)
		return NULL;
	place = gno_address_parse(address, 1, "", &a, &err) ? strdup(url) : numeric(&a, url);
	free(address);
	return place;
}

static char *of_usb(const struct gno_plugged *p)
{
	return gno_format("usb:path=%s,%d", p->path, p->channel);
}

static char *of_tty(const char *url)
{
	const char *path = url + strlen("tty:"), *baud = strrchr(path, '@');
	char *name = strndup(path, baud ? (size_t)(baud - path) : strlen(path)), *real, *place;
	struct gno_plugged plugged;

	if (!name)
		return NULL;
	real = realpath(name, NULL);
	place = real && gno_plugged_port(real, &plugged) ? of_usb(&plugged)
							 : gno_format("tty:%s", real ? real : name);
	free(real);
	free(name);
	return place;
}

char *gno_device_place(const char *url)
{
	struct gno_plugged plugged;

	if (gno_plugged_named(url, &plugged))
		return of_usb(&plugged);
	if (!strncmp(url, "tcp:", 4))
		return of_tcp(url);
	return strncmp(url, "tty:", 4) ? strdup(url) : of_tty(url);
}
