/* SPDX-License-Identifier: Apache-2.0 */
#include "out/page/table.h"

#include <assert.h>
#include <string.h>

static const char *const forms[] = {
    [PAGE_NUMBER] = "number", [PAGE_LATER] = "later", [PAGE_STEP] = "step",
    [PAGE_ABOVE] = "above",   [PAGE_BELOW] = "below", [PAGE_BESIDE] = "beside",
};
_Static_assert(sizeof(forms) / sizeof(*forms) == PAGE_FORMS, "each form has a word");

static const struct column *column_of(const struct page_table *t, unsigned i)
{
	if (t->column[i].own)
		return NULL;
	for (unsigned k = 0; k < t->list->columns; k++)
		if (!strcmp(t->list->column[k].name, t->column[i].name))
			return &t->list->column[k];
	assert(!"the list has no column of this name");
	return NULL;
}

void page_fields_find(const struct page_table *t, struct page_fields *out)
{
	*out = (struct page_fields){.table = t};
	assert(t->columns <= PAGE_VALUES);
	for (unsigned i = 0; i < t->columns; i++) {
		const struct column *c = out->of[i] = column_of(t, i);

		if (c && !c->get && !c->kinds && c->bytes >= 4)
			out->plain[i] = (uint8_t)c->bytes;
	}
}

uint64_t page_field_get(const struct page_fields *f, unsigned column, struct column_source *s,
			const void *row)
{
	const struct column *c = f->of[column];
	struct column_look look = {.kind = 0};
	struct cell v;

	if (c->kinds)
		columns_look(f->table->list, row, &look);
	return (!c->kinds || c->kinds >> look.kind & 1) && column_value(c, s, row, &v) ? v.number
										       : 0;
}

/* --- what the data says of the columns */

struct texts {
	struct json_out *o;
	size_t next; /* key */
};

static void put_text(void *ctx, size_t key, const char *name)
{
	struct texts *t = ctx;

	assert(key >= t->next);
	for (; t->next < key; t->next++)
		jout_null(t->o, NULL);
	jout_text(t->o, NULL, name);
	t->next++;
}

void page_table_head(const struct page_table *t, const struct gno_report *r, struct json_out *o)
{
	struct column_source s = {.r = r};

	jout_list(o, "columns");
	for (unsigned i = 0; i < t->columns; i++) {
		const struct page_column *c = &t->column[i];
		const struct column *of = column_of(t, i);

		jout_object(o, NULL);
		jout_text(o, "name", c->name);
		jout_text(o, "form", forms[c->form]);
		if (of && of->names) {
			jout_list(o, "names");
			of->names(&s, put_text, &(struct texts){.o = o});
			jout_list_end(o);
		}
		jout_object_end(o);
	}
	jout_list_end(o);
}

/* --- strings */

void page_strings_out(struct page_strings *s, struct json_out *o)
{
	if (s->rows)
		packed_out(s->packed, o, NULL);
	s->rows = 0;
	memset(s->last, 0, sizeof(s->last));
}
