/* SPDX-License-Identifier: Apache-2.0 */
/* The ratio counters of a node: their keys and modules. */
#ifndef GNO_GEN_RATIOS_H
#define GNO_GEN_RATIOS_H

#include "tables/key.h"

struct ratios_kind {
	struct key_section section;
	const char *one; /* a pair, as the list of nodes in the emitted file calls it */
	const char *many;

	const char *module; /* of the library, for the pairs of a group */
	const char *instance;
	const char *join; /* the module that joins the words of several groups */
	const char *join_instance;
	const char *title;
};

extern const struct ratios_kind ratios;

#endif
