/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void bench_take(struct bench *bench, const char *experiment)
{
	FILE *file = fmemopen((void *)(uintptr_t)experiment, strlen(experiment), "r");
	unsigned int line;
	const char *bad;

	*bench = (struct bench){.inputs = {.signal = {[MODEL_ONE] = true}}};
	ck_assert_ptr_nonnull(file);
	bad = model_experiment_read(&bench->experiment, file, 0, &line);
	fclose(file);
	ck_assert_msg(!bad, "line %u: %s", line, bad);
}

void bench_say(struct bench *bench, const char *format, ...)
{
	size_t room = sizeof(bench->text) - bench->used;
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(bench->text + bench->used, room, format, arguments);
	va_end(arguments);
	ck_assert(length >= 0 && (size_t)length < room);
	bench->used += (size_t)length;
}

void bench_clock(struct bench *bench)
{
	struct model_record records[MODEL_RECORDS];
	const bool captured = model_begin_clock(&bench->node, &bench->inputs, records);
	size_t count = model_end_clock(&bench->node, &bench->inputs, captured || bench->captured);

	for (size_t i = 0; i < count; i++) {
		bench_say(bench, " %d:%d.%d", (int)records[i].time, records[i].kind,
			  records[i].code);
		if (records[i].aux)
			bench_say(bench, "/%d", records[i].aux);
		for (size_t k = 0; k < records[i].count; k++)
			bench_say(bench, "%s%x", k ? "," : "=", records[i].word[k]);
	}
}
