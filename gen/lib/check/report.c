/* SPDX-License-Identifier: Apache-2.0 */
/* How checks report what they found. */
#include "check/checks.h"

#include <stdarg.h>
#include <stdio.h>

void check_report(struct checker *c, const yaml_node_t *at, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	diags_add(c->diags, c->check->severity, c->check->name, source_place(at), "%s", text);
	if (c->check->severity == SEV_ERROR)
		source_mark_bad(c->source, at);
}

void check_note(struct checker *c, const yaml_node_t *at, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	diags_add(c->diags, SEV_NOTE, NULL, source_place(at), "%s", text);
}
