/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_WEB_H
#define GNOMON_CLI_WEB_H

/*
 * An HTTP server on the loopback interface that shows a run: `/` and `/metrics` to all who reach
 * it, anything else to those who have the token. It answers only requests whose Host is its own, so
 * that no page from elsewhere reads from it by a name that resolves to 127.0.0.1. It has no
 * threads.
 */

#include <signal.h>
#include "common/errors.h"

struct web;

/*
 * Listens on 127.0.0.1 at that port, 0: at any free one. On success *out is the caller's. Fails as
 * gno_report_build does, but for a run that is not started yet, and with GNO_ERR_IO where the port
 * is in use.
 */
int web_open(const char *dir, unsigned port, struct web **out, struct gno_err *err);

/* The address of the page with the token, "http://127.0.0.1:40000/#token=...". */
const char *web_url(const struct web *w);

/* Serves until the flag is set. GNO_ERR_IO. */
int web_run(struct web *w, const volatile sig_atomic_t *interrupted, struct gno_err *err);

/* NULL is allowed. */
void web_close(struct web *w);

#endif
