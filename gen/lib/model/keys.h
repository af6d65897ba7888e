/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The keys of a description: one table, from which descriptions are checked, defaults are taken and
 * the reference page is emitted.
 */
#ifndef GNO_GEN_KEYS_H
#define GNO_GEN_KEYS_H

#include <stdint.h>

#include "tables/key.h"

extern const struct key_section key_root;

/* Sections of a node that have a file of their own (model/key_preprocessors.c). */
extern const struct key_section key_signal;
extern const struct key_spec key_signal_plain;
extern const struct key_spec key_event_line_plain;
extern const struct key_section key_value;
extern const struct key_section key_quantity;
extern const struct key_section key_group;

/* What ports are connected to (model/key_connect.c). */
extern const struct key_section key_connect;

/* The key of that name in a section, or NULL. */
const struct key_spec *key_find(const struct key_section *section, const char *name);

/* Edit distance of two texts; of long ones more than that of any that are near. */
unsigned key_distance(const char *a, const char *b);
/* The most that near ones have. */
#define KEY_NEAR 3u

/* The key of a section whose name is nearest to `name`; NULL where none is near. */
const struct key_spec *key_nearest(const struct key_section *section, const char *name);

/* 1 if `word` is one of the words of `choices`. */
int key_is_choice(const char *choices, const char *word);

/* 1 if `text` is a keyword of Verilog or SystemVerilog. */
int key_is_keyword(const char *text);

enum key_number {
	KEY_NUMBER_OK,
	KEY_NUMBER_BAD,	     /* no number */
	KEY_NUMBER_UNIT,     /* the unit is missing or unknown */
	KEY_NUMBER_FRACTION, /* not a whole number of Hz */
	KEY_NUMBER_BIG,	     /* does not fit 64 bits */
};

/* Reads the text of a KEY_INT, KEY_OFFSET (an int64_t), KEY_FREQ or KEY_RATE. Frequencies are in
 * Hz. */
enum key_number key_parse_number(enum key_type type, const char *text, uint64_t *value);

enum key_bits {
	KEY_BITS_OK,
	KEY_BITS_BAD,	/* no list of bit ranges */
	KEY_BITS_BIG,	/* a bit above 63 */
	KEY_BITS_TWICE, /* a bit occurs twice */
};

/*
 * Reads the text of a KEY_BITS: ranges `HI..LO` and single bits, with commas between. `*mask` has a
 * 1 for each bit that is named; where the fault is of one bit, `*bit` is that.
 */
enum key_bits key_parse_bits(const char *text, uint64_t *mask, unsigned *bit);

#endif
