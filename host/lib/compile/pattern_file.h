/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PATTERN_FILE_H
#define GNO_PATTERN_FILE_H

/*
 * The pattern file: an experiment, compiled for one monitor and one program. It holds everything
 * that a load needs (the tables of all nodes) and everything that a report must know to put names
 * to a trace (points, intervals, functions, lines), so that neither needs the ELF file. JSON, the
 * same bytes for the same input.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"

enum gno_buffer_mode {
	GNO_BUFFER_STREAM, /* drained while it runs */
	GNO_BUFFER_FILL,   /* the first records are kept */
	GNO_BUFFER_WRAP,   /* the last records are kept */
};

/* Which records bear the number of a point. */
enum gno_pattern_kind {
	GNO_PATTERN_EVENT,   /* event records, by code */
	GNO_PATTERN_TRIGGER, /* trigger records, by trigger number */
	GNO_PATTERN_CODE,    /* datum records, by code of the write: see gno_pattern_code */
};

/* Whether a point is a way into or out of the operating system. */
enum gno_pattern_os {
	GNO_OS_NONE,
	GNO_OS_ENTRY, /* the trap vector */
	GNO_OS_EXIT,  /* the returns from traps */
};

/* The groups of preprocessors that an action is for, by name; without names for all. */
struct gno_group_choice {
	char **name;
	size_t names;
};

/* The actions that choose among groups. */
enum gno_choose {
	GNO_CHOOSE_RESET,
	GNO_CHOOSE_SAMPLE,
	GNO_CHOOSE_BANK,
	GNO_CHOICES,
};

/* The function of a point that is its entry, or its returns. */
struct gno_pattern_called {
	char *name;
	uint64_t address; /* of its first instruction */
	char *file;	  /* where it is in the source; NULL: not known */
	unsigned line;	  /* 0: not known */
	bool at_once;	  /* its first instruction leaves it */
	bool loops;	  /* it jumps to its first instruction itself */
	bool *on;	  /* at which nodes it is that; NULL: at all */
};

/* Something that the experimenter gave a name, and the records that it makes. */
struct gno_pattern_point {
	char *name; /* a sequence's time-out is NAME.timeout */
	enum gno_pattern_kind kind;
	char *what; /* "entry", "return", "address", "symbol", "source", "access", "label", "os",
		       "match", "sequence", "timeout", "strict", "timer", "watchdog", "threshold",
		       "host", "code", "capture", and for rounds "capture_began",
		       "capture_ended", "report_began", "report_ended" */
	char *text; /* its definition in the experiment, for a reader: "entry of work", "pc in
		       0x100..0x1ff" */
	enum gno_pattern_os os;
	int *code; /* one a node, by index: event code (from 1), trigger number (from 0) or code of
		      the port (from 1); -1: not there */
	unsigned numbers; /* trigger numbers that it has, from `code` on: more than 1 where attempts
			     overlap */
	unsigned actions; /* bits GNO_ACT_* */
	/* that are recognised, ascending; NULL where it is no point of addresses */
	uint64_t *address;
	size_t addresses;
	struct gno_group_choice choice[GNO_CHOICES]; /* of its actions */
	/* of "entry" and "return": that of each program; NULL: of no function */
	struct gno_pattern_called *called;
	size_t calleds;
};

struct gno_pattern_interval {
	char *name;
	size_t from, to; /* places in the list of points */
};

/* What a process is to a server whose requests are followed (Miller, 1988, IV.B). */
enum gno_process_role {
	GNO_PROCESS_NONE, /* the experiment does not say */
	GNO_PROCESS_REQUESTOR,
	GNO_PROCESS_SERVER,
	GNO_PROCESS_SYSTEM, /* the server sends it requests, which are not followed */
	GNO_PROCESS_ROLES,
};

/* A name of processes, by the numbers that event ports record. Rows of one name have one role. */
struct gno_pattern_process {
	char *name;
	enum gno_process_role role;
	int node;	      /* -1: of all nodes, unless a row of the node itself has the number */
	unsigned first, last; /* numbers, both included */
};

/* A function of the program. */
struct gno_pattern_function {
	char *name;
	uint64_t address, size; /* size in bytes, 0: not known */
	const char *file;	/* where it is in the source, one of the files; NULL: not known */
	unsigned line;		/* 0: not known */
};

/* A row of the line table: it holds for the addresses from here up to the next row's. */
struct gno_pattern_line {
	uint64_t address;
	const char *file; /* one of the files; NULL: no line is known */
	unsigned line;	  /* 0: no line is known */
};

/* One table of a node. */
struct gno_pattern_table {
	char *name;
	unsigned base;	/* address of the first table cell */
	unsigned cells; /* a multiple of 8 */
	uint8_t *cell;
};

/* How a measure is printed. */
enum gno_measure_print {
	GNO_PRINT_A_OF_B,     /* A/B, per cent */
	GNO_PRINT_A_OF_B_AND, /* A of B, and A/B, per cent */
	GNO_PRINT_B_PER_A,    /* B/A, clocks */
	GNO_PRINT_B,	      /* B, a number; A counts something else, or nothing */
	GNO_PRINTS,
};

/* A measure that a pair of the node takes; a pair may take several. */
struct gno_pattern_measure {
	char *name; /* "icache hit ratio" */
	unsigned pair;
	enum gno_measure_print print;
};

/* All tables that are written to a node, the ranks only where the node owns them; and what they
 * make of it.
 */
