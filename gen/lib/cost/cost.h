/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a monitor costs: the plan of each watched word beside its alternatives, and the RAM blocks
 * and LUT RAM of the whole. `gnomon cost` prints it.
 */
#ifndef GNO_GEN_COST_H
#define GNO_GEN_COST_H

#include <stdio.h>

#include "common/arena.h"
#include "cost/devices.h"
#include "cost/units.h"
#include "plan/plan.h"
#include "plan/ranks.h"

/* One way to plan the ranks of a word. */
struct cost_plan {
	const char *name; /* "ram", ..., "levels 4", "paper" */
	int chosen;	  /* the one of the description */
	struct rank_tree tree;
};

/* The plans of one family by goal. */
struct cost_family {
	const struct family *family;
	unsigned copies; /* trees in place of one where it cannot be shared */
	struct rank_tree trees[RANKS_GOALS];
};

/* Nodes whose words are planned alike. */
struct cost_watch {
	struct ranks_query query;
	const char *nodes;	      /* their names, with commas between */
	unsigned trees;		      /* sets of ranks that they have */
	const struct rank_tree *tree; /* the chosen one */
	const struct cost_plan *plans;
	size_t plans_count;
	const struct cost_family *families; /* NULL: not requested */
	size_t families_count;
};

/* RAM of one part of the monitor. */
struct cost_item {
	const char *what;
	unsigned blocks;
	unsigned sprams;
	unsigned lut_bits; /* bits of LUT RAM */
};

/* The ROM, which has the same contents for every family. */
struct cost_rom {
	size_t bytes;	 /* 0: there is none */
	size_t manifest; /* bytes of the manifest's file */
};

struct cost {
	const struct plan *plan;
	const struct family *family;
	const struct cost_watch *watches;
	size_t watches_count;
	const struct cost_item *items;
	size_t items_count;
	const struct cost_unit *units; /* all else; none where the family is not measured */
	size_t units_count;
	unsigned blocks;       /* of all items and units */
	unsigned blocks_least; /* the same, unless a unit has two numbers */
	unsigned sprams;
	unsigned lut_bits;
	unsigned ranks_logic; /* logic cells of all ranks */
	unsigned cells;	      /* of the monitor; 0: not known, as its units */
	struct cost_rom rom;
};

/* Works the costs out, in the arena; with `families` for all families. Returns GEN_OK or
 * GEN_ERR_NOMEM. */
int cost_make(const struct plan *plan, struct cost_rom rom, int families, struct arena *arena,
	      struct cost *out);

/* Flip-flops of `register_taps`: those of the signals' bits, of a bus its writes', what is recorded
 * of the lines in their interrupt form, and one of the START pulse; 0 without the key. */
unsigned cost_tap_bits(const struct plan *plan);

/* Flip-flops of `sync` (gnomon_link_time); 0 without the key. */
unsigned cost_sync_bits(const struct plan *plan);

/* RAM blocks of the ROM in a family. */
unsigned cost_rom_blocks(const struct cost_rom *rom, const struct family *family);

/* Prints them for people, and whether the monitor fits a device; NULL: none is named. */
void cost_print(const struct cost *cost, const struct device *device, FILE *out);

/* Prints them as one JSON object. Returns GEN_OK or GEN_ERR_NOMEM. */
int cost_print_json(const struct cost *cost, const struct device *device, FILE *out);

#endif
