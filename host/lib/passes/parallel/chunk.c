/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/parallel/chunk.h"

#include <string.h>

#define GROUP 64 /* numbers that are written with as many bits each: those of the largest */

/* In this order: what a field is foretold from comes before it. */
enum field {
	CONNECTION, /* with the flags */
	PROCESS,
	TIME,
	WORK,
	DELIVERY,
	PARTNER,
	BEFORE,
	LONGEST,
	TAIL,
	PC,
	SEQUENCE,
	FIELDS
};

_Static_assert(CHUNK_BYTES == 1 + FIELDS * (SPOOL_CHUNK * sizeof(uint64_t) + SPOOL_CHUNK / GROUP),
	       "room for any steps");

/* A group: the bits of each number, then these, the lowest first. */
static uint8_t *put_group(uint8_t *at, const uint64_t number[GROUP])
{
	uint64_t word[GROUP] = {0}, all = 0;
	unsigned bits = 0;

	for (unsigned i = 0; i < GROUP; i++)
		all |= number[i];
	if (all)
		bits = 64 - (unsigned)__builtin_clzll(all);
	*at++ = (uint8_t)bits;
	for (unsigned i = 0, bit = 0; i < GROUP && bits; i++, bit += bits) {
		word[bit / 64] |= number[i] << bit % 64;
		if (bit % 64 + bits > 64)
			word[bit / 64 + 1] |= number[i] >> (64 - bit % 64);
	}
	memcpy(at, word, bits * sizeof(*word));
	return at + bits * sizeof(*word);
}

/* NULL: it is damaged. */
static const uint8_t *get_group(const uint8_t *at, const uint8_t *end, uint64_t number[GROUP])
{
	const unsigned bits = at < end ? *at++ : UINT8_MAX;
	const uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
	uint64_t word[GROUP];

	if (bits > 64 || (size_t)(end - at) < bits * sizeof(*word))
		return NULL;
	memset(number, 0, GROUP * sizeof(*number));
	memcpy(word, at, bits * sizeof(*word));
	for (unsigned i = 0, bit = 0; i < GROUP && bits; i++, bit += bits) {
		number[i] = word[bit / 64] >> bit % 64;
		if (bit % 64 + bits > 64)
			number[i] |= word[bit / 64 + 1] << (64 - bit % 64);
		number[i] &= mask;
	}
	return at + bits * sizeof(*word);
}

