/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a history graph: chunks in few bytes, and more of them than memory has room for. */
#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "passes/parallel/spool.h"
#include "tests/suite.h"

#define CHUNKS (SPOOL_RESIDENT + 40)
#define STEPS ((uint32_t)CHUNKS * SPOOL_CHUNK - 100)

static uint64_t draw(unsigned bits)
{
	const uint64_t number = (uint64_t)rand() << 42 ^ (uint64_t)rand() << 21 ^ (uint64_t)rand();

	return bits == 64 ? number : number & ((UINT64_C(1) << bits) - 1);
}

/* A step of the number `place`, whose values are as large as fields take them. */
static struct step any_step(uint32_t place)
{
	return (struct step){
	    .time = draw(1 + (unsigned)draw(6)),
	    .work = draw(1 + (unsigned)draw(6)),
	    .delivery = draw(1) ? SPOOL_UNKNOWN : draw(40),
	    .longest = draw(1 + (unsigned)draw(6)),
	    .tail = draw(1) ? draw(33) : 0,
	    .partner = place && draw(1) ? 1 + (uint32_t)draw(32) % place : 0,
	    .before = place && draw(1) ? 1 + (uint32_t)draw(32) % place : 0,
	    .process = (uint32_t)draw(draw(1) ? 32 : 4),
	    .pc = draw(1) ? 0 : (uint32_t)draw(32),
	    .sequence = (uint16_t)draw(16),
	    .connection = (uint8_t)draw(8),
	    .receive = draw(1),
	    .by_message = draw(1),
	    .critical = draw(1),
	};
}

static bool are_alike(const struct step *a, const struct step *b)
{
	return a->time == b->time && a->work == b->work && a->delivery == b->delivery &&
	       a->longest == b->longest && a->tail == b->tail && a->partner == b->partner &&
	       a->before == b->before && a->process == b->process && a->pc == b->pc &&
	       a->sequence == b->sequence && a->connection == b->connection &&
	       a->receive == b->receive && a->by_message == b->by_message &&
	       a->critical == b->critical;
}

START_TEST(test_chunk_of_any_steps)
{
	static struct step step[SPOOL_CHUNK], back[SPOOL_CHUNK];
	uint8_t *packed = malloc(CHUNK_BYTES);

	srand(1);
	ck_assert(packed);
	for (unsigned turn = 0; turn < 12; turn++) {
		const unsigned steps = turn ? 1 + (unsigned)draw(20) % SPOOL_CHUNK : SPOOL_CHUNK;
		const uint32_t first = (uint32_t)draw(20) << SPOOL_CHUNK_BITS;
		size_t bytes;

		for (unsigned i = 0; i < steps; i++)
			step[i] = any_step(first + i);
		bytes = chunk_pack(packed, step, steps, first);
		ck_assert_uint_le(bytes, CHUNK_BYTES);
		memset(back, 0xff, sizeof(back));
		ck_assert(chunk_unpack(packed, bytes, back, steps, first));
		for (unsigned i = 0; i < steps; i++)
			ck_assert(are_alike(&step[i], &back[i]));
		ck_assert(!chunk_unpack(packed, bytes - 1, back, steps, first));
	}
	free(packed);
}
END_TEST

static void fill(struct spool *s, struct step *all)
{
	struct gno_err err;

	for (uint32_t i = 0; i < STEPS; i++) {
		struct step *one;

		all[i] = (struct step){.time = 10 * i, .sequence = (uint16_t)i, .process = i % 3};
		ck_assert_int_eq(spool_add(s, &one, &err), GNO_OK);
		*one = all[i];
	}
}

