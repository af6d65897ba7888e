/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_QUANTITY_H
#define GNO_QUANTITY_H

/*
 * The kinds of quantities: what the host has to know of a kind to read it from a manifest, to fill
 * its tables and to report it. A kind is a row of quantity.c; nothing else in the library names
 * one.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "monitor/manifest.h"

enum gno_quantity_need {
	GNO_QUANTITY_REFUSES, /* the kind has no such input */
	GNO_QUANTITY_MAY,
	GNO_QUANTITY_MUST,
};

struct gno_quantity_kind {
	const char *name; /* as the manifest calls it */
	enum gno_quantity_need input[GNO_QUANTITY_INPUTS];
	bool outstanding; /* requests are outstanding, so many at a time */
	bool window;	  /* it is of N clocks, which an experiment says; they are in a row of the
			     table `quantities` */
	bool codes;	  /* its numbers are event codes */
	bool clips;	  /* larger numbers than it can hold are reported as the largest */
};

/* The kind of that name; NULL: there is none. */
const struct gno_quantity_kind *gno_quantity_kind_find(const char *name);

/* The largest number that it can hold. */
uint32_t gno_quantity_largest(const struct gno_quantity *q);

/* "of", "from", ... */
const char *gno_quantity_input_name(enum gno_quantity_input input);

#endif
