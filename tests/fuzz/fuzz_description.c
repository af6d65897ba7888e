/* SPDX-License-Identifier: Apache-2.0 */
/* A monitor description: all checks, and where it passes them all, the plan and everything that is
 * emitted. */
#include "fuzz.h"

#include <stdio.h>

#include "description.h"
#include "emit/emit.h"
#include "output/output.h"

/* The monitor and its model. */
static void emit_all(struct description *d, FILE *out)
{
	for (int model = 0; model < 2; model++) {
		struct output files[OUTPUT_FILES];
		size_t count = output_list(&d->plan, model, ~0u, &d->arena, files);

		for (size_t i = 0; i < count; i++)
			files[i].emit(&d->plan, out);
	}
	emit_summary(&d->plan, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *out;
	struct description d;
	struct gen_err err;

	if (!out)
		out = fopen("/dev/null", "w");
	/* with and without --register-taps */
	if (!description_plan(fuzz_write("m.yaml", data, size), size & 1, &d, &err))
		emit_all(&d, out);
	description_free(&d);
	return 0;
}
