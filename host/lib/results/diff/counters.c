/* SPDX-License-Identifier: Apache-2.0 */
/* Counter banks over the whole run, node by node: how often each input was counted. */
#include <stdlib.h>
#include <string.h>

#include "results/diff/banks.h"
#include "read/blocks.h"

struct bank {
	struct diff_unit unit;
	const struct gno_counter_bank *of[2];
	size_t *input[2]; /* of each row, in each run */
	size_t rows;
	/* of each run the last one of what is compared, if there is any */
	struct gno_block head[2];
	uint64_t *count[2];
};

static const char *input_name(const struct report_diff *d, const struct bank *b, unsigned run,
			      size_t i, bool *idle)
{
	const struct gno_counter_bank *c = b->of[run];
	char key[24];

	snprintf(key, sizeof(key), "%zu", i);
	*idle = report_is_idle(d->run[run], b->unit.node, c->name, key, c->input[i]);
	return report_input(d->run[run], b->unit.node, c->name, key, c->input[i]);
}

/* The input of the second run that counts the same; their number: there is none. */
static size_t find_input(const struct report_diff *d, const struct bank *b, const char *name)
{
	size_t i = 0;
	bool idle;

	while (i < b->of[1]->inputs && strcmp(input_name(d, b, 1, i, &idle), name) != 0)
		i++;
	return i;
}

/* Finds the snapshot in the cycle of the end point of a run: 1; 0: there is none; or as
 * gno_stream_read fails. */
static int find_end(const struct report_diff *d, struct bank *b, unsigned run, struct gno_err *err)
{
	const uint64_t end = diff_end(d->run[run], b->unit.node);
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc, found = 0;

	if (end == UINT64_MAX)
		return 0;
	rc = report_rows_open(d->run[run], REPORT_BANKS, b->unit.node, b->unit.place[run], &c, err);
	while (!rc && (rc = report_rows_next(c, &row, err)) > 0 &&
	       row->bank.bank.head.ended <= end) {
		b->unit.seen[run]++;
		rc = 0;
		if (row->bank.bank.head.ended < end)
			continue;
		found = 1;
		b->head[run] = row->bank.bank.head;
		memcpy(b->count[run], row->bank.count, b->of[run]->inputs * sizeof(uint64_t));
	}
	report_rows_close(c);
	b->unit.end[run] = end;
	return rc < 0 ? rc : found;
}

/* What is compared: up to the end point where both runs have a snapshot of its cycle, else all. */
static int find_ends(const struct report_diff *d, struct bank *b, struct gno_err *err)
{
	int found = 1;

	for (unsigned i = 0; i < 2; i++) {
		b->count[i] = calloc(b->of[i]->inputs + 1, sizeof(*b->count[i]));
		if (!b->count[i])
			return gno_fail_nomem(err);
	}
	for (unsigned i = 0; i < 2 && found > 0; i++)
		found = find_end(d, b, i, err);
	b->unit.until = found > 0;
	for (unsigned i = 0; i < 2 && !found; i++) {
		const struct report_unit *u = diff_unit_of(d, &b->unit, i);

		b->head[i] = u->last;
		memcpy(b->count[i], u->total, b->of[i]->inputs * sizeof(uint64_t));
	}
	return found < 0 ? found : GNO_OK;
}

static void add_counter_row(void *to, unsigned run, struct gno_batches *of,
			    const struct report_bank_row *v)
{
	const struct bank *b = to;
	const struct gno_block *before = v->before, *now = &v->bank.head;

	for (size_t k = 0; k < b->rows; k++) {
		const unsigned i = (unsigned)b->input[run][k];
		const uint64_t clocks = block_counter_clocks(now, i) -
					(before->began ? block_counter_clocks(before, i) : 0);

		gno_batches_add(&of[k], (double)(v->count[i] - v->count_before[i]), (double)clocks);
	}
}

