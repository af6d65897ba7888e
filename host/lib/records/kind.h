/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RECORD_KIND_H
#define GNO_RECORD_KIND_H

/* What the kinds of records are called, and what their rules (GNO_KINDS) have in common. */

#include <stdint.h>
#include "gnomon/records.h"

/* Whether records of this kind bear epoch and run number. */
extern const uint32_t gno_kinds_with_epoch; /* bits of kinds */
static inline int gno_kind_bears_epoch(unsigned kind)
{
	return kind < GNO_KIND_MAX && gno_kinds_with_epoch >> kind & 1;
}

/* Name of a kind ("event"), NULL for a number that is none. */
const char *gno_kind_name(unsigned kind);

/* Whether records of this kind have flags: something fired, and counts as an event. */
extern const uint32_t gno_kinds_with_flags; /* bits of kinds */
static inline int gno_kind_has_flags(unsigned kind)
{
	return kind < GNO_KIND_MAX && gno_kinds_with_flags >> kind & 1;
}

/* Whether the code of records of this kind is a trigger number: trigger, capture, line. */
extern const uint32_t gno_kinds_of_triggers; /* bits of kinds */
static inline int gno_kind_is_trigger(unsigned kind)
{
	return kind < GNO_KIND_MAX && gno_kinds_of_triggers >> kind & 1;
}

/* Whether records of this kind are parts of blocks: bucket, counter, segment. */
int gno_kind_is_block(unsigned kind);

#endif
