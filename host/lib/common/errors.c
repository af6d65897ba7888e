/* SPDX-License-Identifier: Apache-2.0 */
#include "common/errors.h"
#include "base/show.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints into room for a message; of what is longer no part of a character is left. */
static void print(char text[GNO_ERR_TEXT], const char *fmt, va_list ap)
{
	const int length = vsnprintf(text, GNO_ERR_TEXT, fmt, ap);

	if (length >= GNO_ERR_TEXT)
		text[base_fits(text, GNO_ERR_TEXT, GNO_ERR_TEXT - 1)] = '\0';
}

int gno_fail(struct gno_err *err, int code, const char *fmt, ...)
{
	char raw[GNO_ERR_TEXT];
	va_list ap;

	if (!err)
		return code;
	err->code = code;
	va_start(ap, fmt);
	print(raw, fmt, ap);
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
	print(raw, fmt, ap);
	va_end(ap);
	return gno_fail(err, code, "%s: %s", raw, strerror_r(errnum, why, sizeof(why)));
}

int gno_fail_nomem(struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_NOMEM, "no memory");
}

void gno_faults_free(struct gno_faults *faults)
{
	for (size_t i = 0; i < faults->count; i++)
		free(faults->fault[i].text);
	free(faults->fault);
	memset(faults, 0, sizeof(*faults));
}
