/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The keys of a description: one table, from which descriptions are checked, defaults are taken and
 * the reference page is emitted.
 */
#ifndef GNO_GEN_KEYS_H
#define GNO_GEN_KEYS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum key_type {
	KEY_INT,    /* whole number */
	KEY_OFFSET, /* whole number with a sign; min and max are int64_t */
	KEY_FREQ,   /* frequency with a unit */
	KEY_RATE,   /* frequency, a plain number is Hz */
	KEY_NAME,   /* Verilog identifier */
	KEY_LABEL,  /* as a Verilog identifier, keywords too */
	KEY_INPUT,  /* Verilog identifier, `always` or `route` */
	KEY_BITS,   /* list of bit ranges, "31..28, 1..0" */
	KEY_CHOICE, /* one of the words of `choices` */
	KEY_MAP,    /* mapping of the section `child` */
	KEY_LIST, /* list of mappings of the section `child`, or of plain values; min and max count
		   * its items
		   */
};

struct key_section;

/* One key of a section. */
struct key_spec {
	const char *name; /* NULL ends the section */
	enum key_type type;
	int required;
	int power_of_two;
	const char *preset; /* value where the key is absent; NULL: none */
	uint64_t min;	    /* both included; numbers in units, frequencies in Hz */
	uint64_t max;
	const char *choices; /* words with a space between */
	const struct key_section *child;
	const struct key_spec
	    *plain;	  /* what an item of a list is that is no mapping; NULL: none may be */
	const char *what; /* for the reference page */
	void (*put_what)(const char *key,
			 FILE *out); /* instead of `what`, where a table tells it */
};

/* The keys that one mapping may have. */
struct key_section {
	const char *name; /* as messages and the reference page call it */
	const char *what;
	const struct key_spec *keys;
};

extern const struct key_section key_root;

/* Sections of a node that stand in a file of their own (model/key_measure.c). */
extern const struct key_section key_signal;
extern const struct key_spec key_signal_plain;
extern const struct key_spec key_event_line_plain;
extern const struct key_section key_value;
extern const struct key_section key_quantity;
extern const struct key_section key_threshold;
extern const struct key_section key_extreme;
extern const struct key_section key_buckets;
extern const struct key_section key_counters;
extern const struct key_section key_group;

/* The key of that name in a section, or NULL. */
const struct key_spec *key_find(const struct key_section *section, const char *name);

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
	KEY_BITS_TWICE, /* a bit stands twice */
};

/*
 * Reads the text of a KEY_BITS: ranges `HI..LO` and single bits, with commas between. `*mask` has a
 * 1 for each bit that is named; where the fault is of one bit, `*bit` is that.
 */
enum key_bits key_parse_bits(const char *text, uint64_t *mask, unsigned *bit);

#endif
