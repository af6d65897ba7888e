/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPERIMENT_PARTS_H
#define GNO_EXPERIMENT_PARTS_H

/* An experiment while it is read and compiled; what comes of it is a pattern file. */

#include "base/index.h"
#include "gnomon/experiment.h"
#include "gnomon/manifest.h"
#include "gnomon/pattern_file.h"
#include "gnomon/program.h"
#include "match/match.h"
#include "preprocessors/table.h"
#include "match/patterns.h"
#include "tables/sequence.h"
#include "tables/triggers.h"
#include "common/yaml_reader.h"

enum exp_kind {
	EXP_ENTRY,   /* first instruction of a function */
	EXP_RETURN,  /* all instructions that leave it */
	EXP_ADDRESS, /* a number */
	EXP_SYMBOL,  /* a symbol and an offset in bytes */
	EXP_SOURCE,  /* a line of the source */
	EXP_ACCESS,  /* all bytes of a data symbol */
	EXP_LABEL,   /* GNOMON_POINT in the source */
	EXP_OS,	     /* ways into or out of the operating system */
	EXP_MATCH,   /* an expression over the fields */
	EXP_SEQUENCE,
	EXP_TIMEOUT, /* of a sequence */
	EXP_STRICT,
	EXP_TIMER,
	EXP_WATCHDOG,
	EXP_THRESHOLD,
	EXP_HOST, /* fired from outside */
	EXP_CODE, /* a write to an event port */
	EXP_KINDS,
};

/* Names of the kinds, as they stand in a pattern file. */
extern const char *const exp_kind_names[EXP_KINDS];

/* The groups that actions name. */
struct exp_choice {
	struct gno_group_choice of[GNO_CHOICES];
	yaml_node_t *list[GNO_CHOICES]; /* where they stand, NULL: the action names none */
};

/* Something that has a name: a point of the program, or another trigger. */
struct exp_point {
	char *name;
	struct gno_yaml_mark at; /* of the name */
	enum exp_kind kind;
	yaml_node_t *value;	/* what it is; NULL after a fault */
	yaml_node_t *field_at;	/* of the field that was named, NULL: none */
	const char *field;	/* NULL: as usual for the kind */
	const char *os_at;	/* symbol of the entry to the operating system, NULL: find it */
	yaml_node_t *nodes_at;	/* the list of nodes, NULL: none was given */
	uint32_t offset;	/* EXP_SYMBOL */
	enum gno_pattern_os os; /* EXP_OS */
	unsigned actions;
	yaml_node_t *actions_at;  /* where they stand, NULL: as usual */
	struct exp_choice choice; /* of them */
	uint32_t *address; /* that are recognised, ascending; EXP_ACCESS: of the first and the last
			      byte */
	size_t addresses;
	bool resolved; /* addresses are known, or it needs none */
	bool at_fault; /* and it was told: its predicate cannot be made */
	bool on[GNO_MAX_NODES];
	int code[GNO_MAX_NODES]; /* event code or trigger number, -1: none */
	size_t sequence; /* EXP_SEQUENCE, EXP_TIMEOUT, EXP_STRICT, EXP_THRESHOLD, EXP_CODE: place in
			    the list of them */
};

struct exp_sequence {
	struct gno_seq seq;
	size_t point;
	int timeout;	  /* its point of time-outs, -1: it has none */
	unsigned overlap; /* attempts that are followed side by side, each by a sequence of the
			     node; 1: one */
	yaml_node_t *overlap_at; /* NULL: not given */
	int *step;		 /* points of the steps; -1: a word, or unknown */
	int **unless;
};

/* Writes to an event port that have a name. */
struct exp_code {
	size_t point;
	bool write[1024];     /* by word address */
	yaml_node_t *data_at; /* NULL: whatever the data */
	unsigned data, mask;  /* of the lowest bits of the data */
};

struct exp_threshold {
	size_t point;
	yaml_node_t *fire_at, *rearm_at; /* NULL: not given */
	struct gno_threshold_limits limits;
};

/* A line of a node's router. */
struct exp_line {
	char *text; /* its expression; NULL: it is never 1 */
	struct gno_route route;
};

