/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_EXPERIMENT_H
#define GNOMON_EXPERIMENT_H

/* An experiment: what is loaded at run time into one monitor. Read-only once loaded. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "gnomon/error.h"
#include "gnomon/manifest.h"
#include "gnomon/pattern_file.h"
#include "gnomon/program.h"

#define GNO_LIMIT_MS 60000 /* wall-clock limit of `gnomon run` where the experiment has none */

enum gno_point_kind {
	GNO_POINT_ENTRY,   /* first instruction of a function */
	GNO_POINT_RETURN,  /* all instructions that leave it */
	GNO_POINT_ADDRESS, /* a number */
	GNO_POINT_SYMBOL,  /* a function and an offset in bytes */
};

/* A place in a program that the experimenter named, and the event that it becomes. */
struct gno_point {
	char *name;
	unsigned line, column; /* in the experiment file, from 1 */
	enum gno_point_kind kind;
	char *symbol; /* function; NULL for GNO_POINT_ADDRESS */
	uint32_t offset;
	uint32_t *address; /* words that are recognised, ascending */
	size_t addresses;
	bool on[GNO_MAX_NODES]; /* nodes, by index */
	unsigned actions;	/* bits as in table 5 (GNO_ACT_...) */
	unsigned code;		/* event code, from 1 */
};

struct gno_interval {
	char *name;
	unsigned from, to; /* places in the list of points */
};

struct gno_tables;

struct gno_experiment {
	char *path;
	char *name;   /* file name without folder and suffix */
	char *text;   /* the file as it was read */
	char *device; /* URL, NULL: none given */
	struct gno_manifest *manifest;
	struct gno_program *program; /* NULL: none given */
	enum gno_buffer_mode mode;
	unsigned after; /* GNO_BUFFER_WRAP: events kept after the stop action */
	bool collect;	/* from the start; else from an event with the action "start" */
	struct gno_point *point;
	size_t points;
	struct gno_interval *interval;
	size_t intervals;
	bool has_until;
	unsigned until;		      /* point that ends a run */
	bool until_on[GNO_MAX_NODES]; /* nodes that must have reported it */
	unsigned limit_ms;	      /* wall-clock limit of a run */
	struct gno_tables *tables;    /* one a node */
};

/* What is wrong with a file, or might be (warning). */
struct gno_fault {
	unsigned line, column; /* from 1; 0: the file as a whole */
	bool warning;
	char *text;
};

struct gno_faults {
	struct gno_fault *fault;
	size_t count;
	size_t errors; /* without the warnings */
};

/*
 * Reads an experiment, the manifest and program that it names, and compiles the tables of all nodes.
 * manifest and device override what the file says (NULL: they do not). Everything that is wrong goes into
 * `faults`, which the caller has zeroed and frees with gno_faults_free, in success too (warnings).
 * On success *out is the caller's (gno_experiment_free). GNO_ERR_FORMAT: there are faults; GNO_ERR_FIT:
 * all of them are patterns that do not fit; GNO_ERR_IO: the file cannot be read; GNO_ERR_NOMEM.
 */
int gno_experiment_load(const char *path, const char *manifest, const char *device,
			struct gno_experiment **out, struct gno_faults *faults, struct gno_err *err);

/* Frees an experiment with its manifest and program; NULL is allowed. */
void gno_experiment_free(struct gno_experiment *e);

void gno_faults_free(struct gno_faults *faults);

#endif
