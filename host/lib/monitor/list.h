/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PREPROCESSOR_LIST_H
#define GNO_PREPROCESSOR_LIST_H

/*
 * The lists of a node's manifest that have what reads quantities, counters, and segments. A list is
 * a row of list.c, which states what an item has: preprocessors.c reads, checks, groups and frees
 * them all by that.
 */

#include <stddef.h>
#include "monitor/manifest.h"

#define GNO_MAX_BANKS 2 /* of counters */
#define GNO_MAX_BANK_INPUTS 256

/* What a key of an item is, and what it becomes. */
enum gno_list_form {
	GNO_LIST_QUANTITY,   /* name of a quantity; its place among them */
	GNO_LIST_NUMBER,     /* least to most */
	GNO_LIST_EITHER,     /* least or most */
	GNO_LIST_POWER,	     /* a power of two, least to most */
	GNO_LIST_INPUTS,     /* least to most inputs, as of a pair; a `char **`, and their number */
	GNO_LIST_EVENT_LINE, /* name of an event line; its place among them */
	GNO_LIST_KEEP,	     /* "cycles" or "changes"; enum gno_keep */
};

struct gno_list_key {
	const char *name; /* NULL ends the list */
	enum gno_list_form form;
	size_t to;     /* offset in an item: of an `unsigned`, if the form states nothing else */
	size_t number; /* GNO_LIST_INPUTS: offset of their number */
	unsigned least, most;
};

#define GNO_LIST_KEYS 6

struct gno_list_kind {
	const char *name; /* key of the manifest */
	unsigned most;	  /* items of a node */
	bool optional;	  /* without the key the list is empty */
	size_t size;	  /* of an item, which begins with its name, a `char *` */
	size_t group;	  /* offset of its group; 0: it is in none */
	size_t list;	  /* offset in struct gno_preprocessors: of the items, */
	size_t count;	  /* and of their number */
	struct gno_list_key keys[GNO_LIST_KEYS];
	/* What is wrong with an item whose keys are each right, and *key with which; NULL: nothing.
	 * May be NULL itself. */
	const char *(*check)(const void *item, const char **key);
};

/* List `i`, in the order in which they are read; NULL behind the last. */
const struct gno_list_kind *gno_list_at(size_t i);

/* The items of a node, and how many they are. */
void gno_list_set(struct gno_preprocessors *m, const struct gno_list_kind *kind, void *list,
		  unsigned count);
unsigned gno_list_count(const struct gno_preprocessors *m, const struct gno_list_kind *kind);
void *gno_list_array(const struct gno_preprocessors *m, const struct gno_list_kind *kind);

/* Item `i` of them; its name; the number at an offset; the inputs of a key. */
void *gno_list_item(const struct gno_preprocessors *m, const struct gno_list_kind *kind,
		    unsigned i);
char **gno_list_name(void *item);
unsigned *gno_list_number(void *item, size_t to);
char ***gno_list_inputs(void *item, const struct gno_list_key *key);

#endif
