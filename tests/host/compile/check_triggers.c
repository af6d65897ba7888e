/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The tables of sequences: random sequences, strict sequences and watchdogs of random shapes are
 * filled into tables; a machine that knows the tables only (as the hardware does) and one that
 * knows the sequences only must fire at the same times.
 */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "model_device.h"
#include "compile/triggers.h"

#define CLOCKS 400
#define ROUNDS 300
#define CELLS 4096

static uint32_t seed;
static struct gno_node node;
static struct gno_node_triggers want;
static uint8_t steps[CELLS], limits[CELLS], words[CELLS];

static unsigned dice(unsigned sides)
{
	return model_random(&seed) % sides;
}

/* The wires in one clock: the qualifier, the word, and its event. */
struct clock {
	bool when;
	uint64_t word;
	unsigned event;
};

static void make_node(void)
{
	memset(&node, 0, sizeof(node));
	node.code_bits = 4;
	node.sequences = (struct gno_sequences){1 + dice(4), 1 + dice(6), 8, 16, false};
	node.strict = (struct gno_strict){1 + dice(5), 2 + dice(4)};
	node.watchdog = dice(2);
}

static void make_triggers(void)
{
	unsigned m, s, first[16], i;

	memset(&want, 0, sizeof(want));
	for (m = 0; m < node.sequences.count; m++) {
		struct gno_trigger_sequence *q = &want.sequence[m];

		q->steps = dice(node.sequences.steps + 1); /* none: not in use */
		for (s = 0; s < q->steps; s++) {
			q->step[s].event = 1 + dice(5);
			q->step[s].count = 1 + dice(3);
			q->step[s].timeout = s && dice(2) ? 1 + dice(20) : 0;
			for (i = 1; i < 16; i++)
				q->step[s].abort[i] = i != q->step[s].event && !dice(6);
		}
	}
	for (i = 0; i < 16; i++)
		first[i] = i;
	for (m = 0; m < node.strict.count; m++) {
		struct gno_trigger_strict *q = &want.strict[m];

		q->steps = dice(4) ? 2 + dice(node.strict.steps - 1) : 0;
		q->first = 1 + first[m];
		for (s = 0; s + 1 < q->steps; s++)
			q->word[s] = 0xabc00000000u + dice(3);
	}
	want.watchdog = node.watchdog ? 1 + dice(30) : 0;
	want.feed = 1 + dice(15);
}

static unsigned power_of_two(unsigned n)
{
	unsigned p = 1;

	while (p < n)
		p *= 2;
	return p;
}

static bool column(unsigned c, unsigned event)
{
	return event && steps[(c / 8) * 16 + event] >> c % 8 & 1;
}

/* -- the machine of the tables -- */

struct table_state {
	unsigned step, left, deadline_on;
	bool fresh;
	uint64_t deadline;
};

static const uint8_t *limit(unsigned m, unsigned s)
{
	return limits + 8 * (m * power_of_two(node.sequences.steps) + s);
}

/* Bits of what fires: sequence m at bit m, its time-out at bit 8 + m. */
static unsigned table_clock(struct table_state *st, unsigned m, uint64_t t, unsigned event)
{
	unsigned at = 2 * (m * node.sequences.steps + st->step);
	const uint8_t *l = limit(m, st->step);
	unsigned need = (l[0] | l[1] << 8) + 1u;
	bool advance = column(at, event), abort = column(at + 1, event);
	bool busy = st->step || st->left;

	if (busy && abort) {
		*st = (struct table_state){0};
		return table_clock(st, m, t, event);
	}
	if (advance && st->left + 1 == need) {
		if (l[2] & 1) {
			*st = (struct table_state){0};
			return 1u << m;
		}
		st->step++;
		st->left = 0;
		l = limit(m, st->step);
		st->deadline_on = l[2] & 2;
		st->deadline = t + 1 + (l[4] | l[5] << 8 | l[6] << 16 | (uint64_t)l[7] << 24);
		ck_assert((l[2] >> 4 & 1) == (st->deadline_on && st->deadline == t + 1));
		return 0;
	}
	if (st->deadline_on && t == st->deadline) {
		*st = (struct table_state){0};
		return 1u << (8 + m) | table_clock(st, m, t, event);
	}
	st->left += advance;
	if (st->step < want.sequence[m].steps)
		ck_assert((l[2] >> 2 & 1) == (need == 1) && (l[2] >> 3 & 1) == (need == 2));
	return 0;
}

/* -- the machine of the sequences: goes back in time for each clock and looks for what there was --
 */

struct seq_state {
	bool busy;
	unsigned step;
	uint64_t since; /* clock in which the step before was completed */
	unsigned seen;
};

