/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/filtering.h"

#include <inttypes.h>

#include "shared/interrupt.h"

bool cli_has_rules(const struct filter_options *o)
{
	return o->keep || o->drop;
}

void cli_note_not_filtered(const char *dir)
{
	cli_note(
	    "'%s' is not complete, so it is not filtered: a drain with these rules does that when it is",
	    dir);
}

int cli_filter_in_place(const char *dir, const struct filter_options *o)
{
	struct filter_options until = *o;
	struct filter_result done;
	struct gno_err err;

	until.interrupted = cli_interrupted();
	if (filter_in_place(dir, &until, &done, &err)) {
		cli_error(&err);
		cli_note("'%s' is whole, and not filtered", dir);
		return err.code;
	}
	cli_note("filtered: %" PRIu64 " records kept, %" PRIu64 " left out", done.kept,
		 done.left_out);
	if (done.stayed)
		cli_note("%" PRIu64 " that the rules leave out stay: others are read by them",
			 done.stayed);
	return 0;
}
