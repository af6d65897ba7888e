/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_JSON_OUT_H
#define GNO_JSON_OUT_H

/*
 * JSON that is written as it goes, so that nothing of it stays in memory. The form is that of
 * jansson with an indent of 2, or its compact form. In an object every call has a key, in a list
 * the key is NULL.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "common/text_out.h"

/*
 * Integers from 2^53 on are strings of their decimal digits. Readers in JavaScript, and jq, have
 * numbers of 53 bits, and would lose digits without a word. docs/guide/reading.md#large-numbers.
 */
#define JOUT_EXACT (UINT64_C(1) << 53)

struct json_out {
	FILE *f;
	struct text_out *to; /* where not NULL: instead of `f` */
	bool compact;	     /* in one line, without blanks */
	bool foreign;	     /* a format of others: all numbers stay numbers */
	unsigned depth;
	bool filled; /* the current object or list is not empty */
};

/* Begins an object or a list, and ends it. */
void jout_object(struct json_out *o, const char *key);
void jout_object_end(struct json_out *o);
void jout_list(struct json_out *o, const char *key);
void jout_list_end(struct json_out *o);

void jout_null(struct json_out *o, const char *key);
void jout_bool(struct json_out *o, const char *key, bool value);
/* A number, or from JOUT_EXACT on a string. */
void jout_number(struct json_out *o, const char *key, uint64_t value);
/* A number that may be below 0, between -JOUT_EXACT and JOUT_EXACT. */
void jout_signed(struct json_out *o, const char *key, int64_t value);

/* The value alone, of JSON that is written by hand. */
static inline void jout_digits(struct text_out *o, uint64_t value)
{
	if (value >= JOUT_EXACT)
		text_out_char(o, '"');
	text_out_number(o, value);
	if (value >= JOUT_EXACT)
		text_out_char(o, '"');
}

/* What is no number is null. */
void jout_float(struct json_out *o, const char *key, double value);
/* NULL: null. Bytes that are no UTF-8 become U+FFFD. */
void jout_text(struct json_out *o, const char *key, const char *value);

/* Bytes as a string in base64 (RFC 4648, with padding). */
void jout_base64(struct json_out *o, const char *key, const void *bytes, size_t len);

/* A number that is there, or null. */
void jout_number_if(struct json_out *o, const char *key, bool has, uint64_t value);
void jout_float_if(struct json_out *o, const char *key, bool has, double value);

#endif