static int compare(struct report_diff *d, const struct bank *b, size_t k)
{
	bool idle;
	const char *name = input_name(d, b, 0, b->input[0][k], &idle);
	struct diff_row *row =
	    diff_add(d, DIFF_COUNTER, name, d->run[0]->m->node[b->unit.node].name);

	if (!row)
		return GNO_ERR_NOMEM;
	row->unit = b->of[0]->name;
	for (unsigned i = 0; i < 2; i++) {
		const struct report_unit *u = diff_unit_of(d, &b->unit, i);
		const size_t at = b->input[i][k];
		const uint64_t clocks =
		    u->seen ? block_counter_clocks(&b->head[i], (unsigned)at) : 0;
		const uint64_t count = b->count[i][at];
		struct diff_side *s = &row->side[i];

		s->has = clocks > 0;
		s->counts = (struct gno_ratio){
		    .a_min = count, .a_max = count, .b_min = clocks, .b_max = clocks};
		s->value = s->has ? (double)count / (double)clocks : 0;
		s->min = s->max = s->value;
	}
	diff_judge_banks(d, &b->unit, k, row);
	d->common++;
	return GNO_OK;
}

/* Which inputs both runs count. */
static int pair(struct report_diff *d, struct bank *b)
{
	size_t both = 0;
	bool idle;

	for (unsigned i = 0; i < 2; i++) {
		b->input[i] = calloc(b->of[0]->inputs + 1, sizeof(*b->input[i]));
		if (!b->input[i])
			return GNO_ERR_NOMEM;
	}
	for (size_t k = 0; k < b->of[0]->inputs; k++) {
		const char *name = input_name(d, b, 0, k, &idle);
		const size_t at = find_input(d, b, name);

		if (idle || at == b->of[1]->inputs)
			continue;
		b->input[0][both] = k;
		b->input[1][both++] = at;
	}
	for (unsigned i = 0; i < 2; i++)
		d->only[DIFF_COUNTER][i] -= both;
	b->rows = both;
	return GNO_OK;
}

static int compare_bank(struct report_diff *d, struct bank *b, struct gno_err *err)
{
	int rc = pair(d, b) ? gno_fail_nomem(err) : GNO_OK;

	if (!rc)
		rc = find_ends(d, b, err);
	if (!rc)
		rc = diff_banks_read(d, &b->unit, b->rows, add_counter_row, b, err);
	for (size_t k = 0; k < b->rows && !rc; k++)
		if (b->count[0][b->input[0][k]] || b->count[1][b->input[1][k]])
			rc = compare(d, b, k) ? gno_fail_nomem(err) : GNO_OK;
	free(b->unit.of);
	for (unsigned i = 0; i < 2; i++) {
		free(b->input[i]);
		free(b->count[i]);
	}
	return rc;
}

/* The inputs of a run that count something at a node. */
static size_t inputs_of(const struct gno_report *r, unsigned node)
{
	const struct gno_preprocessors *m = &r->m->node[node].preprocessors;
	size_t all = 0;
	char key[24];

	for (unsigned i = 0; i < m->counters; i++)
		for (unsigned k = 0; k < m->counter[i].inputs; k++) {
			snprintf(key, sizeof(key), "%u", k);
			all += !report_is_idle(r, node, m->counter[i].name, key,
					       m->counter[i].input[k]);
		}
	return all;
}

int diff_counters(struct report_diff *d, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned k = 0; k < d->run[0]->m->nodes && !rc; k++) {
		const struct gno_preprocessors *const m[] = {diff_has(d, 0, k), diff_has(d, 1, k)};

		for (unsigned i = 0; i < 2; i++)
			d->only[DIFF_COUNTER][i] += inputs_of(d->run[i], k);

		for (unsigned i = 0; i < m[0]->counters; i++)
			for (unsigned j = 0; j < m[1]->counters && !rc; j++) {
				struct bank b = {
				    .unit = {.node = k,
					     .unit = {i, j},
					     .place = {m[0]->buckets + i, m[1]->buckets + j},
					     .what = "snapshot"},
				    .of = {&m[0]->counter[i], &m[1]->counter[j]}};

				if (!strcmp(b.of[0]->name, b.of[1]->name))
					rc = compare_bank(d, &b, err);
			}
	}
	return rc;
}
