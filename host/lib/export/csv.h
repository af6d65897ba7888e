/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_CSV_H
#define GNO_EXPORT_CSV_H

/*
 * Records of CSV (RFC 4180): lines end in CR LF, a text with a comma, a quote or a line's end is
 * quoted. A spreadsheet takes a cell that begins with = + - or @ as a formula, quoted or not; such
 * a text gets a ' before it.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct csv {
	FILE *f;
	bool filled; /* the record has a field */
};

void csv_text(struct csv *c, const char *text); /* NULL: empty */
void csv_number(struct csv *c, uint64_t number);
void csv_number_if(struct csv *c, bool has, uint64_t number); /* else empty */
void csv_float_if(struct csv *c, bool has, double number);    /* likewise */
void csv_end(struct csv *c);				      /* of the record */

#endif
