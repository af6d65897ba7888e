/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_POINTS_H
#define GNO_POINTS_H

/* An experiment while it is read and compiled: its points, and what they hang on. */

#include "base/index.h"
#include "common/errors.h"
#include "compile/pattern_file.h"
#include "monitor/manifest.h"
#include "program/program.h"
#include "compile/match/match.h"
#include "compile/match/rank_tables.h"
#include "monitor/table.h"
#include "common/yaml_reader.h"

/* The kinds of points that are events of the watched word, as keys of a point. */
enum exp_place {
	EXP_ENTRY,   /* first instruction of a function */
	EXP_RETURN,  /* all instructions that leave it */
	EXP_ADDRESS, /* a number */
	EXP_SYMBOL,  /* a symbol and an offset in bytes */
	EXP_SOURCE,  /* a line of the source */
	EXP_ACCESS,  /* all bytes of a data symbol */
	EXP_LABEL,   /* GNOMON_POINT in the source */
	EXP_OS,	     /* ways into or out of the operating system */
	EXP_MATCH,   /* an expression over the fields */
	EXP_PLACES,
};

/* A kind of point that is no event of the watched word (trigger.h). */
struct exp_trigger;

/* The groups that actions name. */
struct exp_choice {
	struct gno_group_choice of[GNO_CHOICES];
	yaml_node_t *list[GNO_CHOICES]; /* where they stand, NULL: the action names none */
};

/* A program, and the nodes that run it. */
struct exp_image {
	struct gno_program *program;
	bool on[GNO_MAX_NODES];
};

/* Where a point lies in a program. */
struct exp_where {
	bool found;
	uint64_t *address; /* that are recognised, ascending; EXP_ACCESS: of the first and the last
			      byte */
	size_t addresses;
	/* EXP_ENTRY, EXP_RETURN: the function, NULL: none, or not yet known */
	const struct gno_function *called;
};

/* Something that has a name: a point of the program, or another trigger. */
struct exp_point {
	char *name;
	struct gno_yaml_position at;	   /* of the name */
	const struct exp_trigger *trigger; /* what fires it; NULL: an event of the watched word */
	void *data;			   /* of the trigger, which knows what it is */
	enum exp_place kind;		   /* of an event */
	yaml_node_t *value;		   /* what it is; NULL after a fault */
	yaml_node_t *field_at;		   /* of the field that was named, NULL: none */
	const char *field;		   /* NULL: as usual for the kind */
	const char *os_at;	/* symbol of the entry to the operating system, NULL: find it */
	yaml_node_t *nodes_at;	/* the list of nodes, NULL: none was given */
	uint64_t offset;	/* EXP_SYMBOL; EXP_ADDRESS: all of it */
	enum gno_pattern_os os; /* EXP_OS */
	unsigned actions;
	yaml_node_t *actions_at;  /* where they stand, NULL: as usual */
	struct exp_choice choice; /* of them */
	struct exp_where *where;  /* in each program; one if there is none */
	bool made;		  /* by 'calls' or an interval, which know the function */
	bool resolved;		  /* addresses are known, or it needs none */
	bool at_fault;		  /* and it was reported: its predicate cannot be made */
	bool on[GNO_MAX_NODES];
	int code[GNO_MAX_NODES]; /* event code or trigger number, -1: none */
};

/* A line of a node's router. */
struct exp_line {
	char *text; /* its expression; NULL: it is never 1 */
	struct gno_route route;
};

struct exp_gate; /* experiment/gate.c */

/* What a node is to measure. */
struct exp_use {
	struct exp_line *line;		     /* by number */
	int gate;			     /* place in the list of them, -1: always open */
	uint32_t window[GNO_MAX_QUANTITIES]; /* clocks less one */
	bool windowed[GNO_MAX_QUANTITIES];   /* and whether the experiment says so */
	uint32_t *bound[GNO_MAX_UNITS];
	bool bounded[GNO_MAX_UNITS]; /* whether the experiment says so */
	struct gno_pattern_measure *measure;
	size_t measures;
	uint8_t *event_lines; /* that each point drives, a bit each; NULL: none does */
};

struct exp_interval {
	char *name;
	const yaml_node_t *key;
	size_t from, to;
};

struct experiment {
	const char *path;
	char *text;
	char *device;
	char *manifest_path;
	struct gno_manifest *m;	 /* NULL after a fault */
	struct exp_image *image; /* at different nodes */
	size_t images;
	bool has_program; /* one is named, though it may be at fault */
	enum gno_buffer_mode mode;
	unsigned after;
	bool scope[GNO_MAX_NODES]; /* what names no nodes is at these */
	bool collect;
	struct gno_yaml_position collect_at; /* where 'collect' stands */
	unsigned limit_ms;
	bool may_repeat;	/* measures may be split into rounds */
	unsigned round, rounds; /* which round this is, and of how many */
	struct exp_point *point;
	size_t points;
	struct base_index names; /* of the points */
	size_t *trigger;	 /* places of the points that are no events */
	size_t triggers;
	const struct exp_trigger *const *kinds; /* of triggers, then NULL */
	struct exp_interval *interval;
	size_t intervals;
	struct gno_pattern_process *process; /* names of processes */
	size_t processes;
	int until;			   /* -1: none */
	struct gno_yaml_position until_at; /* where its point is named */
	yaml_node_t *until_nodes;
	bool until_on[GNO_MAX_NODES];
	char **limit; /* what must hold of a run */
	size_t limits;
	struct exp_gate *gate;
	size_t gates;
	struct exp_use *use; /* [node]; NULL where the manifest is at fault */
	unsigned port;	     /* actions */
	struct exp_choice port_choice;
	yaml_node_t *port_at; /* where they stand, NULL: as usual */
	bool port_on[GNO_MAX_NODES];
	struct gno_match ***match; /* [node][point]; nodes with the same fields may share a list */
	struct gno_rank_tables *ranks; /* [node]; filled where it owns its ranks */
};

