/* SPDX-License-Identifier: Apache-2.0 */
/* How checks report what they found. */
#include "check/checks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* Checks whose faults hide a name: a key that is not known, an item that is none. */
static const char *const hiding[] = {
    "wrong-type",     "unknown-key",	 "missing-key", "item-count",
    "bad-identifier", "verilog-keyword", "bad-choice",	NULL};

static int hides(const char *check)
{
	const char *const *h = hiding;

	while (*h && strcmp(*h, check) != 0)
		h++;
	return *h != NULL;
}

static int is_before(struct place a, struct place b)
{
	return a.line < b.line || (a.line == b.line && a.column < b.column);
}

int check_hides_names(const struct checker *c, const yaml_node_t *part)
{
	const struct place begin = source_place(part), end = source_end(part);

	for (const struct diag *d = c->diags->items; d < c->diags->items + c->diags->count; d++)
		if (d->check && hides(d->check) && !is_before(d->place, begin) &&
		    is_before(d->place, end))
			return 1;
	return 0;
}
