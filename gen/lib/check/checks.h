/* SPDX-License-Identifier: Apache-2.0 */
/* The checks that a description must pass before anything is made of it. */
#ifndef GNO_GEN_CHECKS_H
#define GNO_GEN_CHECKS_H

#include "common/arena.h"
#include "common/diag.h"
#include "model/model.h"
#include "common/source.h"

struct check;

/* What a check sees. */
struct checker {
	struct source *source;
	struct model *model; /* filled before the first check that uses it */
	struct arena *arena; /* for names made up on the way, and for the model */
	struct diags *diags;
	const struct check *check; /* the one that runs */
};

typedef void (*check_fn)(struct checker *c);

enum check_stage {
	CHECK_TREE,  /* uses the tree of YAML nodes */
	CHECK_MODEL, /* uses the model */
};

#define CHECK_NEEDS_MAX 3

struct check {
	const char *name; /* NULL ends the table */
	check_fn run;
	enum severity severity;
	enum check_stage stage;
	const char *what; /* the rule, for the reference page */
	/* checks that must have found nothing; they come before it */
	const char *needs[CHECK_NEEDS_MAX];
};

extern const struct check checks[];

/*
 * Runs all checks, so that one run reports all faults; a check is skipped where one that it needs
 * has found something. Faults go to `diags`, sorted by line; the model is left in `m`, with strings
 * in `source` and `arena`. Returns GEN_OK, GEN_ERR_INPUT where there is an error, GEN_ERR_NOMEM.
 */
int checks_run(struct source *source, struct arena *arena, struct model *m, struct diags *diags);

/* Reports a fault of the running check at a node of the tree, which later checks then pass over. */
void check_report(struct checker *c, const yaml_node_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Whether faults found so far hide names of this part of the description, or what uses them: a
 * check of what is not there, or not used, passes it over.
 */
int check_hides_names(const struct checker *c, const yaml_node_t *part);

/* Adds the position of the other one to the fault reported last. */
void check_note(struct checker *c, const yaml_node_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Of the tree (check/tree.c). */
void check_yaml_syntax(struct checker *c);
void check_one_document(struct checker *c);
void check_wrong_type(struct checker *c);
void check_unknown_key(struct checker *c);
void check_duplicate_key(struct checker *c);
void check_missing_key(struct checker *c);
void check_item_count(struct checker *c);

/* Of single values (check/value.c). */
void check_bad_number(struct checker *c);
void check_bad_unit(struct checker *c);
void check_out_of_range(struct checker *c);
void check_power_of_two(struct checker *c);
void check_bad_bits(struct checker *c);
void check_bad_choice(struct checker *c);
void check_bad_identifier(struct checker *c);
void check_verilog_keyword(struct checker *c);

/* Of what values mean together (check/model.c, check/names.c). */
void check_module_name(struct checker *c);
void check_node_count(struct checker *c);
void check_duplicate_node(struct checker *c);
void check_duplicate_name(struct checker *c);
void check_reserved_name(struct checker *c);
void check_port_collision(struct checker *c);
void check_spram_family(struct checker *c);
void check_spram_slots(struct checker *c);
void check_spram_wires(struct checker *c);
void check_chip_order(struct checker *c);
void check_chip_delay(struct checker *c);
void check_chip_capture(struct checker *c);
void check_chip_baud(struct checker *c);
void check_spram_wide(struct checker *c);
void check_blocks_slots(struct checker *c);
void check_port_slots(struct checker *c);
void check_port_wide(struct checker *c);
void check_ft245_clock(struct checker *c);
void check_baud_missing(struct checker *c);
void check_baud_unused(struct checker *c);
void check_baud_divisor(struct checker *c);
void check_interrupt_unused(struct checker *c);
void check_interrupt_nobody(struct checker *c);
void check_report_stores(struct checker *c);
void check_store_mark(struct checker *c);
void check_line_registers(struct checker *c);
void check_wide_unused(struct checker *c);
void check_fifo_size(struct checker *c);
void check_same_signal(struct checker *c);
void check_unused_key(struct checker *c);
void check_ring_rate(struct checker *c);

/* Calls `fn` for each port of a node of an entry. */
void check_each_port(struct checker *c, const struct m_node *n, const char *node,
		     void (*fn)(void *context, const char *port), void *context);

/* Of what inputs are connected to (check/connect.c). */
void check_connect_form(struct checker *c);
void check_connect_input(struct checker *c);

/* Of nodes whose time is coarser than a cycle (check/time.c). */
void check_tick_bits(struct checker *c);
void check_tick_parts(struct checker *c);
void check_tick_ports(struct checker *c);

/* Of what a node watches and of its triggers (check/trigger.c). */
void check_watch_fields(struct checker *c);
void check_field_qualifier(struct checker *c);
void check_skip_range(struct checker *c);
void check_word_bits(struct checker *c);
void check_sequence_size(struct checker *c);
void check_code_data(struct checker *c);
void check_share_family(struct checker *c);
void check_share_count(struct checker *c);

/* Of a node's preprocessors (check/preprocessors.c). */
void check_quantity_keys(struct checker *c);
void check_unknown_reference(struct checker *c);
void check_wrong_kind(struct checker *c);
void check_route_signals(struct checker *c);
void check_unused_part(struct checker *c);
void check_bucket_count(struct checker *c);
void check_segment_size(struct checker *c);
void check_buffer_size(struct checker *c);
/* What has that name in a node, in the words of messages; NULL: nothing has it. */
const char *check_named(const struct m_node *n, const char *name);

/* Of the groups of a node's preprocessors (check/group.c). */
void check_group_parts(struct checker *c);

#endif