static unsigned seq_clock(struct seq_state *st, unsigned m, uint64_t t, unsigned event)
{
	const struct gno_trigger_sequence *q = &want.sequence[m];
	const struct gno_trigger_step *step = &q->step[st->step];
	unsigned fired = 0;

	if (!q->steps)
		return 0;
	if (st->busy && event && step->abort[event]) {
		memset(st, 0, sizeof(*st));
		step = &q->step[0];
	}
	if (event == step->event && st->seen == step->count - 1) {
		if (st->step + 1 == q->steps) {
			memset(st, 0, sizeof(*st));
			return 1u << m;
		}
		*st = (struct seq_state){true, st->step + 1, t, 0};
		return 0;
	}
	if (step->timeout && t - st->since == step->timeout) {
		memset(st, 0, sizeof(*st));
		fired = 1u << (8 + m);
		step = &q->step[0];
		if (event == step->event && step->count == 1) {
			if (q->steps == 1)
				return fired | 1u << m;
			*st = (struct seq_state){true, 1, t, 0};
			return fired;
		}
	}
	if (event == step->event) {
		st->seen++;
		st->busy = true;
	}
	return fired;
}

/* Strict sequences that end in clock t, by looking back at the words; from the tables, or from what
 * was wanted. */
static unsigned strict_ends(const struct clock *c, unsigned t, bool tables)
{
	unsigned bits = 0, column0 = 2 * node.sequences.count * node.sequences.steps, i, s, k, back,
		 ended = 0;
	unsigned from[16], words_back = 0;

	while (1u << bits < node.strict.count)
		bits++;
	/* the clocks of the last words, latest first */
	for (back = t + 1; c[t].when && back-- > 0 && words_back < 8;)
		if (c[back].when)
			from[words_back++] = back;
	for (s = 2; s <= node.strict.steps && s <= words_back; s++) {
		unsigned begin = from[s - 1], event = c[begin].event;

		for (i = 0; i < node.strict.count; i++) {
			bool match;

			if (tables) {
				unsigned which = 0;

				for (k = 0; k < bits; k++)
					which |= (unsigned)column(column0 + k, event) << k;
				match = column(column0 + bits, event) && which == i;
			} else {
				match = want.strict[i].steps && event == want.strict[i].first;
			}
			for (k = 1; k < s && match; k++) {
				const uint8_t *w =
				    words + 16 * ((k - 1) * power_of_two(node.strict.count) + i);
				uint64_t word = 0;
				bool last = w[8] & 1;

				memcpy(&word, w, 8);
				if (!tables) {
					word = want.strict[i].word[k - 1];
					last = k == want.strict[i].steps - 1;
				}
				match = c[from[s - 1 - k]].word == word && last == (k == s - 1);
			}
			ended |= (unsigned)match << i;
		}
	}
	return ended;
}

static void fill(const char *name, uint8_t *cell)
{
	struct gno_table t = {.name = (char *)name};

	memset(cell, 0, CELLS);
	node.table = &t;
	node.tables = 1;
	ck_assert(gno_triggers_fill(&node, &want, 0, cell));
	node.table = NULL;
}

static void make_clocks(struct clock *c)
{
	for (unsigned t = 0; t < CLOCKS; t++) {
		c[t].when = dice(4) != 0;
		c[t].word = 0xabc00000000u + dice(3);
		c[t].event = c[t].when && dice(3) ? 1 + dice(dice(4) ? 5 : 15) : 0;
	}
}

START_TEST(test_tables_do_what_sequences_say)
{
	unsigned fired[3] = {0}, round, m, t;
	static struct clock c[CLOCKS];

	seed = 1000 + (uint32_t)_i;
	for (round = 0; round < ROUNDS; round++) {
		struct table_state a[8] = {{0}};
		struct seq_state b[8] = {{0}};

		make_node();
		make_triggers();
		fill("steps", steps);
		fill("limits", limits);
		fill("words", words);
		make_clocks(c);
		for (t = 0; t < CLOCKS; t++) {
			for (m = 0; m < node.sequences.count; m++) {
				unsigned x = table_clock(&a[m], m, t, c[t].event);

				ck_assert_uint_eq(x, seq_clock(&b[m], m, t, c[t].event));
				fired[0] += x >> m & 1;
				fired[1] += x >> (8 + m) & 1;
			}
			ck_assert_uint_eq(strict_ends(c, t, true), strict_ends(c, t, false));
			fired[2] += strict_ends(c, t, true) != 0;
			m = 2 * node.sequences.count * node.sequences.steps + 1;
			while (1u << (m - 1 - 2 * node.sequences.count * node.sequences.steps) <
			       node.strict.count)
				m++;
			ck_assert(column(m, c[t].event) ==
				  (want.watchdog && c[t].event == want.feed));
		}
	}
	for (m = 0; m < 3; m++)
		ck_assert_uint_gt(fired[m], 100);
}
END_TEST

START_TEST(test_registers)
{
	uint8_t cell[CELLS];

	memset(&node, 0, sizeof(node));
	memset(&want, 0, sizeof(want));
	want.timer = 1;
	want.watchdog = UINT64_C(1) << 32;
	fill("timer", cell);
	ck_assert_int_eq(memcmp(cell, "\0\0\0\0\1\0\0\0", 8), 0);
	fill("watchdog", cell);
	ck_assert_int_eq(memcmp(cell, "\377\377\377\377\1\0\0\0", 8), 0);
	want.timer = want.watchdog = 0;
	fill("timer", cell);
	ck_assert_int_eq(memcmp(cell, "\0\0\0\0\0\0\0\0", 8), 0);
}
END_TEST

int main(void)
{
	return run_tests("triggers", NULL, NULL,
			 TESTS({test_tables_do_what_sequences_say, 4}, {test_registers}));
}