/* -- points.c -- */

/* Whether a point is an event of the watched word, and no other trigger. */
bool exp_is_event(const struct exp_point *p);

/* Which records bear the number of a point. */
enum gno_pattern_kind exp_records(const struct exp_point *p);

/* What a point is, in a word, as it stands in a pattern file. */
const char *exp_what(const struct exp_point *p);

/* Trigger numbers that a point has at a node, from its first one on. */
unsigned exp_numbers(const struct exp_point *p);

/* Whether a place in the list is that of a point without fault. */
bool exp_is_sound(const struct experiment *e, int point);

/* Place of the point that a scalar names; -1 and a fault where there is none. */
int exp_find_point(struct gno_yaml *y, const struct experiment *e, yaml_node_t *node);

/* Place of the point of that name, -1: none. A fault names the nearest. */
int exp_point_named(struct gno_yaml *y, const struct experiment *e, const char *name,
		    struct gno_yaml_position at);

/* The point of the program that is named and can be waited for; -1 after a fault. */
int exp_find_event(struct gno_yaml *y, const struct experiment *e, const char *name,
		   struct gno_yaml_position at);

/* Adds a point of that name, recorded; NULL after a fault (there is one of that name). */
struct exp_point *exp_add_point(struct gno_yaml *y, struct experiment *e, const char *name,
				struct gno_yaml_position at, const struct exp_trigger *trigger);

/* The same for a trigger, with `size` bytes of data, all 0, that the kind frees. */
struct exp_point *exp_add_trigger(struct gno_yaml *y, struct experiment *e, const char *name,
				  struct gno_yaml_position at, const struct exp_trigger *trigger,
				  size_t size);

/* The same for a trigger that there is one of, at the nodes that a list names (NULL: no list). */
struct exp_point *exp_add_single(struct gno_yaml *y, struct experiment *e, yaml_node_t *map,
				 yaml_node_t *nodes, const struct exp_trigger *trigger,
				 size_t size);

/*
 * The same for a trigger that nodes of the monitor have by themselves: where any node of the
 * experiment has it, it is recorded and does what is usual for it.
 */
void exp_add_own(struct gno_yaml *y, struct experiment *e, const struct exp_trigger *trigger);

/* Whether a node has what such a trigger needs. */
bool exp_has_trigger(const struct gno_node *n, const struct exp_trigger *trigger);

/* The point of a kind that comes next in the list of triggers, from place *at on; NULL: none. */
struct exp_point *exp_next(const struct experiment *e, const struct exp_trigger *trigger,
			   size_t *at);

/* The only point of a kind, NULL: there is none; gives it its number at a node where it is. */
struct exp_point *exp_single(const struct experiment *e, const struct exp_trigger *trigger);
void exp_number_single(struct experiment *e, const struct gno_node *n,
		       const struct exp_trigger *trigger, enum gno_trigger_kind number);

/* Programs in which points may lie: one where none is named, as a number needs none. */
size_t exp_wheres(const struct experiment *e);

/* The program that a node runs, a place in the list; -1: none. */
int exp_image_of(const struct experiment *e, unsigned node);

/* The program that a node runs, NULL: none. */
struct gno_program *exp_program_of(const struct experiment *e, unsigned node);

/* A gno_match_lookup in a program: the address of a symbol. */
int exp_look_up(void *program, const char *name, uint64_t *value, struct gno_err *err);

/* Place of a word in a list that ends with NULL; -1 and a fault where it is not there. */
int exp_choose(struct gno_yaml *y, yaml_node_t *node, const char *what, const char *const *list);

/* Marks the nodes that a list names; "all" are all of them. */
void exp_read_nodes(struct gno_yaml *y, const struct gno_manifest *m, yaml_node_t *list, bool *on);

/* Reads the nodes of all that names none; without a list they are all nodes. */
void exp_read_scope(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* Whether something is to be at node k: `on` where it has a list of nodes, else as the experiment
 * says. */
bool exp_wanted(const struct experiment *e, const yaml_node_t *nodes_at, const bool *on,
		unsigned k);

/* Name number `i` of things of one kind at a node, NULL after the last; "": one that cannot be
 * named. */
typedef const char *(*exp_names)(const struct gno_node *n, unsigned i);

/* Place of a name among them, -1: it is not there. */
int exp_place_of(const struct gno_node *n, exp_names names, const char *name);

/* Whether some node has a thing of that name. */
bool exp_is_named(const struct experiment *e, exp_names names, const char *name);

/* What is done with an entry at a node, where `place` is that of the thing that it names. */
typedef void (*exp_apply)(struct gno_yaml *y, struct experiment *e, unsigned node, unsigned place,
			  const struct gno_entry *entry);

/*
 * Reads a section whose entries name things of nodes: a mapping, or a list of mappings with 'nodes'
 * each. Without 'nodes' an entry is for all nodes that have what it names; that none has it is a
 * fault.
 */
void exp_read_named(struct gno_yaml *y, struct experiment *e, yaml_node_t *list,
		    const char *section, const char *what, exp_names names, exp_apply apply);

/* Notes that node `n` (NULL: no node) has something of that name, and what there is. */
void exp_no_such(struct gno_yaml *y, const struct experiment *e, const struct gno_node *n,
		 yaml_node_t *at, const char *name, const char *what, exp_names names);

#endif
