/* SPDX-License-Identifier: Apache-2.0 */
/* What a table of keys of a description states of each (model/keys.h has the tables). */
#ifndef GNO_GEN_KEY_H
#define GNO_GEN_KEY_H

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
	KEY_TEXT,   /* any text */
	KEY_MAP,    /* mapping of the section `child` */
	KEY_LIST, /* list of mappings of the section `child`, or of plain values; min and max count
		   * its items
		   */
};

/* The words of a KEY_INPUT that are no names. */
#define KEY_ALWAYS "always" /* every cycle */
#define KEY_ROUTE "route"   /* a line of the router of its own */

/* The name of a spec, the last of its section, that is for all keys that no other is for. */
#define KEY_ANY "NAME"

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
	/* what an item of a list is that is no mapping; NULL: none may be */
	const struct key_spec *plain;
	const char *what; /* for the reference page */
	/* Instead of `what`, where a table provides the text. */
	void (*put_what)(const char *key, FILE *out);
};

/* The keys that one mapping may have. */
struct key_section {
	const char *name; /* as messages and the reference page call it */
	const char *what;
	const struct key_spec *keys;
};

#endif
