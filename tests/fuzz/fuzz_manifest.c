/* SPDX-License-Identifier: Apache-2.0 */
/* A manifest, and an experiment that is compiled for it. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/experiment.h"

static const char experiment[] =
    "gnomon: 1\npoints:\n  a: { address: 4 }\n  b: { match: any }\n"
    "intervals: { i: { from: a, to: b } }\nactions: { a: [record, sample, bank] }\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *manifest = fuzz_write("m.json", data, size);
	const char *path = fuzz_write("e.yaml", experiment, strlen(experiment));
	const struct gno_experiment_options options = {.manifest = manifest};
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
