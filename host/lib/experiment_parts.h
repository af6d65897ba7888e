/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPERIMENT_PARTS_H
#define GNO_EXPERIMENT_PARTS_H

/* An experiment while it is read and compiled; what comes of it is a pattern file. */

#include "gnomon/experiment.h"
#include "gnomon/manifest.h"
#include "gnomon/pattern_file.h"
#include "gnomon/program.h"
#include "match.h"
#include "patterns.h"
#include "sequence.h"
#include "triggers.h"
#include "yaml_reader.h"

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
	EXP_KINDS,
};

/* Names of the kinds, as they stand in a pattern file. */
extern const char *const exp_kind_names[EXP_KINDS];

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
	uint32_t *address; /* that are recognised, ascending; EXP_ACCESS: of the first and the last byte */
	size_t addresses;
	bool resolved; /* addresses are known, or it needs none */
	bool at_fault; /* and it was told: its predicate cannot be made */
	bool on[GNO_MAX_NODES];
	int code[GNO_MAX_NODES]; /* event code or trigger number, -1: none */
	size_t sequence;	 /* EXP_SEQUENCE, EXP_TIMEOUT, EXP_STRICT: place in the list of them */
};

struct exp_sequence {
	struct gno_seq seq;
	size_t point;
	int timeout; /* its point of time-outs, -1: it has none */
	int *step;   /* points of the steps; -1: a word, or unknown */
	int **unless;
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
	bool collect;
	unsigned limit_ms;
	unsigned round, rounds; /* which round of the measures this is, and of how many */
	struct exp_point *point;
	size_t points;
	struct exp_sequence *sequence;
	size_t sequences;
	struct exp_interval *interval;
	size_t intervals;
	int until; /* -1: none */
	yaml_node_t *until_nodes;
	bool until_on[GNO_MAX_NODES];
	int timer, watchdog; /* their points, -1: none */
	uint64_t timer_every;
	bool profile;
	int watchdog_event; /* point that feeds it */
	uint64_t watchdog_after;
	unsigned port; /* actions */
	yaml_node_t *port_at;
	bool port_on[GNO_MAX_NODES];
	struct gno_match ***match;     /* [node][point]; nodes with the same fields may share a list */
	struct gno_rank_tables *ranks; /* [node]; filled where it owns its ranks */
};

/* -- experiment_points.c -- */

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

/* The bits of a list of actions. */
unsigned exp_actions(struct gno_yaml *y, yaml_node_t *list, const char *what);

/* Marks the nodes that a list names; "all" are all of them. */
void exp_read_nodes(struct gno_yaml *y, const struct gno_manifest *m, yaml_node_t *list, bool *on);

/* Place of a word in a list that ends with NULL; -1 and a fault where it is not there. */
int exp_choose(struct gno_yaml *y, yaml_node_t *node, const char *what, const char *const *list);

/* Whether a point is an event of the watched word, and no other trigger. */
bool exp_is_event(const struct exp_point *p);

/* -- experiment_triggers.c -- */

/* Read the sections of the other triggers; each adds its points. */
void exp_read_sequences(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);
void exp_read_timer(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);
void exp_read_watchdog(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);
void exp_read_port(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);

/* -- experiment_place.c -- */

/* Decides at which nodes the other triggers are, gives them their numbers, and tells what does not fit. */
void exp_place_triggers(struct gno_yaml *y, struct experiment *e);

/* What a node is to do, once event codes are known. */
void exp_node_triggers(const struct experiment *e, unsigned node, struct gno_node_triggers *out);

/* -- resolve.c -- */

/*
 * Finds the addresses of all points in the program, makes the predicates and decides at which nodes the
 * points are; what is not there is a fault.
 */
void exp_resolve(struct gno_yaml *y, struct experiment *e);
void exp_free_matches(struct experiment *e);

/* Whether two nodes watch words of the same fields. */
bool exp_same_fields(const struct gno_node *a, const struct gno_node *b);

/* -- experiment_tables.c -- */

/* Gives the points their codes and compiles the ranks; tells what does not fit and what is hidden. */
void exp_compile(struct gno_yaml *y, struct experiment *e);

/* -- experiment_file.c -- */

/* The pattern file of an experiment without faults. *out is the caller's. GNO_ERR_NOMEM. */
int exp_pattern_file(const struct experiment *e, struct gno_pattern_file **out, struct gno_err *err);

/* -- experiment.c -- */

/* As gno_experiment_load, of an experiment whose text was read. */
int exp_load(const char *path, char *text, const struct gno_experiment_options *options,
	     struct gno_manifest **m, struct gno_pattern_file **p, struct gno_faults *faults,
	     struct gno_err *err);

#endif
