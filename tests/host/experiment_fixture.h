/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EXPERIMENT_FIXTURE_H
#define EXPERIMENT_FIXTURE_H

/* What the tests of experiments share: a folder with manifests of a model of two nodes, and what an
 * experiment became. */

#include "folder.h"
#include "gnomon/experiment.h"
#include "model_device.h"

/* Everything of the test at hand; made by ex_setup, gone with ex_teardown. */
struct experiment_fixture {
	struct model model;
	struct folder folder;
	struct gno_experiment_options options;
	/* of the experiment that was loaded last */
	struct gno_manifest *m;
	struct gno_pattern_file *p;
	struct gno_faults faults;
};

extern struct experiment_fixture ex;

void ex_setup(void);
void ex_teardown(void);

/* The same with three manifests: of the plain model, with triggers, and with fields too. */
void ex_setup_all(void);

/* Beginnings of experiments for these. */
#define EX_PROGRAM TEST_DATA "/program.elf"
#define EX_HEAD "gnomon: 1\nmanifest: m.json\nprogram: " EX_PROGRAM "\n"
#define EX_POINTS "points:\n  a: { address: 4 }\n  b: { address: 8 }\n"
#define EX_TRIGGERS                                                                                \
	"gnomon: 1\nmanifest: t.json\npoints:\n"                                                   \
	"  { a: { address: 4 }, b: { address: 8 }, c: { match: 'pc in 16..31' }, "                 \
	"d0: { address: 12, nodes: core0 }, d1: { address: 12, nodes: core1 } }\n"
#define EX_FIELDS                                                                                  \
	"gnomon: 1\nmanifest: f.json\npoints:\n"                                                   \
	"  { a: { address: 4 }, w: { match: 'pc == 8 and write and not tag' } }\n"

/* Writes the manifest of the model as it is. */
void ex_write_manifest(const char *name);

/* Loads a file of the folder, or a text, in the place of what was loaded before; as
 * gno_experiment_load. */
int ex_load_file(const char *name, struct gno_err *err);
int ex_load(const char *text, struct gno_err *err);

/* Fails where the return value of a load is not 0. */
void ex_must(int ret, const struct gno_err *err);

/* Forgets what was loaded. */
void ex_drop(void);

/* A fault that begins like that was told, at that place. */
void ex_expect_fault(unsigned line, unsigned column, const char *fault, bool warning);

/* A table of a node, which must be there. */
const struct gno_pattern_table *ex_table(unsigned node, const char *name);

#endif
