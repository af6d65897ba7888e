/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/error.h"
#include "base/show.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int gno_fail(struct gno_err *err, int code, const char *fmt, ...)
{
	char raw[GNO_ERR_TEXT];
	va_list ap;

	if (!err)
		return code;
	err->code = code;
	va_start(ap, fmt);
	vsnprintf(raw, sizeof(raw), fmt, ap);
	va_end(ap);
	base_show(raw, err->text, sizeof(err->text));
	return code;
}

int gno_fail_errno(struct gno_err *err, int errnum, const char *fmt, ...)
{
	int code = errnum == ENOSPC || errnum == EDQUOT ? GNO_ERR_NOSPACE : GNO_ERR_IO;
	char raw[GNO_ERR_TEXT], why[128];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof(raw), fmt, ap);
	va_end(ap);
	return gno_fail(err, code, "%s: %s", raw, strerror_r(errnum, why, sizeof(why)));
}

int gno_fail_nomem(struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_NOMEM, "no memory");
}
