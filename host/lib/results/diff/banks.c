/* SPDX-License-Identifier: Apache-2.0 */
#include "results/diff/banks.h"

#define LOST 100 /* more than one value of so many: those that were not lost may be others */

#include <inttypes.h>
#include <stdlib.h>

static int read_run(const struct report_diff *d, struct diff_unit *u, unsigned run,
		    diff_bank_take take, void *to, struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open(d->run[run], REPORT_BANKS, u->node, u->place[run], &c, err);

	while (!rc && (rc = report_rows_next(c, &row, err)) > 0 &&
	       (!u->until || row->bank.bank.head.ended <= u->end[run])) {
		take(to, run, &u->of[run * u->rows], &row->bank);
		rc = GNO_OK;
	}
	report_rows_close(c);
	return rc < 0 ? rc : GNO_OK;
}

static uint64_t seen(const struct report_diff *d, const struct diff_unit *u, unsigned run)
{
	return u->until ? u->seen[run] : diff_unit_of(d, u, run)->seen;
}

int diff_banks_read(const struct report_diff *d, struct diff_unit *u, size_t rows,
		    diff_bank_take take, void *to, struct gno_err *err)
{
	int rc = GNO_OK;

	if (seen(d, u, 0) < GNO_BATCHES_LEAST || seen(d, u, 1) < GNO_BATCHES_LEAST)
		return GNO_OK;
	u->rows = rows;
	u->of = calloc(2 * rows + 1, sizeof(*u->of));
	if (!u->of)
		return gno_fail_nomem(err);
	for (unsigned i = 0; i < 2 && !rc; i++)
		rc = read_run(d, u, i, take, to, err);
	return rc;
}

/* Whether the values are what was counted. If not the row says why. */
static bool check(const struct report_diff *d, const struct diff_unit *u, struct diff_row *row)
{
	for (unsigned i = 0; i < 2 && !row->doubt; i++)
		if (diff_unit_of(d, u, i)->mixed) {
			diff_because(row, "a load changed what %c counts", (char)('A' + i));
			row->doubt = true;
		}
	for (unsigned i = 0; i < 2 && !row->doubt; i++) {
		const struct report_unit *v = diff_unit_of(d, u, i);
		const char run = (char)('A' + i);

		if (v->saturated || v->last.saturated)
			diff_because(row, "a counter of %c reached its greatest count", run);
		else if (v->seen && !v->whole)
			diff_because(row, "the counts of %c are not complete", run);
		else if (v->lost > (v->lost + v->counted) / LOST)
			diff_because(row, "%" PRIu64 " of %" PRIu64 " values of %c were lost",
				     v->lost, v->lost + v->counted, run);
		else if (!row->side[i].has)
			diff_because(row, "nothing was counted in %c", run);
		else
			continue;
		/* without a count that was lost nothing was counted for certain */
		row->doubt = row->side[i].has || v->lost || (v->seen && !v->whole);
		return false;
	}
	return !row->doubt;
}

void diff_judge_banks(const struct report_diff *d, const struct diff_unit *u, size_t at,
		      struct diff_row *row)
{
	static const struct gno_batches none = {.used = 0};

	row->until = u->until;
	for (unsigned i = 0; i < 2; i++) {
		row->side[i].samples = seen(d, u, i);
		row->side[i].lost = diff_unit_of(d, u, i)->lost;
	}
	if (check(d, u, row))
		diff_test(row, u->of ? &u->of[at] : &none, u->of ? &u->of[u->rows + at] : &none,
			  u->what);
	for (unsigned i = 0; i < 2 && row->has_p; i++)
		if (diff_unit_of(d, u, i)->lost)
			diff_because(row, "%" PRIu64 " values of %c were lost",
				     diff_unit_of(d, u, i)->lost, (char)('A' + i));
	diff_judge(d, row);
}
