/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPERIMENT_PARTS_H
#define GNO_EXPERIMENT_PARTS_H

/* The sections of an experiment and what is made of them; what comes of all is a pattern file. */

#include "experiment/experiment.h"
#include "compile/match/patterns.h"
#include "compile/points.h"
#include "compile/triggers.h"

/* -- experiment/points.c -- */

/* Reads the section of points. */
void exp_read_points(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);

/* Reads the actions of points. */
void exp_read_actions(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);

/* The bits of a list of actions; *choice is the groups that they name (exp_free_choice). */
unsigned exp_actions(struct gno_yaml *y, yaml_node_t *list, const char *what,
		     struct exp_choice *choice);

/* Frees them. */
void exp_free_choice(struct exp_choice *choice);

/* Reports groups that are not at the nodes in question, or have nothing for the action. */
void exp_check_choice(struct gno_yaml *y, const struct experiment *e, const bool *on,
		      const struct exp_choice *choice, const char *what);

/* Reads what event ports do, which the nodes have with and without the section. */
void exp_read_port(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);

/* -- experiment/intervals.c -- */

/* The points of intervals that are those of a function. */
struct exp_spans {
	struct exp_span {
		int from, to; /* -1: it has none, or they are at fault */
	} * of;		      /* [entry of the section]; NULL: there is no section, or no memory */
	size_t entries;
	bool any; /* interval of a function */
};

/* Makes them, so that other sections can name them. */
void exp_read_spans(struct gno_yaml *y, struct experiment *e, yaml_node_t *map,
		    struct exp_spans *out);

/* Reads all intervals, once the points have their actions; frees `spans`. */
void exp_read_intervals(struct gno_yaml *y, struct experiment *e, yaml_node_t *map,
			struct exp_spans *spans);

/* -- experiment/calls.c: points that are entries and returns -- */

#define EXP_CALLED_SUFFIX 16 /* room for what the name of such a point has at its end */

/* Points of the experiment that are the entry or the returns of a function. */
struct exp_called {
	bool everywhere; /* only those without nodes of their own */
	struct exp_called_point {
		enum exp_place kind;
		const struct gno_function *of;
		size_t place;
	} * point; /* the caller's to free */
	size_t points;
};

/* Finds those that look in the usual field, with room for some more. false: there is no memory. */
bool exp_find_called(struct gno_yaml *y, const struct experiment *e, size_t more,
		     struct exp_called *c);

/* Place of the point that is the entry or the returns of a function, -1: there is none. */
int exp_point_called(const struct exp_called *c, enum exp_place kind, const struct gno_function *f);

/*
 * Makes it: OF.entry or OF.return; f_ADDRESS.entry where that is no name, or that of another point.
 * `value` is where the experiment asks for it, `image` the program. Functions of one name in
 * several programs have one point.
 */
struct exp_point *exp_add_called(struct gno_yaml *y, struct experiment *e, const char *of,
				 const struct gno_function *f, enum exp_place kind,
				 yaml_node_t *value, size_t image);

/* -- experiment/calls.c -- */

/* Reads the functions whose entries and returns are points, too. */
void exp_read_calls(struct gno_yaml *y, struct experiment *e, yaml_node_t *value);

/* -- experiment/limits.c -- */

