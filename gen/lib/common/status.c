/* SPDX-License-Identifier: Apache-2.0 */
#include "common/status.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/show.h"

int gen_fail(struct gen_err *err, enum gen_status status, const char *fmt, ...)
{
	char raw[sizeof(err->text)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof(raw), fmt, ap);
	va_end(ap);
	base_show(raw, err->text, sizeof(err->text));
	return status;
}

int gen_take_fault(struct gen_err *err, int code, const struct base_fault *fault)
{
	return code ? gen_fail(err, code == BASE_ERR_NOMEM ? GEN_ERR_NOMEM : GEN_ERR_IO, "%s",
			       fault->text)
		    : GEN_OK;
}
