/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPERIMENT_H
#define GNO_EXPERIMENT_H

/* An experiment: what is loaded at run time into one monitor (docs/reference/experiment.md). */

#include <stdbool.h>
#include <stddef.h>
#include "common/errors.h"
#include "monitor/manifest.h"
#include "compile/pattern_file.h"

#define GNO_LIMIT_MS 60000 /* wall-clock limit of `gnomon run` where the experiment has none */

/* What overrides the file; NULL: nothing does. */
struct gno_experiment_options {
	const char *manifest; /* path */
	const char *device;   /* URL */
	const char *program;  /* path of an ELF file; of a pattern file it must be the program */
	bool rounds;	      /* measures that do not fit at once may be split into rounds */
	unsigned round;	      /* which of them, from 0 */
	/*
	 * Reads the manifest from the monitor, where neither this nor the experiment names its
	 * file. `device` is the URL that is named, or NULL. What it fails with the load fails with.
	 * NULL: an experiment without a manifest is at fault.
	 */
	int (*read_manifest)(void *ctx, const char *device, struct gno_manifest **m,
			     struct gno_err *err);
	void *ctx;
};

/*
 * Reads an experiment, the manifest and program that it names, and compiles the tables of all
 * nodes; or reads a pattern file, which has them already, and its manifest. Everything that is
 * wrong with an experiment goes into `faults`, which the caller has zeroed and frees with
 * gno_faults_free, in success too (warnings). On success *m (gno_manifest_free) and *p
 * (gno_pattern_file_free) are the caller's. GNO_ERR_FORMAT: there are faults, or the pattern file
 * is damaged; GNO_ERR_FIT: all faults are patterns that do not fit; GNO_ERR_MISMATCH: the pattern
 * file is of another monitor or program; GNO_ERR_IO; GNO_ERR_NOMEM; and what `read_manifest` fails
 * with.
 */
int gno_experiment_load(const char *path, const struct gno_experiment_options *options,
			struct gno_manifest **m, struct gno_pattern_file **p,
			struct gno_faults *faults, struct gno_err *err);

#endif
