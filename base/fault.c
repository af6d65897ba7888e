/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fault.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int base_fail(struct base_fault *fault, int code, const char *fmt, ...)
{
	char raw[BASE_FAULT_TEXT];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof(raw), fmt, ap);
	va_end(ap);
	base_show(raw, fault->text, sizeof(fault->text));
	return code;
}

int base_fail_errno(struct base_fault *fault, int errnum, const char *fmt, ...)
{
	int code = errnum == ENOSPC || errnum == EDQUOT ? BASE_ERR_NOSPACE : BASE_ERR_IO;
	char raw[BASE_FAULT_TEXT], why[128];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof(raw), fmt, ap);
	va_end(ap);
	return base_fail(fault, code, "%s: %s", raw, strerror_r(errnum, why, sizeof(why)));
}

int base_fail_nomem(struct base_fault *fault)
{
	return base_fail(fault, BASE_ERR_NOMEM, "no memory");
}
