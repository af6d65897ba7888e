/* SPDX-License-Identifier: Apache-2.0 */
#include "records/kind.h"

#include <stddef.h>

/* What a kind is called, and the words of GNO_KINDS that are asked for one by one. */
enum aux {
	AUX_none,
	AUX_flags,
	AUX_page,
	AUX_state,
	AUX_round,
	AUX_sample,
	AUX_block,
	AUX_entries,
	AUX_run,
	AUX_zero,
};

/* The words of its code that are asked for. */
enum code {
	CODE_none,
	CODE_event,
	CODE_trigger,
	CODE_buckets,
	CODE_counters,
	CODE_segments,
	CODE_request,
	CODE_epoch,
	CODE_zero,
	CODE_bit,
	CODE_port,
};

static const struct kind {
	const char *name; /* NULL: no such kind */
	enum code code;
	enum aux aux;
} kinds[GNO_KIND_MAX] = {
#define KIND(kind, id, slots, code_is, aux_is, length_is, payload_is, sender_is)                   \
	[id] = {#kind, CODE_##code_is, AUX_##aux_is},
    GNO_KINDS(KIND)};

#define HAS_FLAGS(aux)                                                                             \
	((aux) == AUX_flags || (aux) == AUX_page || (aux) == AUX_state || (aux) == AUX_round)

const uint32_t gno_kinds_with_flags = 0
#define FLAGS(kind, id, slots, code_is, aux_is, length_is, payload_is, sender_is)                  \
	| (uint32_t)HAS_FLAGS(AUX_##aux_is) << (id)
    GNO_KINDS(FLAGS);

const uint32_t gno_kinds_with_epoch = 0
#define EPOCH(kind, id, slots, code_is, aux_is, length_is, payload_is, sender_is)                  \
	| (uint32_t)(AUX_##aux_is == AUX_run) << (id)
    GNO_KINDS(EPOCH);

const uint32_t gno_kinds_of_triggers = 0
#define TRIGGERS(kind, id, slots, code_is, aux_is, length_is, payload_is, sender_is)               \
	| (uint32_t)(CODE_##code_is == CODE_trigger) << (id)
    GNO_KINDS(TRIGGERS);

const char *gno_kind_name(unsigned kind)
{
	return kind < GNO_KIND_MAX ? kinds[kind].name : NULL;
}

int gno_kind_is_block(unsigned kind)
{
	return kind < GNO_KIND_MAX &&
	       (kinds[kind].aux == AUX_block || kinds[kind].aux == AUX_entries);
}
