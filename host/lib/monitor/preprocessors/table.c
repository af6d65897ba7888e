/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/table.h"

#include <stdio.h>
#include <string.h>

#define ENTRY(word) &gno_table_##word,

static const struct gno_preprocessor_table *const tables[] = {GNO_PREPROCESSOR_TABLES(ENTRY)};

const struct gno_preprocessor_table *gno_preprocessor_table_at(size_t i)
{
	return i < sizeof(tables) / sizeof(tables[0]) ? tables[i] : NULL;
}

void gno_preprocessor_table_name(const struct gno_preprocessor_table *t, unsigned unit, char *name)
{
	if (t->units)
		snprintf(name, GNO_PREPROCESSOR_TABLE_NAME, "%s%u", t->name, unit);
	else
		snprintf(name, GNO_PREPROCESSOR_TABLE_NAME, "%s", t->name);
}

unsigned gno_preprocessor_table_units(const struct gno_preprocessor_table *t,
				      const struct gno_preprocessors *m)
{
	return t->units ? t->units(m) : 1;
}

unsigned gno_preprocessor_row_apart(const char *name)
{
	const struct gno_preprocessor_table *t;
	size_t i;

	for (i = 0; (t = gno_preprocessor_table_at(i)); i++)
		if (t->apart && !strcmp(t->name, name))
			return t->row;
	return 0;
}

bool gno_preprocessors_fill(const struct gno_node *n, const struct gno_node_settings *m,
			    unsigned table, uint8_t *cell)
{
	const struct gno_preprocessor_table *t;
	char name[GNO_PREPROCESSOR_TABLE_NAME];
	unsigned unit;
	size_t i;

	for (i = 0; (t = gno_preprocessor_table_at(i)); i++) {
		for (unit = 0; unit < gno_preprocessor_table_units(t, &n->preprocessors); unit++) {
			gno_preprocessor_table_name(t, unit, name);
			if (strcmp(name, n->table[table].name) != 0)
				continue;
			t->fill(&n->preprocessors, m, unit, cell);
			return true;
		}
	}
	return false;
}
