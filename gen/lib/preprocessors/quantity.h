/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kinds of quantities. A kind is a row of quantity.c, which holds all that the generator knows
 * of it: the model, the checks, the plan and the emitters ask the kind and name none.
 */
#ifndef GNO_GEN_QUANTITY_H
#define GNO_GEN_QUANTITY_H

#include <stddef.h>
#include <stdio.h>

/* Their names in the order of the reference page, for a KEY_CHOICE. */
#define QUANTITY_WORDS "pulse latency occupancy total window value class"

/*
 * The keys that some kinds have and others do not. The inputs come first, in the order in which
 * their lines are numbered; their ports are called as they are (`of_i`).
 */
enum quantity_key {
	QUANTITY_OF,
	QUANTITY_FROM,
	QUANTITY_TO,
	QUANTITY_IN,
	QUANTITY_CLEAR,
	QUANTITY_INPUTS,
	QUANTITY_OUTSTANDING = QUANTITY_INPUTS,
	QUANTITY_KEYS,
};

enum quantity_need {
	QUANTITY_REFUSES, /* the kind has no such key */
	QUANTITY_MAY,
	QUANTITY_MUST,
};

enum quantity_source {
	QUANTITY_OF_MODULE, /* a module of the library makes the numbers, `bits` wide */
	QUANTITY_OF_VALUE,  /* they are those of the value that `of` names */
	QUANTITY_OF_CODE,   /* they are event codes */
};

struct quantity_kind {
	const char *name;
	const char *what; /* for the reference page, as all that is called so */
	struct {
		enum quantity_need need;
		const char *what;
	} keys[QUANTITY_KEYS];
	enum quantity_source source;

	const char *module; /* of the library; NULL: it has none */
	int rst;	    /* it has a reset */
	int first;	    /* it restarts with `first_i`; else with its reset */
	int row;	    /* it has a row of the table `quantities` */
	int lost;	    /* it tells what it could not measure, by `lost_o` */
	int lut_bits;	    /* it has a memory, which may be LUT RAM */
	int apart;	    /* no two values in successive cycles */
};

/* Kind `i` of the table; NULL behind the last. */
const struct quantity_kind *quantity_at(size_t i);

/* The kind of that name, or NULL. */
const struct quantity_kind *quantity_find(const char *name);

/* "of", "from", ... */
const char *quantity_key_name(enum quantity_key key);

/* What the kinds are, for the reference page. */
void quantity_put_kinds(const char *key, FILE *out);

/* What the key of that name is to each kind that has it. */
void quantity_put_key(const char *key, FILE *out);

#endif
