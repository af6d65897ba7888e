/* SPDX-License-Identifier: Apache-2.0 */
#include "common/diag.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/show.h"

void diags_init(struct diags *d)
{
	*d = (struct diags){0};
}

void diags_free(struct diags *d)
{
	for (size_t i = 0; i < d->count; i++)
		free(d->items[i].text);
	free(d->items);
	diags_init(d);
}

static struct diag *new_diag(struct diags *d)
{
	if (d->count == d->room) {
		size_t room = d->room ? 2 * d->room : 16;
		struct diag *items = realloc(d->items, room * sizeof(*items));

		if (!items)
			return NULL;
		d->items = items;
		d->room = room;
	}
	return &d->items[d->count];
}

void diags_add(struct diags *d, enum severity severity, const char *check, struct place place,
	       const char *fmt, ...)
{
	struct diag *diag = new_diag(d);
	char *raw = NULL;
	char *text = NULL;
	va_list ap;

	if (severity == SEV_ERROR)
		d->errors++;
	va_start(ap, fmt);
	if (vasprintf(&raw, fmt, ap) >= 0) {
		text = base_show_new(raw);
		free(raw);
	}
	va_end(ap);
	if (!diag || !text) {
		free(text);
		d->failed = 1;
		return;
	}
	*diag = (struct diag){severity, place, place, d->count, check, text};
	if (severity == SEV_NOTE && d->count)
		diag->sort = d->items[d->count - 1].sort;
	d->count++;
}

static int compare_diags(const void *a, const void *b)
{
	const struct diag *x = a;
	const struct diag *y = b;

	if (x->sort.line != y->sort.line)
		return x->sort.line < y->sort.line ? -1 : 1;
	if (x->sort.column != y->sort.column)
		return x->sort.column < y->sort.column ? -1 : 1;
	return x->serial < y->serial ? -1 : 1;
}

void diags_sort(struct diags *d)
{
	if (d->count)
		qsort(d->items, d->count, sizeof(*d->items), compare_diags);
}

void diags_print(const struct diags *d, const char *path, FILE *out)
{
	static const char *const words[] = {
	    [SEV_ERROR] = "error",
	    [SEV_WARNING] = "warning",
	    [SEV_NOTE] = "note",
	};

	char shown[BASE_SHOWN];

	base_show(path, shown, sizeof(shown));
	for (const struct diag *i = d->items; i < d->items + d->count; i++) {
		fprintf(out, "%s:%u:%u: %s: %s", shown, i->place.line, i->place.column,
			words[i->severity], i->text);
		if (i->check)
			fprintf(out, " [%s]", i->check);
		fputc('\n', out);
	}
}
