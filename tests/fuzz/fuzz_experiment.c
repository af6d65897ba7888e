/* SPDX-License-Identifier: Apache-2.0 */
/* An experiment for a monitor with triggers and fields, and for one that measures. */
#include "fuzz.h"

#include <stdio.h>

#include "experiment/experiment.h"

static void load(const char *path, const char *manifest)
{
	const struct gno_experiment_options options = {
	    .manifest = fuzz_base(manifest), .program = fuzz_base("program.elf"), .rounds = true};
	struct gno_faults faults = {0};
	struct gno_pattern_file *p = NULL;
	struct gno_manifest *m = NULL;
	struct gno_err err;

	if (!gno_experiment_load(path, &options, &m, &p, &faults, &err)) {
		gno_pattern_file_free(p);
		gno_manifest_free(m);
	}
	gno_faults_free(&faults);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_write("e.yaml", data, size);

	load(path, "fields.json");
	load(path, "preprocessors.json");
	return 0;
}
