/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_POINTS_TRIGGER_H
#define GNO_POINTS_TRIGGER_H

/*
 * A kind of trigger, for those who read an experiment and compile it: each kind is one file of
 * `triggers/`, and no other file that reads experiments names it. A function that is NULL has
 * nothing to add.
 */

#include "compile/points.h"
#include "monitor/table.h"
#include "compile/triggers.h"

/* Clocks that a trigger can count at most. */
#define EXP_MAX_CLOCKS (UINT64_C(1) << 32)

struct exp_trigger {
	const char *name;    /* as the pattern file calls its points */
	const char *section; /* key of an experiment; NULL: no section is about this kind only */
	bool own; /* nodes have it by themselves, as trigger `number_of`: it has no section, and
		     `has`, `is_known`, `read` and `number` are not asked */
	enum gno_trigger_kind number_of;
	unsigned usual;	   /* of `own`: actions beside `record`, as far as the nodes can */
	bool needs_points; /* the section does not go without 'points' */
	const char *needs; /* what a node must have, for a message; with `names` the name of the
			      kind and the point's name */
	enum gno_pattern_kind records;

	/* Names that points of the kind can have at a node; NULL: any. */
	exp_names names;
	/* Whether a node has what such points need; not asked where there are `names`. */
	bool (*has)(const struct gno_node *n);

	/* -- of one point -- */

	/* Whether it is complete enough to be placed. NULL: it is where the point is that it comes
	 * with. */
	bool (*is_known)(const struct experiment *e, const struct exp_point *p);
	/* A point that it waits for and that is not at node `k`; -1: there is none. */
	int (*missing)(const struct experiment *e, const struct exp_point *p, unsigned k);
	/* Trigger numbers that it has, from its first one on; NULL: 1. */
	unsigned (*numbers)(const struct exp_point *p);
	/* What it is, for a reader; the caller's. NULL: no memory. */
	char *(*describe)(const struct experiment *e, const struct exp_point *p);
	/* Frees its data. */
	void (*free)(void *data);

	/* -- of all points of the kind -- */

	/* Reads the section and adds its points. Without a section: adds what the monitor itself
	 * has; `map` is NULL. */
	void (*read)(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);
	/* Gives the points at a node their numbers, and reports what does not fit there. */
	void (*number)(struct gno_yaml *y, struct experiment *e, const struct gno_node *n);
	/* The same for all nodes, once the numbers of the other kinds are known. */
	void (*number_all)(struct gno_yaml *y, struct experiment *e);
	/* Whether one of them waits for the event of a point. */
	bool (*waits_for)(const struct experiment *e, size_t point);
	/* Whether one of them needs the word of a point, and no event code for it. */
	bool (*has_word)(const struct experiment *e, size_t point);
	/* Whether one of them watches a quantity of a node. */
	bool (*looks_at)(const struct experiment *e, const struct gno_node *n, unsigned quantity);

	/* What they add to the tables of a node, and to the head of the pattern file. */
	void (*put)(const struct experiment *e, const struct gno_node *n,
		    struct gno_node_triggers *out);
	void (*put_settings)(const struct experiment *e, const struct gno_node *n,
			     struct gno_node_settings *out);
	void (*put_head)(const struct experiment *e, struct gno_pattern_file *out);
};

#endif
