/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_LINK_H
#define GNO_LINK_H

/*
 * The frame link to a monitor (docs/design/interfaces.md, "Link"): requests and their answers,
 * several in flight, each answer checked byte for byte against its request. What was damaged is
 * requested again.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "device/device.h"
#include "common/errors.h"
#include "device/request.h"
#include "device/transport.h"

struct gno_link;

/*
 * Opens the link on a transport; `rest` goes to the transport's open. The time-out of the options
 * must be set. Fails as the transport does, or with GNO_ERR_NOMEM.
 */
int gno_link_open(const struct gno_transport *transport, const char *rest,
		  const struct gno_device_options *options, struct gno_link **out,
		  struct gno_err *err);

/*
 * Sets a limit, in ms from now (0: none): after it a monitor that sends nothing good for most of a
 * second has failed (GNO_ERR_TIMEOUT), whatever the time-out is.
 */
void gno_link_limit(struct gno_link *link, unsigned limit_ms);

/* The same beside it, for as long as a rate of a serial line is tried. */
void gno_link_trial(struct gno_link *link, unsigned limit_ms);

/* Whether the limit has passed, not that of a rate; false: there is none. */
bool gno_link_is_over(const struct gno_link *link);

/* Milliseconds of the clock that the link's limits are of. */
uint64_t gno_link_now_ms(const struct gno_link *link);

/* Milliseconds that a good answer took so far, at most: how slow the device and its link are. */
uint64_t gno_link_slowest(const struct gno_link *link);

/* Waits, at most until an interrupt, and takes what comes. Fails as the transport's read. */
int gno_link_idle(struct gno_link *link, unsigned ms, struct gno_err *err);

/*
 * Sets the rate of a serial line while nothing is in flight. Returns 1; 0: the rate is given, or
 * there is none. GNO_ERR_ARG: the line cannot make it.
 */
int gno_link_set_baud(struct gno_link *link, unsigned baud, struct gno_err *err);

/*
 * Makes the beginning of an answer push out the one before it, or no longer, where the transport
 * can do that, and waiting may cost time otherwise; gno_link_pushes: it does. Fails as the
 * transport does.
 */
int gno_link_push(struct gno_link *link, bool on, struct gno_err *err);
bool gno_link_pushes(const struct gno_link *link);

/*
 * Whether the monitor's PHY loses no byte that it has no room for, as the FIFOs of FT245 do: then
 * there is more in flight, for the round trip of USB.
 */
void gno_link_held(struct gno_link *link, bool held);
bool gno_link_is_held(const struct gno_link *link);

/* How long there has been no good answer, in ms. */
unsigned gno_link_waited(const struct gno_link *link);

/* Closes link and transport; requests in flight are forgotten. NULL is allowed. */
void gno_link_close(struct gno_link *link);

/*
 * Hands a request to the link and sends what the window has room for; does not wait for the answer.
 * Requests are sent in the order of submission, but what is repaired may arrive after what was
 * submitted later: whoever needs an order waits between the two. After a failure all requests are
 * forgotten.
 */
int gno_link_submit(struct gno_link *link, struct gno_request *req, struct gno_err *err);

/* Hands a request to the link, which sends it together with the next one that is submitted. */
void gno_link_queue(struct gno_link *link, struct gno_request *req);

/*
 * Works until the request is done (0) or, for one with `once`, lost (0, see its state).
 * GNO_ERR_TIMEOUT: no good answer in spite of all repairs, whatever else came; GNO_ERR_LINK: the
 * connection broke or damage does not end; GNO_ERR_INTERRUPTED. After a failure all requests are
 * forgotten.
 */
int gno_link_wait(struct gno_link *link, struct gno_request *req, struct gno_err *err);

/* Works until nothing is in flight, and nothing waits. Fails as gno_link_wait. */
int gno_link_settle(struct gno_link *link, struct gno_err *err);

/* Submit and wait. */
int gno_link_exec(struct gno_link *link, struct gno_request *req, struct gno_err *err);

/* Forgets all requests; what still comes for them is noise. */
void gno_link_forget(struct gno_link *link);

/* What was repaired so far. */
void gno_link_counters(const struct gno_link *link, struct gno_link_counters *out);

#endif