/* A gate, as the experiment says it. */
struct exp_gate {
	yaml_node_t *map;
	size_t *open, *close; /* points */
	size_t opens, closes;
	uint8_t bits;
	uint16_t process, mask;
};

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
	char *manifest_path, *program_path;
	struct gno_manifest *m; /* NULL after a fault */
	struct gno_program *program;
	bool has_program; /* one is named, though it may be at fault */
	enum gno_buffer_mode mode;
	unsigned after;
	bool scope[GNO_MAX_NODES]; /* what names no nodes is at these */
	bool collect;
	struct gno_yaml_mark collect_at; /* where 'collect' stands */
	unsigned limit_ms;
	bool may_repeat;	/* measures may be split into rounds */
	unsigned round, rounds; /* which round this is, and of how many */
	struct exp_point *point;
	size_t points;
	struct base_index names; /* of the points */
	struct exp_sequence *sequence;
	size_t sequences;
	struct exp_interval *interval;
	size_t intervals;
	int until; /* -1: none */
	yaml_node_t *until_nodes;
	bool until_on[GNO_MAX_NODES];
	struct exp_threshold *threshold;
	size_t thresholds;
	struct exp_code *code;
	size_t codes;
	struct exp_gate *gate;
	size_t gates;
	struct exp_use *use; /* [node]; NULL where the manifest is at fault */
	int timer, watchdog; /* their points, -1: none */
	uint64_t timer_every;
	bool profile;
	int watchdog_event; /* point that feeds it */
	uint64_t watchdog_after;
	unsigned port; /* actions */
	struct exp_choice port_choice;
	yaml_node_t *port_at; /* where they stand, NULL: as usual */
	bool port_on[GNO_MAX_NODES];
	struct gno_match ***match; /* [node][point]; nodes with the same fields may share a list */
	struct gno_rank_tables *ranks; /* [node]; filled where it owns its ranks */
};

/* -- experiment/points.c -- */

/* Place of the point that a scalar names; -1 and a fault where there is none. */
int exp_find_point(struct gno_yaml *y, const struct experiment *e, yaml_node_t *node);

/* Place of the point of that name, -1: none. A fault names the nearest. */
int exp_point_named(struct gno_yaml *y, const struct experiment *e, const char *name,
		    struct gno_yaml_mark at);

/* Adds a point of that name, recorded; NULL after a fault (there is one of that name). */
struct exp_point *exp_add_point(struct gno_yaml *y, struct experiment *e, const char *name,
				struct gno_yaml_mark at, enum exp_kind kind);

/* Reads the section of points. */
void exp_read_points(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);

/* Reads the actions of points. */
void exp_read_actions(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);
void exp_read_intervals(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);

/* The bits of a list of actions; *choice is the groups that they name (exp_free_choice). */
unsigned exp_actions(struct gno_yaml *y, yaml_node_t *list, const char *what,
		     struct exp_choice *choice);

/* -- experiment_groups.c -- */

/* Reads { reset: [GROUP, ...] } and the like: the bits of its actions. */
unsigned exp_read_choice(struct gno_yaml *y, yaml_node_t *map, const char *what,
			 struct exp_choice *out);
void exp_free_choice(struct exp_choice *choice);

/* Reports groups that are not at the nodes in question, or have nothing for the action. */
void exp_check_choice(struct gno_yaml *y, const struct experiment *e, const bool *on,
		      const struct exp_choice *choice, const char *what);

/* -- experiment_points.c -- */

/* Place of a word in a list that ends with NULL; -1 and a fault where it is not there. */
int exp_choose(struct gno_yaml *y, yaml_node_t *node, const char *what, const char *const *list);

/* Whether a point is an event of the watched word, and no other trigger. */
bool exp_is_event(const struct exp_point *p);

/* -- experiment/triggers.c -- */

/* Read the sections of the other triggers; each adds its points. */
void exp_read_sequences(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);
void exp_read_timer(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);
void exp_read_watchdog(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);
void exp_read_port(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);

/* The point of the program that is named and can be waited for; -1 after a fault. */
int exp_find_event(struct gno_yaml *y, const struct experiment *e, const char *name,
		   struct gno_yaml_mark at);

/* -- experiment/codes.c -- */

/* Reads the names of writes to event ports; each is a point. */
void exp_read_codes(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);

