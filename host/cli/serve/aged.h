/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_AGED_H
#define GNOMON_CLI_AGED_H

/* A part of what a server shows, with its age, in a header and as the first value of the part, and
 * with the fault that prevents a newer one. Both are those of the moment when it is served, so the
 * part's file does not have them. */

#include <microhttpd.h>
#include "serve/maker.h"

struct aged {
	enum maker_part part;
	int file; /* the caller's */
	struct maker_at at;
	uint64_t age;	   /* ms */
	const char *fault; /* NULL: there is none */
};

/* The answer, and how long it is; NULL: there is no memory. */
struct MHD_Response *aged_response(const struct aged *of, uint64_t *bytes);

/* The header alone. */
void aged_header(struct MHD_Response *r, uint64_t ms);

#endif
