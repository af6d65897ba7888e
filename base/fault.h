/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

/* What the functions of base/ return: 0, or one of these with the words in a caller-owned
 * structure. */

#include "base/show.h"

enum base_code {
	BASE_OK = 0,
	BASE_ERR_NOMEM = -1,
	BASE_ERR_IO = -2,      /* the operating system refused a file */
	BASE_ERR_NOSPACE = -3, /* the disk is full */
	BASE_ERR_STATE = -4,   /* what is there may not be touched */
	BASE_ERR_BUSY = -5,    /* another gnomon works there */
};

#define BASE_FAULT_TEXT BASE_SHOWN

struct base_fault {
	char text[BASE_FAULT_TEXT]; /* lower case, the problem first, without a full stop; fit to be
				       shown */
};

/* Writes the words and returns the code. */
int base_fail(struct base_fault *fault, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* As base_fail with BASE_ERR_IO, or BASE_ERR_NOSPACE where errno means that; ": reason" is
 * appended.
 */
int base_fail_errno(struct base_fault *fault, int errnum, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

int base_fail_nomem(struct base_fault *fault);

#endif
