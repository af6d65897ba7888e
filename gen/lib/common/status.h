/* SPDX-License-Identifier: Apache-2.0 */
/* What the generator's functions return. */
#ifndef GNO_GEN_STATUS_H
#define GNO_GEN_STATUS_H

#include "base/fault.h"

enum gen_status {
	GEN_OK = 0,
	GEN_ERR_NOMEM = -1,
	GEN_ERR_IO = -2,    /* a file cannot be read or written */
	GEN_ERR_INPUT = -3, /* the description has faults */
	GEN_ERR_FIT = -4,   /* the manifest does not fit into its ROM */
};

/* Caller-owned message of a failure, safe to print. */
struct gen_err {
	char text[512];
};

/* Writes the message of a failure and returns `status`, so that a function can end with it. */
int gen_fail(struct gen_err *err, enum gen_status status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with what a function of base/ returned. */
int gen_take_fault(struct gen_err *err, int code, const struct base_fault *fault);

#endif