/* Reads the limits, once it is known what is measured and where. */
void exp_read_limits(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* -- experiment/processes.c -- */

/* Reads the names of processes, and what they are to a server. */
void exp_read_processes(struct gno_yaml *y, struct experiment *e, yaml_node_t *map);

/* -- experiment/use.c: what the nodes are to measure -- */

/* Room for it, and for the bounds of buckets as they are without the experiment's word. */
void exp_make_uses(struct gno_yaml *y, struct experiment *e);
void exp_free_uses(struct experiment *e);

/* What a node is to measure, as the tables want it; `route` has room for all lines. */
void exp_node_settings(const struct experiment *e, unsigned node, struct gno_route *route,
		       struct gno_node_settings *out);

/* Read windows and the ranges of buckets. */
void exp_read_windows(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);
void exp_read_buckets(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* -- experiment/route.c -- */

#define EXP_GATE_LINE "gate" /* the line of the gate, which stands in its section */

void exp_read_routes(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* Parses an expression for a line of a node. */
void exp_set_line(struct gno_yaml *y, struct experiment *e, unsigned node, unsigned line,
		  const char *name, yaml_node_t *value);

/* Reports what is counted at no node, and what is routed in part only. */
void exp_check_uses(struct gno_yaml *y, const struct experiment *e);

/* -- experiment/gate.c -- */

void exp_read_gates(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);
void exp_free_gates(struct experiment *e);

/* Whether the gate of some node waits for the event of a point. */
bool exp_gate_waits_for(const struct experiment *e, size_t point);

/* Reports gates that wait for points which are not at their nodes. */
void exp_check_gates(struct gno_yaml *y, const struct experiment *e);

/* What the gate of a node adds to its tables. */
void exp_gate_triggers(const struct experiment *e, unsigned node, struct gno_node_triggers *out);
void exp_gate_settings(const struct experiment *e, unsigned node, struct gno_node_settings *out);

/* -- experiment/count.c -- */

/* Reads which events the event lines count. */
void exp_read_counts(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* Reports points that are at no node where a line counts them. */
void exp_check_counts(struct gno_yaml *y, const struct experiment *e);

/* Once it is known what ends the run: warns of nodes that keep that to themselves. */
void exp_warn_kept(struct gno_yaml *y, const struct experiment *e);

/* Whether the event line of some node counts a point. */
bool exp_is_counted(const struct experiment *e, size_t point);

/* -- experiment/measures.c -- */

/* Gives measures their pairs. */
void exp_read_measures(struct gno_yaml *y, struct experiment *e, yaml_node_t *list);

/* -- experiment/programs.c -- */

/* Loads the programs that the nodes run; `override`: the path of one in place of that which `node`
 * names. */
void exp_read_programs(struct gno_yaml *y, struct experiment *e, yaml_node_t *node,
		       const char *override);
void exp_free_programs(struct experiment *e);
void exp_free_where(const struct experiment *e, struct exp_point *p);

/* -- experiment/place.c -- */

/* Decides at which nodes the other triggers are, gives them their numbers, and tells what does not
 * fit. */
void exp_place_triggers(struct gno_yaml *y, struct experiment *e);

/* What a node is to do, once event codes are known. */
void exp_node_triggers(const struct experiment *e, unsigned node, struct gno_node_triggers *out);

/* -- experiment/resolve.c -- */

/*
 * Finds the addresses of all points in the program, makes the predicates and decides at which nodes
 * the points are; what is not there is a fault.
 */
void exp_resolve(struct gno_yaml *y, struct experiment *e);

/* Says of the point of a function where else its code runs, and what else may leave it. */
void exp_warn_of_others(struct gno_yaml *y, const struct gno_program *prog,
			const struct exp_point *p, const struct gno_function *f);
void exp_warn_of_jumps(struct gno_yaml *y, const struct exp_point *p, const struct gno_function *f);

void exp_free_matches(struct experiment *e);

/* Whether two nodes watch words of the same fields. */
bool exp_same_fields(const struct gno_node *a, const struct gno_node *b);

/* -- experiment/tables.c -- */

/* Gives the points their codes and compiles the ranks; tells what does not fit and what is hidden.
 */
void exp_compile(struct gno_yaml *y, struct experiment *e);

/* -- experiment/file.c -- */

/* Whether a report puts names to addresses that are no points. */
bool exp_needs_program(const struct experiment *e, const struct gno_pattern_file *out);

/* The pattern file of an experiment without faults. *out is the caller's. GNO_ERR_NOMEM. */
int exp_pattern_file(const struct experiment *e, struct gno_pattern_file **out,
		     struct gno_err *err);

/* -- experiment.c -- */

/* As gno_experiment_load, of an experiment whose text was read. */
int exp_load(const char *path, char *text, const struct gno_experiment_options *options,
	     struct gno_manifest **m, struct gno_pattern_file **p, struct gno_faults *faults,
	     struct gno_err *err);

#endif
