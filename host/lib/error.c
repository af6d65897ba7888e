/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int gno_fail(struct gno_err *err, int code, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return code;
	err->code = code;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	return code;
}

int gno_fail_errno(struct gno_err *err, int errnum, const char *fmt, ...)
{
	int code = errnum == ENOSPC || errnum == EDQUOT ? GNO_ERR_NOSPACE : GNO_ERR_IO;
	char why[128];
	va_list ap;
	size_t len;

	if (!err)
		return code;
	err->code = code;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	len = strlen(err->text);
	snprintf(err->text + len, sizeof(err->text) - len, ": %s", strerror_r(errnum, why, sizeof(why)));
	return code;
}

int gno_fail_nomem(struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_NOMEM, "no memory");
}
