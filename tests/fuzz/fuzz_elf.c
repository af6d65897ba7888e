/* SPDX-License-Identifier: Apache-2.0 */
/* A program: its symbols, lines and functions, and points of every kind looked for in it. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/experiment.h"
#include "program/program.h"

static const char experiment[] =
    "gnomon: 1\npoints:\n  a: { entry: work }\n  b: { return: work }\n  c: { symbol: work, offset: 2 }\n"
    "  d: { source: \"program.c:10\" }\n  e: { access: shared }\n  f: { point: here }\n  g: { os: entry }\n"
    "  h: { os: exit }\n  i: { match: \"pc == work+4\" }\n"
    "  j: { return: \"net::Queue::pop\" }\n"
    "  k: { entry: \"one.c:init\" }\n  l: { entry: only }\n"
    "calls: [\"*\", \"!net::most\"]\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *elf = fuzz_write("p.elf", data, size);
	const char *path = fuzz_write("e.yaml", experiment, strlen(experiment));
	const struct gno_experiment_options options = {.manifest = fuzz_base("fields.json"),
						       .program = elf};
	struct gno_faults faults = {0};
	struct gno_pattern_file *p = NULL;
	struct gno_manifest *m = NULL;
	struct gno_err err;

	if (!gno_experiment_load(path, &options, &m, &p, &faults, &err)) {
		gno_pattern_file_free(p);
		gno_manifest_free(m);
	}
	gno_faults_free(&faults);
	return 0;
}
