/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_FIELDS_H
#define REPORT_FIELDS_H

/*
 * The watched word for a reader: its fields by name, with the values that the target's signals had.
 * The word itself is packed: bits that the monitor leaves out are not in it. All forms below have
 * the values of gno_field_value.
 */

#include <stdint.h>
#include "common/json_out.h"
#include "monitor/manifest.h"

/* Bytes of the longest text or cell, with its zero. */
#define REPORT_FIELDS 8192

/* "pc 0x208 write 0x1"; `between` stands between two fields. */
const char *report_fields_text(const struct gno_node *n, uint64_t word, const char *between,
			       char buf[REPORT_FIELDS]);

/* A member `fields` of an object, {"pc": 520, "write": 1}, or null. */
void report_fields_json(struct json_out *o, const struct gno_node *n, bool known, uint64_t word);

/* The same object as the text of a cell, in one line without blanks. */
const char *report_fields_cell(const struct gno_node *n, uint64_t word, char buf[REPORT_FIELDS]);

#endif
