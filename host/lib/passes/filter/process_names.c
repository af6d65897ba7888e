/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/filter/process_names.h"

#include <stdlib.h>
#include <string.h>

#define FIRST (UINT64_C(1) << 62) /* value of the first name; numbers have 16 bits */
#define STEP (UINT64_C(1) << 32)  /* so that what is computed from a name is the value of none */

bool process_names_any(const struct report_points *points)
{
	for (size_t k = 0; k < points->loads; k++)
		if (points->load[k].file->processes)
			return true;
	return false;
}

uint64_t process_names_find(const struct report_points *points, const char *name,
			    struct gno_near *near)
{
	uint64_t value = FIRST;

	for (size_t k = 0; k < points->loads; k++)
		for (size_t i = 0; i < points->load[k].file->processes; i++, value += STEP) {
			const char *one = points->load[k].file->process[i].name;

			if (near)
				gno_near_try(near, one);
			if (!strcmp(one, name))
				return value;
		}
	return 0;
}

bool process_names_exact(uint64_t value)
{
	return value % STEP == 0;
}

bool process_names_is(uint64_t value)
{
	return value >= FIRST - STEP && value < 2 * FIRST;
}

uint64_t *process_names_of(const struct report_points *points, unsigned node)
{
	uint64_t *of = calloc(PROCESS_NUMBERS, sizeof(*of)), value = 0;
	const char *last = NULL;

	for (unsigned n = 0; of && n < PROCESS_NUMBERS; n++) {
		const char *name = report_process_name(points, node, n);

		if (name && name != last) /* mostly that of the number before */
			value = process_names_find(points, name, NULL);
		of[n] = name ? value : 0;
		last = name ? name : last;
	}
	return of;
}
