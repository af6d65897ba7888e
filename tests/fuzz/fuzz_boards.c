/* SPDX-License-Identifier: Apache-2.0 */
/* boards.json: what is read is written as it was read, and maps each cycle to a time and back. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "sync/file.h"
#include "sync/track.h"

/* Ends the process, as a crash. */
static void must(bool holds)
{
	if (!holds)
		abort();
}

/* Cycles around a pulse: times ascend, and lead back to a cycle of the same time. */
static void map_around(const struct sync_mapping *m, uint64_t cycle)
{
	int64_t time, last = INT64_MIN;
	uint64_t bound;

	for (uint64_t step = 0; step < 4; step++) {
		const uint64_t at = cycle > 2 ? cycle - 2 + step : step;

		if (at < step)
			return;
		sync_map(m, at, &time, &bound);
		must(time >= last);
		last = time;
		must(sync_cycle_at(m, time) <= at);
	}
}

static void use(struct sync_set *set)
{
	struct gno_err err;

	for (size_t i = 0; i < set->entries; i++) {
		const struct sync_mapping *m = &set->entry[i].mapping;

		for (size_t k = 0; k < m->points; k++)
			map_around(m, m->point[k].cycle);
		if (m->points) {
			map_around(m, 0);
			map_around(m, UINT64_MAX - 4);
		}
	}
	must(!sync_finish(set, &err));
	sync_choose_interval(set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_write("boards.json", data, size);
	char *once = NULL, *twice = NULL;
	struct sync_set set;
	struct gno_err err;
	size_t length;

	if (sync_file_read(path, &set, &err))
		return 0;
	must(!sync_file_text(&set, &once, &length, &err));
	sync_set_free(&set);
	must(!sync_file_read(fuzz_write("again.json", once, length), &set, &err));
	must(!sync_file_text(&set, &twice, &length, &err));
	must(!strcmp(once, twice));
	use(&set);
	sync_set_free(&set);
	free(once);
	free(twice);
	return 0;
}