struct gno_pattern_node {
	char *name;
	struct gno_pattern_table *table;
	size_t tables;
	char **route; /* expressions of the router's lines, by number; NULL: never 1 */
	size_t routes;
	struct gno_pattern_measure *measure; /* in the order of the experiment */
	size_t measures;
};

struct gno_pattern_file {
	uint64_t hash;	  /* of the plan */
	char *monitor;	  /* its name */
	char *manifest;	  /* path of the manifest; in the file: relative to its folder */
	char *device;	  /* URL, NULL: none given */
	char *name;	  /* of the experiment: its file name without folder and suffix */
	char *experiment; /* text of the experiment */
	char *program;	  /* path of the ELF file, as the experiment names it; NULL: none given */
	char *build_id;	  /* its build-id, or "xxh64:" and the hash of the file where it has none;
			     NULL: none */
	enum gno_buffer_mode mode;
	unsigned after;	   /* GNO_BUFFER_WRAP: events kept after the stop action */
	bool collect;	   /* from the start; else from a trigger with the action "start" */
	unsigned limit_ms; /* wall-clock limit of a run */
	struct gno_pattern_point *point;
	size_t points;
	struct gno_pattern_interval *interval;
	size_t intervals;
	struct gno_pattern_process *process; /* in the order of the experiment */
	size_t processes;
	int until;	/* place of the point that ends a run, -1: none */
	bool *until_on; /* one a node: it must have reported it */
	char **limit;	/* what must hold of a run, as the experiment states it */
	size_t limits;
	uint64_t timer;	   /* period in clocks, 0: no timer */
	bool profile;	   /* the timer records words */
	uint64_t watchdog; /* clocks, 0: none */
	unsigned port;	   /* actions of the event port, bits GNO_ACT_* */
	struct gno_group_choice port_choice[GNO_CHOICES];
	unsigned round,
	    rounds; /* this is round `round` (from 0) of so many that the measures need, mostly 1 */
	unsigned nodes;
	struct gno_pattern_node *node; /* in order of index */
	/* Of the program; present where the timer profiles or a node's event port records the PC of
	 * a store. */
	struct gno_pattern_function *function; /* ascending */
	size_t functions;
	char **file; /* names of source files */
	size_t files;
	struct gno_pattern_line *line; /* ascending */
	size_t lines;
};

/*
 * Reads a pattern file. On success *out is the caller's (gno_pattern_file_free); its `manifest` is
 * a path that can be opened from here. GNO_ERR_IO: cannot be read; GNO_ERR_FORMAT: no pattern file,
 * or damaged (it holds an XXH64 of its contents); GNO_ERR_NOMEM.
 */
int gno_pattern_file_read(const char *path, struct gno_pattern_file **out, struct gno_err *err);

/* What gno_pattern_file_read reads of a file of these patterns, without one. Fails as
 * gno_pattern_file_write does where JSON cannot hold them. */
int gno_pattern_file_copy(const struct gno_pattern_file *p, struct gno_pattern_file **out,
			  struct gno_err *err);

/* Writes a pattern file, whole or not at all. GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM. */
int gno_pattern_file_write(const char *path, const struct gno_pattern_file *p, struct gno_err *err);

/* Names the device, in place of the one that it names. GNO_ERR_NOMEM. */
int gno_pattern_file_set_device(struct gno_pattern_file *p, const char *url, struct gno_err *err);

/* Whether two pattern files are of one experiment for monitors that may differ: the same points and
 * intervals, in the same order, and the same mode. */
bool gno_pattern_files_agree(const struct gno_pattern_file *a, const struct gno_pattern_file *b);

/*
 * Puts the nodes of a board's pattern file into that of all boards, *all, which has `nodes` of
 * them: they are those from `first` on. Where *all is NULL the file becomes that, *of becomes
 * NULL, and the other nodes have nothing yet. Else what is left of it is to be freed: boards have
 * one experiment. `path` is for messages. GNO_ERR_MISMATCH: they do not; GNO_ERR_NOMEM.
 */
int gno_pattern_file_join(struct gno_pattern_file **all, struct gno_pattern_file **of,
			  unsigned first, unsigned nodes, const char *path, struct gno_err *err);

/* Frees it with all that it holds; NULL is allowed. */
void gno_pattern_file_free(struct gno_pattern_file *p);

/* The function of a point at a node, NULL: none. */
const struct gno_pattern_called *gno_pattern_called(const struct gno_pattern_point *point,
						    unsigned node);

/* The place of the point of that kind and number at a node, -1: none. */
int gno_pattern_file_find(const struct gno_pattern_file *p, enum gno_pattern_kind kind,
			  unsigned node, int code);

/* Table of that name at a node, NULL: there is none. */
const struct gno_pattern_table *gno_pattern_table(const struct gno_pattern_node *node,
						  const char *name);

/*
 * The code of a write to the node's event port: its word address is page * 64 + sub, codes depend
 * on the lowest `data_bits` bits of the data. 0: it has none.
 */
unsigned gno_pattern_code(const struct gno_pattern_node *node, unsigned data_bits, unsigned write,
			  uint32_t data);

/*
 * Least value that falls into bucket `bucket` of a unit of the node; 0 for the first one. 2^32 - 1:
 * none does, unless it is the largest value of 32 bits.
 */
uint32_t gno_pattern_bound(const struct gno_pattern_node *node, unsigned unit, unsigned bucket);

/* Names: "stream", "fill", "wrap"; "record", "sample", ... for the bits of actions (NULL beyond the
 * last). */
const char *gno_buffer_mode_name(enum gno_buffer_mode mode);
const char *gno_action_name(unsigned bit);

#endif
