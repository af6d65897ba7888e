/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/derived/fields.h"

#include <inttypes.h>
#include <stdio.h>

const char *report_fields_text(const struct gno_node *n, uint64_t word, const char *between,
			       char buf[REPORT_FIELDS])
{
	size_t used = 0;

	*buf = '\0';
	for (unsigned i = 0; i < n->fields && used < REPORT_FIELDS; i++)
		used += (size_t)snprintf(buf + used, REPORT_FIELDS - used, "%s%s 0x%" PRIx64,
					 i ? between : "", n->field[i].name,
					 gno_field_value(&n->field[i], word));
	return buf;
}

void report_fields_json(struct json_out *o, const struct gno_node *n, bool known, uint64_t word)
{
	if (!known) {
		jout_null(o, "fields");
		return;
	}
	jout_object(o, "fields");
	for (unsigned i = 0; i < n->fields; i++)
		jout_number(o, n->field[i].name, gno_field_value(&n->field[i], word));
	jout_object_end(o);
}

const char *report_fields_cell(const struct gno_node *n, uint64_t word, char buf[REPORT_FIELDS])
{
	size_t used = 1;

	buf[0] = '{';
	for (unsigned i = 0; i < n->fields && used + 1 < REPORT_FIELDS; i++) {
		const uint64_t value = gno_field_value(&n->field[i], word);
		const char *quote = value >= JOUT_EXACT ? "\"" : "";

		/* a name needs no escapes (base/name.h) */
		used += (size_t)snprintf(buf + used, REPORT_FIELDS - 1 - used,
					 "%s\"%s\":%s%" PRIu64 "%s", i ? "," : "", n->field[i].name,
					 quote, value, quote);
	}
	buf[used] = '}';
	buf[used + 1] = '\0';
	return buf;
}