/* Gives the codes their numbers at each node, once it is known where they are; reports what does
 * not fit. */
void exp_number_codes(struct gno_yaml *y, struct experiment *e);

/* The codes of a node's writes, as the tables want them; the classes that they need. */
unsigned exp_node_codes(const struct experiment *e, unsigned node, struct gno_port_codes *out);

/* -- experiment/named.c -- */

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

/* Names of a node's thresholds; whether some node has one of that name. */
const char *exp_threshold_name(const struct gno_node *n, unsigned i);
bool exp_is_threshold(const struct experiment *e, const char *name);

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

/* -- experiment/use.c: what the nodes are to measure -- */

/* Room for it, and for the bounds of buckets as they are without the experiment's word. */
void exp_make_uses(struct gno_yaml *y, struct experiment *e);
void exp_free_uses(struct experiment *e);

/* What a node is to measure, as the tables want it; `route` has room for all lines. */
void exp_node_measures(const struct experiment *e, unsigned node, struct gno_route *route,
		       struct gno_node_measures *out);

/* -- experiment/limits.c -- */

/* Read thresholds and add their points; add the point of the host where the monitor has its
 * trigger. */
void exp_read_thresholds(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);
void exp_add_host(struct gno_yaml *y, struct experiment *e);

/* Tells the limits of a threshold that the quantity of a node cannot reach. */
void exp_check_threshold(struct gno_yaml *y, const struct experiment *e,
			 const struct exp_threshold *t, const struct gno_node *n);

/* Read windows and the ranges of buckets. */
void exp_read_windows(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);
void exp_read_buckets(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* The bounds of a unit of buckets that the experiment says nothing of. */
void exp_usual_bounds(const struct gno_node *n, unsigned unit, uint32_t *bound);

/* -- experiment/route.c -- */

void exp_read_routes(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);
void exp_read_gates(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* Whether the gate of some node waits for the event of a point. */
bool exp_gate_waits_for(const struct experiment *e, size_t point);

/* Tells of gates that wait for points which are not at their nodes, and of what is routed in part
 * only. */
void exp_check_uses(struct gno_yaml *y, const struct experiment *e);

/* -- experiment/count.c -- */

/* Reads which events the event lines count. */
void exp_read_counts(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* Reports points that are at no node where a line counts them. */
void exp_check_counts(struct gno_yaml *y, const struct experiment *e);

/* Whether the event line of some node counts a point. */
bool exp_is_counted(const struct experiment *e, size_t point);

/* -- experiment/measures.c -- */

/* Gives measures their pairs. */
void exp_read_measures(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* -- experiment/place.c -- */

/* Decides at which nodes the other triggers are, gives them their numbers, and tells what does not
 * fit. */
void exp_place_triggers(struct gno_yaml *y, struct experiment *e);

/* Trigger numbers that a point has at a node, from its first one on. */
unsigned exp_numbers(const struct experiment *e, const struct exp_point *p);

/* What a node is to do, once event codes are known. */
void exp_node_triggers(const struct experiment *e, unsigned node, struct gno_node_triggers *out);

/* -- experiment/resolve.c -- */

/*
 * Finds the addresses of all points in the program, makes the predicates and decides at which nodes
 * the points are; what is not there is a fault.
 */
void exp_resolve(struct gno_yaml *y, struct experiment *e);
void exp_free_matches(struct experiment *e);

/* Whether two nodes watch words of the same fields. */
bool exp_same_fields(const struct gno_node *a, const struct gno_node *b);

/* -- experiment/tables.c -- */

/* Gives the points their codes and compiles the ranks; tells what does not fit and what is hidden.
 */
void exp_compile(struct gno_yaml *y, struct experiment *e);

/* -- experiment/file.c -- */

/* The pattern file of an experiment without faults. *out is the caller's. GNO_ERR_NOMEM. */
int exp_pattern_file(const struct experiment *e, struct gno_pattern_file **out,
		     struct gno_err *err);

/* -- experiment.c -- */

/* As gno_experiment_load, of an experiment whose text was read. */
int exp_load(const char *path, char *text, const struct gno_experiment_options *options,
	     struct gno_manifest **m, struct gno_pattern_file **p, struct gno_faults *faults,
	     struct gno_err *err);

#endif