/* Reads and changes steps anywhere, in memory or not, beside an array of all of them. */
START_TEST(test_spool_is_an_array)
{
	struct step *all = calloc(STEPS, sizeof(*all));
	struct spool s;
	struct gno_err err;
	struct stat st;

	srand(2);
	ck_assert(all);
	ck_assert_int_eq(spool_begin(&s, 0, &err), GNO_OK);
	fill(&s, all);
	for (unsigned turn = 0; turn < 1200; turn++) {
		const uint32_t i = (uint32_t)draw(32) % STEPS, k = (uint32_t)draw(32) % STEPS;
		const struct step *one = spool_at(&s, i);
		struct step *other = spool_edit(&s, k);

		ck_assert(are_alike(one, &all[i]) && are_alike(other, &all[k]));
		other->longest = all[k].longest = draw(64);
		other->tail = all[k].tail = draw(30);
		ck_assert(are_alike(one, &all[i]));
	}
	for (uint32_t i = STEPS; i-- > 0;)
		ck_assert(are_alike(spool_at(&s, i), &all[i]));
	ck_assert_int_eq(spool_check(&s, &err), GNO_OK);
	ck_assert_uint_gt(s.turns, s.residents);
	ck_assert(!fstat(s.fd, &st) && st.st_size > 0);
	ck_assert_int_lt(512 * st.st_blocks, STEPS * sizeof(struct step) / 10);
	spool_close(&s);
	free(all);
}
END_TEST

/* What a child changes of its copy does not change that of its parent, which goes on. */
START_TEST(test_spool_in_a_child)
{
	struct step *all = calloc(STEPS, sizeof(*all));
	struct spool s;
	struct gno_err err;
	pid_t child;
	int status;

	ck_assert(all);
	ck_assert_int_eq(spool_begin(&s, 0, &err), GNO_OK);
	fill(&s, all);
	for (unsigned turn = 0; turn < 2; turn++) {
		child = fork();
		if (!child) {
			bool same = true;

			for (uint32_t i = 0; i < STEPS; i += SPOOL_CHUNK / 4)
				spool_edit(&s, i)->longest = UINT64_MAX - i;
			for (uint32_t i = 0; i < STEPS; i += SPOOL_CHUNK / 4)
				same &= spool_at(&s, i)->longest == UINT64_MAX - i &&
					spool_at(&s, i + 1)->time == all[i + 1].time;
			_exit(!same || spool_check(&s, &err));
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
		for (uint32_t i = 0; i < STEPS; i += SPOOL_CHUNK / 8) {
			ck_assert(are_alike(spool_at(&s, i), &all[i]));
			spool_edit(&s, i)->tail = all[i].tail = i + turn;
		}
	}
	for (uint32_t i = STEPS; i-- > 0;)
		ck_assert(are_alike(spool_at(&s, i), &all[i]));
	ck_assert_int_eq(spool_check(&s, &err), GNO_OK);
	spool_close(&s);
	free(all);
}
END_TEST

/* Where the file finds no room, the failure says where, and how much it takes. */
START_TEST(test_spool_without_room)
{
	struct step *all = calloc(STEPS, sizeof(*all)), *one;
	struct spool s;
	struct gno_err err;
	int rc = GNO_OK, full = open("/dev/full", O_RDWR);

	ck_assert(all && full >= 0 && !setenv("TMPDIR", "/tmp", 1));
	ck_assert_int_eq(spool_begin(&s, 7000001, &err), GNO_OK);
	ck_assert_int_eq(dup2(full, s.fd), s.fd);
	close(full);
	for (uint32_t i = 0; i < STEPS && !rc; i++) {
		rc = spool_add(&s, &one, &err);
		if (!rc)
			*one = (struct step){.time = i};
	}
	ck_assert_int_eq(rc, GNO_ERR_NOSPACE);
	ck_assert_str_eq(err.text,
			 "cannot write a temporary file in '/tmp' (TMPDIR): No space left "
			 "on device; it takes up to 8 MB");
	ck_assert_uint_eq(spool_at(&s, 1)->time, 0);
	ck_assert_int_eq(spool_check(&s, &err), GNO_ERR_NOSPACE);
	spool_close(&s);
	free(all);
}
END_TEST

int main(void)
{
	return run_tests("steps of a history graph", NULL, NULL,
			 TESTS({test_chunk_of_any_steps}, {test_spool_is_an_array},
			       {test_spool_in_a_child}, {test_spool_without_room}));
}