/* A difference that may be negative. */
static uint64_t fold(uint64_t difference)
{
	return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static uint64_t unfold(uint64_t number)
{
	return number >> 1 ^ (number & 1 ? UINT64_MAX : 0);
}

/* How far back a step is, of the number `place`, that another one names; 0: none. The same
 * function leads back. */
static uint64_t back(uint64_t named, uint64_t place)
{
	return named ? place + 1 - named : 0;
}

#define SLOTS 1024 /* processes whose last step is remembered; a power of two */

/* What is foretold of the next step of a chunk by those before it. */
struct past {
	const struct step *step;
	uint32_t first;	      /* number of the first step of the chunk */
	bool paths;	      /* the longest path to a step is known of some of them */
	uint16_t last[SLOTS]; /* by process: the place of its last step in the chunk, plus one */
	uint16_t sent[UINT8_MAX + 1]; /* by connection: number of the last message, plus one */
};

static void past_begin(struct past *p, const struct step *step, uint32_t first, bool paths)
{
	*p = (struct past){.step = step, .first = first, .paths = paths};
}

/* The step of the chunk that is named by its number plus one; NULL: it is not in it. */
static const struct step *named(const struct past *p, uint32_t name, unsigned i)
{
	return name > p->first && name - p->first <= i ? &p->step[name - p->first - 1] : NULL;
}

static uint64_t foretold_path(const struct past *p, unsigned i)
{
	const struct step *s = &p->step[i], *before = named(p, s->before, i),
			  *send = named(p, s->partner, i);
	uint64_t own = before ? before->longest + s->work : 0, other;

	if (!p->paths)
		return 0;
	if (!before && i)
		own = p->step[i - 1].longest;
	other = send ? send->longest + s->delivery : 0;
	return own > other ? own : other;
}

/* The step before step `i` of its process, plus one, as far as the chunk has it. */
static uint32_t foretold_before(const struct past *p, unsigned i)
{
	const uint32_t process = p->step[i].process;
	const unsigned last = p->last[process % SLOTS];

	return last && p->step[last - 1].process == process ? p->first + last : 0;
}

static inline __attribute__((always_inline)) uint64_t foretold(const struct past *p,
							       enum field field, unsigned i)
{
	const struct step *s = &p->step[i];

	switch (field) {
	case TIME:
		return i ? s[-1].time : 0;
	case TAIL:
		return s->critical ? p->first + i : 0;
	case BEFORE:
		return foretold_before(p, i);
	case LONGEST:
		return foretold_path(p, i);
	case SEQUENCE:
		return s->receive ? 0 : p->sent[s->connection];
	default:
		return 0;
	}
}

/* Step `i` is known up to and including a field. */
static inline __attribute__((always_inline)) void past_take(struct past *p, enum field field,
							    unsigned i)
{
	const struct step *s = &p->step[i];

	if (field == BEFORE)
		p->last[s->process % SLOTS] = (uint16_t)(i + 1);
	if (field == SEQUENCE && !s->receive)
		p->sent[s->connection] = (uint16_t)(s->sequence + 1);
}

/* A field of the step of the number `place`, of which `foretold` is what it may be. */
static inline __attribute__((always_inline)) uint64_t
field_of(enum field field, const struct step *s, uint64_t foretold, uint64_t place)
{
	switch (field) {
	case CONNECTION:
		return (uint64_t)s->connection << 3 | (uint64_t)s->critical << 2 |
		       (uint64_t)s->by_message << 1 | s->receive;
	case PROCESS:
		return s->process;
	case TIME:
		return fold(s->time - foretold);
	case WORK:
		return s->work;
	case DELIVERY:
		return s->delivery + 1;
	case PARTNER:
		return back(s->partner, place);
	case BEFORE:
		return fold(s->before - foretold);
	case LONGEST:
		return fold(s->longest - foretold);
	case TAIL:
		return fold(s->tail - foretold);
	case PC:
		return s->pc;
	default:
		return fold(s->sequence - foretold);
	}
}

static inline __attribute__((always_inline)) void
set_field(enum field field, struct step *s, uint64_t foretold, uint64_t place, uint64_t number)
{
	switch (field) {
	case CONNECTION:
		s->connection = (uint8_t)(number >> 3);
		s->critical = number >> 2 & 1;
		s->by_message = number >> 1 & 1;
		s->receive = number & 1;
		break;
	case PROCESS:
		s->process = (uint32_t)number;
		break;
	case TIME:
		s->time = foretold + unfold(number);
		break;
	case WORK:
		s->work = number;
		break;
	case DELIVERY:
		s->delivery = number - 1;
		break;
	case PARTNER:
		s->partner = (uint32_t)back(number, place);
		break;
	case BEFORE:
		s->before = (uint32_t)(foretold + unfold(number));
		break;
	case LONGEST:
		s->longest = foretold + unfold(number);
		break;
	case TAIL:
		s->tail = foretold + unfold(number);
		break;
	case PC:
		s->pc = (uint32_t)number;
		break;
	default:
		s->sequence = (uint16_t)(foretold + unfold(number));
		break;
	}
}

static bool has_paths(const struct step *step, unsigned steps)
{
	for (unsigned i = 0; i < steps; i++)
		if (step[i].longest)
			return true;
	return false;
}

size_t chunk_pack(uint8_t *out, const struct step *step, unsigned steps, uint32_t first)
{
	struct past past;
	uint8_t *at = out;

	past_begin(&past, step, first, has_paths(step, steps));
	*at++ = past.paths;
#pragma GCC unroll 11 /* so that each field has its own loop */
	for (enum field f = 0; f < FIELDS; f++)
		for (unsigned i = 0; i < steps;) {
			uint64_t number[GROUP] = {0};

			for (unsigned k = 0; k < GROUP && i < steps; k++, i++) {
				number[k] = field_of(f, &step[i], foretold(&past, f, i),
						     (uint64_t)first + i);
				past_take(&past, f, i);
			}
			at = put_group(at, number);
		}
	return (size_t)(at - out);
}

bool chunk_unpack(const uint8_t *in, size_t bytes, struct step *step, unsigned steps,
		  uint32_t first)
{
	const uint8_t *const end = in + bytes, *at = in;
	struct past past;

	if (!bytes)
		return false;
	past_begin(&past, step, first, *at++);
#pragma GCC unroll 11 /* so that each field has its own loop */
	for (enum field f = 0; f < FIELDS; f++)
		for (unsigned i = 0; i < steps;) {
			uint64_t number[GROUP];

			at = get_group(at, end, number);
			if (!at)
				return false;
			for (unsigned k = 0; k < GROUP && i < steps; k++, i++) {
				set_field(f, &step[i], foretold(&past, f, i), (uint64_t)first + i,
					  number[k]);
				past_take(&past, f, i);
			}
		}
	return at == end;
}
